"""Families of regions that run not at all, or more than once, where sizes are equal only inside."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import carried, family, generic, is_number, opaque
from fuzz.families_broadcasts import open_value
from fuzz.sizes import Const, Size


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


@family
def scf_while(b: Builder) -> bool:
    if (x := carried(b)) is None:
        return False
    zero, one = (b.op(f"arith.constant {n} : index", "i") for n in (0, 1))
    high = b.size_index(b.random.choice(x.sizes))
    name, i, a, c, j, d = (b.name() for _ in range(6))
    types = f"index, {x.type}"
    b.line(f"{name}:2 = scf.while ({i} = {zero}, {a} = {x.name}) : ({types}) -> ({types}) {{")
    b.line(f"  {c} = arith.cmpi slt, {i}, {high} : index")
    b.line(f"  scf.condition({c}) {i}, {a} : {types}")
    b.line("} do {")
    b.line(f"^bb0({j}: index, {d}: {x.type}):")
    inner = b.nested()
    following = inner.op(f"arith.addi {j}, {one} : index", "i")
    total = inner.op(f"stablehlo.add {d}, {x.name} : {x.type}")
    inner.line(f"scf.yield {following}, {total} : {types}")
    b.block(inner.lines)
    b.line("}")
    b.add(f"{name}#1", x.element, x.sizes, x.shown)
    return True


@family
def composite(b: Builder) -> bool:
    x = b.pick(is_number)
    if x is None or b.depth > 1:
        return False
    name = b.program.fresh("impl")
    b.program.functions.append(
        f"  func.func private @{name}(%a: {x.type}) -> {x.type} {{\n"
        f"    %0 = stablehlo.add %a, %a : {x.type}\n    return %0 : {x.type}\n  }}\n"
    )
    made = generic(
        b, "stablehlo.composite", [x], x.type, f'<{{name = "my.twice", decomposition = @{name}}}>'
    )
    b.add(made, x.element, x.sizes, x.shown)
    return True
