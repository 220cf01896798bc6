"""Families of sizes that go through floating point, as the length of torch's `arange` does."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family, opaque
from fuzz.families_slicing import typed
from fuzz.sizes import Const, Size

KEEPING = ("ceil", "floor", "round_nearest_even", "round_nearest_afz")
"""What gives back an integer that it is given as a float."""

BETWEEN = ("multiply", "divide", "add", "subtract", "maximum", "minimum")
NUMBERS = ("0.5", "2.0", "3.0", "0.1", "1.0")

LARGE = (1, 1, 3, (1 << 20) + 1, (1 << 22) + 1, (1 << 23) - 1, 1 << 24)
"""Factors that make a number of a size that `f32` has to round, with no tensor of that size."""


def integer_of(b: Builder, size: Size, element: str) -> str:
    """A size as a tensor of rank 0."""
    number = b.size_i32(size)
    if element == "i32":
        return number
    return b.op(f"stablehlo.convert {number} : (tensor<i32>) -> tensor<{element}>", "n")


def there_and_back(b: Builder, number: str, element: str, kinds: tuple[str, ...]) -> str:
    """An integer as a float, through what keeps integers, and back."""
    kind, current = element, number
    for other in kinds:
        current = b.op(f"stablehlo.convert {current} : (tensor<{kind}>) -> tensor<{other}>", "f")
        kind = other
        if b.random.random() < 0.6:
            current = b.op(f"stablehlo.{b.random.choice(KEEPING)} {current} : tensor<{kind}>", "f")
        if b.random.random() < 0.2:
            vector = b.op(f"stablehlo.reshape {current} : (tensor<{kind}>) -> tensor<1x{kind}>")
            current = b.op(f"stablehlo.reshape {vector} : (tensor<1x{kind}>) -> tensor<{kind}>")
    return b.op(f"stablehlo.convert {current} : (tensor<{kind}>) -> tensor<{element}>", "n")


def clamped_iota(b: Builder, number: str, element: str) -> None:
    """A value whose size is a number, clamped to be small."""
    low, high = (b.op(f"stablehlo.constant dense<{n}> : tensor<{element}>", "c") for n in (0, 9))
    kind = f"tensor<{element}>"
    small = b.op(f"stablehlo.clamp {low}, {number}, {high} : ({kind}, {kind}, {kind}) -> {kind}")
    shape = b.op(f"stablehlo.reshape {small} : ({kind}) -> tensor<1x{element}>", "s")
    name = b.op(f"stablehlo.dynamic_iota {shape}, dim = 0 : (tensor<1x{element}>) -> tensor<?xi32>")
    opaque(b, name, "i32", [Const(-1)], [False])


@family
def sizes_as_floats(b: Builder) -> bool:
    """A reshape to its own sizes, one of which has been a float that holds it."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    element = b.random.choice(("i32", "i64"))
    axis = b.random.randrange(x.rank)
    kinds = b.random.choice((("f32",), ("f64",), ("f32", "f64"), ("f64", "f32")))
    parts: list[str] = []
    for position, size in enumerate(x.sizes):
        number = integer_of(b, size, element)
        if position == axis:
            number = there_and_back(b, number, element, kinds)
        parts.append(
            b.op(f"stablehlo.reshape {number} : (tensor<{element}>) -> tensor<1x{element}>", "s")
        )
    kind = f"tensor<{x.rank}x{element}>"
    types = ", ".join([f"tensor<1x{element}>"] * x.rank)
    shape = parts[0]
    if x.rank > 1:
        shape = b.op(f"stablehlo.concatenate {', '.join(parts)}, dim = 0 : ({types}) -> {kind}")
    shown = b.hide(x.sizes)
    result = typed(x.element, x.sizes, shown)
    text = f"stablehlo.dynamic_reshape {x.name}, {shape} : ({x.type}, {kind}) -> {result}"
    b.add(b.op(text), x.element, x.sizes, shown)
    return True


@family
def rounded_sizes(b: Builder) -> bool:
    """What rounding adds to a number that may be too large for its float: a size from -9 to 9."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    factor = b.op(f"stablehlo.constant dense<{b.random.choice(LARGE)}> : tensor<i64>", "c")
    more = b.op(f"stablehlo.constant dense<{b.random.choice((-1, 0, 1))}> : tensor<i64>", "c")
    size = integer_of(b, b.random.choice(x.sizes), "i64")
    number = b.op(f"stablehlo.multiply {size}, {factor} : tensor<i64>", "n")
    number = b.op(f"stablehlo.add {number}, {more} : tensor<i64>", "n")
    kinds = b.random.choice((("f32",), ("f32",), ("f64",), ("bf16",), ("f32", "bf16")))
    rounded = there_and_back(b, number, "i64", kinds)
    if b.random.random() < 0.5:
        clamped_iota(b, b.op(f"stablehlo.subtract {rounded}, {number} : tensor<i64>", "n"), "i64")
        return True
    types = "(tensor<i64>, tensor<i64>) -> tensor<i1>"
    order = b.random.choice(("EQ", "NE", "LT", "LE"))
    same = b.op(f"stablehlo.compare {order}, {rounded}, {number}, SIGNED : {types}", "t")
    clamped_iota(
        b,
        b.op(f"stablehlo.select {same}, {size}, {more} : tensor<i1>, tensor<i64>", "n"),
        "i64",
    )
    return True


@family
def float_arithmetic_of_sizes(b: Builder) -> bool:
    """`ceil(size * a / b)` and the like, which is how the length of a range is computed."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    element, kind = b.random.choice(("i32", "i64")), b.random.choice(("f32", "f64"))
    whole = integer_of(b, b.random.choice(x.sizes), element)
    number = b.op(f"stablehlo.convert {whole} : (tensor<{element}>) -> tensor<{kind}>", "f")
    for _ in range(b.random.randrange(1, 4)):
        other = b.op(f"stablehlo.constant dense<{b.random.choice(NUMBERS)}> : tensor<{kind}>", "c")
        name = b.random.choice(BETWEEN)
        number = b.op(f"stablehlo.{name} {number}, {other} : tensor<{kind}>", "f")
        if b.random.random() < 0.5:
            number = b.op(f"stablehlo.{b.random.choice(KEEPING)} {number} : tensor<{kind}>", "f")
    back = b.op(f"stablehlo.convert {number} : (tensor<{kind}>) -> tensor<{element}>", "n")
    clamped_iota(b, back, element)
    return True


def is_vector(value: Value) -> bool:
    return value.rank == 1


@family
def cut_by_floats(b: Builder) -> bool:
    """The first half of a vector, the half found in floating point."""
    x = b.pick(is_vector)
    if x is None:
        return False
    size = integer_of(b, x.sizes[0], "i64")
    number = b.op(f"stablehlo.convert {size} : (tensor<i64>) -> tensor<f32>", "f")
    half = b.op("stablehlo.constant dense<0.5> : tensor<f32>", "c")
    number = b.op(f"stablehlo.multiply {number}, {half} : tensor<f32>", "f")
    number = b.op(f"stablehlo.{b.random.choice(('ceil', 'floor'))} {number} : tensor<f32>", "f")
    back = b.op(f"stablehlo.convert {number} : (tensor<f32>) -> tensor<i64>", "n")
    limit = b.op(f"stablehlo.reshape {back} : (tensor<i64>) -> tensor<1xi64>", "s")
    zero, one = (b.op(f"stablehlo.constant dense<{n}> : tensor<1xi64>", "c") for n in (0, 1))
    kind = "tensor<1xi64>"
    name = b.op(
        f"stablehlo.real_dynamic_slice {x.name}, {zero}, {limit}, {one} :"
        f" ({x.type}, {kind}, {kind}, {kind}) -> tensor<?x{x.element}>"
    )
    opaque(b, name, x.element, [Const(-1)], [False])
    return True
