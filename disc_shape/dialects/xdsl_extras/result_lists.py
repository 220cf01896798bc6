"""
Reads the types of several results of `linalg.generic`.

xDSL 0.74 prints `-> (tensor<?xf32>, tensor<?xi32>)`, as MLIR does, and reads lists without
parentheses only.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from xdsl.parser import AttrParser
from xdsl.utils.mlir_lexer import MLIRTokenKind

T = TypeVar("T")


class ResultLists(AttrParser):
    """A parser to which a list of attributes without delimiters may be types in parentheses."""

    def parse_comma_separated_list(
        self, delimiter: AttrParser.Delimiter, parse: Callable[[], T], context_msg: str = ""
    ) -> list[T]:
        """A list of what `parse` reads."""
        bare = delimiter is self.Delimiter.NONE and parse == self.parse_attribute
        if bare and self._current_token.kind is MLIRTokenKind.L_PAREN:
            types = super().parse_comma_separated_list(self.Delimiter.PAREN, self.parse_type)
            return cast("list[T]", types)
        return super().parse_comma_separated_list(delimiter, parse, context_msg)
