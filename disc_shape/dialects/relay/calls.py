"""Calls of functions, operators and constructors, and these as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Literal

from xdsl.dialects.builtin import StringAttr, SymbolNameConstraint
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
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.dialects.functional import Callee, check_callee
from disc_shape.dialects.relay.types import ArgumentsAttr, parse_part, part_text
from disc_shape.typesystem.types import Type


@irdl_custom_directive
class TypeArguments(CustomDirective):
    """`[[10, 10], f32]`, or nothing."""

    types: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        found = parser.parse_optional_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parse_part(parser)
        )
        if found is not None:
            self.types.set(state, ArgumentsAttr(tuple(found)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        types = self.types.get(op)
        if isinstance(types, ArgumentsAttr):
            printer.print_string(f"[{', '.join(map(part_text, types.data))}]")


class CallLike(IRDLOperation):
    """What has type arguments, each for a parameter of what it names (RLY-24 to 29)."""

    type_args = opt_prop_def(ArgumentsAttr)
    result = result_def()
    CALLED: ClassVar[str] = "custom<TypeArguments>($type_args)"
    CALL: ClassVar[str] = (
        CALLED + " `(` $arguments `)` attr-dict `:` functional-type($arguments, $result)"
    )
    custom_directives: ClassVar[tuple[type[CustomDirective], ...]] = (TypeArguments,)

    @property
    def type_arguments(self) -> tuple[Type, ...] | None:
        """The type arguments, None where they are left out."""
        return None if self.type_args is None else self.type_args.data


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
    callee = opt_prop_def(SymbolNameConstraint())
    function = opt_operand_def()
    arguments = var_operand_def()
    assembly_format = "custom<Callee>($callee, $function, type($function)) " + CallLike.CALL
    custom_directives = (Callee, TypeArguments)
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

    def verify_(self) -> None:
        check_callee(self, self.callee, self.function)


class NamedCall(CallLike):
    """A call by a name that is no function's."""

    callee = prop_def(StringAttr)
    arguments = var_operand_def()
    assembly_format = "$callee " + CallLike.CALL

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
    callee = prop_def(SymbolNameConstraint())


Referred = Literal["function", "operator", "constructor"]


@irdl_custom_directive
class ReferredKind(CustomDirective):
    """`operator` or `constructor`, nothing for a function."""

    kind: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        words = ("operator", "constructor")
        found = next((word for word in words if parser.parse_optional_keyword(word)), "function")
        self.kind.set(state, StringAttr(found))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        kind = self.kind.get(op)
        if isinstance(kind, StringAttr) and kind.data != "function":
            printer.print_string(f" {kind.data}")


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
    callee = prop_def(SymbolNameConstraint())
    assembly_format = (
        "custom<ReferredKind>($kind) $callee " + CallLike.CALLED + " attr-dict `:` type($result)"
    )
    custom_directives = (ReferredKind, TypeArguments)

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
