"""
The solver that runs relations over dimensions, woken by the symbols that they watch.

A relation that answers *not yet* is put under the symbols it has seen; when the prover learns
something about one of them, only the relations watching it go back on the queue. A relation that
*holds* is discharged and leaves the graph.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.ir import Operation

from disc_shape.analysis.waking import Entry, Statistics, WakingQueue
from disc_shape.relations import Relation, RelationState
from disc_shape.symbolic import Expr, Symbol
from disc_shape.traversal import operands_of


@dataclass(eq=False)
class _Pending(Entry):
    """A relation that is not yet complete."""

    op: Operation
    relation: Relation
    depth: int


@dataclass
class Solver:
    """Runs relations to a fixpoint over one `RelationState`."""

    state: RelationState
    changes: int = 0
    """Symbols about which the prover learned something."""
    _queue: WakingQueue[Expr, _Pending] = field(default_factory=WakingQueue[Expr, _Pending])
    _scopes: list[list[_Pending]] = field(default_factory=list[list[_Pending]])
    _declared: list[int] = field(default_factory=list[int])
    """For each open scope: how many symbols had been declared before it."""

    def __post_init__(self) -> None:
        self.state.prover.watch(self._changed)

    def run(self, op: Operation, relation: Relation) -> None:
        """Run the relation of `op`, then the relations that watch symbols of its facts."""
        if relation.apply(op, self.state):
            self._queue.completed()
        else:
            entry = self._queue.begun(_Pending(op, relation, len(self._scopes)))
            if self._scopes:
                self._scopes[-1].append(entry)
            self._watch(entry)
        self.drain()

    def drain(self) -> None:
        """Run queued relations until none is left."""
        while (entry := self._queue.pop()) is not None:
            if not entry.relation.apply(entry.op, self.state):
                self._watch(entry)
            elif entry.depth == len(self._scopes):
                # A relation may hold only inside this scope: relations of outer scopes stay.
                self._queue.discharge(entry)

    @property
    def statistics(self) -> Statistics:
        """How much work the solver did."""
        return self._queue.statistics

    def push(self) -> None:
        """
        Open a scope: facts and relations stated from now on are forgotten by the matching `pop`.
        """
        self._scopes.append([])
        self._declared.append(self.state.declared)
        self.state.prover.push()

    def pop(self) -> None:
        """Close the innermost scope."""
        for entry in self._scopes.pop():
            entry.alive = False
        self._queue.empty()
        self.state.prover.pop()
        self.state.declare_again(self._declared.pop())

    def _watch(self, entry: _Pending) -> None:
        state = self.state
        seen: set[Expr] = set()
        op = entry.op
        for value in (*operands_of(op), *op.results):
            if state.is_ranked(value):
                for size in state.dims(value):
                    seen.update(size.symbols)
            if value in state.relevant:
                for item in state.content(value) or ():
                    seen.update(item.symbols)
        self._queue.watch(entry, seen)

    def _changed(self, symbols: set[Symbol]) -> None:
        self.changes += len(symbols)
        self._queue.wake(symbols)
