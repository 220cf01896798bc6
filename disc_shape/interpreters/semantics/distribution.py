"""Operations between devices, on the one device that there is, and tokens."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
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


@semantics(
    "hlo.all_reduce",
    "hlo.all_to_all",
    "hlo.cross-replica-sum",
    "hlo.reduce_scatter",
)
def bind_collective(_op: Operation) -> Step:
    """In a group of one the results are the operands."""
    return lambda _frame, ins: ins


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


@semantics("sdy.reshard", "sdy.sharding_constraint")
def bind_sharding(_op: Operation) -> Step:
    """The placement of a tensor does not change its elements."""
    return lambda _frame, ins: ins


@semantics("hlo.collective_permute")
def bind_collective_permute(op: Operation) -> Step:
    """The step of `hlo.collective_permute`."""
    keeps = (0, 0) in pairs_of(op, "source_target_pairs")
    return lambda _frame, ins: [x if keeps else np.zeros_like(x) for x in ins]


@semantics("hlo.partition_id", "hlo.replica_id")
def bind_identifier(_op: Operation) -> Step:
    """The step of `hlo.partition_id` and `hlo.replica_id`."""
    return lambda _frame, _ins: (np.asarray(0, np.uint32),)


@semantics("hlo.after_all", "hlo.create_token")
def bind_token(_op: Operation) -> Step:
    """The step of `hlo.after_all` and `hlo.create_token`."""
    return lambda _frame, _ins: (TOKEN,)


@semantics("hlo.add_dependency")
def bind_add_dependency(_op: Operation) -> Step:
    """The step of `hlo.add_dependency`."""
    return lambda _frame, ins: (ins[0],)


@semantics("hlo.infeed", "hlo.outfeed", "hlo.recv", "hlo.send")
def bind_transfer(op: Operation) -> Step:
    """The step of `hlo.infeed`, `hlo.outfeed`, `hlo.recv` and `hlo.send`."""

    def step(_frame: Frame, _ins: Sequence[Array]) -> Sequence[Array]:
        raise KernelError(f"{op.name} needs a host or another device")

    return step
