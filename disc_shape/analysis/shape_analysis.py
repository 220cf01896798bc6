"""
The analysis of one function: a single walk in program order that runs every relation and decides
every guard.

At each guard only what operations and guards *before* it have established is known to the prover,
so the decision made there can never rest on the guard itself or on anything later. Constraints
that the IR already carries are loaded after the walk for the same reason.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from xdsl.dialects import func
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.analysis.agreement import Site, site_of
from disc_shape.analysis.branches import BranchReader
from disc_shape.analysis.call_graph import callee_of
from disc_shape.analysis.callers import Entry, enter
from disc_shape.analysis.calls import Instance, ModuleSchemes
from disc_shape.analysis.demand import Demand, demand_of
from disc_shape.analysis.loops import LoopReader
from disc_shape.analysis.regions import Flow, Runs, flow_of
from disc_shape.analysis.solver import Solver
from disc_shape.analysis.visited import Guard, Reachable
from disc_shape.constraints.contradictions import contradictions_as_errors
from disc_shape.dialects.disc_shape import TieShapeOp, value_symbols
from disc_shape.dialects.hlo.types import BoundsAttr, TypeExtensionsAttr
from disc_shape.relations import RelationFailure, RelationState, evaluator_of, relation_of
from disc_shape.relations.core import made_by
from disc_shape.relations.guards import describe_guard, guard_condition, is_guard
from disc_shape.relations.machine import as_machine_numbers
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.symbolic import (
    Cond,
    Contradiction,
    Effort,
    Expr,
    Mention,
    Prover,
    Reason,
    Status,
    Symbol,
    const,
    negate,
)
from disc_shape.symbolic.comparisons import simplify_comparisons

CASTS = ("tensor.cast", "memref.cast", "builtin.unrealized_conversion_cast")
"""Operations that change what a type says of sizes, and nothing else."""


@dataclass
class FunctionShapes:
    """
    What is known of the sizes in one function.

    `trust_guards` is False for the analysis that finds what operations alone imply; guards are
    then ignored.
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
    """What the functions say that are called; calls are opaque without it."""
    returned: frozenset[int] = frozenset()
    """Which values that the function returns are parts of shapes for those who call it."""
    demand: Demand | None = None
    """The integers that are read, when another analysis of the function has found them."""
    entries: tuple[Entry, ...] = ()
    """What all callers of the function say of its arguments."""
    effort: Effort = field(default_factory=Effort)
    """The work that provers may do, together with those of other functions of the program."""
    guards: list[Guard] = field(default_factory=list[Guard])
    learned_behind: dict[Expr, int] = field(default_factory=dict[Expr, int])
    """
    For symbols about which something was learned behind guards that stay: behind how many of
    them, the last time.
    """
    mentioned_behind: dict[tuple[Expr, Mention], int] = field(
        default_factory=dict["tuple[Expr, Mention]", int]
    )
    """The same for symbols over which only some expressions are better known."""
    unreachable: set[Region | Block] = field(default_factory=set["Region | Block"])
    """
    Regions and blocks whose operations contradict what is known: no legal run enters them.
    """
    calls: dict[func.CallOp, Site] = field(default_factory=dict[func.CallOp, Site])
    """The calls met, with what was known there of their operands."""
    conditional_values: set[SSAValue] = field(default_factory=set[SSAValue])
    """Values of regions that may not run."""
    visited: int = 0
    """Operations visited, for statistics."""

    def __post_init__(self) -> None:
        self.state = RelationState(prover=Prover(effort=self.effort))
        self.solver = Solver(self.state)
        self.state.trust_marks = self.trust_guards
        self._scope_values: list[list[SSAValue]] = []
        self._guarded = False
        """True once a guard that stays has been met."""
        self._born_behind: dict[SSAValue, int] = {}
        """For values of regions that may not run: how many guards that stay stand before them."""
        self._kept_guards = 0
        self.state.prover.watch(self._learned)

    def run(self) -> None:
        """
        Walk the function.

        Raises `OperationError`, with the chain of facts as notes, when operations that always run
        contradict each other.
        """
        if self.demand is None:
            callees = None if self.schemes is None else self.schemes.derived
            self.demand = demand_of(self.body, self.returned, callees)
        read = self.demand.copy()
        self.state.relevant, self.state.into_shapes = read.relevant, read.into_shapes
        for argument in self.body.blocks[0].args if self.body.blocks else ():
            self._settle(argument)
        with contradictions_as_errors(self.state):
            self.enter(self.entries)
            self.walk(self.body)

    def enter(self, entries: Sequence[Entry]) -> None:
        """State what callers say of the arguments."""
        function = self.body.parent
        if isinstance(function, func.FuncOp):
            for entry in entries:
                enter(entry, function, self.state)
            self.solver.drain()

    def last_learned(self, symbol: Expr, *mentions: Mention) -> int:
        """
        Behind how many guards that stay something was last learned of a symbol, or of what it is;
        zero for nothing. `mentions` says of what else over the symbol.
        """
        sizes = (symbol, *self.state.prover.canonical(symbol).symbols)
        last = max(self.learned_behind.get(size, 0) for size in sizes)
        for mention in mentions:
            last = max(last, *(self.mentioned_behind.get((size, mention), 0) for size in sizes))
        return last

    @property
    def guard_count(self) -> int:
        """How many guards have been met."""
        return len(self.guards)

    def forget_guards(self, count: int) -> None:
        """Drop all guards but the first `count`, whose operations are about to be read again."""
        del self.guards[count:]
        self._kept_guards = sum(not guard.proved for guard in self.guards)

    def forget_unreachable(self, region: Region) -> None:
        """Drop what is known of a region and those inside it, which is about to be read again."""
        self.unreachable = {one for one in self.unreachable if not region.is_ancestor(one)}

    # walking

    def walk(self, region: Region) -> None:
        """
        Read all blocks of a region; of many blocks those after the entry block may run any number
        of times, also zero.
        """
        first = region.first_block
        if first is not region.last_block:
            # Few programs have several blocks, and what reads them takes a moment to load.
            from disc_shape.analysis.blocks import MAX_BLOCKS, Graph, GraphReader

            if len(region.blocks) <= MAX_BLOCKS:
                reader = GraphReader(self, Graph.of(region), self.state.loop_depth)
                reader.run()
                self.unreachable.update(reader.dead)
                return
        for block in region.blocks:
            if block is first:
                self.walk_block(block)
            else:
                with self.scope(loop=True):
                    self.settle_arguments(block)
                    self.walk_block(block)

    def settle_arguments(self, block: Block) -> None:
        """
        Give the arguments of a block sizes and contents of their own where they have none yet.
        """
        for argument in block.args:
            self._settle(argument)

    def walk_block(self, block: Block) -> None:
        """Read the operations of a block."""
        for op in block.ops:
            self._visit(op)

    def _visit(self, op: Operation) -> None:
        self.visited += 1
        state = self.state
        relation = relation_of(op)
        if op.regions and (flow := flow_of(op)) is not None:
            self._visit_flow(op, flow)
        elif op.regions and relation is None:
            self._visit_unknown_regions(op)
        if self.promised_names and op.name in CASTS:
            self._visit_cast(op)
        elif self.promised_names and not self.trust_guards and isinstance(op, TieShapeOp):
            # Like a cast, a tie repeats what is known of a value, for whatever reason it is known.
            state.same_shape([op.value, op.result], op, f"'{op.name}' changes no size")
        elif relation is not None and self._may_say_something(op):
            self.solver.run(op, relation)
        if callee_of(op) is not None:
            self._visit_call(op)
        made = made_by(op)
        if any(value in state.relevant for value in made):
            evaluator = evaluator_of(op)
            if evaluator is not None:
                for value, content in zip(made, evaluator(op, state), strict=True):
                    if content is not None:
                        state.define_content(value, as_machine_numbers(op, value, content, state))
        for result in op.results:
            self._settle(result)
        if is_guard(op):
            self._visit_guard(op, guard_condition(op, state))

    def _visit_call(self, op: Operation) -> None:
        """A call implies what operations of the function do, and has passed its guards."""
        state, schemes = self.state, self.schemes
        is_call = isinstance(op, func.CallOp)
        if is_call:
            self.calls[op] = site_of(op.operands, state)
        scheme = None if schemes is None else schemes.derived.of_call(op, state)
        if schemes is None or scheme is None:
            return
        instance = Instance(op, scheme, schemes.derived, state)
        instance.relate()
        self.solver.drain()
        checked = instance.checked()
        fails = is_call and checked is not None and state.prover.proves(negate(checked))
        if is_call and checked is not None:
            self._visit_guard(op, checked)
        # What a check says that always fails would make the call unreachable, and the check lost.
        if is_call and self.trust_guards and not fails:
            trusted = schemes.trusted.of_call(op, state)
            instance = Instance(op, trusted or scheme, schemes.trusted, state)
        instance.define_results()
        self.solver.drain()

    def _visit_cast(self, op: Operation) -> None:
        """
        A cast changes no size; where it only repeats a promise of the graph, it says nothing.
        """
        state = self.state
        if len(op.operands) != 1 or len(op.results) != 1:
            return
        source, result = op.operands[0], op.results[0]
        if not state.is_ranked(source) or not state.is_ranked(result):
            return
        if state.rank(source) != state.rank(result):
            return
        unnamed = (None,) * state.rank(source)
        names = zip(value_symbols(source) or unnamed, value_symbols(result) or unnamed, strict=True)
        sizes = zip(state.raw_dims(source), state.raw_dims(result), strict=True)
        for axis, (pair, (old, new)) in enumerate(zip(names, sizes, strict=True)):
            differs = None not in pair and pair[0] != pair[1]
            becomes_static = (old.constant is None) != (new.constant is None)
            if not (differs or becomes_static) or self.promised_names.isdisjoint(pair):
                state.define(result, axis, old, op, f"'{op.name}' changes no size")

    def _may_say_something(self, op: Operation) -> bool:
        """
        False for operations between static shapes without relevant operands: their verifiers have
        said it all.
        """
        relevant = self.state.relevant
        for value in op.operands:
            if is_dynamic(value.type) or value in relevant:
                return True
        return any(is_dynamic(result.type) for result in op.results)

    def _settle(self, value: SSAValue) -> None:
        """
        Give a new value its sizes and contents now, so that none is made inside a scope by
        accident.
        """
        state = self.state
        if is_dynamic(value.type):
            state.raw_dims(value)
            self._note_bounds(value)
            if self._scope_values:
                self._note_conditional(value)
                self.conditional_values.add(value)
        if value in state.relevant:
            state.content(value)
            if self._scope_values:
                self._note_conditional(value)

    def _note_conditional(self, value: SSAValue) -> None:
        self._scope_values[-1].append(value)
        self._born_behind[value] = self._kept_guards

    def _note_bounds(self, value: SSAValue) -> None:
        """`#stablehlo.bounds<16, ?>` says that the first size is at most 16."""
        type = as_tensor(value.type)
        encoding = None if type is None else type.encoding
        if isinstance(encoding, BoundsAttr | TypeExtensionsAttr):
            owner = value.owner
            op = owner if isinstance(owner, Operation) else self.body.parent
            sizes = self.state.dims(value)
            for size, bound in zip(sizes, encoding.bounds, strict=True):
                if bound is not None and op is not None:
                    self.state.at_most(size, const(bound), op, "bound in the type")

    # guards

    def _visit_guard(self, op: Operation, condition: Cond | None) -> None:
        """A check, or a call of a function that checks its arguments."""
        if condition is not None:
            condition = simplify_comparisons(condition)
        prover = self.state.prover
        proved = condition is not None and prover.proves(condition)
        guard = Guard(op, condition, proved, bool(self._scope_values))
        self.guards.append(guard)
        if proved:
            return
        if not self._guarded:
            self._guarded = True
            prover.watch_mentions(self._mentioned)
        self._kept_guards += 1
        if condition is None or not self.trust_guards:
            return
        if prover.proves(negate(condition)):
            # No run passes this guard: it stays, and says nothing about runs that do not exist.
            guard.refuted = True
            return
        prover.assume(condition, Reason(describe_guard(op), op, Status.GUARDED))
        self.solver.drain()

    def _learned(self, symbols: set[Symbol]) -> None:
        if self._kept_guards:
            self.learned_behind.update(dict.fromkeys(symbols, self._kept_guards))

    def _mentioned(self, symbols: set[Symbol], mention: Mention) -> None:
        if mention is Mention.VALUES:
            self.learned_behind.update(dict.fromkeys(symbols, self._kept_guards))
        else:
            for symbol in symbols:
                self.mentioned_behind[symbol, mention] = self._kept_guards

    # control flow

    def _visit_flow(self, op: Operation, flow: Flow) -> None:
        reader = LoopReader if flow.runs is Runs.LOOP else BranchReader
        reader(self, op, flow).run()

    def _visit_unknown_regions(self, op: Operation) -> None:
        for region in op.regions:
            with self.scope(region, loop=True):
                for block in region.blocks:
                    self.settle_arguments(block)
                self.walk(region)

    def _freeze(self, value: SSAValue) -> None:
        """
        Keep what is known of a value of a region, except for what was learned behind a guard that
        stays and stands behind the value: the guard would end up proving itself.
        """
        born = self._born_behind[value]
        later = self._kept_guards > born
        self.state.freeze(value, lambda symbol: later and self.last_learned(symbol) > born)

    @contextmanager
    def scope(self, *regions: Region, loop: bool = False) -> Generator[Reachable]:
        """
        A part of the program that may not run. Its facts are forgotten at the end; what it says
        of its own values is kept. A contradiction inside means that it never runs.
        """
        reachable = Reachable()
        self.solver.push()
        self._scope_values.append([])
        self.state.loop_depth += loop
        try:
            yield reachable
        except (Contradiction, RelationFailure):
            reachable.yes = False
            self.unreachable.update(regions)
        finally:
            values = self._scope_values.pop()
            for value in values:
                self._freeze(value)
            if self._scope_values:
                self._scope_values[-1].extend(values)
            self.state.loop_depth -= loop
            self.solver.pop()
