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
HLO_UNARY = "negate abs sign not".split()
HLO_BINARY = (
    "add subtract multiply divide remainder maximum minimum and or xor shift_left"
    " shift_right_arithmetic shift_right_logical power"
).split()


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
        if b.random.random() < 0.3:
            right = b.op(f"shape.const_size {b.random.choice((1, 2, 3))}", "z")
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


NUMBERS = (0, 1, 2, 3, 4, 7, -1, -2, -8, 64, 2**31 - 1, -(2**31), 2**30, 65536)


def _hlo_integer(b: Builder, depth: int) -> str:
    """A rank-0 i32 tensor computed from sizes, data and constants by anything there is."""
    random = b.random
    if depth == 0 or random.random() < 0.15:
        x = b.pick(lambda v: v.rank > 0)
        kind = random.random()
        if x is not None and kind < 0.7:
            return b.size_i32(random.choice(x.sizes))
        y = b.pick(lambda v: v.element == "i32" and v.rank == 0)
        if y is not None and kind < 0.8:
            return y.name
        return b.op(f"stablehlo.constant dense<{random.choice(NUMBERS)}> : tensor<i32>", "c")
    left = _hlo_integer(b, depth - 1)
    name = random.choice((*HLO_BINARY, *HLO_UNARY, "select", "clamp", "narrow", "compare"))
    if name in HLO_UNARY:
        return b.op(f"stablehlo.{name} {left} : tensor<i32>", "n")
    if name == "narrow":
        kind = random.choice(("i8", "i64", "ui8", "ui32", "i16", "f32"))
        other = b.op(f"stablehlo.convert {left} : (tensor<i32>) -> tensor<{kind}>", "n")
        return b.op(f"stablehlo.convert {other} : (tensor<{kind}>) -> tensor<i32>", "n")
    right = _hlo_integer(b, depth - 1)
    if name == "compare":
        direction = random.choice(("EQ", "NE", "LT", "LE", "GT", "GE"))
        sign = "SIGNED"
        truth = b.op(
            f"stablehlo.compare {direction}, {left}, {right}, {sign} :"
            " (tensor<i32>, tensor<i32>) -> tensor<i1>"
        )
        return b.op(f"stablehlo.convert {truth} : (tensor<i1>) -> tensor<i32>", "n")
    if name == "select":
        direction = random.choice(("EQ", "NE", "LT", "LE", "GT", "GE"))
        truth = b.op(
            f"stablehlo.compare {direction}, {left}, {right}, SIGNED :"
            " (tensor<i32>, tensor<i32>) -> tensor<i1>"
        )
        third = _hlo_integer(b, depth - 1)
        chosen = random.choice(((left, right), (right, left), (third, left), (left, third)))
        return b.op(
            f"stablehlo.select {truth}, {chosen[0]}, {chosen[1]} : tensor<i1>, tensor<i32>", "n"
        )
    if name == "clamp":
        third = _hlo_integer(b, depth - 1)
        return b.op(f"stablehlo.clamp {left}, {third}, {right} : tensor<i32>", "n")
    return b.op(f"stablehlo.{name} {left}, {right} : tensor<i32>", "n")


def _arith_integer(b: Builder, depth: int) -> str:
    """An index computed from sizes and constants by anything arith has."""
    random = b.random
    if depth == 0 or random.random() < 0.15:
        x = b.pick(lambda v: v.rank > 0)
        if x is not None and random.random() < 0.7:
            return b.size_index(random.choice(x.sizes))
        number = random.choice((*NUMBERS, 2**40))
        return b.op(f"arith.constant {number} : index", "i")
    left = _arith_integer(b, depth - 1)
    name = random.choice(
        "addi subi muli divsi divui floordivsi ceildivsi ceildivui remsi remui maxsi maxui minsi"
        " minui andi ori xori shli shrsi shrui narrow select".split()
    )
    if name == "narrow":
        kind = random.choice(("i32", "i8", "i64", "i16"))
        other = b.op(f"arith.index_cast {left} : index to {kind}", "l")
        return b.op(f"arith.index_cast {other} : {kind} to index", "i")
    if name in ("divsi", "divui", "floordivsi", "ceildivsi", "ceildivui", "remsi", "remui"):
        right = b.op(f"arith.constant {random.choice((1, 2, 3, 4, 8, 64, -1, -2))} : index", "i")
        if random.random() < 0.2:
            one = b.op("arith.constant 1 : index", "i")
            right = b.op(f"arith.maxsi {_arith_integer(b, depth - 1)}, {one} : index", "i")
        return b.op(f"arith.{name} {left}, {right} : index", "i")
    if name in ("shli", "shrsi", "shrui"):
        right = b.op(f"arith.constant {random.choice((0, 1, 2, 5, 31, 63))} : index", "i")
        return b.op(f"arith.{name} {left}, {right} : index", "i")
    right = _arith_integer(b, depth - 1)
    if name == "select":
        order = random.choice("eq ne slt sle sgt sge ult ule ugt uge".split())
        truth = b.op(f"arith.cmpi {order}, {left}, {right} : index", "t")
        third = _arith_integer(b, depth - 1)
        chosen = random.choice(((left, right), (right, left), (third, left), (left, third)))
        return b.op(f"arith.select {truth}, {chosen[0]}, {chosen[1]} : index", "i")
    return b.op(f"arith.{name} {left}, {right} : index", "i")


@family
def integer_data(b: Builder) -> bool:
    """Integer arithmetic over sizes whose result is data: it must stay exactly as it is."""
    depth = b.random.randrange(1, 4)
    if b.random.random() < 0.5:
        b.add(_hlo_integer(b, depth), "i32", ())
        return True
    index = _arith_integer(b, depth)
    wide = b.op(f"arith.index_cast {index} : index to i64", "l")
    b.add(b.op(f"tensor.from_elements {wide} : tensor<i64>"), "i64", ())
    return True


@family
def integer_size(b: Builder) -> bool:
    """Integer arithmetic over sizes, clamped to a small size of its own."""
    depth = b.random.randrange(1, 4)
    if b.random.random() < 0.5:
        number = _hlo_integer(b, depth)
        low, high = (b.op(f"stablehlo.constant dense<{n}> : tensor<i32>", "c") for n in (0, 9))
        clamped = b.op(f"stablehlo.clamp {low}, {number}, {high} : tensor<i32>", "n")
        shape = b.op(f"stablehlo.reshape {clamped} : (tensor<i32>) -> tensor<1xi32>", "s")
        kind = "tensor<1xi32>"
    else:
        index = _arith_integer(b, depth)
        low, high = (b.op(f"arith.constant {n} : index", "i") for n in (0, 9))
        upper = b.op(f"arith.minsi {index}, {high} : index", "i")
        clamped = b.op(f"arith.maxsi {upper}, {low} : index", "i")
        shape = b.op(f"tensor.from_elements {clamped} : tensor<1xindex>", "s")
        kind = "tensor<1xindex>"
    name = b.op(f"stablehlo.dynamic_iota {shape}, dim = 0 : ({kind}) -> tensor<?xi32>")
    opaque(b, name, "i32", [Const(-1)], [False])
    return True
