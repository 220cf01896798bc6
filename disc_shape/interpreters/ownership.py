"""Ownership of buffers, which the checker verifies in addition to the checks of every run.

The rules repeat those of `lowering.ownership` on purpose: the oracle does not read the compiler.

A buffer has one owner at a time. An activation owns what it allocates and what its calls return;
at its end each such buffer is freed or is one of the results, which the caller owns from then on.
Arguments and globals are borrowed: they are neither freed nor returned, and globals are only read.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.memref import DeallocOp
from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.memory import Allocation, Buffer


def check_activation(frame: Frame, results: Sequence[Array]) -> int:
    """ClaimError where an activation breaks the rule at its end; how many buffers it was about."""
    name = frame.function.sym_name.data
    returned: dict[Allocation, int] = {}
    for index, result in enumerate(results):
        if not isinstance(result, Buffer):
            continue
        what, allocation = f"result {index} of @{name}", result.allocation
        if allocation.freed is not None:
            raise ClaimError(
                f"{what} is {result.name}, which {allocation.freed} freed", allocation.op
            )
        if allocation in returned:
            raise ClaimError(
                f"{what} is in the same memory as result {returned[allocation]}: {result.name}",
                frame.function,
            )
        if allocation.owner is not frame:
            raise ClaimError(f"{what} is {result.name}, which @{name} does not own", frame.function)
        if allocation.kind == "stack":
            raise ClaimError(f"{what} is {result.name}, which is on the stack", frame.function)
        returned[allocation] = index
    owned = [one for one in frame.allocations if one.owner is frame and one.kind == "heap"]
    for allocation in owned:
        if allocation.freed is None and allocation not in returned:
            raise ClaimError(
                f"{allocation.name} of {allocation.bytes.size} bytes is never freed, and @{name}"
                " does not return it",
                allocation.op,
            )
    return len(owned)


def hook_of(op: Operation) -> Hook | None:
    """The rule for one operation: it frees only buffers that its activation owns."""
    if not isinstance(op, DeallocOp):
        return None

    def check(frame: Frame, ins: Sequence[Array], _outs: Sequence[Array]) -> None:
        buffer = ins[0]
        if isinstance(buffer, Buffer) and buffer.allocation.owner is not frame:
            name = frame.function.sym_name.data
            raise ClaimError(f"'{op.name}' frees {buffer.name}, which @{name} does not own", op)

    return check
