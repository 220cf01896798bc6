"""Tuples and their members."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, irdl_op_definition
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import Projection, TupleBuilder
from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.relax.types import InferAttr, attribute_of, type_of
from disc_shape.typesystem import types as ts


@irdl_op_definition
class TupleOp(TupleBuilder):
    """
    A tuple (RLX-021).

    ```mlir
    %t = relax.tuple(%x, %s) : tuple<!relax.object, !relax.shape<*>>
    ```
    """

    name = "relax.tuple"


@irdl_custom_directive
class MemberType(CustomDirective):
    """`tuple<A, B>` where the tuple gives the type of the member, else `tuple<A, B> -> C`."""

    index: AttributeVariable
    tuple_: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        type_ = parser.parse_type()
        result = member_of(type_, number_of(state.properties[self.index.name]))
        if parser.parse_optional_punctuation("->"):
            result = parser.parse_type()
        self.tuple_.set(state, (type_,))
        self.result.set(state, (result,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        (type_,), (result,) = self.tuple_.get(op), self.result.get(op)
        printer.print_string(" ")
        printer.print_attribute(type_)
        if result != member_of(type_, number_of(self.index.get(op))):
            printer.print_string(" -> ")
            printer.print_attribute(result)


@irdl_op_definition
class GetOp(Projection):
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
    assembly_format = (
        "$tuple_ `[` custom<Int>($index) `]` attr-dict `:`"
        " custom<MemberType>(ref($index), type($tuple_), type($result))"
    )
    custom_directives = (Int, MemberType)

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


def number_of(index: Attribute | None) -> int:
    """The number of a member."""
    return index.value.data if isinstance(index, IntegerAttr) else -1


def member_of(type_: Attribute, index: int) -> Attribute:
    """The type of a member; `!relax.infer` where it is unknown."""
    known = type_of(type_)
    if isinstance(known, ts.TupleType) and 0 <= index < len(known.fields):
        return attribute_of(known.fields[index])
    return InferAttr()
