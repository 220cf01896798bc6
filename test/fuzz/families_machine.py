"""Operations on one machine of many: collectives, tokens, random numbers, factorizations."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import family, is_number
from fuzz.families_slicing import typed
from fuzz.sizes import Const

ALONE = "replica_groups = dense<0> : tensor<1x1xi64>"


@family
def collective(b: Builder) -> bool:
    """What a group of one does: sizes stay, and so do numbers."""
    x = b.pick(lambda v: v.rank > 0 and is_number(v))
    if x is None:
        return False
    at = b.random.randrange(x.rank)
    scalar = f"tensor<{x.element}>"
    body = (
        f"({{\n    ^bb0(%ca: {scalar}, %cb: {scalar}):\n"
        f"      %cc = stablehlo.add %ca, %cb : {scalar}\n"
        f"      stablehlo.return %cc : {scalar}\n    }})"
    )
    attributes, region = ALONE, ""
    name = b.random.choice(
        "all_gather all_to_all collective_broadcast collective_permute all_reduce reduce_scatter"
        " optimization_barrier".split()
    )
    if name == "all_gather":
        attributes += f", all_gather_dim = {at} : i64"
    elif name == "all_to_all":
        attributes += (
            f", split_dimension = {at} : i64, concat_dimension = {at} : i64, split_count = 1 : i64"
        )
    elif name == "collective_permute":
        attributes = "source_target_pairs = dense<0> : tensor<1x2xi64>"
    elif name in ("all_reduce", "reduce_scatter"):
        region = body
        if name == "reduce_scatter":
            attributes += f", scatter_dimension = {at} : i64"
    else:
        attributes = attributes if name == "collective_broadcast" else ""
    given = f"<{{{attributes}}}> " if attributes else ""
    text = f'"stablehlo.{name}"({x.name}) {given}{region} : ({x.type}) -> {x.type}'
    b.add(b.op(text), x.element, x.sizes, x.shown)
    return True


@family
def identifiers(b: Builder) -> bool:
    """Who this machine is, and tokens."""
    name = b.random.choice(("replica_id", "partition_id"))
    made = b.op(f'"stablehlo.{name}"() : () -> tensor<ui32>')
    b.add(b.op(f"stablehlo.convert {made} : (tensor<ui32>) -> tensor<i32>"), "i32", ())
    token = '"stablehlo.create_token"()' if b.random.random() < 0.5 else '"stablehlo.after_all"()'
    b.op(f"{token} : () -> !stablehlo.token")
    return True


@family
def random_numbers(b: Builder) -> bool:
    """`rng` of a static shape between equal bounds, so that every run gives the same numbers."""
    x = b.pick(lambda v: v.static and v.rank > 0)
    if x is None:
        return False
    low = b.op("stablehlo.constant dense<1.5> : tensor<f32>", "c")
    numbers = ", ".join(str(s.number) for s in x.sizes if isinstance(s, Const))
    shape = b.op(f"stablehlo.constant dense<[{numbers}]> : tensor<{x.rank}xi64>", "c")
    kind = typed("f32", x.sizes, x.shown)
    text = (
        f'"stablehlo.rng"({low}, {low}, {shape}) <{{rng_distribution = #stablehlo<rng_distribution'
        f" UNIFORM>}}> : (tensor<f32>, tensor<f32>, tensor<{x.rank}xi64>) -> {kind}"
    )
    b.add(b.op(text), "f32", x.sizes, x.shown)
    return True


@family
def random_bits_of_static_shape(b: Builder) -> bool:
    x = b.pick(lambda v: v.static and v.rank > 0)
    if x is None:
        return False
    state = b.op("stablehlo.constant dense<[1, 2]> : tensor<2xui64>", "c")
    kind = typed("ui32", x.sizes, x.shown)
    name = b.name()
    b.line(
        f'{name}:2 = "stablehlo.rng_bit_generator"({state}) <{{rng_algorithm ='
        f" #stablehlo<rng_algorithm THREE_FRY>}}> : (tensor<2xui64>) -> (tensor<2xui64>, {kind})"
    )
    signed = typed("i32", x.sizes, x.shown)
    text = f"stablehlo.convert {name}#1 : ({kind}) -> {signed}"
    b.add(b.op(text), "i32", x.sizes, x.shown)
    return True


@family
def cholesky(b: Builder) -> bool:
    """A factorization of matrices that have one: identities under open leading dimensions."""
    x = b.pick(lambda v: v.rank > 0 and v.element == "f32")
    if x is None or x.rank > 3:
        return False
    matrix = b.op("stablehlo.constant dense<[[4.0, 0.0], [0.0, 9.0]]> : tensor<2x2xf32>", "c")
    sizes = [x.sizes[0], Const(2), Const(2)]
    shape, kind = b.shape(sizes)
    shown = [x.shown[0], True, True]
    wide = typed("f32", sizes, shown)
    many = b.op(
        f"stablehlo.dynamic_broadcast_in_dim {matrix}, {shape}, dims = [1, 2] :"
        f" (tensor<2x2xf32>, {kind}) -> {wide}"
    )
    lower = b.random.choice(("true", "false"))
    text = f'"stablehlo.cholesky"({many}) <{{lower = {lower}}}> : ({wide}) -> {wide}'
    b.add(b.op(text), "f32", sizes, shown)
    return True


@family
def static_products(b: Builder) -> bool:
    """`dot`, `unary_einsum` and `broadcast_in_dim`, which know their sizes."""
    x = b.pick(lambda v: v.rank == 2 and v.element == "f32")
    if x is None:
        return False
    kind = b.random.randrange(3)
    if kind == 0:
        y = b.pick(lambda v: v.rank == 1 and v.element == "f32" and v.sizes[0] == x.sizes[1])
        if y is None:
            return False
        sizes, shown = [x.sizes[0]], [x.shown[0]]
        text = (
            f'"stablehlo.dot"({x.name}, {y.name}) : ({x.type}, {y.type}) ->'
            f" {typed('f32', sizes, shown)}"
        )
    elif kind == 1:
        sizes, shown = [x.sizes[1], x.sizes[0]], [x.shown[1], x.shown[0]]
        text = (
            f'"mhlo.unary_einsum"({x.name}) <{{einsum_config = "ij->ji"}}> : ({x.type}) ->'
            f" {typed('f32', sizes, shown)}"
        )
    else:
        scalar = b.constant("f32")
        sizes, shown = [Const(2), Const(3)], [True, True]
        text = (
            f"stablehlo.broadcast_in_dim {scalar}, dims = [] : (tensor<f32>) ->"
            f" {typed('f32', sizes, shown)}"
        )
    b.add(b.op(text), "f32", sizes, shown)
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
