"""Families of operations that give elements another shape or order."""

from __future__ import annotations

import math
from collections.abc import Sequence

from fuzz.builder import Builder, Value
from fuzz.families import family
from fuzz.families_broadcasts import open_value
from fuzz.families_slicing import typed
from fuzz.sizes import Base, Binary, Const, Size, binary, evaluate, product


def dynamic_reshape(b: Builder, x: Value, sizes: Sequence[Size]) -> Value:
    operand, kind = b.shape(sizes)
    shown = b.hide(sizes)
    result = Value("", x.element, tuple(sizes), shown)
    name = b.op(
        f"stablehlo.dynamic_reshape {x.name}, {operand} : ({x.type}, {kind}) -> {result.type}"
    )
    return b.add(name, x.element, sizes, shown)


@family
def merge_dims(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    first = b.random.randrange(x.rank - 1)
    last = b.random.randrange(first + 2, x.rank + 1)
    merged = product(list(x.sizes[first:last]))
    dynamic_reshape(b, x, [*x.sizes[:first], merged, *x.sizes[last:]])
    return True


def _factors(size: Size) -> list[Size]:
    if isinstance(size, Binary) and size.operator == "*":
        return [*_factors(size.lhs), *_factors(size.rhs)]
    return [size]


@family
def split_dim(b: Builder) -> bool:
    """A product back into its factors, in any order; or a size into parts that divide it."""
    x = b.pick(lambda v: any(isinstance(s, Binary) and s.operator == "*" for s in v.sizes))
    if x is None or b.random.random() < 0.3:
        x = b.pick(lambda v: any(isinstance(s, Base) for s in v.sizes))
        if x is None:
            return False
        at = next(i for i, s in enumerate(x.sizes) if isinstance(s, Base))
        size, part = x.sizes[at], Const(b.random.choice((2, 4)))
        b.require(lambda env: evaluate(size, env) % part.number == 0)
        pieces: list[Size] = [binary("//", size, part), part]
    else:
        at = next(i for i, s in enumerate(x.sizes) if isinstance(s, Binary) and s.operator == "*")
        pieces = _factors(x.sizes[at])
    b.random.shuffle(pieces)
    if x.rank - 1 + len(pieces) > 6:
        return False
    dynamic_reshape(b, x, [*x.sizes[:at], *pieces, *x.sizes[at + 1 :]])
    return True


@family
def unit_dims(b: Builder) -> bool:
    """Insert or drop dimensions of size 1."""
    x = b.pick(lambda v: v.rank < 4)
    if x is None:
        return False
    if Const(1) in x.sizes and b.random.random() < 0.5:
        at = x.sizes.index(Const(1))
        sizes = [*x.sizes[:at], *x.sizes[at + 1 :]]
    else:
        at = b.random.randrange(x.rank + 1)
        sizes = [*x.sizes[:at], Const(1), *x.sizes[at:]]
    dynamic_reshape(b, x, sizes)
    return True


@family
def permuted_reshape(b: Builder) -> bool:
    """A reshape that swaps sizes without moving elements."""
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    sizes = list(x.sizes)
    b.random.shuffle(sizes)
    dynamic_reshape(b, x, sizes)
    return True


@family
def transposition(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    order = list(range(x.rank))
    b.random.shuffle(order)
    sizes, shown = [x.sizes[i] for i in order], tuple(x.shown[i] for i in order)
    result = Value("", x.element, tuple(sizes), shown)
    text = f"stablehlo.transpose {x.name}, dims = {order} : ({x.type}) -> {result.type}"
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def reversal(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    dims = sorted(b.random.sample(range(x.rank), b.random.randrange(1, x.rank + 1)))
    text = f"stablehlo.reverse {x.name}, dims = {dims} : {x.type}"
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


@family
def concatenation(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    at = b.random.randrange(x.rank)

    def fits(v: Value) -> bool:
        return (
            v.element == x.element
            and v.rank == x.rank
            and all(v.sizes[i] == x.sizes[i] for i in range(x.rank) if i != at)
        )

    y = b.pick(fits) or x
    total = binary("+", x.sizes[at], y.sizes[at])
    sizes = [*x.sizes[:at], total, *x.sizes[at + 1 :]]
    shown = [p and q for p, q in zip(x.shown, y.shown, strict=True)]
    result = Value("", x.element, tuple(sizes), tuple(shown))
    text = (
        f"stablehlo.concatenate {x.name}, {y.name}, dim = {at} : ({x.type}, {y.type}) ->"
        f" {result.type}"
    )
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def reshape_to_other(b: Builder) -> bool:
    """A reshape to sizes that fit only if products agree, which zero sizes make easy."""
    x = open_value(b)
    if x is None or x.rank < 2:
        return False
    others = [s for v in b.values for s in v.sizes if isinstance(s, Base) and s not in x.sizes]
    if not others:
        return False
    sizes = list(x.sizes)
    sizes[b.random.randrange(x.rank)] = b.random.choice(others)
    b.random.shuffle(sizes)
    old = list(x.sizes)
    b.require(
        lambda env: (
            math.prod(evaluate(s, env) for s in sizes) == math.prod(evaluate(s, env) for s in old)
        )
    )
    dynamic_reshape(b, x, sizes)
    return True


@family
def halves_joined(b: Builder) -> bool:
    """A dimension cut in two anywhere and put together again."""
    x = open_value(b)
    if x is None:
        return False
    at = b.random.choice([i for i, s in enumerate(x.sizes) if isinstance(s, Base)])
    size = x.sizes[at]
    cut = b.random.choice(
        (
            binary("//", size, Const(2)),
            binary("min", size, Const(3)),
            binary("%", size, Const(3)),
            binary("-", size, binary("//", size, Const(3))),
        )
    )
    parts: list[Value] = []
    zeros: list[Size] = [Const(0)] * x.rank
    for start, limit in ((Const(0), cut), (cut, size)):
        starts, kind = b.shape([*zeros[:at], start, *zeros[at + 1 :]], element="jax")
        limits, _ = b.shape([*x.sizes[:at], limit, *x.sizes[at + 1 :]], element="jax")
        steps, _ = b.shape([Const(1)] * x.rank, element="jax")
        length = binary("-", limit, start)
        sizes = [*x.sizes[:at], length, *x.sizes[at + 1 :]]
        text = (
            f"stablehlo.real_dynamic_slice {x.name}, {starts}, {limits}, {steps} :"
            f" ({x.type}, {kind}, {kind}, {kind}) -> {typed(x.element, sizes, x.shown)}"
        )
        parts.append(b.add(b.op(text), x.element, sizes, x.shown))
    text = (
        f"stablehlo.concatenate {parts[0].name}, {parts[1].name}, dim = {at} :"
        f" ({parts[0].type}, {parts[1].type}) -> {typed(x.element, x.sizes, x.shown)}"
    )
    joined = b.add(b.op(text), x.element, x.sizes, x.shown)
    b.add(
        b.op(f"stablehlo.subtract {x.name}, {joined.name} : {x.type}"), x.element, x.sizes, x.shown
    )
    return True


@family
def computed_reshape(b: Builder) -> bool:
    """MHLO's `-1`: `compute_reshape_shape` under `cstr_reshapable`."""
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    kind = f"tensor<{x.rank}xindex>"
    shape = b.op(f"shape.shape_of {x.name} : {x.type} -> {kind}", "s")
    count = b.op(f"shape.num_elements {shape} : {kind} -> index", "n")
    size, rest = x.sizes[-1], product(list(x.sizes[:-1]))
    b.require(lambda env: evaluate(size, env) > 0)
    minus, last = b.op("arith.constant -1 : index", "i"), b.size_index(size)
    target = b.op(f"tensor.from_elements {minus}, {last} : tensor<2xindex>", "s")
    types = "(index, tensor<2xindex>)"
    if b.random.random() < 0.5:
        b.op(f'"mhlo.cstr_reshapable"({count}, {target}) : {types} -> !shape.witness', "w")
    full = b.op(
        f'"mhlo.compute_reshape_shape"({count}, {target}) : {types} -> tensor<2xindex>', "s"
    )
    sizes, shown = [rest, size], [False, False]
    result = typed(x.element, sizes, shown)
    text = f"stablehlo.dynamic_reshape {x.name}, {full} : ({x.type}, tensor<2xindex>) -> {result}"
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def expand_shape(b: Builder) -> bool:
    """`tensor.expand_shape` of a product into its factors, or by ones."""
    x = b.pick(lambda v: v.rank > 0 and v.rank < 4)
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    size = x.sizes[at]
    unit = Const(b.random.choice((1, 2)))
    known = x.known(at)
    if known is not None and known % unit.number:
        return False
    if unit.number > 1 and known is None:
        b.require(lambda env: evaluate(size, env) % unit.number == 0)
    rest = Const(known // unit.number) if known is not None else binary("//", size, unit)
    if unit.number == 1:
        rest = size
    sizes = [*x.sizes[:at], rest, unit, *x.sizes[at + 1 :]]
    shown = [*x.shown[:at], x.shown[at], True, *x.shown[at + 1 :]]
    groups = [[i] for i in range(at)] + [[at, at + 1]] + [[i + 1] for i in range(at + 1, x.rank)]
    reassociation = ", ".join("[" + ", ".join(f"{i} : i64" for i in g) + "]" for g in groups)
    result = typed(x.element, sizes, shown)
    open_sizes = [
        b.size_index(s)
        for s, show in zip(sizes, shown, strict=True)
        if not (isinstance(s, Const) and show)
    ]
    static = ", ".join(
        str(s.number) if isinstance(s, Const) and show else "-9223372036854775808"
        for s, show in zip(sizes, shown, strict=True)
    )
    names = ", ".join([x.name, *open_sizes])
    types = ", ".join([x.type, *["index"] * len(open_sizes)])
    name = b.op(
        f'"tensor.expand_shape"({names}) <{{reassociation = [{reassociation}],'
        f" static_output_shape = array<i64: {static}>}}> : ({types}) -> {result}"
    )
    b.add(name, x.element, sizes, shown)
    return True
