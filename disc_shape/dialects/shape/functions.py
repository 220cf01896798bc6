"""Shape functions and the operations that hold regions of shape computation."""

from collections.abc import Sequence
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    IndexType,
    ModuleOp,
    StringAttr,
    SymbolNameConstraint,
    SymbolRefAttr,
)
from xdsl.dialects.utils import AbstractYieldOperation, parse_func_op_like, print_func_op_like
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    HasParent,
    IsolatedFromAbove,
    IsTerminator,
    NoTerminator,
    Pure,
    ReturnLike,
    SingleBlockImplicitTerminator,
    SymbolOpInterface,
    SymbolTable,
    ensure_terminator,
)
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.dialects.shape.constraints import parse_optional_arrow_types
from disc_shape.dialects.shape.types import ANY_SHAPE, EXTENTS, SizeType, kind_of
from disc_shape.dialects.xdsl_extras.checks_functions import check_dictionaries

Value = SSAValue | Operation

FUNCTION_NAMES = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
"""The properties that the printed form of a function shows elsewhere than in its dictionary."""


@irdl_op_definition
class ReduceOp(IRDLOperation):
    """Runs its region for each size of a shape: index, size and the values so far give the next.

    Constraints:
    (c1) the region takes an index, a size, and one value for each initial one, of its type.
    (c2) the size is `index` for an extent tensor, else `!shape.size`.
    (c3) there is a result for each initial value, of its type.

    Example:
    ```mlir
    %1 = shape.reduce(%shape, %init) : tensor<?xindex> -> index {
    ^bb0(%i: index, %size: index, %product: index):
      %2 = shape.mul %product, %size : index, index -> index
      shape.yield %2 : index
    }
    ```
    """

    name = "shape.reduce"

    shape = operand_def(ANY_SHAPE)
    init_vals = var_operand_def()
    results_ = var_result_def()
    region = region_def("single_block")

    traits = lazy_traits_def(lambda: (SingleBlockImplicitTerminator(YieldOp),))

    def __init__(self, shape: Value, init_vals: Sequence[Value], body: Region) -> None:
        types = [SSAValue.get(value).type for value in init_vals]
        super().__init__(operands=[shape, init_vals], result_types=[types], regions=[body])

    @classmethod
    def parse(cls, parser: Parser) -> "ReduceOp":
        operands = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        parser.parse_punctuation(":")
        shape_type = parser.parse_type()
        types = parse_optional_arrow_types(parser)
        if len(operands) != len(types) + 1:
            parser.raise_error(
                f"'{cls.name}' has {len(types)} results and {len(operands) - 1} initial values"
            )
        values = parser.resolve_operands(operands, [shape_type, *types], parser.pos)
        body = parser.parse_region()
        op = cls(values[0], values[1:], body)
        op.attributes |= parser.parse_optional_attr_dict()
        if not types:
            ensure_terminator(op, SingleBlockImplicitTerminator(YieldOp))
        return op

    def print(self, printer: Printer) -> None:
        printer.print_operands(self.operands)
        printer.print_string(" : ")
        printer.print_attribute(self.shape.type)
        if self.results_:
            printer.print_string(" -> ")
            with_parens = len(self.results_) != 1
            printer.print_string("(" if with_parens else "")
            printer.print_list(self.results_.types, printer.print_attribute)
            printer.print_string(")" if with_parens else "")
        printer.print_string(" ")
        printer.print_region(self.region)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        initial = tuple(self.init_vals.types)
        size = IndexType() if kind_of(self.shape.type) == EXTENTS else SizeType()
        wanted = (IndexType(), size, *initial)
        got = tuple(self.region.block.arg_types)
        if got != wanted:
            raise VerifyException(
                f"region of '{self.name}' takes ({', '.join(map(str, got))}), but needs"
                f" ({', '.join(map(str, wanted))})"
            )
        if tuple(self.results_.types) != initial:
            raise VerifyException(
                f"results and initial values of '{self.name}' differ:"
                f" ({', '.join(map(str, self.results_.types))}) and"
                f" ({', '.join(map(str, initial))})"
            )


@irdl_op_definition
class YieldOp(AbstractYieldOperation[Attribute]):
    """The values that a region gives.

    Constraints:
    (c1) they have the types of the results of the operation around.

    Example:
    ```mlir
    shape.yield %0 : index
    ```
    """

    name = "shape.yield"

    traits = lazy_traits_def(
        lambda: (IsTerminator(), ReturnLike(), Pure(), HasParent(ReduceOp, FunctionLibraryOp))
    )

    def verify_(self) -> None:
        parent = self.parent_op()
        if parent is not None and tuple(self.operand_types) != tuple(parent.result_types):
            got = ", ".join(map(str, self.operand_types))
            wanted = ", ".join(map(str, parent.result_types))
            raise VerifyException(f"'{self.name}' gives ({got}), but its parent ({wanted})")


@irdl_op_definition
class FuncOp(IRDLOperation):
    """A shape function.

    Constraints:
    (c1) the first block takes what the function type says.
    (c2) attributes of arguments and results have one entry for each of them.

    Example:
    ```mlir
    shape.func @same(%arg0: !shape.value_shape) -> !shape.shape {
      %0 = shape.shape_of %arg0 : !shape.value_shape -> !shape.shape
      shape.return %0 : !shape.shape
    }
    ```
    """

    name = "shape.func"

    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    body = region_def()

    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        function_type: FunctionType,
        body: Region | None = None,
        visibility: str | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
    ) -> None:
        region = Region(Block(arg_types=function_type.inputs)) if body is None else body
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "function_type": function_type,
                "sym_visibility": None if visibility is None else StringAttr(visibility),
                "arg_attrs": arg_attrs,
                "res_attrs": res_attrs,
            },
            regions=[region],
        )

    @classmethod
    def parse(cls, parser: Parser) -> "FuncOp":
        visibility = parser.parse_optional_visibility_keyword()
        name, inputs, outputs, body, extra, arg_attrs, res_attrs = parse_func_op_like(
            parser, reserved_attr_names=FUNCTION_NAMES
        )
        op = cls(
            name,
            FunctionType.from_lists(inputs, outputs),
            body,
            None if visibility is None else visibility.data,
            arg_attrs,
            res_attrs,
        )
        if extra is not None:
            op.attributes |= extra.data
        return op

    def print(self, printer: Printer) -> None:
        if self.sym_visibility is not None:
            printer.print_string(f" {self.sym_visibility.data}")
        print_func_op_like(
            printer,
            self.sym_name,
            self.function_type,
            self.body,
            self.attributes,
            arg_attrs=self.arg_attrs,
            res_attrs=self.res_attrs,
            reserved_attr_names=FUNCTION_NAMES,
        )

    def verify_(self) -> None:
        block = self.body.first_block
        if block is not None and tuple(block.arg_types) != self.function_type.inputs.data:
            got = ", ".join(map(str, block.arg_types))
            raise VerifyException(
                f"first block of '{self.name}' takes ({got}), but its type is {self.function_type}"
            )
        check_dictionaries(self.name, self.function_type, self.arg_attrs, self.res_attrs)


@irdl_op_definition
class ReturnOp(AbstractYieldOperation[Attribute]):
    """The values that a shape function returns.

    Constraints:
    (c1) they have the types that the function type says.

    Example:
    ```mlir
    shape.return %0 : !shape.shape
    ```
    """

    name = "shape.return"

    traits = traits_def(IsTerminator(), ReturnLike(), Pure(), HasParent(FuncOp))

    def verify_(self) -> None:
        parent = self.parent_op()
        function_type = None if parent is None else parent.properties.get("function_type")
        if not isinstance(function_type, FunctionType):
            return  # the function itself is in disorder, and says so
        wanted = function_type.outputs.data
        if tuple(self.operand_types) != wanted:
            raise VerifyException(
                f"'{self.name}' gives ({', '.join(map(str, self.operand_types))}), but its"
                f" function ({', '.join(map(str, wanted))})"
            )


@irdl_op_definition
class FunctionLibraryOp(IRDLOperation):
    """Shape functions, and the operations that they are for.

    Constraints:
    (c1) each operation is mapped to a function of the library.

    Example:
    ```mlir
    shape.function_library @library {
      shape.func @same(%arg0: !shape.value_shape) -> !shape.shape {...}
    } mapping {
      stablehlo.exponential = @same
    }
    ```
    """

    name = "shape.function_library"

    sym_name = prop_def(SymbolNameConstraint())
    sym_visibility = opt_prop_def(StringAttr)
    mapping = prop_def(DictionaryAttr)
    body = region_def("single_block")

    traits = traits_def(IsolatedFromAbove(), SymbolTable(), SymbolOpInterface(), NoTerminator())

    def __init__(
        self,
        name: str,
        mapping: DictionaryAttr,
        body: Region,
        visibility: StringAttr | None = None,
    ) -> None:
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "sym_visibility": visibility,
                "mapping": mapping,
            },
            regions=[body],
        )

    @classmethod
    def parse(cls, parser: Parser) -> "FunctionLibraryOp":
        name = parser.parse_symbol_name().data
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = parser.parse_region()
        if not body.blocks:
            body.add_block(Block())
        parser.parse_keyword("mapping")
        mapping = DictionaryAttr(parser.parse_optional_dictionary_attr_dict())
        extra = {} if attributes is None else dict(attributes.data)
        visibility = extra.pop("sym_visibility", None)
        if visibility is not None and not isinstance(visibility, StringAttr):
            parser.raise_error(f"visibility of '{cls.name}' must be a string, got {visibility}")
        op = cls(name, mapping, body, visibility)
        op.attributes |= extra
        return op

    def print(self, printer: Printer) -> None:
        extra = dict(self.attributes)
        if self.sym_visibility is not None:
            extra["sym_visibility"] = self.sym_visibility
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_op_attributes(extra, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)
        printer.print_string(" mapping ")
        printer.print_attribute(self.mapping)

    def verify_(self) -> None:
        names = {get_name_if_symbol(op) for op in self.body.block.ops}
        for name, target in self.mapping.data.items():
            if not isinstance(target, SymbolRefAttr) or target.string_value() not in names:
                raise VerifyException(
                    f"'{self.name}' maps '{name}' to {target}, which is no function in it"
                )


def check_libraries(module: ModuleOp) -> None:
    """`shape.lib` of a module names function libraries in it; VerifyException where it does not."""
    value = module.attributes["shape.lib"]
    many = isinstance(value, ArrayAttr)
    named = cast("ArrayAttr[Attribute]", value).data if many else (value,)
    known = {op.sym_name.data for op in module.ops if isinstance(op, FunctionLibraryOp)}
    for symbol in named:
        if not isinstance(symbol, SymbolRefAttr) or symbol.string_value() not in known:
            raise VerifyException(f"'shape.lib' is {symbol}, expected a 'shape.function_library'")
