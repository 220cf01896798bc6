"""Functions of a program, global and local, and the operators that it declares."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from xdsl.dialects.builtin import StringAttr, SymbolNameConstraint
from xdsl.ir import Attribute, Operation, Region
from xdsl.irdl import IRDLOperation, irdl_op_definition, opt_prop_def, prop_def, traits_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import (
    FunctionForm,
    GlobalFunction,
    LocalFunction,
    ValueTerminator,
    terminated,
)
from disc_shape.dialects.relay.data import arities_of
from disc_shape.dialects.relay.kinds import KindCheck
from disc_shape.dialects.relay.types import (
    HOLE,
    ArgumentsAttr,
    FnAttr,
    attribute_of,
    parameters_text,
    parse_parameters,
    parse_signature_end,
    parse_where,
    term_of,
    where_text,
)
from disc_shape.typesystem import terms as ts

Parameters = tuple[tuple[str, str], ...]


@irdl_op_definition
class ReturnOp(ValueTerminator):
    """
    The result of a function.

    ```mlir
    relay.return %0 : !relay.hole
    ```
    """

    name = "relay.return"


class FunctionLike(FunctionForm):
    """A function with a body: `relay.func` and `relay.function`."""

    scheme = opt_prop_def(FnAttr)
    """The type parameters and the relations, of a function without arguments."""

    def __init__(
        self,
        body: Region,
        result: Attribute | None = None,
        parameters: Parameters = (),
        where: tuple[ts.Named, ...] = (),
        name: str | None = None,
    ) -> None:
        words = signature_properties(parameters, result, where)
        if name is not None:
            words["sym_name"] = StringAttr(name)
        own = [one.type for one in body.block.args[: self.SELF]]
        super().__init__(regions=[body], properties=words, result_types=own)

    @property
    def parameters(self) -> Parameters:
        """The type parameters with their kinds."""
        return () if self.scheme is None else self.scheme.data.parameters

    @property
    def signature(self) -> ts.Function:
        """The function's type, with holes for what is not annotated."""
        return signature_of([one.type for one in self.arguments], self.properties)

    @classmethod
    def type_from(cls, arguments: Sequence[Attribute], words: dict[str, Attribute]) -> Attribute:
        return FnAttr(signature_of(arguments, words))

    @classmethod
    def parse_head(cls, parser: Parser, words: dict[str, Attribute]) -> None:
        words.update(signature_properties(parse_parameters(parser)))

    def print_head(self, printer: Printer) -> None:
        printer.print_string(parameters_text(self.parameters))

    @classmethod
    def parse_result(cls, parser: Parser, words: dict[str, Attribute]) -> None:
        known = signature_of((), words).parameters
        if parser.parse_optional_punctuation("->"):
            parameters, result, where = parse_signature_end(parser, known)
            words.update(signature_properties(parameters, attribute_of(result), where))
        else:
            words.update(signature_properties(known, where=parse_where(parser)))

    def print_result(self, printer: Printer) -> None:
        super().print_result(printer)
        printer.print_string(where_text(self.signature.where))


def signature_properties(
    parameters: Parameters = (),
    result: Attribute | None = None,
    where: tuple[ts.Named, ...] = (),
) -> dict[str, Attribute]:
    """The properties that hold a signature; what is empty is left out."""
    words: dict[str, Attribute] = {}
    if parameters or where:
        words["scheme"] = FnAttr(ts.Function(parameters, (), ts.Hole(), where))
    if result is not None:
        words["result_type"] = result
    return words


def signature_of(arguments: Sequence[Attribute], words: Mapping[str, Attribute]) -> ts.Function:
    """The inverse of `signature_properties`, with holes for what is not annotated."""
    scheme = words.get("scheme")
    known = scheme.data if isinstance(scheme, FnAttr) else ts.Function((), (), ts.Hole())
    return replace(
        known,
        arguments=tuple(term_of(one) or ts.Hole() for one in arguments),
        result=term_of(words.get("result_type", HOLE)) or ts.Hole(),
    )


@irdl_op_definition
class FuncOp(FunctionLike, GlobalFunction):
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

    def verify_(self) -> None:
        terminated(self, self.body, ReturnOp)
        check_types(KindCheck(self, arities_of(self.parent_op())), self)


@irdl_op_definition
class FunctionOp(FunctionLike, LocalFunction):
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
    sym_name = prop_def(SymbolNameConstraint())
    type = prop_def()
    assembly_format = "$sym_name attr-dict `:` $type"
    traits = traits_def(SymbolOpInterface())

    def __init__(self, name: str, type_: FnAttr) -> None:
        super().__init__(properties={"sym_name": StringAttr(name), "type": type_})

    @property
    def signature(self) -> ts.Function:
        """The operator's type."""
        found = term_of(self.type)
        if not isinstance(found, ts.Function):
            raise VerifyException(f"expected a function type, got {self.type}")
        return found

    def verify_(self) -> None:
        KindCheck(self, arities_of(self.parent_op())).term(self.signature)


def check_types(check: KindCheck, op: Operation) -> None:
    """The types at an operation and in its regions; operands have been checked before."""
    check = replace(check, op=op)
    if isinstance(op, FunctionLike):
        check = check.inside(op.parameters)
        for part in (op.signature.result, *op.signature.where):
            check.term(part)
    for value in (*op.results, *(one for region in op.regions for one in region.block.args)):
        term = term_of(value.type)
        if term is None:
            raise VerifyException(f"'{op.name}' has a value of type {value.type}")
        check.term(term)
    for attribute in op.properties.values():
        if isinstance(attribute, ArgumentsAttr):
            for term in attribute.data:
                check.term(term, ts.kind_of(term))
    for region in op.regions:
        for inner in region.block.ops:
            check_types(check, inner)
