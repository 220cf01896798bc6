"""HLO operations that move elements: broadcast, reshape, slice, pad, gather, scatter, ..."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers, ScatterDimensionNumbers
from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels import elementwise, indexing, shapes
from disc_shape.interpreters.kernels.arrays import Array, DType, KernelError, integers, same_shapes
from disc_shape.interpreters.kernels.indexing import GatherDims, ScatterDims
from disc_shape.interpreters.lifting import LiftedRegion
from disc_shape.interpreters.reading import attribute, int_of, ints_of, only_block
from disc_shape.interpreters.values import dtype_of, sizes_of


def result_dtype(op: Operation, index: int = 0) -> DType:
    """The element type of a result."""
    dtype = dtype_of(op.results[index].type)
    if dtype is None:
        raise OperationError(f"result {index} of '{op.name}' has no element type", op)
    return dtype


def static_shape(op: Operation, index: int = 0) -> tuple[int, ...]:
    """The shape of a result that an operation without shape operand must have."""
    sizes = sizes_of(op.results[index].type)
    if sizes is None or -1 in sizes:
        raise OperationError(f"result type of '{op.name}' is not static", op)
    return sizes


@semantics("hlo.broadcast_in_dim")
def bind_broadcast_in_dim(op: Operation) -> Step:
    """The step of `hlo.broadcast_in_dim`."""
    shape, dimensions = static_shape(op), ints_of(op, "broadcast_dimensions")
    return lambda _frame, ins: (shapes.broadcast_in_dim(ins[0], shape, dimensions),)


@semantics("hlo.dynamic_broadcast_in_dim")
def bind_dynamic_broadcast_in_dim(op: Operation) -> Step:
    """The step of `hlo.dynamic_broadcast_in_dim`."""
    dimensions = ints_of(op, "broadcast_dimensions")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        shape = shapes.target_shape(ins[1])
        return (shapes.broadcast_in_dim(ins[0], shape, dimensions),)

    return step


@semantics("hlo.broadcast")
def bind_broadcast(op: Operation) -> Step:
    """The step of `hlo.broadcast`."""
    sizes = ints_of(op, "broadcast_sizes")
    return lambda _frame, ins: (shapes.broadcast(ins[0], sizes),)


@semantics("hlo.reshape")
def bind_reshape(op: Operation) -> Step:
    """The step of `hlo.reshape`."""
    sizes = sizes_of(op.results[0].type) or ()
    if sizes.count(-1) > 1:
        raise OperationError(f"result type of '{op.name}' is not static", op)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        known = math.prod(size for size in sizes if size != -1)
        rest = ins[0].size // known if known else 0
        return (shapes.reshape(ins[0], [rest if size == -1 else size for size in sizes]),)

    return step


@semantics("hlo.dynamic_reshape")
def bind_dynamic_reshape(_op: Operation) -> Step:
    """The step of `hlo.dynamic_reshape`."""
    return lambda _frame, ins: (shapes.reshape(ins[0], shapes.target_shape(ins[1])),)


@semantics("chlo.dynamic_reshape")
def bind_reshape_with_rest(_op: Operation) -> Step:
    """A single -1 in the shape is the quotient by the other sizes."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        target = shapes.reshape_target(ins[0].size, ins[1])
        return (shapes.reshape(ins[0], shapes.target_shape(target)),)

    return step


@semantics("hlo.compute_reshape_shape")
def bind_compute_reshape_shape(_op: Operation) -> Step:
    """The step of `hlo.compute_reshape_shape`."""
    return lambda _frame, ins: (shapes.reshape_target(int(ins[0]), ins[1]),)


@semantics("hlo.concatenate")
def bind_concatenate(op: Operation) -> Step:
    """The step of `hlo.concatenate`."""
    dimension = int_of(op, "dimension")
    return lambda _frame, ins: (shapes.concatenate(ins, dimension),)


@semantics("hlo.iota")
def bind_iota(op: Operation) -> Step:
    """The step of `hlo.iota`."""
    shape, dimension, dtype = static_shape(op), int_of(op, "iota_dimension"), result_dtype(op)
    return lambda _frame, _ins: (shapes.iota(shape, dimension, dtype),)


@semantics("hlo.dynamic_iota")
def bind_dynamic_iota(op: Operation) -> Step:
    """The step of `hlo.dynamic_iota`."""
    dimension, dtype = int_of(op, "iota_dimension"), result_dtype(op)
    return lambda _frame, ins: (shapes.iota(shapes.target_shape(ins[0]), dimension, dtype),)


@semantics("hlo.transpose")
def bind_transpose(op: Operation) -> Step:
    """The step of `hlo.transpose`."""
    permutation = ints_of(op, "permutation")
    return lambda _frame, ins: (shapes.transpose(ins[0], permutation),)


@semantics("hlo.reverse")
def bind_reverse(op: Operation) -> Step:
    """The step of `hlo.reverse`."""
    dimensions = ints_of(op, "dimensions")
    return lambda _frame, ins: (shapes.reverse(ins[0], dimensions),)


@semantics("hlo.slice")
def bind_slice(op: Operation) -> Step:
    """The step of `hlo.slice`."""
    start, limit = ints_of(op, "start_indices"), ints_of(op, "limit_indices")
    strides = ints_of(op, "strides")
    return lambda _frame, ins: (shapes.static_slice(ins[0], start, limit, strides),)


@semantics("hlo.real_dynamic_slice")
def bind_real_dynamic_slice(_op: Operation) -> Step:
    """The step of `hlo.real_dynamic_slice`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        start, limit, strides = (integers(array) for array in ins[1:])
        return (shapes.static_slice(ins[0], start, limit, strides),)

    return step


@semantics("hlo.dynamic_slice")
def bind_dynamic_slice(op: Operation) -> Step:
    """The step of `hlo.dynamic_slice`."""
    sizes = ints_of(op, "slice_sizes")
    return lambda _frame, ins: (shapes.dynamic_slice(ins[0], ins[1:], sizes),)


@semantics("hlo.dynamic_update_slice")
def bind_dynamic_update_slice(_op: Operation) -> Step:
    """The step of `hlo.dynamic_update_slice`."""
    return lambda _frame, ins: (shapes.dynamic_update_slice(ins[0], ins[1], ins[2:]),)


@semantics("hlo.pad")
def bind_pad(op: Operation) -> Step:
    """The step of `hlo.pad`."""
    low, high = ints_of(op, "edge_padding_low"), ints_of(op, "edge_padding_high")
    interior = ints_of(op, "interior_padding")
    return lambda _frame, ins: (shapes.pad(ins[0], ins[1], low, high, interior),)


@semantics("hlo.dynamic_pad")
def bind_dynamic_pad(_op: Operation) -> Step:
    """The step of `hlo.dynamic_pad`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        low, high, interior = (integers(array) for array in ins[2:])
        return (shapes.pad(ins[0], ins[1], low, high, interior),)

    return step


def _gather_dims(op: Operation) -> GatherDims:
    numbers = attribute(op, "dimension_numbers")
    if not isinstance(numbers, GatherDimensionNumbers):
        raise OperationError(f"'{op.name}' has no dimension_numbers", op)
    return GatherDims(
        numbers.offset_dims,
        numbers.collapsed_slice_dims,
        numbers.operand_batching_dims,
        numbers.start_indices_batching_dims,
        numbers.start_index_map,
        numbers.index_vector_dim,
    )


@semantics("hlo.gather")
def bind_gather(op: Operation) -> Step:
    """The step of `hlo.gather`."""
    dims, sizes = _gather_dims(op), ints_of(op, "slice_sizes")
    return lambda _frame, ins: (indexing.gather(ins[0], ins[1], dims, sizes),)


@semantics("hlo.dynamic_gather")
def bind_dynamic_gather(op: Operation) -> Step:
    """The step of `hlo.dynamic_gather`."""
    dims = _gather_dims(op)
    return lambda _frame, ins: (indexing.gather(ins[0], ins[1], dims, integers(ins[2])),)


@semantics("hlo.scatter")
def bind_scatter(op: Operation) -> Step:
    """The step of `hlo.scatter`."""
    numbers = attribute(op, "scatter_dimension_numbers")
    if not isinstance(numbers, ScatterDimensionNumbers):
        raise OperationError(f"'{op.name}' has no scatter_dimension_numbers", op)
    dims = ScatterDims(
        numbers.update_window_dims,
        numbers.inserted_window_dims,
        numbers.input_batching_dims,
        numbers.scatter_indices_batching_dims,
        numbers.scatter_dims_to_operand_dims,
        numbers.index_vector_dim,
    )
    region = LiftedRegion(only_block(op))

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        count = len(ins) // 2
        inputs, indices, updates = ins[:count], ins[count], ins[count + 1 :]
        same_shapes(inputs)
        same_shapes(updates)
        body = region.body(frame)
        return indexing.scatter(inputs, indices, updates, dims, body, region.ufunc)

    return step


@semantics("hlo.torch_index_select")
def bind_torch_index_select(op: Operation) -> Step:
    """The step of `hlo.torch_index_select`."""
    dim, batch_dims = int_of(op, "dim"), int_of(op, "batch_dims", 0)
    return lambda _frame, ins: (indexing.torch_index_select(ins[0], ins[1], dim, batch_dims),)


@semantics("hlo.bitcast_convert", "hlo.bitcast")
def bind_bitcast(op: Operation) -> Step:
    """The step of `hlo.bitcast_convert` and `hlo.bitcast`."""
    dtype = result_dtype(op)
    return lambda _frame, ins: (elementwise.bitcast(ins[0], dtype),)


@semantics("hlo.get_dimension_size")
def bind_get_dimension_size(op: Operation) -> Step:
    """The step of `hlo.get_dimension_size`."""
    dimension = int_of(op, "dimension")
    return lambda _frame, ins: (np.asarray(ins[0].shape[dimension], np.int32),)


@semantics("hlo.set_dimension_size")
def bind_set_dimension_size(op: Operation) -> Step:
    """The array is cut to the new size: elements after it cannot be observed."""
    dimension = int_of(op, "dimension")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        size, bound = int(ins[1]), ins[0].shape[dimension]
        if not 0 <= size <= bound:
            raise KernelError(f"size {size} of dimension {dimension} is outside its bound {bound}")
        where = [slice(None)] * ins[0].ndim
        where[dimension] = slice(0, size)
        return (ins[0][tuple(where)],)

    return step


@semantics("hlo.minimum_broadcast_shapes")
def bind_minimum_broadcast_shapes(op: Operation) -> Step:
    """Shapes that broadcast alike, with as few dimensions as possible: here, unchanged ones."""
    dtypes = [result_dtype(op, index) for index in range(len(op.results))]

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        return [array.astype(dtype) for array, dtype in zip(ins, dtypes, strict=True)]

    return step


@semantics("hlo.real_dynamic_update_slice")
def bind_real_dynamic_update_slice(_op: Operation) -> Step:
    """The step of `hlo.real_dynamic_update_slice`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        starts = [np.asarray(start) for start in integers(ins[2])]
        return (shapes.dynamic_update_slice(ins[0], ins[1], starts),)

    return step
