"""
Fusion on buffers: the planner of `hlo-fusion` on the versions of buffers.

A *version* of a buffer is what one operation writes into it. A block on buffers is read as a block
on tensors, its *shadow*, in which each version is a value: an operation on buffers is its twin, and
what may touch a buffer in other ways is an operation that reads the current version, after which
the buffer has another one. The planner decides on the shadow which twins form a kernel.

A kernel stands where its last member stood, so what is read moves down to it, and so does what is
written, unless something touches it in between. Where that raises the peak, or may, some of the
first members are left out. Arguments of a function do not overlap unless a call lets them; what a
loop carries may be any memory. Views are not followed, so nothing that has views takes part.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import combinations

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.traits import IsTerminator

from disc_shape import statistics
from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.dialects.hlo.control_flow import ReturnOp
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.mhlo_only import FusionKindAttr, FusionOp
from disc_shape.dialects.hlo.op import MHLO
from disc_shape.dialects.lmhlo.factory import buffer_twin
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.dialects.lmhlo.op import BufferOp, discard
from disc_shape.errors import OperationError
from disc_shape.fusion.accesses import read_at_output
from disc_shape.fusion.facts import Dimension, Facts, Level
from disc_shape.fusion.fuse import before_guards
from disc_shape.fusion.graph import Graph, Node
from disc_shape.fusion.kernels import Kernel, Kind, Limits
from disc_shape.fusion.outline import RegionWriter, without_outer_reshapes
from disc_shape.fusion.planner import plan
from disc_shape.fusion.reader import read_graph
from disc_shape.lowering.buffer_versions import Shadow, buffers_of, is_plain
from disc_shape.lowering.deallocation import touches_of
from disc_shape.lowering.fusion_peaks import LiveRanges
from disc_shape.lowering.origins import Origins
from disc_shape.symbolic import Expr, Truth, compare
from disc_shape.traversal import pre_order

SPLITS = 32
"""The number of first members that are left out of a kernel, one after the other."""

HARMLESS = (memref.AllocOp, memref.DeallocOp, memref.DimOp)
"""Operations on a buffer that neither read nor write its elements."""


def fuse_buffers(module: ModuleOp, limits: Limits, level: Level) -> None:
    """
    Group the operations on buffers of each block of a module into kernels. The limits must not let
    members be copied into several: what one kernel drops another one would miss.
    """
    analysis = ShapeAnalysis(module)
    for function in list(module.ops):
        if not isinstance(function, FuncOp) or function.sym_name.data == GRAPH:
            continue
        guarded, origins = before_guards(function), Origins(function)
        for op in list(pre_order(function)):
            if isinstance(op, BufferOp):
                continue
            for region in op.regions:
                for block in region.blocks:
                    if not isinstance(block.parent_op(), BufferOp):
                        BlockFuser(block, analysis, level, origins).fuse(limits, guarded)


class BufferFacts(Facts):
    """Facts about the values of a shadow, whose sizes are those of buffers."""

    def __init__(
        self, analysis: ShapeAnalysis, level: Level, buffers: dict[SSAValue, SSAValue]
    ) -> None:
        super().__init__(level=level)
        self._sizes = analysis
        self._buffers = buffers

    def _proves_equal(self, one: Dimension, other: Dimension) -> bool:
        sizes = [(self._buffers.get(value), axis) for value, axis in (one, other)]
        (left, first), (right, second) = sizes
        if left is None or right is None:
            return False
        return self._sizes.equal((left, first), (right, second)).truth is Truth.YES


@dataclass
class Access:
    """What one operation does to the elements of one buffer."""

    position: int
    buffer: SSAValue
    writes: bool


@dataclass(frozen=True)
class BlockUses:
    """Where buffers of a block are used."""

    block: Block
    positions: dict[Operation, int]

    def is_allocated_here(self, buffer: SSAValue) -> bool:
        """Whether the block allocates a buffer."""
        owner = buffer.owner
        return isinstance(owner, memref.AllocOp) and owner.parent is self.block

    def is_used_from(self, buffer: SSAValue, last: int, places: Sequence[int]) -> bool:
        """Whether a buffer of the block is used by members, and otherwise only after the last."""
        return self.is_allocated_here(buffer) and all(
            use.operation.parent is self.block
            and ((place := self.positions.get(use.operation, -1)) in places or place > last)
            for use in buffer.uses
        )

    def is_used_by(self, buffer: SSAValue, places: Sequence[int]) -> bool:
        """Whether only members use a buffer of the block, which is freed in it."""
        return self.is_allocated_here(buffer) and all(
            isinstance(use.operation, memref.DeallocOp)
            or self.positions.get(use.operation, -1) in places
            for use in buffer.uses
        )


class BlockFuser:
    """Fuses the operations of one block."""

    def __init__(
        self, block: Block, analysis: ShapeAnalysis, level: Level, origins: Origins
    ) -> None:
        self.block = block
        self.shadow = Shadow(origins)
        self.facts = BufferFacts(analysis, level, self.shadow.buffers)
        self.positions: dict[Operation, int] = {}
        self.uses = BlockUses(block, self.positions)
        self.accesses: list[Access] = []
        self.ranges = live_ranges(block, analysis)
        self._gone: set[Node] = set()

    def fuse(self, limits: Limits, guarded: set[Operation]) -> None:
        """Plan kernels and write those that have no hazard."""
        for position, op in enumerate(list(self.block.ops)):
            self.positions[op] = position
            self._read(op)
        self.ranges.read(self.positions)
        moved = {shadow for shadow, op in self.shadow.real.items() if op in guarded}
        graph = read_graph(self.shadow.block, self.facts, moved)
        for kernel in plan(graph, self.facts, limits).kernels:
            nodes = sorted(kernel.views, key=lambda node: node.position)
            self._write(kernel, nodes, kernel.outputs, graph)
        for node in graph.nodes:
            self._drop_constant(node)
        for op in reversed(list(self.shadow.block.ops)):
            op.detach()
            discard(op)

    def _read(self, op: Operation) -> None:
        position = self.positions[op]
        inside = list(dict.fromkeys(buffers_of(op)))
        if isinstance(op, HARMLESS) or not (inside or op.has_trait(IsTerminator)):
            return
        if (
            isinstance(op, BufferOp)
            and not isinstance(op, BufferFusionOp)
            and len(op.outs) == 1
            and not op.results
            and all(map(is_plain, (*op.ins, *op.outs)))
            and self.shadow.twin(op)
        ):
            self.accesses += [Access(position, one, writes=False) for one in op.ins]
            self.accesses.append(Access(position, op.outs[0], writes=True))
            return
        self.accesses += [Access(position, one, writes=True) for one in inside]
        if op.has_trait(IsTerminator):
            # What the block does not allocate outlives it.
            outer = [one for one in self.shadow.written if not self.uses.is_allocated_here(one)]
            inside = list(dict.fromkeys([*inside, *outer]))
        self.shadow.touch(op, inside)

    def _write(
        self, kernel: Kernel, nodes: Sequence[Node], outputs: Container[Node], graph: Graph
    ) -> None:
        """
        Write a kernel of these members; where that may raise the peak, one of the last members, and
        one of the others if these have one output.
        """
        for count in range(min(len(nodes) - 1, SPLITS)):
            rest = [*constants_of(nodes[count:], nodes[:count]), *nodes[count:]]
            found = self._written(kernel, rest, [one for one in rest if one in outputs], graph)
            if found is not None:
                break
        else:
            return
        if found:
            statistics.count("lmhlo-fusion: kernels written as regions")
        others = nodes[:count]
        ends = [node for node in others if node in outputs or is_read_outside(node, others)]
        if found and len(others) > 1 and ends == others[-1:]:
            self._write(kernel, others, ends, graph)

    def _written(
        self, kernel: Kernel, nodes: Sequence[Node], stored: Sequence[Node], graph: Graph
    ) -> bool | None:
        """
        Write a kernel at the position of its last member. False where it must not be, None where it
        may raise the peak.

            lmhlo.add ins(%x, %y) outs(%a)
            lmhlo.tanh ins(%a) outs(%b)
        =>
            lmhlo.fusion ins(%x, %y) outs(%b) ({ ... })
        """
        members = without_outer_reshapes(nodes, graph)
        stored = [node for node in members if node in stored]
        outs = [self.shadow.buffers[node.result] for node in stored]
        if len(members) < 2 or not stored or len(set(outs)) < len(outs):
            return False
        may_alias = self.shadow.may_alias
        if any(may_alias(one, other) for one, other in combinations(outs, 2)):
            return False
        if self._has_hazard(members, stored):
            return False
        writer = RegionWriter(members, graph.positions)
        block = writer.block
        block.add_op(
            final(ReturnOp, MHLO).create(operands=[writer.values[node.result] for node in stored])
        )
        ins = [self.shadow.buffers[value] for value in writer.inputs]
        at_output = read_at_output(block)
        overwrites = [
            any(may_alias(one, out) and (one is not out or not flag) for out in outs)
            for one, flag in zip(ins, at_output, strict=True)
        ]
        if any(overwrites):
            block.erase()
            return False
        if not self._keeps_peak(members, ins, outs):
            block.erase()
            return None
        kind = final_attribute(FusionKindAttr, MHLO)(kind_of(kernel, members))
        twin = buffer_twin(final(FusionOp, MHLO))
        assert twin is not None
        fusion = twin.make(ins, outs, properties={"fusion_kind": kind}, regions=[Region(block)])
        self._replace(members, fusion)
        return True

    def _has_hazard(self, members: Sequence[Node], stored: Sequence[Node]) -> bool:
        """
        Whether something touches a buffer between a member and the last one, to which what it reads
        and writes moves: an input that is written, or an output that is read or written.
        """
        may_alias = self.shadow.may_alias
        real = [self.shadow.real[node.op] for node in members]
        last = max(self.positions[op] for op in real)
        # Constants may stay, for kernels that are not written.
        gone = [node for node in members if node.cost != "free"]
        places = {self.positions[self.shadow.real[node.op]] for node in gone}
        for node, op in zip(members, real, strict=True):
            assert isinstance(op, BufferOp)
            here = self.positions[op]
            between = [
                one
                for one in self.accesses
                if here < one.position < last and one.position not in places
            ]
            if any(one.writes and may_alias(one.buffer, b) for one in between for b in op.ins):
                return True
            if node in stored and any(may_alias(one.buffer, op.outs[0]) for one in between):
                return True
        return False

    def _keeps_peak(
        self, members: Sequence[Node], ins: Sequence[SSAValue], outs: Sequence[SSAValue]
    ) -> bool:
        """Whether a kernel is proved to raise no peak; if so, its live ranges are noted."""
        places = [self.positions[self.shadow.real[node.op]] for node in members]
        later = [one for one in outs if self.uses.is_used_from(one, max(places), places)]
        gone = {
            self.shadow.buffers[node.result]
            for node in members
            if node.cost != "free"
            and self.uses.is_used_by(self.shadow.buffers[node.result], places)
        } - {*outs}
        used = dict.fromkeys([*ins, *outs])
        if not self.ranges.keeps_peak(min(places), max(places), used, later, gone):
            return False
        self.ranges.write(max(places), used, later, gone)
        return True

    def _replace(self, members: Sequence[Node], fusion: BufferOp) -> None:
        """Replace members by a kernel, frees of what it reads and writes after it."""
        ops = [self.shadow.real[node.op] for node in members]
        last = ops[-1]
        fusion.location = last.location
        Rewriter.insert_op(fusion, InsertPoint.before(last))
        self.positions[fusion] = self.positions[last]
        places = [self.positions[op] for op in ops]
        for out in dict.fromkeys(fusion.outs):
            alloc = out.owner
            if isinstance(alloc, memref.AllocOp) and self.ranges.begins.get(out) == places[-1]:
                alloc.detach()
                Rewriter.insert_op(alloc, InsertPoint.before(fusion))
        for buffer in dict.fromkeys([*fusion.ins, *fusion.outs]):
            for free in [use.operation for use in buffer.uses]:
                before = self.positions.get(free, len(self.positions)) < self.positions[last]
                if isinstance(free, memref.DeallocOp) and before:
                    free.detach()
                    Rewriter.insert_op(free, InsertPoint.after(fusion))
                    # A kernel that is written later may end before this one.
                    self.positions[free] = self.positions[last]
        for node, op in zip(members, ops, strict=True):
            if node.cost != "free":
                self._drop(node, op)

    def _drop(self, node: Node, op: Operation) -> None:
        assert isinstance(op, BufferOp)
        self._gone.add(node)
        self.ranges.forget(drop(op))

    def _drop_constant(self, node: Node) -> None:
        """Erase a constant that only kernels have read."""
        read = {reader for reader, _ in node.readers}
        if node.cost == "free" and read and not node.others and read <= self._gone:
            self._drop(node, self.shadow.real[node.op])


def live_ranges(block: Block, analysis: ShapeAnalysis) -> LiveRanges:
    """The live ranges of the buffers of a block, without those in it."""

    def sizes(buffer: SSAValue) -> Sequence[Expr]:
        return analysis.dims(buffer)

    def proves(difference: Expr) -> bool:
        function = next(one for one in analysis.functions if is_within(block, one.function))
        return function.shapes.state.prover.proves(compare("<=", difference, 0))

    return LiveRanges(block, sizes, proves)


def is_within(block: Block, op: Operation) -> bool:
    """Whether a block is somewhere in the regions of an operation."""
    outer: Operation | None = block.parent_op()
    while outer is not None and outer is not op:
        outer = outer.parent_op()
    return outer is op


def constants_of(members: Sequence[Node], others: Sequence[Node]) -> list[Node]:
    """The constants among others that members read, which are copied into each kernel."""
    return [
        node
        for node in others
        if node.cost == "free" and any(reader in members for reader, _ in node.readers)
    ]


def is_read_outside(node: Node, members: Container[Node]) -> bool:
    """Whether others than these members read a node."""
    return bool(node.others) or any(one not in members for one, _ in node.readers)


def kind_of(kernel: Kernel, members: Sequence[Node]) -> Kind:
    """The kind of a kernel of some of the members of another one."""
    if kernel.contraction in members:
        return "kOutput"
    if not any(node.cost == "reduction" for node in members):
        return "kLoop"
    return "kCustom" if kernel.has_rows else "kInput"


def drop(op: BufferOp) -> list[SSAValue]:
    """Erase an operation, and the buffers that nothing else reads; returns these."""
    buffers = dict.fromkeys([*op.outs, *op.ins])
    Rewriter.erase_op(op)
    return [one for one in buffers if drop_unread(one)]


def drop_unread(buffer: SSAValue) -> bool:
    """Erase a buffer that nothing reads any more; whether it is one."""
    if not isinstance(buffer.owner, memref.AllocOp):
        return False
    try:
        users = [touch.op for touch in touches_of(buffer)]
    except OperationError:
        return False
    unread = all(isinstance(op, memref.StoreOp | memref.DeallocOp) for op in users)
    for op in (*users, buffer.owner) if unread else ():
        Rewriter.erase_op(op)
    return unread
