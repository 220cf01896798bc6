"""What modules of the functional dialects, `relax` and `relay`, declare: functions and others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from xdsl.dialects.builtin import StringAttr, SymbolNameConstraint, UnitAttr
from xdsl.ir import Attribute, Region, SSAValue
from xdsl.irdl import IRDLOperation, opt_prop_def, prop_def, region_def, result_def, traits_def
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsolatedFromAbove, SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.functional import parse_arguments, terminated
from disc_shape.dialects.hlo.regions import print_arguments


class Declaration(IRDLOperation):
    """What a module or an operation in it declares by a name."""

    sym_name = prop_def(SymbolNameConstraint())
    traits = traits_def(SymbolOpInterface())

    def __init__(self, name: str, *regions: Region, **properties: Attribute | None) -> None:
        super().__init__(properties={"sym_name": StringAttr(name), **properties}, regions=regions)


class FunctionForm(IRDLOperation):
    """A function with a body; a dialect adds what its signatures hold."""

    body = region_def("single_block")

    SELF: ClassVar[int] = 0
    """How many arguments of the block come before those of a call."""
    FLAGS: ClassVar[Sequence[str]] = ()
    """The properties that are written as words."""

    def __init__(
        self, body: Region, name: str | None = None, **properties: Attribute | None
    ) -> None:
        words = {"sym_name": None if name is None else StringAttr(name), **properties}
        own = [one.type for one in body.block.args[: self.SELF]]
        super().__init__(regions=[body], properties=words, result_types=own)

    @property
    def arguments(self) -> Sequence[SSAValue]:
        """The values that a call passes."""
        return self.body.block.args[self.SELF :]

    @property
    def declared(self) -> Attribute | None:
        """The declared type of the result, None where the value returned has its type."""
        return None

    @property
    def symbol_ranges(self) -> Mapping[str, tuple[int, int | None]]:
        """The sizes that symbols have by promise; they are compared when the function is called."""
        return {}

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """The words before the name."""
        found = (name for name in cls.FLAGS if parser.parse_optional_keyword(name) is not None)
        return {name: UnitAttr() for name in found}

    def print_flags(self, printer: Printer) -> None:
        """The inverse of `parse_flags`."""
        for name in self.FLAGS:
            printer.print_string(f" {name}" if name in self.properties else "")

    @classmethod
    def parse_head(cls, parser: Parser, words: dict[str, Attribute]) -> None:
        """What stands before the arguments."""

    def print_head(self, printer: Printer) -> None:
        """The inverse of `parse_head`."""

    @classmethod
    def parse_result(cls, parser: Parser, words: dict[str, Attribute]) -> None:
        """What stands after the arguments."""

    def print_result(self, printer: Printer) -> None:
        """The inverse of `parse_result`."""

    @classmethod
    def type_from(cls, arguments: Sequence[Attribute], words: dict[str, Attribute]) -> Attribute:
        """The function's type by the types of its arguments and its other properties."""
        raise NotImplementedError

    @classmethod
    def parse_function(
        cls, parser: Parser, words: dict[str, Attribute], own: UnresolvedOperand | None = None
    ) -> FunctionForm:
        """The rest of a function; `own` is its name for itself."""
        cls.parse_head(parser, words)
        arguments = parse_arguments(parser)
        cls.parse_result(parser, words)
        found = parser.parse_optional_attr_dict_with_keyword(())
        types: list[Attribute] = []
        if own is not None:
            types = [cls.type_from([one.type for one in arguments], words)]
            arguments.insert(0, Parser.Argument(own.span, types[0]))
        return cls.create(
            properties=words,
            attributes={} if found is None else dict(found.data),
            result_types=types,
            regions=[parser.parse_region(arguments)],
        )

    def verify_(self) -> None:
        terminated(self, self.body, "return")

    def print_function(self, printer: Printer) -> None:
        """The inverse of `parse_function`."""
        self.print_head(printer)
        with printer.in_parens():
            print_arguments(printer, self.arguments)
        self.print_result(printer)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body, False, False)


class GlobalFunction(FunctionForm):
    """A function with a name of the module."""

    sym_name = prop_def(StringAttr)
    sym_visibility = opt_prop_def(StringAttr)
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface())

    @classmethod
    def parse(cls, parser: Parser) -> FunctionForm:
        private = parser.parse_optional_keyword("private") is not None
        words = cls.parse_flags(parser)
        words["sym_name"] = parser.parse_symbol_name()
        if private:
            words["sym_visibility"] = StringAttr("private")
        return cls.parse_function(parser, words)

    def print(self, printer: Printer) -> None:
        printer.print_string(" private" if self.sym_visibility is not None else "")
        self.print_flags(printer)
        printer.print_string(" ")
        printer.print_symbol_name(self.sym_name.data)
        self.print_function(printer)


class LocalFunction(FunctionForm):
    """A function that is a value; its first argument is the function itself."""

    result = result_def()
    SELF: ClassVar[int] = 1
    TYPES: ClassVar[tuple[type[Attribute], ...]] = (Attribute,)
    """The kinds of types that it may have."""
    EXPECTED: ClassVar[str] = ""
    """What a message says of them."""

    def verify_(self) -> None:
        super().verify_()
        own = self.body.block.args[0].type
        if own != self.result.type or not isinstance(own, self.TYPES):
            message = f"is of type {self.result.type} and calls itself as {own}{self.EXPECTED}"
            raise VerifyException(f"'{self.name}' {message}")

    @classmethod
    def parse(cls, parser: Parser) -> FunctionForm:
        words = cls.parse_flags(parser)
        own = parser.parse_unresolved_operand("expected the function's name for itself")
        return cls.parse_function(parser, words, own)

    def print(self, printer: Printer) -> None:
        self.print_flags(printer)
        printer.print_string(" ")
        printer.print_ssa_value(self.body.block.args[0])
        printer.print_string(" ")
        self.print_function(printer)
