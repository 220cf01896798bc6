"""The table of lowerings, by operation class."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING, TypeAlias

from xdsl.ir import Operation

from disc_shape.cards.class_table import ClassTable

if TYPE_CHECKING:
    from disc_shape.lowering.function import FunctionLowering

Lowering: TypeAlias = "Callable[[Operation, FunctionLowering], None]"
"""
Writes the buffer form before an operation and binds its results to buffers. The operation itself
is erased afterwards.
"""

LATE_FAMILIES = {
    "bufferization": ("linalg",),
    "linalg": ("linalg",),
    "mhlo": ("scan", "shape_constraints"),
    "sdy": ("annotations",),
    "shape": ("shapes", "shape_constraints"),
    "torch": ("annotations",),
}
"""The modules with the lowerings of other dialects, loaded with the first operation of each."""


def _load_lowerings(dialect: str) -> None:
    modules = LATE_FAMILIES.pop(dialect, ())
    if modules:
        kept = dict(LOWERINGS)
        for module in modules:
            import_module(f"disc_shape.lowering.{module}")
        # What a user has registered for one of these classes stays.
        LOWERINGS.put_back(kept)


LOWERINGS: ClassTable[Lowering] = ClassTable(_load_lowerings)


def register_lowering(lowering: Lowering, *op_classes: type[Operation]) -> None:
    """Let `lowering` lower operations of `op_classes` and of their subclasses."""
    for op_class in op_classes:
        LOWERINGS[op_class] = lowering


def lowering_of(op: Operation) -> Lowering | None:
    """The lowering of an operation, of its class or of the nearest base that has one."""
    return LOWERINGS.find(type(op))
