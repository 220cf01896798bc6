"""Tuples and their members."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    IntegerAttr,
    i64,
)
from xdsl.dialects.builtin import (
    TupleType as TupleAttr,
)
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

from disc_shape.dialects.relax.calls import parse_operands
from disc_shape.dialects.relax.types import (
    InferAttr,
    attribute_of,
    type_of,
)
from disc_shape.typesystem import types as ts


@irdl_op_definition
class TupleOp(IRDLOperation):
    """
    A tuple (RLX-021).

    ```mlir
    %t = relax.tuple(%x, %s) : tuple<!relax.object, !relax.shape<*>>
    ```
    """

    name = "relax.tuple"
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
        with printer.in_parens():
            printer.print_list(self.operands, printer.print_ssa_value)
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
    A member of a tuple (RLX-029, 262).

    Constraints:
    (c1) the operand is a tuple that has this member.

    Example:
    ```mlir
    %h = relax.get %t[1] : tuple<!relax.object, !relax.shape<*>>
    ```
    """

    name = "relax.get"
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
        type_ = parser.parse_type()
        value = parser.resolve_operand(operand, type_)
        member = member_of(type_, index)
        if parser.parse_optional_punctuation("->"):
            member = parser.parse_type()
        op = GetOp(value, index, member)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.tuple_)
        printer.print_string(f"[{self.index.value.data}]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.tuple_.type)
        if self.result.type != member_of(self.tuple_.type, self.index.value.data):
            printer.print_string(" -> ")
            printer.print_attribute(self.result.type)

    def verify_(self) -> None:
        type_ = type_of(self.tuple_.type)
        index = self.index.value.data
        if isinstance(type_, ts.TupleType):
            if not 0 <= index < len(type_.fields):
                raise VerifyException(
                    f"'{self.name}' takes member {index} of a tuple of {len(type_.fields)}"
                    " [RLX-262]"
                )
        elif type_ is not None:
            hint = "; match_cast it first [RLX-150]" if type_ == ts.OBJECT else " [RLX-262]"
            raise VerifyException(
                f"'{self.name}' takes member {index} of {self.tuple_.type}, no tuple{hint}"
            )


def member_of(type_: Attribute, index: int) -> Attribute:
    """The type of a member; `!relax.infer` where it is unknown."""
    known = type_of(type_)
    if isinstance(known, ts.TupleType) and 0 <= index < len(known.fields):
        return attribute_of(known.fields[index])
    return InferAttr()
