"""What a front end in Python provides: a program as text, facts, and how it is called."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass


class FrontEndError(ValueError):
    """A function that a front end cannot export."""


@dataclass(frozen=True)
class Traced:
    """A Python function as a program."""

    text: str
    """The program as the front end wrote it."""
    facts: str
    """What the user promised besides, in the language of `assume-shapes`."""
    flatten: Callable[[Sequence[object], Mapping[str, object]], Sequence[object]]
    """The arrays of a call, in the order of the arguments of the program."""
    unflatten: Callable[[Sequence[object]], object]
    """The result of a call from the arrays that the program returns."""
    name: str = "main"

    def mlir_module(self) -> str:
        """The program as text."""
        return self.text
