"""The prover: facts in, three-valued answers out.  See `docs/prover.md` for the layers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from disc_shape.symbolic.cancelling import cancelled
from disc_shape.symbolic.conditions import TRUE, Comparison, Cond, compare
from disc_shape.symbolic.decisions import Decisions
from disc_shape.symbolic.domains import form_of
from disc_shape.symbolic.effort import Effort
from disc_shape.symbolic.facts import Answer, Fact, Reason, Truth
from disc_shape.symbolic.intervals import Interval, Residue, plus, scaled_interval, union
from disc_shape.symbolic.learning import Learner
from disc_shape.symbolic.logic import difference_of_sides
from disc_shape.symbolic.monomials import divide_monomial, product
from disc_shape.symbolic.ranges import Ranges
from disc_shape.symbolic.terms import ZERO, Expr, Symbol, as_operand, linear, parts, scale

if TYPE_CHECKING:
    from disc_shape.symbolic.explanations import Explainer


class Prover(Learner):
    """Facts about dimensions and questions about them.

    Symbols are dimensions, at least 0, unless declared otherwise before their first use.  Facts are
    only ever added; a scope (`push`, `pop`) forgets what was added inside it.  No answer is wrong:
    what the layers cannot decide within their limits is UNKNOWN."""

    def __init__(self, explains: bool = True, effort: Effort | None = None) -> None:
        super().__init__(effort)
        self.presentation = self.core.presentation
        self.assignments = self.core.assignments
        self.decisions = Decisions(self.core)
        self.ranges = Ranges(self.domains, self.assignments, self.decisions.refuted)
        self.explains = explains
        """Whether a contradiction comes with the chain of facts that conflict."""
        self.made_explainer: Explainer[Prover] | None = None

    @property
    def explainer(self) -> Explainer[Prover]:
        """Explains answers; made for the first explanation."""
        if self.made_explainer is None:
            from disc_shape.symbolic.explanations import Explainer

            self.made_explainer = Explainer(
                self.normals,
                self.assignments,
                lambda: Prover(False, self.effort),
                lambda prover, cond: prover.decide(cond).truth,
            )
        return self.made_explainer

    def conflict_chain(self, fact: Fact) -> list[Reason]:
        """The reasons of a conflicting set of facts, the last one included."""
        return self.explainer.conflict_chain(fact) if self.explains else [fact.reason]

    def canonical(self, e: Expr) -> Expr:
        """The simplest known expression for a value; the same object for values known to be equal
        by definitions and identities."""
        return self.presentation.canonical(e)

    @property
    def epoch(self) -> int:
        """A number that differs whenever other facts hold: while it stays, so do all answers."""
        return self.store.epoch

    @property
    def effort(self) -> Effort:
        """The work that may still be done for the program."""
        return self.store.work.effort

    @property
    def likely(self) -> Mapping[Symbol, tuple[int, ...]]:
        """Values that are likely at run time: hints, never facts."""
        return self.store.likely

    # -- questions

    def equal(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a == b, always?"""
        return self.compared("==", a, b)

    def different(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a != b, always?"""
        return self.compared("!=", a, b)

    def le(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a <= b, always?"""
        return self.compared("<=", a, b)

    def lt(self, a: Expr | int, b: Expr | int) -> Answer:
        """Is a < b, always?"""
        return self.compared("<", a, b)

    def divides(self, k: Expr | int, e: Expr | int) -> Answer:
        """Is e a multiple of k, always?"""
        return self.compared("==", as_operand(e) % as_operand(k), ZERO)

    def product_equal(self, xs: Sequence[Expr | int], ys: Sequence[Expr | int]) -> Answer:
        """Is the product of xs equal to the product of ys, always?"""
        left, right = ([as_operand(e) for e in side] for side in (xs, ys))
        self.store.work.begin()
        a, b = cancelled(self.normals, left, right, zero_too=True)
        if a is not b:
            return self.equal(product(left), product(right))
        return Answer(
            Truth.YES,
            lambda: self.explainer.explain(Truth.YES, compare("==", product(left), product(right))),
        )

    def compared(self, op: str, a: Expr | int, b: Expr | int) -> Answer:
        """Does a comparison always hold (YES), never hold (NO)?"""
        a, b = as_operand(a), as_operand(b)
        self.store.work.begin()
        left, right = self.normals.of(a), self.normals.of(b)
        if left is right:
            truth = Truth.NO if op in ("!=", "<", ">") else Truth.YES
        else:
            op_zero, e = difference_of_sides(op, left, right)
            # the terms of normal forms are normal
            truth = self.decisions.goal_truth(op_zero, self.normals.rounded(e))
        return Answer(truth, lambda: self.explainer.explain(truth, compare(op, a, b)))

    def decide(self, cond: Cond) -> Answer:
        """Does a condition always hold (YES), never hold (NO)?"""
        if isinstance(cond, Comparison):
            return self.compared(cond.op, cond.lhs, cond.rhs)
        truth = self.decisions.truth(cond)
        return Answer(truth, lambda: self.explainer.explain(truth, cond))

    def truth(self, cond: Cond) -> Truth:
        """The answer to `decide`, without explanation."""
        return self.decisions.truth(cond)

    def consistent(self) -> Answer:
        """Can the facts hold together? NO with the chain of a contradiction, YES with an
        assignment that fits them (tried for small systems), else UNKNOWN."""
        if self.store.broken is not None:
            return Answer(Truth.NO, lambda: self.explainer.explain(Truth.NO, TRUE))
        found = self.explainer.witnesses.witness()
        if found is None:
            return Answer(Truth.UNKNOWN, list)
        shown = ", ".join(f"{name} = {value}" for name, value in found.items())
        return Answer(Truth.YES, lambda: [Reason(f"all facts hold for {shown}", found)])

    def proves_equal(self, a: Expr | int, b: Expr | int) -> bool:
        """Whether a == b is proved."""
        a, b = as_operand(a), as_operand(b)
        if a is b:
            return True
        if type(a) is Symbol and type(b) is Symbol and self.normals.root(a) is self.normals.root(b):
            return True
        return self.proves(compare("==", a, b))

    def proves(self, cond: Cond) -> bool:
        """Whether a condition is proved; its opposite is not tried, as `truth` does."""
        return self.decisions.truth(cond, only_yes=True) is Truth.YES

    def normal(self, e: Expr | int) -> Expr:
        """The normal form of the subject of a question, with as much work as any question may
        take: what was asked before leaves no less."""
        self.store.work.begin()
        return self.normals.of(as_operand(e))

    def bounds(self, e: Expr | int) -> Interval:
        """An interval that holds every value of e, from the ranges of its parts."""
        self.store.work.begin()
        dim = self.store.dims.get(e) if type(e) is Symbol else None
        if dim is not None and dim.definition is None:
            return dim.lo, dim.hi
        return self.domains.bounds(self.normal(e))

    def range(self, e: Expr | int) -> Interval:
        """The smallest interval that is found to hold every value of e; `bounds` is cheaper."""
        return self.ranges.of(self.normal(e))

    def intervals(self, e: Expr | int) -> tuple[Interval, ...]:
        """The closed intervals, ascending, that hold every value of e: several where facts leave
        gaps in the range of the symbol that e is a multiple and shift of."""
        normal = self.normal(e)
        form, k, c = form_of(normal)
        dim = self.store.dims.get(form) if isinstance(form, Symbol) else None
        if dim is None or not dim.holes:
            return (self.ranges.of(normal),)
        return union(plus(scaled_interval(piece, k), (c, c)) for piece in dim.holes)

    def residue(self, e: Expr | int) -> Residue:
        """(m, r): every value of e is r modulo m; with m == 0, e == r."""
        return self.domains.congruence(self.normal(e))

    def nonzero(self, e: Expr | int) -> bool:
        """Whether e is proved to differ from 0."""
        return self.domains.never_zero(self.normal(e))

    def solve(self, lhs: Expr | int, rhs: Expr | int, unknown: Symbol) -> Expr | None:
        """`unknown` by the other symbols, if lhs == rhs determines it."""
        e = self.normal(linear(0, [(as_operand(lhs), 1), (as_operand(rhs), -1)]))
        return self.solve_for(e, unknown)

    def solve_for(self, e: Expr, unknown: Symbol) -> Expr | None:
        """e == 0, linear in the unknown: coefficient * unknown + rest."""
        target = self.normals.root(unknown)
        if not isinstance(target, Symbol):
            return self.canonical(target)
        constant, terms = parts(e)
        coefficient: list[tuple[Expr, int]] = []
        rest: list[tuple[Expr, int]] = []
        for term, k in terms:
            if target not in term.symbols:
                rest.append((term, k))
                continue
            part = divide_monomial(term, target)
            if part is None or target in part.symbols:
                return None
            coefficient.append((part, k))
        divisor = linear(0, coefficient)
        if divisor is ZERO or not self.domains.never_zero(divisor):
            return None
        value = scale(linear(constant, rest), -1)
        quotient = self.normals.quotient(value, divisor)
        return self.presentation.shown(quotient)
