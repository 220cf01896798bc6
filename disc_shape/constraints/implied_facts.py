"""Facts that need not be written, because identities of integers or simpler facts imply them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from disc_shape.constraints.symbols import RANKS, DeclaredSymbol, SymbolFact
from disc_shape.symbolic import (
    Comparison,
    Cond,
    Contradiction,
    Effort,
    FloorDiv,
    Max,
    Min,
    Prover,
    Select,
    Symbol,
    sym,
)
from disc_shape.symbolic.nodes import postorder

MAX_SIZE = 64
"""A fact with more nodes is kept without a proof attempt."""


def without_implied(
    facts: Sequence[SymbolFact], symbols: Mapping[str, DeclaredSymbol], effort: Effort | None = None
) -> Sequence[SymbolFact]:
    """
    The facts without those about quotients, extremes and choices that the others imply, for reasons
    as good: `(d0 + 1)//2 + d0//2 == d0`, and `d0//4 >= 2` beside `d0 % 4 == 0` and `d0 >= 8`. What
    defines a symbol stays.
    """
    candidates = [fact for fact in facts if may_be_implied(fact.condition)]
    if not candidates:
        return facts
    candidates.sort(key=lambda fact: (RANKS.index(fact.status), fact.condition.size))
    others = [fact for fact in facts if fact not in candidates]
    effort = effort or Effort()
    ranks = dict.fromkeys(RANKS.index(fact.status) for fact in candidates)
    provers = {rank: Prover(explains=False, effort=effort) for rank in ranks}
    implied: set[SymbolFact] = set()
    try:
        for rank, prover in provers.items():
            for name, declared in symbols.items():
                prover.declare(sym(name), *declared.range)
            for fact in others:
                if RANKS.index(fact.status) <= rank:
                    prover.assume(fact.condition)
        for fact in candidates:
            rank = RANKS.index(fact.status)
            if provers[rank].proves(fact.condition):
                implied.add(fact)
                continue
            for other, prover in provers.items():
                if other >= rank:
                    prover.assume(fact.condition)
    except Contradiction:
        return facts
    return [fact for fact in facts if fact not in implied]


def may_be_implied(condition: Cond) -> bool:
    """
    Whether a fact compares quotients, extremes or choices with something, and defines no symbol.
    """
    if not isinstance(condition, Comparison) or condition.size > MAX_SIZE:
        return False
    if condition.op == "==":
        for side, other in (
            (condition.lhs, condition.rhs),
            (condition.rhs, condition.lhs),
        ):
            if isinstance(side, Symbol) and side not in other.symbols:
                return False
    return any(isinstance(node, FloorDiv | Max | Min | Select) for node in postorder(condition))
