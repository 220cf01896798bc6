"""Functions of a program, global and local, and the operators that it declares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Operation, Region
from xdsl.irdl import irdl_op_definition, prop_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects import functional, functional_declarations
from disc_shape.dialects.relay import types
from disc_shape.dialects.relay.calls import CallLike
from disc_shape.dialects.relay.data import ConstructorOp, DataOp, KindCheck, arities_beside
from disc_shape.dialects.relay.types import FnAttr, term_of, type_text
from disc_shape.errors import rule_error
from disc_shape.traversal import nested, values_of
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type


class FunctionLike(functional_declarations.FunctionForm):
    """A function with a body: `relay.func` and `relay.function`."""

    scheme = prop_def(FnAttr)
    """The function's type without those of its arguments, which the body has."""

    def __init__(self, body: Region, scheme: ts.Function, name: str | None = None) -> None:
        super().__init__(body, name, scheme=FnAttr(scheme))

    @property
    def parameters(self) -> tuple[tuple[str, ts.Kind], ...]:
        """The type parameters with their kinds."""
        return self.scheme.data.parameters

    @property
    def signature(self) -> ts.Function:
        """The function's type, with holes for what is not annotated."""
        return with_arguments(self.scheme, [one.type for one in self.arguments])

    @classmethod
    def type_from(cls, arguments: Sequence[Attribute], words: dict[str, Attribute]) -> Attribute:
        return FnAttr(with_arguments(words["scheme"], arguments))

    @classmethod
    def parse_head(cls, parser: Parser, words: dict[str, Attribute]) -> None:
        words["scheme"] = FnAttr(ts.Function(types.parse_parameters(parser), (), ts.Hole()))

    def print_head(self, printer: Printer) -> None:
        printer.print_string(types.parameters_text(self.parameters))

    @classmethod
    def parse_result(cls, parser: Parser, words: dict[str, Attribute]) -> None:
        head = with_arguments(words["scheme"], ())
        if parser.parse_optional_punctuation("->"):
            words["scheme"] = FnAttr(types.parse_signature_end(parser, head))
        else:
            words["scheme"] = FnAttr(replace(head, where=types.parse_where(parser)))

    def print_result(self, printer: Printer) -> None:
        result = self.scheme.data.result
        arrow = "" if result == ts.Hole() else f" -> {type_text(result)}"
        printer.print_string(f"{arrow}{types.where_text(self.scheme.data.where)}")


def with_arguments(scheme: Attribute, given: Sequence[Attribute]) -> ts.Function:
    """The type of a function with arguments of these types."""
    assert isinstance(scheme, FnAttr)
    return replace(scheme.data, arguments=tuple(term_of(one) or ts.Hole() for one in given))


@irdl_op_definition
class FuncOp(FunctionLike, functional_declarations.GlobalFunction):
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
        super().verify_()
        check_types(KindCheck(self, arities_beside(self)), self)


@irdl_op_definition
class FunctionOp(FunctionLike, functional_declarations.LocalFunction):
    """
    A local function. Its body sees the values and parameters around it, and the function itself by
    its first argument; its own parameters hide those of the same name (RLY-17, 69).

    ```mlir
    %f = relay.function %self (%z: !relay.hole) {
      relay.return %z : !relay.hole
    }
    ```
    """

    name = "relay.function"


@irdl_op_definition
class OperatorOp(functional_declarations.Declaration):
    """
    An operator of the program, with relations that are registered by name (RLY-32 to 34).

    ```mlir
    relay.operator @my_pool : !relay.fn<[@i : type, @o : type], (!relay.var<@i>) -> !relay.var<@o>
      where [@Flatten(!relay.var<@i>, !relay.var<@o>)]>
    ```
    """

    name = "relay.operator"
    type = prop_def()
    assembly_format = "$sym_name attr-dict `:` $type"

    def __init__(self, name: str, type_: FnAttr) -> None:
        super().__init__(name, type=type_)

    @property
    def signature(self) -> ts.Function:
        """The operator's type."""
        if not isinstance(self.type, FnAttr):
            raise VerifyException(f"expected a function type, got {self.type}")
        return self.type.data

    def verify_(self) -> None:
        KindCheck(self, arities_beside(self)).term(self.signature)


@irdl_op_definition
class ReturnOp(functional.ValueTerminator):
    """
    The result of a function.

    ```mlir
    relay.return %0 : !relay.hole
    ```
    """

    name = "relay.return"


def check_types(check: KindCheck, op: Operation) -> None:
    """The types at an operation and in its regions; operands have been checked before."""
    check = replace(check, op=op)
    if isinstance(op, FunctionLike):
        check.term(op.scheme.data)
        check = check.inside(op.parameters)
    for value in values_of(op):
        term = term_of(value.type)
        if term is None:
            raise VerifyException(f"'{op.name}' has a value of type {value.type}")
        check.term(term)
    for term in (op.type_arguments or ()) if isinstance(op, CallLike) else ():
        check.term(term, ts.kind_of(term))
    for inner in nested(op):
        check_types(check, inner)


# the symbols of a module


class Program:
    """The symbols of a module, each of which is defined once (RLY-85)."""

    def __init__(self, module: ModuleOp) -> None:
        ops = list(module.body.block.ops)
        self.functions = {op.sym_name.data: op for op in ops if isinstance(op, FuncOp)}
        self.operators = {op.sym_name.data: op for op in ops if isinstance(op, OperatorOp)}
        self.data = {op.sym_name.data: op for op in ops if isinstance(op, DataOp)}
        self.constructors: dict[str, dict[str, ConstructorOp]] = {}
        """The constructors of each name, by their data types."""
        for owner, op in self.data.items():
            for name, constructor in op.constructors.items():
                self.constructors.setdefault(name, {})[owner] = constructor

    def constructor(self, op: Operation, name: str, type_: Type | None = None) -> ConstructorOp:
        """
        A constructor; where several data types have one of this name, that of a type, by default
        that of the result of the operation, or what the function in it gives.
        """
        if type_ is None:
            type_ = term_of(op.results[0].type)
            type_ = type_.result if isinstance(type_, ts.Function) else type_
        found = self.constructors.get(name, {})
        if isinstance(type_, ts.Data) and type_.name in found:
            return found[type_.name]
        if len(found) == 1:
            return next(iter(found.values()))
        if not found:
            raise rule_error(op, f"no constructor is called @{name}", "RLY-87")
        owners = " and ".join(f"@{owner}" for owner in found)
        message = f"constructor @{name} belongs to {owners}: an annotation is missing"
        raise rule_error(op, message, "RLY-63")
