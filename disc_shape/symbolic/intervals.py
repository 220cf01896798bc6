"""Arithmetic on closed intervals and on residue classes, over integers of any size.

An interval is (lo, hi); None is no bound. A residue class is (m, r): every value is r modulo m,
and with m == 0, r is the only value.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import gcd, isqrt
from typing import TypeAlias

from disc_shape.symbolic.budget import BUDGET

Interval: TypeAlias = tuple[int | None, int | None]
Residue: TypeAlias = tuple[int, int]

EVERYTHING: Interval = (None, None)


def plus(a: Interval, b: Interval) -> Interval:
    """The sums of two numbers, one of each interval."""
    return (
        None if a[0] is None or b[0] is None else a[0] + b[0],
        None if a[1] is None or b[1] is None else a[1] + b[1],
    )


def scaled_interval(a: Interval, k: int) -> Interval:
    """The multiples of the numbers of an interval."""
    lo, hi = a
    if k < 0:
        lo, hi = hi, lo
    return (None if lo is None else k * lo, None if hi is None else k * hi)


def meet(a: Interval, b: Interval) -> Interval:
    """What lies in both; possibly empty (lo > hi)."""
    lo = a[0] if b[0] is None else b[0] if a[0] is None else max(a[0], b[0])
    hi = a[1] if b[1] is None else b[1] if a[1] is None else min(a[1], b[1])
    return lo, hi


def join(a: Interval, b: Interval) -> Interval:
    """The smallest interval that holds both."""
    return (
        None if a[0] is None or b[0] is None else min(a[0], b[0]),
        None if a[1] is None or b[1] is None else max(a[1], b[1]),
    )


def largest_interval(parts: Sequence[Interval]) -> Interval:
    """Every maximum of a value of each."""
    lows = [lo for lo, _ in parts if lo is not None]
    highs = [hi for _, hi in parts if hi is not None]
    return max(lows, default=None), max(highs) if len(highs) == len(parts) else None


def times_interval(a: Interval, b: Interval) -> Interval:
    """Every product of a value of each."""
    if a == (0, 0) or b == (0, 0):
        return (0, 0)
    if empty(a) or empty(b):
        return 1, 0
    (al, ah), (bl, bh) = a, b
    if al is not None and bl is not None and al >= 0 and bl >= 0:
        return (al * bl, None if ah is None or bh is None else ah * bh)
    if al is not None and ah is not None and bl is not None and bh is not None:
        ends = (al * bl, al * bh, ah * bl, ah * bh)
        return min(ends), max(ends)
    if ah is not None and ah <= 0:
        return scaled_interval(times_interval(scaled_interval(a, -1), b), -1)
    if bh is not None and bh <= 0:
        return scaled_interval(times_interval(a, scaled_interval(b, -1)), -1)
    if al is not None and al >= 0:
        # b crosses zero (or is open below): extreme at the largest a
        return (
            None if ah is None or bl is None else ah * bl,
            None if ah is None or bh is None else ah * bh,
        )
    if bl is not None and bl >= 0:
        return times_interval(b, a)
    return EVERYTHING


def power_interval(a: Interval, n: int) -> Interval:
    """Every n-th power; an even power of something that crosses zero starts at 0."""
    if n == 1:
        return a
    lo, hi = a
    if n % 2 == 0:
        if lo is not None and lo >= 0:
            return lo**n, None if hi is None else hi**n
        if hi is not None and hi <= 0:
            return hi**n, None if lo is None else lo**n
        return 0, None if lo is None or hi is None else max(-lo, hi) ** n
    return None if lo is None else lo**n, None if hi is None else hi**n


def root_interval(powers: Interval, base: Interval, n: int) -> Interval:
    """Every value of `base` whose n-th power lies in `powers`; possibly more, possibly empty."""
    lo, hi = powers
    if n == 1:
        return meet(base, powers)
    if n % 2:
        return meet(
            base,
            (
                None if lo is None else signed_root(lo - 1, n) + 1,
                None if hi is None else signed_root(hi, n),
            ),
        )
    if hi is not None:
        if hi < 0:
            return 1, 0
        most = floor_root(hi, n)
        base = meet(base, (-most, most))
    if lo is not None and lo > 0:
        least = floor_root(lo - 1, n) + 1
        if base[0] is not None and base[0] > -least:
            base = meet(base, (least, None))
        if base[1] is not None and base[1] < least:
            base = meet(base, (None, -least))
    return base


def signed_root(value: int, n: int) -> int:
    """The largest x with x**n <= value, for an odd n."""
    if value >= 0:
        return floor_root(value, n)
    return -floor_root(-value - 1, n) - 1


def floor_root(value: int, n: int) -> int:
    """The largest x with x**n <= value, for a value of at least 0."""
    if n == 2:
        return isqrt(value)
    low, high = 0, 1 << (value.bit_length() // n + 1)
    while high - low > 1:
        middle = (low + high) // 2
        if middle**n <= value:
            low = middle
        else:
            high = middle
    return low


def quotient_interval(a: Interval, b: Interval) -> Interval:
    """Every floor quotient of a value of each, for divisors above zero."""
    if empty(a) or empty(b):
        return 1, 0
    (al, ah), (bl, bh) = a, b
    assert bl is not None
    assert bl >= 1
    # the largest divisor makes the least quotient of a number above zero, the smallest of others
    low_by, high_by = (
        (bh if al is not None and al >= 0 else bl),
        (bl if ah is None or ah >= 0 else bh),
    )
    lo = None if al is None else 0 if low_by is None else al // low_by
    hi = None if ah is None else -1 if high_by is None else ah // high_by
    return lo, hi


def inside(a: Interval, value: int) -> bool:
    """Whether a number lies in an interval."""
    return (a[0] is None or a[0] <= value) and (a[1] is None or value <= a[1])


def union(pieces: Iterable[Interval]) -> tuple[Interval, ...]:
    """The same values in ascending, disjoint intervals with gaps between them."""
    found: list[Interval] = []
    for piece in sorted(
        (p for p in pieces if not empty(p)), key=lambda p: (p[0] is not None, p[0] or 0)
    ):
        last = found[-1] if found else None
        if last is not None and (last[1] is None or piece[0] is None or piece[0] <= last[1] + 1):
            found[-1] = join(last, piece)
        else:
            found.append(piece)
    return tuple(found)


def preimage(pieces: Iterable[Interval], k: int, c: int) -> tuple[Interval, ...]:
    """Every x with k * x + c in one of the intervals, for k != 0."""
    found: list[Interval] = []
    for lo, hi in pieces:
        if k < 0:
            lo, hi = hi, lo
        found.append(
            (None if lo is None else -((c - lo) // k), None if hi is None else (hi - c) // k)
        )
    return union(found)


def is_too_large(bound: int | None) -> bool:
    """Whether a bound has so many digits that it is not kept."""
    return bound is not None and bound.bit_length() > BUDGET.bits


def empty(a: Interval) -> bool:
    """Whether an interval holds no number."""
    return a[0] is not None and a[1] is not None and a[0] > a[1]


def normal_residue(m: int, r: int) -> Residue:
    """A residue class with its remainder in [0, m)."""
    m = abs(m)
    return (m, r % m) if m else (0, r)


def multiply_residues(a: Residue, b: Residue) -> Residue:
    """The class of products of numbers of two classes."""
    (m, r), (n, s) = a, b
    return normal_residue(gcd(gcd(m * n, m * s), n * r), r * s)


def join_residues(a: Residue, b: Residue) -> Residue:
    """The smallest class that holds both."""
    return normal_residue(gcd(gcd(a[0], b[0]), a[1] - b[1]), a[1])


def round_to_residue(a: Interval, residue: Residue) -> Interval:
    """The interval shrunk to its first and last member of the class."""
    m, r = residue
    if m == 0:
        return meet(a, (r, r))
    if m == 1:
        return a
    lo, hi = a
    return (
        None if lo is None else lo + (r - lo) % m,
        None if hi is None else hi - (hi - r) % m,
    )
