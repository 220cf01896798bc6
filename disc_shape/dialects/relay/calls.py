"""Calls of functions, operators and constructors, and these as values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Literal, TypeAlias

from xdsl.dialects.builtin import StringAttr, SymbolNameConstraint, UnitAttr
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import CustomDirective
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import FunctionCall
from disc_shape.dialects.relay.types import ArgumentsAttr, TypeArguments
from disc_shape.typesystem.types import Type

Referred = Literal["function", "operator", "constructor"]
Values: TypeAlias = Sequence[SSAValue]
Types: TypeAlias = Sequence[Type] | None
"""Type arguments, None where they are left out."""
OWN_RELATIONS: Mapping[str, str] = {
    **dict.fromkeys(("add", "subtract", "multiply"), "Broadcast"),
    **dict.fromkeys(("relu", "exp", "tanh"), "Identity"),
    "batch_flatten": "Flatten",
}
"""The relations of operators that are no row's own."""
OTHER_NAMES: Mapping[str, str] = {"relu": "nn.relu", "batch_flatten": "nn.batch_flatten"}
"""The rows of operators by other names."""


class CallLike(IRDLOperation):
    """What has type arguments, each for a parameter of what it names (RLY-24 to 29)."""

    type_args = opt_prop_def(ArgumentsAttr)
    result = result_def()
    CALL: ClassVar[str] = (
        "custom<TypeArguments>($type_args) `(` $arguments `)` attr-dict `:`"
        " functional-type($arguments, $result)"
    )
    KIND: ClassVar[Referred] = "function"
    custom_directives: ClassVar[tuple[type[CustomDirective], ...]] = (TypeArguments,)

    def __init__(
        self, callee: str | SSAValue, arguments: Values, type_: Attribute, types: Types = None
    ) -> None:
        is_name = isinstance(callee, str)
        listed = None if types is None else ArgumentsAttr(tuple(types))
        words = {"callee": StringAttr(callee) if is_name else None, "type_args": listed}
        given = {"function": None if is_name else callee, "arguments": arguments}
        operands = [given[name] for name, _ in self.get_irdl_definition().operands]
        super().__init__(operands=operands, properties=words, result_types=[type_])

    @property
    def type_arguments(self) -> tuple[Type, ...] | None:
        """The type arguments, None where they are left out."""
        return None if self.type_args is None else self.type_args.data

    @property
    def kind(self) -> Referred:
        """What the name is that of; a reference says so."""
        if "operator" in self.properties:
            return "operator"
        return "constructor" if "constructor" in self.properties else self.KIND

    @property
    def called(self) -> str | None:
        """The name of what is called, None where it is a value."""
        name = self.properties.get("callee")
        return name.data if isinstance(name, StringAttr) else None


@irdl_op_definition
class CallOp(CallLike, FunctionCall):
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
    assembly_format = "custom<Callee>($callee, $function, type($function)) " + CallLike.CALL
    custom_directives = (*FunctionCall.custom_directives, TypeArguments)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)


class NamedCall(CallLike):
    """A call by a name that is no function's."""

    callee = prop_def(StringAttr)
    arguments = var_operand_def()
    assembly_format = "$callee " + CallLike.CALL


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
    KIND: ClassVar[Referred] = "operator"


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
    KIND: ClassVar[Referred] = "constructor"
    callee = prop_def(SymbolNameConstraint())


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
    operator = opt_prop_def(UnitAttr)
    constructor = opt_prop_def(UnitAttr)
    callee = prop_def(SymbolNameConstraint())
    assembly_format = (
        "(`operator` $operator^)? (`constructor` $constructor^)? $callee"
        " custom<TypeArguments>($type_args) attr-dict `:` type($result)"
    )

    def __init__(
        self, callee: str, type_: Attribute, kind: Referred = "function", types: Types = None
    ) -> None:
        super().__init__(callee, (), type_, types)
        if kind != "function":
            self.properties[str(kind)] = UnitAttr()

    def verify_(self) -> None:
        if self.operator is not None and self.constructor is not None:
            raise VerifyException(f"'{self.name}' names an operator or a constructor, not both")
