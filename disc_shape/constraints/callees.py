"""Which function an operation calls."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Operation

from disc_shape.class_table import Kind
from disc_shape.dialects.hlo.calls import CompositeOp
from disc_shape.traversal import Census, listed, operations

_IS_FUNCTION = Kind(FuncOp)
IS_CALL = Kind(CallOp)
NAMES_CALLEE = Kind(CallOp, CompositeOp)
"""Operations of all other classes have no callee."""


def functions_in(module: ModuleOp) -> list[FuncOp]:
    """The functions of a module, those without a body too."""
    ops = listed(module.body.block)
    return [op for op in ops if _IS_FUNCTION[op.__class__] and isinstance(op, FuncOp)]


def callee_of(op: Operation) -> str | None:
    """
    The function whose results an operation has: the one that a call calls, the decomposition of a
    composite; None for all other operations.
    """
    if not NAMES_CALLEE[type(op)]:
        return None
    if isinstance(op, CallOp):
        return op.callee.string_value()
    if isinstance(op, CompositeOp) and not op.composite_regions:
        return op.decomposition.string_value()
    return None


def called_functions(module: ModuleOp, census: Census | None = None) -> set[str]:
    """
    The names of functions that some call or composite refers to; a `census` of the module may say
    that there is none.
    """
    if census is not None and not census.has(NAMES_CALLEE):
        return set()
    calls = [op for op in operations(module.body) if NAMES_CALLEE[type(op)]]
    return {name for op in calls if (name := callee_of(op)) is not None}
