"""Layer 3: residues of expressions: which class modulo a number all their values lie in.

They depend on nothing but the expressions themselves, so that they are computed once."""

from __future__ import annotations

from functools import reduce
from math import gcd

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max, Select
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.intervals import Residue, join_residues, multiply_residues, normal_residue
from disc_shape.symbolic.terms import Const, Expr, Product, Sum, Symbol


class Residues:
    """Residues of expressions."""

    def __init__(self) -> None:
        self.known: dict[Expr, Residue] = {}
        """Those of atoms and products."""

    def of(self, e: Expr) -> Residue:
        """(m, r): every value of a normal expression is r modulo m."""
        if isinstance(e, Const):
            return 0, e.number
        if isinstance(e, Symbol) or (isinstance(e, Product) and e.polynomial):
            return 1, 0
        if isinstance(e, Sum):
            modulus, rest = 0, e.constant_term
            for term, k in e.terms:
                if type(term) is Symbol:
                    modulus = gcd(modulus, k)
                else:
                    m, r = self.of(term)
                    modulus = gcd(modulus, m * k)
                    rest += r * k
                if modulus == 1:
                    return 1, 0
            return normal_residue(modulus, rest)
        found = self.known.get(e)
        if found is None:
            found = (1, 0) if e.size > BUDGET.large else self.of_atom(e)
            self.known[e] = found
        return found

    def of_atom(self, e: Expr) -> Residue:
        """The residue of a product, quotient, maximum or selection from those of its operands."""
        if isinstance(e, Product):
            result = (0, 1)
            for factor, n in e.factors:
                one = self.of(factor)
                for _ in range(n):
                    result = multiply_residues(result, one)
            return result
        if isinstance(e, FloorDiv):
            d = e.rhs.constant
            m, r = self.of(e.lhs)
            if d is not None and d > 0 and m % d == 0 and m:
                return normal_residue(m // d, r // d)
            return 1, 0
        if isinstance(e, Max | Select):
            operands = e.args if isinstance(e, Max) else (e.then, e.other)
            return reduce(join_residues, map(self.of, operands))
        return 1, 0
