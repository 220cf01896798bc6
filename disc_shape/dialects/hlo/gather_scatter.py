"""Gathers and scatters: operations on slices whose indices a tensor lists.

StableHLO specification, sections "gather", "dynamic_gather", "scatter".
"""

from collections.abc import Sequence

from xdsl.irdl import (
    SameVariadicOperandSize,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.traits import RecursiveMemoryEffect

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.constraints import FLAG, INT64, INT_TENSOR, INTS, TENSOR, attribute
from disc_shape.dialects.hlo.listed import listed
from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers, ScatterDimensionNumbers
from disc_shape.dialects.hlo.op import HloOp, PureHloOp
from disc_shape.dialects.hlo.reduction import check_reducer
from disc_shape.dialects.hlo.shapes import (
    Dims,
    agree,
    check_count,
    check_dimension,
    check_dimensions,
    check_each,
    check_same_element,
    check_same_shape,
    check_same_sizes,
    check_shape_operand,
    check_sorted,
    check_unique,
    dims,
    rank,
    require,
)


class AnyGather(PureHloOp):
    """The constraints that both gathers share.

    (c1) offset, collapsed and batching dimensions make up the operand's, (c2) the dimension of the
    index vectors is in range, (c3) the start index map has an entry for each index, (c4), (c5)
    offset dimensions are ascending and in range, (c6) to (c8) collapsed dimensions are ascending
    and in range, (c10), (c11) batching dimensions are ascending and in range, (c13) to (c15)
    batching dimensions of the indices are distinct, in range and not that of the index vectors,
    (c16), (c17) operand and indices have as many batching dimensions and of the same sizes, (c18),
    (c19) the start index map names each dimension at most once, (c22) the result has the indices'
    sizes and the slices', (c23) the element types agree.
    """

    operand = operand_def(TENSOR)
    start_indices = operand_def(INT_TENSOR)
    dimension_numbers = prop_def(attribute(GatherDimensionNumbers))
    indices_are_sorted = opt_prop_def(FLAG)
    result = result_def(TENSOR)

    def known_slice_sizes(self) -> Dims:
        """The sizes of the slices, None for those that an operand gives."""
        return (None,) * rank(self.operand)

    def verify_(self) -> None:
        numbers = self.dimension_numbers
        operand, indices = dims(self.operand), dims(self.start_indices)
        slices = self.known_slice_sizes()
        collapsed, batching = numbers.collapsed_slice_dims, numbers.operand_batching_dims
        check_count(
            self,
            "offset, collapsed and batching dimensions",
            len(numbers.offset_dims) + len(collapsed) + len(batching),
            len(operand),
        )
        check_offsets(self, "offset_dims", numbers.offset_dims, rank(self.result))
        check_unique(self, "collapsed and batching dimensions", collapsed + batching)
        for what, dimensions in (
            ("collapsed_slice_dims", collapsed),
            ("operand_batching_dims", batching),
        ):
            check_offsets(self, what, dimensions, len(operand))
            for dimension in dimensions:
                size = slices[dimension]
                require(
                    size is None or size <= 1,
                    f"slice size {dimension} of '{self.name}' is {size}, expected at most 1 "
                    f"for one of {what}",
                )
        index_map = numbers.start_index_map
        check_index_vector(self, indices, numbers.index_vector_dim, index_map, "start_index_map")
        check_unique(self, "start_index_map and batching dimensions", index_map + batching)
        check_dimensions(self, "start index map entry", index_map, len(operand))
        batches = numbers.start_indices_batching_dims
        check_batching(self, operand, batching, indices, batches, numbers.index_vector_dim)
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        self._check_result(operand, indices, slices)

    def check_slice_sizes(self, sizes: Sequence[int]) -> None:
        """(c21)"""
        check_each(self, "slice size", sizes, 0)
        for index, (size, whole) in enumerate(zip(sizes, dims(self.operand), strict=False)):
            require(
                whole is None or size <= whole,
                f"slice size {index} of '{self.name}' is {size}, beyond the operand's size {whole}",
            )

    def _check_result(self, operand: Dims, indices: Dims, slices: Dims) -> None:
        """(c22)"""
        numbers = self.dimension_numbers
        left_out = numbers.collapsed_slice_dims + numbers.operand_batching_dims
        offsets = [size for index, size in enumerate(slices) if index not in left_out]
        batch = list(without(indices, numbers.index_vector_dim))
        check_count(self, "dimensions in the result", rank(self.result), len(offsets) + len(batch))
        expected = tuple(
            offsets.pop(0) if index in numbers.offset_dims else batch.pop(0)
            for index in range(rank(self.result))
        )
        check_same_sizes(self, "slices and result", expected, dims(self.result))


class GatherOp(AnyGather):
    """Gathers slices of constant sizes from the operand, at starts that `start_indices` lists.

    (c9), (c12) slices have size 1 at most where they are collapsed or batched, (c20) there is a
    slice size for each dimension, (c21) no slice is larger than the operand.

    Example:
    ```mlir
    %result = "stablehlo.gather"(%operand, %start_indices) <{
      dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
                                            start_index_map = [0], index_vector_dim = 1>,
      slice_sizes = array<i64: 1, 4>
    }> : (tensor<?x4xf32>, tensor<?x1xi64>) -> tensor<?x4xf32>
    ```
    """

    name = "gather"
    slice_sizes = prop_def(INTS)

    def known_slice_sizes(self) -> Dims:
        return ints(self.slice_sizes)

    def verify_(self) -> None:
        sizes = ints(self.slice_sizes)
        check_count(self, "slice_sizes", len(sizes), rank(self.operand))
        self.check_slice_sizes(sizes)
        super().verify_()


class DynamicGatherOp(AnyGather):
    """Gathers slices, whose sizes an operand lists, at starts that `start_indices` lists.

    (c9), (c12) slices have size 1 at most where they are collapsed or batched, (c20) there is a
    slice size for each dimension, (c21) no slice is larger than the operand.

    Example:
    ```mlir
    %result = "stablehlo.dynamic_gather"(%operand, %start_indices, %slice_sizes) <{
      dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0],
                                            start_index_map = [0], index_vector_dim = 1>
    }> : (tensor<?x4xf32>, tensor<?x1xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    ```
    """

    name = "dynamic_gather"
    operand = operand_def(TENSOR)
    start_indices = operand_def(INT_TENSOR)
    slice_sizes = operand_def(INT_TENSOR)

    def known_slice_sizes(self) -> Dims:
        return listed(self.slice_sizes) or super().known_slice_sizes()

    def verify_(self) -> None:
        check_shape_operand(self, "slice_sizes", self.slice_sizes, rank(self.operand))
        self.check_slice_sizes(listed(self.slice_sizes) or ())
        super().verify_()


class ScatterOp(HloOp):
    """Combines slices of the inputs, at starts that `scatter_indices` lists, with the updates.

    (c1) the inputs' shapes agree, (c2) window, inserted and batching dimensions make up the
    inputs', (c3) the updates' shapes agree, (c4) the updates' sizes are those of the indices and of
    the windows, which are in no dimension larger than the inputs, (c5) there is an update for each
    input, (c6) an update has the element type of its input, (c7), (c8) window dimensions are
    ascending and in range, (c9) to (c11) inserted dimensions are ascending and in range, (c12),
    (c13) batching dimensions are ascending and in range, (c14) to (c16) batching dimensions of the
    indices are distinct, in range and not that of the index vectors, (c17), (c18) inputs and
    indices have as many batching dimensions and of the same sizes, (c19) to (c21) each index goes
    to another dimension, (c22) the dimension of the index vectors is in range, (c23) the
    computation takes and returns scalars of the inputs' types, (c24), (c25) the results have the
    inputs' types.

    Example:
    ```mlir
    %result = "stablehlo.scatter"(%input, %scatter_indices, %update) <{
      scatter_dimension_numbers = #stablehlo.scatter<
        update_window_dims = [1], inserted_window_dims = [0],
        scatter_dims_to_operand_dims = [0], index_vector_dim = 1>
    }> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %sum = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %sum : tensor<f32>
    }) : (tensor<?x4xf32>, tensor<?x1xi64>, tensor<?x4xf32>) -> tensor<?x4xf32>
    ```
    """

    name = "scatter"
    inputs = var_operand_def(TENSOR)
    scatter_indices = operand_def(INT_TENSOR)
    updates = var_operand_def(TENSOR)
    scatter_dimension_numbers = prop_def(attribute(ScatterDimensionNumbers))
    indices_are_sorted = opt_prop_def(FLAG)
    unique_indices = opt_prop_def(FLAG)
    result = var_result_def(TENSOR)
    update_computation = region_def()
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        require(len(self.inputs) > 0, f"'{self.name}' has no inputs, expected at least 1")
        operand = check_same_shape(self, "inputs", *self.inputs.types)
        updates = check_same_shape(self, "updates", *self.updates.types)
        for one, update in zip(self.inputs, self.updates, strict=True):
            check_same_element(self, "input and update", one.type, update.type)
        check_same_shape(self, "inputs and results", *self.inputs.types, *self.result_types)
        check_count(self, "results", len(self.result), len(self.inputs))
        self._check_numbers(operand, dims(self.scatter_indices))
        self._check_updates(operand, dims(self.scatter_indices), updates)
        check_reducer(self, self.update_computation, self.inputs.types, self.result_types)

    def _check_numbers(self, operand: Dims, indices: Dims) -> None:
        """(c2), (c7) to (c22)"""
        numbers = self.scatter_dimension_numbers
        inserted, batching = numbers.inserted_window_dims, numbers.input_batching_dims
        check_count(
            self,
            "window, inserted and batching dimensions",
            len(numbers.update_window_dims) + len(inserted) + len(batching),
            len(operand),
        )
        check_offsets(self, "update_window_dims", numbers.update_window_dims, rank(self.updates[0]))
        check_unique(self, "inserted and batching dimensions", inserted + batching)
        check_offsets(self, "inserted_window_dims", inserted, len(operand))
        check_offsets(self, "input_batching_dims", batching, len(operand))
        targets = numbers.scatter_dims_to_operand_dims
        vector = numbers.index_vector_dim
        check_index_vector(self, indices, vector, targets, "scatter_dims_to_operand_dims")
        check_unique(
            self, "scatter_dims_to_operand_dims and batching dimensions", targets + batching
        )
        check_dimensions(self, "scatter dimension", targets, len(operand))
        batches = numbers.scatter_indices_batching_dims
        check_batching(self, operand, batching, indices, batches, vector)

    def _check_updates(self, operand: Dims, indices: Dims, updates: Dims) -> None:
        """(c4)"""
        numbers = self.scatter_dimension_numbers
        left_out = numbers.inserted_window_dims + numbers.input_batching_dims
        windows = [size for index, size in enumerate(operand) if index not in left_out]
        batch = list(without(indices, numbers.index_vector_dim))
        check_count(self, "dimensions in the updates", len(updates), len(windows) + len(batch))
        for index, size in enumerate(updates):
            if index in numbers.update_window_dims:
                whole = windows.pop(0)
                require(
                    size is None or whole is None or size <= whole,
                    f"dimension {index} of '{self.name}' updates has size {size}, "
                    f"beyond the input's size {whole}",
                )
            else:
                expected = batch.pop(0)
                require(
                    agree(size, expected),
                    f"dimension {index} of '{self.name}' updates has size {size}, "
                    f"expected {expected} as the indices have",
                )


def without(sizes: Dims, dimension: int) -> Dims:
    """The sizes but the one of a dimension."""
    return sizes[:dimension] + sizes[dimension + 1 :]


def check_offsets(op: HloOp, what: str, dimensions: Sequence[int], upper: int) -> None:
    """Dimensions are ascending, each at most once, and in range."""
    check_unique(op, what, dimensions)
    check_sorted(op, what, dimensions)
    check_dimensions(op, f"{what} entry", dimensions, upper)


def check_index_vector(
    op: HloOp, indices: Dims, vector: int, targets: Sequence[int], what: str
) -> None:
    """The index vector's dimension is in range and its size is the number of targets."""
    check_dimension(op, "index_vector_dim", vector, len(indices) + 1)
    length = indices[vector] if vector < len(indices) else 1
    require(
        agree(length, len(targets)),
        f"{what} of '{op.name}' has {len(targets)} entries, expected {length}",
    )


def check_batching(
    op: HloOp,
    operand: Dims,
    batching: Sequence[int],
    indices: Dims,
    batches: Sequence[int],
    vector: int,
) -> None:
    """The batching dimensions of operand and indices are as many and of the same sizes."""
    check_unique(op, "batching dimensions of the indices", batches)
    check_dimensions(op, "batching dimension of the indices", batches, len(indices))
    require(
        vector not in batches,
        f"index_vector_dim {vector} of '{op.name}' is a batching dimension",
    )
    check_count(op, "batching dimensions of the indices", len(batches), len(batching))
    for one, other in zip(batching, batches, strict=True):
        require(
            agree(operand[one], indices[other]),
            f"batching dimension {one} of '{op.name}' operand and {other} of its indices "
            f"differ: {operand[one]} and {indices[other]}",
        )


class TorchIndexSelectOp(PureHloOp):
    """Gathers the slices of the operand along one dimension that a tensor of indices names.

    (c1) the dimension is in range, (c2) the batch dimensions come before it, (c3) the element types
    agree.

    Example:
    ```mlir
    %result = "stablehlo.torch_index_select"(%operand, %index) <{
      batch_dims = 0 : i64, dim = 0 : i64
    }> : (tensor<?x4xf32>, tensor<?xi32>) -> tensor<?x4xf32>
    ```
    """

    name = "torch_index_select"
    operand = operand_def(TENSOR)
    index = operand_def(INT_TENSOR)
    dim = prop_def(INT64)
    batch_dims = prop_def(INT64)
    result = result_def(TENSOR)

    def verify_(self) -> None:
        dimension, batches = int_of(self.dim), int_of(self.batch_dims)
        check_dimension(self, "dim", dimension, rank(self.operand))
        require(
            0 <= batches <= min(dimension, rank(self.index)),
            f"batch_dims of '{self.name}' is {batches}, "
            f"expected 0 to {min(dimension, rank(self.index))}",
        )
        check_same_element(self, "operand and result", self.operand.type, self.result.type)
        operand, index = dims(self.operand), dims(self.index)
        expected = operand[:dimension] + index[batches:] + operand[dimension + 1 :]
        check_same_sizes(self, "slices and result", expected, dims(self.result))
