"""A random program and sizes at which it is meant to be legal."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import fuzz.families_branches
import fuzz.families_broadcasts
import fuzz.families_clients
import fuzz.families_elementwise
import fuzz.families_floats
import fuzz.families_integers
import fuzz.families_machine
import fuzz.families_memory
import fuzz.families_named
import fuzz.families_numeric
import fuzz.families_reshapes
import fuzz.families_scalars
import fuzz.families_selection
import fuzz.families_shapes
import fuzz.families_slicing
import fuzz.families_tensor
import fuzz.families_transforms
import fuzz.families_windows
from fuzz.builder import HELPERS, Builder, Program, Value, tensor
from fuzz.families import FAMILIES
from fuzz.families_control import CALLEES, all_families
from fuzz.naming import definitions, named_types, with_plain_names
from fuzz.sizes import Base, Const, Size

LOADED = (
    fuzz.families_clients,
    fuzz.families_elementwise,
    fuzz.families_floats,
    fuzz.families_branches,
    fuzz.families_broadcasts,
    fuzz.families_integers,
    fuzz.families_machine,
    fuzz.families_memory,
    fuzz.families_named,
    fuzz.families_numeric,
    fuzz.families_selection,
    fuzz.families_tensor,
    fuzz.families_reshapes,
    fuzz.families_scalars,
    fuzz.families_transforms,
    fuzz.families_windows,
    fuzz.families_shapes,
    fuzz.families_slicing,
)

INTERESTING = (0, 1, 1, 2, 3, 4, 4, 6, 8, 8, 12, 33)


@dataclass(frozen=True)
class Generated:
    """A program, what its arguments are, and sizes that should suit it."""

    text: str
    arguments: tuple[Value, ...]
    bindings: tuple[Mapping[str, int], ...]
    bases: tuple[Base, ...]


def _arguments(b: Builder) -> tuple[list[Value], list[Base]]:
    """A few arguments over a few sizes, some of which occur twice without saying so."""
    random = b.random
    pool: list[Size] = [Const(1), Const(random.choice((2, 3, 4)))]
    made: list[Value] = []
    sources: list[Base] = []
    for index in range(random.randrange(1, 4)):
        element = random.choice(("f32", "f32", "f32", "i32", "f64", "i1", "i64"))
        rank = random.choice((0, 1, 2, 2, 3)) if index else random.choice((1, 2, 2, 3))
        chosen = [random.choice(pool) if random.random() < 0.55 else None for _ in range(rank)]
        kind = tensor(element, [size or Base("", "", "", 0) for size in chosen])
        # A size that is used again is the same number in legal runs, not the same in the text.
        sizes: list[Size] = []
        for dimension, size in enumerate(chosen):
            if isinstance(size, Const):
                sizes.append(size)
                continue
            base = Base(f"a{index}.{dimension}", f"%arg{index}", kind, dimension)
            sources.append(base)
            if isinstance(size, Base) and random.random() < 0.6:
                b.program.equalities.append((base.name, size.name))
                sizes.append(size if random.random() < 0.5 else base)
            else:
                sizes.append(base)
                pool.append(base)
        made.append(b.add(f"%arg{index}", element, sizes))
    return made, sources


def generate(
    random: Random, steps: int = 12, weights: Mapping[str, float] | None = None
) -> Generated:
    """A program of about ``steps`` operation groups. A shorter one of the same seed is a prefix."""
    program = Program(random)
    b = Builder(program)
    arguments, sources = _arguments(b)
    names = sorted(all_families())
    table = weights or {}
    chances = [table.get(name, 1.0) for name in names]
    for _ in range(steps):
        FAMILIES[random.choices(names, chances)[0]](b)
    CALLEES.pop(id(program), None)
    candidates = [v for v in b.values if v not in arguments] or list(b.values)
    results = candidates[-1:] + [v for v in candidates[:-1] if random.random() < 0.3][-3:]
    text = _module(program, b, arguments, results)
    if random.random() < 0.15 and "mhlo." not in text:
        text = text.replace("stablehlo.", "mhlo.").replace("@mhlo.", "@stablehlo.")
        text = text.replace("#stablehlo<", "#mhlo<")
    bindings = _distinct(_binding(program, sources, random) for _ in range(8))[:5]
    bindings += [{base.name: random.choice(INTERESTING) for base in sources} for _ in range(3)]
    return Generated(text, tuple(arguments), tuple(bindings), tuple(sources))


def _module(
    program: Program, b: Builder, arguments: Sequence[Value], results: Sequence[Value]
) -> str:
    named = named_types(program, arguments)
    inputs = ", ".join(f"{v.name}: {named.get(v.name, v.type)}" for v in arguments)
    outputs = ", ".join(v.type for v in results)
    returned = f"    return {', '.join(v.name for v in results)} : {outputs}"
    body = with_plain_names("\n".join([*b.lines, returned]), arguments, named)
    helpers = "".join(HELPERS[name] for name in sorted(program.helpers))
    return (
        f"module {{\n  func.func public @main({inputs}) -> ({outputs}) {{\n{body}\n  }}\n"
        f"{''.join(program.functions)}{helpers}{definitions(program, body)}}}\n"
        f"{_resources(program)}"
    )


def _resources(program: Program) -> str:
    """The section of data at the end of the file."""
    if not program.resources:
        return ""
    entries = ",\n".join(f'      {name}: "0x{data}"' for name, data in program.resources.items())
    return f"\n{{-#\n  dialect_resources: {{\n    builtin: {{\n{entries}\n    }}\n  }}\n#-}}\n"


def _binding(program: Program, sources: Sequence[Base], random: Random) -> dict[str, int]:
    """Sizes that keep what the program requires, if a few tries find some."""
    best: dict[str, int] = {}
    score = -1
    for _ in range(30):
        env = {base.name: random.choice(INTERESTING) for base in sources}
        for _ in range(3):
            for left, right in program.equalities:
                if left in env and right in env:
                    env[left] = env[right] = random.choice((env[left], env[right]))
        for _ in range(len(program.equalities)):
            for left, right in program.equalities:
                if left in env and right in env:
                    env[left] = env[right]
        good = sum(_holds(condition, env) for condition in program.requirements)
        if good > score:
            best, score = env, good
        if good == len(program.requirements):
            break
    return best


def _distinct(bindings: Iterable[dict[str, int]]) -> list[dict[str, int]]:
    found = {tuple(binding.items()): binding for binding in bindings}
    return list(found.values())


def _holds(condition: object, env: Mapping[str, int]) -> bool:
    if not callable(condition):
        return False
    try:
        return bool(condition(env))
    except (KeyError, ZeroDivisionError):
        return True


def argument_sizes(generated: Generated, binding: Mapping[str, int]) -> list[list[int]]:
    """The sizes of each argument's array."""
    own = {(base.value, base.dimension): binding[base.name] for base in generated.bases}
    result: list[list[int]] = []
    for value in generated.arguments:
        sizes: list[int] = []
        for dimension, size in enumerate(value.sizes):
            if isinstance(size, Const):
                sizes.append(size.number)
            else:
                sizes.append(own[value.name, dimension])
        result.append(sizes)
    return result
