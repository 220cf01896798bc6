"""The operations of MLIR's `tensor` dialect that xDSL lacks, and the dialect with them added."""

from collections.abc import Sequence
from itertools import pairwise
from typing import TypeAlias, cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseArrayBase,
    FixedBitwidthType,
    IndexType,
    IntegerType,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
    i64,
)
from xdsl.dialects.utils import DynamicIndexList, split_dynamic_index_list
from xdsl.ir import Attribute, Dialect, Operation, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.traits import Pure, RecursiveMemoryEffect, SingleBlockImplicitTerminator
from xdsl.utils.exceptions import VerifyException

Value: TypeAlias = SSAValue | Operation
RankedTensor: TypeAlias = TensorType[Attribute]

RANKED = base(TensorType[Attribute])
ANY_TENSOR = RANKED | base(UnrankedTensorType[Attribute])


def ranked(value: SSAValue) -> RankedTensor:
    """The type of a value that is known to be a ranked tensor."""
    assert isinstance(value.type, TensorType)
    return cast("RankedTensor", value.type)


def compatible(lhs: Sequence[int], rhs: Sequence[int]) -> bool:
    """Whether two shapes can be equal: one rank, and static sizes that agree."""
    return len(lhs) == len(rhs) and all(
        a == b or DYNAMIC_INDEX in (a, b) for a, b in zip(lhs, rhs, strict=True)
    )


def shape_text(shape: Sequence[int]) -> str:
    """`?x4` for a shape."""
    return "x".join("?" if size == DYNAMIC_INDEX else str(size) for size in shape) or "()"


@irdl_op_definition
class BitcastOp(IRDLOperation):
    """The same bits as elements of another type.

    Constraints:
    (c1) the shapes are compatible.
    (c2) the element types have one width.

    Example:
    ```mlir
    %1 = tensor.bitcast %0 : tensor<4xui32> to tensor<4xi32>
    ```
    """

    name = "tensor.bitcast"

    source = operand_def(ANY_TENSOR)
    dest = result_def(ANY_TENSOR)

    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"
    traits = traits_def(Pure())

    def __init__(self, source: Value, dest_type: Attribute) -> None:
        super().__init__(operands=[source], result_types=[dest_type])

    def verify_(self) -> None:
        source, dest = self.source.type, self.dest.type
        widths = [element_width(type_) for type_ in (source, dest)]
        if widths[0] != widths[1]:
            raise VerifyException(
                f"elements of '{self.name}' have {widths[0]} and {widths[1]} bits"
            )
        if isinstance(source, TensorType) and isinstance(dest, TensorType):
            if not compatible(ranked(self.source).get_shape(), ranked(self.dest).get_shape()):
                raise VerifyException(f"shapes of '{self.name}' differ: {source} and {dest}")


def element_width(type_: Attribute) -> int | None:
    """The bits of an element."""
    if not isinstance(type_, TensorType | UnrankedTensorType):
        return None
    element = cast("RankedTensor | UnrankedTensorType[Attribute]", type_).element_type
    return element.bitwidth if isinstance(element, FixedBitwidthType) else None


@irdl_op_definition
class RankOp(IRDLOperation):
    """The number of dimensions.

    Example:
    ```mlir
    %1 = tensor.rank %0 : tensor<*xf32>
    ```
    """

    name = "tensor.rank"

    tensor = operand_def(ANY_TENSOR)
    result = result_def(IndexType())

    assembly_format = "$tensor attr-dict `:` type($tensor)"
    traits = traits_def(Pure())

    def __init__(self, value: Value) -> None:
        super().__init__(operands=[value], result_types=[IndexType()])


@irdl_op_definition
class GenerateOp(IRDLOperation):
    """A tensor whose elements a region computes from their indices.

    Constraints:
    (c1) there is one extent for each dynamic dimension.
    (c2) the region takes one index per dimension.
    (c3) the region yields an element.

    Example:
    ```mlir
    %0 = tensor.generate %m {
    ^bb0(%i: index, %j: index):
      tensor.yield %x : f32
    } : tensor<?x3xf32>
    ```
    """

    name = "tensor.generate"

    dynamic_extents = var_operand_def(IndexType())
    body = region_def("single_block")
    result = result_def(RANKED)

    assembly_format = "$dynamic_extents $body attr-dict `:` type($result)"
    traits = traits_def(RecursiveMemoryEffect(), SingleBlockImplicitTerminator(tensor.YieldOp))

    def __init__(
        self, dynamic_extents: Sequence[Value], body: Region, result_type: RankedTensor
    ) -> None:
        super().__init__(operands=[dynamic_extents], regions=[body], result_types=[result_type])

    def verify_(self) -> None:
        type_ = ranked(self.result)
        dynamic = type_.get_shape().count(DYNAMIC_INDEX)
        if len(self.dynamic_extents) != dynamic:
            raise VerifyException(
                f"'{self.name}' has {len(self.dynamic_extents)} extents for the {dynamic} dynamic"
                f" dimensions of {type_}"
            )
        arguments = self.body.block.arg_types
        if tuple(arguments) != (IndexType(),) * type_.get_num_dims():
            raise VerifyException(
                f"region of '{self.name}' takes ({', '.join(map(str, arguments))}), but needs"
                f" {type_.get_num_dims()} indices"
            )
        last = self.body.block.last_op
        assert last is not None
        if tuple(last.operand_types) != (type_.element_type,):
            raise VerifyException(
                f"region of '{self.name}' yields ({', '.join(map(str, last.operand_types))}), but"
                f" an element is {type_.element_type}"
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


Tensor = Dialect(
    "tensor",
    [
        *tensor.Tensor.operations,
        BitcastOp,
        GatherOp,
        GenerateOp,
        ParallelInsertSliceOp,
        RankOp,
        ScatterOp,
    ],
    [*tensor.Tensor.attributes],
)
"""xDSL's dialect with the operations above: its own classes stay what they are."""
