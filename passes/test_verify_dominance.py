"""`test-verify-dominance`: SSA dominance, which xDSL's verifier does not check.

Design choice: one walk over the dominator tree with the set of values visible at this point, so
that a use costs one look-up. Values leave the set when the walk leaves the block or region that
defines them. No step recurses, and a program without branches never builds a dominator tree.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue
from xdsl.passes import ModulePass

from disc_shape.errors import OperationError

SEQUENTIAL = frozenset(
    "affine arith bufferization cf chlo disc_shape func linalg lmhlo math memref mhlo ml_program "
    "quant relax relay scf sdy shape stablehlo tensor".split()
)
"""The dialects whose regions run one operation after the other."""


@dataclass(frozen=True)
class VerifyDominancePass(ModulePass):
    """
    Checks that every value is defined before it is used.

    A use must come after the definition in the same block, in a block that the defining block
    dominates, or in a region nested in such a place. The body of a module is no sequence, nor is
    that of an operation of a dialect that this project does not follow: operations directly in
    such a body may refer forward. Blocks that nothing reaches are not checked.
    The module is not changed.

    ```
    %1 = arith.addi %0, %0 : i32    // error: operand 0 of 'arith.addi' (%0) is used before ...
    %0 = arith.constant 1 : i32
    ```

    Limitations: the time is linear in operations and uses; for branches the dominator tree is
    made by the iterative method, which is near-linear on graphs that programs have.
    """

    name = "test-verify-dominance"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        verify_dominance(op)


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
    visible: set[SSAValue] = field(default_factory=set[SSAValue])
    children: dict[Block, list[Block]] = field(default_factory=dict[Block, list[Block]])
    """The dominator trees of the regions with branches that are being walked."""

    def run(self, root: Operation) -> None:
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
                self.children.update(dominator_tree(region))
            scope = self.scope(first)
            if op.name.partition(".")[0] not in SEQUENTIAL:
                scope.pending = [result for inner in first.ops for result in inner.results]
            scopes.append(scope)
        return scopes

    def scope(self, block: Block) -> _Scope:
        return _Scope(iter(block.ops), block.args, self.children.pop(block, ()))


def describe(op: Operation, index: int, operand: SSAValue) -> str:
    """The error about one operand."""
    name = f" (%{operand.name_hint})" if operand.name_hint else ""
    if isinstance(operand, OpResult):
        source = f"result {operand.index} of '{operand.op.name}'"
    else:
        source = "a block argument"
    return f"operand {index} of '{op.name}'{name} is used where {source} is not defined yet"


def dominator_tree(region: Region) -> dict[Block, list[Block]]:
    """The blocks that each reachable block immediately dominates.

    The iterative method of Cooper, Harvey and Kennedy over a reverse post-order.
    """
    order = reverse_post_order(region)
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
                new = meet(parent, new, other)
            if parent[index] != new:
                parent[index], changed = new, True
    tree: dict[Block, list[Block]] = {}
    for index, block in enumerate(order[1:], 1):
        tree.setdefault(order[parent[index]], []).append(block)
    return tree


def meet(parent: list[int], a: int, b: int) -> int:
    """The nearest common ancestor in a tree whose parents have smaller numbers."""
    while a != b:
        if a > b:
            a = parent[a]
        else:
            b = parent[b]
    return a


def successors(block: Block) -> Sequence[Block]:
    return () if (last := block.last_op) is None else last.successors


def reverse_post_order(region: Region) -> list[Block]:
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
