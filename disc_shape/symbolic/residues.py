"""What a polynomial can be modulo a small number, by trying every residue of its atoms.

`n*(n + 1)` is even and an odd square is 1 modulo 8: no rule on coefficients sees it, eight values
do. Every atom runs over all residues, which is more than it can be, so what never occurs never
occurs.
"""

from __future__ import annotations

from itertools import product
from typing import Final

from disc_shape.symbolic.intervals import Residue, join_residues, meet_residues
from disc_shape.symbolic.terms import Expr, factors_of, parts

WORK_LIMIT: Final = 600
"""Combinations of residues tried."""
MODULI: Final = (2, 3, 4)
"""What an equation is looked at modulo."""
POWERS: Final = (8, 9, 5, 7)
"""What the residue of a polynomial is looked for modulo: a power says what its divisors say."""


def possible_residues(e: Expr, modulus: int) -> frozenset[int] | None:
    """Every residue of a polynomial with products; None if that is too much work."""
    constant, terms = parts(e)
    if modulus < 2 or e.linear:
        return None
    atoms: dict[Expr, None] = {}
    for term, k in terms:
        if k % modulus:
            atoms.update(dict.fromkeys(f for f, _ in factors_of(term)))
    if not atoms or modulus ** len(atoms) > WORK_LIMIT:
        return None
    names = list(atoms)
    index = {atom: i for i, atom in enumerate(names)}
    compiled = [
        (k, [(index[f], n) for f, n in factors_of(term)]) for term, k in terms if k % modulus
    ]
    found: set[int] = set()
    for values in product(range(modulus), repeat=len(names)):
        total = constant
        for k, factors in compiled:
            part = k
            for i, n in factors:
                part *= values[i] ** n
            total += part
        found.add(total % modulus)
    return frozenset(found)


def never_by_residues(e: Expr) -> bool:
    """Whether a polynomial with products differs from 0 modulo some small number."""
    for modulus in MODULI:
        found = possible_residues(e, modulus)
        if found is not None and 0 not in found:
            return True
    return False


def polynomial_residue(e: Expr, known: Residue) -> Residue:
    """The class that holds every value of a polynomial with products, from the residues that it
    takes modulo small numbers; `known` is one that holds them."""
    if e.linear:
        return known
    for modulus in POWERS:
        found = possible_residues(e, modulus)
        if found is None:
            continue
        first = min(found)
        one = (modulus, first)
        for residue in found:
            one = join_residues(one, (modulus, residue))
        known = meet_residues(known, one) or known
    return known
