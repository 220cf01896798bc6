"""Indices through reshapes: which digits belong to which dimension."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from disc_shape.loops.factors import Factors, Monomial
from disc_shape.loops.numbers import (
    Digit,
    Loop,
    Number,
    Place,
    Size,
    at,
    combined,
    constant_of,
    fixed,
    linear,
)


class SplitLoopError(Exception):
    """A loop is to become several, so that an index needs no division."""

    def __init__(self, loop: Loop, sizes: Sequence[Size]) -> None:
        super().__init__()
        self.loop = loop
        self.sizes = list(sizes)


@dataclass
class Regrouping:
    """
    Distributes the digits of an index over the dimensions of another shape with as many elements:
    first those groups at either end whose products are known to be equal; those between then are.
    """

    before: list[Size]
    """The sizes of the other shape, without those that are always one."""
    digits: list[Digit]
    factors: Factors
    may_split: Callable[[Sequence[Digit]], bool]
    """Whether loops may be split by sizes whose product is known where elements exist only."""
    others: Sequence[Size] = ()
    """Further sizes that a loop can have."""
    divide: Callable[[Size, Size], Size] | None = None
    """Computes a quotient outside of the loops."""
    whole: list[Digit] = field(default_factory=list[Digit])
    places: list[Place] = field(default_factory=list[Place])

    def run(self) -> list[Place]:
        """The place along each dimension."""
        self.whole = list(self.digits)
        left: list[Place] = []
        while group := self._next_group(self.before, self.digits):
            left += self._take(*group, last=False)
        right: list[Place] = []
        while group := self._next_group(self.before[::-1], self.digits[::-1]):
            right = [*self._take(*group, last=True), *right]
        return [*left, *self._rest(), *right]

    def _next_group(
        self, before: Sequence[Size], digits: Sequence[Digit]
    ) -> tuple[int, int] | None:
        """How many dimensions and digits have one product, one of either side."""
        if not before or not digits:
            return None
        for count in range(1, len(digits) + 1):
            if self.factors.same(before[:1], [one.size for one in digits[:count]]):
                return 1, count
        for count in range(2, len(before) + 1):
            if self.factors.same(before[:count], [digits[0].size]):
                return count, 1
        return None

    def _take(self, dimensions: int, count: int, *, last: bool) -> list[Place]:
        if last:
            sizes, self.before = self.before[-dimensions:], self.before[:-dimensions]
            digits, self.digits = self.digits[-count:], self.digits[:-count]
        else:
            sizes, self.before = self.before[:dimensions], self.before[dimensions:]
            digits, self.digits = self.digits[:count], self.digits[count:]
        if dimensions == 1:
            return [Place(tuple(digits))]
        return [Place((one,)) for one in self.split(digits[0], sizes, proved=True)]

    def _rest(self) -> list[Place]:
        """The dimensions between the groups, whose product is that of the digits left."""
        before, digits = self.before, self.digits
        # Groups without elements leave the others open.
        proved = len(digits) == len(self.whole)
        if len(before) == 1:
            return [Place(tuple(digits))]
        if not before or not digits:
            return [Place() for _ in before]
        if len(digits) == 1:
            return [Place((one,)) for one in self.split(digits[0], before, proved=proved)]
        found = self._refined()
        if found is not None:
            return found
        return taken_apart(linear(digits), before)

    def _refined(self) -> list[Place] | None:
        """Factor by factor, where each size divides the other one."""
        factors, digits = self.factors, list(self.digits)
        places: list[Place] = []
        for size in self.before:
            left, taken = factors.of([size]), list[Digit]()
            while left != (1, frozenset()):
                if not digits:
                    return None
                first = digits.pop(0)
                known = factors.of([first.size])
                rest = factors.quotient(left, known)
                if rest is not None:
                    taken.append(first)
                    left = rest
                    continue
                rest = factors.quotient(known, left)
                if rest is None:
                    return None
                outer, inner = self._known(left), self._known(rest)
                if self.divide is not None and inner is not None:
                    outer = outer or self.divide(first.size, inner)
                if outer is None or inner is None:
                    return None
                head, tail = self.split(first, [outer, inner], proved=True)
                taken.append(head)
                digits.insert(0, tail)
                break
            places.append(Place(tuple(taken)))
        return None if digits else places

    def _known(self, product: Monomial) -> Size | None:
        """A size that is a product."""
        number, unknown = product
        if not unknown:
            return Size(number)
        for size in (*self.before, *(one.size for one in self.whole), *self.others):
            if self.factors.of([size]) == product:
                return size
        return None

    def split(self, digit: Digit, sizes: Sequence[Size], *, proved: bool) -> list[Digit]:
        """
        A digit as several. A loop is split, where that is right for all iterations; other numbers
        are divided.
        """
        number = digit.number
        if isinstance(number, Loop) and number.size == digit.size:
            if self.factors.allows("product") and (proved or self.may_split(self.whole)):
                raise SplitLoopError(number, sizes)
        return [one for place in taken_apart(number, sizes) for one in place.digits]


def taken_apart(number: Number, sizes: Sequence[Size]) -> list[Place]:
    """The digits of a number, by divisions: the first one has no upper bound to respect."""
    places: list[Place] = []
    inner: Number = fixed(1)
    for position, size in reversed(list(enumerate(sizes))):
        part = number if constant_of(inner) == 1 else combined("//", number, positive(inner))
        if position:
            part = combined("%", part, positive(fixed(size)))
        places.insert(0, at(part, size))
        inner = fixed(size) * inner
    return places


def positive(divisor: Number) -> Number:
    """A divisor that is at least 1, also where there are no elements."""
    return combined("max", divisor, 1)
