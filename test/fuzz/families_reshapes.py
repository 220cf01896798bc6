"""Families of operations that give elements another shape or order."""

from __future__ import annotations

from collections.abc import Sequence

from fuzz.builder import Builder, Value
from fuzz.families import family
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
