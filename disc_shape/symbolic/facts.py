"""What goes into the prover and what comes out: reasons, facts, answers, contradictions."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from disc_shape.symbolic.conditions import Cond, compare, disj, interval_cond
from disc_shape.symbolic.intervals import Interval
from disc_shape.symbolic.monomials import product
from disc_shape.symbolic.terms import Expr, Symbol


class Truth(Enum):
    """The three answers. UNKNOWN is not NO: both outcomes may be possible, or the answer cannot be
    determined."""

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


@dataclass(eq=False, repr=False, slots=True)
class Reason:
    """
    Where a fact comes from: a text for people, an opaque handle for programs, and the reasons
    from which another prover has proved it, if one has.
    """

    text: str
    handle: object = None
    status: Status = Status.DERIVED
    premises: Callable[[], Sequence[Reason]] | None = None

    def __str__(self) -> str:
        return self.text if self.status is Status.DERIVED else f"{self.text} ({self.status.value})"

    def __repr__(self) -> str:
        return f"Reason({self.text!r}, {self.status})"


NO_REASON = Reason("given")


@dataclass(eq=False, repr=False, slots=True)
class Fact(ABC):
    """One statement that was added, with its reason.

    What was stated is kept in its parts until it is read as a condition."""

    index: int
    reason: Reason

    @property
    @abstractmethod
    def statement(self) -> Cond:
        """What was stated, as a condition."""

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        """The symbols of the statement."""
        return self.statement.symbols

    def __str__(self) -> str:
        return f"{self.statement}  [{self.reason}]"

    __repr__ = __str__


@dataclass(eq=False, repr=False, slots=True)
class Assumed(Fact):
    """Any condition."""

    cond: Cond

    @property
    def statement(self) -> Cond:
        return self.cond


@dataclass(eq=False, repr=False, slots=True)
class Compared(Fact):
    """lhs op rhs."""

    op: str
    lhs: Expr
    rhs: Expr

    @property
    def statement(self) -> Cond:
        return compare(self.op, self.lhs, self.rhs)

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return (*self.lhs.symbols, *self.rhs.symbols)


@dataclass(eq=False, repr=False, slots=True)
class SameProduct(Fact):
    """The products of two lists of factors are equal."""

    xs: tuple[Expr, ...]
    ys: tuple[Expr, ...]

    @property
    def statement(self) -> Cond:
        return compare("==", product(self.xs), product(self.ys))

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return tuple({s: None for e in (*self.xs, *self.ys) for s in e.symbols})


@dataclass(eq=False, repr=False, slots=True)
class Congruent(Fact):
    """e is `remainder` modulo k."""

    e: Expr
    k: Expr
    remainder: int

    @property
    def statement(self) -> Cond:
        k, r = self.k.constant, self.remainder
        return compare("==", self.e % k, r % k) if k else compare("==", (self.e - r) % self.k, 0)

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return (*self.e.symbols, *self.k.symbols)


@dataclass(eq=False, repr=False, slots=True)
class OneOf(Fact):
    """e lies in one of several closed intervals."""

    e: Expr
    intervals: tuple[Interval, ...]

    @property
    def statement(self) -> Cond:
        return disj(interval_cond(self.e, piece) for piece in self.intervals)

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return self.e.symbols


class Mention(Enum):
    """What a stored statement may imply of expressions over its symbols."""

    VALUES = "values"
    """Whatever can be asked."""
    ATOMS = "atoms"
    """What quotients, extremes and choices in them are; nothing of polynomials."""
    PRODUCTS = "products"
    """What products in them are."""
    PROOFS = "proofs"
    """Conditions on them may be proved; no normal form and no bound is another than before."""


class Contradiction(Exception):
    """The facts cannot all hold; `chain` holds the reasons of a conflicting set of them."""

    def __init__(self, message: str, chain: Sequence[Reason] = ()):
        super().__init__(message)
        self.chain: tuple[Reason, ...] = tuple(chain)


@dataclass(eq=False, repr=False, slots=True)
class Answer:
    """A three-valued answer with its explanation."""

    truth: Truth
    explainer: Callable[[], list[Reason]]

    def explain(self) -> list[Reason]:
        """A short chain of facts for yes and no; for unknown two assignments that differ, if any
        are found."""
        return self.explainer()

    def __bool__(self) -> bool:
        raise TypeError("an answer has no truth value: look at its .truth")

    def __repr__(self) -> str:
        return f"Answer({self.truth.value})"
