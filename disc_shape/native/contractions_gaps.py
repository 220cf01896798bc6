"""
Sums with gaps between the elements of an operand, as those of a convolution with dilation of its
left operand: products without the gaps.

A tap reads every `d`-th row of the result, so those rows are the rows of a product:

    for row %i:  if (%i + b) mod d == 0 and (%i + b) / d <= last:  read row (%i + b) / d
    for %q = ceil(b / d) to last + 1:                              read row %q for row d * %q - b
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.ir import SSAValue

from disc_shape.linalg_conversion.types import INDEX
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_forms import Form, Forms, NoProductError
from disc_shape.native.contractions_nests import Nest, is_number, number_of


@dataclass
class Gaps:
    """The conditions of a nest for known counters. Raises `NoProductError` for other ones."""

    writer: Writer
    nest: Nest
    row: SSAValue | None
    known: dict[SSAValue, Form]

    def without(self, first: Index, rows: Index) -> tuple[dict[SSAValue, Form], Index]:
        """What is known within the rows that are in no gap, and how many they are."""
        writer = self.writer
        known = self.known if self.row is None else {**self.known, self.row: Form(0, row=1)}
        forms = Forms(writer, self.nest.op, known)
        divided: list[tuple[SSAValue, int]] = []
        quotients: list[tuple[SSAValue, Index]] = []
        for condition in self.nest.conditions:
            if (found := self.remainder(forms, condition)) is not None:
                divided.append(found)
            elif (limit := self.limit(forms, condition)) is not None:
                quotients.append(limit)
            else:
                form = forms.of(condition)
                if not form.is_fixed or isinstance(form.base, int):
                    raise NoProductError
                rows = writer.op(arith.SelectOp, [form.base, *writer.values([rows, 0])], INDEX)
        if not divided and not quotients:
            if self.row is not None:
                known = {**known, self.row: Form(first, row=1)}
            return known, rows
        if len(divided) != 1 or self.row is None:
            raise NoProductError
        ((value, divisor),) = divided
        base = forms.of(value).base
        low = writer.ceil_divide(writer.add(base, first), divisor)
        low = writer.maximum(low, 0)
        high = writer.ceil_divide(writer.add(writer.add(base, first), rows), divisor)
        for quotient, last in quotients:
            op = quotient.owner
            assert isinstance(op, arith.DivSIOp)
            if op.lhs is not value or number_of(op.rhs) != divisor:
                raise NoProductError
            high = writer.minimum(high, writer.add(last, 1))
            known = {**known, quotient: Form(low, row=1)}
        start = writer.subtract(writer.multiply(low, divisor), base)
        known = {**known, self.row: Form(start, row=divisor)}
        return known, writer.maximum(writer.subtract(high, low), 0)

    def remainder(self, forms: Forms, condition: SSAValue) -> tuple[SSAValue, int] | None:
        """The number that a divisor must divide, where it grows by one from row to row."""
        op = condition.owner
        if not isinstance(op, arith.CmpiOp) or op.predicate.value.data != EQUAL:
            return None
        rest = op.lhs.owner
        if not isinstance(rest, arith.RemSIOp) or not is_number(op.rhs, 0):
            return None
        divisor = number_of(rest.rhs)
        if divisor is None or divisor <= 0:
            raise NoProductError
        form = forms.of(rest.lhs)
        if form.is_fixed:
            return None
        if form.row != 1 or form.column != 0 or form.inner != 0:
            raise NoProductError
        return rest.lhs, divisor

    def limit(self, forms: Forms, condition: SSAValue) -> tuple[SSAValue, Index] | None:
        """The quotient of a row that may be at most a number, and the number."""
        op = condition.owner
        if not isinstance(op, arith.CmpiOp) or op.predicate.value.data != AT_LEAST:
            return None
        difference = op.lhs.owner
        if not isinstance(difference, arith.SubiOp) or not is_number(op.rhs, 0):
            return None
        quotient = difference.rhs.owner
        if not isinstance(quotient, arith.DivSIOp) or forms.of(quotient.lhs).is_fixed:
            return None
        last = forms.of(difference.lhs)
        if not last.is_fixed:
            raise NoProductError
        return quotient.result, last.base


EQUAL, AT_LEAST = 0, 5
"""The predicates `eq` and `sge`."""
