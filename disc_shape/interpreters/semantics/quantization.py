"""Between numbers and the integers that are stored for them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.quantized import meant, quantized, stored
from disc_shape.interpreters.values import dtype_of


@semantics("hlo.uniform_quantize")
def bind_uniform_quantize(op: Operation) -> Step:
    """The step of `hlo.uniform_quantize`."""
    source, target = quantized(op.operands[0].type), quantized(op.results[0].type)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if target is None:
            raise KernelError("the result is not quantized uniformly")
        return (stored(ins[0] if source is None else meant(ins[0], source), target),)

    return step


@semantics("hlo.uniform_dequantize")
def bind_uniform_dequantize(op: Operation) -> Step:
    """The step of `hlo.uniform_dequantize`."""
    source, dtype = quantized(op.operands[0].type), dtype_of(op.results[0].type)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if source is None or dtype is None:
            raise KernelError("the operand is not quantized uniformly")
        return (meant(ins[0], source).astype(dtype),)

    return step
