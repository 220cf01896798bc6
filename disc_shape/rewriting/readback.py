"""Whether the facts that are written say more, read together, than the analysis knew."""

from __future__ import annotations

from disc_shape.rewriting.labels import ModuleLabels
from disc_shape.symbolic import Contradiction, Expr, Prover, Status, sym


def says_more(labels: ModuleLabels) -> bool:
    """
    True when facts that were learned one after the other, read again from the start, make two
    symbols one or give a symbol a number.

    `d0 == max(min(d0, 11) - 2, 0)` alone says little; once it is known that `d0 <= 9`, it makes
    `d0` and `max(d0 - 2, 0)` one size.
    """
    prover = Prover()
    open_names = [name for name, label in labels.labels.items() if label.value is None]
    try:
        for rank, name in enumerate(open_names):
            low, high = labels.labels[name].range
            prover.declare(sym(name), lo=low, hi=high, rank=rank)
        for fact in labels.facts.values():
            if fact.status is Status.DERIVED:
                prover.assume(fact.condition)
    except Contradiction:
        return False
    seen: set[Expr] = set()
    for name in open_names:
        size = prover.canonical(sym(name))
        if size.constant is not None or size in seen:
            return True
        seen.add(size)
    return False
