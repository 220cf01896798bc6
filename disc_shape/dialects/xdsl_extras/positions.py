"""Reading on from another position of the text."""

from __future__ import annotations

from typing import cast

from xdsl.parser import AttrParser


class Resuming(AttrParser):
    """Access to the position of a parser."""

    def go_to(self, position: int) -> None:
        """Read on from a position of the text."""
        self._resume_from(position)


def resume_from(parser: AttrParser, position: int) -> None:
    """Let a parser read on from a position of its text."""
    Resuming.go_to(cast("Resuming", parser), position)
