"""Constants, tuples and annotations."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    AnyDenseElement,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.dialects.builtin import TupleType as TupleAttr
from xdsl.ir import Attribute, SSAValue, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.relax.calls import parse_operands, print_operands
from disc_shape.dialects.relax.dims import resume_from
from disc_shape.dialects.relax.literals import element_of
from disc_shape.dialects.relay.types import TensorAttr
from disc_shape.symbolic import Expr, const
from disc_shape.typesystem import terms as ts


@irdl_op_definition
class ConstantOp(IRDLOperation):
    """
    A tensor; a scalar is one of shape `()` (RLY-04). Each lane of an element has its number.

    Constraints:
    (c1) the type is that of the tensor, with lanes or without.

    Example:
    ```mlir
    %z = relay.constant dense<0> : !relay.tensor<[], i32>
    ```
    """

    name = "relay.constant"
    value = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def __init__(self, value: DenseIntOrFPElementsAttr, type_: Attribute | None = None) -> None:
        known = tensor_attribute(value) if type_ is None else type_
        super().__init__(properties={"value": value}, result_types=[known])

    @classmethod
    def parse(cls, parser: Parser) -> ConstantOp:
        start = parser.pos
        parser.parse_keyword("dense")
        begin = parser.pos
        end = parser.lexer.input.content.find(">", begin) + 1
        if not end:
            parser.raise_error("expected '>'", start, begin)
        resume_from(parser, end)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        tensor = builtin_tensor(type_)
        if tensor is None:
            parser.raise_error(f"a constant is of type {type_}", start, parser.pos)
        after = parser.pos
        resume_from(parser, begin)
        value = parser.parse_dense_int_or_fp_elements_attr(tensor)
        resume_from(parser, after)
        op = ConstantOp(value, type_)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        text = str(self.value)
        printer.print_string(f" {text[: text.rindex(' : ')]}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        if builtin_tensor(self.result.type) != self.value.type:
            raise VerifyException(
                f"'{self.name}' is of type {self.result.type}, but its tensor is {self.value.type}"
            )


def tensor_attribute(value: DenseIntOrFPElementsAttr) -> TensorAttr:
    """The type of a constant."""
    tensor = cast("TensorType[Attribute]", value.type)
    sizes = tuple(const(size) for size in tensor.get_shape())
    return TensorAttr(ts.Tensor(ts.Dims(sizes), ts.Base(str(tensor.element_type))))


def builtin_tensor(type_: Attribute) -> TensorType[AnyDenseElement] | None:
    """The builtin type of a constant of this type."""
    if not isinstance(type_, TensorAttr):
        return None
    shape, element = type_.data.shape, type_.data.element
    if not isinstance(shape, ts.Dims) or not isinstance(element, ts.Base):
        return None
    numbers = [size.constant for size in shape.sizes if isinstance(size, Expr)]
    known = [number for number in numbers if number is not None]
    if len(known) != len(shape.sizes):
        return None
    return TensorType(element_of(element.lanes[0]), known)


@irdl_op_definition
class TupleOp(IRDLOperation):
    """
    A tuple (RLY-10).

    ```mlir
    %t = relay.tuple(%x, %s) : tuple<!relay.hole, !relay.tensor<[], i1>> -> !relay.hole
    ```
    """

    name = "relay.tuple"
    fields_ = var_operand_def()
    result = result_def()

    def __init__(self, fields: Sequence[SSAValue], type_: Attribute) -> None:
        super().__init__(operands=[fields], result_types=[type_])

    @classmethod
    def parse(cls, parser: Parser) -> TupleOp:
        fields = parse_operands(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        start = parser.pos
        type_ = parser.parse_type()
        if not isinstance(type_, TupleAttr):
            parser.raise_error(f"expected a tuple type, got {type_}", start, parser.pos)
        values = parser.resolve_operands(fields, list(type_.types), start)
        result = parser.parse_type() if parser.parse_optional_punctuation("->") else type_
        op = TupleOp(list(values), result)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        print_operands(printer, self.fields_)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        own = TupleAttr(tuple(cast("TypeAttribute", one.type) for one in self.operands))
        printer.print_attribute(own)
        if self.result.type != own:
            printer.print_string(" -> ")
            printer.print_attribute(self.result.type)


@irdl_op_definition
class GetOp(IRDLOperation):
    """
    A member of a tuple (RLY-11).

    ```mlir
    %h = relay.get %t[1] : !relay.hole -> !relay.hole
    ```
    """

    name = "relay.get"
    tuple_ = operand_def()
    index = prop_def(IntegerAttr)
    result = result_def()

    def __init__(self, tuple_: SSAValue, index: int, type_: Attribute) -> None:
        super().__init__(
            operands=[tuple_], properties={"index": IntegerAttr(index, i64)}, result_types=[type_]
        )

    @classmethod
    def parse(cls, parser: Parser) -> GetOp:
        operand = parser.parse_unresolved_operand()
        with parser.in_square_brackets():
            index = parser.parse_integer(allow_boolean=False)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_punctuation("->")
        op = GetOp(value, index, parser.parse_type())
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tuple_)
        printer.print_string(f"[{self.index.value.data}]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.tuple_.type)
        printer.print_string(" -> ")
        printer.print_attribute(self.result.type)


@irdl_op_definition
class AscribeOp(IRDLOperation):
    """
    A value with an annotation: both types are one (RLY-51, 72).

    ```mlir
    %w = relay.ascribe %v : !relay.hole as !relay.tensor<[_, 4], f32>
    ```
    """

    name = "relay.ascribe"
    value = operand_def()
    result = result_def()
    assembly_format = "$value attr-dict `:` type($value) `as` type($result)"

    def __init__(self, value: SSAValue, type_: Attribute) -> None:
        super().__init__(operands=[value], result_types=[type_])
