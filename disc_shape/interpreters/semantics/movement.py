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
from disc_shape.interpreters.pure import pure, pure_of_each
from disc_shape.interpreters.reading import attribute, int_of, ints_of, named, only_block
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


@semantics("hlo.dynamic_broadcast_in_dim")
def bind_dynamic_broadcast_in_dim(op: Operation) -> Step:
    """The step of `hlo.dynamic_broadcast_in_dim`."""
    dimensions = ints_of(op, "broadcast_dimensions")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        shape = shapes.target_shape(ins[1])
        return (shapes.broadcast_in_dim(ins[0], shape, dimensions),)

    return step


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


@semantics("chlo.dynamic_reshape")
def bind_reshape_with_rest(_op: Operation) -> Step:
    """A single -1 in the shape is the quotient by the other sizes."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        target = shapes.reshape_target(ins[0].size, ins[1])
        return (shapes.reshape(ins[0], shapes.target_shape(target)),)

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


DIMENSIONS = named(ints_of, "broadcast_dimensions")
IOTA = named(int_of, "iota_dimension"), result_dtype
BOUNDS = [named(ints_of, word) for word in ("start_indices", "limit_indices", "strides")]
EDGES = [
    named(ints_of, word) for word in ("edge_padding_low", "edge_padding_high", "interior_padding")
]

pure_of_each("hlo.broadcast_in_dim", shapes.broadcast_in_dim, static_shape, DIMENSIONS)
pure_of_each("hlo.broadcast", shapes.broadcast, named(ints_of, "broadcast_sizes"))
pure("hlo.dynamic_reshape", lambda ins: shapes.reshape(ins[0], shapes.target_shape(ins[1])))
pure("hlo.compute_reshape_shape", lambda ins: shapes.reshape_target(int(ins[0]), ins[1]))
pure("hlo.concatenate", shapes.concatenate, named(int_of, "dimension"))
pure_of_each("hlo.iota", shapes.iota, static_shape, *IOTA)
pure(
    "hlo.dynamic_iota",
    lambda ins, axis, dtype: shapes.iota(shapes.target_shape(ins[0]), axis, dtype),
    *IOTA,
)
pure_of_each("hlo.transpose", shapes.transpose, named(ints_of, "permutation"))
pure_of_each("hlo.reverse", shapes.reverse, named(ints_of, "dimensions"))
pure_of_each("hlo.slice", shapes.static_slice, *BOUNDS)
pure("hlo.real_dynamic_slice", lambda ins: shapes.static_slice(ins[0], *map(integers, ins[1:])))
pure(
    "hlo.dynamic_slice",
    lambda ins, sizes: shapes.dynamic_slice(ins[0], ins[1:], sizes),
    named(ints_of, "slice_sizes"),
)
pure("hlo.dynamic_update_slice", lambda ins: shapes.dynamic_update_slice(ins[0], ins[1], ins[2:]))
pure(
    "hlo.real_dynamic_update_slice",
    lambda ins: shapes.dynamic_update_slice(
        ins[0], ins[1], [np.asarray(start) for start in integers(ins[2])]
    ),
)
pure_of_each("hlo.pad", shapes.pad, *EDGES)
pure("hlo.dynamic_pad", lambda ins: shapes.pad(ins[0], ins[1], *map(integers, ins[2:])))
pure_of_each("hlo.gather", indexing.gather, _gather_dims, named(ints_of, "slice_sizes"))
pure(
    "hlo.dynamic_gather",
    lambda ins, dims: indexing.gather(ins[0], ins[1], dims, integers(ins[2])),
    _gather_dims,
)
pure_of_each(
    "hlo.torch_index_select",
    indexing.torch_index_select,
    named(int_of, "dim"),
    named(int_of, "batch_dims", 0),
)
pure_of_each(("hlo.bitcast_convert", "hlo.bitcast"), elementwise.bitcast, result_dtype)
pure(
    "hlo.get_dimension_size",
    lambda ins, axis: np.asarray(ins[0].shape[axis], np.int32),
    named(int_of, "dimension"),
)
