"""Programs that come with symbols: in the types of arguments, in a graph, in the older form."""

from __future__ import annotations

import re
from collections.abc import Sequence

from fuzz.builder import Program, Value
from fuzz.sizes import Base, evaluate

OLD_SYMBOL = (
    '  "disc_shape.SymbolicDim"() {{knownNegativeOne = false, knownNonNegative = true,'
    " knownNonSizeOne = false, knownNonSizeZero = false,"
    ' sym_name = "{}", value = -9223372036854775808 : i64}} : () -> ()\n'
)
GRAPH = "shape_constraint_graph"


def named_types(program: Program, arguments: Sequence[Value]) -> dict[str, str]:
    """The types, with symbols, of some arguments that vary, by the arguments' names."""
    random = program.random
    found: dict[str, str] = {}
    if random.random() < 0.7:
        return found
    for value in arguments:
        if value.static or random.random() < 0.3:
            continue
        names = [
            f"@{program.symbol(size)}"
            if isinstance(size, Base) and random.random() < 0.9
            else "unit"
            for size in value.sizes
        ]
        found[value.name] = f"{value.type[:-1]}, [{', '.join(names)}]>"
    return found


def with_plain_names(text: str, arguments: Sequence[Value], named: dict[str, str]) -> str:
    """A body that uses what the named arguments are cast to."""
    head = ""
    for value in arguments:
        if value.name in named:
            plain = value.name.replace("arg", "named")
            text = re.sub(rf"{value.name}\b", plain, text)
            head += (
                f"    {plain} = tensor.cast {value.name} : {named[value.name]} to {value.type}\n"
            )
    return head + text


def definitions(program: Program, body: str) -> str:
    """The symbols of a module, and what else is beside its functions."""
    text = "".join(f"  sdy.mesh @{name} = <[]>\n" for name in sorted(program.meshes))
    names = program.symbols
    if not names:
        return text
    if program.random.random() < 0.3 and "bind_dim" not in body:
        return text + "".join(OLD_SYMBOL.format(name) for name in names.values())
    facts, about = _facts(program)
    if facts:
        lines = "".join(f"    %{name} = disc_shape.dim @{name}\n" for name in sorted(about))
        text += f"  func.func @{GRAPH}() {{\n{lines}{facts}    return\n  }}\n"
    for name in names.values():
        graph = f" {{symbolic_shape_graph = @{GRAPH}}}" if name in about else ""
        text += f"  disc_shape.SymbolDim @{name}{graph}\n"
    return text


def _facts(program: Program) -> tuple[str, set[str]]:
    """A promise or two about symbols, which legal runs then keep."""
    random = program.random
    lines, about = "", set[str]()
    known = [(size, name) for size, name in program.symbols.items() if isinstance(size, Base)]
    for index in range(random.choice((0, 1, 2)) if known else 0):
        (size, name), (other, second) = random.choice(known), random.choice(known)
        about |= {name, second}
        match random.randrange(3):
            case 0:
                lines += f"    %k{index} = arith.constant 2 : index\n"
                lines += f"    disc_shape.tie_predicate_divisible %{name}, %k{index} {{assumed}}\n"
                program.requirements.append(lambda env, s=size: evaluate(s, env) % 2 == 0)
            case 1 if name != second:
                lines += f"    disc_shape.tie_predicate_eq %{name}, %{second} {{assumed}}\n"
                program.equalities.append((size.name, other.name))
            case _:
                lines += f"    %k{index} = arith.constant 1 : index\n"
                lines += f"    disc_shape.tie_predicate_lt %k{index}, %{name} {{assumed}}\n"
                program.requirements.append(lambda env, s=size: evaluate(s, env) > 1)
    return lines, about
