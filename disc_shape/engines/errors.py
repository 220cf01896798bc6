"""Errors of engines, one line each."""

from __future__ import annotations

from disc_shape.errors import UserError


class EngineError(UserError):
    """A program that an engine cannot compile, or arrays that do not fit it."""


class EngineCrash(EngineError):
    """The compiler of an engine has ended by a signal, or by an error inside it: its own fault."""


class OutputError(EngineError):
    """Arrays of the caller that do not have the sizes of the results."""


class MissingPackageError(EngineError, ImportError):
    """A package that an engine needs is not installed."""

    def __init__(self, what: str, extra: str) -> None:
        super().__init__(f"{what} is not installed: pip install 'disc-shape[{extra}]'")
