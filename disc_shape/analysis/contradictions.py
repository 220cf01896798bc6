"""Facts that contradict each other, as errors for people."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from contextlib import contextmanager

from xdsl.ir import Operation

from disc_shape.errors import OperationError
from disc_shape.relations import RelationFailure
from disc_shape.symbolic import Contradiction, Reason


@contextmanager
def contradictions_as_errors() -> Generator[None]:
    """
    Turn a contradiction between operations that always run into one error with the chain as
    notes.
    """
    try:
        yield
    except RelationFailure as failure:
        raise OperationError(failure.message, failure.op) from None
    except Contradiction as contradiction:
        raise contradiction_error(contradiction.chain, str(contradiction)) from None


def contradiction_error(chain: Iterable[Reason], message: str) -> OperationError:
    """The error for a chain of facts that contradict each other."""
    reasons = list(chain)
    operation = next(
        (reason.handle for reason in reversed(reasons) if isinstance(reason.handle, Operation)),
        None,
    )
    notes = [
        (str(reason), reason.handle if isinstance(reason.handle, Operation) else None)
        for reason in reasons
    ]
    return OperationError(message, operation, notes)
