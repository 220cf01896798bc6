"""Operations that read, make and combine shapes."""

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import (
    DenseIntElementsAttr,
    IndexType,
    ShapedType,
    StringAttr,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import Commutative, ConstantLike, Pure
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.shape.directives import Extents, extents_attr, read_extents
from disc_shape.dialects.shape.simplified import Simplified
from disc_shape.dialects.shape.sizes import BinaryOp
from disc_shape.dialects.shape.types import (
    ANY_SHAPE,
    ANY_SHAPED,
    ANY_SIZE,
    ShapeType,
    check_error_propagates,
    check_same_rank,
    known_rank,
)

Value = SSAValue | Operation


def extents(rank: int) -> TensorType[IndexType]:
    """The type of an extent tensor for that many dimensions."""
    return TensorType(IndexType(), [rank])


def rank_of(type_: Attribute) -> int | None:
    """How many dimensions a ranked tensor or buffer has."""
    if not isinstance(type_, ShapedType):
        return None
    return type_.get_num_dims()


@irdl_op_definition
class ShapeOfOp(IRDLOperation):
    """Returns the shape of a value.

    Constraints:
    (c1) the result is a shape when the operand is a value with a shape.
    (c2) an extent tensor has as many sizes as the operand dimensions.

    Example:
    ```mlir
    %1 = shape.shape_of %0 : tensor<?x4xf32> -> tensor<2xindex>
    ```
    """

    name = "shape.shape_of"

    arg = operand_def(ANY_SHAPED)
    result = result_def(ANY_SHAPE)

    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"
    traits = traits_def(Simplified(), Pure())

    def __init__(self, arg: Value, result_type: Attribute | None = None) -> None:
        arg = SSAValue.get(arg)
        if result_type is None:
            rank = rank_of(arg.type)
            result_type = ShapeType() if rank is None else extents(rank)
        super().__init__(operands=[arg], result_types=[result_type])

    def verify_(self) -> None:
        check_error_propagates(self, self.operand_types, self.result.type)
        rank = rank_of(self.arg.type)
        if rank is not None:
            check_same_rank(self, rank, self.result.type)


@irdl_op_definition
class ConstShapeOp(IRDLOperation):
    """Produces a constant shape.

    Constraints:
    (c1) an extent tensor holds as many sizes as are given.

    Example:
    ```mlir
    %0 = shape.const_shape [4, 5] : tensor<2xindex>
    ```
    """

    name = "shape.const_shape"

    shape = prop_def(DenseIntElementsAttr)
    result = result_def(ANY_SHAPE)

    assembly_format = "attr-dict custom<Extents>($shape) `:` type($result)"
    custom_directives = (Extents,)
    traits = traits_def(Pure(), ConstantLike())

    def __init__(self, sizes: Sequence[int], result_type: Attribute | None = None) -> None:
        super().__init__(
            properties={"shape": extents_attr(list(sizes))},
            result_types=[extents(len(sizes)) if result_type is None else result_type],
        )

    @property
    def extents(self) -> tuple[int, ...]:
        """The sizes."""
        return read_extents(self.shape)

    def verify_(self) -> None:
        if not isinstance(self.shape.get_element_type(), IndexType):
            raise VerifyException(f"sizes of '{self.name}' must be indices, got {self.shape}")
        if len(self.shape.get_shape()) != 1:
            raise VerifyException(f"sizes of '{self.name}' must be a list, got {self.shape}")
        check_same_rank(self, len(self.extents), self.result.type)


@irdl_op_definition
class BroadcastOp(IRDLOperation):
    """Computes the shape to which all operands broadcast: ranks aligned at the end, sizes of 1
    stretched.

    Constraints:
    (c1) the result is a shape when an operand is one.

    Example:
    ```mlir
    %2 = shape.broadcast %0, %1 : tensor<3xindex>, tensor<1xindex> -> tensor<3xindex>
    ```
    """

    name = "shape.broadcast"

    shapes = var_operand_def(ANY_SHAPE)
    error = opt_prop_def(StringAttr)
    result = result_def(ANY_SHAPE)

    traits = traits_def(Simplified(), Pure(), Commutative())

    def __init__(
        self, shapes: Sequence[Value], result_type: Attribute, error: str | None = None
    ) -> None:
        super().__init__(
            operands=[shapes],
            result_types=[result_type],
            properties={"error": None if error is None else StringAttr(error)},
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        unresolved = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_unresolved_operand, parser.parse_unresolved_operand
        )
        error: Attribute | None = None
        if parser.parse_optional_keyword("error") is not None:
            parser.parse_punctuation("=")
            error = StringAttr(parser.parse_str_literal())
        attributes = dict(parser.parse_optional_attr_dict())
        error = attributes.pop("error", error)
        parser.parse_punctuation(":")
        pos = parser.pos
        types = parser.parse_optional_undelimited_comma_separated_list(
            parser.parse_optional_type, parser.parse_type
        )
        parser.parse_punctuation("->")
        op = cls.build(
            operands=[parser.resolve_operands(unresolved or (), types or (), pos)],
            result_types=[parser.parse_type()],
            properties={"error": error},
        )
        op.attributes |= attributes
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.shapes, printer.print_operand)
        if self.error is not None:
            printer.print_string(" error = ")
            printer.print_attribute(self.error)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_list(self.shapes.types, printer.print_attribute)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        check_error_propagates(self, self.operand_types, self.result.type)


class ComparisonOp(IRDLOperation):
    """A truth about shapes."""

    shapes = var_operand_def(ANY_SHAPE)
    result = result_def(i1)

    assembly_format = "$shapes attr-dict `:` type($shapes)"
    traits = traits_def(Simplified(), Pure(), Commutative())

    def __init__(self, *shapes: Value) -> None:
        super().__init__(operands=[shapes], result_types=[i1])


@irdl_op_definition
class IsBroadcastableOp(ComparisonOp):
    """Tests whether the operands broadcast to one shape.

    Example:
    ```mlir
    %2 = shape.is_broadcastable %0, %1 : tensor<3xindex>, tensor<1xindex>
    ```
    """

    name = "shape.is_broadcastable"


@irdl_op_definition
class ShapeEqOp(ComparisonOp):
    """Tests whether all operands are the same shape; an error equals an error.

    Example:
    ```mlir
    %2 = shape.shape_eq %0, %1 : tensor<3xindex>, !shape.shape
    ```
    """

    name = "shape.shape_eq"


@irdl_op_definition
class AnyOp(IRDLOperation):
    """Returns a shape that agrees with all operands, which must agree with each other.

    Example:
    ```mlir
    %2 = shape.any %0, %1 : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>
    ```
    """

    name = "shape.any"

    inputs = var_operand_def(ANY_SHAPE)
    result = result_def(ANY_SHAPE)

    assembly_format = "$inputs attr-dict `:` type($inputs) `->` type($result)"
    traits = traits_def(Simplified(), Pure(), Commutative())

    def __init__(self, inputs: Sequence[Value], result_type: Attribute) -> None:
        super().__init__(operands=[inputs], result_types=[result_type])


@irdl_op_definition
class ConcatOp(BinaryOp):
    """Concatenates the sizes of two shapes.

    Constraints:
    (c1) an extent tensor of known length has the length of both operands together.

    Example:
    ```mlir
    %2 = shape.concat %0, %1 : tensor<2xindex>, tensor<1xindex> -> tensor<3xindex>
    ```
    """

    name = "shape.concat"

    lhs = operand_def(ANY_SHAPE)
    rhs = operand_def(ANY_SHAPE)
    result = result_def(ANY_SHAPE)

    traits = traits_def(Simplified(), Pure())

    def verify_(self) -> None:
        lhs, rhs = known_rank(self.lhs.type), known_rank(self.rhs.type)
        if lhs is not None and rhs is not None:
            check_same_rank(self, lhs + rhs, self.result.type)


@irdl_op_definition
class SplitAtOp(IRDLOperation):
    """Splits the sizes of a shape before an index; a negative index counts from the end.

    Example:
    ```mlir
    %2, %3 = "shape.split_at"(%0, %1) : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
    ```
    """

    name = "shape.split_at"

    operand = operand_def(ANY_SHAPE)
    index = operand_def(ANY_SIZE)
    head = result_def(ANY_SHAPE)
    tail = result_def(ANY_SHAPE)

    traits = traits_def(Simplified(), Pure())

    def __init__(
        self, operand: Value, index: Value, head_type: Attribute, tail_type: Attribute
    ) -> None:
        super().__init__(operands=[operand, index], result_types=[head_type, tail_type])
