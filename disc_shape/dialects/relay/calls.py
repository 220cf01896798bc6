"""Calls of functions, operators and constructors, and these as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.relax.calls import (
    parse_callee,
    parse_operands,
    parse_signature,
    print_operands,
    print_signature,
)
from disc_shape.dialects.relay.types import ArgumentsAttr, parse_part, part_text
from disc_shape.typesystem.types import Type


def parse_type_arguments(parser: Parser) -> tuple[Type, ...] | None:
    """`[[10, 10], f32]`, or nothing."""
    found = parser.parse_optional_comma_separated_list(
        parser.Delimiter.SQUARE, lambda: parse_part(parser)
    )
    return None if found is None else tuple(found)


class CallLike(IRDLOperation):
    """What has type arguments, each for a parameter of what it names (RLY-24 to 29)."""

    type_args = opt_prop_def(ArgumentsAttr)
    result = result_def()

    @property
    def type_arguments(self) -> tuple[Type, ...] | None:
        """The type arguments, None where they are left out."""
        return None if self.type_args is None else self.type_args.data

    def print_type_arguments(self, printer: Printer) -> None:
        """The inverse of `parse_type_arguments`."""
        if self.type_args is not None:
            with printer.in_square_brackets():
                printer.print_list(
                    self.type_args.data, lambda one: printer.print_string(part_text(one))
                )


def arguments_attribute(types: Sequence[Type] | None) -> ArgumentsAttr | None:
    """The attribute of type arguments."""
    return None if types is None else ArgumentsAttr(tuple(types))


@irdl_op_definition
class CallOp(CallLike):
    """
    A call of a global function or of a value.

    Constraints:
    (c1) it calls a global function or a value, and only one.

    Example:
    ```mlir
    %1 = relay.call @plus[[10, 10]](%a, %b) : (!relay.hole, !relay.hole) -> !relay.hole
    %f = relay.ref @length : !relay.hole
    %2 = relay.call %f(%a) : (!relay.hole) -> !relay.hole
    ```
    """

    name = "relay.call"
    callee = opt_prop_def(StringAttr)
    function = opt_operand_def()
    arguments = var_operand_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    def __init__(
        self,
        callee: str | SSAValue,
        arguments: Sequence[SSAValue],
        type_: Attribute,
        types: Sequence[Type] | None = None,
    ) -> None:
        named = isinstance(callee, str)
        super().__init__(
            operands=[None if named else callee, arguments],
            properties={
                "callee": StringAttr(callee) if named else None,
                "type_args": arguments_attribute(types),
            },
            result_types=[type_],
        )

    @classmethod
    def parse(cls, parser: Parser) -> CallOp:
        name = parser.parse_optional_symbol_name()
        callee = parse_callee(parser) if name is None else name.data
        types = parse_type_arguments(parser)
        operands = parse_operands(parser)
        attributes = parser.parse_optional_attr_dict()
        values, result = parse_signature(parser, operands)
        op = CallOp(callee, values, result, types)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        if self.callee is not None:
            printer.print_symbol_name(self.callee.data)
        elif self.function is not None:
            printer.print_ssa_value(self.function)
        self.print_type_arguments(printer)
        print_operands(printer, self.arguments)
        printer.print_op_attributes(self.attributes)
        print_signature(printer, self.arguments, self.result.type)

    def verify_(self) -> None:
        if (self.callee is None) == (self.function is None):
            raise VerifyException(f"'{self.name}' calls a global function or a value, and only one")


class NamedCall(CallLike):
    """A call by a name that is no function's."""

    callee = prop_def(StringAttr)
    arguments = var_operand_def()
    QUOTED: ClassVar[bool] = False

    def __init__(
        self,
        callee: str,
        arguments: Sequence[SSAValue],
        type_: Attribute,
        types: Sequence[Type] | None = None,
    ) -> None:
        super().__init__(
            operands=[arguments],
            properties={
                "callee": StringAttr(callee),
                "type_args": arguments_attribute(types),
            },
            result_types=[type_],
        )

    @classmethod
    def parse(cls, parser: Parser) -> NamedCall:
        name = parser.parse_str_literal() if cls.QUOTED else parser.parse_symbol_name().data
        types = parse_type_arguments(parser)
        operands = parse_operands(parser)
        attributes = parser.parse_optional_attr_dict()
        values, result = parse_signature(parser, operands)
        op = cls(name, values, result, types)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        name = self.callee.data
        if self.QUOTED:
            printer.print_string_literal(name)
        else:
            printer.print_symbol_name(name)
        self.print_type_arguments(printer)
        print_operands(printer, self.arguments)
        printer.print_op_attributes(self.attributes)
        print_signature(printer, self.arguments, self.result.type)


@irdl_op_definition
class CallOperatorOp(NamedCall):
    """
    A call of an operator: one that the module declares, or one of the operator table, whose
    attributes are those of its row (RLY-33, 34, 39).

    ```mlir
    %0 = relay.call_op "add"(%x, %y) : (!relay.hole, !relay.hole) -> !relay.hole
    %1 = relay.call_op "sum"(%x) {axis = 0 : i64} : (!relay.hole) -> !relay.hole
    ```
    """

    name = "relay.call_op"
    QUOTED: ClassVar[bool] = True


@irdl_op_definition
class ConstructOp(NamedCall):
    """
    An instance of a data type: a constructor with the values of its fields (RLY-81, 93).

    ```mlir
    %l = relay.construct @Cons(%x, %rest) : (!relay.hole, !relay.hole) -> !relay.hole
    %n = relay.construct @Nil[!relay.tensor<[], i32>]() : () -> !relay.hole
    ```
    """

    name = "relay.construct"


Referred = Literal["function", "operator", "constructor"]


@irdl_op_definition
class RefOp(CallLike):
    """
    A global function, an operator or a constructor as a value, instantiated there (RLY-17, 92).

    ```mlir
    %f = relay.ref @length : !relay.hole
    %g = relay.ref operator @add : !relay.hole
    %h = relay.ref constructor @Cons : !relay.hole
    ```
    """

    name = "relay.ref"
    kind = prop_def(StringAttr)
    callee = prop_def(StringAttr)

    def __init__(
        self,
        callee: str,
        type_: Attribute,
        kind: Referred = "function",
        types: Sequence[Type] | None = None,
    ) -> None:
        super().__init__(
            properties={
                "callee": StringAttr(callee),
                "kind": StringAttr(kind),
                "type_args": arguments_attribute(types),
            },
            result_types=[type_],
        )

    @classmethod
    def parse(cls, parser: Parser) -> RefOp:
        kind: Referred = "function"
        if parser.parse_optional_keyword("operator"):
            kind = "operator"
        elif parser.parse_optional_keyword("constructor"):
            kind = "constructor"
        name = parser.parse_symbol_name().data
        types = parse_type_arguments(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        op = RefOp(name, parser.parse_type(), kind, types)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        kind = self.kind.data
        printer.print_string(" " if kind == "function" else f" {kind} ")
        printer.print_symbol_name(self.callee.data)
        self.print_type_arguments(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)
