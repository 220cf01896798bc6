"""The operations of MLIR's `tensor` dialect that xDSL lacks, and the dialect with them added."""

from collections.abc import Sequence
from math import prod
from typing import Self, cast

from xdsl.dialects import tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    FixedBitwidthType,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    UnrankedTensorType,
)
from xdsl.dialects.utils import parse_dynamic_index_list_without_types
from xdsl.ir import Attribute, Dialect, Region
from xdsl.irdl import (
    IRDLOperation,
    base,
    irdl_op_definition,
    operand_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.traits import Pure, RecursiveMemoryEffect, SingleBlockImplicitTerminator
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.ranked import (
    ANY_TENSOR,
    RANKED,
    RankedTensor,
    Value,
    any_tensor,
    compatible,
    ranked,
)


@irdl_op_definition
class ReshapeOp(tensor.ReshapeOp):
    """Changes the shape of a tensor to the one that an operand lists.

    xDSL's verifier multiplies dynamic sizes as if they were numbers, so it refuses reshapes that
    are in order; this one compares what is known.

    Constraints:
    (c1) source and result have one element type.
    (c2) they have one number of elements, when all sizes are static.
    (c3) the shape operand is a list of as many sizes as a ranked result has dimensions.

    Example:
    ```mlir
    %2 = tensor.reshape %0(%1) : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
    ```
    """

    name = "tensor.reshape"
    assembly_format = None

    source = operand_def(ANY_TENSOR)
    shape = operand_def(TensorType.constr(base(IntegerType) | base(IndexType)))
    result = result_def(ANY_TENSOR)

    def verify_(self) -> None:
        source, result = any_tensor(self.source), any_tensor(self.result)
        if source.element_type != result.element_type:
            raise VerifyException(
                f"element types of '{self.name}' differ: {source.element_type} and"
                f" {result.element_type}"
            )
        counts = [
            prod(type_.get_shape())
            for type_ in (source, result)
            if isinstance(type_, TensorType) and is_static(type_)
        ]
        if len(counts) == 2 and counts[0] != counts[1]:
            raise VerifyException(
                f"source and result of '{self.name}' have {counts[0]} and {counts[1]} elements"
            )
        shape = ranked(self.shape)
        if shape.get_num_dims() != 1:
            raise VerifyException(f"shape operand of '{self.name}' is {shape}, expected a list")
        if isinstance(result, TensorType) and shape.get_shape() != (result.get_num_dims(),):
            raise VerifyException(
                f"shape operand of '{self.name}' is {shape}, but the result has rank"
                f" {result.get_num_dims()}"
            )


def is_static(type_: RankedTensor) -> bool:
    """Whether all sizes are known."""
    return DYNAMIC_INDEX not in type_.get_shape()


class PadOp(tensor.PadOp):
    """Pads a tensor with elements that a region computes.

    xDSL's verifier asks for `?` in the result wherever a size is not known, so it refuses results
    that say more; this one compares what is known.

    Constraints:
    (c1) there is a number before and one after each dimension.
    (c2) the result has the elements of the source, and its sizes with the numbers added.
    (c3) the region takes an index for each dimension.
    (c4) the region yields an element.

    Example:
    ```mlir
    %1 = tensor.pad %0 low[0] high[%n] {
    ^bb0(%i: index):
      tensor.yield %x : f32
    } : tensor<?xf32> to tensor<4xf32>
    ```
    """

    def verify_(self) -> None:
        self.get_irdl_definition().verify(self)
        source, result = ranked(self.source), ranked(self.result)
        low, high = self.static_low.get_values(), self.static_high.get_values()
        rank = source.get_num_dims()
        if len(low) != rank or len(high) != rank or result.get_num_dims() != rank:
            raise VerifyException(
                f"'{self.name}' from {source} to {result} has {len(low)} low and {len(high)} high"
                f" numbers, expected {rank}"
            )
        if source.element_type != result.element_type:
            raise VerifyException(
                f"element types of '{self.name}' differ: {source.element_type} and"
                f" {result.element_type}"
            )
        sizes = zip(source.get_shape(), low, high, result.get_shape(), strict=True)
        for axis, (size, before, after, found) in enumerate(sizes):
            if DYNAMIC_INDEX not in (size, before, after, found) and before + size + after != found:
                raise VerifyException(
                    f"dimension {axis} of the result of '{self.name}' is {found}, expected"
                    f" {before + size + after}"
                )
        check_element_region(self, self.region, result)


def check_element_region(op: IRDLOperation, region: Region, type_: RankedTensor) -> None:
    """A region that computes an element of a tensor from its indices."""
    arguments = region.block.arg_types
    if tuple(arguments) != (IndexType(),) * type_.get_num_dims():
        raise VerifyException(
            f"region of '{op.name}' takes ({', '.join(map(str, arguments))}), but needs"
            f" {type_.get_num_dims()} indices"
        )
    last = region.block.last_op
    assert last is not None
    if tuple(last.operand_types) != (type_.element_type,):
        raise VerifyException(
            f"region of '{op.name}' yields ({', '.join(map(str, last.operand_types))}), but"
            f" an element is {type_.element_type}"
        )


class ExpandShapeOp(tensor.ExpandShapeOp):
    """Expands dimensions of a tensor into several ones each.

    xDSL's verifier refuses to expand a scalar, whose one element is in every dimension of size 1.
    Older programs give no output shape; it is that of a static result.

    Constraints:
    (c1) the output shape has the rank of the result.
    (c2) each group of dimensions has as many elements as the dimension that it expands; a scalar
        expands to dimensions of size 1.
    (c3) the element types are one.

    Example:
    ```mlir
    %1 = tensor.expand_shape %0 [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operand = parser.parse_unresolved_operand()
        groups = cast("ArrayAttr[ArrayAttr[IntegerAttr]]", parser.parse_attribute())
        position = parser.pos
        given: tuple[Sequence[UnresolvedOperand], Sequence[int]] | None = None
        if parser.parse_optional_keyword("output_shape"):
            given = parse_dynamic_index_list_without_types(parser, dynamic_index=DYNAMIC_INDEX)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        source = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_characters("into")
        type_ = parser.parse_type()
        if not isinstance(type_, TensorType):
            parser.raise_error(f"expected a tensor type, got {type_}")
        result = cast("TensorType[Attribute]", type_)
        if given is None:
            given = ([], result.get_shape())
            if DYNAMIC_INDEX in given[1]:
                text = f"'{cls.name}' to {result} needs an output_shape for its dynamic sizes"
                parser.raise_error(text, position)
        dynamic, static = given
        sizes = parser.resolve_operands(dynamic, [IndexType()] * len(dynamic), parser.pos)
        return cls(source, sizes, groups, list(static), result, attributes)

    def verify_(self) -> None:
        self.get_irdl_definition().verify(self)
        result = ranked(self.result)
        if (element := ranked(self.src).element_type) != result.element_type:
            raise VerifyException(
                f"element types of '{self.name}' differ: {element} and {result.element_type}"
            )
        given = self.static_output_shape.get_values()
        scalar = not ranked(self.src).get_num_dims() and not self.reassociation.data
        if not scalar or len(given) != result.get_num_dims():
            super().verify_()
        elif set(result.get_shape()) - {1}:
            raise VerifyException(f"'{self.name}' has one element, but the result is {result}")


@irdl_op_definition
class BitcastOp(IRDLOperation):
    """Reinterprets the bits of the elements as another element type.

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
    """Returns the number of dimensions of a tensor.

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
    """Produces a tensor whose elements a region computes from their indices.

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
        check_element_region(self, self.body, type_)


REPLACED = {tensor.ExpandShapeOp, tensor.PadOp, tensor.ReshapeOp}

Tensor = Dialect(
    "tensor",
    [
        *(op for op in tensor.Tensor.operations if op not in REPLACED),
        BitcastOp,
        ExpandShapeOp,
        GenerateOp,
        PadOp,
        RankOp,
        ReshapeOp,
    ],
    [*tensor.Tensor.attributes],
)
"""xDSL's dialect with the operations above; its own classes, but for those replaced, stay."""
