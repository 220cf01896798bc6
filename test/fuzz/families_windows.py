"""Families of convolutions with computed padding and of gradients of pooling."""

from __future__ import annotations

from fuzz.builder import Builder
from fuzz.families import family
from fuzz.families_numeric import window_size
from fuzz.families_slicing import typed
from fuzz.sizes import Const, Size, evaluate


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
