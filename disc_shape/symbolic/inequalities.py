"""Layer 5: what inequalities and differences change.

`e >= 0` becomes an interval of a *form* (a sum without constant, one key for all its multiples);
a form of one symbol is a bound of its dim, every other is stored and moves the bounds of its
symbols. A moved bound is passed on, a limited number of times.
"""

from __future__ import annotations

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max
from disc_shape.symbolic.conditions import Or, disj, interval_cond
from disc_shape.symbolic.definitions import Definitions
from disc_shape.symbolic.differences import Differences
from disc_shape.symbolic.dims import Dim
from disc_shape.symbolic.domains import form_of
from disc_shape.symbolic.intervals import (
    EVERYTHING,
    Interval,
    empty,
    is_too_large,
    meet,
    plus,
    preimage,
    scaled_interval,
    union,
)
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.operands import of_interval
from disc_shape.symbolic.products import without_factors
from disc_shape.symbolic.terms import Expr, Sum, Symbol, affine, as_expr, const, linear, parts
from disc_shape.symbolic.worklist import Layer, Worklist, show_interval


class Inequalities(Layer):
    """Inequalities and differences."""

    def __init__(
        self,
        normals: NormalForms,
        worklist: Worklist,
        definitions: Definitions,
        differences: Differences,
    ) -> None:
        super().__init__(normals, worklist)
        self.definitions = definitions
        self.differences = differences
        worklist.within = self.lies_in
        worklist.on(">=", lambda e: self.nonnegative(normals.of(as_expr(e))))
        worklist.on("form", lambda e: self.form_again(as_expr(e)))

    def lies_in(self, e: Expr, interval: Interval) -> None:
        """An expression lies in an interval."""
        lo, hi = interval
        normal = self.normals.of(e)
        if isinstance(normal, Symbol):
            self.tighten(self.store.dims[normal], lo, hi)
            return
        if lo is not None:
            self.nonnegative(affine(normal, 1, -lo))
        if hi is not None:
            self.nonnegative(self.normals.of(affine(normal, -1, hi)))

    def nonnegative(self, e: Expr) -> None:
        """e >= 0."""
        constant, terms = parts(e)
        if not terms:
            if constant < 0:
                raise self.worklist.conflict(f"{constant} would be at least 0")
            return
        form, k, c = form_of(e)
        span: Interval | None = None
        if len(terms) > 1 or not e.linear:
            if e.linear:
                span = self.domains.bounds(form)
                lo, hi = plus(scaled_interval(span, k), (c, c))
            else:
                lo, hi = self.domains.bounds(e)
                if k == 1:
                    span = plus((lo, hi), (-c, -c))
            if lo is not None and lo >= 0:
                return
            if hi is not None and hi < 0:
                raise self.worklist.conflict(
                    f"{self.worklist.say(e)} is at most {hi}, not at least 0"
                )
            stripped = without_factors(self.domains, ">=", e)
            if stripped is not e:
                self.worklist.queue.append((">=", stripped))
                return
            if not e.linear and (left := only_case(self.normals, e)) is not None:
                self.worklist.queue.append((">=", left))
                return
        if k > 0:
            self.bound(form, -(c // k), None, span)
        else:
            self.bound(form, None, c // -k, span)

    def bound(
        self, form: Expr, lo: int | None, hi: int | None, span: Interval | None = None
    ) -> None:
        """lo <= form <= hi; `span` are the bounds that the form has, where they are at hand."""
        if isinstance(form, Symbol):
            self.tighten(self.store.dims[form], lo, hi)
            return
        lo, hi = (None if is_too_large(end) else end for end in (lo, hi))
        old = self.store.forms.get(form)
        new = (lo, hi) if old is None else meet(old, (lo, hi))
        if new in (old, EVERYTHING):
            return
        have = meet(new, span or self.domains.bounds(form))
        if empty(have):
            raise self.worklist.conflict(
                f"{self.worklist.say(form)} cannot lie in {show_interval(new)}"
            )
        self.store.put(self.store.forms, form, new)
        self.store.keep("form", form)
        self.store.bump()
        fixed = have[0] is not None and have[0] == have[1]
        if not fixed or not isinstance(form, Sum):
            self.worklist.queue.extend(of_interval(self.domains, form, have if fixed else new))
        if fixed:
            self.worklist.queue.append(("==", affine(form, 1, -(have[0] or 0))))
        else:
            self.differences.ordered(form, new)
        if self.store.nonzeros:
            self.worklist.again_unequal(form)

    def form_again(self, form: Expr) -> None:
        """A stored form to be looked at again: what was normal may be simplified further."""
        known = self.store.forms.get(form)
        if known is None:
            return
        if form.linear or self.normals.of(form) is form:
            self.worklist.queue.extend(of_interval(self.domains, form, known))
        else:
            self.store.drop(self.store.forms, form)
            self.store.unkeep("form", form)
            self.worklist.queue_interval(form, known)

    def tighten(self, dim: Dim, lo: int | None, hi: int | None) -> None:
        """lo <= dim <= hi."""
        if dim.definition is not None:
            self.worklist.queue_interval(dim.definition, (lo, hi))
            return
        if lo is None or (dim.lo is not None and lo <= dim.lo):
            lo = dim.lo
        if hi is None or (dim.hi is not None and hi >= dim.hi):
            hi = dim.hi
        pieces = dim.holes
        if pieces and (lo, hi) != (dim.lo, dim.hi):
            pieces = tuple(p for p in (meet(p, (lo, hi)) for p in pieces) if not empty(p))
            if not pieces:
                raise self.worklist.conflict(
                    f"no value is left for {self.worklist.say(dim.symbol)}"
                )
            lo, hi = pieces[0][0], pieces[-1][1]
        lo = dim.lo if is_too_large(lo) else lo
        hi = dim.hi if is_too_large(hi) else hi
        if (lo, hi) == (dim.lo, dim.hi):
            return
        if lo is not None and hi is not None and lo > hi:
            raise self.worklist.conflict(
                f"{self.worklist.say(dim.symbol)} would lie in {show_interval((lo, hi))}"
            )
        self.store.save(dim)
        if dim.first is None:
            dim.first = (dim.lo, dim.hi)
        dim.lo, dim.hi, dim.holes = lo, hi, pieces if len(pieces) > 1 else ()
        dim.updates += 1
        if not self.store.open_hypotheses:
            self.store.event(dim.symbol, self.store.current)
        self.store.bump()
        self.store.watchers.note(dim)
        if lo is not None and lo == hi:
            self.definitions.define(dim.symbol, const(lo))
        elif dim.watching:
            self.definitions.again(dim, False)

    def restrict(self, dim: Dim, pieces: tuple[Interval, ...]) -> None:
        """The value of a dim lies in one of several intervals (as `union` gives them)."""
        if dim.definition is not None:
            self.spread(dim.definition, pieces)
            return
        span: Interval = (dim.lo, dim.hi)
        old: tuple[Interval, ...] = dim.holes or (span,)
        new = union(meet(meet(p, q), span) for p in pieces for q in old)
        if not new:
            raise self.worklist.conflict(f"no value is left for {self.worklist.say(dim.symbol)}")
        if new == old:
            return
        if 1 < len(new) <= BUDGET.statements:
            self.store.save(dim)
            dim.holes = new
            self.store.bump()
            if not self.store.open_hypotheses:
                self.store.event(dim.symbol, self.store.current)
        self.tighten(dim, new[0][0], new[-1][1])

    def spread(self, e: Expr, pieces: tuple[Interval, ...]) -> None:
        """Learn that e lies in one of several intervals (as `union` gives them)."""
        normal = self.normals.of(e)
        span = self.domains.bounds(normal)
        pieces = tuple(piece for piece in pieces if not empty(meet(span, piece)))
        if not pieces:
            raise self.worklist.conflict(f"no value is left for {self.worklist.say(e)}")
        form, k, c = form_of(normal)
        if isinstance(form, Symbol):
            self.restrict(self.store.dims[form], preimage(pieces, k, c))
            return
        self.worklist.queue_interval(normal, (pieces[0][0], pieces[-1][1]))
        cases = disj(interval_cond(normal, piece) for piece in pieces)
        if isinstance(cases, Or) and cases not in self.store.clauses:
            self.store.put(self.store.clauses, cases, 0)
            self.store.keep("or", cases)
            self.store.bump()


def only_case(normals: NormalForms, e: Expr) -> Expr | None:
    """
    What e >= 0 implies where just one operand of a maximum can satisfy it. The bounds of
    `max(x - 3, 0) >= x - 2` would creep down one by one; it implies that x is at most 2.
    """
    for term, k in parts(e)[1]:
        if k > 0 and isinstance(term, Max) and len(term.args) == 2:
            cases = [linear(0, ((e, 1), (term, -k), (arg, k))) for arg in term.args]
            for case, other in (cases, cases[::-1]):
                high = normals.domains.bounds(case)[1]
                if high is not None and high < 0:
                    return normals.of(other)
    return None
