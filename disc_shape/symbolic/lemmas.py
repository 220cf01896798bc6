"""Inequalities that always hold: of quotients and maxima, and of products, where the signs of their
factors are known.

Elimination is linear; it sees a product only as one more number. What it needs to know about that
number is made here, guided by the products of the question: nothing is multiplied that they do not
contain.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from itertools import chain, combinations, combinations_with_replacement

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.monomials import divide_monomial, without
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.terms import Expr, Product, linear, make_product, multiply, parts


class Lemmas:
    """What is always true."""

    def __init__(self, normals: NormalForms) -> None:
        self.domains = normals.domains
        self.normals = normals

    def axioms(self, atom: Expr) -> Iterator[Expr]:
        """What is always true of an atom."""
        if isinstance(atom, FloorDiv) and self.domains.positive(atom.rhs):
            rest = linear(0, [(atom.lhs, 1), (self.normals.finish(multiply(atom.rhs, atom)), -1)])
            yield rest
            yield linear(-1, [(atom.rhs, 1), (rest, -1)])
        elif isinstance(atom, Max):
            for arg in atom.args:
                yield linear(0, [(atom, 1), (arg, -1)])

    # -- quotients

    def quotients(self, facts: Iterable[Expr], atoms: Iterable[Expr]) -> list[Expr]:
        """What facts about a numerator imply of a quotient."""
        found = [atom for atom in atoms if isinstance(atom, FloorDiv)][: BUDGET.cases]
        if not found:
            return []
        return list(self.through_quotients(list(facts), found))

    def through_quotients(self, facts: list[Expr], quotients: list[FloorDiv]) -> Iterator[Expr]:
        """From x <= y, x // d <= y // d, where d divides y but for a number: `i < 8*n` implies that
        i // 8 < n."""
        for quotient in quotients:
            d = quotient.rhs.constant
            terms = parts(quotient.lhs)[1]
            if d is None or d < 1:
                continue
            head, k = terms[0]
            for fact in facts:
                have = dict(parts(fact)[1]).get(head, 0)
                if have not in (k, -k):
                    continue
                sign = 1 if have == k else -1
                # the fact is sign*(x - y) >= 0
                other = linear(0, [(quotient.lhs, 1), (fact, -sign)])
                constant, rest = parts(other)
                if rest and all(j % d == 0 for _, j in rest):
                    bound = linear(constant // d, [(t, j // d) for t, j in rest])
                    yield linear(0, [(quotient, sign), (bound, -sign)])

    # -- products

    def products(
        self, facts: list[Expr], atoms: list[Product], known: Container[Expr] | None = None
    ) -> Iterator[Expr]:
        """g >= 0 and h >= 0 give g*h >= 0: g a fact, h what makes a product of the question, or
        another fact.  With `known`, only such as have no products but these."""
        made = chain(self.squares(atoms), self.scaled(facts, atoms), self.pairs(facts, atoms))
        for lemma in made:
            if known is None or has_only(lemma, known):
                yield lemma

    def scaled(self, facts: list[Expr], atoms: list[Product]) -> Iterator[Expr]:
        """A fact times the rest of a product of which it has a part."""
        count = 0
        by_term: dict[Expr, list[Expr]] = {}
        for fact in facts:
            terms = parts(fact)[1]
            for term, _ in terms if len(terms) <= BUDGET.nodes else ():
                by_term.setdefault(term, []).append(fact)
        for atom in atoms:
            for part, rest in self.splits(atom, by_term):
                low = self.domains.bounds(rest)[0]
                if low is None or low < 0:
                    continue
                candidates: list[Expr] = []
                lo, hi = self.domains.bounds(part)
                if lo is not None:
                    candidates.append(linear(-lo, [(part, 1)]))
                if hi is not None:
                    candidates.append(linear(hi, [(part, -1)]))
                for fact in (*candidates, *by_term.get(part, ())):
                    count += 1
                    if count > BUDGET.statements:
                        return
                    yield self.normals.finish(multiply(fact, rest))
                    if low > 0:
                        yield self.normals.finish(multiply(fact, linear(-low, [(rest, 1)])))

    def splits(self, atom: Product, terms: Iterable[Expr]) -> Iterator[tuple[Expr, Expr]]:
        """The ways to write a product as a factor, or as a term of some facts, times the rest."""
        single = {factor for factor, _ in atom.factors}
        for factor, n in atom.factors:
            if n == 1 or len(atom.factors) == 1:
                yield factor, without(atom, [(factor, 1)])
        for term in terms:
            if isinstance(term, Product) and term is not atom and term not in single:
                rest = divide_monomial(atom, term)
                if rest is not None:
                    yield term, rest

    def squares(self, atoms: list[Product]) -> Iterator[Expr]:
        """What holds of squares of integers."""
        for atom in atoms:
            if all(n % 2 == 0 for _, n in atom.factors):
                # x*x >= x and x*x >= -x
                root = make_product({f: n // 2 for f, n in atom.factors})
                yield linear(0, [(atom, 1), (root, -1)])
                yield linear(0, [(atom, 1), (root, 1)])
            for factor, n in atom.factors:
                if n != 2:
                    continue
                if len(atom.factors) > 1:
                    others = without(atom, [(factor, n)])
                    if self.domains.surely_nonnegative(others):
                        yield linear(0, [(atom, 1), (multiply(others, factor), -1)])
                else:
                    lo = self.domains.bounds(factor)[0]
                    if lo is not None:
                        # (x - lo)*(x - lo - 1) >= 0
                        yield multiply(linear(-lo, [(factor, 1)]), linear(-lo - 1, [(factor, 1)]))

        roots = [atom.factors[0][0] for atom in atoms if atom.factors[0][1] == 2]
        for x, y in combinations(roots[: BUDGET.cases], 2):
            if multiply(x, y) in atoms:
                # (x - y)**2 >= 0 and (x + y)**2 >= 0
                for sign in (1, -1):
                    side = linear(0, [(x, 1), (y, sign)])
                    yield multiply(side, side)

    def pairs(self, facts: list[Expr], atoms: list[Product]) -> Iterator[Expr]:
        """The products of two facts that are sums, of which every product is one of the question:
        b >= a and c >= b give (b - a)*(c - b) >= 0."""
        wanted: set[Expr] = set(atoms)
        symbols = {symbol for atom in atoms for symbol in atom.symbols}
        sums = [
            fact
            for fact in facts
            if len(parts(fact)[1]) > 1
            and symbols.issuperset(fact.symbols)
            and not any(isinstance(t, Product) for t, _ in parts(fact)[1])
        ][: BUDGET.cases]
        for g, h in combinations_with_replacement(sums, 2):
            found = multiply(g, h)
            if has_only(found, wanted):
                yield self.normals.finish(found)


def has_only(e: Expr, products: Container[Expr]) -> bool:
    """Whether every product in a sum is one of some."""
    return all(t in products for t, _ in parts(e)[1] if isinstance(t, Product))
