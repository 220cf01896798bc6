"""Sizes computed by the `arith` and `shape` dialects."""

from __future__ import annotations

from fuzz.builder import Builder
from fuzz.families import family, opaque
from fuzz.sizes import Const, Size

INDEX_BINARY = "addi subi muli maxsi maxui minsi minui andi ori xori".split()
INDEX_BY_CONSTANT = (
    "divsi divui ceildivsi ceildivui floordivsi remsi remui shli shrsi shrui".split()
)
SHAPE_BINARY = "add mul min max div".split()


def small_iota(b: Builder, number: str) -> None:
    """A value whose size is an index, clamped to be small."""
    low, high = (b.op(f"arith.constant {n} : index", "i") for n in (0, 9))
    upper = b.op(f"arith.minsi {number}, {high} : index", "i")
    clamped = b.op(f"arith.maxsi {upper}, {low} : index", "i")
    shape = b.op(f"tensor.from_elements {clamped} : tensor<1xindex>", "s")
    name = b.op(f"stablehlo.dynamic_iota {shape}, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>")
    opaque(b, name, "i32", [Const(-1)], [False])


def any_size(b: Builder) -> str | None:
    x = b.pick(lambda v: v.rank > 0)
    return None if x is None else b.size_index(b.random.choice(x.sizes))


@family
def index_arithmetic(b: Builder) -> bool:
    """A size through one or two operations on indices."""
    number = any_size(b)
    if number is None:
        return False
    for _ in range(b.random.choice((1, 2))):
        if b.random.random() < 0.5:
            name, other = b.random.choice(INDEX_BINARY), any_size(b) or number
        else:
            name = b.random.choice(INDEX_BY_CONSTANT)
            value = b.random.choice((1, 2, 3))
            other = b.op(f"arith.constant {value} : index", "i")
        number = b.op(f"arith.{name} {number}, {other} : index", "i")
    if b.random.random() < 0.3:
        cast = b.random.choice(("index_cast", "index_castui"))
        wide = b.op(f"arith.{cast} {number} : index to i64", "l")
        number = b.op(f"arith.{cast} {wide} : i64 to index", "i")
    if b.random.random() < 0.3:
        other = any_size(b) or number
        order = b.random.choice("eq ne slt sle sgt sge ult ule ugt uge".split())
        truth = b.op(f"arith.cmpi {order}, {number}, {other} : index", "t")
        number = b.op(f"arith.select {truth}, {number}, {other} : index", "i")
    small_iota(b, number)
    return True


@family
def shape_numbers(b: Builder) -> bool:
    """A size through the arithmetic of the `shape` dialect."""
    number, other = any_size(b), any_size(b)
    if number is None or other is None:
        return False
    name = b.random.choice(SHAPE_BINARY)
    if name == "div":
        other = b.op(f"arith.constant {b.random.choice((1, 2, 3))} : index", "i")
    if name not in ("min", "max") and b.random.random() < 0.5:
        number = b.op(f'"shape.{name}"({number}, {other}) : (index, index) -> index', "i")
    else:
        left, right = (
            b.op(f'"shape.index_to_size"({n}) : (index) -> !shape.size', "z")
            for n in (number, other)
        )
        size = b.op(
            f'"shape.{name}"({left}, {right}) : (!shape.size, !shape.size) -> !shape.size', "z"
        )
        number = b.op(f'"shape.size_to_index"({size}) : (!shape.size) -> index', "i")
    small_iota(b, number)
    return True


@family
def extents(b: Builder) -> bool:
    """A shape taken apart and put together by `from_extents`, `concat`, `to_extent_tensor`."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None:
        return False
    sizes: list[Size] = list(x.sizes)
    numbers = [b.size_index(size) for size in sizes]
    indices = ", ".join(["index"] * x.rank)
    made = b.op(f'"shape.from_extents"({", ".join(numbers)}) : ({indices}) -> !shape.shape', "s")
    kind = f"tensor<{x.rank}xindex>"
    if b.random.random() < 0.5:
        shape = b.op(f"shape.shape_of {x.name} : {x.type} -> {kind}", "s")
        made = b.op(f'"shape.from_extent_tensor"({shape}) : ({kind}) -> !shape.shape', "s")
    if b.random.random() < 0.3:
        b.op(f'"shape.rank"({made}) : (!shape.shape) -> !shape.size', "z")
    if b.random.random() < 0.3:
        b.op(f'"shape.shape_eq"({made}, {made}) : (!shape.shape, !shape.shape) -> i1', "t")
    if b.random.random() < 0.3:
        types = "(!shape.shape, !shape.shape) -> i1"
        b.op(f'"shape.is_broadcastable"({made}, {made}) : {types}', "t")
    operand = b.op(f'"shape.to_extent_tensor"({made}) : (!shape.shape) -> {kind}', "s")
    shown = b.hide(sizes)
    result = x.__class__("", x.element, tuple(sizes), shown).type
    text = f"stablehlo.dynamic_reshape {x.name}, {operand} : ({x.type}, {kind}) -> {result}"
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def tensor_pieces(b: Builder) -> bool:
    """`tensor.rank`, `tensor.insert`, `tensor.generate` and `tensor.empty` that is filled."""
    x = b.pick(lambda v: v.rank == 1 and v.element in ("f32", "i32"))
    if x is None:
        return False
    size = x.sizes[0]
    n = b.size_index(size)
    kind = b.random.randrange(3)
    if kind == 0:
        rank = b.op(f"tensor.rank {x.name} : {x.type}", "i")
        small_iota(b, rank)
        return True
    literal = "2.0" if x.element == "f32" else "2"
    value = b.op(f"arith.constant {literal} : {x.element}", "e")
    if kind == 1:
        b.require_at_least(size, Const(1))
        at = b.op("arith.constant 0 : index", "i")
        text = f"tensor.insert {value} into {x.name}[{at}] : {x.type}"
        b.add(b.op(text), x.element, x.sizes, x.shown)
        return True
    if x.known(0) is not None:
        return False
    name = b.name()
    b.line(f'{name} = "tensor.generate"({n}) ({{')
    b.line("^bb0(%gi: index):")
    b.line(f'  "tensor.yield"({value}) : ({x.element}) -> ()')
    b.line(f"}}) : (index) -> {x.type}")
    b.add(name, x.element, x.sizes, x.shown)
    return True


@family
def switched_region(b: Builder) -> bool:
    """`scf.index_switch` by a size."""
    x = b.pick(lambda v: v.rank > 0)
    if x is None or b.depth > 2:
        return False
    name = b.name()
    n = b.size_index(b.random.choice(x.sizes))
    b.line(f'{name} = "scf.index_switch"({n}) <{{cases = array<i64: 1>}}> ({{')
    b.line(f'  "scf.yield"({x.name}) : ({x.type}) -> ()')
    b.line("}, {")
    barrier = b.name()
    b.line(f"  {barrier} = stablehlo.optimization_barrier {x.name} : {x.type}")
    b.line(f'  "scf.yield"({barrier}) : ({x.type}) -> ()')
    b.line(f"}}) : (index) -> {x.type}")
    b.add(name, x.element, x.sizes, x.shown)
    return True
