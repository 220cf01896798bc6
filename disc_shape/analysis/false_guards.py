"""Warnings about guards that stop every run that reaches them."""

from __future__ import annotations

import warnings
from collections.abc import Iterable

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import CallOp
from xdsl.ir import Operation

from disc_shape.analysis.guard_records import Guard
from disc_shape.errors import OperationWarning

MESSAGES = ("error_message", "msg")
"""The attributes in which guards keep the message of the user."""


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
    text = f"{name} fails in every run that reaches it"
    for key in MESSAGES:
        message = op.properties.get(key) or op.attributes.get(key)
        if isinstance(message, StringAttr) and message.data:
            return f"{text}: {message.data}"
    return text
