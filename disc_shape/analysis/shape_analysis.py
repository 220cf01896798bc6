"""
The analysis of one function: a single walk in program order that runs every relation and decides
every guard.

At each guard only what operations and guards *before* it have established is known to the prover,
so the decision made there can never depend on the guard itself or on anything later. Constraints
that the IR already carries are loaded after the walk for the same reason.
"""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.dialects import func
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.analysis.branches import BranchReader
from disc_shape.analysis.callers import Entry, enter
from disc_shape.analysis.calls import ModuleSchemes
from disc_shape.analysis.demand import Demand, demand_of
from disc_shape.analysis.guard_records import Guard, GuardRecords
from disc_shape.analysis.loop_invariants import Loops
from disc_shape.analysis.loops import LoopReader
from disc_shape.analysis.regions import Flow, Runs, flow_of
from disc_shape.analysis.scopes import Scopes
from disc_shape.analysis.site_facts import Site, site_of
from disc_shape.analysis.solver import Solver
from disc_shape.analysis.transfer import CallReader, state_cast, state_type_bounds
from disc_shape.cards import card_of
from disc_shape.class_table import Kind
from disc_shape.constraints.callees import NAMES_CALLEE, callee_of
from disc_shape.constraints.contradictions import contradictions_as_errors
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.progress import PROGRESS
from disc_shape.relations import Relation, RelationState, evaluator_of, relation_of
from disc_shape.relations.core import made_by
from disc_shape.relations.guards import guard_condition, is_guard
from disc_shape.relations.machine import as_machine_numbers
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Effort, Prover
from disc_shape.traversal import operands_of, operations_in, type_of

_IS_TIE = Kind(TieShapeOp)

Skipped: TypeAlias = "tuple[type[Operation], ...]"
"""Classes of operations whose regions an analysis may leave out."""


@dataclass
class FunctionShapes:
    """
    The facts about the sizes in one function.

    Without `trust_guards`, guards are ignored: the facts are those that operations alone imply.
    """

    body: Region
    trust_guards: bool = True
    promised_names: frozenset[str] = frozenset()
    """
    Symbols that the graph makes equal to something by an assumption, or by a guard when guards are
    ignored: a cast from such a symbol to another or to a number repeats the promise and is no
    fact of its own.
    """
    schemes: ModuleSchemes | None = None
    """The schemes of called functions; calls are opaque without them."""
    returned: frozenset[int] = frozenset()
    """Which returned values are parts of shapes in the callers of the function."""
    demand: Demand | None = None
    """The integers that are read, when another analysis of the function has found them."""
    known_loops: Loops = field(default_factory=Loops)
    """`loops` of another analysis of the function that has more facts."""
    entries: tuple[Entry, ...] = ()
    """The facts about the arguments on which all callers of the function agree."""
    effort: Effort = field(default_factory=Effort)
    """The work that provers may do, together with those of other functions of the program."""
    calls: dict[func.CallOp, Site] = field(default_factory=dict[func.CallOp, Site])
    """The calls read so far, with the facts known there about their operands."""
    loops: Loops = field(default_factory=Loops)
    skipped: Skipped = ()
    """The operations whose regions are left out where symbols name all sizes on their borders."""
    left_out: set[Region] = field(default_factory=set[Region])
    """The regions that have been left out."""
    visited: int = 0
    """Operations visited, for statistics."""

    def __post_init__(self) -> None:
        self.state = self.new_state()
        self.solver = Solver(self.state)
        self.state.trust_attributes = self.trust_guards
        self.guard_records = GuardRecords(self.state.prover)
        self.scopes = Scopes(self.state, self.solver, self.guard_records)
        self._calls: CallReader | None = None
        if self.schemes is not None:
            self._calls = CallReader(
                self.state, self.solver, self.schemes, self.trust_guards, self._visit_guard
            )

    def new_state(self) -> RelationState:
        """The state that the relations of the function extend."""
        return RelationState(prover=Prover(effort=self.effort))

    @property
    def guards(self) -> list[Guard]:
        """The guards of the function in program order."""
        return self.guard_records.guards

    @property
    def unreachable(self) -> set[Region | Block]:
        """Regions and blocks that no legal run enters."""
        return self.scopes.unreachable

    @property
    def conditional_values(self) -> set[SSAValue]:
        """Ranked values defined in regions that may not run."""
        return self.scopes.conditional_values

    def run(self) -> None:
        """
        Walk the function.

        Raises `OperationError`, with the chain of facts as notes, when operations that always run
        contradict each other.
        """
        if self.demand is None:
            self.demand = self.new_demand()
        read = self.demand.copy()
        self.state.relevant, self.state.into_shapes = read.relevant, read.into_shapes
        for argument in self.body.blocks[0].args if self.body.blocks else ():
            self._define(argument)
        with contradictions_as_errors(self.state):
            function = self.body.parent
            if isinstance(function, func.FuncOp):
                PROGRESS.enter(function.sym_name.data)
                for entry in self.entries:
                    enter(entry, function, self.state)
                self.solver.drain()
            self.walk(self.body)

    def new_demand(self, *, with_data: bool = True) -> Demand:
        """The integers that an analysis would read now; `with_data`, not only those of shapes."""
        callees = None if self.schemes is None else self.schemes.derived
        return demand_of(self.body, self.returned, callees, with_data=with_data)

    def walk(self, region: Region) -> None:
        """Read all blocks; of several, those after the first may run any number of times."""
        first = region.first_block
        if first is not region.last_block:
            # Few programs have several blocks, and their reader takes a moment to load.
            from disc_shape.analysis.blocks import MAX_BLOCKS, Graph, GraphReader

            if len(region.blocks) <= MAX_BLOCKS:
                reader = GraphReader(self, Graph.of(region), self.state.loop_depth)
                reader.run()
                self.scopes.unreachable.update(reader.dead)
                return
        for block in region.blocks:
            if block is first:
                self.walk_block(block)
            else:
                with self.scopes.open(loop=True):
                    self.define_arguments(block)
                    self.walk_block(block)

    def define_arguments(self, block: Block) -> None:
        """Give the arguments of a block sizes and contents where they have none yet."""
        for argument in block.args:
            self._define(argument)

    def walk_block(self, block: Block) -> None:
        """Read the operations of a block."""
        for op in operations_in(block):
            self._visit(op)

    def _visit(self, op: Operation) -> None:
        self.visited += 1
        PROGRESS.advance()
        state = self.state
        relation, card = relation_of(op), card_of(op)
        if self.skipped and isinstance(op, self.skipped) and is_named(op):
            self.left_out.update(op.regions)
        elif op.regions and (flow := flow_of(op)) is not None:
            self._visit_flow(op, flow)
        elif op.regions and relation is None:
            self._visit_unknown_regions(op)
        if self.promised_names and card.is_cast:
            state_cast(op, self.promised_names, state)
        elif self.promised_names and not self.trust_guards and _IS_TIE[type(op)]:
            # Like a cast, a tie repeats known sizes, whatever their provenance.
            state.same_shape([op.operands[0], *op.results], op, f"'{op.name}' changes no size")
        elif relation is not None and may_add_facts(op, state.relevant):
            self.relate(op, relation)
        if NAMES_CALLEE[type(op)] and callee_of(op) is not None:
            self._visit_call(op)
        made = made_by(op)
        if not state.relevant.isdisjoint(made):
            evaluator = evaluator_of(op)
            if evaluator is not None:
                for value, content in zip(made, evaluator(op, state), strict=True):
                    if content is not None:
                        state.define_content(value, as_machine_numbers(op, value, content, state))
        for result in op.results:
            self._define(result)
        if card.guard is not None and is_guard(op):
            self._visit_guard(op, guard_condition(op, state))

    def relate(self, op: Operation, relation: Relation) -> None:
        """Run the relation of an operation."""
        self.solver.run(op, relation)

    def _visit_call(self, op: Operation) -> None:
        """Read a call: its facts are those of the callee, whose guards have passed."""
        if isinstance(op, func.CallOp):
            self.calls[op] = site_of(op.operands, self.state)
        if self._calls is not None:
            self._calls.read(op)

    def _define(self, value: SSAValue) -> None:
        """
        Give a new value its sizes and contents now, so that no scope opened later owns their
        symbols.
        """
        state, scopes = self.state, self.scopes
        if is_dynamic(type_of(value)):
            state.raw_dims(value)
            state_type_bounds(value, self.body, state)
            if scopes.conditional:
                scopes.add(value)
                scopes.conditional_values.add(value)
        if value in state.relevant:
            state.begin_content(value)
            if scopes.conditional:
                scopes.add(value)

    def _visit_guard(self, op: Operation, condition: Cond | None) -> None:
        """Read a guard, or a call of a function that checks its arguments."""
        if self.guard_records.check(op, condition, self.scopes.conditional, self.trust_guards):
            self.solver.drain()

    def _visit_flow(self, op: Operation, flow: Flow) -> None:
        reader = LoopReader if flow.runs is Runs.LOOP else BranchReader
        reader(self, op, flow).run()

    def _visit_unknown_regions(self, op: Operation) -> None:
        for region in op.regions:
            with self.scopes.open(region, loop=True):
                for block in region.blocks:
                    self.define_arguments(block)
                self.walk(region)


def is_named(op: Operation) -> bool:
    """Whether all sizes that enter and leave the regions of an operation have symbols or values."""
    for region in op.regions:
        for block in region.blocks:
            for value in (*block.args, *(block.last_op.operands if block.last_op else ())):
                if is_dynamic(value.type) and None in (value_symbols(value) or (None,)):
                    return False
    return True


def may_add_facts(op: Operation, relevant: AbstractSet[SSAValue]) -> bool:
    """
    False for operations between static shapes without relevant operands, which their verifiers
    have checked.
    """
    operands = operands_of(op)
    if any(map(is_dynamic, map(type_of, (*op.results, *operands)))):
        return True
    return not relevant.isdisjoint(operands)
