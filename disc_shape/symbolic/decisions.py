"""Layer 9: how the layers together decide a question: by its normal form, by two assignments that
show it to be open, by refuting it or its opposite."""

from __future__ import annotations

from disc_shape.symbolic.assignments import value_in
from disc_shape.symbolic.conditions import Comparison, Cond, Truism, compare, negate
from disc_shape.symbolic.core import Core
from disc_shape.symbolic.effort import TooMuchWorkError
from disc_shape.symbolic.facts import Truth
from disc_shape.symbolic.logic import difference, normal_cond, plain_cond, simple_goal, written
from disc_shape.symbolic.neighbourhood import are_free, neighbourhood
from disc_shape.symbolic.products import follows_from_products
from disc_shape.symbolic.terms import Expr


class Decisions:
    """Answers without explanations."""

    def __init__(self, core: Core) -> None:
        self.store = core.store
        self.domains = core.domains
        self.normals = core.normals
        self.assignments = core.assignments
        self.refuter = core.refuter

    def truth(self, cond: Cond, only_yes: bool = False) -> Truth:
        """The answer to `decide`, without explanation; with `only_yes`, NO may be UNKNOWN."""
        self.store.work.begin()
        if isinstance(cond, Comparison):
            op, e = difference(cond)
            return self.goal_truth(op, self.normals.of(e), only_yes)
        # Assignments are cheap to find; to simplify each part where the others hold is dear.
        for simplify in (plain_cond, normal_cond):
            known = simplify(self.normals, cond)
            if isinstance(known, Truism):
                return Truth.YES if known.holds else Truth.NO
            if isinstance(known, Comparison):
                op, e = difference(known)
                return self.goal_truth(op, self.normals.of(e), only_yes)
            yes, no = self.assignments.sample(known)
            if no is not None and (only_yes or yes is not None):
                return Truth.UNKNOWN
        return self.searched(known, yes is None and not only_yes, no is None)

    def goal_truth(self, op: str, normal: Expr, only_yes: bool = False) -> Truth:
        """The answer to e op 0 for a normal e; with `only_yes`, NO may be UNKNOWN."""
        goal = simple_goal(self.normals, op, normal)
        if isinstance(goal, Truism):
            return Truth.YES if goal.holds else Truth.NO
        if goal[0] == ">=" and goal[1].linear and are_free(self.store, goal[1].symbols):
            return Truth.UNKNOWN  # Its ranges would have decided it.
        yes, no = self.assignments.sample(goal)
        if no is not None and (only_yes or yes is not None):
            return Truth.UNKNOWN
        op, e = goal
        if op != ">=":
            follows = follows_from_products(self.domains, e)
            if follows is not None:
                return Truth.YES if follows == (op == "==") else Truth.NO
        return self.searched(written(op, e), yes is None and not only_yes, no is None)

    def searched(self, cond: Cond, maybe_no: bool, maybe_yes: bool) -> Truth:
        """The answer of refutation to a question that assignments leave open."""
        try:
            with self.store.work:
                if maybe_yes and self.always(cond):
                    return Truth.YES
                if maybe_no and self.never(cond):
                    return Truth.NO
        except TooMuchWorkError:
            pass
        return Truth.UNKNOWN

    def refuted(self, cond: Cond) -> bool:
        """Whether a condition over normal operands surely never holds."""
        try:
            with self.store.work:
                return self.refuter.refute([cond])
        except TooMuchWorkError:
            return False

    def always(self, cond: Cond) -> bool:
        """Whether the opposite of a condition is refuted."""
        if isinstance(cond, Comparison) and cond.op == "==":
            return self.refuter.refute([compare("<", cond.lhs, cond.rhs)]) and self.refuter.refute(
                [compare(">", cond.lhs, cond.rhs)]
            )
        return self.never(negate(cond))

    def never(self, cond: Cond) -> bool:
        """Whether a condition is refuted; an equation also by one side being always the larger."""
        if self.refuter.refute([cond]):
            return True
        if not isinstance(cond, Comparison) or cond.op != "==":
            return False
        around = neighbourhood(self.store, cond.symbols)
        model = None if around is None else next(self.assignments.few(*around), None)
        gap = None if model is None else value_in(cond.lhs - cond.rhs, model)
        if gap is None or gap == 0:
            return False
        return self.refuter.refute([compare("<=" if gap > 0 else ">=", cond.lhs, cond.rhs)])
