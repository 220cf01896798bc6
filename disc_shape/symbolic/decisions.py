"""How the layers decide a question: valuations that refute provability, refutation, all valuations
where these are few, and the exact layer where it is there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from disc_shape.symbolic.choice import Select
from disc_shape.symbolic.conditions import (
    Comparison,
    Cond,
    Truism,
    compare,
    disj,
    interval_cond,
    negate,
)
from disc_shape.symbolic.core import Core
from disc_shape.symbolic.division import FloorDiv
from disc_shape.symbolic.facts import TooMuchWorkError, Truth
from disc_shape.symbolic.logic import difference, normal_cond, plain_cond, simple_goal, spell
from disc_shape.symbolic.models import value_in
from disc_shape.symbolic.nodes import postorder
from disc_shape.symbolic.residues import never_by_residues
from disc_shape.symbolic.terms import ZERO, Expr, Product

if TYPE_CHECKING:
    from disc_shape.symbolic.exact import Solver


class Decisions:
    """Answers without explanations, of one prover that is told the facts in one order."""

    def __init__(self, core: Core, exact: bool) -> None:
        self.store = core.store
        self.domains = core.domains
        self.normals = core.normals
        self.models = core.models
        self.refuter = core.refuter
        self.exact = exact
        """Whether questions may go to the exact layer, if its package is installed."""
        self.solver: Solver | None = None
        self.settled = False
        """Whether valuations showed both outcomes of the last question."""

    def settle_goal(self, op: str, e: Expr) -> Truth:
        """The answer to e op 0 for a normal e, the exact layer included."""
        truth = self.goal_truth(op, e)
        if truth is Truth.UNKNOWN and self.exact and not self.settled:
            truth = self.last_resort(compare(op, e, ZERO))
        return truth

    def truth(self, cond: Cond) -> Truth:
        """The answer to `decide`, without explanation and without the exact layer."""
        self.store.begin()
        if isinstance(cond, Comparison):
            op, e = difference(cond)
            return self.goal_truth(op, self.normals.of(e))
        # Valuations are cheap to find; to simplify each part where the others hold is dear.
        for simplify in (plain_cond, normal_cond):
            known = simplify(self.normals, cond)
            if isinstance(known, Truism):
                return Truth.YES if known.holds else Truth.NO
            if isinstance(known, Comparison):
                op, e = difference(known)
                return self.goal_truth(op, self.normals.of(e))
            yes, no = self.models.sample(known)
            self.settled = yes is not None and no is not None
            if self.settled:
                return Truth.UNKNOWN
        return self.searched(known, yes is None, no is None)

    def goal_truth(self, op: str, normal: Expr) -> Truth:
        """The answer to e op 0 for a normal e, without the exact layer."""
        goal = simple_goal(self.normals, op, normal)
        if isinstance(goal, Truism):
            return Truth.YES if goal.holds else Truth.NO
        yes, no = self.models.sample(goal)
        self.settled = yes is not None and no is not None
        if self.settled:
            return Truth.UNKNOWN
        op, e = goal
        if op != ">=":
            follows = self.refuter.by_products(e)
            if follows is not None:
                return Truth.YES if follows == (op == "==") else Truth.NO
            if never_by_residues(e):
                return Truth.NO if op == "==" else Truth.YES
        return self.searched(spell(op, e), yes is None, no is None)

    def searched(self, cond: Cond, maybe_no: bool, maybe_yes: bool) -> Truth:
        """The answer of refutation to a question that valuations leave open, or that of all
        valuations where these are few."""
        try:
            with self.store.limited():
                if maybe_yes and self.always(cond):
                    return Truth.YES
                if maybe_no and self.never(cond):
                    return Truth.NO
        except TooMuchWorkError:
            return Truth.UNKNOWN
        known = self.models.tried(cond)
        return Truth.UNKNOWN if known is None else Truth.YES if known else Truth.NO

    def refuted(self, cond: Cond) -> bool:
        """Whether a condition over normal operands surely never holds."""
        try:
            with self.store.limited():
                if self.refuter.refute([cond]):
                    return True
        except TooMuchWorkError:
            return False
        return self.has_solver() and self.surely_empty(cond)

    def has_solver(self) -> bool:
        """Whether the exact layer may be asked, and is there."""
        if self.exact and self.solver is None:
            from disc_shape.symbolic import exact

            self.solver = exact.solver()
            self.exact = self.solver is not None
        return self.exact

    def last_resort(self, cond: Cond) -> Truth:
        """The answer of the exact layer to a question that the others left open."""
        known = self.normals.normal_cond(cond)
        yes, no = self.models.sample(difference(known) if isinstance(known, Comparison) else known)
        if not self.has_solver():
            return Truth.UNKNOWN
        if no is None and self.surely_empty(negate(known)):
            return Truth.YES
        if yes is None and self.surely_empty(known):
            return Truth.NO
        return Truth.UNKNOWN

    def surely_empty(self, cond: Cond) -> bool:
        """Whether no integers around a condition fit it."""
        from disc_shape.symbolic.exact import DIMENSION_LIMIT, set_text

        around = self.models.neighbourhood(cond.symbols, DIMENSION_LIMIT)
        if around is None or self.solver is None:
            return False
        symbols, statements = around
        conds = [cond, *(s for s in statements if isinstance(s, Cond))]
        atoms: dict[Expr, None] = dict.fromkeys(symbols)
        for stated in conds:
            for node in postorder(stated):
                if isinstance(node, Product | Select | FloorDiv):
                    atoms[node] = None
        conds += [
            disj(interval_cond(symbol, piece) for piece in self.store.dims[symbol].holes)
            for symbol in symbols
            if self.store.dims[symbol].holes
        ]
        text = set_text(conds, [(atom, self.domains.bounds(atom)) for atom in atoms])
        return text is not None and self.solver.empty(text)

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
        around = self.models.neighbourhood(cond.symbols)
        model = None if around is None else next(self.models.valuations(*around), None)
        gap = None if model is None else value_in(cond.lhs - cond.rhs, model)
        if gap is None or gap == 0:
            return False
        return self.refuter.refute([compare("<=" if gap > 0 else ">=", cond.lhs, cond.rhs)])
