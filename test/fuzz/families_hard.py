"""Families that tempt a prover: zero sizes, sizes that may be 1, regions that may not run."""

from __future__ import annotations

import math

from fuzz.builder import Builder, Value
from fuzz.families import dynamic_broadcast, family, is_number, opaque
from fuzz.families_reshapes import dynamic_reshape
from fuzz.families_slicing import typed
from fuzz.sizes import Base, Const, Size, binary, evaluate


def open_value(b: Builder, rank: int | None = None) -> Value | None:
    """A number-typed value with a size nobody knows."""
    return b.pick(
        lambda v: (
            is_number(v)
            and (rank is None or v.rank == rank)
            and any(isinstance(s, Base) for s in v.sizes)
        )
    )


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
def open_broadcast(b: Builder) -> bool:
    """A broadcast to another size: legal when the old one is 1 or equal."""
    x = open_value(b)
    others = [s for v in b.values for s in v.sizes if isinstance(s, Base)]
    if x is None or not others:
        return False
    sizes = list(x.sizes)
    at = b.random.randrange(x.rank)
    old, new = sizes[at], b.random.choice(others)
    if isinstance(old, Const):
        return False
    sizes[at] = new
    b.require(lambda env: evaluate(old, env) in (1, evaluate(new, env)))
    dynamic_broadcast(b, x, sizes, range(x.rank))
    return True


def _different_pair(b: Builder) -> tuple[Value, Value] | None:
    """Two values of one type whose sizes are not known to be equal."""
    x = open_value(b)
    if x is None:
        return None
    y = b.pick(lambda v: v.type == x.type and v.sizes != x.sizes)
    return None if y is None else (x, y)


@family
def equal_only_inside(b: Builder) -> bool:
    """`if a == b { x + y } else { x }`: what holds in the branch must stay there."""
    pair = _different_pair(b)
    if pair is None or b.depth > 2:
        return False
    x, y = pair
    tests: list[str] = []
    for s, t in zip(x.sizes, y.sizes, strict=True):
        if s != t:
            p, q = b.size_i32(s), b.size_i32(t)
            tests.append(
                b.op(
                    f"stablehlo.compare EQ, {p}, {q}, SIGNED : (tensor<i32>, tensor<i32>) ->"
                    " tensor<i1>"
                )
            )
    condition = tests[0]
    for test in tests[1:]:
        condition = b.op(f"stablehlo.and {condition}, {test} : tensor<i1>")
    name = b.name()
    inner = b.nested()
    total = inner.op(f"stablehlo.add {x.name}, {y.name} : {x.type}")
    inner.line(f"stablehlo.return {total} : {x.type}")
    b.line(f'{name} = "stablehlo.if"({condition}) ({{')
    b.block(inner.lines)
    b.line("}, {")
    b.line(f"  stablehlo.return {x.name} : {x.type}")
    b.line(f"}}) : (tensor<i1>) -> {x.type}")
    b.add(name, x.element, x.sizes, x.shown)
    return True


@family
def idle_loop(b: Builder) -> bool:
    """A loop that may run zero times and whose body demands equal sizes."""
    pair = _different_pair(b)
    if pair is None or b.depth > 2 or b.loops:
        return False
    x, y = pair
    trips = b.pick(lambda v: v.element == "i32" and v.rank == 0)
    if trips is not None:
        low = b.op("arith.constant 0 : index", "i")
        scalar = b.op(f"tensor.extract {trips.name}[] : tensor<i32>", "e")
        high = b.op(f"arith.index_cast {scalar} : i32 to index", "i")
    else:
        low = b.size_index(Const(b.random.choice((0, 1, 3))))
        high = b.size_index(b.random.choice(x.sizes))
    step = b.op("arith.constant 1 : index", "i")
    name, i, acc = b.name(), b.name("i"), b.name("a")
    b.line(
        f"{name} = scf.for {i} = {low} to {high} step {step} iter_args({acc} = {x.name}) ->"
        f" ({x.type}) {{"
    )
    inner = b.nested()
    total = inner.op(f"stablehlo.add {acc}, {y.name} : {x.type}")
    inner.line(f"scf.yield {total} : {x.type}")
    b.block(inner.lines)
    b.line("}")
    sizes: list[Size] = [s if s == t else Const(-1) for s, t in zip(x.sizes, y.sizes, strict=True)]
    opaque(b, name, x.element, sizes, x.shown)
    return True


@family
def swapping_loop(b: Builder) -> bool:
    """Two loop-carried values that change places, and with them their sizes."""
    pair = _different_pair(b)
    if pair is None or b.depth > 2 or b.loops:
        return False
    x, y = pair
    zero, one = (b.op(f"stablehlo.constant dense<{n}> : tensor<i32>", "c") for n in (0, 1))
    limit = b.op(f"stablehlo.constant dense<{b.random.choice((0, 1, 2))}> : tensor<i32>", "c")
    name, i, p, q, test = b.name(), b.name("i"), b.name("a"), b.name("a"), b.name()
    types = f"tensor<i32>, {x.type}, {y.type}"
    b.line(f"{name}:3 = stablehlo.while({i} = {zero}, {p} = {x.name}, {q} = {y.name}) : {types}")
    b.line("cond {")
    b.line(
        f"  {test} = stablehlo.compare LT, {i}, {limit}, SIGNED :"
        " (tensor<i32>, tensor<i32>) -> tensor<i1>"
    )
    b.line(f"  stablehlo.return {test} : tensor<i1>")
    b.line("} do {")
    inner = b.nested()
    following = inner.op(f"stablehlo.add {i}, {one} : tensor<i32>")
    inner.line(f"stablehlo.return {following}, {q}, {p} : {types}")
    b.block(inner.lines)
    b.line("}")
    for index in (1, 2):
        sizes: list[Size] = [
            s if s == t else Const(-1) for s, t in zip(x.sizes, y.sizes, strict=True)
        ]
        opaque(b, f"{name}#{index}", x.element, sizes, x.shown)
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
    name = random.choice(
        "add subtract multiply divide remainder maximum minimum and or xor shift_left"
        " shift_right_arithmetic shift_right_logical negate abs sign not select clamp narrow"
        " compare power".split()
    )
    if name in ("negate", "abs", "sign", "not"):
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
