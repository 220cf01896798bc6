"""Where an operation of a Relax program stands, while its type is derived."""

from __future__ import annotations

from xdsl.ir import SSAValue

from disc_shape.dialects.relax.scoping import Names


class Place:
    """Where an operation stands: the names in scope, and what effects are allowed."""

    def __init__(self, function: str, names: Names, pure: bool) -> None:
        self.function = function
        """The global function around it."""
        self.names = names
        self.pure = pure
        self.in_dataflow = False
        self.own: set[SSAValue] = set()
        """The names by which local functions around it call themselves."""

    def branch(self) -> Place:
        """A place inside, whose names end with it."""
        inner = Place(self.function, Names(self.names), self.pure)
        inner.in_dataflow, inner.own = self.in_dataflow, self.own
        return inner

    def function_inside(self, pure: bool, own: SSAValue) -> Place:
        """A place in a local function."""
        inner = Place(self.function, Names(self.names), pure)
        inner.own = {*self.own, own}
        return inner
