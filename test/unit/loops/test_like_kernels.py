"""Kernels that are alike have the same loops: they are converted, and traced for scratch, once."""

import pytest
from fuzz.harness import parse

from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.loops.repeats import likeness

KERNEL = """
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%p : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@m, @n]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32, [@m, @n]>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@m, @n]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %2 : tensor<?xf32, [@m]>
  })
"""  # noqa: E501


def function(first: str, second: str) -> str:
    argument = "memref<?x?xf32> {disc_shape.dims = [@m, @n]}"
    return f"""
func.func @main(%x: {argument}, %y: {argument}, %m: index, %k: index) {{
  %p = memref.alloc(%m) {{disc_shape.dims = [@m]}} : memref<?xf32>
  %q = memref.alloc(%m) {{disc_shape.dims = [@m]}} : memref<?xf32>
  %r = memref.alloc(%k) {{disc_shape.dims = [@m]}} : memref<?xf32>
  %s = memref.alloc(%m) {{disc_shape.dims = [@n]}} : memref<?xf32>
  %v = memref.cast %q : memref<?xf32> to memref<?xf32>
  {first} {second}
  func.return
}}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @n
"""


def in_place(one: str) -> str:
    """A kernel that also reads one of its buffers, or another one."""
    return KERNEL.replace(
        "ins(%x : memref<?x?xf32>)", f"ins(%x, {one} : memref<?x?xf32>, memref<?xf32>)"
    ).replace(
        "(%0: tensor<?x?xf32, [@m, @n]>)",
        "(%0: tensor<?x?xf32, [@m, @n]>, %5: tensor<?xf32, [@m]>)",
    )


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (KERNEL, KERNEL, True),
        (KERNEL, KERNEL.replace("%p", "%q"), True),
        (KERNEL, KERNEL.replace("%p", "%r"), False),  # Another size.
        (KERNEL, KERNEL.replace("%p", "%s"), False),  # Another name of the size.
        (KERNEL, KERNEL.replace("%p", "%v"), False),  # A view.
        (KERNEL, KERNEL.replace("(%x", "(%y"), True),
        (KERNEL, KERNEL.replace("exponential", "tanh"), False),
        (KERNEL, KERNEL.replace("stablehlo.add", "stablehlo.maximum"), False),
        (in_place("%p"), in_place("%p"), True),
        (in_place("%p"), in_place("%p").replace("%p", "%q"), True),
        (in_place("%p"), in_place("%q"), False),
        (in_place("%q"), in_place("%p"), False),
    ],
)
def test_kernels_are_alike(first: str, second: str, expected: bool) -> None:
    module = parse(function(first, second))
    one, two = (op for op in module.walk() if isinstance(op, BufferFusionOp))
    assert (likeness(one, {}) == likeness(two, {})) is expected
