"""
The solver that runs relations: a work queue and an index from symbols to the relations that watch
them.

Together the index forms a bipartite graph between dimension classes and relations. A relation
that answers *not yet* is put under the symbols it has seen; when the prover learns something
about one of them, only the relations watching it go back on the queue, before anything else. A
relation that *holds* is discharged and leaves the graph.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from xdsl.ir import Operation

from disc_shape.relations import Relation, RelationState
from disc_shape.symbolic import Expr, Symbol


@dataclass
class SolverStatistics:
    """How much work the solver did."""

    runs: int = 0
    """Relations run for the first time."""
    reruns: int = 0
    """Relations run again because the prover learned something about a watched symbol."""
    discharged: int = 0
    """Relations that hold and were taken off the graph."""
    changes: int = 0
    """Symbols about which the prover learned something."""


@dataclass
class _Pending:
    """A relation that is not yet complete."""

    op: Operation
    relation: Relation
    depth: int
    alive: bool = True
    queued: bool = False


@dataclass
class Solver:
    """Runs relations to a fixpoint over one `RelationState`."""

    state: RelationState
    statistics: SolverStatistics = field(default_factory=SolverStatistics)
    _watchers: dict[Expr, list[_Pending]] = field(default_factory=dict[Expr, "list[_Pending]"])
    _queue: deque[_Pending] = field(default_factory=deque["_Pending"])
    _scopes: list[list[_Pending]] = field(default_factory=list["list[_Pending]"])
    _declared: list[int] = field(default_factory=list[int])
    """For each open scope: how many symbols had been declared before it."""

    def __post_init__(self) -> None:
        self.state.prover.watch(self._changed)

    def run(self, op: Operation, relation: Relation) -> None:
        """Run the relation of `op`, then the relations that watch symbols of its facts."""
        self.statistics.runs += 1
        if relation.apply(op, self.state):
            self.statistics.discharged += 1
        else:
            pending = _Pending(op, relation, len(self._scopes))
            if self._scopes:
                self._scopes[-1].append(pending)
            self._watch(pending)
        if self._queue:
            self.drain()

    def drain(self) -> None:
        """Run queued relations until none is left."""
        while self._queue:
            pending = self._queue.popleft()
            pending.queued = False
            if not pending.alive:
                continue
            self.statistics.reruns += 1
            holds = pending.relation.apply(pending.op, self.state)
            if not holds:
                self._watch(pending)
            elif pending.depth == len(self._scopes):
                # A relation may hold only inside this scope: relations of outer scopes stay.
                pending.alive = False
                self.statistics.discharged += 1

    def push(self) -> None:
        """
        Open a scope: facts and relations stated from now on are forgotten by the matching `pop`.
        """
        self._scopes.append([])
        self._declared.append(self.state.declared)
        self.state.prover.push()

    def pop(self) -> None:
        """Close the innermost scope."""
        for pending in self._scopes.pop():
            pending.alive = False
        self._queue.clear()
        self.state.prover.pop()
        self.state.declare_again(self._declared.pop())

    def _watch(self, pending: _Pending) -> None:
        state = self.state
        seen: set[Expr] = set()
        op = pending.op
        for value in (*op.operands, *op.results):
            if state.is_ranked(value):
                for size in state.dims(value):
                    seen.update(size.symbols)
            if state.is_relevant(value):
                for item in state.content(value) or ():
                    seen.update(item.symbols)
        for symbol in seen:
            watchers = self._watchers.setdefault(symbol, [])
            if pending not in watchers[-8:]:
                watchers.append(pending)

    def _changed(self, symbols: set[Symbol]) -> None:
        self.statistics.changes += len(symbols)
        for symbol in symbols:
            watchers = self._watchers.get(symbol)
            if not watchers:
                continue
            alive = [pending for pending in watchers if pending.alive]
            if len(alive) != len(watchers):
                self._watchers[symbol] = alive
            for pending in alive:
                if not pending.queued:
                    pending.queued = True
                    self._queue.append(pending)
