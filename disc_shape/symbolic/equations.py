"""Layer 5: what an equation changes.

An equation is solved for one symbol with a unit coefficient: the one declared last, so that the
first ones represent. Without a unit, a made-up quotient makes one (3*a + 2*b == 12 is a == 2*t, b
== 6 - 3*t); without a symbol, it becomes a rule for its largest atom or product. `y - d*(y//d) ==
r` is read as a congruence; equations between products are left to `factoring.py`. What
resists is stored.
"""

from __future__ import annotations

from math import gcd

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.conditions import Comparison
from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.dims import Dim
from disc_shape.symbolic.division import FloorDiv, Mod, content, divided, floordiv_node
from disc_shape.symbolic.domains import Domains
from disc_shape.symbolic.factoring import Factoring
from disc_shape.symbolic.inequalities import Inequalities
from disc_shape.symbolic.intervals import empty, round_to_residue
from disc_shape.symbolic.monomials import contains, largest_term
from disc_shape.symbolic.nodes import Node
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.products import strip
from disc_shape.symbolic.store import Store
from disc_shape.symbolic.terms import (
    ONE,
    ZERO,
    Expr,
    Product,
    Symbol,
    affine,
    as_expr,
    const,
    factors_of,
    linear,
    minus,
    multiply,
    ordered_sum,
    parts,
    scale,
)
from disc_shape.symbolic.worklist import Layer, Worklist


class Equations(Layer):
    """Equations."""

    def __init__(
        self,
        normals: NormalForms,
        worklist: Worklist,
        definitions: Definitions,
        inequalities: Inequalities,
    ) -> None:
        super().__init__(normals, worklist)
        self.definitions = definitions
        self.factoring = Factoring(normals, worklist, definitions, inequalities)
        worklist.on("==", self.stated)
        worklist.on("restate", self.restate)

    def stated(self, node: Node) -> None:
        """e == 0, as it was stated: its symbols may have definitions."""
        e = self.factoring.cancelled(as_expr(node))
        constant, terms = parts(e)
        if len(terms) == 1 and constant % terms[0][1] == 0:
            term, k = terms[0]
            if isinstance(term, Product) and constant:
                self.factoring.product_value(term, -(constant // k))
            elif isinstance(term, Mod):
                y, d = self.normals.of(term.lhs), self.normals.of(term.rhs)
                if self.domains.never_zero(d):
                    self.remainder(y, d, -(constant // k))
                    return
        self.zero(self.normals.of(e))

    def restate(self, equation: Node) -> None:
        """An equation that was a rule, to be looked at again."""
        if isinstance(equation, Comparison):
            inside = equation.rhs.symbols
            if any([f in inside for f, _ in factors_of(equation.lhs)]):
                whole = linear(0, [(equation.lhs, 1), (equation.rhs, -1)])
                shorter = self.factoring.cancelled(whole)
                if shorter is not whole:
                    self.worklist.queue.append(("==", shorter))
                    return
            # the memo of the left-hand side holds the value of the rule
            left = self.normals.finish(self.normals.unruled(equation.lhs))
            self.equate_normal(left, self.normals.of(equation.rhs))

    def equate_normal(self, left: Expr, right: Expr) -> None:
        """Two normal expressions are equal."""
        self.zero(self.normals.rounded(minus(left, right)))

    def zero(self, e: Expr) -> None:
        """e == 0."""
        constant, terms = parts(e)
        if not terms:
            if constant:
                raise self.worklist.conflict(f"{constant} would be 0")
            return
        g = content(terms)
        if constant % g:
            raise self.worklist.conflict(
                f"{self.worklist.say(e)} is never 0: {g} does not divide {constant}"
            )
        if g > 1:
            e = divided(e, g)
            constant, terms = parts(e)
        if len(terms) == 1:
            term, k = terms[0]
            self.factoring.equate(term, const(-constant * k))
            return
        if constant == 0:
            stripped = strip(self.domains, e)
            if stripped is not e:
                self.worklist.queue.append(("==", stripped))
                return
            if len(terms) == 2 and self.factoring.binomial_fact(e):
                return
        if not e.linear:
            if constant:
                self.factoring.divisors_of_constant(constant, terms)
            found = None if e.polynomial else remainder_in(self.domains, e)
            if found is not None:
                self.remainder(*found)
                return
        self.solve_linear(e)

    def remainder(self, y: Expr, d: Expr, r: int) -> None:
        """y % d == r, for a d that is not 0."""
        if self.domains.positive(d):
            if r < 0:
                raise self.worklist.conflict(f"a remainder of {self.worklist.say(y)} is never {r}")
            self.worklist.queue.append((">=", linear(-1 - r, [(d, 1)])))
        elif r and d.constant is not None and not d.constant < r < 0:
            raise self.worklist.conflict(f"a remainder of {self.worklist.say(y)} is never {r}")
        self.divisible(y, d, r)

    def divisible(self, y: Expr, d: Expr, r: int) -> None:
        """y == d*t + r for some integer t."""
        if d is ZERO:
            self.worklist.queue.append(("==", linear(-r, [(y, 1)])))
            return
        if d.constant is not None:
            r %= abs(d.constant)
            m, have = self.domains.congruence(y)
            if m % d.constant == 0:
                if (have - r) % d.constant:
                    raise self.worklist.conflict(
                        f"{self.worklist.say(y)} is {have} modulo {m}, not {r} modulo {d}"
                    )
                return
            if self.one_multiple(y, abs(d.constant), r):
                return
        order = max((self.store.dims[s].order for s in y.symbols), default=0)
        if self.store.nested(y):
            rest = linear(-r, [(y, 1), (multiply(d, floordiv_node(y, d)), -1)])
            self.store.keep_equation(rest)
            return
        quotient = self.store.hidden(None, None, order | 1, y)
        quotient.face = (linear(-r, [(y, 1)]), d, ZERO)
        lo = self.domains.bounds(y)[0]
        if lo is not None and lo - r > -1 and self.domains.positive(d):
            quotient.lo = 0
        before = floordiv_node(y, d) if r == 0 else None
        whole = linear(-r, [(y, 1), (multiply(d, quotient.symbol), -1)])
        if whole.linear:
            self.solve_linear(whole)
        else:
            self.zero(whole)
        if before in self.store.rules:
            # a rule for the quotient holds for the new symbol
            self.worklist.queue.append(("==", minus(self.store.rules[before], quotient.symbol)))

    def one_multiple(self, y: Expr, d: int, r: int) -> bool:
        """Whether the range of y, or of what it is a multiple of, has at most one value that is r
        modulo d, which is learned then: 2*a is a multiple of 5 for no a in [1, 4]."""
        g = content(parts(y)[1])
        if g > 1 and parts(y)[0] % g == 0 and gcd(g, d) == 1:
            y, r = divided(y, g), r * pow(g, -1, d) % d
        span = round_to_residue(self.domains.bounds(y), (d, r))
        if empty(span):
            raise self.worklist.conflict(f"{self.worklist.say(y)} is never {r} modulo {d}")
        if span[0] is None or span[0] != span[1]:
            return False
        self.worklist.queue.append(("==", affine(y, 1, -span[0])))
        return True

    def solve_linear(self, e: Expr) -> None:
        """Solve e == 0 for one of its terms."""
        last = last_declared(self.store, e)
        if last is not None:
            value = solved_for(e, *last)
            if value.size <= BUDGET.nodes:
                self.definitions.define(last[0], value)
                return
        elif self.domains.never_zero(e):
            raise self.worklist.conflict(f"{self.worklist.say(e)} is never 0")
        elif (rule := as_rule(e)) is not None:
            self.definitions.add_rule(*rule)
            return
        elif self.parametrize(e):
            return
        self.store.keep_equation(e)

    def parametrize(self, e: Expr) -> bool:
        """c*s + sum(k*m) == 0 without a unit: s == t - sum((k//c)*m), and an equation with smaller
        coefficients for the rest (the equality step of Pugh's Omega test)."""
        free = [(s, k) for s, k in parts(e)[1] if isinstance(s, Symbol) and is_alone(s, e)]
        if not free:
            return not e.polynomial and self.residue(e)
        s, k = min(free, key=lambda item: (abs(item[1]), -self.store.dims[item[0]].order))
        constant, terms = parts(e if k > 0 else scale(e, -1))
        c = abs(k)
        outer: list[tuple[Expr, int]] = []
        inner: list[tuple[Expr, int]] = []
        for term, j in terms:
            if term is not s:
                q, r = divmod(j, c)
                if 2 * r > c:
                    q, r = q + 1, r - c
                outer.append((term, q))
                inner.append((term, r))
        if not any(q for _, q in outer) or self.store.nested(e):
            return False
        q0, r0 = divmod(constant, c)
        t = self.store.hidden(None, None, self.store.dims[s].order | 1, e)
        t.face = (linear(q0, [(s, 1), *outer]), ONE, ZERO)
        self.definitions.define(s, linear(-q0, [(t.symbol, 1), *((m, -q) for m, q in outer)]))
        self.worklist.queue.append(("==", linear(r0, [(t.symbol, c), *inner])))
        return True

    def residue(self, e: Expr) -> bool:
        """c*s + g*(...) == r, with s inside of the rest as well: s is known modulo g."""
        constant, terms = parts(e)
        for s, c in terms:
            g = gcd(*(k for t, k in terms if t is not s)) if len(terms) > 1 else 0
            if type(s) is Symbol and g > 1 and gcd(c, g) == 1 and not self.store.nested(s):
                self.divisible(s, const(g), -constant * pow(c, -1, g))
                self.worklist.queue.append(("==", e))
                return True
        return False


def remainder_in(domains: Domains, e: Expr) -> tuple[Expr, Expr, int] | None:
    """(y, d, r): from k * (y - d*(y//d)) == k*r follows that y is r modulo d."""
    for term, k in parts(e)[1]:
        for factor, n in factors_of(term):
            if n != 1 or not isinstance(factor, FloorDiv) or not domains.never_zero(factor.rhs):
                continue
            y, d = factor.lhs, factor.rhs
            remainder = linear(0, [(y, 1), (multiply(d, factor), -1)])
            lead = dict(parts(remainder)[1]).get(term)
            if lead is None or k % lead:
                continue
            rest = linear(0, [(e, 1), (remainder, -(k // lead))]).constant
            if rest is not None and rest % (k // lead) == 0:
                return y, d, -rest // (k // lead)
    return None


def is_alone(term: Expr, e: Expr) -> bool:
    """Whether the symbols of a term are in no other term of a sum."""
    return e.linear or not any(term in t.symbols for t, _ in parts(e)[1] if t is not term)


def last_declared(store: Store, e: Expr) -> tuple[Symbol, int] | None:
    """The symbol with a unit coefficient, and in no other term, that was declared last."""
    best: Dim | None = None
    best_k = 0
    for term, k in parts(e)[1]:
        if (k == 1 or k == -1) and type(term) is Symbol:
            dim = store.dims[term]
            if (best is None or dim.order > best.order) and is_alone(term, e):
                best, best_k = dim, k
    return None if best is None else (best.symbol, best_k)


def solved_for(e: Expr, term: Expr, k: int) -> Expr:
    """The value of a term where e == 0, for its coefficient k of 1 or -1."""
    constant, terms = parts(e)
    return ordered_sum(-constant * k, tuple([(t, -j * k) for t, j in terms if t is not term]))


def as_rule(e: Expr) -> tuple[Expr, Expr] | None:
    """Where e == 0, its largest atom or product and its value, if that has a unit coefficient."""
    terms = parts(e)[1]
    # only the largest term: rules that rewrite downwards come to an end together
    term, k = largest_term(terms)
    if k not in (1, -1) or type(term) is Symbol:
        return None
    # no other term has a higher degree: only inside an atom can the term occur again
    if not e.polynomial and any(t is not term and contains(t, term) for t, _ in terms):
        return None
    value = solved_for(e, term, k)
    return (term, value) if value.size <= BUDGET.nodes else None
