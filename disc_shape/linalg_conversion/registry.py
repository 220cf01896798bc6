"""The conversion of each operation class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from xdsl.ir import Operation

from disc_shape.class_table import ClassTable, Families
from disc_shape.errors import OperationError

if TYPE_CHECKING:
    from disc_shape.linalg_conversion.values import Values

Conversion = Callable[[Operation, "Values"], None]
"""Emits the counterpart of an operation and binds its results."""

FAMILIES = Families(
    "disc_shape.linalg_conversion",
    (
        "target",
        "generic",
        "guards",
        "shapes",
        "movement",
        "reshapes",
        "reshape_shapes",
        "slices",
        "contractions",
        "convolutions",
        "windows",
        "sorting",
        "scatters",
        "elementwise",
        "precision",
        "control",
    ),
    {},
)
"""The modules with the conversions of operations."""

CONVERSIONS: ClassTable[Conversion] = ClassTable(FAMILIES)


def register_conversion(conversion: Conversion, *op_classes: type[Operation]) -> None:
    """Let operations of these classes, and of subclasses, be converted so."""
    CONVERSIONS.register(conversion, *op_classes)


def no_form(op: Operation, why: str) -> OperationError:
    """The error for an operation that has no counterpart."""
    return OperationError(f"'{op.name}' has no form in linalg: {why}", op)
