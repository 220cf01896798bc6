"""
Regions of several blocks, connected by `cf` branches.

Blocks are read along the dominator tree, so that the facts of a block include those of its
dominators, and the condition of the branch when only one leads to it. A block argument has the
sizes that are equal on all branches. In a loop they are first assumed invariant, as for structured
loops (`LoopInvariants`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.dialects import cf
from xdsl.ir import Block, BlockArgument, Operation, Region, SSAValue

from disc_shape.analysis.dominance import DominatorTree, can_reach
from disc_shape.analysis.loop_invariants import CarriedValue, LoopInvariants
from disc_shape.analysis.regions import edges_to, switch_edges, values_inside
from disc_shape.analysis.scopes import RegionWalk
from disc_shape.analysis.site_facts import Site, join_sites, site_of, slots_of, state_agreement
from disc_shape.dialects.disc_shape import value_symbols
from disc_shape.relations import RelationState
from disc_shape.relations.size_table import Dims
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Expr, compare, negate

MAX_BLOCKS = 64
"""In regions with more blocks, every block but the first is read on its own."""


@dataclass(frozen=True)
class Graph:
    """The blocks of a region and how they lead to each other."""

    dominators: DominatorTree
    cyclic: set[Block]
    """Blocks that may run more than once."""

    @staticmethod
    def of(region: Region) -> Graph:
        """The graph of a region."""
        tree = DominatorTree.of(region)
        return Graph(tree, {block for block in tree.order if can_reach(block, block)})


@dataclass
class GraphReader:
    """Reads the blocks of one region."""

    walk: RegionWalk
    graph: Graph
    depth: int
    """How many loops enclose the region."""
    raw: dict[SSAValue, Dims] = field(default_factory=dict[SSAValue, Dims])
    known: dict[SSAValue, Dims] = field(default_factory=dict[SSAValue, Dims])
    """The sizes of terminator operands, by the facts known at the terminator."""
    sites: dict[tuple[Operation, tuple[SSAValue, ...]], Site] = field(
        default_factory=dict["tuple[Operation, tuple[SSAValue, ...]]", Site]
    )
    """The sites of terminator operands of branches that do not lead into a loop."""
    read: set[Block] = field(default_factory=set[Block])
    """Blocks whose last operation has been reached."""
    dead: set[Block] = field(default_factory=set[Block])
    """Blocks whose facts contradict each other: they never run."""

    def __post_init__(self) -> None:
        self.invariants = LoopInvariants(self.state)

    @property
    def state(self) -> RelationState:
        """The state of the function that the region is in."""
        return self.walk.state

    def run(self) -> None:
        """Read all reachable blocks."""
        self._tree(self.graph.dominators.order[0])

    def _tree(self, block: Block) -> None:
        """Read a block and all that it dominates, in the scope of the caller."""
        self.walk.walk_block(block)
        self._leave(block)
        for child in self.graph.dominators.children.get(block, ()):
            while self._read_once(child):
                self._forget(child)

    def _forget(self, block: Block) -> None:
        for below in self.graph.dominators.order:
            if self.graph.dominators.dominates(block, below):
                self.read.discard(below)
                self.dead.discard(below)
                for value in below.args:
                    self.state.forget(value)
                for op in below.ops:
                    for value in op.results:
                        self.state.forget(value)
                    for region in op.regions:
                        self.walk.scopes.forget_unreachable(region)
                        for value in values_inside(region):
                            self.state.forget(value)

    def _read_once(self, block: Block) -> bool:
        """Read what a block dominates; True when a hypothesis was dropped."""
        guards = len(self.walk.guard_records.guards)
        before = self.invariants.snapshot()
        outside = self.state.loop_depth
        with self.walk.scopes.open() as reachable:
            self.state.loop_depth = self.depth + (block in self.graph.cyclic)
            self._enter(block)
            self.walk.define_arguments(block)
            self._tree(block)
        self.state.loop_depth = outside
        if not reachable:
            self.dead.update(
                below
                for below in self.graph.dominators.order
                if self.graph.dominators.dominates(block, below)
            )
        again = before != self.invariants.snapshot()
        if again:
            self.walk.guard_records.forget(guards)
        return again

    def _enter(self, block: Block) -> None:
        """Define the arguments of a block by the facts that hold on all branches to it."""
        # Branches back are compared even where nothing is known of the values that enter.
        for argument in block.args:
            self.invariants.carried[argument] = CarriedValue((), (argument,))
        edges = edges_to(block)
        if edges is None:
            return
        if len(edges) == 1:
            self._assume_branch(edges[0][0], block)
        entering: list[tuple[SSAValue, ...]] = []
        sites: list[Site] = []
        for branch, values in edges:
            source = branch.parent
            if source is None or source not in self.graph.dominators.parent or source in self.dead:
                continue
            if self.graph.dominators.dominates(block, source):
                continue
            if source not in self.read:
                # A loop with several entries: the values from this one are not known yet.
                return
            entering.append(values)
            sites.append(self.sites.get((branch, values), {}))
        if entering:
            for argument in block.args:
                self._join(argument, [values[argument.index] for values in entering], block)
        if entering and block in self.graph.cyclic:
            self._assume_steps(block, entering, edges[0][0])
        if entering and block not in self.graph.cyclic:
            own = dict(slots_of(block.args, self.state))
            why = "on every branch to this block"
            state_agreement(join_sites(sites), own, edges[0][0], why, self.state)

    def _assume_steps(
        self, block: Block, entering: Sequence[Sequence[SSAValue]], op: Operation
    ) -> None:
        """State the ranges of numbers that vary around a loop with this header."""
        invariants = self.invariants
        for argument in block.args:
            inits = [values[argument.index] for values in entering]
            invariants.carried[argument] = CarriedValue(inits, (argument,))
        numbers = [number for number in invariants.steps if number.argument.owner is block]
        invariants.assume_steps(numbers, None, op)

    def _assume_branch(self, branch: Operation, block: Block) -> None:
        if isinstance(branch, cf.ConditionalBranchOp) and branch.cond in self.state.relevant:
            known = self.state.condition(branch.cond)
            if known is not None:
                taken = known if branch.then_block is block else negate(known)
                self.state.assume(taken, branch, "the branch taken")

        if isinstance(branch, cf.SwitchOp) and branch.flag in self.state.relevant:
            flag = self.state.integer(branch.flag)
            if flag is not None:
                self._assume_case(branch, flag, block)

    def _assume_case(self, branch: cf.SwitchOp, flag: Expr, block: Block) -> None:
        """State that the flag has the number of the case that leads to this block."""
        state = self.state
        others: list[int] = []
        for target, number, _ in switch_edges(branch):
            if target is block and number is not None:
                state.assume(compare("==", flag, number), branch, "the branch taken")
                return
            if number is not None:
                others.append(number)
        for number in others:
            state.assume(compare("!=", flag, number), branch, "no other branch taken")

    def _join(self, argument: BlockArgument, values: Sequence[SSAValue], block: Block) -> None:
        state = self.state
        op = block.last_op
        if op is None:
            return
        cyclic = block in self.graph.cyclic
        if is_dynamic(argument.type):
            for axis in range(state.rank(argument)):
                if (argument, axis) in self.invariants.sizes:
                    continue
                sizes = {state.prover.canonical(self.raw[value][axis]) for value in values}
                if len(sizes) > 1:
                    sizes = self._named(values, axis) or {self.known[one][axis] for one in values}
                size = next(iter(sizes))
                if len(sizes) == 1 and (cyclic or state.varying.isdisjoint(size.symbols)):
                    state.define(argument, axis, size, op, "all branches to this block agree")
        if argument in state.relevant and argument not in self.invariants.contents:
            contents = {state.content(value) for value in values}
            content = next(iter(contents))
            fixed = content is not None and all(
                cyclic or state.varying.isdisjoint(item.symbols) for item in content
            )
            if len(contents) == 1 and fixed:
                state.define_content(argument, content)

    def _named(self, values: Sequence[SSAValue], axis: int) -> set[Expr]:
        """The size of values that carry one symbol; empty when they do not."""
        names = {(value_symbols(value) or {axis: None})[axis] for value in values}
        if len(names) > 1 or None in names or not self.state.trust_attributes:
            return set()
        sizes = [self.state.prover.canonical(self.raw[value][axis]) for value in values]
        return set([size for size in sizes if size.constant is None][:1])

    def _leave(self, block: Block) -> None:
        """Record the site of the terminator, and compare loop-carried values at back edges."""
        self.read.add(block)
        state = self.state
        last = block.last_op
        if last is None:
            return
        for value in last.operands:
            if state.is_ranked(value):
                self.raw[value] = state.raw_dims(value)
                self.known[value] = state.dims(value)
        for successor in set(last.successors):
            for branch, values in edges_to(successor) or ():
                if branch is last and successor not in self.graph.cyclic:
                    self.sites[branch, values] = site_of(values, state)
        for header in set(last.successors):
            if self.graph.dominators.dominates(header, block):
                for branch, values in edges_to(header) or ():
                    if branch is last:
                        for argument, value in zip(header.args, values, strict=True):
                            self.invariants.compare(argument, value)
