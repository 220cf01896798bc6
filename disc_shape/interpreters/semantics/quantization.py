"""Quantized tensors: their values are the integers that are stored."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation

from disc_shape.dialects.quant import UniformQuantizedType
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.values import dtype_of, element_dtype


def _quantized(type: Attribute) -> UniformQuantizedType | None:
    """The quantized elements of a tensor type, None for other elements."""
    if not isinstance(type, TensorType):
        return None
    element = cast("TensorType[Attribute]", type).element_type
    return element if isinstance(element, UniformQuantizedType) else None


def _table(kind: UniformQuantizedType, rank: int) -> tuple[Array, Array]:
    """The scales and zero points, shaped so that they meet their dimension by broadcasting."""
    if kind.data.blocks:
        raise KernelError("scales by blocks have no numpy semantics")
    shape = [1] * rank
    if kind.data.axis is not None:
        shape[kind.data.axis] = len(kind.scales)
    else:
        shape = []
    scales = np.asarray([one.scale for one in kind.scales]).reshape(shape)
    return scales, np.asarray([one.zero_point for one in kind.scales]).reshape(shape)


def dequantize(values: Array, kind: UniformQuantizedType) -> Array:
    """``(stored - zero_point) * scale`` (specification, ``uniform_dequantize``)."""
    scales, zeros = _table(kind, values.ndim)
    expressed = element_dtype(kind.expressed_type)
    stored = np.subtract(values.astype(np.float64), zeros)
    return np.asarray(np.multiply(stored, scales)).astype(expressed)


def quantize(values: Array, kind: UniformQuantizedType) -> Array:
    """
    ``values / scale`` to the nearest even integer, plus the zero point, within the storage range
    (specification, ``uniform_quantize``).
    """
    scales, zeros = _table(kind, values.ndim)
    storage = kind.data.storage
    with np.errstate(all="ignore"):
        exact = np.rint(np.divide(values.astype(np.float64), scales))
    bounded = np.clip(np.add(exact, zeros), storage.least, storage.greatest)
    return np.asarray(np.nan_to_num(bounded)).astype(element_dtype(storage.type))


@semantics("hlo.uniform_quantize")
def bind_uniform_quantize(op: Operation) -> Step:
    source, target = _quantized(op.operands[0].type), _quantized(op.results[0].type)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if target is None:
            raise KernelError("the result is not quantized uniformly")
        real = ins[0] if source is None else dequantize(ins[0], source)
        return (quantize(real, target),)

    return step


@semantics("hlo.uniform_dequantize")
def bind_uniform_dequantize(op: Operation) -> Step:
    source, dtype = _quantized(op.operands[0].type), dtype_of(op.results[0].type)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if source is None or dtype is None:
            raise KernelError("the operand is not quantized uniformly")
        return (dequantize(ins[0], source).astype(dtype),)

    return step
