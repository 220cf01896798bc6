"""The table of lowerings, by operation class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from xdsl.ir import Operation

from disc_shape.relations.core import ClassTable

if TYPE_CHECKING:
    from disc_shape.lowering.function import FunctionLowering

Lowering: TypeAlias = "Callable[[Operation, FunctionLowering], None]"
"""
Writes the buffer form in front of an operation and says where its results live. The operation
itself is erased afterwards.
"""

_LOWERINGS: ClassTable[Lowering] = ClassTable()


def register_lowering(lowering: Lowering, *op_classes: type[Operation]) -> None:
    """Let `lowering` lower operations of `op_classes` and of their subclasses."""
    for op_class in op_classes:
        _LOWERINGS[op_class] = lowering


def lowering_of(op: Operation) -> Lowering | None:
    """The lowering of an operation, of its class or of the nearest base that has one."""
    return _LOWERINGS.find(type(op))
