"""The text that a program was read from, as reports need it."""

from __future__ import annotations

from typing import Protocol

from xdsl.ir import Operation


class Source(Protocol):
    """The positions of operations; `tools.source.SourceMap` is one."""

    name: str
    text: str

    def of(self, op: Operation | None) -> str:
        """`file:line:col` of an operation."""
        ...

    def line_of(self, op: Operation | None) -> str:
        """The line of text on which an operation begins; empty where that is unknown."""
        ...

    def begin_of(self, op: Operation) -> int | None:
        """What is the same for an operation and its copies: where it begins in the text."""
        ...

    def copy_positions(self, module: Operation, copy: Operation) -> None:
        """Give the operations of a copy the positions of those that they are copies of."""
        ...
