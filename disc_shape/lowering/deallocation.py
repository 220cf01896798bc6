"""Frees each owned buffer after its last use.

Design choice: one value at a time, on the SSA form alone. The uses of a buffer and of its aliases
are grouped by block. Within one block the last use decides; liveness over the blocks of a region
gives the edges on which the buffer is dead. A buffer that one region of a conditional passes on is
freed in the others. All insertion points are collected before anything is inserted, so that
positions stay valid.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.builder import Builder
from xdsl.dialects import cf, memref, scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.errors import OperationError
from disc_shape.locations import inherit
from disc_shape.lowering.ownership import (
    BRANCHES,
    borrowed_from,
    hides,
    is_buffer,
    lends,
    name,
    owner_of,
    owns,
    passings,
    successor_edges,
)
from disc_shape.traversal import pre_order

Edge = tuple[Block, int]


@dataclass(frozen=True)
class Touch:
    """An operation that uses a buffer, and whether it passes ownership on."""

    op: Operation
    passes: bool = False
    edge: int | None = None
    nested: bool = False


@dataclass
class Plan:
    """The buffers to free, by insertion point."""

    after: dict[Operation, list[SSAValue]] = field(default_factory=dict[Operation, list[SSAValue]])
    start: dict[Block, list[SSAValue]] = field(default_factory=dict[Block, list[SSAValue]])
    edges: dict[Edge, list[SSAValue]] = field(default_factory=dict[Edge, list[SSAValue]])
    otherwise: dict[scf.IfOp, list[SSAValue]] = field(
        default_factory=dict[scf.IfOp, list[SSAValue]]
    )


def deallocate(func: FuncOp) -> None:
    """Free every buffer that the function's blocks own and do not pass on.

    OperationError where a buffer is passed on by a block that does not own it, twice, or before a
    use.
    """
    plan, positions = Plan(), Positions()
    for op in pre_order(func):
        check_passings(op)
    for op in pre_order(func):
        for region in op.regions:
            for block in reached(region):
                for argument in block.args:
                    if is_buffer(argument) and owns(argument):
                        Release(argument, plan, positions).from_definition(block, None)
                for inner in block.ops:
                    for value in inner.results:
                        if is_buffer(value) and owns(value):
                            Release(value, plan, positions).from_definition(block, inner)
    insert(plan)


def reached(region: Region) -> list[Block]:
    """The blocks that the entry of a region reaches, in the order of the text."""
    first = region.first_block
    if first is None or first is region.last_block:
        return [] if first is None else [first]
    seen, todo = {first}, [first]
    while todo:
        for target in successor_edges(todo.pop()):
            if target not in seen:
                seen.add(target)
                todo.append(target)
    return [block for block in region.blocks if block in seen]


def check_passings(op: Operation) -> None:
    """Raise OperationError where an operation passes on a borrowed buffer."""
    for passing in passings(op):
        value = op.operands[passing.operand]
        if owner_of(value) is None:
            verb = "frees" if isinstance(op, memref.DeallocOp) else "passes on"
            raise OperationError(
                f"'{op.name}' {verb} {name(value)}, {borrowed_from(value)}:"
                " only its owner may do that",
                op,
            )


class Positions:
    """The positions of operations in their blocks, computed on demand."""

    def __init__(self) -> None:
        self.known: dict[Operation, int] = {}

    def of(self, op: Operation) -> int:
        """The position of an operation in its block."""
        if op not in self.known and op.parent is not None:
            for index, other in enumerate(op.parent.ops):
                self.known[other] = index
        return self.known[op]


class Release:
    """Decides where one buffer is freed."""

    def __init__(self, value: SSAValue, plan: Plan, positions: Positions) -> None:
        self.value = value
        self.plan = plan
        self.positions = positions
        self.touches = touches_of(value)

    def from_definition(self, block: Block, op: Operation | None) -> None:
        """The buffer is owned from the operation on, or from the start of the block."""
        if (region := block.parent) is not None:
            self.within(region, block, op)

    def within(self, region: Region, entry: Block, definition: Operation | None) -> None:
        """Free the buffer on every path through a region that does not pass it on."""
        blocks = self._by_block(region)
        if region.first_block is region.last_block:
            self._at_end(entry, definition, blocks.get(entry, []))
            return
        reachable = reached(region)
        live = live_blocks(reachable, entry, blocks)
        for block in [entry, *(one for one in reachable if one in live)]:
            first = definition if block is entry else None
            self._in_block(block, first, blocks.get(block, []), live)

    def _by_block(self, region: Region) -> dict[Block, list[Touch]]:
        """The uses of the buffer by block, as operations directly in the region, in order."""
        direct: dict[Operation, list[Touch]] = {}
        inside: dict[Operation, bool] = {}
        for touch in self.touches:
            outer: Operation | None = touch.op
            while outer is not None and outer.parent_region() is not region:
                outer = outer.parent_op()
            if outer is None:
                continue
            if outer is touch.op:
                direct.setdefault(outer, []).append(touch)
            else:
                inside[outer] = inside.get(outer, False) or touch.passes
        blocks: dict[Block, list[Touch]] = {}
        for op in sorted({**direct, **inside}, key=self.positions.of):
            if op.parent is not None:
                merged = self._merged(op, direct.get(op, []), inside.get(op))
                blocks.setdefault(op.parent, []).extend(merged)
        return blocks

    def _merged(
        self, op: Operation, direct: Sequence[Touch], inside: bool | None
    ) -> Sequence[Touch]:
        """One touch for an operation, or one for each edge that the buffer is passed along.

        `inside` is None when no region of the operation touches it, else whether one passes it on.
        """
        passing = [touch for touch in direct if touch.passes]
        if len({touch.edge for touch in passing}) != len(passing):
            raise self._error(op, "twice")
        if passing and inside is not None:
            raise self._error(op, "and uses it inside")
        if inside:
            return (Touch(op, passes=True, nested=True),)
        return passing or (Touch(op),)

    def _in_block(
        self, block: Block, definition: Operation | None, touches: list[Touch], live: set[Block]
    ) -> None:
        """Free the buffer in one block of several: not at all, at its end, or on some edges."""
        targets = successor_edges(block)
        taken = {touch.edge for touch in touches if touch.edge is not None}
        inner = [touch for touch in touches if touch.edge is None]
        needed = {edge for edge, target in enumerate(targets) if target in live}
        gone = next((touch for touch in inner if touch.passes), None)
        if gone is not None and (needed or taken):
            raise self._error(gone.op, "and a later block uses it")
        if needed & taken and (last := block.last_op) is not None:
            raise self._error(last, "and its target uses it")
        if gone is not None or not (needed or taken):
            self._at_end(block, definition, inner)
            return
        for edge in range(len(targets)):
            if edge not in needed | taken:
                self.plan.edges.setdefault((block, edge), []).append(self.value)

    def _at_end(self, block: Block, definition: Operation | None, touches: list[Touch]) -> None:
        """Free the buffer after its last use in the last block where it is live, or pass it on."""
        for index, touch in enumerate(touches):
            if not touch.passes:
                continue
            if later := touches[index + 1 :]:
                raise self._error(touch.op, f"before '{later[0].op.name}' uses it")
            if touch.nested:
                self._in_branches(touch.op)
            return
        last = touches[-1].op if touches else definition
        if last is None:
            self.plan.start.setdefault(block, []).append(self.value)
        elif last.next_op is None:
            raise OperationError(
                f"ownership of {name(self.value)} after '{last.name}' is unknown", last
            )
        else:
            self.plan.after.setdefault(last, []).append(self.value)

    def _in_branches(self, op: Operation) -> None:
        """Free the buffer in the regions that do not pass it on, where another one does."""
        if not isinstance(op, BRANCHES):
            inner = next(one for one in self.touches if one.passes and _is_inside(one.op, op))
            raise self._error(inner.op, f"inside '{op.name}', which may run it again")
        for region in op.regions:
            if region.first_block is not None:
                self.within(region, region.first_block, None)
            elif isinstance(op, scf.IfOp):
                self.plan.otherwise.setdefault(op, []).append(self.value)

    def _error(self, op: Operation, how: str) -> OperationError:
        verb = "frees" if isinstance(op, memref.DeallocOp) else "passes on"
        return OperationError(f"'{op.name}' {verb} {name(self.value)} {how}", op)


def _is_inside(op: Operation, outer: Operation) -> bool:
    """Whether an operation lies in a region of another one."""
    parent = op.parent_op()
    while parent is not None and parent is not outer:
        parent = parent.parent_op()
    return parent is outer


def touches_of(value: SSAValue) -> list[Touch]:
    """Every operation that uses a buffer or an alias of it."""
    found: list[Touch] = []
    seen = {value}
    todo = [value]
    while todo:
        for use in todo.pop().uses:
            op = use.operation
            passing = next((one for one in passings(op) if one.operand == use.index), None)
            if hides(op, use.index):
                raise OperationError(
                    f"'{op.name}' hides {name(value)}: its last use cannot be determined", op
                )
            found.append(Touch(op, passing is not None, passing.edge if passing else None))
            for result in op.results if lends(op) else ():
                if is_buffer(result) and result not in seen:
                    seen.add(result)
                    todo.append(result)
    return found


def live_blocks(
    reachable: Sequence[Block], entry: Block, touched: dict[Block, list[Touch]]
) -> set[Block]:
    """The blocks at whose start a buffer that `entry` defines is live."""
    live: set[Block] = set()
    before: dict[Block, list[Block]] = {}
    for block in reachable:
        for target in successor_edges(block):
            before.setdefault(target, []).append(block)
    todo = [block for block in reachable if block in touched]
    while todo:
        block = todo.pop()
        if block not in live and block is not entry:
            live.add(block)
            todo.extend(before.get(block, ()))
    return live


def insert(plan: Plan) -> None:
    """Insert a `memref.dealloc` for each buffer of the plan."""
    for op, values in plan.after.items():
        free(values, InsertPoint.after(op))
    at_start = whole_edges(plan)
    for block, values in plan.start.items():
        free(values, InsertPoint.at_start(block))
    for block, values in at_start.items():
        free(values, InsertPoint.at_start(block))
    for op, values in plan.otherwise.items():
        block = Block([scf.YieldOp()])
        op.false_region.add_block(block)
        free(values, InsertPoint.at_start(block))
    for (block, edge), values in plan.edges.items():
        if values:
            split(block, edge, values)


def whole_edges(plan: Plan) -> dict[Block, list[SSAValue]]:
    """Move buffers that are freed on all edges into a block to the start of the block."""
    ways: dict[Block, list[Edge]] = {}
    for region in dict.fromkeys(block.parent for block, _ in plan.edges):
        for block in () if region is None else reached(region):
            for edge, target in enumerate(successor_edges(block)):
                ways.setdefault(target, []).append((block, edge))
    moved: dict[Block, list[SSAValue]] = {}
    for target, edges in ways.items():
        common = [
            value
            for value in plan.edges.get(edges[0], ())
            if all(value in plan.edges.get(edge, ()) for edge in edges)
        ]
        if not common:
            continue
        moved[target] = common
        for edge in edges:
            plan.edges[edge] = [value for value in plan.edges[edge] if value not in common]
    return moved


def split(block: Block, edge: int, values: Sequence[SSAValue]) -> None:
    """Split an edge by a block that frees the buffers.

    ```mlir
    cf.cond_br %c, ^a, ^b(%x : index)
    // becomes
    cf.cond_br %c, ^a, ^free(%x : index)
    ^free(%0: index):
      memref.dealloc %m : memref<4xf32>
      cf.br ^b(%0 : index)
    ```
    """
    last, region = block.last_op, block.parent
    if last is None or region is None:
        return
    target = last.successors[edge]
    between = Block(arg_types=[argument.type for argument in target.args])
    between.add_op(cf.BranchOp(target, *between.args))
    region.insert_block_after(between, block)
    last.successors[edge] = between
    free(values, InsertPoint.at_start(between))


def free(values: Iterable[SSAValue], point: InsertPoint) -> None:
    """Insert a `memref.dealloc` for each of these buffers."""
    builder = Builder(point)
    for value in values:
        dealloc = memref.DeallocOp.get(value)
        if isinstance(value, OpResult):
            inherit(dealloc, value.op)
        builder.insert(dealloc)
