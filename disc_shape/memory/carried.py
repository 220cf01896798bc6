"""
Loops that carry memory instead of allocating it in each iteration.

The body of a loop allocates the next value of what it carries and frees the last one. Where both
have the same type and sizes, the next value is written to memory that the loop carries already:

- over the last value, if that is dead before the next one is written;
- else to a second buffer, allocated before the loop. The two are swapped in each iteration, and the
  one that is left is freed after the loop.

So nothing is allocated in the loop. Inner loops come first: what they need from before is in turn
carried by the outer ones.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects import memref, scf
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.analysis.module import FunctionFacts
from disc_shape.dialects.disc_shape.encoding import (
    ARGUMENT_DIMS,
    DIMS,
    dims_attribute,
    value_symbols,
)
from disc_shape.errors import OperationError
from disc_shape.locations import inherit
from disc_shape.lowering.control_flow import argument_dims
from disc_shape.lowering.deallocation import touches_of
from disc_shape.lowering.ownership import owner_of
from disc_shape.lowering.reuse import guards_before
from disc_shape.lowering.types import buffer_of
from disc_shape.lowering.writer import is_natural
from disc_shape.memory.amounts import Amount
from disc_shape.memory.facts import Level, allows
from disc_shape.memory.hoisting import is_hoistable, sources
from disc_shape.memory.lifetimes import may_be_planned
from disc_shape.memory.peak import Moment, Simulation, UnknownPeakError
from disc_shape.memory.samples import samples
from disc_shape.memory.sizes import Sizes, size_at
from disc_shape.symbolic import Mention
from disc_shape.traversal import ancestor_in, post_order

RAISED = 1.1
"""A function may need so many times what it needs with allocations in its loops."""

TRIED = 64
"""The number of loops of a function that carry memory: the whole function is tried with each."""

Loop: TypeAlias = scf.ForOp | scf.WhileOp


@dataclass(frozen=True)
class Pair:
    """A buffer that the body of a loop allocates, and the free of one whose memory it may use."""

    alloc: memref.AllocOp
    free: memref.DeallocOp
    dead: bool
    """Whether the old one is dead before the new one is first used."""


def carry_memory(facts: FunctionFacts, level: Level) -> float | None:
    """
    Let the loops of a function carry the memory that their bodies allocate and free.

        scf.for %i = %a to %b step %c iter_args(%x = %0) -> (memref<?xf32>) {
          %y = memref.alloc(%n) : memref<?xf32>
          lmhlo.reverse ins(%x) outs(%y)
          memref.dealloc %x
          scf.yield %y
        }
    =>
        %s = memref.alloc(%n) : memref<?xf32>
        %1:2 = scf.for %i = %a to %b step %c iter_args(%x = %0, %y = %s) -> (...) {
          lmhlo.reverse ins(%x) outs(%y)
          scf.yield %y, %x
        }
        memref.dealloc %1#1

    How many times the function then needs what it needed, at most at the sizes that are tried; None
    where nothing changes. It may be analyzed no longer then.
    """
    loops = [op for op in post_order(facts.function) if isinstance(op, Loop)]
    if not loops or len(facts.function.body.blocks) != 1:
        return None
    carrier = Carrier(facts, level)
    changed = False
    for loop in loops[:TRIED]:
        pairs = carrier.accepted(loop)
        if pairs:
            changed = True
            carrier.apply(loop, pairs)
    return carrier.ratio if changed else None


@dataclass
class Carrier:
    """Rewrites the loops of one function, inner ones first."""

    facts: FunctionFacts
    level: Level
    ratio: float = 1.0
    """How many times the original function is needed, at most."""
    known: dict[SSAValue, SSAValue] = field(default_factory=dict[SSAValue, SSAValue])
    """For values that are new, one of the analyzed function that has their sizes."""

    def __post_init__(self) -> None:
        self.sizes = Sizes(self.facts, 0, self.level)
        self.guards = guards_before(self.facts)
        self._original = self._moments(())

    # what may be carried

    def accepted(self, loop: Loop) -> list[Pair]:
        """The pairs of a loop, without those that raise the peak of the function."""
        pairs = self._pairs(loop)
        if not pairs or self._raises(loop, pairs) is not None:
            return pairs
        kept: list[Pair] = []
        for pair in pairs:
            if self._raises(loop, [*kept, pair]) is not None:
                kept.append(pair)
        return kept

    def _pairs(self, loop: Loop) -> list[Pair]:
        """The buffers that a body allocates and passes on, each with an old one that it frees."""
        block = body_of(loop)
        place = {op: number for number, op in enumerate(block.ops)}
        frees = [op for op in block.ops if isinstance(op, memref.DeallocOp) and is_old(op)]
        allocs: list[tuple[int, memref.AllocOp]] = []
        for op in block.ops:
            if isinstance(op, memref.AllocOp) and self._may_precede(op, loop):
                first = first_use(op)
                if first is not None:
                    allocs.append((place[first], op))
        found: list[Pair] = []
        for dead in (True, False):
            for first, alloc in sorted(allocs, key=lambda one: one[0]):
                if any(pair.alloc is alloc for pair in found):
                    continue
                free = next(
                    (
                        one
                        for one in reversed(frees)
                        if (place[one] < first) == dead and self._is_same(alloc, one.memref)
                    ),
                    None,
                )
                if free is not None:
                    frees.remove(free)
                    found.append(Pair(alloc, free, dead))
        return found

    def _may_precede(self, alloc: memref.AllocOp, loop: Loop) -> bool:
        """Whether a buffer of a body may be allocated before the loop, which may run never."""
        first = [one.owner for one in loop.operands if isinstance(one.owner, memref.AllocOp)]
        allocated = {size for op in first for size in op.dynamic_sizes}
        return may_be_planned(alloc) and all(
            size in allocated
            or (is_natural(size) and (is_hoistable(size) or not is_inside(size.owner, loop)))
            for size in alloc.dynamic_sizes
        )

    def _is_same(self, alloc: memref.AllocOp, old: SSAValue) -> bool:
        """Whether an old buffer has the type and, by what is known before, the sizes of another."""
        if old.type != alloc.memref.type:
            return False
        if buffer_of(old).has_static_shape():
            return allows(self.level, "static")
        if not allows(self.level, "equal"):
            return False
        state = self.facts.derived.state
        sizes, others = (state.raw_dims(self._of(one)) for one in (alloc.memref, old))
        learned = self.facts.derived.guard_records.last_learned
        guards = self.guards[alloc]
        if any(
            learned(one, *Mention) > guards for size in (*sizes, *others) for one in size.symbols
        ):
            return False
        if not allows(self.level, "product"):
            return tuple(sizes) == tuple(others)
        return all(map(state.prover.proves_equal, sizes, others))

    def _of(self, value: SSAValue) -> SSAValue:
        while value in self.known:
            value = self.known[value]
        return value

    # what it needs

    def _bytes(self, value: SSAValue) -> Amount:
        return self.sizes.bytes_of(self._of(value))

    def _moments(self, pairs: Sequence[Pair], loop: Loop | None = None) -> list[Moment] | None:
        """What is allocated at once, some pairs of a loop carried; None where that is unknown."""
        planned = {op for pair in pairs for op in (pair.alloc, pair.free)}
        held = [pair.alloc.memref for pair in pairs if not pair.dead]
        simulation = Simulation(self._bytes, planned, {}, {})
        if loop is not None:
            simulation.held = {loop: held}
        try:
            simulation.run(self.facts.function)
        except UnknownPeakError:
            return None
        return list(simulation.moments)

    def _raises(self, loop: Loop, pairs: Sequence[Pair]) -> float | None:
        """The new ratio, if pairs of a loop do not raise the peak too much; None if they do."""
        moments = self._moments(pairs, loop)
        if moments is None or self._original is None:
            return self.ratio
        ratio = 1.0
        for values in samples(self.sizes):
            before, after = (
                max((size_at(alive, values) for _, alive in one), default=0)
                for one in (self._original, moments)
            )
            if after > RAISED * before:
                return None
            ratio = max(ratio, after / max(before, 1))
        self.ratio = ratio
        return ratio

    # carrying it

    def apply(self, loop: Loop, pairs: Sequence[Pair]) -> None:
        """Let a loop carry the memory of pairs; those whose old buffer is dead need no other."""
        swaps = [pair for pair in pairs if not pair.dead]
        for pair in pairs:
            if pair.dead:
                pair.alloc.memref.replace_all_uses_with(pair.free.memref)
                Rewriter.erase_op(pair.free)
                Rewriter.erase_op(pair.alloc)
                statistics.count("plan-memory: carried buffers written over")
        if swaps:
            self._swap(loop, swaps)

    def _swap(self, loop: Loop, pairs: Sequence[Pair]) -> None:
        """Carry a second buffer for each pair, and free it after the loop."""
        lists = [[value_symbols(one) for one in block.args] for block in blocks_of(loop)]
        results = [value_symbols(one) for one in loop.results]
        inits, steps = list[SSAValue](), list[SSAValue]()
        for pair in pairs:
            for size in pair.alloc.dynamic_sizes:
                hoist(size, loop)
            memory = pair.alloc.memref
            names = value_symbols(memory)
            self.guards[pair.alloc] = self.guards[loop]
            pair.alloc.detach()
            Rewriter.insert_op(pair.alloc, InsertPoint.before(loop))
            for block, symbols in zip(blocks_of(loop), lists, strict=True):
                argument = block.insert_arg(memory.type, len(block.args))
                argument.name_hint = memory.name_hint
                self.known[argument] = memory
                symbols.append(names)
            results.append(names)
            memory.replace_all_uses_with(body_of(loop).args[-1])
            inits.append(memory)
            steps.append(pair.free.memref)
            Rewriter.erase_op(pair.free)
            statistics.count("plan-memory: carried buffers swapped")
        last = body_of(loop).last_op
        assert last is not None
        last.operands = [*last.operands, *steps]
        if isinstance(loop, scf.WhileOp):
            decision = loop.before_region.block
            assert decision.last_op is not None
            spares = decision.args[-len(pairs) :]
            decision.last_op.operands = [*decision.last_op.operands, *spares]
        new = type(loop).create(
            operands=[*loop.operands, *inits],
            result_types=[*loop.result_types, *(one.type for one in inits)],
            properties=loop.properties,
            attributes=loop.attributes,
            regions=[loop.detach_region(region) for region in list(loop.regions)],
        )
        if any(any(names) for names in lists):
            new.attributes[ARGUMENT_DIMS] = argument_dims(lists)
        if any(results):
            new.attributes[DIMS] = dims_attribute(results)
        kept = new.results[: len(loop.results)]
        for one, other in zip(kept, loop.results, strict=True):
            self.known[one] = other
            one.name_hint = other.name_hint
        self.guards[new] = self.guards[loop]
        inherit(new, loop)
        Rewriter.replace_op(loop, new, kept)
        for one, memory in zip(new.results[len(kept) :], inits, strict=True):
            self.known[one] = memory
            free = memref.DeallocOp.get(one)
            inherit(free, new)
            Rewriter.insert_op(free, InsertPoint.after(new))


def body_of(loop: Loop) -> Block:
    """The block of a loop that runs in each iteration, and passes on what the loop carries."""
    return loop.body.block if isinstance(loop, scf.ForOp) else loop.after_region.block


def blocks_of(loop: Loop) -> list[Block]:
    """The blocks of a loop, whose last arguments are what it carries."""
    return [region.block for region in loop.regions]


def is_old(free: memref.DeallocOp) -> bool:
    """Whether a free ends a buffer that a loop carries, or that a loop has left."""
    old = free.memref
    if owner_of(old) is not old:
        return False
    if isinstance(old, BlockArgument):
        return old.block is free.parent
    return isinstance(old, OpResult) and isinstance(old.op, Loop) and old.op.parent is free.parent


def first_use(alloc: memref.AllocOp) -> Operation | None:
    """The first use of a buffer in its block; None for one that is not passed on."""
    try:
        touches = touches_of(alloc.memref)
    except OperationError:
        return None
    if not any(touch.passes and not isinstance(touch.op, memref.DeallocOp) for touch in touches):
        return None
    uses = {ancestor_in(touch.op, alloc.parent) for touch in touches}
    assert alloc.parent is not None
    return None if None in uses else next(op for op in alloc.parent.ops if op in uses)


def is_inside(owner: Operation | Block, loop: Operation) -> bool:
    """Whether an operation or a block lies in a region of another operation."""
    inner = owner if isinstance(owner, Operation) else owner.parent_op()
    if isinstance(owner, Operation):
        inner = owner.parent_op()
    while inner is not None and inner is not loop:
        inner = inner.parent_op()
    return inner is loop


def hoist(value: SSAValue, loop: Operation) -> None:
    """Move the operations of a loop that compute a value before it."""
    for op in sources(value):
        if isinstance(op, Operation) and is_inside(op, loop):
            op.detach()
            Rewriter.insert_op(op, InsertPoint.before(loop))
