"""The bytes of buffers as amounts: sums of terms over the sizes of one function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod

from xdsl.dialects import memref
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from disc_shape.analysis.module import FunctionFacts
from disc_shape.lowering.types import as_buffer, buffer_of, width_of
from disc_shape.lowering.writer import is_natural
from disc_shape.memory.amounts import Amount, amount, counts_at_most, minus
from disc_shape.memory.facts import Level, allows
from disc_shape.memory.lifetimes import ALIGNMENT
from disc_shape.memory.peak import UnknownPeakError
from disc_shape.symbolic import (
    Expr,
    Max,
    Mention,
    Symbol,
    ceildiv,
    compare,
    const,
    maximum,
    product,
    sym,
)
from disc_shape.symbolic.assignments import Assignments
from disc_shape.symbolic.terms import factors_of, parts

ONE = const(1)

QUESTIONS = 64
"""The number of comparisons of amounts that the prover is asked for one function."""


@dataclass(frozen=True)
class Whole:
    """A term that is the whole size of some buffers."""

    alloc: memref.AllocOp
    """The allocation of such a buffer."""
    factor: int
    """The bytes of one element and of all static dimensions."""
    clamped: bool
    """Whether the product of its dynamic sizes may be negative."""


@dataclass
class LegalNumbers:
    """Amounts in numbers, at some legal sizes."""

    values: Sequence[Sequence[int]] = ()
    """The values of the terms at each of them."""
    found: dict[Amount, Sequence[int]] = field(default_factory=dict[Amount, "Sequence[int]"])
    """What is known already."""

    def numbers(self, of: Amount) -> Sequence[int]:
        """An amount at each of the sizes; nothing where it has a term without a value there."""
        if of not in self.found:
            terms = len(self.values[0]) if self.values else 0
            is_known = all(term < terms for term, _ in of)
            self.found[of] = [size_at(of, one) for one in self.values] if is_known else []
        return self.found[of]


class Sizes:
    """
    The amounts of the buffers of one function, and comparisons of them by proof.

    Proofs use what operations imply before the first planned buffer is written: `guards` is the
    number of checks before it. What is learned later may hold only in runs that pass a check.
    """

    def __init__(self, facts: FunctionFacts, guards: int, level: Level) -> None:
        """Sizes without terms."""
        self._state = facts.derived.state
        self._facts = facts
        self._guards = guards
        self.level: Level = level
        self.terms: list[Expr] = [ONE]
        """The terms of amounts; the first one is a byte."""
        self.operands: dict[Expr, SSAValue] = {}
        """The value of type `index` that computes a size."""
        self.allocs: dict[int, Whole] = {}
        """The terms that are whole sizes of buffers."""
        self.inner: dict[int, Expr] = {}
        """For a term that rounds up to a multiple of the alignment, what it rounds."""
        self._numbers: dict[Expr, int] = {ONE: 0}
        self._answers: dict[Amount, bool] = {}
        self._negative: list[dict[int, int]] = []
        """The differences that the prover has shown to be at most zero."""
        self._open: list[dict[int, int]] = []
        """The differences of which it has not."""
        self._asked = 0
        self.legal = LegalNumbers()

    def known(self, expr: Expr) -> bool:
        """Whether all that is known of a size is known before the first planned buffer."""
        learned = self._facts.derived.guard_records.last_learned
        return all(learned(symbol, *Mention) <= self._guards for symbol in expr.symbols)

    def dims(self, value: SSAValue) -> tuple[Expr, ...]:
        """The sizes of a buffer, in the simplest form that proofs allow."""
        raw = self._state.raw_dims(value)
        if not allows(self.level, "product"):
            return raw
        normal = self._state.prover.normal
        return tuple(normal(size) if self.known(size) else size for size in raw)

    def bytes_of(self, value: SSAValue) -> Amount:
        """The bytes of a buffer. Raises `UnknownPeakError` where elements are no whole bytes."""
        type_ = as_buffer(value.type)
        width = None if type_ is None else width_of(type_.element_type)
        if width is None:
            raise UnknownPeakError
        return self._amount(product(self.dims(value)) * width)

    def aligned(self, alloc: memref.AllocOp, *, certain: bool) -> Amount:
        """
        The bytes of a buffer up to the next multiple of the alignment; none of an empty one.
        `certain` says that the allocation runs in every run that allocates the arena, so its sizes
        are not negative. Others may be, and count as none then.
        """
        type_ = buffer_of(alloc.memref)
        width = width_of(type_.element_type)
        assert width is not None
        static = prod(size for size in type_.get_shape() if size != DYNAMIC_INDEX) * width
        if not allows(self.level, "static"):
            return self._opaque(alloc, static, sym(f"buffer{len(self.terms)}"))
        if not alloc.dynamic_sizes or not static:
            return amount({0: -(-static // ALIGNMENT) * ALIGNMENT})
        dims = [size for size in self.dims(alloc.memref) if size.constant is None]
        if not allows(self.level, "equal") or len(dims) != len(alloc.dynamic_sizes):
            return self._opaque(alloc, static, sym(f"buffer{len(self.terms)}"))
        for size, operand in zip(dims, alloc.dynamic_sizes, strict=True):
            if certain or is_natural(operand):
                self.operands.setdefault(size, operand)
        constant, terms = parts(product(dims))
        if constant < 0 or not all(k > 0 and self._is_term(term) for term, k in terms):
            if not certain and not all(map(is_natural, alloc.dynamic_sizes)):
                return self._opaque(alloc, static, maximum(product(dims), const(0)))
            return self._opaque(alloc, static, product(dims))
        whole = {term: k * static for term, k in terms if k * static % ALIGNMENT == 0}
        rest = [(term, k * static) for term, k in terms if term not in whole]
        counts = {self._number(term): count for term, count in whole.items()}
        if rest:
            left = sum((term * count for term, count in rest), const(constant * static))
            counts[self._round_up(left)] = 1
        else:
            counts[0] = -(-constant * static // ALIGNMENT) * ALIGNMENT
        return amount(counts)

    def _opaque(self, alloc: memref.AllocOp, factor: int, count: Expr) -> Amount:
        """The size of a buffer as one term."""
        number = self._round_up(count * factor)
        self.allocs.setdefault(number, Whole(alloc, factor, isinstance(count, Max)))
        return amount({number: 1})

    def _round_up(self, of: Expr) -> int:
        """The term that rounds an expression up."""
        number = self._number(round_up(of))
        self.inner.setdefault(number, of)
        return number

    def _is_term(self, term: Expr) -> bool:
        """Whether a monomial is a product of sizes, each with a value that computes it."""
        return all(
            factor in self.operands and (isinstance(factor, Symbol) or self._is_natural(factor))
            for factor, _ in factors_of(term)
        )

    def _is_natural(self, expr: Expr) -> bool:
        low, _ = self._state.prover.bounds(expr)
        return low is not None and low >= 0 and self.known(expr)

    def _amount(self, expr: Expr) -> Amount:
        """An expression as an amount, for sums over the same terms."""
        constant, terms = parts(expr)
        if constant < 0 or any(k < 0 for _term, k in terms):
            return amount({self._number(expr): 1})
        counts = {self._number(term): k for term, k in terms}
        return amount({**counts, 0: constant} if constant else counts)

    def _number(self, term: Expr) -> int:
        found = self._numbers.get(term)
        if found is None:
            found = self._numbers[term] = len(self.terms)
            self.terms.append(term)
        return found

    # comparisons

    def at_most(self, one: Amount, other: Amount) -> bool:
        """Whether an amount is proved to be no larger than another one, at all legal sizes."""
        if counts_at_most(one, other):
            return True
        if not allows(self.level, "all"):
            return False
        if self._asked >= QUESTIONS and not self._negative:
            return False  # All that the prover has been asked is open, as is all that is left.
        difference = minus(one, other)
        found = self._answers.get(difference)
        if found is None:
            found = self._answers[difference] = self._answer(difference)
        return found

    def _answer(self, difference: Amount) -> bool:
        """
        Whether a difference is proved to be at most zero: from the answers so far if possible, as
        terms are never negative. What is less than a negative one is negative, and if it is open
        whether one is, so it is for more than that. One that is positive at legal sizes needs no
        proof.
        """
        if any(number > 0 for number in self.legal.numbers(difference)):
            return False
        if self._asked >= QUESTIONS:
            return False
        counts = dict(difference)
        if any(is_less(counts, other) for other in self._negative):
            return True
        if any(is_less(one, counts) for one in self._open):
            return False
        self._asked += 1
        found = self._proves(difference)
        (self._negative if found else self._open).append(counts)
        return found

    def _proves(self, difference: Amount) -> bool:
        expr = self.expression(difference)
        return self.known(expr) and self._state.prover.proves(compare("<=", expr, 0))

    def expression(self, of: Amount) -> Expr:
        """An amount as an expression over the symbols of the analysis."""
        return sum((self.terms[term] * count for term, count in of), const(0))

    def values_at(self, numbers: Mapping[str, int]) -> list[int]:
        """The terms as numbers, at some sizes, legal or not."""
        return [number_of(term, numbers) for term in self.terms]

    @property
    def facts(self) -> Assignments:
        """What is proved of sizes, to be asked of numbers."""
        return self._state.prover.assignments

    @property
    def symbols(self) -> list[Symbol]:
        """The symbols of all terms, in order of first use."""
        return list(dict.fromkeys(symbol for term in self.terms for symbol in term.symbols))

    def normal(self, symbol: Symbol) -> Expr:
        """What a size equals: itself, or an expression over others."""
        return self._state.prover.normal(symbol)

    def likely(self, symbol: Symbol) -> tuple[int, ...]:
        """The values of a size that are likely at run time."""
        return self._state.prover.likely.get(symbol, ())

    def range(self, symbol: Symbol) -> tuple[int | None, int | None]:
        """The smallest and the largest number that a size can be."""
        return self._state.prover.bounds(symbol)


def is_less(one: Mapping[int, int], other: Mapping[int, int]) -> bool:
    """Whether each term counts no more in one difference than in another one."""
    return all(count <= other.get(term, 0) for term, count in one.items()) and all(
        count >= 0 or term in one for term, count in other.items()
    )


def number_of(term: Expr, numbers: Mapping[str, int]) -> int:
    """A term at some sizes; none where a divisor is zero there."""
    try:
        return max(term.evaluate(numbers), 0)
    except ZeroDivisionError:
        return 0


def round_up(count: Expr) -> Expr:
    """A number of bytes as the next multiple of the alignment."""
    return ceildiv(count, ALIGNMENT) * ALIGNMENT


def size_at(of: Amount, values: Sequence[int]) -> int:
    """The bytes of an amount, given the values of the terms."""
    return sum([values[term] * count for term, count in of])
