"""Machine integers: what the operations of `arith` and `index` compute, exactly.

A value of a type of `width` bits is kept as the signed number that its bits stand for. A function
returns None where the operation has no defined result: division by zero, a signed quotient that
does not fit, a shift by the width or more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeAlias

Binary: TypeAlias = Callable[[int, int, int], int | None]
"""Two operands and the width; the result may still have to be wrapped."""


def signed(value: int, width: int) -> int:
    """The number that the lowest `width` bits of `value` stand for, with a sign."""
    value &= (1 << width) - 1
    return value - (1 << width) if value >> (width - 1) & 1 else value


def unsigned(value: int, width: int) -> int:
    """The number that the lowest `width` bits of `value` stand for, without a sign."""
    return value & ((1 << width) - 1)


def least(width: int) -> int:
    """The smallest signed number."""
    return -(1 << (width - 1))


def greatest(width: int) -> int:
    """The largest signed number."""
    return (1 << (width - 1)) - 1


def truncated(lhs: int, rhs: int) -> int:
    """The quotient, rounded towards zero."""
    quotient = abs(lhs) // abs(rhs)
    return quotient if (lhs < 0) == (rhs < 0) else -quotient


def _fits(value: int, width: int) -> int | None:
    return value if least(width) <= value <= greatest(width) else None


def divsi(lhs: int, rhs: int, width: int) -> int | None:
    return _fits(truncated(lhs, rhs), width) if rhs else None


def floordivsi(lhs: int, rhs: int, width: int) -> int | None:
    return _fits(lhs // rhs, width) if rhs else None


def ceildivsi(lhs: int, rhs: int, width: int) -> int | None:
    return _fits(-(-lhs // rhs), width) if rhs else None


def remsi(lhs: int, rhs: int, width: int) -> int | None:
    return lhs - rhs * truncated(lhs, rhs) if rhs else None


def divui(lhs: int, rhs: int, width: int) -> int | None:
    return unsigned(lhs, width) // unsigned(rhs, width) if rhs else None


def ceildivui(lhs: int, rhs: int, width: int) -> int | None:
    return -(-unsigned(lhs, width) // unsigned(rhs, width)) if rhs else None


def remui(lhs: int, rhs: int, width: int) -> int | None:
    return unsigned(lhs, width) % unsigned(rhs, width) if rhs else None


def minui(lhs: int, rhs: int, width: int) -> int:
    return min(unsigned(lhs, width), unsigned(rhs, width))


def maxui(lhs: int, rhs: int, width: int) -> int:
    return max(unsigned(lhs, width), unsigned(rhs, width))


def _amount(rhs: int, width: int) -> int | None:
    """By how much to shift."""
    amount = unsigned(rhs, width)
    return amount if amount < width else None


def shli(lhs: int, rhs: int, width: int) -> int | None:
    amount = _amount(rhs, width)
    return None if amount is None else lhs << amount


def shrsi(lhs: int, rhs: int, width: int) -> int | None:
    amount = _amount(rhs, width)
    return None if amount is None else lhs >> amount


def shrui(lhs: int, rhs: int, width: int) -> int | None:
    amount = _amount(rhs, width)
    return None if amount is None else unsigned(lhs, width) >> amount


BINARY: Mapping[str, Binary] = {
    "addi": lambda lhs, rhs, width: lhs + rhs,
    "subi": lambda lhs, rhs, width: lhs - rhs,
    "muli": lambda lhs, rhs, width: lhs * rhs,
    "andi": lambda lhs, rhs, width: lhs & rhs,
    "ori": lambda lhs, rhs, width: lhs | rhs,
    "xori": lambda lhs, rhs, width: lhs ^ rhs,
    "minsi": lambda lhs, rhs, width: min(lhs, rhs),
    "maxsi": lambda lhs, rhs, width: max(lhs, rhs),
    "minui": minui,
    "maxui": maxui,
    "divsi": divsi,
    "divui": divui,
    "floordivsi": floordivsi,
    "ceildivsi": ceildivsi,
    "ceildivui": ceildivui,
    "remsi": remsi,
    "remui": remui,
    "shli": shli,
    "shrsi": shrsi,
    "shrui": shrui,
}
"""By the names of `arith`."""

COMPARISONS: tuple[tuple[str, Callable[[int, int], bool], bool], ...] = (
    ("eq", lambda lhs, rhs: lhs == rhs, True),
    ("ne", lambda lhs, rhs: lhs != rhs, True),
    ("slt", lambda lhs, rhs: lhs < rhs, True),
    ("sle", lambda lhs, rhs: lhs <= rhs, True),
    ("sgt", lambda lhs, rhs: lhs > rhs, True),
    ("sge", lambda lhs, rhs: lhs >= rhs, True),
    ("ult", lambda lhs, rhs: lhs < rhs, False),
    ("ule", lambda lhs, rhs: lhs <= rhs, False),
    ("ugt", lambda lhs, rhs: lhs > rhs, False),
    ("uge", lambda lhs, rhs: lhs >= rhs, False),
)
"""Name, meaning, and whether the operands have a sign; the position is `arith.cmpi`'s number."""


def compare(predicate: int, lhs: int, rhs: int, width: int) -> bool:
    """What `arith.cmpi` says; `predicate` is a position in COMPARISONS."""
    _, meaning, has_sign = COMPARISONS[predicate]
    if has_sign:
        return meaning(lhs, rhs)
    return meaning(unsigned(lhs, width), unsigned(rhs, width))


def compute(name: str, lhs: int, rhs: int, width: int) -> int | None:
    """What the operation `arith.<name>` gives for two signed numbers of that width."""
    result = BINARY[name](lhs, rhs, width)
    return None if result is None else signed(result, width)
