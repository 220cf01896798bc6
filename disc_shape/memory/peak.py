"""The most bytes that a function has allocated at once, as amounts."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects import memref, scf
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.class_table import Kind
from disc_shape.lowering.ownership import MAKERS, is_buffer, owner_of
from disc_shape.memory.amounts import NOTHING, Amount, minus, plus

Moment: TypeAlias = "tuple[tuple[int, ...], Amount]"
"""What is allocated at once: arenas, by their numbers, and the bytes of other buffers."""


class UnknownPeakError(Exception):
    """What is allocated cannot be told from the sizes."""


IS_MEMORY = Kind(memref.AllocOp, memref.DeallocOp)
IS_MAKER = Kind(*MAKERS)
IS_CALL = Kind(CallOp)
IS_CONTROL = Kind(scf.ForOp, scf.WhileOp, scf.IfOp, scf.IndexSwitchOp)


class Steps(dict[Block, "list[tuple[Operation, bool]]"]):
    """
    The operations of blocks, each with whether it may allocate or free, or runs other blocks: read
    once for many simulations.
    """

    def __missing__(self, block: Block) -> list[tuple[Operation, bool]]:
        found = self[block] = [(op, is_step(op)) for op in block.ops]
        return found


def is_step(op: Operation) -> bool:
    """Whether an operation may allocate or free, or runs blocks that do."""
    kind = type(op)
    if IS_MAKER[kind] and not IS_MEMORY[kind]:
        return IS_CALL[kind] or any(map(is_buffer, op.results))
    if not op.regions or IS_CONTROL[kind]:
        return IS_CONTROL[kind] or IS_MEMORY[kind]
    return any(IS_MEMORY[type(inner)] for inner in op.walk())


@dataclass
class Simulation:
    """
    What is allocated at each point of a function, buffers of a plan left out.

    Raises `UnknownPeakError` for calls and other operations that allocate by themselves, for sizes
    that vary between iterations, and where branches leave different amounts allocated.
    """

    size_of: Callable[[SSAValue], Amount]
    """The bytes of a buffer; may raise `UnknownPeakError`."""
    planned: Container[Operation]
    """The allocations of the plan, and the deallocations of what they allocate."""
    begins: Mapping[Operation, Sequence[int]]
    """The arenas that are allocated before an operation, by their numbers."""
    ends: Mapping[Operation, Sequence[int]]
    """The arenas that are freed after an operation."""
    early: Mapping[Operation, Sequence[memref.AllocOp]] = field(
        default_factory=dict["Operation", "Sequence[memref.AllocOp]"]
    )
    """The results that are allocated before an operation instead of where they are written."""
    held: Mapping[Operation, Sequence[SSAValue]] = field(
        default_factory=dict[Operation, Sequence[SSAValue]]
    )
    """The buffers that are allocated before an operation and freed after it."""
    steps: Steps = field(default_factory=Steps)
    moments: dict[Moment, None] = field(default_factory=dict[Moment, None])
    exact: bool = True
    """Whether each of the moments comes in every run."""
    arenas: tuple[int, ...] = ()

    def run(self, function: FuncOp) -> None:
        """Note all moments of a function of one block."""
        if len(function.body.blocks) != 1:
            raise UnknownPeakError
        self._marked = {*self.begins, *self.ends, *self.early, *self.held}
        self._block(function.body.block, NOTHING)

    def _block(self, block: Block, alive: Amount) -> Amount:
        for op, matters in self.steps[block]:
            if op not in self._marked:
                alive = self._operation(op, alive) if matters else alive
                continue
            for result in self.early.get(op, ()):
                alive = plus(alive, self.size_of(result.memref))
                self._note(alive)
            if op in self.begins:
                self.arenas = (*self.arenas, *self.begins[op])
                self._note(alive)
            held = NOTHING
            for value in self.held.get(op, ()):
                held = plus(held, self.size_of(value))
            if held:
                self._note(plus(alive, held))
            alive = minus(self._operation(op, plus(alive, held)), held)
            if op in self.ends:
                ended = self.ends[op]
                self.arenas = tuple(one for one in self.arenas if one not in ended)
        return alive

    def _note(self, alive: Amount) -> None:
        self.moments[self.arenas, alive] = None

    def _operation(self, op: Operation, alive: Amount) -> Amount:
        if op in self.planned:
            return alive
        if isinstance(op, memref.AllocOp):
            alive = plus(alive, self.size_of(op.memref))
            self._note(alive)
            return alive
        if isinstance(op, memref.DeallocOp):
            owner = owner_of(op.memref)
            if owner is None:
                raise UnknownPeakError
            return self._without(alive, owner)
        if isinstance(op, scf.ForOp):
            return self._same(self._region(op.body, alive), alive)
        if isinstance(op, scf.WhileOp):
            after = self._region(op.before_region, alive)
            self._same(self._region(op.after_region, after), alive)
            return after
        if isinstance(op, scf.IfOp | scf.IndexSwitchOp):
            return self._branches(op, alive)
        if is_step(op):
            raise UnknownPeakError
        return alive

    def _branches(self, op: Operation, alive: Amount) -> Amount:
        before = len(self.moments)
        ends = {self._region(region, alive) for region in op.regions} or {alive}
        if len(self.moments) > before:
            self.exact = False
        if len(ends) > 1:
            raise UnknownPeakError
        return ends.pop()

    def _region(self, region: Region, alive: Amount) -> Amount:
        if len(region.blocks) > 1:
            raise UnknownPeakError
        if region.first_block is None:
            return alive
        before = len(self.moments)
        after = self._block(region.first_block, alive)
        if len(self.moments) > before:
            self.exact = False
        return after

    def _same(self, after: Amount, alive: Amount) -> Amount:
        if after != alive:
            raise UnknownPeakError
        return alive

    def _without(self, alive: Amount, owner: SSAValue) -> Amount:
        left = minus(alive, self.size_of(owner))
        if any([count < 0 for _, count in left]):
            raise UnknownPeakError
        return left
