"""
Writes facts from outside into the IR: names into argument types, the rest into the constraint
graph as assumed.

An assumed equality never changes the type of an argument: two dimensions that are assumed equal
keep a symbol each, and the graph states that these are equal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from pathlib import Path

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from disc_shape.analysis.call_graph import entry_function
from disc_shape.constraints.builder import ShapeFacts
from disc_shape.errors import OperationError
from disc_shape.frontends.language import (
    Condition,
    FactSyntaxError,
    Likely,
    Naming,
    Statement,
    parse_facts,
)
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import Cond, Contradiction, Expr, Prover, Status, compare, sym

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""The name of a dimension."""

PLACE = re.compile(r"%?(?P<argument>[A-Za-z_]\w*|\d+)(?:\.shape)?\[(?P<axis>\d{1,9})\]")
"""A dimension without a name: `x[0]` or `x.shape[0]`."""


def assume_shapes(module: ModuleOp, *, facts: str = "", file: str = "", entry: str = "") -> None:
    """
    Write the facts of a file and of a text about the arguments of a function. Raises
    `OperationError` with a position in the text where one is wrong.
    """
    function = entry_function(module, entry)
    assumptions = Assumptions(module, function)
    for source, text in _sources(module, facts, file):
        try:
            assumptions.add(parse_facts(text))
        except FactSyntaxError as error:
            where = f"{source}:{error.line}:{error.column}"
            raise OperationError(f"{where}: {error.message}", function, error.notes) from None
    assumptions.write()


def _sources(module: ModuleOp, facts: str, file: str) -> list[tuple[str, str]]:
    sources: list[tuple[str, str]] = []
    if file:
        try:
            sources.append((file, Path(file).read_text(encoding="utf-8")))
        except (OSError, UnicodeDecodeError) as error:
            raise OperationError(f"cannot read '{file}': {error}", module) from None
    if facts:
        sources.append(("facts", facts))
    return sources


class Assumptions:
    """Facts about one function, collected and then written."""

    def __init__(self, module: ModuleOp, function: func.FuncOp) -> None:
        self.facts = ShapeFacts(module)
        self.function = function
        self.arguments = function.body.blocks[0].args
        self._bound: set[str] = set()
        """The names of the sizes of this function."""
        for argument in self.arguments:
            if as_tensor(argument.type) is not None:
                self._bound.update(name for name in self.facts.names(argument) if name is not None)

    def add(self, statements: Sequence[Statement]) -> None:
        """
        Add statements; names are given before conditions are read, whatever their order.

        Raises `FactSyntaxError` when one does not fit the function or contradicts the others.
        """
        namings = [statement for statement in statements if isinstance(statement, Naming)]
        for statement in namings:
            self._name(statement)
        for statement in namings:
            self._equate(statement)
        for statement in statements:
            if isinstance(statement, Condition):
                self._assume(self._resolved(statement.condition, statement), statement)
            elif isinstance(statement, Likely):
                self._hint(statement)

    def write(self) -> None:
        """Write everything into the module."""
        self.facts.write()

    def argument(self, text: str, statement: Statement) -> SSAValue:
        """The argument of this name or number."""
        if text.isdigit():
            if int(text) < len(self.arguments):
                return self.arguments[int(text)]
            count = len(self.arguments)
            message = f"argument {text} does not exist, the function has {count}"
            raise statement.error(message, at=text)
        for index, argument in enumerate(self.arguments):
            if text in (argument.name_hint, f"arg{index}"):
                return argument
        known = [arg.name_hint or f"arg{index}" for index, arg in enumerate(self.arguments)]
        listed = f": the function has {', '.join(known)}" if known else ": the function has none"
        raise statement.error(f"unknown argument '{text}'{listed}", at=text)

    def size(self, argument: SSAValue, axis: int, statement: Statement, written: str = "") -> Expr:
        """
        One size of an argument: its number, or a symbol, which it gets if it has none. `written` is
        how the statement names it.
        """
        type = as_tensor(argument.type)
        if type is None:
            message = f"the argument is no ranked tensor but {argument.type}"
            raise statement.error(message, at=written)
        rank = len(type.get_shape())
        if axis >= rank:
            message = f"dimension {axis} does not exist, the rank is {rank}"
            raise statement.error(message, at=written)
        size = self.facts.size(argument, axis)
        self._bound.update(symbol.name for symbol in size.symbols)
        return size

    # statements

    def _name(self, statement: Naming) -> None:
        """Name each dimension whose entry is a name, if the name is new."""
        argument = self.argument(statement.argument, statement)
        type = as_tensor(argument.type)
        rank = None if type is None else len(type.get_shape())
        if rank != len(statement.dims):
            raise statement.error(
                f"argument '{statement.argument}' has rank {rank}, got {len(statement.dims)} sizes"
            )
        names = self.facts.names(argument)
        for axis, entry in enumerate(statement.dims):
            free = type is not None and type.get_shape()[axis] < 0 and names[axis] is None
            if entry is not None and entry.name is not None and free:
                if entry.name not in self._bound:
                    names[axis] = self._bind(entry.name, statement)

    def _equate(self, statement: Naming) -> None:
        """Assume that all other entries equal the sizes of their dimensions."""
        argument = self.argument(statement.argument, statement)
        names = self.facts.names(argument)
        for axis, entry in enumerate(statement.dims):
            if entry is None or (entry.name is not None and entry.name == names[axis]):
                continue
            size = self.size(argument, axis, statement)
            for symbol in entry.symbols:
                if symbol.name not in self._bound:
                    self._bind(symbol.name, statement)
            if size.constant is not None and entry.constant not in (None, size.constant):
                raise statement.error(
                    f"dimension {axis} of argument '{statement.argument}' is {size}, got {entry}"
                )
            self._assume(compare("==", size, entry), statement)

    def _bind(self, name: str, statement: Statement) -> str:
        if IDENTIFIER.fullmatch(name) is None:
            raise statement.error(f"'{name}' is no name for a dimension", at=name)
        if name in self.facts.symbols.reserved:
            message = f"'{name}' is the name of another symbol of the module"
            raise statement.error(message, at=name)
        self._bound.add(name)
        return self.facts.bind(name)

    def _resolved(self, condition: Cond, statement: Statement) -> Cond:
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            if "[" in symbol.name or "]" in symbol.name:
                place = PLACE.fullmatch(symbol.name)
                if place is None:
                    message = f"expected a dimension such as x[0], got '{symbol.name}'"
                    raise statement.error(message, at=symbol.name)
                argument = self.argument(place["argument"], statement)
                axis = int(place["axis"])
                mapping[symbol] = self.size(argument, axis, statement, symbol.name)
            elif symbol.name not in self._bound:
                raise self._unknown(symbol.name, statement)
        return condition.substitute(mapping)

    def _unknown(self, name: str, statement: Statement) -> FactSyntaxError:
        known = [one for one in self._bound if IDENTIFIER.fullmatch(one)]
        near = get_close_matches(name, known, n=1)
        hint = f": did you mean '{near[0]}'?" if near else ""
        return statement.error(f"unknown dimension '{name}'{hint}", at=name)

    def _assume(self, condition: Cond, statement: Statement) -> None:
        try:
            self.facts.add(condition, Status.ASSUMED, statement.text)
        except OperationError as error:
            if isinstance(statement, Condition) and holds_never(condition):
                message = f"'{statement.text}' never holds{self._found(statement)}"
                raise statement.error(message) from None
            raise statement.error(str(error), error.notes) from None

    def _found(self, statement: Condition) -> str:
        """The known sizes of the dimensions in a condition, as a part of its message."""
        found: list[str] = []
        for symbol in statement.condition.symbols:
            place = PLACE.fullmatch(symbol.name)
            if place is not None:
                argument = self.argument(place["argument"], statement)
                size = self.size(argument, int(place["axis"]), statement)
                if size.constant is not None:
                    found.append(f"{symbol.name} is {size}")
        return f": {', '.join(found)}" if found else ""

    def _hint(self, statement: Likely) -> None:
        if statement.name not in self._bound:
            raise self._unknown(statement.name, statement)
        self.facts.likely(sym(statement.name), statement.values)


def holds_never(condition: Cond) -> bool:
    """Whether a condition is false for all sizes, without any other facts."""
    try:
        Prover().assume(condition)
    except Contradiction:
        return True
    return False
