"""Families: reductions, windows, contractions, convolutions, sorts."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family, is_float, is_number
from fuzz.families_slicing import typed
from fuzz.sizes import Const, Size, binary


@family
def reduce_dims(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0 and is_number(v))
    if x is None:
        return False
    dims = sorted(b.random.sample(range(x.rank), b.random.randrange(1, x.rank + 1)))
    kept = [i for i in range(x.rank) if i not in dims]
    sizes, shown = [x.sizes[i] for i in kept], [x.shown[i] for i in kept]
    init = b.op(
        f"stablehlo.constant dense<0{'.0' if is_float(x) else ''}> : tensor<{x.element}>", "c"
    )
    name = b.random.choice(("add", "maximum", "minimum", "multiply"))
    text = (
        f"stablehlo.reduce({x.name} init: {init}) applies stablehlo.{name} across dimensions ="
        f" {dims} : ({x.type}, tensor<{x.element}>) -> {typed(x.element, sizes, shown)}"
    )
    b.add(b.op(text), x.element, sizes, shown)
    return True


@family
def softmax(b: Builder) -> bool:
    """Reduce, put the dimension back, broadcast, subtract: as every exporter writes it."""
    x = b.pick(lambda v: v.rank > 0 and v.element == "f32")
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    kept = [i for i in range(x.rank) if i != at]
    sizes, shown = [x.sizes[i] for i in kept], [x.shown[i] for i in kept]
    init = b.op("stablehlo.constant dense<0xFF800000> : tensor<f32>", "c")
    reduced = typed("f32", sizes, shown)
    top = b.op(
        f"stablehlo.reduce({x.name} init: {init}) applies stablehlo.maximum across dimensions ="
        f" [{at}] : ({x.type}, tensor<f32>) -> {reduced}"
    )
    shape, kind = b.shape(x.sizes)
    wide = b.op(
        f"stablehlo.dynamic_broadcast_in_dim {top}, {shape}, dims = {kept} : ({reduced}, {kind})"
        f" -> {x.type}"
    )
    b.add(b.op(f"stablehlo.subtract {x.name}, {wide} : {x.type}"), "f32", x.sizes, x.shown)
    return True


@family
def argmax(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0 and v.element in ("f32", "i32"))
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    kept = [i for i in range(x.rank) if i != at]
    sizes, shown = [x.sizes[i] for i in kept], [x.shown[i] for i in kept]
    shape, kind = b.shape(x.sizes)
    where = Value("", "i32", x.sizes, x.shown)
    index = b.op(f"stablehlo.dynamic_iota {shape}, dim = {at} : ({kind}) -> {where.type}")
    e = x.element
    low = b.op(f"stablehlo.constant dense<{'0.0' if is_float(x) else '0'}> : tensor<{e}>", "c")
    zero = b.op("stablehlo.constant dense<0> : tensor<i32>", "c")
    first, second = typed(e, sizes, shown), typed("i32", sizes, shown)
    name = b.name()
    b.line(
        f"{name}:2 = stablehlo.reduce({x.name} init: {low}), ({index} init: {zero}) across"
        f" dimensions = [{at}] : ({x.type}, {where.type}, tensor<{e}>, tensor<i32>) ->"
        f" ({first}, {second})"
    )
    sign = "FLOAT" if is_float(x) else "SIGNED"
    scalar, integer, truth = f"tensor<{e}>", "tensor<i32>", "tensor<i1>"
    b.line(f" reducer(%ra: {scalar}, %rc: {scalar}) (%rb: {integer}, %rd: {integer})  {{")
    left, right = "%ra", "%rc"
    if is_float(x):
        # A NaN is less than what is a number: pairs are ordered, and reduced in any order.
        b.line(f"  %rl = stablehlo.constant dense<0xFF800000> : {scalar}")
        for key, number in (("%ka", left), ("%kc", right)):
            kinds = f"({scalar}, {scalar}) -> {truth}"
            b.line(f"  {key}n = stablehlo.compare EQ, {number}, {number}, FLOAT : {kinds}")
            b.line(f"  {key} = stablehlo.select {key}n, {number}, %rl : {truth}, {scalar}")
        left, right = "%ka", "%kc"
    for text in (
        f"%r0 = stablehlo.compare GT, {left}, {right}, {sign} : ({scalar}, {scalar}) -> {truth}",
        f"%r1 = stablehlo.compare EQ, {left}, {right}, {sign} : ({scalar}, {scalar}) -> {truth}",
        f"%r2 = stablehlo.compare LT, %rb, %rd, SIGNED : ({integer}, {integer}) -> {truth}",
        f"%r3 = stablehlo.and %r1, %r2 : {truth}",
        f"%r4 = stablehlo.or %r0, %r3 : {truth}",
        f"%r5 = stablehlo.select %r4, %ra, %rc : {truth}, {scalar}",
        f"%r6 = stablehlo.select %r4, %rb, %rd : {truth}, {integer}",
        f"stablehlo.return %r5, %r6 : {scalar}, {integer}",
    ):
        b.line("  " + text)
    b.line("}")
    b.add(f"{name}#0", e, sizes, shown)
    b.add(f"{name}#1", "i32", sizes, shown)
    return True


@family
def dot_general(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0 and v.element in ("f32", "i32"))
    if x is None:
        return False
    y = b.pick(
        lambda v: (
            v.element == x.element and v.rank > 0 and any(s == t for s in v.sizes for t in x.sizes)
        )
    )
    if y is None:
        return False
    pairs = [(i, j) for i in range(x.rank) for j in range(y.rank) if x.sizes[i] == y.sizes[j]]
    b.random.shuffle(pairs)
    contracting = [pairs[0]]
    batching = [
        p
        for p in pairs[1:2]
        if p[0] != pairs[0][0] and p[1] != pairs[0][1] and b.random.random() < 0.6
    ]
    left = [i for i in range(x.rank) if i not in [p[0] for p in contracting + batching]]
    right = [j for j in range(y.rank) if j not in [p[1] for p in contracting + batching]]
    sizes = [x.sizes[i] for i, _ in batching] + [x.sizes[i] for i in left]
    sizes += [y.sizes[j] for j in right]
    shown = [x.shown[i] for i, _ in batching] + [x.shown[i] for i in left]
    shown += [y.shown[j] for j in right]
    if len(sizes) > 5:
        return False
    batch = ""
    if batching:
        batch = f"batching_dims = {[p[0] for p in batching]} x {[p[1] for p in batching]}, "
    text = (
        f"stablehlo.dot_general {x.name}, {y.name}, {batch}contracting_dims ="
        f" {[p[0] for p in contracting]} x {[p[1] for p in contracting]} :"
        f" ({x.type}, {y.type}) -> {typed(x.element, sizes, shown)}"
    )
    b.add(b.op(text), x.element, sizes, shown)
    return True


def window_size(size: Size, reach: int, stride: int, pad: int) -> Size:
    """How many positions a window has: 0 when it does not fit."""
    room = binary("-", binary("+", size, Const(pad)), Const(reach))
    return binary("max", binary("+", binary("//", room, Const(stride)), Const(1)), Const(0))


@family
def reduce_window(b: Builder) -> bool:
    x = b.pick(lambda v: 0 < v.rank < 4 and v.element == "f32")
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    reach, stride, pad = b.random.choice((2, 3)), b.random.choice((1, 2)), b.random.choice((0, 1))
    size = x.sizes[at]
    positions = window_size(size, reach, stride, pad)
    sizes = [*x.sizes[:at], positions, *x.sizes[at + 1 :]]
    if isinstance(positions, Const) and positions.number < 0:
        return False
    shown = list(x.shown)
    init = b.op("stablehlo.constant dense<0.0> : tensor<f32>", "c")
    name = b.random.choice(("add", "maximum"))
    if b.random.random() < 0.3:
        return _dynamic_reduce_window(b, x, at, reach, stride, pad, sizes, init)
    ones = [1] * x.rank
    window, strides = list(ones), list(ones)
    window[at], strides[at] = reach, stride
    edges = [[0, 0] for _ in ones]
    edges[at] = [0, pad]
    made = b.name()
    b.line(
        f'{made} = "stablehlo.reduce_window"({x.name}, {init}) <{{padding = dense<{edges}> :'
        f" tensor<{x.rank}x2xi64>, window_dimensions = array<i64: {str(window)[1:-1]}>,"
        f" window_strides = array<i64: {str(strides)[1:-1]}>}}> ({{"
    )
    b.line("^bb0(%wa: tensor<f32>, %wb: tensor<f32>):")
    b.line(f"  %wc = stablehlo.{name} %wa, %wb : tensor<f32>")
    b.line("  stablehlo.return %wc : tensor<f32>")
    b.line(f"}}) : ({x.type}, tensor<f32>) -> {typed('f32', sizes, shown)}")
    b.add(made, "f32", sizes, shown)
    return True


def _dynamic_reduce_window(
    b: Builder, x: Value, at: int, reach: int, stride: int, pad: int, sizes: list[Size], init: str
) -> bool:
    """The custom call JAX emits: everything about the window is an operand."""
    body = b.program.fresh("window_body")
    b.program.functions.append(
        f"  func.func private @{body}(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {{\n"
        "    %0 = stablehlo.add %a, %b : tensor<f32>\n"
        "    return %0 : tensor<f32>\n  }\n"
    )
    ones: list[Size] = [Const(1)] * x.rank

    def with_one(number: int) -> list[Size]:
        return [*ones[:at], Const(number), *ones[at + 1 :]]

    window, kind = b.shape(with_one(reach), element="jax")
    strides, _ = b.shape(with_one(stride), element="jax")
    plain, _ = b.shape(ones, element="jax")
    edges = [[0, 0] for _ in ones]
    edges[at] = [0, pad]
    padding = b.op(f"stablehlo.constant dense<{edges}> : tensor<{x.rank}x2xi32>", "c")
    shown = [False] * x.rank
    result = typed("f32", sizes, shown)
    text = (
        f"stablehlo.custom_call @stablehlo.dynamic_reduce_window({x.name}, {init}, {window},"
        f" {strides}, {plain}, {plain}, {padding}) {{called_computations = [@{body}]}} :"
        f" ({x.type}, tensor<f32>, {kind}, {kind}, {kind}, {kind}, tensor<{x.rank}x2xi32>) ->"
        f" {result}"
    )
    b.add(b.op(text), "f32", sizes, shown)
    return True


@family
def convolution(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank == 3 and v.element == "f32" and v.known(2) not in (None, 0))
    if x is None:
        return False
    features, outputs = x.known(2) or 1, b.random.choice((1, 2))
    reach, stride = b.random.choice((1, 2, 3)), b.random.choice((1, 2))
    low, high = b.random.choice((0, 1)), b.random.choice((0, 1))
    weights = b.op(f"stablehlo.constant dense<0.5> : tensor<{reach}x{features}x{outputs}xf32>", "c")
    size = x.sizes[1]
    sizes = [x.sizes[0], window_size(size, reach, stride, low + high), Const(outputs)]
    shown = [x.shown[0], x.shown[1], True]
    if isinstance(sizes[1], Const) and (sizes[1].number < 0 or not isinstance(size, Const)):
        return False
    result = typed("f32", sizes, shown)
    text = (
        f"stablehlo.convolution({x.name}, {weights}) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f],"
        f" window = {{stride = [{stride}], pad = [[{low}, {high}]]}} {{batch_group_count = 1 : i64,"
        f" feature_group_count = 1 : i64}} :"
        f" ({x.type}, tensor<{reach}x{features}x{outputs}xf32>) -> {result}"
    )
    b.add(b.op(text), "f32", sizes, shown)
    return True


@family
def sorting(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0 and v.element in ("f32", "i32"))
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    scalar = f"tensor<{x.element}>"
    kind = "TOTALORDER" if is_float(x) else "SIGNED"
    name = b.name()
    b.line(
        f'{name} = "stablehlo.sort"({x.name}) <{{dimension = {at} : i64, is_stable = true}}> ({{'
    )
    b.line(f"^bb0(%oa: {scalar}, %ob: {scalar}):")
    b.line(f"  %oc = stablehlo.compare LT, %oa, %ob, {kind} : ({scalar}, {scalar}) -> tensor<i1>")
    b.line("  stablehlo.return %oc : tensor<i1>")
    b.line(f"}}) : ({x.type}) -> {x.type}")
    b.add(name, x.element, x.sizes, x.shown)
    return True


@family
def mapping(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 0 and is_number(v))
    if x is None:
        return False
    scalar = f"tensor<{x.element}>"
    name, dims = b.name(), ", ".join(map(str, range(x.rank)))
    b.line(f'{name} = "stablehlo.map"({x.name}) <{{dimensions = array<i64: {dims}>}}> ({{')
    b.line(f"^bb0(%ma: {scalar}):")
    b.line(f"  %mb = stablehlo.add %ma, %ma : {scalar}")
    b.line(f"  stablehlo.return %mb : {scalar}")
    b.line(f"}}) : ({x.type}) -> {x.type}")
    b.add(name, x.element, x.sizes, x.shown)
    return True


@family
def batch_norm(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank > 1 and v.element == "f32")
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    s = b.pick(lambda v: v.rank == 1 and v.element == "f32" and v.sizes[0] == x.sizes[at])
    if s is None:
        return False
    t = ", ".join([s.type] * 4)
    text = (
        f'"stablehlo.batch_norm_inference"({x.name}, {s.name}, {s.name}, {s.name}, {s.name})'
        f" <{{epsilon = 0.001 : f32, feature_index = {at} : i64}}> : ({x.type}, {t}) -> {x.type}"
    )
    b.add(b.op(text), "f32", x.sizes, x.shown)
    return True


@family
def flatten(b: Builder) -> bool:
    """Everything into two dimensions, the last one kept: `x.reshape(-1, d)`."""
    x = b.pick(lambda v: v.rank > 2)
    if x is None:
        return False
    rest: Size = Const(1)
    for size in x.sizes[:-1]:
        rest = binary("*", rest, size)
    sizes = [rest, x.sizes[-1]]
    shape, kind = b.shape(sizes)
    shown = b.hide(sizes)
    result = typed(x.element, sizes, shown)
    text = f"stablehlo.dynamic_reshape {x.name}, {shape} : ({x.type}, {kind}) -> {result}"
    b.add(b.op(text), x.element, sizes, shown)
    return True
