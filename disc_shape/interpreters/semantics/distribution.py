"""Operations between devices, on the one device that there is, and tokens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.pure import pure
from disc_shape.interpreters.reading import int_of, pairs_of
from disc_shape.interpreters.values import TOKEN


@semantics("hlo.all_gather")
def bind_all_gather(op: Operation) -> Step:
    """In a group of one the result is the operand; an empty dimension is an error."""
    axis = int_of(op, "all_gather_dim")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if any(operand.shape[axis] == 0 for operand in ins):
            raise KernelError(f"dimension {axis} of the operand is 0, expected more")
        return ins

    return step


@semantics("hlo.collective_broadcast", "hlo.collective_reduce")
def bind_rooted(op: Operation) -> Step:
    """In a group of one the results are the operands; the one process is number 0 of it."""
    count = len(op.results)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        for root in ins[count] if len(ins) > count else ():
            if root != 0:
                raise KernelError(f"root {root} is not in a group of 1")
        return ins[:count]

    return step


@semantics("hlo.collective_permute")
def bind_collective_permute(op: Operation) -> Step:
    """The step of `hlo.collective_permute`."""
    keeps = (0, 0) in pairs_of(op, "source_target_pairs")
    return lambda _frame, ins: [x if keeps else np.zeros_like(x) for x in ins]


@semantics("hlo.infeed", "hlo.outfeed", "hlo.recv", "hlo.send")
def bind_transfer(op: Operation) -> Step:
    """The step of `hlo.infeed`, `hlo.outfeed`, `hlo.recv` and `hlo.send`."""

    def step(_frame: Frame, _ins: Sequence[Array]) -> Sequence[Array]:
        raise KernelError(f"{op.name} needs a host or another device")

    return step


# One process runs: what all of them have together is its own.
pure(
    (
        "hlo.all_reduce",
        "hlo.all_to_all",
        "hlo.cross-replica-sum",
        "hlo.reduce_scatter",
        "sdy.reshard",
        "sdy.sharding_constraint",
    ),
    lambda ins: ins,
)
pure(("hlo.partition_id", "hlo.replica_id"), lambda _: np.asarray(0, np.uint32))
pure(("hlo.after_all", "hlo.create_token"), lambda _: TOKEN)
pure("hlo.add_dependency", lambda ins: ins[0])
