"""The table of lowerings, by operation class."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar, cast

from xdsl.ir import Operation

from disc_shape.class_table import ClassTable, Families
from disc_shape.lowering.function import FunctionLowering

OpT = TypeVar("OpT", bound=Operation)

Lowering: TypeAlias = Callable[[Operation, FunctionLowering], None]
"""
Writes the buffer form before an operation and binds its results to buffers. The operation itself
is erased afterwards.
"""

FAMILIES = Families(
    "disc_shape.lowering",
    common=("control_flow", "hlo", "scalar_loops", "signature", "tensors", "views"),
    late={
        "bufferization": ("linalg",),
        "linalg": ("linalg",),
        "mhlo": ("fusion", "scan", "shape_constraints"),
        "sdy": ("annotations",),
        "shape": ("shapes", "shape_constraints"),
        "torch": ("annotations",),
    },
)
"""The modules with lowerings."""

LOWERINGS: ClassTable[Lowering] = ClassTable(FAMILIES)


def lowers(
    *op_classes: type[OpT],
) -> Callable[[Callable[[OpT, FunctionLowering], None]], Callable[[OpT, FunctionLowering], None]]:
    """Register the lowering of operations of `op_classes` and of their subclasses."""

    def register(
        lowering: Callable[[OpT, FunctionLowering], None],
    ) -> Callable[[OpT, FunctionLowering], None]:
        LOWERINGS.register(cast("Lowering", lowering), *op_classes)
        return lowering

    return register


def lowering_of(op: Operation) -> Lowering | None:
    """The lowering of an operation, of its class or of the nearest base that has one."""
    return LOWERINGS.find(type(op))
