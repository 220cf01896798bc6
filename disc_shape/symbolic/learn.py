"""Layers 3 and 5: what a new statement changes.

Every statement is brought to `e == 0`, `e >= 0` or `e != 0` over normal expressions and put on a queue;
one loop drains it.  An equation is solved for one symbol with a unit coefficient (the one declared last,
so that the first ones represent), for a made-up quotient if no coefficient is a unit, for an atom or a
product if no symbol can be had; what resists is kept and tried again when something about one of its
symbols changes.  An inequality becomes an interval of a form and moves the bounds of its symbols.
"""

from __future__ import annotations

from collections import deque
from math import gcd, isqrt
from typing import Final

from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.division import FloorDiv, content
from disc_shape.symbolic.domains import form_of, is_positive_part, signed
from disc_shape.symbolic.facts import Contradiction
from disc_shape.symbolic.intervals import (
    EVERYTHING,
    Interval,
    empty,
    inside,
    meet,
    scaled_interval,
)
from disc_shape.symbolic.normal import Normal
from disc_shape.symbolic.residues import possible_residues
from disc_shape.symbolic.store import HIDDEN, SUBSTITUTION_LIMIT, Dim
from disc_shape.symbolic.terms import (
    ONE,
    ZERO,
    Const,
    Expr,
    Node,
    Product,
    Sum,
    Symbol,
    const,
    factors_of,
    linear,
    make_product,
    make_sum,
    multiply,
    parts,
    scale,
)

STEP_LIMIT: Final = 20_000
"""Statements handled in answer to one new fact."""
UPDATE_LIMIT: Final = 40
"""Moves of one dim's bounds that are passed on."""
BIT_LIMIT: Final = 512
"""Propagated bounds with more bits are dropped: a growing bound would not end."""
SUPPOSED_STEPS: Final = 300
"""Statements handled in answer to one supposition."""
FORM_LIMIT: Final = 64
"""A form with more terms than this does not move the bounds of its symbols."""


class Learn(Normal):
    """New facts."""

    def __init__(self) -> None:
        super().__init__()
        self.supposing = 0
        self.queue: deque[tuple[str, Node]] = deque()
        self.equations: dict[Expr, None] = {}
        """Normal expressions that are zero and could not be solved."""

    # -- the loop

    def state(self, op: str, e: Expr) -> bool:
        """Learn `e op 0`; whether anything new was learned."""
        before = self.epoch
        self.queue.append((op, e))
        self.drain()
        return self.epoch != before

    def drain(self) -> None:
        """Handle what is queued and what follows from it."""
        steps = 0
        limit = SUPPOSED_STEPS if self.supposing else STEP_LIMIT
        try:
            while self.queue:
                steps += 1
                op, e = self.queue.popleft()
                if steps > limit:
                    continue
                if not isinstance(e, Expr):
                    self.clause(e)
                    continue
                e = self.normal(e)
                if op == "==":
                    self.zero(e)
                elif op == ">=":
                    self.nonnegative(e)
                elif op == "!=":
                    self.nonzero_fact(e)
                else:
                    self.propagate(e)
        except Contradiction:
            self.queue.clear()
            raise

    def conflict(self, what: str) -> Contradiction:
        """The facts cannot all hold."""
        self.queue.clear()
        return Contradiction(what)

    def clause(self, statement: Node) -> None:
        """A stored disjunction to be looked at again."""
        raise NotImplementedError

    # -- stored statements

    def keep(self, kind: str, e: Node) -> None:
        """Look at a stored statement again when one of its symbols changes."""
        for symbol in e.symbols:
            self.keep_one(kind, e, self.dims[symbol])

    def keep_one(self, kind: str, e: Node, dim: Dim) -> None:
        if not self.supposing:
            self.event(dim.symbol)
        if dim.watching is None:
            dim.watching = {}
        if (kind, e) not in dim.watching:
            self.put(dim.watching, (kind, e), None)

    def again(self, dim: Dim, defined: bool) -> None:
        """Requeue the statements that mention a dim; drop them where the dim is no longer free."""
        if not defined and dim.updates >= UPDATE_LIMIT:
            return
        for kind, e in list(dim.watching or ()):
            if not isinstance(e, Expr):
                self.queue.append((kind, e))
            elif kind == "form":
                known = self.forms.get(e)
                if known is None:
                    continue
                if defined:
                    self.drop(self.forms, e)
                    self.queue_interval(e, known)
                else:
                    self.queue.append(("form", e))
            elif kind == "==":
                if e in self.equations:
                    self.drop(self.equations, e)
                    self.queue.append((kind, e))
            elif kind == "!=":
                if e in self.nonzeros:
                    self.drop(self.nonzeros, e)
                    self.queue.append((kind, e))
            elif defined or (isinstance(e, Product) and self.positive(dim.symbol)):
                self.forget_rule(e)

    def queue_interval(self, e: Expr, interval: Interval) -> None:
        lo, hi = interval
        if lo is not None:
            self.queue.append((">=", linear(-lo, [(e, 1)])))
        if hi is not None:
            self.queue.append((">=", linear(hi, [(e, -1)])))

    # -- equations

    def zero(self, e: Expr) -> None:
        """e == 0."""
        constant, terms = parts(e)
        if not terms:
            if constant:
                raise self.conflict(f"{constant} would be 0")
            return
        g = content(terms)
        if constant % g:
            raise self.conflict(f"{e} is never 0: {g} does not divide {constant}")
        if g > 1:
            e = make_sum(constant // g, {t: k // g for t, k in terms})
            constant, terms = parts(e)
        if len(terms) == 1:
            term, k = terms[0]
            self.equate(term, const(-constant * k))
            return
        if self.never_zero(e):
            raise self.conflict(f"{e} is never 0")
        if constant == 0:
            stripped = self.strip(e)
            if stripped is not e:
                self.queue.append(("==", stripped))
                return
            if len(terms) == 2 and self.binomial_fact(e):
                return
        if any(type(t) is not Symbol for t, _ in terms) and self.exact_division(e):
            return
        self.solve_linear(e)

    def equate(self, term: Expr, value: Expr) -> None:
        """A monomial has a value: a constant."""
        if isinstance(term, Symbol):
            self.define(term, value)
        elif isinstance(term, Product) and value is ZERO:
            open_factors = [f for f, _ in term.factors if not self.never_zero(f)]
            if not open_factors:
                raise self.conflict(f"{term} is never 0")
            if len(open_factors) == 1:
                self.queue.append(("==", open_factors[0]))
            else:
                self.add_rule(make_product(dict.fromkeys(open_factors, 1)), ZERO)
        else:
            if not inside(self.bounds(term), value.constant or 0):
                raise self.conflict(f"{term} is never {value}")
            self.add_rule(term, value)
            if isinstance(term, Product):
                self.product_value(term, value.constant or 0)

    def strip(self, e: Expr) -> Expr:
        """e without the common factors of its terms that cannot be zero."""
        _, terms = parts(e)
        common: dict[Expr, int] | None = None
        for term, _ in terms:
            have = dict(factors_of(term))
            common = (
                have
                if common is None
                else {f: min(n, have[f]) for f, n in common.items() if f in have}
            )
            if not common:
                return e
        assert common is not None
        gone = {f: n for f, n in common.items() if self.never_zero(f)}
        if len(gone) < len(common):
            # M * d == 0: one of the two is zero
            rest = divide_terms(terms, common)
            if self.never_zero(rest):
                return make_product({f: 1 for f in common if f not in gone})
        if not gone:
            return e
        return divide_terms(terms, gone)

    def binomial_fact(self, e: Expr) -> bool:
        """j*M == k*N: equal powers have equal roots; otherwise M == k*t and N == j*t."""
        (m, j), (n, k) = parts(e)[1]
        if j * k >= 0 or type(m) is Symbol or type(n) is Symbol:
            return False
        if abs(j) == abs(k) == 1:
            g = 0
            for _, power in (*factors_of(m), *factors_of(n)):
                g = gcd(g, power)
            if g < 2:
                return False
            roots = [make_product({f: p // g for f, p in factors_of(x)}) for x in (m, n)]
            if not all((self.bounds(root)[0] or -1) >= 0 or self.bounds(root)[0] == 0 for root in roots):
                return False
            self.queue.append(("==", linear(0, [(roots[0], 1), (roots[1], -1)])))
            return True
        if abs(j) == 1 or abs(k) == 1:
            return False
        order = max(self.dims[s].order for s in e.symbols)
        t = self.hidden(None, None, order | 1)
        lo = self.bounds(m)[0]
        if lo is not None and lo >= 0:
            t.lo = 0
        t.face = (m, const(abs(k)), ZERO)
        self.add_rule(m, scale(t.symbol, abs(k)))
        self.add_rule(n, scale(t.symbol, abs(j)))
        return True

    def exact_division(self, e: Expr) -> bool:
        """k * (y - d*(y//d)) == k*r says that y is r modulo d."""
        for term, k in parts(e)[1]:
            for factor, n in factors_of(term):
                if n != 1 or not isinstance(factor, FloorDiv) or not self.never_zero(factor.rhs):
                    continue
                y, d = factor.lhs, factor.rhs
                remainder = linear(0, [(y, 1), (multiply(d, factor), -1)])
                lead = next((j for t, j in parts(remainder)[1] if t is term), None)
                if lead is None or k % lead:
                    continue
                rest = linear(0, [(e, 1), (remainder, -(k // lead))]).constant
                if rest is None or rest % (k // lead):
                    continue
                self.divisible(y, d, -rest // (k // lead))
                return True
        return False

    def divisible(self, y: Expr, d: Expr, r: int) -> None:
        """y == d*t + r for some integer t."""
        if d.constant is not None and (r < 0 or r >= abs(d.constant)):
            raise self.conflict(f"a remainder of {y} by {d} is never {r}")
        if d.constant is not None:
            m, have = self.congruence(y)
            if m % d.constant == 0:
                if have % d.constant != r % d.constant:
                    raise self.conflict(f"{y} is {have} modulo {m}, not {r} modulo {d}")
                return
            possible = possible_residues(y, abs(d.constant))
            if possible is not None:
                if r % abs(d.constant) not in possible:
                    raise self.conflict(f"{y} is never {r} modulo {d}")
                if len(possible) == 1:
                    return
        order = max((self.dims[s].order for s in y.symbols), default=0)
        quotient = self.hidden(None, None, order | 1)
        quotient.face = (linear(-r, [(y, 1)]), d, ZERO)
        lo, hi = self.bounds(y)
        if lo is not None and lo - r > -1 and self.positive(d):
            quotient.lo = 0
        self.solve_linear(linear(-r, [(y, 1), (multiply(d, quotient.symbol), -1)]))

    def solve_linear(self, e: Expr) -> None:
        """Solve e == 0 for one of its terms."""
        constant, terms = parts(e)
        best: Dim | None = None
        best_k = 0
        plain = all(type(t) is Symbol for t, _ in terms)
        for term, k in terms:
            if isinstance(term, Symbol) and (k == 1 or k == -1):
                dim = self.dims[term]
                if best is None or dim.order > best.order:
                    if plain or not any(term in t.symbols for t, _ in terms if t is not term):
                        best, best_k = dim, k
        if best is not None:
            value = make_sum(
                -constant * best_k, {t: -k * best_k for t, k in terms if t is not best.symbol}
            )
            if value.size <= SUBSTITUTION_LIMIT:
                self.define(best.symbol, value)
                return
        elif self.solve_atom(e) or self.parametrize(e):
            return
        self.keep_equation(e)

    def keep_equation(self, e: Expr) -> None:
        if e not in self.equations:
            self.put(self.equations, e, None)
            self.keep("==", e)
            self.bump()

    def solve_atom(self, e: Expr) -> bool:
        """Make e == 0 a rule for its largest atom or product, if that has a unit coefficient."""
        constant, terms = parts(e)
        term, k = max(terms, key=lambda item: monomial_key(item[0]))
        if k not in (1, -1) or type(term) is Symbol:
            return False
        if any(other is not term and contains(other, term) for other, _ in terms):
            return False
        value = make_sum(-constant * k, {t: -j * k for t, j in terms if t is not term})
        if value.size > SUBSTITUTION_LIMIT:
            return False
        self.add_rule(term, value)
        return True

    def parametrize(self, e: Expr) -> bool:
        """c*s + sum(k*m) == 0 without a unit: s == t - sum((k//c)*m), and an equation with smaller
        coefficients for the rest (the equality step of Pugh's Omega test)."""
        constant, terms = parts(e)
        best: tuple[int, int, Symbol, int] | None = None
        for term, k in terms:
            if isinstance(term, Symbol):
                if any(term in t.symbols for t, _ in terms if t is not term):
                    continue
                key = (abs(k), -self.dims[term].order, term, k)
                if best is None or key[:2] < best[:2]:
                    best = key
        if best is None:
            return False
        c, _, s, k = best
        if k < 0:
            constant, terms = -constant, tuple((t, -j) for t, j in terms)
        outer: list[tuple[Expr, int]] = []
        inner: list[tuple[Expr, int]] = []
        for term, j in terms:
            if term is not s:
                q, r = divmod(j, c)
                if 2 * r > c:
                    q, r = q + 1, r - c
                outer.append((term, q))
                inner.append((term, r))
        if not any(q for _, q in outer):
            return False
        q0, r0 = divmod(constant, c)
        t = self.hidden(None, None, self.dims[s].order | 1)
        t.face = (linear(q0, [(s, 1), *outer]), ONE, ZERO)
        self.define(s, linear(-q0, [(t.symbol, 1), *((m, -q) for m, q in outer)]))
        self.queue.append(("==", linear(r0, [(t.symbol, c), *inner])))
        return True

    # -- definitions

    def define(self, symbol: Symbol, value: Expr) -> None:
        """A free symbol equals a normal expression without it."""
        dim = self.dims[symbol]
        self.save(dim)
        dim.definition = value
        dim.cause = self.current
        self.bump()
        dim.stamp = self.epoch
        self.use(dim, value.symbols)
        if type(value) is Symbol:
            self.merge_ranges(dim, self.dims[value])
        else:
            self.transfer(dim, value)
        if dim.watching:
            self.again(dim, True)
        if self.watchers:
            self.note(dim)

    def merge_ranges(self, dim: Dim, into: Dim) -> None:
        """Two symbols are one: the representative knows what either knew."""
        lo, hi = dim.lo, dim.hi
        if lo is not None or hi is not None or dim.holes:
            if dim.holes:
                self.restrict(into, dim.holes)
            if (lo is not None and (into.lo is None or lo > into.lo)) or (
                hi is not None and (into.hi is None or hi < into.hi)
            ):
                self.tighten(into, lo, hi)
        if self.watchers:
            self.note(into)

    def transfer(self, dim: Dim, value: Expr) -> None:
        """What was known of the range of a symbol holds of its definition."""
        lo, hi = dim.lo, dim.hi
        have = self.bounds(value)
        if empty(meet(have, (lo, hi))):
            raise self.conflict(
                f"{dim.symbol} in {show_interval((lo, hi))} cannot be {value} in {show_interval(have)}"
            )
        if lo is not None and (have[0] is None or have[0] < lo):
            self.queue.append((">=", linear(-lo, [(value, 1)])))
        if hi is not None and (have[1] is None or have[1] > hi):
            self.queue.append((">=", linear(hi, [(value, -1)])))
        if dim.holes:
            self.move_holes(dim, value)
        constant, terms = parts(value)
        if dim.symbol.label[0] != HIDDEN and terms:
            for term, k in terms:
                if isinstance(term, Symbol) and term.label[0] == HIDDEN and k not in (1, -1):
                    hidden = self.dims[term]
                    rest = make_sum(constant, {t: j for t, j in terms if t is not term})
                    if all(s.label[0] != HIDDEN for s in rest.symbols) and self.better_face(
                        hidden, dim, k
                    ):
                        self.save(hidden)
                        hidden.face = (dim.symbol, const(k), rest)
                        break

    def better_face(self, hidden: Dim, dim: Dim, k: int) -> bool:
        """Whether a dim that became k * hidden + rest shows the hidden one better than now."""
        if hidden.face is None:
            return True
        whole, factor, _ = hidden.face
        if not isinstance(whole, Symbol) or factor.constant is None:
            return True
        return (abs(k), dim.order) < (abs(factor.constant), self.dims[whole].order)

    def move_holes(self, dim: Dim, value: Expr) -> None:
        """The intervals of a symbol that became k*s + c are intervals of s."""
        if isinstance(value, Const):
            if not any(inside(part, value.number) for part in dim.holes):
                raise self.conflict(f"{dim.symbol} is never {value}")
            return
        constant, terms = parts(value)
        if len(terms) == 1 and isinstance(terms[0][0], Symbol):
            k = terms[0][1]
            pieces: list[Interval] = []
            for lo, hi in dim.holes:
                if k < 0:
                    lo, hi = hi, lo
                low = None if lo is None else -((constant - lo) // k)
                high = None if hi is None else (hi - constant) // k
                if low is None or high is None or low <= high:
                    pieces.append((low, high))
            pieces.sort(key=lambda p: (p[0] is not None, p[0] or 0))
            self.restrict(self.dims[terms[0][0]], tuple(pieces))

    def add_rule(self, term: Expr, value: Expr) -> None:
        """From now on a normal form has `value` for `term`."""
        if isinstance(term, Product):
            # filed under the first factor only: a product has every factor of the rule
            factor = term.factors[0][0]
            table = self.monomial_rules.get(factor)
            if table is None:
                table = {}
                self.put(self.monomial_rules, factor, table)
            self.put(table, term, value)
        else:
            self.put(self.rules, term, value)
        known = self.forms.get(term)
        if known is not None:
            self.drop(self.forms, term)
            self.queue_interval(value, known)
        self.keep("rule", term)
        for symbol in value.symbols:
            self.keep_one("rule", term, self.dims[symbol])
        self.bump()
        self.rule_ranges(term, value)

    def rule_ranges(self, term: Expr, value: Expr) -> None:
        """The operands of an atom are as close to its value as to the atom."""
        if isinstance(term, FloorDiv):
            d = term.rhs
            if self.positive(d):
                below = linear(0, [(term.lhs, 1), (multiply(d, value), -1)])
                self.queue.append((">=", below))
                self.queue.append((">=", linear(-1, [(d, 1), (below, -1)])))
        elif isinstance(term, Max):
            for arg in term.args:
                self.queue.append((">=", linear(0, [(value, 1), (arg, -1)])))
        if isinstance(term, Product | FloorDiv | Max):
            have = self.atom_range(term)
            if have != EVERYTHING:
                self.queue_interval(value, have)

    def forget_rule(self, term: Expr) -> None:
        """An operand of a rule changed: state the equation anew."""
        if isinstance(term, Product):
            table = self.monomial_rules.get(term.factors[0][0], {})
            if term in table:
                value = table[term]
                self.drop(table, term)
                self.queue.append(("==", linear(0, [(term, 1), (value, -1)])))
        elif term in self.rules:
            value = self.rules[term]
            self.drop(self.rules, term)
            self.queue.append(("==", linear(0, [(term, 1), (value, -1)])))

    def product_value(self, term: Product, value: int) -> None:
        """A product of dimensions has a non-zero value: each factor is one of its divisors."""
        for factor, _ in term.factors:
            self.queue.append(("!=", factor))
        if value <= 0 or any(
            self.bounds(f)[0] is None or (self.bounds(f)[0] or 0) < 0 for f, _ in term.factors
        ):
            return
        for factor, n in term.factors:
            if not isinstance(factor, Symbol) or value > 1 << 24:
                self.queue.append((">=", linear(value, [(factor, -1)])))
                continue
            others = make_product({f: m for f, m in term.factors if f is not factor})
            span = self.bounds(others)
            fits = [
                (v, v) for v in divisors(value) if value % v**n == 0 and inside(span, value // v**n)
            ]
            self.restrict(self.dims[factor], tuple(fits))

    # -- inequalities

    def nonnegative(self, e: Expr) -> None:
        """e >= 0."""
        constant, terms = parts(e)
        if not terms:
            if constant < 0:
                raise self.conflict(f"{constant} would be at least 0")
            return
        if len(terms) > 1:
            lo, hi = self.bounds(e)
            if lo is not None and lo >= 0:
                return
            if hi is not None and hi < 0:
                raise self.conflict(f"{e} is at most {hi}, not at least 0")
            if constant == 0:
                # M * d >= 0 with M > 0 says d >= 0
                stripped = self.strip_positive(e)
                if stripped is not e:
                    self.queue.append((">=", stripped))
                    return
        form, k, c = form_of(e)
        if k > 0:
            self.bound(form, -(c // k), None)
        else:
            self.bound(form, None, c // -k)

    def strip_positive(self, e: Expr) -> Expr:
        """e without the common factors of its terms that are above zero."""
        _, terms = parts(e)
        common = dict(factors_of(terms[0][0]))
        for term, _ in terms[1:]:
            have = dict(factors_of(term))
            common = {f: min(n, have[f]) for f, n in common.items() if f in have}
        common = {f: n for f, n in common.items() if self.positive(f)}
        return divide_terms(terms, common) if common else e

    def bound(self, form: Expr, lo: int | None, hi: int | None) -> None:
        """lo <= form <= hi."""
        if isinstance(form, Symbol):
            self.tighten(self.dims[form], lo, hi)
            return
        old = self.forms.get(form)
        new = (lo, hi) if old is None else meet(old, (lo, hi))
        if new == old:
            return
        have = meet(new, self.bounds(form))
        if empty(have):
            raise self.conflict(f"{form} cannot lie in {show_interval(new)}")
        self.put(self.forms, form, new)
        self.keep("form", form)
        self.bump()
        if have[0] is not None and have[0] == have[1]:
            self.queue.append(("==", linear(-have[0], [(form, 1)])))
        else:
            self.propagate(form)
            self.ordered(form, new)
        if self.nonzeros:
            self.again_nonzeros(form)

    def ordered(self, form: Expr, interval: Interval) -> None:
        """A form has a new interval: look at the order it implies."""
        raise NotImplementedError

    def again_nonzeros(self, form: Expr) -> None:
        """A form with a new interval may be one that is known to differ from an end of it."""
        for symbol in form.symbols[:1]:
            for kind, e in list(self.dims[symbol].watching or ()):
                if kind == "!=" and isinstance(e, Expr) and e in self.nonzeros:
                    self.drop(self.nonzeros, e)
                    self.queue.append((kind, e))

    def propagate(self, form: Expr) -> None:
        """Move the bounds of what a form is made of."""
        known = self.forms.get(form)
        if known is None:
            return
        if not isinstance(form, Sum):
            self.push_down(form, known)
            return
        if len(form.terms) > FORM_LIMIT:
            return
        spans = [(t, k, scaled_interval(self.bounds(t), k)) for t, k in form.terms]
        lows = [s[0] for _, _, s in spans if s[0] is not None]
        highs = [s[1] for _, _, s in spans if s[1] is not None]
        low_gaps, high_gaps = len(spans) - len(lows), len(spans) - len(highs)
        low_sum, high_sum = sum(lows), sum(highs)
        lo, hi = known
        for term, k, (tl, th) in spans:
            new_lo = new_hi = None
            if lo is not None and (high_gaps == 0 or (high_gaps == 1 and th is None)):
                new_lo = lo - (high_sum - (th or 0))
            if hi is not None and (low_gaps == 0 or (low_gaps == 1 and tl is None)):
                new_hi = hi - (low_sum - (tl or 0))
            if k < 0:
                new_lo, new_hi = new_hi, new_lo
            low = None if new_lo is None else -(-new_lo // k)
            high = None if new_hi is None else new_hi // k
            if low is not None and low.bit_length() > BIT_LIMIT:
                low = None
            if high is not None and high.bit_length() > BIT_LIMIT:
                high = None
            if low is None and high is None:
                continue
            have = self.bounds(term)
            if meet(have, (low, high)) != have:
                self.queue_interval(term, (low, high))

    def push_down(self, atom: Expr, interval: Interval) -> None:
        """Move the bounds of the operands of an atom."""
        lo, hi = interval
        if isinstance(atom, FloorDiv) and self.positive(atom.rhs):
            if lo is not None:
                self.queue.append((">=", linear(0, [(atom.lhs, 1), (atom.rhs, -lo)])))
            if hi is not None:
                self.queue.append((">=", linear(-1, [(atom.rhs, hi + 1), (atom.lhs, -1)])))
        elif isinstance(atom, Max):
            if hi is not None:
                for arg in atom.args:
                    self.queue.append((">=", linear(hi, [(arg, -1)])))
            if lo is not None and lo > 0 and is_positive_part(atom):
                self.queue.append((">=", linear(-lo, [(atom.args[0], 1)])))
        elif isinstance(atom, Product):
            if any(
                (self.bounds(f)[0] or -1) < 0 and self.bounds(f)[0] != 0 for f, _ in atom.factors
            ):
                return
            for factor, n in atom.factors:
                others = make_product({f: m for f, m in atom.factors if f is not factor})
                low, high = self.bounds(others)
                if n > 1:
                    continue
                if lo is not None and lo >= 1:
                    need = 1 if high is None else -(-lo // high) if high > 0 else 1
                    self.queue.append((">=", linear(-need, [(factor, 1)])))
                if hi is not None and low is not None and low >= 1:
                    self.queue.append((">=", linear(hi // low, [(factor, -1)])))

    def tighten(self, dim: Dim, lo: int | None, hi: int | None) -> None:
        """lo <= dim <= hi."""
        if dim.definition is not None:
            self.queue_interval(dim.definition, (lo, hi))
            return
        if lo is None or (dim.lo is not None and lo <= dim.lo):
            lo = dim.lo
        if hi is None or (dim.hi is not None and hi >= dim.hi):
            hi = dim.hi
        if dim.holes and (lo, hi) != (dim.lo, dim.hi):
            pieces = [p for p in (meet(p, (lo, hi)) for p in dim.holes) if not empty(p)]
            if not pieces:
                raise self.conflict(f"no value is left for {dim.symbol}")
            lo, hi = pieces[0][0], pieces[-1][1]
        if lo != dim.lo and lo is not None and lo.bit_length() > BIT_LIMIT:
            lo = dim.lo
        if hi != dim.hi and hi is not None and hi.bit_length() > BIT_LIMIT:
            hi = dim.hi
        if (lo, hi) == (dim.lo, dim.hi):
            return
        if lo is not None and hi is not None and lo > hi:
            raise self.conflict(f"{self.label(dim)} would lie in {show_interval((lo, hi))}")
        self.save(dim)
        dim.lo, dim.hi = lo, hi
        dim.updates += 1
        if not self.supposing:
            self.event(dim.symbol)
        self.bump()
        if self.watchers:
            self.note(dim)
        if lo is not None and lo == hi:
            self.define(dim.symbol, const(lo))
        elif dim.watching:
            self.again(dim, False)

    def restrict(self, dim: Dim, pieces: tuple[Interval, ...]) -> None:
        """The value of a dim lies in one of several intervals, in ascending order."""
        if dim.definition is not None:
            if pieces:
                self.queue_interval(dim.definition, (pieces[0][0], pieces[-1][1]))
            return
        span: Interval = (dim.lo, dim.hi)
        old = dim.holes or (span,)
        new = tuple(
            m for p in pieces for q in old for m in (meet(meet(p, q), span),) if not empty(m)
        )
        if not new:
            raise self.conflict(f"no value is left for {self.label(dim)}")
        if new == old:
            return
        if len(new) > 1:
            self.save(dim)
            dim.holes = new
            self.bump()
        self.tighten(dim, new[0][0], new[-1][1])

    # -- differences

    def nonzero_fact(self, e: Expr) -> None:
        """e != 0."""
        constant, terms = parts(e)
        if not terms:
            if constant == 0:
                raise self.conflict("0 would differ from 0")
            return
        g = content(terms)
        if constant % g:
            return
        e = signed(make_sum(constant // g, {t: k // g for t, k in terms}))
        if self.never_zero(e):
            return
        lo, hi = self.bounds(e)
        if lo == 0:
            self.queue.append((">=", linear(-1, [(e, 1)])))
        if hi == 0:
            self.queue.append((">=", linear(-1, [(e, -1)])))
        if isinstance(e, Product):
            for factor, _ in e.factors:
                self.queue.append(("!=", factor))
        self.put(self.nonzeros, e, None)
        self.keep("!=", e)
        self.bump()
        for symbol in e.symbols:
            if self.dims[symbol].watching:
                self.again_equations(self.dims[symbol])

    def again_equations(self, dim: Dim) -> None:
        """Something became known to be non-zero: products may cancel now."""
        for kind, e in list(dim.watching or ()):
            if not isinstance(e, Expr):
                continue
            if kind == "==" and e in self.equations:
                self.drop(self.equations, e)
                self.queue.append((kind, e))
            elif kind == "rule" and isinstance(e, Product):
                self.forget_rule(e)

    def label(self, dim: Dim) -> str:
        """A name for messages."""
        return str(dim.face[0]) if dim.face is not None else dim.symbol.label


def divide_terms(terms: tuple[tuple[Expr, int], ...], common: dict[Expr, int]) -> Expr:
    """sum(k * m) without the common factors."""
    items: list[tuple[Expr, int]] = []
    for term, k in terms:
        have = dict(factors_of(term))
        for factor, n in common.items():
            have[factor] -= n
        items.append((make_product(have), k))
    return linear(0, items)


def monomial_key(monomial: Expr) -> tuple[int, list[tuple[int, str]]]:
    """A term order (graded, then lexicographic, larger atoms first): rules rewrite downwards."""
    factors = [(f.size, f.text or str(f)) for f, n in factors_of(monomial) for _ in range(n)]
    factors.sort(reverse=True)
    return len(factors), factors


def contains(monomial: Expr, part: Expr) -> bool:
    """Whether a product has all factors of another, or an atom occurs inside a factor."""
    have = dict(factors_of(monomial))
    if all(have.get(f, 0) >= n for f, n in factors_of(part)):
        return True
    return any(
        type(f) is not Symbol and set(part.symbols) <= set(f.symbols) and str(part) in str(f)
        for f in have
    )


def divisors(value: int) -> list[int]:
    """The divisors of a number above zero, ascending (trial division; callers bound the size)."""
    small = [v for v in range(1, isqrt(value) + 1) if v * v <= value and value % v == 0]
    return sorted({*small, *(value // v for v in small)})


def show_interval(interval: Interval) -> str:
    lo, hi = interval
    return f"[{'-inf' if lo is None else lo}, {'inf' if hi is None else hi}]"
