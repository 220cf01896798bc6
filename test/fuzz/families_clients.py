"""Families of what XLA's clients write into MHLO: copies, fusions, asynchronous calls, scans."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family, is_float, is_number
from fuzz.families_slicing import typed
from fuzz.sizes import Const, Size, binary


def same(b: Builder, x: Value, text: str) -> None:
    """A value like another one."""
    b.add(b.op(text), x.element, x.sizes, x.shown)


@family
def passed_on(b: Builder) -> bool:
    """Operations that hand their operand on."""
    x = b.pick()
    if x is None:
        return False
    kind = f"({x.type}) -> {x.type}"
    match b.random.randrange(7):
        case 0:
            same(b, x, f"mhlo.copy {x.name} : {x.type}")
        case 1:
            token = b.op('"mhlo.create_token"() : () -> !mhlo.token', "k")
            text = f"mhlo.add_dependency {x.name}, {token} : ({x.type}, !mhlo.token) -> {x.type}"
            same(b, x, text)
        case 2:
            attributes = (
                '<{kind = #mhlo<kind sharding>, entry_metadata = "a", exit_metadata = "b"}>'
            )
            same(b, x, f'"mhlo.domain"({x.name}) {attributes} : {kind}')
        case 3:
            groups = "<{replica_groups = dense<0> : tensor<1x1xi64>}>"
            same(b, x, f'"mhlo.cross-replica-sum"({x.name}) {groups} : {kind}')
        case 4:
            b.line(f'mhlo.trace {x.name}, "here" : {x.type}')
        case 5 if x.static and x.rank:
            b.program.meshes.add("mesh")
            dims = ", ".join(["{}"] * x.rank)
            name = b.random.choice(("sharding_constraint", "reshard"))
            same(b, x, f"sdy.{name} {x.name} <@mesh, [{dims}]> : {x.type}")
        case _:
            if x.element not in ("f32", "i32"):
                return False
            other = "i32" if x.element == "f32" else "f32"
            result = typed(other, x.sizes, x.shown)
            name = b.op(f'"mhlo.bitcast"({x.name}) : ({x.type}) -> {result}')
            b.add(name, other, x.sizes, x.shown)
    return True


@family
def fused(b: Builder) -> bool:
    """A fusion of two operands, one of which may leave again in another size."""
    x = b.pick(is_number)
    y = b.pick(is_number)
    if x is None or y is None or b.depth > 2:
        return False
    longer = y.rank > 0 and b.random.random() < 0.5
    sizes, shown = list(y.sizes), list(y.shown)
    if longer:
        sizes[0], shown[0] = binary("*", Const(2), y.sizes[0]), y.shown[0] and y.static
    result = typed(y.element, sizes, shown)
    name, a, c, z, w = (b.name() for _ in range(5))
    kind = "<{fusion_kind = #mhlo<fusion_kind kLoop>}>"
    b.line(f'{name}:2 = "mhlo.fusion"({x.name}, {y.name}) {kind} ({{')
    b.line(f"^bb0({a}: {x.type}, {c}: {y.type}):")
    b.line(f"  {z} = mhlo.add {a}, {a} : {x.type}")
    if longer:
        types = f"({y.type}, {y.type}) -> {result}"
        b.line(f'  {w} = "mhlo.concatenate"({c}, {c}) <{{dimension = 0 : i64}}> : {types}')
    else:
        b.line(f"  {w} = mhlo.add {c}, {c} : {y.type}")
    b.line(f"  mhlo.return {z}, {w} : {x.type}, {result}")
    b.line(f"}}) : ({x.type}, {y.type}) -> ({x.type}, {result})")
    b.add(f"{name}#0", x.element, x.sizes, x.shown)
    b.add(f"{name}#1", y.element, sizes, shown)
    return True


@family
def asynchronous(b: Builder) -> bool:
    """A computation that is started, looked after, and waited for."""
    x = b.pick(is_number)
    if x is None or b.depth > 1:
        return False
    callee = b.program.fresh("called")
    thread = 'execution_thread = "main"'
    b.program.functions.append(
        f"  func.func private @{callee}(%a: {x.type}) -> {x.type} attributes {{{thread}}} {{\n"
        f"    %0 = mhlo.add %a, %a : {x.type}\n    return %0 : {x.type}\n  }}\n"
    )
    bundle = f"!mhlo.async_bundle<tuple<{x.type}>, {x.type}, tensor<i32>>"
    called = f"<{{called_computation = @{callee}, {thread}}}>"
    future = b.op(f'"mhlo.async_start"({x.name}) {called} : ({x.type}) -> {bundle}', "k")
    if b.random.random() < 0.5:
        future = b.op(f'"mhlo.async_update"({future}) : ({bundle}) -> {bundle}', "k")
    same(b, x, f'"mhlo.async_done"({future}) : ({bundle}) -> {x.type}')
    return True


@family
def static_forms(b: Builder) -> bool:
    """`broadcast` in front, `dot` of vectors, the upper half of products."""
    x = b.pick(lambda v: is_number(v) and v.rank < 4)
    if x is None:
        return False
    kind = b.random.randrange(3)
    if kind == 0:
        sizes: list[Size] = [Const(2), *x.sizes]
        shown = [True, *x.shown]
        result = typed(x.element, sizes, shown)
        attributes = "<{broadcast_sizes = dense<2> : tensor<1xi64>}>"
        text = f'"mhlo.broadcast"({x.name}) {attributes} : ({x.type}) -> {result}'
        b.add(b.op(text), x.element, sizes, shown)
        return True
    if kind == 1:
        v = b.pick(lambda v: v.rank == 1 and v.element == "f32")
        if v is None:
            return False
        text = f'"mhlo.dot"({v.name}, {v.name}) : ({v.type}, {v.type}) -> tensor<f32>'
        b.add(b.op(text), "f32", [])
        return True
    if x.element not in ("i32", "i64"):
        return False
    same(b, x, f"mhlo.mulhi {x.name}, {x.name} : {x.type}")
    return True


@family
def constants(b: Builder) -> bool:
    """A constant of CHLO's own."""
    b.add(b.op("chlo.constant dense<[1.0, 2.0]> : tensor<2xf32>", "c"), "f32", [Const(2)])
    return True


@family
def largest(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0 and v.element in ("f32", "i32"))
    if x is None:
        return False
    known = x.known(x.rank - 1)
    if known is not None and known < 2:
        return False
    b.require_at_least(x.sizes[-1], Const(2))
    sizes, shown = [*x.sizes[:-1], Const(2)], [*x.shown[:-1], True]
    values, where = typed(x.element, sizes, shown), typed("i32", sizes, shown)
    name = b.name()
    side = b.random.choice(("", ", largest = false"))
    b.line(f"{name}:2 = mhlo.topk({x.name}, k = 2{side}) : {x.type} -> ({values}, {where})")
    b.add(f"{name}#0", x.element, sizes, shown)
    b.add(f"{name}#1", "i32", sizes, shown)
    return True


@family
def scanned(b: Builder) -> bool:
    """Running sums along the first dimension."""
    x = b.pick(lambda v: v.rank == 2 and is_number(v))
    if x is None or b.depth > 2:
        return False
    carry = b.pick(
        lambda v: v.element == x.element and v.sizes == x.sizes[1:] and v.shown == x.shown[1:]
    )
    if carry is None:
        zero = "0.0" if is_float(x) else "0"
        inner = b.op(f"stablehlo.constant dense<{zero}> : tensor<{x.element}>", "c")
        kind = typed(x.element, x.sizes[1:], x.shown[1:])
        name = b.name()
        b.line(
            f'{name} = "stablehlo.reduce"({x.name}, {inner}) <{{dimensions = array<i64: 0>}}> ({{'
        )
        b.line(f"^bb0(%ra: tensor<{x.element}>, %rb: tensor<{x.element}>):")
        b.line(f"  %rc = stablehlo.add %ra, %rb : tensor<{x.element}>")
        b.line(f"  stablehlo.return %rc : tensor<{x.element}>")
        b.line(f"}}) : ({x.type}, tensor<{x.element}>) -> {kind}")
        carry = b.add(name, x.element, x.sizes[1:], x.shown[1:])
    dialect, prefix = b.random.choice((("mhlo", "mhlo"), ("chlo", "stablehlo")))
    name, a, c, z = (b.name() for _ in range(4))
    more = "" if dialect == "mhlo" else " attributes {is_reverse = false}"
    b.line(f"{name}:2 = {dialect}.scan({x.name}) inits ({carry.name}) dimension=0{more} {{")
    b.line(f"^bb0({a}: {carry.type}, {c}: {carry.type}):")
    b.line(f"  {z} = {prefix}.add {a}, {c} : {carry.type}")
    b.line(f"  {prefix}.return {z}, {z} : {carry.type}, {carry.type}")
    b.line(f"}} : ({x.type}, {carry.type}) -> ({x.type}, {carry.type})")
    b.add(f"{name}#0", x.element, x.sizes, x.shown)
    return True


@family
def ragged_product(b: Builder) -> bool:
    """Rows in groups, each multiplied by the matrix of its group."""
    x = b.pick(lambda v: v.rank == 2 and v.element == "f32" and v.known(1) not in (None, 0))
    if x is None:
        return False
    depth = x.known(1) or 1
    b.require_at_least(x.sizes[0], Const(3))
    weights = b.op(f"stablehlo.constant dense<0.5> : tensor<2x{depth}x3xf32>", "c")
    counts = b.op("stablehlo.constant dense<[1, 2]> : tensor<2xi64>", "c")
    dialect = b.random.choice(("chlo", "mhlo"))
    plain = "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]"
    inner = plain
    if dialect == "mhlo":
        inner = f"dot_dimension_numbers = #mhlo.dot<{plain}>"
        plain = ""
    numbers = (
        f"#{dialect}.ragged_dot<{inner}, lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>"
    )
    sizes, shown = [x.sizes[0], Const(3)], [x.shown[0], True]
    result = typed("f32", sizes, shown)
    text = (
        f'"{dialect}.ragged_dot"({x.name}, {weights}, {counts})'
        f" <{{ragged_dot_dimension_numbers = {numbers}}}> :"
        f" ({x.type}, tensor<2x{depth}x3xf32>, tensor<2xi64>) -> {result}"
    )
    b.add(b.op(text), "f32", sizes, shown)
    return True


@family
def stochastic(b: Builder) -> bool:
    """Rounding by given bits, and a state of the run that moves on."""
    x = b.pick(lambda v: v.element == "f32")
    if x is None:
        return False
    bits = typed("ui32", x.sizes, x.shown)
    raw = b.op(f'"stablehlo.bitcast_convert"({x.name}) : ({x.type}) -> {bits}')
    result = typed("bf16", x.sizes, x.shown)
    text = f'"mhlo.stochastic_convert"({x.name}, {raw}) : ({x.type}, {bits}) -> {result}'
    b.add(b.op(text), "bf16", x.sizes, x.shown)
    if b.random.random() < 0.5:
        text = '"mhlo.xla.rng_get_and_update_state"() <{delta = 1 : i64}> : () -> tensor<2xui64>'
        state = b.op(text, "k")
        made = b.op(f"stablehlo.convert {state} : (tensor<2xui64>) -> tensor<2xi64>")
        b.add(made, "i64", [Const(2)])
    return True


@family
def quantized(b: Builder) -> bool:
    """Numbers as small integers, moved and computed with, and back."""
    x = b.pick(lambda v: v.rank > 0 and v.element == "f32")
    if x is None:
        return False
    kind = typed("!quant.uniform<i8:f32, 0.5:3>", x.sizes, x.shown)
    dialect = b.random.choice(("stablehlo", "mhlo"))
    stored = b.op(f'"{dialect}.uniform_quantize"({x.name}) : ({x.type}) -> {kind}', "q")
    if b.random.random() < 0.5:
        stored = b.op(f"stablehlo.reverse {stored}, dims = [0] : {kind}", "q")
    if b.random.random() < 0.5:
        name = b.random.choice(("add", "maximum", "multiply"))
        stored = b.op(f"stablehlo.{name} {stored}, {stored} : {kind}", "q")
    same(b, x, f'"{dialect}.uniform_dequantize"({stored}) : ({kind}) -> {x.type}')
    return True


@family
def tuples(b: Builder) -> bool:
    x, y = b.pick(), b.pick()
    if x is None or y is None:
        return False
    kind = f"tuple<{x.type}, {y.type}>"
    made = b.op(f'"stablehlo.tuple"({x.name}, {y.name}) : ({x.type}, {y.type}) -> {kind}')
    name = b.op(
        f'"stablehlo.get_tuple_element"({made}) <{{index = 1 : i32}}> : ({kind}) -> {y.type}'
    )
    b.add(name, y.element, y.sizes, y.shown)
    return True
