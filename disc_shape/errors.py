"""Errors and warnings of verifiers, analyses and passes about the user's operations."""

from __future__ import annotations

import sys
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from xdsl.utils.exceptions import PassFailedException, VerifyException

if TYPE_CHECKING:
    from xdsl.ir import Operation


class OperationError(VerifyException, PassFailedException):
    """An error at an operation, with the chain of facts that leads to it as notes.

    `operation` is where the error is reported; each note is a line of its own, at its own
    operation when it has one. `disc-opt` prints their source positions.
    """

    verbatim = False
    """Whether the message is the program's own, to be shown as it is."""

    def __init__(
        self,
        message: str,
        operation: Operation | None = None,
        notes: Sequence[tuple[str, Operation | None]] = (),
    ) -> None:
        super().__init__(message)
        self.operation = operation
        self.notes = tuple(notes)


def rule_error(op: Operation, message: str, rule: str) -> OperationError:
    """What is wrong at an operation, by a rule of a type system."""
    return OperationError(f"{op.name}: {message} [{rule}]", op)


class GuardError(OperationError):
    """A check that the program itself makes has failed: these inputs are not for it."""

    verbatim = True


class IllegalInputsError(OperationError):
    """An operation has no result for its operands: these inputs are not for the program."""


class OperationErrors(OperationError):
    """Several errors, each with a line of its own, in order."""

    def __init__(self, errors: Sequence[OperationError]) -> None:
        first = errors[0]
        super().__init__(str(first), first.operation, first.notes)
        self.others = tuple(errors[1:])


@contextmanager
def nested_calls(depth: int, op: Operation) -> Generator[None]:
    """Let Python open this many frames. Raises `OperationError` at `op` where these are too few."""
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, depth))
    try:
        yield
    except RecursionError:
        raise OperationError("the calls are nested too deeply", op) from None
    finally:
        sys.setrecursionlimit(limit)


class UserError(ValueError):
    """An error in what a user has given, in one line that needs no traceback."""


class OperationWarning(UserWarning):
    """A legal operation of the user that is probably a mistake.

    It goes through Python's `warnings`; `disc-opt` prints it on stderr with a source position.
    """

    def __init__(self, message: str, operation: Operation) -> None:
        super().__init__(message)
        self.operation = operation
