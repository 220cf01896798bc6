"""Families of elements selected by rank or index, or read as another type."""

from __future__ import annotations

from fuzz.builder import Builder
from fuzz.families import family, generic
from fuzz.families_slicing import typed
from fuzz.sizes import Const


@family
def top_k(b: Builder) -> bool:
    """`chlo.top_k`, and the custom call with an operand for k."""
    x = b.pick(lambda v: v.rank > 0 and v.element in ("f32", "i32"))
    if x is None:
        return False
    last = x.sizes[-1]
    k = Const(b.random.choice((1, 2)))
    known = x.known(x.rank - 1)
    if known is not None and known < k.number:
        return False
    b.require_at_least(last, k)
    sizes, shown = [*x.sizes[:-1], k], [*x.shown[:-1], True]
    values, where = typed(x.element, sizes, shown), typed("i32", sizes, shown)
    name = b.name()
    if b.random.random() < 0.5:
        b.line(
            f'{name}:2 = "chlo.top_k"({x.name}) <{{k = {k.number} : i64}}> :'
            f" ({x.type}) -> ({values}, {where})"
        )
    else:
        number = b.op(f"stablehlo.constant dense<{k.number}> : tensor<i32>", "c")
        b.line(
            f"{name}:2 = stablehlo.custom_call @stablehlo.dynamic_top_k({x.name}, {number}) :"
            f" ({x.type}, tensor<i32>) -> ({values}, {where})"
        )
    b.add(f"{name}#0", x.element, sizes, shown)
    b.add(f"{name}#1", "i32", sizes, shown)
    return True


@family
def index_select(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    i = b.pick(lambda v: v.element == "i32" and v.rank == 1)
    if x is None or i is None:
        return False
    at = b.random.randrange(x.rank)
    b.require_at_least(x.sizes[at], Const(1))
    sizes = [*x.sizes[:at], i.sizes[0], *x.sizes[at + 1 :]]
    shown = [*x.shown[:at], i.shown[0], *x.shown[at + 1 :]]
    attributes = f"<{{dim = {at} : i64, batch_dims = 0 : i64}}>"
    kind = typed(x.element, sizes, shown)
    name = generic(b, "mhlo.torch_index_select", [x, i], kind, attributes)
    b.add(name, x.element, sizes, shown)
    return True


@family
def bitcast(b: Builder) -> bool:
    x = b.pick(lambda v: v.element in ("f32", "i32"))
    if x is None:
        return False
    if b.random.random() < 0.5:
        other = "i32" if x.element == "f32" else "f32"
        kind = typed(other, x.sizes, x.shown)
        b.add(generic(b, "stablehlo.bitcast_convert", [x], kind), other, x.sizes, x.shown)
        return True
    sizes, shown = [*x.sizes, Const(4)], [*x.shown, True]
    kind = typed("i8", sizes, shown)
    b.add(generic(b, "stablehlo.bitcast_convert", [x], kind), "i8", sizes, shown)
    return True
