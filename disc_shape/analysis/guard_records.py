"""
The guards of a function in the order in which the walk reads them, and what the prover learned
after each.

A guard that the analysis cannot prove is *kept*. For each symbol the records say how many kept
guards dominate the last operation from which the prover learned something about it. A fact that
was learned after a guard must not be used to decide that guard, nor anything before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from xdsl.ir import Operation

from disc_shape.relations.guards import describe_guard
from disc_shape.symbolic import Cond, Expr, Mention, Prover, Reason, Status, Symbol, Truth
from disc_shape.symbolic.comparisons import simplify_comparisons


@dataclass
class Guard:
    """A check in the program, as the walk read it."""

    op: Operation
    condition: Cond | None
    """The condition over the sizes known before the guard; None when it cannot be determined."""
    proved: bool
    """True when operations and guards before it imply the condition."""
    conditional: bool
    """True when the guard is in a region that may not run."""
    refuted: bool = False
    """True when operations and guards before it imply that the condition is false."""


@dataclass
class GuardRecords:
    """The guards read so far, and after how many kept ones each symbol was last learned about."""

    prover: Prover
    guards: list[Guard] = field(default_factory=list[Guard])
    kept: int = 0
    """How many of `guards` are kept."""
    _learned_after: dict[Expr, int] = field(default_factory=dict[Expr, int])
    """
    For symbols about which something was learned after kept guards: after how many of them, the
    last time.
    """
    _mentioned_after: dict[tuple[Expr, Mention], int] = field(
        default_factory=dict["tuple[Expr, Mention]", int]
    )
    """The same for symbols over which only some expressions are better known."""
    notices: int = 0
    """How often something was learned; while it stays, `last_learned` does, unless facts change."""
    _watches_mentions: bool = False

    def __post_init__(self) -> None:
        self.prover.watch(self._learned)

    def check(self, op: Operation, condition: Cond | None, conditional: bool, trust: bool) -> bool:
        """
        Record a guard and decide it by what is known before it. With `trust` the condition of a
        kept guard is a fact from then on. Returns True when the prover learned that fact.
        """
        if condition is not None:
            condition = simplify_comparisons(condition)
        prover = self.prover
        truth = Truth.UNKNOWN
        if condition is not None and trust:
            truth = prover.truth(condition)
        elif condition is not None and prover.proves(condition):
            truth = Truth.YES
        proved = truth is Truth.YES
        guard = Guard(op, condition, proved, conditional)
        self.guards.append(guard)
        if proved:
            return False
        if not self._watches_mentions:
            self._watches_mentions = True
            prover.watch_mentions(self._mentioned)
        self.kept += 1
        if condition is None or not trust:
            return False
        if truth is Truth.NO:
            # No run passes this guard. It is kept and adds no fact: no legal run continues here.
            guard.refuted = True
            return False
        prover.assume(condition, Reason(describe_guard(op), op, Status.GUARDED))
        return True

    def forget(self, count: int) -> None:
        """Drop all guards but the first `count`, whose operations are about to be read again."""
        del self.guards[count:]
        self.kept = sum(not guard.proved for guard in self.guards)

    def last_learned(self, symbol: Expr, *mentions: Mention) -> int:
        """
        After how many kept guards the prover last learned something about a symbol, or about its
        canonical form; zero for never. `mentions` adds kinds of expressions over the symbol.
        """
        sizes = (symbol, *self.prover.canonical(symbol).symbols)
        last = max(self._learned_after.get(size, 0) for size in sizes)
        for mention in mentions:
            last = max(last, *(self._mentioned_after.get((size, mention), 0) for size in sizes))
        return last

    def learned_since(self, count: int) -> Callable[[Expr], bool] | None:
        """
        Whether something was learned about a symbol after more than `count` kept guards; None where
        no more were kept.
        """
        return None if self.kept <= count else lambda symbol: self.last_learned(symbol) > count

    def _learned(self, symbols: set[Symbol]) -> None:
        self.notices += 1
        if self.kept:
            self._learned_after.update(dict.fromkeys(symbols, self.kept))

    def _mentioned(self, symbols: set[Symbol], mention: Mention) -> None:
        self.notices += 1
        if mention is Mention.VALUES:
            self._learned_after.update(dict.fromkeys(symbols, self.kept))
        else:
            for symbol in symbols:
                self._mentioned_after[symbol, mention] = self.kept
