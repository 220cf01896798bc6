"""Calls of functions, and functions as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_op_definition,
    opt_operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import FunctionCall
from disc_shape.dialects.relax.types import type_of
from disc_shape.typesystem.types import TensorType, fields_of


@irdl_op_definition
class CallOp(FunctionCall):
    """
    A call of a global function or of a value. Where a rule gives the result, `type_args` are the
    type arguments; without them the type of the result is the only one.

    ```mlir
    %0 = relax.call @f(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    %f = relax.function_ref @f : !relax.func<(!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>>
    %1 = relax.call %f(%x) : (!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>
    ```
    """

    name = "relax.call"
    callee = opt_prop_def(SymbolRefAttr)
    type_args = opt_prop_def(ArrayAttr[Attribute])
    result = result_def()
    assembly_format = (
        "custom<Callee>($callee, $function, type($function)) `(` $arguments `)` attr-dict `:`"
        " functional-type($arguments, $result)"
    )
    irdl_options = (AttrSizedOperandSegments(as_property=True), ParsePropInAttrDict())

    def __init__(
        self,
        callee: str | SSAValue,
        arguments: Sequence[SSAValue],
        type_: Attribute,
        type_args: Sequence[Attribute] | None = None,
    ) -> None:
        name = SymbolRefAttr(callee) if isinstance(callee, str) else None
        super().__init__(
            operands=[None if isinstance(callee, str) else callee, arguments],
            properties={
                "callee": name,
                "type_args": None if type_args is None else ArrayAttr(type_args),
            },
            result_types=[type_],
        )


class OutsideCall(IRDLOperation):
    """A call of a function outside of Relax, which may write those of its arguments."""

    inplace_indices = opt_prop_def(DenseArrayBase[IntegerType])
    arguments = var_operand_def()
    result = result_def()
    RULE: ClassVar[str] = "RLX-341"
    """The rule of the arguments that it writes."""

    @property
    def result_arguments(self) -> list[int]:
        """The argument that each result is, -1 for one of its own; none of a usual call."""
        inplace = self.inplace_indices
        return [] if inplace is None else [int(one) for one in inplace.get_values()]

    def verify_(self) -> None:
        count = len(self.arguments)
        for index in self.result_arguments:
            if not -1 <= index < count:
                text = f"'{self.name}' has {count} arguments, but writes {index} [{self.RULE}]"
                raise VerifyException(text)

    def check_allocated(self, rule: str) -> int:
        """
        A result that is allocated by its type is a tensor, or a tuple of tensors (RLX-331, 332);
        how many there are.
        """
        type_ = type_of(self.result.type)
        fields = () if type_ is None else fields_of(type_)
        for one in fields:
            if not isinstance(one, TensorType) or one.shape.exact is None or one.element is None:
                raise VerifyException(
                    f"'{self.name}' allocates its result by its type, which needs all dimensions"
                    f" and an element type [{rule}]"
                )
        return len(fields)


class NamedCall(OutsideCall):
    """
    A call of a function that is found by its name when the program runs. The type of the result is
    the type argument (RLX-230).
    """

    symbol = prop_def(StringAttr)

    assembly_format = (
        "$symbol `(` $arguments `)` attr-dict `:` functional-type($arguments, $result)"
    )
    irdl_options = (ParsePropInAttrDict(),)
    DPS: ClassVar[bool] = False
    """Whether results are allocated by their types and passed last."""

    def __init__(
        self,
        symbol: str,
        arguments: Sequence[SSAValue],
        type_: Attribute,
        inplace: Attribute | None = None,
    ) -> None:
        super().__init__(
            operands=[arguments],
            properties={"symbol": StringAttr(symbol), "inplace_indices": inplace},
            result_types=[type_],
        )

    def verify_(self) -> None:
        super().verify_()
        if self.DPS:
            self.check_allocated("RLX-338")


@irdl_op_definition
class CallPackedOp(NamedCall):
    """
    A call of an external function, with any effects (RLX-267).

    ```mlir
    %0 = relax.call_packed "my.f"(%x) : (!relax.object) -> !relax.object
    ```
    """

    name = "relax.call_packed"


@irdl_op_definition
class CallPurePackedOp(NamedCall):
    """
    A call of an external function that is declared pure (RLX-340).

    ```mlir
    %0 = relax.call_pure_packed "my.f"(%x) : (!relax.object) -> !relax.object
    ```
    """

    name = "relax.call_pure_packed"


@irdl_op_definition
class CallInplacePackedOp(NamedCall):
    """
    A call of an external function that writes those of its arguments (RLX-341).

    ```mlir
    %0 = relax.call_inplace_packed "my.f"(%x) {inplace_indices = array<i64: 0>}
      : (!relax.object) -> !relax.object
    ```
    """

    name = "relax.call_inplace_packed"


@irdl_op_definition
class CallDpsPackedOp(NamedCall):
    """
    A call of an external function that writes its last arguments, the results (RLX-338).

    ```mlir
    %0 = relax.call_dps_packed "my.f"(%x) : (!relax.object) -> !relax.tensor<[2], f32>
    ```
    """

    name = "relax.call_dps_packed"
    DPS: ClassVar[bool] = True


@irdl_custom_directive
class Signature(CustomDirective):
    """`(A, B, S) -> R`: the types of the arguments and of the integers after them, if any."""

    arguments: TypeDirective
    integers: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        start = parser.pos
        types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        count, further = (len(one or ()) for one in state.operands)
        if len(types) != count + further:
            what = f"expected {count + further} operand types but had {len(types)}"
            parser.raise_error(what, start, parser.pos)
        self.arguments.set(state, types[:count])
        self.integers.set(state, types[count:])
        parser.parse_punctuation("->")
        self.result.set(state, (parser.parse_type(),))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        printer.print_string(" ")
        with printer.in_parens():
            types = (*self.arguments.get(op), *self.integers.get(op))
            printer.print_list(types, printer.print_attribute)
        printer.print_string(" -> ")
        printer.print_attribute(*self.result.get(op))


@irdl_op_definition
class CallTirOp(OutsideCall):
    """
    A call of a primitive function that writes its last arguments, the results (RLX-330 to 336).
    With `inplace_indices`, results are arguments (RLX-337), -1 for one of its own.

    Constraints:
    (c1) the result is a tensor, or a tuple of tensors, with dimensions and element types,
    (c2) the indices are those of arguments, one for each result.

    Example:
    ```mlir
    %0 = relax.call_tir @pf(%x) ints(%s)
      : (!relax.tensor<[@n], f32>, !relax.shape<[7]>) -> !relax.tensor<[@n], f32>
    ```
    """

    name = "relax.call_tir"
    callee = prop_def(SymbolRefAttr)
    # The operands of a base class come last.
    arguments = var_operand_def()
    integers = opt_operand_def()
    RULE: ClassVar[str] = "RLX-337"
    assembly_format = (
        "$callee `(` $arguments `)` (` ` `ints` `(` $integers^ `)`)? attr-dict `:`"
        " custom<Signature>(type($arguments), type($integers), type($result))"
    )
    custom_directives = (Signature,)
    irdl_options = (AttrSizedOperandSegments(as_property=True), ParsePropInAttrDict())

    def __init__(
        self,
        callee: str,
        arguments: Sequence[SSAValue],
        integers: SSAValue | None,
        type_: Attribute,
        inplace: Attribute | None = None,
    ) -> None:
        super().__init__(
            operands=[arguments, integers],
            properties={"callee": SymbolRefAttr(callee), "inplace_indices": inplace},
            result_types=[type_],
        )

    def verify_(self) -> None:
        results, indices = self.check_allocated("RLX-331"), self.result_arguments
        super().verify_()
        if self.inplace_indices is not None and len(indices) != results:
            raise VerifyException(
                f"'{self.name}' has {results} results, but {len(indices)} indices [RLX-337]"
            )


@irdl_op_definition
class FunctionRefOp(IRDLOperation):
    """
    A global function as a value.

    ```mlir
    %f = relax.function_ref @f : !relax.func<(!relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32>>
    ```
    """

    name = "relax.function_ref"
    callee = prop_def(SymbolRefAttr)
    result = result_def()
    assembly_format = "$callee attr-dict `:` type($result)"

    def __init__(self, callee: str, type_: Attribute) -> None:
        super().__init__(properties={"callee": SymbolRefAttr(callee)}, result_types=[type_])


@irdl_op_definition
class ExternOp(IRDLOperation):
    """
    An external function as a value, found by its name when it is evaluated (RLX-024, 308).

    ```mlir
    %f = relax.extern "my.f" : !relax.packed<"default">
    ```
    """

    name = "relax.extern"
    symbol = prop_def(StringAttr)
    result = result_def()
    assembly_format = "$symbol attr-dict `:` type($result)"

    def __init__(self, symbol: str, type_: Attribute) -> None:
        super().__init__(properties={"symbol": StringAttr(symbol)}, result_types=[type_])
