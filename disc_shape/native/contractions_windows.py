"""
Loops of a sum whose bounds depend on the row, as those over the taps of a padded window.

Instead of the taps that a row reads, the rows that read a tap: bounds are maxima and minima of
linear functions of the row, so each becomes a bound of rows.

    for %t = max(0, 1 - %i) to min(3, %n + 1 - %i)      // for each row %i
    for %i = max(0, 1 - %t) to min(%m, %n + 1 - %t)     // for each tap %t of 0, 1 and 2
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects import arith, scf
from xdsl.ir import SSAValue

from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_forms import Form, Forms, NoProductError
from disc_shape.native.contractions_nests import number_of


class Limit(NamedTuple):
    """`scale * tap >= form` for a lower limit, and `scale * tap < form` for an upper one."""

    scale: int
    form: Form


@dataclass
class Rows:
    """The rows of a product: from the greatest of some numbers to below the least of others."""

    low: Sequence[Index]
    high: Sequence[Index]

    def span(self, writer: Writer) -> tuple[Index, Index]:
        """The first row, and how many there are."""
        low, high = self.low[0], self.high[0]
        if len(self.low) == len(self.high) == 1:
            return low, writer.subtract(high, low)
        for one in self.low[1:]:
            low = writer.maximum(low, one)
        for one in self.high[1:]:
            high = writer.minimum(high, one)
        return low, writer.maximum(writer.subtract(high, low), 0)


@dataclass
class Taps:
    """The bounds of a loop of a sum. Raises `NoProductError` for other forms of bounds."""

    forms: Forms
    low: Index
    high: Index
    lower: list[Limit]
    """Limits that depend on the row."""
    upper: list[Limit]

    @staticmethod
    def of(forms: Forms, op: scf.ForOp) -> Taps:
        """The bounds of a loop that counts up one by one."""
        if number_of(op.step) != 1:
            raise NoProductError
        writer = forms.writer
        low, lower = parted(lower_limits(forms, op.lb))
        high, upper = parted(upper_limits(forms, op.ub))
        if (lower or upper) and not any(isinstance(one, int) and one >= 0 for one in low):
            raise NoProductError
        if not low or not high:
            raise NoProductError
        least, greatest = low[0], high[0]
        for one in low[1:]:
            least = writer.maximum(least, one)
        for one in high[1:]:
            greatest = writer.minimum(greatest, one)
        return Taps(forms, least, greatest, lower, upper)

    def rows(self, tap: SSAValue, rows: Rows) -> Rows:
        """The rows that read a tap."""
        writer = self.forms.writer
        low, high = list(rows.low), list(rows.high)
        limits = [*((one, False) for one in self.lower), *((one, True) for one in self.upper)]
        for limit, is_upper in limits:
            step = limit.form.row
            if not isinstance(step, int):
                raise NoProductError
            scaled = writer.multiply(tap, limit.scale)
            rest = writer.subtract(scaled, limit.form.base)
            if (step > 0) == is_upper:  # step * row > rest, or -step * row >= -rest
                least = writer.add(rest, 1) if is_upper else writer.subtract(0, rest)
                low.append(writer.ceil_divide(least, abs(step)))
            else:  # step * row <= rest, or -step * row < -rest
                beyond = writer.subtract(0, rest) if is_upper else writer.add(rest, 1)
                high.append(writer.ceil_divide(beyond, abs(step)))
        return Rows(low, high)


def parted(limits: Iterator[Limit]) -> tuple[list[Index], list[Limit]]:
    """Limits that are the same for all rows, and others."""
    fixed: list[Index] = []
    others: list[Limit] = []
    for scale, form in limits:
        if not form.is_fixed:
            others.append(Limit(scale, form))
        elif scale == 1:
            fixed.append(form.base)
        elif not isinstance(form.base, int) or form.base > 0:
            raise NoProductError
    return fixed, others


def lower_limits(forms: Forms, value: SSAValue, scale: int = 1, more: int = 0) -> Iterator[Limit]:
    """What `scale * tap >= value + more` means; taps are not negative."""
    form, op = form_of(forms, value), value.owner
    if form is not None:
        yield moved(forms, form, scale, more)
    elif isinstance(op, arith.MaxSIOp):
        for one in op.operands:
            yield from lower_limits(forms, one, scale, more)
    else:
        inner, scale, more = inside(op, scale, more)
        yield from lower_limits(forms, inner, scale, more)


def upper_limits(forms: Forms, value: SSAValue, scale: int = 1, more: int = 0) -> Iterator[Limit]:
    """What `scale * tap < value + more` means; taps are not negative."""
    form, op = form_of(forms, value), value.owner
    if form is not None:
        yield moved(forms, form, scale, more)
    elif isinstance(op, arith.MinSIOp):
        for one in op.operands:
            yield from upper_limits(forms, one, scale, more)
    elif isinstance(op, arith.MaxSIOp):
        numbers = [number_of(one) for one in op.operands]
        if numbers[1] is None or numbers[1] + more > 0:
            raise NoProductError
        yield from upper_limits(forms, op.operands[0], scale, more)
    else:
        inner, scale, more = inside(op, scale, more)
        yield from upper_limits(forms, inner, scale, more)


def form_of(forms: Forms, value: SSAValue) -> Form | None:
    """The form of a value that is linear."""
    try:
        return forms.of(value)
    except NoProductError:
        return None


def moved(forms: Forms, form: Form, scale: int, more: int) -> Limit:
    """A limit."""
    if form.column != 0 or form.inner != 0:
        raise NoProductError
    return Limit(scale, form._replace(base=forms.writer.add(form.base, more)))


def inside(op: object, scale: int, more: int) -> tuple[SSAValue, int, int]:
    """
    The operand of a sum with a number, or of a quotient, in a limit. A number is at least the
    quotient `n / d`, rounded down, if `d` times it is at least `n - d + 1`; and below, if below.
    """
    if isinstance(op, arith.AddiOp):
        number = number_of(op.rhs)
        if number is not None:
            return op.lhs, scale, more + number
    if isinstance(op, arith.DivSIOp) and scale == 1 and more == 0:
        divisor = number_of(op.rhs)
        if divisor is not None and divisor > 0 and is_natural(op.lhs):
            return op.lhs, divisor, 1 - divisor
    raise NoProductError


def is_natural(value: SSAValue) -> bool:
    """Whether a value cannot be negative: a maximum with 0, to which a number may be added."""
    op = value.owner
    if isinstance(op, arith.AddiOp):
        number = number_of(op.rhs)
        return number is not None and number >= 0 and is_natural(op.lhs)
    return isinstance(op, arith.MaxSIOp) and number_of(op.rhs) == 0
