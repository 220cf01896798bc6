"""The conversion of each operation class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from disc_shape.cards.class_table import ClassTable
from disc_shape.errors import OperationError

if TYPE_CHECKING:
    from disc_shape.linalg_conversion.values import Values

Conversion = Callable[[Operation, "Values"], None]
"""Emits the counterpart of an operation and binds its results."""

CONVERSIONS: ClassTable[Conversion] = ClassTable(lambda _dialect: None)


def register_conversion(conversion: Conversion, *op_classes: type[Operation]) -> None:
    """Let operations of these classes, and of subclasses, be converted so."""
    for op_class in op_classes:
        CONVERSIONS[op_class] = conversion


def no_form(op: Operation, why: str) -> OperationError:
    """The error for an operation that has no counterpart."""
    return OperationError(f"'{op.name}' has no form in linalg: {why}", op)
