"""Families of operations of the tensor dialect that make, join, pad or insert."""

from __future__ import annotations

from fuzz.builder import Builder
from fuzz.families import family, generic
from fuzz.families_slicing import typed
from fuzz.sizes import Const, binary


@family
def splat_and_empty(b: Builder) -> bool:
    like = b.pick(lambda v: v.rank > 0 and v.element in ("f32", "i32"))
    if like is None:
        return False
    opens = [b.size_index(s) for i, s in enumerate(like.sizes) if like.known(i) is None]
    element = like.element
    value = b.op(f"arith.constant {'2.0' if element == 'f32' else '2'} : {element}", "e")
    names = ", ".join([value, *opens])
    types = ", ".join([element, *["index"] * len(opens)])
    made = b.op(f'"tensor.splat"({names}) : ({types}) -> {like.type}')
    b.add(made, element, like.sizes, like.shown)
    total = b.op(f"stablehlo.add {made}, {like.name} : {like.type}")
    b.add(total, element, like.sizes, like.shown)
    return True


@family
def tensor_concat(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    sizes = [*x.sizes[:at], binary("+", x.sizes[at], x.sizes[at]), *x.sizes[at + 1 :]]
    result = typed(x.element, sizes, x.shown)
    name = generic(b, "tensor.concat", [x, x], result, f"<{{dim = {at} : i64}}>")
    b.add(name, x.element, sizes, x.shown)
    return True


@family
def tensor_pad(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0 and v.element in ("f32", "i32"))
    if x is None:
        return False
    low = [b.random.choice((0, 1, 2)) for _ in x.sizes]
    high = [b.random.choice((0, 1)) for _ in x.sizes]
    sizes = [binary("+", s, Const(p + q)) for s, p, q in zip(x.sizes, low, high, strict=True)]
    value = b.op(f"arith.constant {'0.5' if x.element == 'f32' else '5'} : {x.element}", "e")
    name = b.name()
    result = typed(x.element, sizes, x.shown)
    indices = ", ".join(f"%p{i}: index" for i in range(x.rank))
    b.line(f"{name} = tensor.pad {x.name} low[{str(low)[1:-1]}] high[{str(high)[1:-1]}] {{")
    b.line(f"^bb0({indices}):")
    b.line(f"  tensor.yield {value} : {x.element}")
    b.line(f"}} : {x.type} to {result}")
    b.add(name, x.element, sizes, x.shown)
    return True


@family
def insert_slice(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    zeros, ones = ", ".join(["0"] * x.rank), ", ".join(["1"] * x.rank)
    sizes = ", ".join(b.size_index(s) for s in x.sizes)
    text = (
        f"tensor.insert_slice {x.name} into {x.name}[{zeros}] [{sizes}] [{ones}] :"
        f" {x.type} into {x.type}"
    )
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True
