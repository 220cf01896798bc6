"""Dominance: which blocks of a region run before others, and whether values are defined before use.

Design choice: `DominatorTree` numbers the blocks in reverse postorder and computes immediate
dominators by the iterative method of Cooper, Harvey and Kennedy, which is near-linear on graphs
that programs have (`xdsl.irdl.dominance` is quadratic). `verify_dominance` makes one walk over the
tree with the set of values visible at that point, so that a use costs one look-up. Values leave the
set when the walk leaves the block or region that defines them. No step recurses, and a program
without branches never builds a tree.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from disc_shape.errors import OperationError

SEQUENTIAL = frozenset(
    "affine arith bufferization cf chlo disc_shape func linalg lmhlo math memref mhlo ml_program "
    "quant relax relay scf sdy shape stablehlo tensor".split()
)
"""The dialects whose regions run one operation after the other."""


def successors(block: Block) -> Sequence[Block]:
    """The blocks that the terminator of a block leads to."""
    return () if (last := block.last_op) is None else last.successors


def reverse_postorder(region: Region) -> list[Block]:
    """The blocks that the entry reaches, each before those it dominates."""
    entry = region.first_block
    if entry is None:
        return []
    seen, order = {entry}, list[Block]()
    stack = [(entry, iter(successors(entry)))]
    while stack:
        block, following = stack[-1]
        for successor in following:
            if successor not in seen:
                seen.add(successor)
                stack.append((successor, iter(successors(successor))))
                break
        else:
            order.append(block)
            stack.pop()
    order.reverse()
    return order


def can_reach(start: Block, goal: Block) -> bool:
    """Whether one or more branches lead from one block to the other."""
    seen: set[Block] = set()
    work = list(successors(start))
    while work:
        block = work.pop()
        if block is goal:
            return True
        if block not in seen:
            seen.add(block)
            work.extend(successors(block))
    return False


@dataclass(frozen=True)
class DominatorTree:
    """The blocks of a region that its entry reaches, and which of them dominate others."""

    order: list[Block]
    """Reachable blocks in reverse postorder."""
    parent: dict[Block, Block]
    """The immediate dominator of each block; the entry is its own."""
    children: dict[Block, list[Block]]
    """The blocks that each block immediately dominates, in reverse postorder."""

    @staticmethod
    def of(region: Region) -> DominatorTree:
        """The tree of a region."""
        order = reverse_postorder(region)
        numbers = immediate_dominators(order)
        parent = {block: order[number] for block, number in zip(order, numbers, strict=True)}
        children: dict[Block, list[Block]] = {}
        for block in order[1:]:
            children.setdefault(parent[block], []).append(block)
        return DominatorTree(order, parent, children)

    def dominates(self, block: Block, other: Block) -> bool:
        """Whether `block` runs before `other` on every path, or is it."""
        while other is not block:
            above = self.parent.get(other, other)
            if above is other:
                return False
            other = above
        return True


def immediate_dominators(order: Sequence[Block]) -> list[int]:
    """The immediate dominator of each block of a reverse postorder, both as positions in it."""
    if not order:
        return []
    number = {block: index for index, block in enumerate(order)}
    predecessors: list[list[int]] = [[] for _ in order]
    for index, block in enumerate(order):
        for successor in successors(block):
            predecessors[number[successor]].append(index)
    parent = [0] + [-1] * (len(order) - 1)
    changed = True
    while changed:
        changed = False
        for index in range(1, len(order)):
            # Late predecessors first: their paths to the meeting point are shortest.
            known = sorted((p for p in predecessors[index] if parent[p] >= 0), reverse=True)
            new = known[0]
            for other in known[1:]:
                new = common_ancestor(parent, new, other)
            if parent[index] != new:
                parent[index], changed = new, True
    return parent


def common_ancestor(parent: list[int], a: int, b: int) -> int:
    """The nearest common ancestor in a tree whose parents have smaller numbers."""
    while a != b:
        if a > b:
            a = parent[a]
        else:
            b = parent[b]
    return a


def verify_dominance(root: Operation) -> None:
    """Raise an error naming the first operation below `root` that uses a value too early."""
    _DominanceCheck().run(root)


@dataclass
class _Scope:
    """A block being walked."""

    ops: Iterator[Operation]
    """The operations still to come."""
    pending: Sequence[SSAValue]
    """Values that become visible when the walk goes on here."""
    dominated: Sequence[Block]
    """The blocks that this one immediately dominates, walked after its operations."""
    defined: list[SSAValue] = field(default_factory=list[SSAValue])
    """The values to forget at the end."""


@dataclass
class _DominanceCheck:
    """One walk over the dominator tree with the values visible at each point."""

    visible: set[SSAValue] = field(default_factory=set[SSAValue])
    children: dict[Block, list[Block]] = field(default_factory=dict[Block, list[Block]])
    """The dominator trees of the regions with branches that are being walked."""

    def run(self, root: Operation) -> None:
        """Check all uses below `root`."""
        stack = self.enter(root)
        while stack:
            scope = stack[-1]
            self.visible.update(scope.pending)
            scope.defined.extend(scope.pending)
            scope.pending = ()
            if (inner := self.advance(scope)) is not None:
                stack.extend(inner)
            elif scope.dominated:
                stack.extend(self.scope(block) for block in reversed(scope.dominated))
                scope.dominated = ()
            else:
                self.visible.difference_update(scope.defined)
                stack.pop()

    def advance(self, scope: _Scope) -> list[_Scope] | None:
        """Check operations up to one with regions, whose blocks come next; None at the end."""
        visible, defined = self.visible, scope.defined
        for op in scope.ops:
            for index, operand in enumerate(op.operands):
                if operand not in visible:
                    raise OperationError(describe(op, index, operand), op)
            if op.regions:
                scope.pending = op.results
                return self.enter(op)
            visible.update(op.results)
            defined.extend(op.results)
        return None

    def enter(self, op: Operation) -> list[_Scope]:
        """A scope for the entry block of each region of `op`, the first on top."""
        scopes: list[_Scope] = []
        for region in reversed(op.regions):
            if (first := region.first_block) is None:
                continue
            if first.next_block is not None:
                self.children.update(DominatorTree.of(region).children)
            scope = self.scope(first)
            if op.dialect_name() not in SEQUENTIAL:
                scope.pending = [result for inner in first.ops for result in inner.results]
            scopes.append(scope)
        return scopes

    def scope(self, block: Block) -> _Scope:
        """The scope of a block, with the blocks that it immediately dominates."""
        return _Scope(iter(block.ops), block.args, self.children.pop(block, ()))


def describe(op: Operation, index: int, operand: SSAValue) -> str:
    """The error about one operand."""
    name = f" (%{operand.name_hint})" if operand.name_hint else ""
    if isinstance(operand, OpResult):
        source = f"result {operand.index} of '{operand.op.name}'"
    else:
        source = "a block argument"
    return f"operand {index} of '{op.name}'{name} is used where {source} is not defined yet"
