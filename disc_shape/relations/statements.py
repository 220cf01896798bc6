"""Facts about sizes that relations state, each with the operation that implies it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from xdsl.ir import Operation

from disc_shape.symbolic import Cond, Contradiction, Expr, Prover, Reason, Status, const

Provenance: TypeAlias = Callable[[], Sequence[Reason]]
"""The provenance of a fact proved elsewhere, computed when a message needs it."""

ZERO = const(0)

MAX_FACT_SIZE = 32
"""Inequalities between longer expressions cost more than they prove, and are not stated."""


class RelationFailure(Exception):
    """An operation cannot be legal: its sizes contradict each other."""

    def __init__(self, op: Operation, message: str):
        super().__init__(message)
        self.op = op
        self.message = message


@dataclass
class Statements:
    """Facts stated to a prover."""

    prover: Prover = field(default_factory=Prover)
    status: Status = Status.DERIVED
    """The provenance of facts stated now: derived, guarded or assumed."""
    program_op: dict[Operation, Operation] = field(default_factory=dict[Operation, Operation])
    """For operations built only for a relation, the operation of the program to name in reasons."""

    def origin(self, number: Expr, op: Operation) -> Expr:
        """The expression to name in the reason of a fact about `number`: the number itself."""
        return number

    def equal(
        self, left: Expr, right: Expr, op: Operation, why: str, provenance: Provenance | None = None
    ) -> None:
        """State that two sizes are equal because of `op`; `provenance` is that of the fact."""
        prover = self.prover
        if left is right or prover.canonical(left) is prover.canonical(right):
            return
        reason = self.reason(why, op, provenance)
        known, other = prover.canonical(left), prover.canonical(right)
        if left.constant is not None and right.constant is not None:
            left, right = self.origin(left, op), self.origin(right, op)
        try:
            prover.add_equal(left, right, reason)
        except Contradiction as error:
            if known.constant is None or other.constant is None:
                raise
            raise Contradiction(f"{why}, not {known} and {other}", error.chain) from None

    def product_equal(
        self, left: Sequence[Expr], right: Sequence[Expr], op: Operation, why: str
    ) -> None:
        """State that two products of sizes are equal because of `op`."""
        self.prover.add_product_equal(left, right, self.reason(why, op))

    def at_most(self, left: Expr, right: Expr, op: Operation, why: str) -> None:
        """State that `left <= right` because of `op`."""
        if left.size + right.size > MAX_FACT_SIZE:
            return
        if left.constant is not None:
            low = right.constant if right.constant is not None else self.prover.bounds(right)[0]
            if low is not None and low >= left.constant:
                return
        reason = self.reason(why, op)
        if left.constant is None or right.constant is None:
            self.prover.add_le(left, right, reason)
            return
        try:
            self.prover.add_le(self.origin(left, op), self.origin(right, op), reason)
        except Contradiction as error:
            raise Contradiction(f"{why}, but {left} > {right}", error.chain) from None

    def assume(self, condition: Cond, op: Operation, why: str) -> None:
        """State that a condition holds because of `op`."""
        self.prover.assume(condition, self.reason(why, op))

    def undecided(self, condition: Cond, op: Operation, why: str) -> None:
        """
        State that one of several conditions holds because of `op`, as long as it is not known which
        of them: nothing follows from that here.
        """

    def fail(self, op: Operation, message: str) -> None:
        """Raise `RelationFailure`: `op` cannot be legal."""
        reason = self.reason(message, op)
        raise RelationFailure(self.program_op.get(op, op), reason.text)

    def reason(self, why: str, op: Operation, provenance: Provenance | None = None) -> Reason:
        """The reason of a fact that `op` implies, or the operation that `op` was built for."""
        meant = self.program_op.get(op)
        if meant is not None:
            why, op = why.replace(f"'{op.name}'", f"'{meant.name}'"), meant
        return Reason(why, op, self.status, provenance)
