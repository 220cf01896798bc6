"""The peak that a function claims, compared with what each activation has allocated at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import FuncOp
from xdsl.dialects.memref import AllocOp, DeallocOp
from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.memory import Buffer

PEAK = "disc_shape.peak"
"""The attribute: `==` or `<=`, and an expression over symbols."""


def hook_of(op: Operation) -> Hook | None:
    """Note what an activation of a function with a peak allocates and frees."""
    if not isinstance(op, AllocOp | DeallocOp) or claim_of(function_of(op)) is None:
        return None
    sign = 1 if isinstance(op, AllocOp) else -1

    def note(frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
        for buffer in (*outs, *ins):
            if isinstance(buffer, Buffer):
                frame.allocated += sign * buffer.allocation.bytes.size
                frame.peak = max(frame.peak, frame.allocated)

    return note


def function_of(op: Operation) -> FuncOp | None:
    """The function that an operation lies in."""
    outer = op.parent_op()
    while outer is not None and not isinstance(outer, FuncOp):
        outer = outer.parent_op()
    return outer


def claim_of(function: FuncOp | None) -> tuple[str, str] | None:
    """The relation and the expression that a function claims of its peak."""
    claim = None if function is None else function.attributes.get(PEAK)
    if not isinstance(claim, StringAttr):
        return None
    sign, _, text = claim.data.partition(" ")
    return (sign, text) if sign in ("==", "<=") else None


def compare(frame: Frame, known: Mapping[str, int]) -> int:
    """ClaimError where the peak of an activation is not what is claimed; how many were compared."""
    if (claim := claim_of(frame.function)) is None:
        return 0
    from disc_shape.symbolic import parse

    sign, text = claim
    expr = parse(text)
    if any(symbol.label not in known for symbol in expr.symbols):
        return 0
    claimed = expr.evaluate(known)
    if frame.peak > claimed or (sign == "==" and frame.peak != claimed):
        raise ClaimError(
            f"@{frame.function.sym_name.data} claims that at most {claimed} bytes are allocated at"
            f" once, found {frame.peak}"
            if sign == "<="
            else f"@{frame.function.sym_name.data} claims that {claimed} bytes are allocated at"
            f" once, found {frame.peak}",
            frame.function,
        )
    return 1
