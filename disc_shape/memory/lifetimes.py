"""
The buffers of a function that may share memory, and when each of them holds a value.

*Time* is the order of the text: operations of a function are numbered in pre-order, a region after
its operation. A lifetime goes from the first use of a buffer, or of a view of it, to the last one,
counted at the operations of the block that allocates it: a use in a region counts for the whole
operation, so what lives outside of a loop lives through all of its iterations. Only one branch of a
conditional runs, and its operations have numbers of their own, so branches share.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import memref, scf
from xdsl.dialects.builtin import NoneAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from disc_shape.dialects.shape.constraints import AssumingOp
from disc_shape.errors import OperationError
from disc_shape.lowering.deallocation import touches_of
from disc_shape.lowering.types import buffer_of, width_of
from disc_shape.memory.families import Family, family_of
from disc_shape.traversal import ancestor_in, pre_order

RUNS_IN_ORDER = (FuncOp, scf.ForOp, scf.IfOp, scf.IndexSwitchOp, scf.WhileOp, AssumingOp)
"""Operations whose regions run one after the other, if at all."""

ALIGNMENT = 64
"""Buffers begin at multiples of this number of bytes."""


@dataclass(eq=False)
class Lifetime:
    """A buffer, and the first and the last point of time at which it holds a value."""

    alloc: memref.AllocOp
    first: Operation
    """The operation of the block of the allocation that uses it first."""
    last: Operation
    start: int
    end: int
    frees: list[memref.DeallocOp]
    family: int | None = None
    """The number of its family, the buffers that loops exchange for it, if there are any."""


@dataclass
class Times:
    """The numbers of the operations of a function."""

    enter: dict[Operation, int] = field(default_factory=dict[Operation, int])
    leave: dict[Operation, int] = field(default_factory=dict[Operation, int])
    """The number of the last operation in the regions of an operation, or its own."""


def times_of(function: FuncOp) -> Times:
    """Number the operations of a function."""
    times = Times()
    for number, op in enumerate(pre_order(function)):
        times.enter[op] = times.leave[op] = number
    for op in reversed(times.enter):
        outer = op.parent_op()
        if outer is not None and outer in times.leave:
            times.leave[outer] = max(times.leave[outer], times.leave[op])
    return times


def lifetimes(function: FuncOp, times: Times) -> list[Lifetime]:
    """
    The buffers of a function that its blocks allocate and free, in the order of the text, also by
    way of loops that carry them.
    """
    found: list[Lifetime] = []
    seen: set[memref.AllocOp] = set()
    for op in times.enter:
        if isinstance(op, memref.AllocOp) and op not in seen and may_be_planned(op):
            lifetime = lifetime_of(op, times)
            if lifetime is not None:
                found.append(lifetime)
            elif (family := family_of(op)) is not None:
                seen.update(family.allocs)
                found += lifetimes_of(family, len(found), times)
    return sorted(found, key=lambda one: (one.start, times.enter[one.alloc]))


def may_be_planned(alloc: memref.AllocOp) -> bool:
    """Whether a buffer is row-major memory of whole bytes, in a block that runs in order."""
    type_ = buffer_of(alloc.memref)
    if not isinstance(type_.layout, NoneAttr) or not isinstance(type_.memory_space, NoneAttr):
        return False
    if alloc.symbol_operands or width_of(type_.element_type) is None:
        return False
    if alloc.alignment is not None and ALIGNMENT % alloc.alignment.value.data:
        return False
    outer: Operation | None = alloc.parent_op()
    while outer is not None and not isinstance(outer, FuncOp):
        if not isinstance(outer, RUNS_IN_ORDER):
            return False
        outer = outer.parent_op()
    return outer is not None


def lifetime_of(alloc: memref.AllocOp, times: Times) -> Lifetime | None:
    """
    The lifetime of a buffer that its block frees; None for one that is passed on, freed in another
    block or never, or whose uses cannot be seen.
    """
    block = alloc.parent
    try:
        touches = touches_of(alloc.memref)
    except OperationError:
        return None
    frees: list[memref.DeallocOp] = []
    uses: list[Operation] = []
    for touch in touches:
        outer = ancestor_in(touch.op, block)
        if outer is None:
            return None
        if isinstance(touch.op, memref.DeallocOp):
            if outer is not touch.op:
                return None
            frees.append(touch.op)
        elif touch.passes:
            return None
        else:
            uses.append(outer)
    if len(frees) != 1 or not uses:
        return None
    first = min(uses, key=times.enter.__getitem__)
    last = max(uses, key=times.enter.__getitem__)
    return Lifetime(alloc, first, last, times.enter[first], times.leave[last], frees)


def lifetimes_of(family: Family, number: int, times: Times) -> list[Lifetime]:
    """
    The lifetimes of the buffers of a family. Which of them a loop leaves where depends on how often
    it runs, so all of them live until the last use of any.
    """
    block = family.allocs[0].parent
    if not all(map(may_be_planned, family.allocs)):
        return []
    uses = [op for op in (ancestor_in(one, block) for one in family.uses) if op is not None]
    if not uses:
        return []
    last = max(uses, key=times.enter.__getitem__)
    found: list[Lifetime] = []
    for alloc in family.allocs:
        own = [ancestor_in(touch.op, block) for touch in touches_of(alloc.memref)]
        first = min((op for op in own if op is not None), key=times.enter.__getitem__)
        frees = [] if found else family.frees
        start, end = times.enter[first], times.leave[last]
        found.append(Lifetime(alloc, first, last, start, end, frees, number))
    return found


def conflicts_of(lives: Sequence[Lifetime]) -> list[list[int]]:
    """For each of some lifetimes, sorted by their start, those that share a point of time."""
    conflicts: list[list[int]] = [[] for _ in lives]
    alive: list[int] = []
    for number, life in enumerate(lives):
        alive = [other for other in alive if lives[other].end >= life.start]
        for other in alive:
            conflicts[number].append(other)
            conflicts[other].append(number)
        alive.append(number)
    return conflicts
