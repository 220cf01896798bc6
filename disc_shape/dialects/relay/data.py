"""Data types: their constructors, instances, and `match`, which takes them apart.

Their parameters have a kind, and so have all terms: a parameter stands only where its kind fits
(RLY-20 to 23), a type call has one argument for each parameter of the data type (RLY-90, 91), and a
tensor has a base type (RLY-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import repeat
from typing import cast

from xdsl.dialects.builtin import ArrayAttr, StringAttr
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
    var_region_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import NoTerminator
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects import functional
from disc_shape.dialects.functional_declarations import Declaration
from disc_shape.dialects.hlo.regions import print_arguments
from disc_shape.dialects.relay.types import ArgumentsAttr, TypeArguments, term_of, type_text
from disc_shape.errors import OperationError
from disc_shape.symbolic import Expr
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type


@irdl_op_definition
class ConstructorOp(Declaration):
    """
    A constructor of a data type and the types of its fields (RLY-80, 92).

    ```mlir
    relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
    ```
    """

    name = "relay.constructor"
    fields_ = prop_def(ArrayAttr[Attribute])
    assembly_format = "$sym_name custom<ListedTypes>($fields_) attr-dict"
    custom_directives = (functional.ListedTypes,)

    def __init__(self, name: str, fields: Sequence[Attribute]) -> None:
        super().__init__(name, fields_=ArrayAttr(fields))

    @property
    def owner(self) -> DataOp:
        """The data type."""
        return cast("DataOp", self.parent_op())

    @property
    def signature(self) -> ts.Function:
        """The type of the constructor: `fn<a>(a, List[a]) -> List[a]` (RLY-92)."""
        names = self.owner.names
        fields = tuple(found for one in self.fields_ if (found := term_of(one)) is not None)
        result = ts.Data(self.owner.sym_name.data, tuple(map(ts.Parameter, names)))
        return ts.Function(tuple((name, "type") for name in names), fields, result)

    def verify_(self) -> None:
        for type_ in self.fields_:
            if term_of(type_) is None:
                raise VerifyException(f"'{self.name}' has a field of type {type_}")


@irdl_op_definition
class DataOp(Declaration):
    """
    A data type: its handle, its parameters of kind type and its constructors (RLY-80 to 87).

    Constraints:
    (c1) it holds constructors only, each name once,
    (c2) fields are types over the parameters (RLY-21, 90).

    Example:
    ```mlir
    relay.data @List[@a] {
      relay.constructor @Nil()
      relay.constructor @Cons(!relay.var<@a>, !relay.adt<@List, [!relay.var<@a>]>)
    }
    ```
    """

    name = "relay.data"
    parameters = opt_prop_def(ArgumentsAttr)
    body = region_def()
    assembly_format = "$sym_name custom<TypeArguments>($parameters) attr-dict-with-keyword $body"
    custom_directives = (TypeArguments,)
    traits = traits_def(NoTerminator())

    def __init__(self, name: str, parameters: Sequence[str], body: Region) -> None:
        listed = ArgumentsAttr(tuple(map(ts.Parameter, parameters)))
        super().__init__(name, body, parameters=listed if parameters else None)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parameters."""
        listed = () if self.parameters is None else self.parameters.data
        return tuple(one.name for one in listed if isinstance(one, ts.Parameter))

    @property
    def constructors(self) -> dict[str, ConstructorOp]:
        """The constructors by name."""
        return {op.sym_name.data: op for op in self.body.walk() if isinstance(op, ConstructorOp)}

    def verify_(self) -> None:
        check = KindCheck(self, arities_beside(self)).inside((name, "type") for name in self.names)
        if self.parameters is not None and len(self.names) < len(self.parameters.data):
            shown = self.parameters.term_text()
            raise VerifyException(f"'{self.name}' has the parameters {shown}, expected names")
        constructors = self.constructors
        for op in self.body.walk():
            if not isinstance(op, ConstructorOp):
                raise VerifyException(f"'{self.name}' holds '{op.name}', expected constructors")
            if constructors[op.sym_name.data] is not op:
                raise VerifyException(f"constructor @{op.sym_name.data} is defined twice [RLY-80]")
            for type_ in op.signature.arguments:
                check.term(type_)


# kinds


def arities_beside(op: Operation) -> dict[str, int]:
    """How many parameters each data type has that is declared where an operation is."""
    ops = () if op.parent is None else op.parent.ops
    return {one.sym_name.data: len(one.names) for one in ops if isinstance(one, DataOp)}


WORDS = {"type": "a type", "base": "a base type", "shape": "a shape", "dim": "a dimension"}
PARTS: Mapping[type, Iterable[ts.Kind]] = {ts.Tensor: ("shape", "base"), ts.Dims: repeat("dim")}
"""The kinds of the parts of a term, all types where nothing else is said."""


@dataclass(frozen=True)
class KindCheck:
    """Checks terms at an operation. Raises `OperationError` at what is ill-kinded."""

    op: Operation
    arities: Mapping[str, int]
    """How many parameters each data type has."""
    scope: Mapping[str, ts.Kind] = field(default_factory=dict[str, ts.Kind])
    """The kinds of the parameters in scope."""

    def fail(self, message: str, rule: str) -> OperationError:
        """An error at the operation."""
        return OperationError(f"{message} [{rule}]", self.op)

    def inside(self, parameters: Iterable[tuple[str, ts.Kind]]) -> KindCheck:
        """The check inside of what declares parameters (RLY-20)."""
        own: dict[str, ts.Kind] = {}
        for name, kind in parameters:
            if kind not in ts.KINDS:
                kinds = ", ".join(ts.KINDS)
                raise self.fail(f"@{name} is of kind '{kind}', expected one of {kinds}", "RLY-20")
            if name in own:
                raise self.fail(f"parameter @{name} is declared twice", "RLY-20")
            own[name] = kind
        return replace(self, scope={**self.scope, **own})

    def term(self, term: Type, expected: ts.Kind | None = "type") -> None:
        """A term where one of kind `expected` is due; None for a parameter of any kind."""
        if isinstance(term, ts.Parameter):
            self.name(term.name, expected)
            return
        kind = ts.kind_of(term)
        if expected is not None and kind != expected:
            rule = "RLY-06" if expected == "base" and kind == "type" else "RLY-22"
            message = f"{type_text(term)} is {WORDS[kind or 'type']}, expected {WORDS[expected]}"
            raise self.fail(message, rule)
        if isinstance(term, ts.Dim) and isinstance(term.size, Expr):
            if ts.is_negative(term.size):
                raise self.fail(f"a dimension is {term.size}, expected 0 or more", "RLY-07")
            for symbol in term.size.symbols:
                self.name(symbol.label, "dim")
        if isinstance(term, ts.Data):
            self.data(term)
        inner = self.inside(term.parameters) if isinstance(term, ts.Function) else self
        for part, due in zip(ts.parts(term), PARTS.get(type(term), repeat("type")), strict=False):
            inner.term(part, due)

    def name(self, name: str, expected: ts.Kind | None) -> None:
        """A parameter is in scope and of its kind (RLY-21)."""
        kind = self.scope.get(name)
        if kind is None:
            raise self.fail(f"@{name} is no type parameter that is in scope", "RLY-14")
        if expected not in (None, kind):
            message = f"@{name} is of kind {kind}, but is used as one of kind {expected}"
            raise self.fail(message, "RLY-21")

    def data(self, term: ts.Data) -> None:
        """A type call names a data type and gives one argument for each parameter."""
        arity = self.arities.get(term.name)
        if arity is None:
            raise self.fail(f"no data type is called @{term.name}", "RLY-87")
        if arity != len(term.arguments):
            given = f"{len(term.arguments)} in {type_text(term)}"
            raise self.fail(f"@{term.name} takes {arity} type arguments, got {given}", "RLY-90")


# branches and matches


@irdl_op_definition
class YieldOp(functional.ValueTerminator):
    """
    The value of a branch or of a case.

    ```mlir
    relay.yield %0 : !relay.hole
    ```
    """

    name = "relay.yield"


@irdl_op_definition
class MatchOp(IRDLOperation):
    """
    Takes an instance apart: the first case of its constructor, or `default`, gives the value
    (RLY-81, 88). All constructors have a case, or there is a `default` (RLY-100).

    Constraints:
    (c1) each case is a region that ends with `relay.yield`,
    (c2) `default` binds nothing.

    Example:
    ```mlir
    %r = relay.match %l : !relay.adt<@List, [!relay.var<@a>]> -> !relay.hole {
      case @Nil() {
        relay.yield %x : !relay.var<@a>
      }
      case @Cons(%h: !relay.hole, %t: !relay.hole) {
        relay.yield %h : !relay.hole
      }
    }
    ```
    """

    name = "relay.match"
    scrutinee = operand_def()
    cases = prop_def(ArrayAttr[StringAttr])
    """The constructors; the empty name is `default`."""
    bodies = var_region_def("single_block")
    result = result_def()

    def __init__(
        self, scrutinee: SSAValue, cases: Sequence[str], bodies: Sequence[Region], type_: Attribute
    ) -> None:
        words = {"cases": ArrayAttr(map(StringAttr, cases))}
        super().__init__(
            operands=[scrutinee], properties=words, regions=[bodies], result_types=[type_]
        )

    @property
    def clauses(self) -> list[tuple[str, Region]]:
        """The constructor and the region of each case."""
        return [(name.data, body) for name, body in zip(self.cases, self.bodies, strict=True)]

    @classmethod
    def parse(cls, parser: Parser) -> MatchOp:
        operand = parser.parse_unresolved_operand()
        parser.parse_punctuation(":")
        value = parser.resolve_operand(operand, parser.parse_type())
        parser.parse_punctuation("->")
        type_ = parser.parse_type()
        parser.parse_punctuation("{")
        cases: list[str] = []
        bodies: list[Region] = []
        while parser.parse_optional_punctuation("}") is None:
            if parser.parse_optional_keyword("default"):
                cases.append("")
                bodies.append(parser.parse_region(()))
            else:
                parser.parse_keyword("case")
                cases.append(parser.parse_symbol_name().data)
                bodies.append(parser.parse_region(functional.parse_arguments(parser)))
        op = MatchOp(value, cases, bodies, type_)
        op.attributes.update(parser.parse_optional_attr_dict())
        return op

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_ssa_value(self.scrutinee)
        printer.print_string(f" : {self.scrutinee.type} -> {self.result.type} {{")
        with printer.indented():
            for name, body in self.clauses:
                printer.print_string("\ncase " if name else "\ndefault")
                if name:
                    printer.print_symbol_name(name)
                    with printer.in_parens():
                        print_arguments(printer, body.block.args)
                printer.print_string(" ")
                printer.print_region(body, print_entry_block_args=False)
        printer.print_string("\n}")
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        if len(self.cases) != len(self.bodies):
            message = f"has {len(self.cases)} cases, but {len(self.bodies)} regions"
            raise VerifyException(f"'{self.name}' {message}")
        for name, body in self.clauses:
            functional.terminated(self, body, "yield")
            if not name and body.block.args:
                raise VerifyException(f"'{self.name}' binds values in its default case")


@irdl_op_definition
class IfOp(functional.BranchOp):
    """
    A branch: the condition is a boolean scalar, both values are of one type (RLY-67, 69).

    ```mlir
    %r = relay.if %c : !relay.tensor<[], i1> -> !relay.hole {
      relay.yield %x : !relay.hole
    } else {
      relay.yield %y : !relay.hole
    }
    ```
    """

    name = "relay.if"
