"""Families of operations that few programs hold: transforms, statistics, tuples, random bits."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family, is_number, opaque
from fuzz.families_numeric import window_size
from fuzz.families_rare import generic
from fuzz.families_slicing import typed
from fuzz.sizes import Const


@family
def dynamic_conv(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank == 3 and v.element == "f32" and v.known(2) not in (None, 0))
    if x is None:
        return False
    features, reach = x.known(2) or 1, b.random.choice((1, 2, 3))
    low, high = b.random.choice((0, 1)), b.random.choice((0, 2))
    weights = b.op(f"stablehlo.constant dense<0.25> : tensor<{reach}x{features}x2xf32>", "c")
    padding = b.op(f"stablehlo.constant dense<[[{low}, {high}]]> : tensor<1x2xi32>", "c")
    sizes = [x.sizes[0], window_size(x.sizes[1], reach, 1, low + high), Const(2)]
    shown = [x.shown[0], False, True]
    result = typed("f32", sizes, shown)
    name = b.op(
        f'"stablehlo.dynamic_conv"({x.name}, {weights}, {padding}) <{{batch_group_count = 1 : i64,'
        " dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>,"
        " feature_group_count = 1 : i64, window_strides = array<i64: 1>}> :"
        f" ({x.type}, tensor<{reach}x{features}x2xf32>, tensor<1x2xi32>) -> {result}"
    )
    b.add(name, "f32", sizes, shown)
    return True


@family
def transforms(b: Builder) -> bool:
    """fft, cholesky and triangular_solve over static last dimensions and open leading ones."""
    x = b.pick(lambda v: v.rank > 1 and v.element == "f32" and v.known(v.rank - 1) not in (None, 0))
    if x is None:
        return False
    last = x.known(x.rank - 1) or 1
    if x.known(x.rank - 2) == last and b.random.random() < 0.7:
        attributes = (
            "<{left_side = true, lower = true, unit_diagonal = true,"
            " transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>"
        )
        name = generic(b, "stablehlo.triangular_solve", [x, x], x.type, attributes)
        b.add(name, "f32", x.sizes, x.shown)
        return True
    sizes = [*x.sizes[:-1], Const(last // 2 + 1)]
    kind = typed("complex<f32>", sizes, x.shown)
    attributes = f"<{{fft_type = #stablehlo<fft_type RFFT>, fft_length = array<i64: {last}>}}>"
    z = generic(b, "stablehlo.fft", [x], kind, attributes)
    b.add(
        b.op(f'"stablehlo.real"({z}) : ({kind}) -> {typed("f32", sizes, x.shown)}'),
        "f32",
        sizes,
        x.shown,
    )
    return True


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


def of_features(b: Builder) -> tuple[Value, Value, int] | None:
    """A tensor, a vector with a number for each of its features, and their dimension."""
    x = b.pick(lambda v: v.rank > 1 and v.element == "f32")
    if x is None:
        return None
    at = b.random.randrange(x.rank)
    s = b.pick(lambda v: v.rank == 1 and v.element == "f32" and v.sizes[0] == x.sizes[at])
    return None if s is None or s.shown[0] != x.shown[at] else (x, s, at)


@family
def statistics(b: Builder) -> bool:
    if (picked := of_features(b)) is None:
        return False
    x, s, at = picked
    name = b.name()
    b.line(
        f'{name}:3 = "stablehlo.batch_norm_training"({x.name}, {s.name}, {s.name}) <{{'
        f"epsilon = 0.001 : f32, feature_index = {at} : i64}}> :"
        f" ({x.type}, {s.type}, {s.type}) -> ({x.type}, {s.type}, {s.type})"
    )
    b.add(f"{name}#0", "f32", x.sizes, x.shown)
    return True


@family
def batch_norm_gradient(b: Builder) -> bool:
    if (picked := of_features(b)) is None:
        return False
    x, s, at = picked
    name = b.name()
    b.line(
        f'{name}:3 = "stablehlo.batch_norm_grad"({x.name}, {s.name}, {s.name}, {s.name}, {x.name})'
        f" <{{epsilon = 0.001 : f32, feature_index = {at} : i64}}> :"
        f" ({x.type}, {s.type}, {s.type}, {s.type}, {x.type}) -> ({x.type}, {s.type}, {s.type})"
    )
    b.add(f"{name}#0", "f32", x.sizes, x.shown)
    b.add(f"{name}#1", "f32", s.sizes, s.shown)
    return True


@family
def set_size(b: Builder) -> bool:
    """`set_dimension_size`: a size below a bound, given by a scalar."""
    x = b.pick(lambda v: v.rank > 0 and v.static and (v.known(0) or 0) > 0 and is_number(v))
    if x is None:
        return False
    bound = x.known(0) or 1
    size = b.op(f"stablehlo.constant dense<{b.random.randrange(bound + 1)}> : tensor<i32>", "c")
    bounds = ", ".join([str(bound), *["?"] * (x.rank - 1)])
    sizes = "".join(["?x", *[f"{x.known(i)}x" for i in range(1, x.rank)]])
    kind = f"tensor<{sizes}{x.element}, #stablehlo.bounds<{bounds}>>"
    made = b.op(
        f"stablehlo.set_dimension_size {x.name}, {size}, dim = 0 : ({x.type}, tensor<i32>) ->"
        f" {kind}"
    )
    plain = [Const(-1), *x.sizes[1:]]
    result = typed(x.element, plain, [False, *[True] * (x.rank - 1)])
    name = b.op(f"tensor.cast {made} : {kind} to {result}")
    opaque(b, name, x.element, plain, [False, *[True] * (x.rank - 1)])
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
def einsum(b: Builder) -> bool:
    x = b.pick(lambda v: v.rank == 2 and v.element == "f32")
    if x is None:
        return False
    sizes, shown = [x.sizes[0], x.sizes[0]], [x.shown[0], x.shown[0]]
    kind = typed("f32", sizes, shown)
    name = generic(b, "mhlo.einsum", [x, x], kind, '<{einsum_config = "ij,kj->ik"}>')
    b.add(name, "f32", sizes, shown)
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


@family
def random_bits(b: Builder) -> bool:
    like = b.pick(lambda v: v.rank > 0)
    if like is None:
        return False
    state = b.op("stablehlo.constant dense<[1, 2]> : tensor<2xui64>", "c")
    shape, kind = b.shape(like.sizes, element="jax")
    shown = b.hide(like.sizes)
    result = typed("ui32", like.sizes, shown)
    name = b.name()
    b.line(
        f"{name}:2 = stablehlo.custom_call @stablehlo.dynamic_rng_bit_generator({state}, {shape})"
        " {rng_algorithm = #stablehlo<rng_algorithm THREE_FRY>} :"
        f" (tensor<2xui64>, {kind}) -> (tensor<2xui64>, {result})"
    )
    made = Value(f"{name}#1", "ui32", like.sizes, shown)
    signed = typed("i32", like.sizes, shown)
    text = f"stablehlo.convert {made.name} : ({made.type}) -> {signed}"
    b.add(b.op(text), "i32", like.sizes, shown)
    return True
