"""Facts that contradict each other, as errors for people."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager

from xdsl.ir import BlockArgument, Operation, OpResult

from disc_shape.errors import OperationError
from disc_shape.relations import RelationFailure, RelationState, relation_of
from disc_shape.relations.size_table import Anchor
from disc_shape.symbolic import Contradiction, Reason, sym

INTERNAL = re.compile(r"%\d{6,}")
"""What the analysis calls a size that has no name of its own."""


@contextmanager
def contradictions_as_errors(state: RelationState | None = None) -> Generator[None]:
    """
    Turn a contradiction between operations that always run into one error with the chain as
    notes. The last note names the relation that fails, and the types that it fails on. With the
    `state` of the analysis, sizes without a name are called by the place where they are read.
    """
    try:
        yield
    except RelationFailure as failure:
        notes = relation_notes(failure.op)
        raise OperationError(shown(failure.message, state), failure.op, notes) from None
    except Contradiction as contradiction:
        message = shown(str(contradiction), state)
        raise contradiction_error(contradiction.chain, message) from None


def contradiction_error(chain: Iterable[Reason], message: str) -> OperationError:
    """The error for a chain of facts that contradict each other."""
    reasons = list(chain)
    operation = next(
        (reason.handle for reason in reversed(reasons) if isinstance(reason.handle, Operation)),
        None,
    )
    notes = [
        (str(reason), reason.handle if isinstance(reason.handle, Operation) else None)
        for reason in with_provenance(reasons)
    ]
    notes += relation_notes(operation)
    return OperationError(message, operation, notes)


def with_provenance(reasons: Iterable[Reason]) -> Iterator[Reason]:
    """A chain in which a call is followed by the chain inside of the function that it calls."""
    for reason in reasons:
        yield reason
        if reason.premises is not None:
            yield from with_provenance(reason.premises())


def relation_notes(op: Operation | None) -> list[tuple[str, Operation | None]]:
    """The relation of an operation and its operand types, as a note."""
    relation = None if op is None else relation_of(op)
    if op is None or relation is None:
        return []
    types = ", ".join(str(operand.type) for operand in op.operands)
    return [(f"relation '{relation.name}' fails on ({types})", op)]


def shown(message: str, state: RelationState | None) -> str:
    """A message in which sizes without a name are called by their places."""
    if state is None:
        return message

    def place(found: re.Match[str]) -> str:
        anchor = state.anchors.get(sym(found.group()))
        return found.group() if anchor is None else place_of(anchor)

    return INTERNAL.sub(place, message)


def place_of(anchor: Anchor) -> str:
    """Where a size or an integer is read, in words."""
    value = anchor.value
    if isinstance(value, BlockArgument):
        named = f"'%{value.name_hint}'" if value.name_hint else f"argument {value.index}"
    else:
        assert isinstance(value, OpResult)
        named = f"the result of '{value.op.name}'"
    kind = "integer" if anchor.of_contents else "dimension"
    return f"({kind} {anchor.position} of {named})"
