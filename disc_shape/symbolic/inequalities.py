"""Layer 5: what inequalities and differences change.

`e >= 0` becomes an interval of a *form* (a sum without constant, one key for all its multiples);
a form of one symbol is a bound of its dim, every other is stored and moves the bounds of its
symbols. A moved bound is passed on, a limited number of times.
"""

from __future__ import annotations

from typing import Final

from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.division import FloorDiv, content
from disc_shape.symbolic.domains import form_of, is_positive_part, signed
from disc_shape.symbolic.intervals import Interval, empty, meet, scaled_interval, union
from disc_shape.symbolic.learn import Learn, show_interval
from disc_shape.symbolic.products import common_factors
from disc_shape.symbolic.store import Dim
from disc_shape.symbolic.terms import (
    Expr,
    Product,
    Sum,
    Symbol,
    const,
    factors_of,
    linear,
    make_product,
    make_sum,
    parts,
)

BIT_LIMIT: Final = 512
"""Propagated bounds with more bits are dropped: a growing bound would not end."""
PIECE_LIMIT: Final = 64
"""Of a range of more pieces, only the ends are kept."""
FORM_LIMIT: Final = 64
"""A form with more terms than this does not move the bounds of its symbols."""


class Inequalities(Learn):
    """Inequalities and differences."""

    def nonnegative(self, e: Expr) -> None:
        """e >= 0."""
        constant, terms = parts(e)
        if not terms:
            if constant < 0:
                raise self.conflict(f"{constant} would be at least 0")
            return
        if any(type(term) is not Symbol for term, _ in terms) or len(terms) > 1:
            lo, hi = self.bounds(e)
            if lo is not None and lo >= 0:
                return
            if hi is not None and hi < 0:
                raise self.conflict(f"{self.say(e)} is at most {hi}, not at least 0")
            stripped = self.without_factors(">=", e)
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
        common = common_factors(terms)
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
            raise self.conflict(f"{self.say(form)} cannot lie in {show_interval(new)}")
        self.put(self.forms, form, new)
        self.keep("form", form)
        self.bump()
        if have[0] is not None and have[0] == have[1]:
            if not isinstance(form, Sum):
                self.push_down(form, have)
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
                if kind == "!=" and isinstance(e, Expr):
                    self.requeue(kind, e, self.nonzeros)

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
                raise self.conflict(f"no value is left for {self.label(dim)}")
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
            self.event(dim.symbol, self.current)
        self.bump()
        if self.watchers:
            self.note(dim)
        if lo is not None and lo == hi:
            self.define(dim.symbol, const(lo))
        elif dim.watching:
            self.again(dim, False)

    def restrict(self, dim: Dim, pieces: tuple[Interval, ...]) -> None:
        """The value of a dim lies in one of several intervals (as `union` gives them)."""
        if dim.definition is not None:
            self.spread(dim.definition, pieces)
            return
        span: Interval = (dim.lo, dim.hi)
        old: tuple[Interval, ...] = dim.holes or (span,)
        new = union(meet(meet(p, q), span) for p in pieces for q in old)
        if not new:
            raise self.conflict(f"no value is left for {self.label(dim)}")
        if new == old:
            return
        if 1 < len(new) <= PIECE_LIMIT:
            self.save(dim)
            dim.holes = new
            self.bump()
            if not self.supposing:
                self.event(dim.symbol, self.current)
        self.tighten(dim, new[0][0], new[-1][1])

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
        """Something became known to be non-zero: products may cancel, branches may die now."""
        for kind, e in list(dim.watching or ()):
            if not isinstance(e, Expr):
                self.queue.append((kind, e))
            elif kind == "==":
                self.requeue(kind, e, self.equations)
            elif kind == "rule" and isinstance(e, Product):
                self.forget_rule(e)


def divide_terms(terms: tuple[tuple[Expr, int], ...], common: dict[Expr, int]) -> Expr:
    """sum(k * m) without the common factors."""
    items: list[tuple[Expr, int]] = []
    for term, k in terms:
        have = dict(factors_of(term))
        for factor, n in common.items():
            have[factor] -= n
        items.append((make_product(have), k))
    return linear(0, items)
