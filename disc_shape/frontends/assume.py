"""
Writes facts from outside into the IR: names into argument types, the rest into the constraint
graph as assumed.

What is only promised never enters the type of an argument beyond its own name: where two
dimensions are said to be equal, each keeps a symbol of its own and the graph says that they are
equal.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from disc_shape.errors import OperationError
from disc_shape.frontends.builder import ShapeFacts
from disc_shape.frontends.language import Condition, Likely, Naming, Statement
from disc_shape.relations.value_types import as_tensor
from disc_shape.symbolic import Cond, Expr, Status, compare, sym

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
"""What a dimension can be called."""

PLACE = re.compile(r"%?(?P<argument>[A-Za-z_]\w*|\d+)\[(?P<axis>\d{1,9})\]")
"""A dimension without a name: `x[0]`."""


class Assumptions:
    """Facts about one function, collected and then written."""

    def __init__(self, module: ModuleOp, function: func.FuncOp) -> None:
        self.facts = ShapeFacts(module)
        self.function = function
        self.arguments = function.body.blocks[0].args
        self._bound: set[str] = set()
        """The names that stand for a size of this function."""
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
            raise statement.error(f"argument {text} does not exist, the function has {count}")
        for index, argument in enumerate(self.arguments):
            if text in (argument.name_hint, f"arg{index}"):
                return argument
        raise statement.error(f"unknown argument '{text}'")

    def size(self, argument: SSAValue, axis: int, statement: Statement) -> Expr:
        """One size of an argument: its number, or a symbol, which it gets if it has none."""
        type = as_tensor(argument.type)
        if type is None:
            raise statement.error(f"the argument is no ranked tensor but {argument.type}")
        rank = len(type.get_shape())
        if axis >= rank:
            raise statement.error(f"dimension {axis} does not exist, the rank is {rank}")
        size = self.facts.size(argument, axis)
        self._bound.update(symbol.name for symbol in size.symbols)
        return size

    # statements

    def _name(self, statement: Naming) -> None:
        """Give the names that stand alone to the dimensions where they first stand."""
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
        """Say that all other entries are the sizes of their dimensions."""
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
            raise statement.error(f"'{name}' is no name for a dimension")
        if name in self.facts.labels.reserved:
            raise statement.error(f"'{name}' is the name of another symbol of the module")
        self._bound.add(name)
        return self.facts.bind(name)

    def _resolved(self, condition: Cond, statement: Statement) -> Cond:
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            if "[" in symbol.name or "]" in symbol.name:
                place = PLACE.fullmatch(symbol.name)
                if place is None:
                    message = f"expected a dimension such as x[0], got '{symbol.name}'"
                    raise statement.error(message)
                argument = self.argument(place["argument"], statement)
                mapping[symbol] = self.size(argument, int(place["axis"]), statement)
            elif symbol.name not in self._bound:
                raise statement.error(f"unknown dimension '{symbol.name}'")
        return condition.substitute(mapping)

    def _assume(self, condition: Cond, statement: Statement) -> None:
        try:
            self.facts.add(condition, Status.ASSUMED, statement.text)
        except OperationError as error:
            raise statement.error(str(error), error.notes) from None

    def _hint(self, statement: Likely) -> None:
        if statement.name not in self._bound:
            raise statement.error(f"unknown dimension '{statement.name}'")
        self.facts.likely(sym(statement.name), statement.values)
