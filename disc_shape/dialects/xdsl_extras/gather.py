"""Operations of `tensor` that read or write slices at coordinates."""

from collections.abc import Sequence
from itertools import pairwise
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    IndexType,
    IntegerType,
    TensorType,
    UnitAttr,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList, split_dynamic_index_list
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.ranked import (
    RANKED,
    RankedTensor,
    Value,
    compatible,
    ranked,
    shape_text,
)


def gathered_shapes(
    source: Sequence[int], indices: Sequence[int], dims: Sequence[int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The shape of gathered slices, with the gathered dimensions as ones and without them."""
    leading = tuple(indices[:-1])
    kept = tuple(1 if axis in dims else size for axis, size in enumerate(source))
    reduced = tuple(size for axis, size in enumerate(source) if axis not in dims)
    return leading + kept, leading + reduced


def check_gathered(
    op: Operation,
    whole: RankedTensor,
    indices: RankedTensor,
    dims: Sequence[int],
    slices: Attribute,
) -> None:
    """The constraints that gather and scatter have in common."""
    rank = whole.get_num_dims()
    if not dims or any(not 0 <= dim < rank for dim in dims):
        raise VerifyException(f"dimensions {list(dims)} of '{op.name}' are none of rank {rank}")
    if any(low >= high for low, high in pairwise(dims)):
        raise VerifyException(f"dimensions {list(dims)} of '{op.name}' are not in order")
    shape = indices.get_shape()
    if not shape or shape[-1] not in (len(dims), DYNAMIC_INDEX):
        raise VerifyException(
            f"indices of '{op.name}' have shape {shape_text(shape)}, but there are {len(dims)}"
            " coordinates"
        )
    assert isinstance(slices, TensorType)
    got = cast("RankedTensor", slices).get_shape()
    expected = gathered_shapes(whole.get_shape(), shape, dims)
    if not any(compatible(got, one) for one in expected):
        raise VerifyException(
            f"slices of '{op.name}' have shape {shape_text(got)}, expected"
            f" {shape_text(expected[0])} or {shape_text(expected[1])}"
        )


INDICES = TensorType.constr(base(IntegerType) | base(IndexType))


@irdl_op_definition
class GatherOp(IRDLOperation):
    """Slices of a tensor at coordinates that another tensor holds.

    Constraints:
    (c1) `gather_dims` are dimensions of the source, at least one, in order.
    (c2) the last dimension of the indices has a size for each of them.
    (c3) the result has the other dimensions of the indices, then those of a slice, gathered ones
         as ones or left out.

    Example:
    ```mlir
    %2 = tensor.gather %0[%1] gather_dims([1]) unique
        : (tensor<3x4x5xf32>, tensor<6x7x1xindex>) -> tensor<6x7x3x1x5xf32>
    ```
    """

    name = "tensor.gather"

    source = operand_def(RANKED)
    indices = operand_def(INDICES)
    gather_dims = prop_def(DenseArrayBase.constr(i64))
    unique = opt_prop_def(UnitAttr)
    result = result_def(RANKED)

    assembly_format = (
        "$source `[` $indices `]` `gather_dims` `(` $gather_dims `)` (`unique` $unique^)?"
        " attr-dict `:` functional-type(operands, results)"
    )
    traits = traits_def(Pure())

    def __init__(
        self,
        source: Value,
        indices: Value,
        gather_dims: Sequence[int],
        result_type: RankedTensor,
        unique: bool = False,
    ) -> None:
        super().__init__(
            operands=[source, indices],
            result_types=[result_type],
            properties={
                "gather_dims": DenseArrayBase.from_list(i64, gather_dims),
                "unique": UnitAttr() if unique else None,
            },
        )

    def verify_(self) -> None:
        dims = self.gather_dims.get_values()
        check_gathered(self, ranked(self.source), ranked(self.indices), dims, self.result.type)


@irdl_op_definition
class ScatterOp(IRDLOperation):
    """A tensor with slices written at coordinates that another tensor holds.

    Constraints:
    (c1) to (c3) as of `tensor.gather`, with the destination for the source and the source for the
         result.
    (c4) the result has the type of the destination.
    (c5) the coordinates are said to be unique.

    Example:
    ```mlir
    %3 = tensor.scatter %0 into %1[%2] scatter_dims([1]) unique
        : (tensor<6x4x1xf32>, tensor<4x5xf32>, tensor<6x1xindex>) -> tensor<4x5xf32>
    ```
    """

    name = "tensor.scatter"

    source = operand_def(RANKED)
    dest = operand_def(RANKED)
    indices = operand_def(INDICES)
    scatter_dims = prop_def(DenseArrayBase.constr(i64))
    unique = opt_prop_def(UnitAttr)
    result = result_def(RANKED)

    assembly_format = (
        "$source `into` $dest `[` $indices `]` `scatter_dims` `(` $scatter_dims `)`"
        " (`unique` $unique^)? attr-dict `:` functional-type(operands, results)"
    )
    traits = traits_def(Pure())

    def __init__(
        self, source: Value, dest: Value, indices: Value, scatter_dims: Sequence[int]
    ) -> None:
        dest = SSAValue.get(dest)
        super().__init__(
            operands=[source, dest, indices],
            result_types=[dest.type],
            properties={
                "scatter_dims": DenseArrayBase.from_list(i64, scatter_dims),
                "unique": UnitAttr(),
            },
        )

    def verify_(self) -> None:
        dims = self.scatter_dims.get_values()
        check_gathered(self, ranked(self.dest), ranked(self.indices), dims, self.source.type)
        if self.result.type != self.dest.type:
            raise VerifyException(
                f"destination and result of '{self.name}' differ: {self.dest.type} and"
                f" {self.result.type}"
            )
        if self.unique is None:
            raise VerifyException(f"'{self.name}' needs coordinates that are unique")


@irdl_op_definition
class ParallelInsertSliceOp(IRDLOperation):
    """Writes a slice of a tensor that the threads of a parallel loop fill together.

    Constraints:
    (c1) there are as many offsets, sizes and strides as dimensions of the destination.
    (c2) the slice has at most as many dimensions, and compatible sizes where it has as many.

    Example:
    ```mlir
    tensor.parallel_insert_slice %0 into %1[%i, 0] [4, 8] [1, 1]
        : tensor<4x8xf32> into tensor<?x8xf32>
    ```
    """

    name = "tensor.parallel_insert_slice"

    source = operand_def(RANKED)
    dest = operand_def(RANKED)
    offsets = var_operand_def(IndexType())
    sizes = var_operand_def(IndexType())
    strides = var_operand_def(IndexType())
    static_offsets = prop_def(DenseArrayBase.constr(i64))
    static_sizes = prop_def(DenseArrayBase.constr(i64))
    static_strides = prop_def(DenseArrayBase.constr(i64))

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = (
        "$source `into` $dest ``"
        "custom<DynamicIndexList>($offsets, $static_offsets)"
        "custom<DynamicIndexList>($sizes, $static_sizes)"
        "custom<DynamicIndexList>($strides, $static_strides)"
        "attr-dict `:` type($source) `into` type($dest)"
    )
    custom_directives = (DynamicIndexList,)

    def __init__(
        self,
        source: Value,
        dest: Value,
        offsets: Sequence[SSAValue | int],
        sizes: Sequence[SSAValue | int],
        strides: Sequence[SSAValue | int],
    ) -> None:
        lists = [split_dynamic_index_list(one, DYNAMIC_INDEX) for one in (offsets, sizes, strides)]
        static = [DenseArrayBase.from_list(i64, numbers) for numbers, _ in lists]
        super().__init__(
            operands=[source, dest, *(values for _, values in lists)],
            properties={
                "static_offsets": static[0],
                "static_sizes": static[1],
                "static_strides": static[2],
            },
        )

    def verify_(self) -> None:
        rank = ranked(self.dest).get_num_dims()
        for what, static, dynamic in (
            ("offsets", self.static_offsets, self.offsets),
            ("sizes", self.static_sizes, self.sizes),
            ("strides", self.static_strides, self.strides),
        ):
            numbers = static.get_values()
            if len(numbers) != rank:
                raise VerifyException(
                    f"'{self.name}' has {len(numbers)} {what} for a destination of rank {rank}"
                )
            missing = numbers.count(DYNAMIC_INDEX)
            if missing != len(dynamic):
                raise VerifyException(
                    f"'{self.name}' has {len(dynamic)} values for {missing} dynamic {what}"
                )
        shape = ranked(self.source).get_shape()
        sizes = self.static_sizes.get_values()
        if len(shape) > rank or (len(shape) == rank and not compatible(shape, sizes)):
            raise VerifyException(
                f"slice of '{self.name}' has shape {shape_text(shape)}, but its sizes are"
                f" {shape_text(sizes)}"
            )
