"""What goes into the prover and what comes out: reasons, facts, answers, contradictions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum

from disc_shape.symbolic.conditions import Cond, compare
from disc_shape.symbolic.intervals import Interval
from disc_shape.symbolic.terms import Expr, Symbol


class Truth(Enum):
    """The three answers.  UNKNOWN is not NO: both outcomes may be possible, or nobody can tell."""

    YES = "yes"
    NO = "no"
    UNKNOWN = "unknown"

    def __bool__(self) -> bool:
        raise TypeError(
            "a three-valued answer has no truth value: compare with Truth.YES or Truth.NO"
        )


class Status(Enum):
    """How far a fact can be trusted: operations imply it, a check guards it, or a promise."""

    DERIVED = "derived"
    GUARDED = "guarded"
    ASSUMED = "assumed"


class Reason:
    """Where a fact comes from: a text for people and an opaque handle for programs."""

    __slots__ = ("handle", "status", "text")

    def __init__(self, text: str, handle: object = None, status: Status = Status.DERIVED):
        self.text = text
        self.handle = handle
        self.status = status

    def __str__(self) -> str:
        return self.text if self.status is Status.DERIVED else f"{self.text} ({self.status.value})"

    def __repr__(self) -> str:
        return f"Reason({self.text!r}, {self.status})"


NO_REASON = Reason("given")
DECLARED = Reason("a declared range")


class Fact:
    """One statement that was added, with its reason.

    The statement is a condition, or kept as its parts (`op`, `lhs`, `rhs`) until somebody reads it;
    the operator "|" says that rhs is `remainder` modulo lhs, "in" that lhs lies in `intervals`."""

    __slots__ = ("index", "intervals", "lhs", "op", "reason", "remainder", "rhs", "stated")

    def __init__(
        self,
        index: int,
        reason: Reason,
        stated: Cond | None,
        op: str = "",
        lhs: Expr | None = None,
        rhs: Expr | None = None,
        remainder: int = 0,
        intervals: tuple[Interval, ...] = (),
    ):
        self.index = index
        self.reason = reason
        self.stated = stated
        self.op = op
        self.lhs = lhs
        self.rhs = rhs
        self.remainder = remainder
        self.intervals = intervals

    @property
    def statement(self) -> Cond:
        """What was stated, as a condition."""
        if self.stated is None:
            assert self.lhs is not None
            assert self.rhs is not None
            if self.op == "|":
                k, r = self.lhs.constant, self.remainder
                whole = self.rhs if k else self.rhs - r
                self.stated = compare("==", whole % self.lhs, r % k if k else 0)
            else:
                self.stated = compare(self.op, self.lhs, self.rhs)
        return self.stated

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols of the statement."""
        if self.lhs is not None and self.rhs is not None:
            return (*self.lhs.symbols, *self.rhs.symbols)
        return self.statement.symbols

    def __str__(self) -> str:
        return f"{self.statement}  [{self.reason}]"

    __repr__ = __str__


class Contradiction(Exception):
    """The facts cannot all hold; `chain` holds the reasons of a conflicting set of them."""

    def __init__(self, message: str, chain: Sequence[Reason] = ()):
        super().__init__(message)
        self.chain: tuple[Reason, ...] = tuple(chain)


class Answer:
    """A three-valued answer that can say why."""

    __slots__ = ("explainer", "truth")

    def __init__(self, truth: Truth, explainer: Callable[[], list[Reason]]):
        self.truth = truth
        self.explainer = explainer

    def explain(self) -> list[Reason]:
        """A short chain of facts for yes and no; two differing valuations for unknown, if known."""
        return self.explainer()

    def __bool__(self) -> bool:
        raise TypeError("an answer has no truth value: look at its .truth")

    def __repr__(self) -> str:
        return f"Answer({self.truth.value})"
