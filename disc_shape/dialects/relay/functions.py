"""Functions of a program, global and local, and the operators that it declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, IsTerminator, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.regions import print_arguments
from disc_shape.dialects.relax.structure import terminated
from disc_shape.dialects.relay.data import arities_of
from disc_shape.dialects.relay.kinds import KindCheck, declared
from disc_shape.dialects.relay.types import (
    HOLE,
    ArgumentsAttr,
    FnAttr,
    ParametersAttr,
    WhereAttr,
    attribute_of,
    parameters_text,
    parse_parameters,
    parse_signature_end,
    parse_where,
    term_of,
    where_text,
)
from disc_shape.dialects.xdsl_extras.locations import parse_argument
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type

Parameters = tuple[tuple[str, str], ...]


@irdl_op_definition
class ReturnOp(IRDLOperation):
    """
    The result of a function.

    ```mlir
    relay.return %0 : !relay.hole
    ```
    """

    name = "relay.return"
    value = operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$value attr-dict `:` type($value)"

    def __init__(self, value: SSAValue) -> None:
        super().__init__(operands=[value])


class FunctionLike(IRDLOperation):
    """A function with a body: `relay.func` and `relay.function`."""

    body = region_def("single_block")
    type_params = opt_prop_def(ParametersAttr)
    result_type = opt_prop_def()
    where = opt_prop_def(WhereAttr)
    SELF: ClassVar[int] = 0
    """How many arguments of the block come before the parameters."""

    @property
    def arguments(self) -> Sequence[SSAValue]:
        """The values that a call passes."""
        return self.body.block.args[self.SELF :]

    @property
    def parameters(self) -> Parameters:
        """The type parameters with their kinds."""
        return () if self.type_params is None else self.type_params.data

    @property
    def signature(self) -> ts.Function:
        """The function's type, with holes for what is not annotated."""
        arguments = [term_of(one.type) or ts.Hole() for one in self.arguments]
        result = ts.Hole() if self.result_type is None else term_of(self.result_type)
        where = () if self.where is None else self.where.data
        return ts.Function(self.parameters, tuple(arguments), result or ts.Hole(), where)

    def print_rest(self, printer: Printer) -> None:
        """Parameters, arguments, the result, relations, attributes and the body."""
        printer.print_string(parameters_text(self.parameters))
        with printer.in_parens():
            print_arguments(printer, self.arguments)
        if self.result_type is not None:
            printer.print_string(" -> ")
            printer.print_attribute(self.result_type)
        printer.print_string(where_text(() if self.where is None else self.where.data))
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, False, False)


def signature_properties(
    parameters: Parameters, result: Attribute | None, where: tuple[ts.Named, ...]
) -> dict[str, Attribute | None]:
    """The properties that hold a signature; what is empty is left out."""
    return {
        "type_params": ParametersAttr(parameters) if parameters else None,
        "result_type": result,
        "where": WhereAttr(where) if where else None,
    }


Rest = tuple[Region, dict[str, Attribute | None], dict[str, Attribute]]


def parse_rest(parser: Parser, own: UnresolvedOperand | None = None) -> Rest:
    """The inverse of `FunctionLike.print_rest`; `own` is the function's name for itself."""
    parameters = parse_parameters(parser)
    arguments = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parse_argument(parser)
    )
    result: Type | None = None
    if parser.parse_optional_punctuation("->"):
        parameters, result, where = parse_signature_end(parser, parameters)
    else:
        where = parse_where(parser)
    found = parser.parse_optional_attr_dict_with_keyword(())
    attributes = {} if found is None else dict(found.data)
    if own is not None:
        terms = tuple(term_of(one.type) or ts.Hole() for one in arguments)
        signature = ts.Function(parameters, terms, result or ts.Hole(), where)
        arguments.insert(0, Parser.Argument(own.span, FnAttr(signature)))
    known = None if result is None else attribute_of(result)
    return (
        parser.parse_region(arguments),
        signature_properties(parameters, known, where),
        attributes,
    )


@irdl_op_definition
class FuncOp(FunctionLike):
    """
    A global function: type parameters, arguments, a result and relations (RLY-13, 40).

    Constraints:
    (c1) the body ends with `relay.return`,
    (c2) types are well-kinded and name only parameters in scope (RLY-06, 20 to 22),
    (c3) type calls name data types and give as many arguments as these have (RLY-87, 90).

    Example:
    ```mlir
    relay.func @id[@t : type](%x: !relay.var<@t>) -> !relay.var<@t> {
      relay.return %x : !relay.var<@t>
    }
    ```
    """

    name = "relay.func"
    sym_name = prop_def(StringAttr)
    sym_visibility = opt_prop_def(StringAttr)
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    def __init__(
        self,
        name: str,
        body: Region,
        result: Attribute | None = None,
        parameters: Parameters = (),
        where: tuple[ts.Named, ...] = (),
        *,
        private: bool = False,
    ) -> None:
        words = signature_properties(parameters, result, where)
        words["sym_name"] = StringAttr(name)
        words["sym_visibility"] = StringAttr("private") if private else None
        super().__init__(regions=[body], properties=words)

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        private = parser.parse_optional_keyword("private") is not None
        name = parser.parse_symbol_name().data
        body, words, attributes = parse_rest(parser)
        op = FuncOp(name, body, private=private)
        op.properties.update({key: one for key, one in words.items() if one is not None})
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" private " if self.sym_visibility is not None else " ")
        printer.print_symbol_name(self.sym_name.data)
        self.print_rest(printer)

    def verify_(self) -> None:
        terminated(self, self.body, ReturnOp)
        check_function(self, arities_of(self.parent_op()), {})


@irdl_op_definition
class FunctionOp(FunctionLike):
    """
    A local function. Its body sees the values and parameters around it, and the function itself by
    its first argument; its own parameters hide those of the same name (RLY-17, 69).

    ```mlir
    %f = relay.function %self (%z: !relay.hole) -> !relay.hole {
      relay.return %z : !relay.hole
    }
    ```
    """

    name = "relay.function"
    result = result_def()
    SELF: ClassVar[int] = 1

    def __init__(
        self,
        body: Region,
        result: Attribute | None = None,
        parameters: Parameters = (),
        where: tuple[ts.Named, ...] = (),
    ) -> None:
        words = signature_properties(parameters, result, where)
        type_ = body.block.args[0].type
        super().__init__(regions=[body], properties=words, result_types=[type_])

    @classmethod
    def parse(cls, parser: Parser) -> FunctionOp:
        own = parser.parse_unresolved_operand("expected the function's name for itself")
        body, words, attributes = parse_rest(parser, own)
        op = FunctionOp(body)
        op.properties.update({key: one for key, one in words.items() if one is not None})
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.body.block.args[0])
        printer.print_string(" ")
        self.print_rest(printer)

    def verify_(self) -> None:
        terminated(self, self.body, ReturnOp)
        own = self.body.block.args[0].type
        if own != self.result.type:
            raise VerifyException(
                f"'{self.name}' is of type {self.result.type} and calls itself as {own}"
            )


@irdl_op_definition
class OperatorOp(IRDLOperation):
    """
    An operator of the program, with relations that are registered by name (RLY-32 to 34).

    ```mlir
    relay.operator @my_pool : !relay.fn<[@i : type, @o : type], (!relay.var<@i>) -> !relay.var<@o>
      where [@Flatten(!relay.var<@i>, !relay.var<@o>)]>
    ```
    """

    name = "relay.operator"
    sym_name = prop_def(StringAttr)
    type = prop_def(FnAttr)
    traits = traits_def(SymbolOpInterface())

    def __init__(self, name: str, type_: FnAttr) -> None:
        super().__init__(properties={"sym_name": StringAttr(name), "type": type_})

    @classmethod
    def parse(cls, parser: Parser) -> OperatorOp:
        name = parser.parse_symbol_name().data
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        start = parser.pos
        type_ = parser.parse_type()
        if not isinstance(type_, FnAttr):
            parser.raise_error(f"expected a function type, got {type_}", start, parser.pos)
        op = OperatorOp(name, type_)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.type)

    def verify_(self) -> None:
        KindCheck(self, arities_of(self.parent_op()), {}).term(self.type.data)


def check_function(op: FunctionLike, arities: Mapping[str, int], scope: Mapping[str, str]) -> None:
    """All types in a function are well-kinded where they stand."""
    check = KindCheck(op, arities, scope)
    check = KindCheck(op, arities, declared(check, op.parameters))
    signature = op.signature
    for part in ts.parts(ts.Function((), signature.arguments, signature.result, signature.where)):
        check.term(part)
    for inner in op.body.block.ops:
        check_operation(inner, arities, check.scope)


def check_operation(op: Operation, arities: Mapping[str, int], scope: Mapping[str, str]) -> None:
    """The types at an operation and in its regions; operands have been checked before."""
    if isinstance(op, FunctionOp):
        check_function(op, arities, scope)
        return
    check = KindCheck(op, arities, scope)
    for value in (*op.results, *(one for region in op.regions for one in region.block.args)):
        check_attribute(check, value.type)
    for attribute in op.properties.values():
        if isinstance(attribute, ArgumentsAttr):
            for term in attribute.data:
                check.term(term, ts.kind_of(term))
    for region in op.regions:
        for inner in region.block.ops:
            check_operation(inner, arities, scope)


def check_attribute(check: KindCheck, attribute: Attribute) -> None:
    """A value is of a type of the dialect that is well-kinded."""
    term = term_of(attribute)
    if term is None:
        raise VerifyException(f"'{check.op.name}' has a value of type {attribute}")
    if attribute != HOLE:
        check.term(term)
