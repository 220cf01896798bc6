"""Families of what programs hold now and then, mostly in generic syntax."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import carried, family, is_number
from fuzz.families_numeric import window_size
from fuzz.families_slicing import typed
from fuzz.sizes import Base, Const, Size, binary, evaluate, product


def generic(b: Builder, name: str, operands: list[Value], result: str, attributes: str = "") -> str:
    """An operation in generic syntax with one result."""
    names = ", ".join(v.name for v in operands)
    types = ", ".join(v.type for v in operands)
    return b.op(f'"{name}"({names}) {attributes} : ({types}) -> {result}')


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


@family
def shape_arithmetic(b: Builder) -> bool:
    """Sizes through the shape dialect: extents, products, concatenations of shapes."""
    x = b.pick(lambda v: v.rank > 1)
    if x is None:
        return False
    kind = f"tensor<{x.rank}xindex>"
    shape = b.op(f"shape.shape_of {x.name} : {x.type} -> {kind}", "s")
    choice = b.random.randrange(4)
    if choice == 0:
        count = b.op(f"shape.num_elements {shape} : {kind} -> index", "n")
        target = b.op(f"tensor.from_elements {count} : tensor<1xindex>", "s")
        sizes: list[Size] = [product(list(x.sizes))]
        target_kind = "tensor<1xindex>"
    elif choice == 1:
        at = b.op("arith.constant 0 : index", "i")
        first = b.op(f"shape.get_extent {shape}, {at} : {kind}, index -> index", "n")
        second = b.size_index(product(list(x.sizes[1:])))
        target = b.op(f"tensor.from_elements {first}, {second} : tensor<2xindex>", "s")
        sizes, target_kind = [x.sizes[0], product(list(x.sizes[1:]))], "tensor<2xindex>"
    elif choice == 2:
        at = b.op("arith.constant 1 : index", "i")
        last = b.op(f"shape.dim {x.name}, {at} : {x.type}, index -> index", "n")
        others = [s for i, s in enumerate(x.sizes) if i != 1]
        rest = b.size_index(product(others))
        target = b.op(f"tensor.from_elements {last}, {rest} : tensor<2xindex>", "s")
        sizes, target_kind = [x.sizes[1], product(others)], "tensor<2xindex>"
    else:
        target, sizes, target_kind = shape, list(x.sizes), kind
        y = b.pick(lambda v: v.sizes == x.sizes) or x
        other = b.op(f"shape.shape_of {y.name} : {y.type} -> {kind}", "s")
        b.op(f"shape.cstr_eq {shape}, {other} : {kind}, {kind}", "w")
    shown = b.hide(sizes)
    result = typed(x.element, sizes, shown)
    text = f"stablehlo.dynamic_reshape {x.name}, {target} : ({x.type}, {target_kind}) -> {result}"
    b.add(b.op(text), x.element, sizes, shown)
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
def require_guard(b: Builder) -> bool:
    """`shape.cstr_require` and `assuming_all`."""
    x = b.pick(lambda v: any(isinstance(s, Base) for s in v.sizes))
    if x is None or b.depth > 1:
        return False
    size = b.random.choice([s for s in x.sizes if isinstance(s, Base)])
    b.require(lambda env: evaluate(size, env) > 0)
    n, zero = b.size_index(size), b.op("arith.constant 0 : index", "i")
    holds = b.op(f"arith.cmpi sgt, {n}, {zero} : index", "t")
    first = b.op(f'shape.cstr_require {holds}, "must not be empty"', "w")
    kind = f"tensor<{x.rank}xindex>"
    shape = b.op(f"shape.shape_of {x.name} : {x.type} -> {kind}", "s")
    second = b.op(f"shape.cstr_broadcastable {shape}, {shape} : {kind}, {kind}", "w")
    both = b.op(f"shape.assuming_all {first}, {second}", "w")
    name = b.name()
    b.line(f"{name} = shape.assuming {both} -> ({x.type}) {{")
    b.line(f"  shape.assuming_yield {x.name} : {x.type}")
    b.line("}")
    b.add(name, x.element, x.sizes, x.shown)
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
def select_and_scatter(b: Builder) -> bool:
    """The gradient of a max pool with stride equal to its window."""
    x = b.pick(lambda v: v.rank == 1 and v.element == "f32")
    if x is None:
        return False
    reach = 2
    size = x.sizes[0]
    b.require(lambda env: evaluate(size, env) >= reach)
    counts: list[Size] = [window_size(size, reach, reach, 0)]
    if isinstance(counts[0], Const) and not isinstance(size, Const):
        return False
    init = b.op("stablehlo.constant dense<0.0> : tensor<f32>", "c")
    window = "<{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}>"
    kind = typed("f32", counts, x.shown)
    pooled = b.name()
    b.line(f'{pooled} = "stablehlo.reduce_window"({x.name}, {init}) {window} ({{')
    b.line("^bb0(%wa: tensor<f32>, %wb: tensor<f32>):")
    b.line("  %wc = stablehlo.maximum %wa, %wb : tensor<f32>")
    b.line("  stablehlo.return %wc : tensor<f32>")
    b.line(f"}}) : ({x.type}, tensor<f32>) -> {kind}")
    name = b.name()
    b.line(f'{name} = "stablehlo.select_and_scatter"({x.name}, {pooled}, {init}) {window} ({{')
    b.line("^bb0(%wa: tensor<f32>, %wb: tensor<f32>):")
    b.line("  %wc = stablehlo.compare GE, %wa, %wb : (tensor<f32>, tensor<f32>) -> tensor<i1>")
    b.line("  stablehlo.return %wc : tensor<i1>")
    b.line("}, {")
    b.line("^bb0(%wa: tensor<f32>, %wb: tensor<f32>):")
    b.line("  %wc = stablehlo.add %wa, %wb : tensor<f32>")
    b.line("  stablehlo.return %wc : tensor<f32>")
    b.line(f"}}) : ({x.type}, {kind}, tensor<f32>) -> {x.type}")
    b.add(name, "f32", x.sizes, x.shown)
    return True
