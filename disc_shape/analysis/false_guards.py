"""Warnings about guards that stop every run that reaches them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from xdsl.dialects.func import CallOp
from xdsl.ir import Operation

from disc_shape.analysis.guard_records import Guard
from disc_shape.errors import OperationWarning
from disc_shape.relations.guards import message_of


def warn_of_false_guards(guards: Iterable[Guard]) -> None:
    """Warn about each guard that never passes, with its location; the program keeps it."""
    for guard in guards:
        if guard.refuted:
            warnings.warn(OperationWarning(false_guard_message(guard.op), guard.op), stacklevel=2)


def false_guard_message(op: Operation) -> str:
    """`'cf.assert' fails in every run that reaches it: the batch must be even`."""
    name = f"'{op.name}'"
    if isinstance(op, CallOp):
        name = f"a check in '@{op.callee.root_reference.data}', called here,"
    message = message_of(op)
    return f"{name} fails in every run that reaches it" + (f": {message}" if message else "")
