"""Quantized tensors: their values are numbers of the storage type.

Operations that only move elements work on storage values. The others compute with expressed values,
and quantize the results (specification, `dequantize_op_quantize`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar, cast

import numpy as np
from xdsl.dialects.builtin import MemRefType, TensorType
from xdsl.ir import Attribute, Block, Operation

from disc_shape.dialects.quant import UniformQuantizedType
from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.values import element_dtype

FrameT = TypeVar("FrameT")

Step: TypeAlias = Callable[[FrameT, Sequence[Array]], Sequence[Array]]

STORED = frozenset(
    (
        "add_dependency after_all all_gather all_reduce all_to_all async_done async_start"
        " async_update bitcast bitcast_convert broadcast broadcast_in_dim case"
        " collective_broadcast collective_permute collective_reduce composite concatenate constant"
        " copy custom_call"
        " domain dynamic_broadcast_in_dim dynamic_gather dynamic_pad dynamic_reshape dynamic_slice"
        " dynamic_update_slice fusion gather get_dimension_size get_tuple_element if infeed map"
        " minimum_broadcast_shapes optimization_barrier outfeed pad ragged_all_to_all"
        " real_dynamic_slice recv reduce reduce_scatter reduce_window reshape return reverse"
        " scatter select select_and_scatter send set_dimension_size slice sort torch_index_select"
        " transpose tuple uniform_dequantize uniform_quantize while"
    ).split()
)
"""HLO operations on storage values: they move elements, or their regions compute."""

HLO = ("stablehlo", "mhlo", "chlo")
NEITHER = ("arith", "math", "linalg")
"""Dialects whose operations have no meaning on quantized elements. The rest of them move values."""


def quantized(kind: Attribute) -> UniformQuantizedType | None:
    """The quantized elements of a type, None for other elements."""
    if isinstance(kind, TensorType | MemRefType):
        kind = cast("TensorType[Attribute]", kind).element_type
    return kind if isinstance(kind, UniformQuantizedType) else None


def _table(kind: UniformQuantizedType, shape: Sequence[int]) -> tuple[Array, Array]:
    """The scales, as expressed numbers, and zero points that meet an array by broadcasting."""
    axis, numbers = kind.data.axis, kind.scales
    expressed = element_dtype(kind.expressed_type)
    scales = np.asarray([one.scale for one in numbers]).astype(expressed)
    zeros = np.asarray([one.zero_point for one in numbers], np.int64)
    if axis is None:
        return scales[0], zeros[0]
    if axis >= len(shape) or shape[axis] != len(numbers):
        size = shape[axis] if axis < len(shape) else "missing"
        raise KernelError(f"dimension {axis} is {size}, its type has {len(numbers)} scales")
    sizes = [-1 if dimension == axis else 1 for dimension in range(len(shape))]
    return scales.reshape(sizes), zeros.reshape(sizes)


def meant(stored: Array, kind: UniformQuantizedType) -> Array:
    """`(stored - zero_point) * scale` (specification, `dequantize`)."""
    scales, zeros = _table(kind, stored.shape)
    exact = np.float64 if kind.data.storage.floating else np.int64
    distance = np.subtract(stored.astype(exact), zeros).astype(scales.dtype)
    return np.asarray(np.multiply(distance, scales)).astype(scales.dtype)


def stored(numbers: Array, kind: UniformQuantizedType) -> Array:
    """
    `numbers / scale + zero_point`, within the storage range, to the nearest even integer
    (specification, `quantize`), or to the nearest number where the storage is floating-point.
    """
    scales, zeros = _table(kind, numbers.shape)
    storage, real = kind.data.storage, scales.dtype
    least, greatest = np.asarray(storage.least, real), np.asarray(storage.greatest, real)
    with np.errstate(all="ignore"):
        exact = np.divide(numbers.astype(real), scales) + zeros.astype(real)
        bounded = np.minimum(np.maximum(exact, least), greatest)
        if storage.floating:
            return np.asarray(bounded).astype(element_dtype(storage.type))
        whole = np.nan_to_num(np.rint(bounded.astype(np.float64))).astype(np.int64)
    bounds = np.clip(whole, storage.least, storage.greatest)
    return np.asarray(bounds).astype(element_dtype(storage.type))


def bound(op: Operation, binder: Callable[[Operation], Step[FrameT]]) -> Step[FrameT]:
    """The step of an operation on the expressed values of its quantized operands."""
    prefix, _, name = op.name.partition(".")
    sources = [quantized(value.type) for value in op.operands]
    targets = [quantized(result.type) for result in op.results]
    if not any(sources) and not any(targets):
        return binder(op)
    if prefix in NEITHER:
        raise OperationError(f"'{op.name}' of quantized tensors has no numpy semantics", op)
    if prefix not in HLO or name in STORED:
        return binder(op)
    step = binder(_with_numbers(op))

    def run(frame: FrameT, ins: Sequence[Array]) -> Sequence[Array]:
        given = [
            value if kind is None else meant(value, kind)
            for value, kind in zip(ins, sources, strict=True)
        ]
        return [
            value if kind is None else stored(value, kind)
            for value, kind in zip(step(frame, given), targets, strict=True)
        ]

    return run


def _with_numbers(op: Operation) -> Operation:
    """The same operation on operands and results of the expressed types."""
    block = Block(arg_types=[_expressed(value.type) for value in op.operands])
    return type(op).create(
        operands=block.args,
        result_types=[_expressed(result.type) for result in op.results],
        properties=op.properties,
        attributes=op.attributes,
        regions=[region.clone() for region in op.regions],
    )


def _expressed(kind: Attribute) -> Attribute:
    element = quantized(kind)
    if element is None:
        return kind
    if not isinstance(kind, TensorType):
        return element.expressed_type
    tensor = cast("TensorType[Attribute]", kind)
    return TensorType(element.expressed_type, tensor.get_shape(), tensor.encoding)
