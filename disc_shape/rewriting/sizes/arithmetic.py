"""Computes sizes from other sizes, with operations of `arith`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.constraints.types import fits
from disc_shape.reading.tokens import built
from disc_shape.relations import RelationState
from disc_shape.rewriting.sizes.constants import INDEX, Constants
from disc_shape.rewriting.sizes.inserted import InsertedOperations
from disc_shape.rewriting.sizes.reading import Visibility
from disc_shape.symbolic import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Cond,
    Expr,
    FloorDiv,
    Max,
    Min,
    Mod,
    Or,
    Product,
    Select,
    Sum,
)

MAY_OVERFLOW = arith.IntegerOverflowAttr("none")

PREDICATES = {"==": "eq", "!=": "ne", "<": "slt", "<=": "sle", ">": "sgt", ">=": "sge"}
"""Comparisons as `arith.cmpi` calls them."""

Index = Callable[[Expr, Operation], SSAValue | None]
"""Gives a user the value of a size; None when it cannot be computed."""


class SizeArithmetic:
    """Computes the sizes of one function; `index` computes the operands."""

    def __init__(
        self,
        state: RelationState,
        inserted: InsertedOperations,
        constants: Constants,
        visibility: Visibility,
        index: Index,
        total: bool = False,
    ):
        self.state = state
        self.total = total
        """Whether quotients by what may be zero are computed; any number is one by zero."""
        self.inserted = inserted
        self.constants = constants
        self.visibility = visibility
        self.index = index
        self._positives: dict[SSAValue, SSAValue] = {}

    def compute(self, size: Expr, user: Operation) -> SSAValue | None:
        """A sum, product, quotient, remainder, minimum or maximum; None for all others."""
        match size:
            case Sum():
                return self._sum(size, user)
            case Product():
                factors = [
                    self.index(base, user) for base, power in size.factors for _ in range(power)
                ]
                return self._chain(arith.MuliOp, factors)
            case FloorDiv():
                return self._quotient(size.lhs, size.rhs, user)
            case Mod():
                return self._mod(size, user)
            case Min():
                return self._chain(arith.MinSIOp, [self.index(arg, user) for arg in size.args])
            case Max():
                return self._chain(arith.MaxSIOp, [self.index(arg, user) for arg in size.args])
            case _:
                return None

    def bounded_divisors(self) -> list[SSAValue]:
        """The divisors in the function that were computed here to be at least 1."""
        return [one for one in self._positives.values() if one.owner.parent is not None]

    def _positive(self, size: Expr) -> bool:
        low = self.state.prover.bounds(size)[0]
        return low is not None and low > 0

    def _quotient(self, lhs: Expr, rhs: Expr, user: Operation) -> SSAValue | None:
        if self._positive(rhs):
            return self._divide(arith.FloorDivSIOp, lhs, rhs, user)
        divisor = self.index(rhs, user) if self.total else None
        if divisor is None:
            return None
        zero, one = self.constants.integer(0), self.constants.integer(1)
        test = arith.CmpiOp(divisor, zero, "eq")
        self.inserted.insert(test, self.inserted.latest([divisor]))
        known = arith.SelectOp(test.result, one, divisor)
        self.inserted.insert(known, self.inserted.latest([test.result, divisor]))
        return self._chain(arith.FloorDivSIOp, [self.index(lhs, user), known.result])

    def _mod(self, size: Mod, user: Operation) -> SSAValue | None:
        low = self.state.prover.bounds(size.lhs)[0]
        if low is not None and low >= 0 and self._positive(size.rhs):
            return self._divide(arith.RemSIOp, size.lhs, size.rhs, user)
        quotient = self._quotient(size.lhs, size.rhs, user)
        whole = self._chain(arith.MuliOp, [quotient, self.index(size.rhs, user)])
        return self._chain(arith.SubiOp, [self.index(size.lhs, user), whole])

    def select(self, size: Select, user: Operation) -> SSAValue | None:
        """One of two sizes, decided by a condition."""

        def insert(op: Operation) -> SSAValue:
            if not op.operands:
                return self.inserted.constant(op)
            self.inserted.insert(op, self.inserted.latest(op.operands))
            return op.results[0]

        arms = [self.index(arm, user) for arm in (size.then, size.other)]
        truth = truth_value(size.cond, lambda one: self.index(one, user), insert)
        if truth is None or arms[0] is None or arms[1] is None:
            return None
        return insert(arith.SelectOp(truth, arms[0], arms[1]))

    def _sum(self, size: Sum, user: Operation) -> SSAValue | None:
        positive: list[SSAValue | None] = []
        negative: list[SSAValue | None] = []
        for term, factor in size.terms:
            value = self.index(term, user)
            if not fits(factor):
                return None
            if abs(factor) != 1:
                value = self._chain(arith.MuliOp, [value, self.constants.integer(abs(factor))])
            (positive if factor > 0 else negative).append(value)
        constant = size.constant_term
        if not fits(constant):
            return None
        if constant > 0 or (not positive and (constant or negative)):
            positive.append(self.constants.integer(constant))
        elif constant < 0:
            negative.append(self.constants.integer(-constant))
        total = self._chain(arith.AddiOp, positive)
        return self._chain(arith.SubiOp, [total, *negative])

    def _divide(
        self, kind: type[Operation], lhs: Expr, rhs: Expr, user: Operation
    ) -> SSAValue | None:
        """
        A division, which must not stop a run before a check that would stop it with a message.

            %q = arith.floordivsi %n, %d : index
            cf.assert %ok, "..."                          // %d is positive
        =>
            %p = arith.maxsi %d, %c1 : index
            %q = arith.floordivsi %n, %p : index
            cf.assert %ok, "..."
        """
        value, divisor = self.index(lhs, user), self.index(rhs, user)
        if value is None or divisor is None:
            return None
        latest = self.inserted.latest([value, divisor])
        if not self._counts_from_one(rhs) and not self.visibility.is_known_at(rhs, latest):
            divisor = self._at_least_one(divisor)
        return self._chain(kind, [value, divisor])

    def _counts_from_one(self, size: Expr) -> bool:
        """True for a constant, what is at least that, and its sum with sizes, never negative."""
        if isinstance(size, Max):
            return any(map(self._counts_from_one, size.args))
        if not isinstance(size, Sum):
            return size.constant is not None and size.constant > 0
        anchors = [self.state.anchors.get(symbol) for symbol in size.symbols]
        are_sizes = all(anchor is not None and not anchor.of_contents for anchor in anchors)
        return are_sizes and size.constant_term > 0 and all(factor > 0 for _, factor in size.terms)

    def _at_least_one(self, divisor: SSAValue) -> SSAValue | None:
        found = self._positives.get(divisor)
        if found is None and (
            one := self._chain(arith.MaxSIOp, [divisor, self.constants.integer(1)])
        ):
            found = self._positives[divisor] = one
        return found

    def _chain(self, kind: type[Operation], values: Sequence[SSAValue | None]) -> SSAValue | None:
        result = values[0]
        for value in values[1:]:
            if result is None or value is None:
                return None
            op = built(kind, (result, value), (INDEX,), _properties(kind), {})
            self.inserted.insert(op, self.inserted.latest([result, value]))
            result = op.results[0]
        return result


def truth_value(
    condition: Cond,
    index: Callable[[Expr], SSAValue | None],
    insert: Callable[[Operation], SSAValue],
) -> SSAValue | None:
    """
    An `i1` that is true exactly when a condition on sizes is; None when `index` has no value of one
    of them. `insert` takes the operations that compute it.
    """
    match condition:
        case Comparison():
            lhs, rhs = index(condition.lhs), index(condition.rhs)
            if lhs is None or rhs is None:
                return None
            return insert(arith.CmpiOp(lhs, rhs, PREDICATES[condition.op]))
        case And() | Or():
            parts = [truth_value(part, index, insert) for part in condition.args]
            values = [part for part in parts if part is not None]
            if len(values) != len(parts):
                return None
            kind = arith.AndIOp if isinstance(condition, And) else arith.OrIOp
            return reduce(lambda left, right: insert(kind(left, right)), values)
        case _ if condition in (TRUE, FALSE):
            return insert(arith.ConstantOp(IntegerAttr(int(condition is TRUE), i1)))
        case _:
            return None


def _properties(kind: type[Operation]) -> dict[str, Attribute]:
    if kind in (arith.AddiOp, arith.SubiOp, arith.MuliOp):
        return {"overflowFlags": MAY_OVERFLOW}
    return {}
