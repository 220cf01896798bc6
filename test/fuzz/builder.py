"""Text of functions under construction: values, sizes computed as exporters do, requirements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random

from fuzz.sizes import Base, Binary, Const, Env, Size, bases, evaluate

FLOATS = ("f32", "f64", "f16", "bf16")
INTEGERS = ("i32", "i64", "ui8", "i8")


@dataclass(frozen=True)
class Value:
    """An SSA value: its name, element type, sizes, and which of them its type shows."""

    name: str
    element: str
    sizes: tuple[Size, ...]
    shown: tuple[bool, ...]

    @property
    def type(self) -> str:
        return tensor(self.element, self.sizes, self.shown)

    @property
    def rank(self) -> int:
        return len(self.sizes)

    def known(self, dimension: int) -> int | None:
        """The size that the type shows."""
        size = self.sizes[dimension]
        return size.number if isinstance(size, Const) and self.shown[dimension] else None

    @property
    def static(self) -> bool:
        return all(self.known(i) is not None for i in range(self.rank))


def tensor(element: str, sizes: Sequence[Size], shown: Sequence[bool] | None = None) -> str:
    """The text of a tensor type."""
    visible = shown or [True] * len(sizes)
    parts = [
        str(size.number) if isinstance(size, Const) and size.number >= 0 and show else "?"
        for size, show in zip(sizes, visible, strict=True)
    ]
    return f"tensor<{''.join(f'{part}x' for part in parts)}{element}>"


@dataclass
class Program:
    """A module under construction."""

    random: Random
    functions: list[str] = field(default_factory=list[str])
    helpers: set[str] = field(default_factory=set[str])
    requirements: list[Callable[[Env], bool]] = field(default_factory=list[Callable[[Env], bool]])
    equalities: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    symbols: dict[Size, str] = field(default_factory=dict[Size, str])
    """Names for sizes, which the module then defines."""
    meshes: set[str] = field(default_factory=set[str])
    resources: dict[str, str] = field(default_factory=dict[str, str])
    """The data of constants, which stand at the end of the file, in hexadecimal digits."""
    counter: int = 0

    def symbol(self, size: Size) -> str:
        """The name of a size, now and then one that our own passes could have given."""
        if size not in self.symbols:
            prefix = self.random.choice(("N", "S"))
            self.symbols[size] = f"{prefix}{len(self.symbols)}"
        return self.symbols[size]

    def fresh(self, prefix: str) -> str:
        self.counter += 1
        return f"{prefix}{self.counter}"


HELPERS = {
    "floor_divide": """\
  func.func private @floor_divide(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
    %c = stablehlo.constant dense<1> : tensor<i32>
    %z = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.divide %a, %b : tensor<i32>
    %1 = stablehlo.sign %a : tensor<i32>
    %2 = stablehlo.sign %b : tensor<i32>
    %3 = stablehlo.compare NE, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.remainder %a, %b : tensor<i32>
    %5 = stablehlo.compare NE, %4, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.and %3, %5 : tensor<i1>
    %7 = stablehlo.subtract %0, %c : tensor<i32>
    %8 = stablehlo.select %6, %7, %0 : tensor<i1>, tensor<i32>
    return %8 : tensor<i32>
  }
""",
    "remainder": """\
  func.func private @remainder(%a: tensor<i32>, %b: tensor<i32>) -> tensor<i32> {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %2 = stablehlo.remainder %a, %b : tensor<i32>
    %3 = stablehlo.compare NE, %2, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %4 = stablehlo.compare LT, %2, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %5 = stablehlo.compare LT, %b, %z, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %6 = stablehlo.compare NE, %4, %5, UNSIGNED : (tensor<i1>, tensor<i1>) -> tensor<i1>
    %7 = stablehlo.and %6, %3 : tensor<i1>
    %8 = stablehlo.add %2, %b : tensor<i32>
    %9 = stablehlo.select %7, %8, %2 : tensor<i1>, tensor<i32>
    return %9 : tensor<i32>
  }
""",
}

_HLO = {"+": "add", "-": "subtract", "*": "multiply", "min": "minimum", "max": "maximum"}
_ARITH = {
    "+": "addi",
    "-": "subi",
    "*": "muli",
    "min": "minsi",
    "max": "maxsi",
    "//": "floordivsi",
    "%": "remsi",
}


@dataclass
class Builder:
    """One block of a function: its lines, and the values visible in it."""

    program: Program
    lines: list[str] = field(default_factory=list[str])
    values: list[Value] = field(default_factory=list[Value])
    scalars: dict[Size, str] = field(default_factory=dict[Size, str])
    depth: int = 1
    loops: int = 0

    @property
    def random(self) -> Random:
        return self.program.random

    def nested(self) -> Builder:
        """A builder for a region: it sees what is here, what it makes does not escape."""
        return Builder(
            self.program, [], list(self.values), dict(self.scalars), self.depth + 1, self.loops
        )

    def line(self, text: str) -> None:
        self.lines.append("  " * (self.depth + 1) + text)

    def block(self, lines: Sequence[str]) -> None:
        """Lines of a region, already indented."""
        self.lines.extend(lines)

    def name(self, prefix: str = "v") -> str:
        return "%" + self.program.fresh(prefix)

    def op(self, text: str, prefix: str = "v") -> str:
        """A line that defines one value."""
        name = self.name(prefix)
        self.line(f"{name} = {text}")
        return name

    def add(
        self,
        name: str,
        element: str,
        sizes: Sequence[Size],
        shown: Sequence[bool] | None = None,
    ) -> Value:
        """Make a value available to what follows."""
        visible = tuple(shown) if shown is not None else (True,) * len(sizes)
        value = Value(name, element, tuple(sizes), visible)
        self.values.append(value)
        return value

    def require(self, condition: Callable[[Env], bool]) -> None:
        """Something that must hold for a run to be legal."""
        self.program.requirements.append(condition)

    def require_at_least(self, size: Size, other: Size) -> None:
        """``size >= other`` in legal runs."""
        self.require(lambda env: evaluate(size, env) >= evaluate(other, env))

    # Sizes, three ways.

    def size_i32(self, size: Size) -> str:
        """A size as JAX computes it: rank-0 tensors of i32."""
        if size in self.scalars and self.random.random() < 0.5:
            return self.scalars[size]
        result = self._size_i32(size)
        self.scalars[size] = result
        return result

    def _size_i32(self, size: Size) -> str:
        match size:
            case Const():
                return self.op(f"stablehlo.constant dense<{size.number}> : tensor<i32>", "c")
            case Base() if size.dimension is None:
                return size.value
            case Base():
                return self.op(
                    f"stablehlo.get_dimension_size {size.value}, dim = {size.dimension} :"
                    f" ({size.type}) -> tensor<i32>",
                    "n",
                )
            case Binary():
                lhs, rhs = self.size_i32(size.lhs), self.size_i32(size.rhs)
                if size.operator in _HLO:
                    return self.op(
                        f"stablehlo.{_HLO[size.operator]} {lhs}, {rhs} : tensor<i32>", "n"
                    )
                helper = "floor_divide" if size.operator == "//" else "remainder"
                if self.random.random() < 0.5:
                    self.program.helpers.add(helper)
                    return self.op(
                        f"func.call @{helper}({lhs}, {rhs}) : (tensor<i32>, tensor<i32>) ->"
                        " tensor<i32>",
                        "n",
                    )
                plain = "divide" if size.operator == "//" else "remainder"
                return self.op(f"stablehlo.{plain} {lhs}, {rhs} : tensor<i32>", "n")

    def size_index(self, size: Size) -> str:
        """A size as torch-mlir computes it: index and i64 scalars."""
        match size:
            case Const():
                return self.op(f"arith.constant {size.number} : index", "i")
            case Base() if size.dimension is None:
                element = self.op(f"tensor.extract {size.value}[] : tensor<i32>", "e")
                return self.op(f"arith.index_cast {element} : i32 to index", "i")
            case Base():
                at = self.op(f"arith.constant {size.dimension} : index", "i")
                return self.op(f"tensor.dim {size.value}, {at} : {size.type}", "d")
            case Binary():
                lhs, rhs = self.size_index(size.lhs), self.size_index(size.rhs)
                name = _ARITH[size.operator]
                if self.random.random() < 0.3:
                    lhs64 = self.op(f"arith.index_cast {lhs} : index to i64", "l")
                    rhs64 = self.op(f"arith.index_cast {rhs} : index to i64", "l")
                    wide = self.op(f"arith.{name} {lhs64}, {rhs64} : i64", "l")
                    return self.op(f"arith.index_cast {wide} : i64 to index", "i")
                return self.op(f"arith.{name} {lhs}, {rhs} : index", "i")

    def shape(self, sizes: Sequence[Size], *, element: str | None = None) -> tuple[str, str]:
        """A shape operand and its type, in one of the exporters' styles."""
        count = len(sizes)
        style = element or self.random.choice(("jax", "jax", "i64", "index", "shape_of"))
        if style == "shape_of":
            for value in self.values:
                if value.sizes == tuple(sizes) and value.rank:
                    kind = f"tensor<{count}xindex>"
                    return self.op(f"shape.shape_of {value.name} : {value.type} -> {kind}"), kind
            style = "index"
        if style == "jax":
            return self._shape_i32(sizes), f"tensor<{count}xi32>"
        parts = [self.size_index(size) for size in sizes]
        if style == "i64":
            parts = [self.op(f"arith.index_cast {part} : index to i64", "l") for part in parts]
        kind = f"tensor<{count}x{style}>"
        if not parts:
            return self._empty(style), kind
        return self.op(f"tensor.from_elements {', '.join(parts)} : {kind}", "s"), kind

    def _empty(self, element: str) -> str:
        if element == "index":
            return self.op("shape.const_shape [] : tensor<0xindex>", "s")
        return self.op(f"stablehlo.constant dense<> : tensor<0x{element}>", "s")

    def _shape_i32(self, sizes: Sequence[Size]) -> str:
        if not sizes:
            return self._empty("i32")
        if all(isinstance(size, Const) for size in sizes):
            numbers = ", ".join(str(s.number) for s in sizes if isinstance(s, Const))
            return self.op(f"stablehlo.constant dense<[{numbers}]> : tensor<{len(sizes)}xi32>", "c")
        parts: list[str] = []
        for size in sizes:
            if isinstance(size, Const):
                parts.append(self.op(f"stablehlo.constant dense<{size.number}> : tensor<1xi32>"))
                continue
            scalar = self.size_i32(size)
            parts.append(self.op(f"stablehlo.reshape {scalar} : (tensor<i32>) -> tensor<1xi32>"))
        types = ", ".join(["tensor<1xi32>"] * len(parts))
        return self.op(
            f"stablehlo.concatenate {', '.join(parts)}, dim = 0 : ({types}) ->"
            f" tensor<{len(parts)}xi32>",
            "s",
        )

    # Choosing operands.

    def pick(self, condition: Callable[[Value], bool] = lambda _: True) -> Value | None:
        """A visible value that fits, recent ones more often."""
        fitting = [value for value in self.values if condition(value)]
        if not fitting:
            return None
        if self.random.random() < 0.5:
            fitting = fitting[-4:]
        return self.random.choice(fitting)

    def constant(self, element: str) -> str:
        """A rank-0 constant."""
        number = self.random.choice(("0", "1", "2", "3"))
        if element == "i1":
            text = self.random.choice(("true", "false"))
        elif element in FLOATS:
            text = f"{number}.5"
        else:
            text = number
        return self.op(f"stablehlo.constant dense<{text}> : tensor<{element}>", "c")

    def hide(self, sizes: Sequence[Size]) -> tuple[bool, ...]:
        """Which sizes a dynamic operation's type shows: now and then it shows less."""
        return tuple(self.random.random() > 0.15 for _ in sizes)

    def base_of(self, value: Value, dimension: int) -> Base:
        """A size that only the value itself determines."""
        return Base(self.program.fresh("o"), value.name, value.type, dimension)

    def visible_base(self, size: Size) -> bool:
        """Whether a size can be computed at the insertion point."""
        names = {value.name for value in self.values}
        return all(base.value in names or base.dimension is None for base in bases(size))
