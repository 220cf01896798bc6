"""Functions of a program: global ones, local ones and the signatures of primitive ones."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import ParsePropInAttrDict, irdl_op_definition, opt_prop_def, prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import HasParent
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import ListedTypes, ValueTerminator
from disc_shape.dialects.functional_declarations import (
    Declaration,
    FunctionForm,
    GlobalFunction,
    LocalFunction,
)
from disc_shape.dialects.relax.scoping import check_function
from disc_shape.dialects.relax.types import (
    INFER,
    FunctionAttr,
    InferAttr,
    PrimAttr,
    TensorAttr,
    attribute_of,
    is_relax_type,
    type_of,
)
from disc_shape.typesystem.scopes import function_of
from disc_shape.typesystem.types import OBJECT

FORCE_PURE = "relax.force_pure"
GLOBAL_SYMBOL = "relax.global_symbol"
LOWER_BOUNDS, UPPER_BOUNDS = "tir_var_lower_bound", "tir_var_upper_bound"
"""Attributes of a function: dictionaries of what each symbol is at least and at most."""


class FunctionLike(FunctionForm):
    """A function with a body: `relax.func` and `relax.closure`."""

    impure = opt_prop_def(UnitAttr)
    result_type = opt_prop_def()
    """The declared result; none where inference finds it."""

    FLAGS: ClassVar[Sequence[str]] = ("impure",)

    @property
    def parameters(self) -> Sequence[SSAValue]:
        """The parameters."""
        return self.arguments

    @classmethod
    def type_from(cls, arguments: Sequence[Attribute], words: dict[str, Attribute]) -> Attribute:
        return signature_of(arguments, words.get("result_type"), "impure" not in words)

    @classmethod
    def parse_result(cls, parser: Parser, words: dict[str, Attribute]) -> None:
        if parser.parse_optional_punctuation("->"):
            words["result_type"] = parser.parse_type()

    def print_result(self, printer: Printer) -> None:
        if self.result_type is not None:
            printer.print_string(" -> ")
            printer.print_attribute(self.result_type)

    @property
    def declared(self) -> Attribute:
        return INFER if self.result_type is None else self.result_type

    @property
    def force_pure(self) -> bool:
        """Whether effects inside are declared harmless (RLX-078)."""
        attribute = self.attributes.get(FORCE_PURE)
        return isinstance(attribute, IntegerAttr) and attribute.value.data != 0

    @property
    def signature(self) -> Attribute:
        """The function's type, as far as it is declared."""
        types = [one.type for one in self.parameters]
        return signature_of(types, self.result_type, self.impure is None)

    @property
    def symbol_ranges(self) -> dict[str, tuple[int, int | None]]:
        low, high = self.bounds(LOWER_BOUNDS), self.bounds(UPPER_BOUNDS)
        return {name: (low.get(name, 0), high.get(name)) for name in {**low, **high}}

    def bounds(self, name: str) -> dict[str, int]:
        """An attribute that gives numbers to symbols."""
        found = self.attributes.get(name)
        entries = found.data.items() if isinstance(found, DictionaryAttr) else ()
        return {key: one.value.data for key, one in entries if isinstance(one, IntegerAttr)}

    def verify_(self) -> None:
        super().verify_()
        for type_ in (*(one.type for one in self.body.block.args), self.declared):
            if not is_relax_type(type_):
                text = f"'{self.name}' has a value of type {type_}, no type of Relax"
                raise VerifyException(text)
        if self.force_pure and self.impure is not None:
            raise VerifyException(f"'{self.name}' forces an impure function to be pure [RLX-131]")


def signature_of(
    parameters: Sequence[Attribute], result: Attribute | None, pure: bool
) -> Attribute:
    """The type of a function, `!relax.infer` without a declared result."""
    declared = None if result is None else type_of(result)
    if declared is None:
        return INFER
    return attribute_of(function_of([type_of(one) or OBJECT for one in parameters], declared, pure))


@irdl_op_definition
class FuncOp(FunctionLike, GlobalFunction):
    """
    A global function. A private one has no external symbol (RLX-005, 040), an impure one may have
    effects. The symbols that stand alone in a dimension of a parameter are bound in the body.

    Constraints:
    (c1) each symbol of a parameter stands alone in some dimension of one (RLX-115),
    (c2) types name only symbols and shape values in scope (RLX-124 to 126, 148, 161),
    (c3) only pure functions are forced to be pure (RLX-131),
    (c4) each device of a type is listed by the module (RLX-134).

    Example:
    ```mlir
    relax.func private @f(%x: !relax.tensor<[@n], f32>) -> !relax.tensor<[@n], f32> {
      relax.return %x : !relax.tensor<[@n], f32>
    }
    ```
    """

    name = "relax.func"

    def __init__(
        self,
        name: str,
        body: Region,
        result_type: Attribute | None,
        *,
        impure: bool = False,
        private: bool = False,
    ) -> None:
        visibility = StringAttr("private") if private else None
        flag = UnitAttr() if impure else None
        super().__init__(
            body, name, result_type=result_type, impure=flag, sym_visibility=visibility
        )

    def verify_(self) -> None:
        super().verify_()
        check_function(self, self.parameters, self.declared)


@irdl_op_definition
class ClosureOp(FunctionLike, LocalFunction):
    """
    A local function. Its body sees the values and symbols around it, and the function itself by its
    first argument; symbols that are new in its parameters are its own.

    ```mlir
    %f = relax.closure %self (%t: !relax.object) -> !relax.object {
      relax.return %t : !relax.object
    }
    ```
    """

    name = "relax.closure"
    TYPES: ClassVar[tuple[type[Attribute], ...]] = (FunctionAttr, InferAttr)
    EXPECTED: ClassVar[str] = ", expected one function type"

    def __init__(
        self, body: Region, result_type: Attribute | None, *, impure: bool = False
    ) -> None:
        super().__init__(body, result_type=result_type, impure=UnitAttr() if impure else None)


@irdl_op_definition
class PrimFuncOp(Declaration):
    """
    The signature of a primitive function: buffers, inputs before results, and integers. Its
    implementation, when there is one, is a function of these on memrefs, which writes the last
    ones, or on tensors, which reads the sizes alone of the last ones and returns the results.

    ```mlir
    relax.prim_func @pf(!relax.tensor<[@a], f32>, !relax.prim<i64>) {implementation = @pf_impl}
    ```
    """

    name = "relax.prim_func"
    parameters = prop_def(ArrayAttr[Attribute])
    implementation = opt_prop_def(SymbolRefAttr)
    traits = traits_def(HasParent(ModuleOp))
    assembly_format = "$sym_name custom<ListedTypes>($parameters) attr-dict"
    custom_directives = (ListedTypes,)
    irdl_options = (ParsePropInAttrDict(),)

    def __init__(
        self, name: str, parameters: Sequence[Attribute], implementation: str | None = None
    ) -> None:
        reference = None if implementation is None else SymbolRefAttr(implementation)
        super().__init__(name, parameters=ArrayAttr(parameters), implementation=reference)

    def verify_(self) -> None:
        for type_ in self.parameters:
            if not isinstance(type_, TensorAttr | PrimAttr):
                raise VerifyException(
                    f"'{self.name}' has a parameter of type {type_}, expected a tensor or a scalar"
                )


@irdl_op_definition
class ReturnOp(ValueTerminator):
    """
    The result of a function.

    ```mlir
    relax.return %0 : !relax.tensor<[@n], f32>
    ```
    """

    name = "relax.return"
