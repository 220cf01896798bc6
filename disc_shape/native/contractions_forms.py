"""Indices of a nest as linear functions of three of its counters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.dialects import arith, memref
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.linalg_conversion.writer import Index, Writer
from disc_shape.native.contractions_nests import is_inside, number_of


class NoProductError(Exception):
    """A nest is no product of matrices."""


class Form(NamedTuple):
    """`base + row * i + column * j + inner * k`."""

    base: Index
    row: Index = 0
    column: Index = 0
    inner: Index = 0

    @property
    def is_fixed(self) -> bool:
        """Whether it does not depend on the three counters."""
        return self.row == 0 and self.column == 0 and self.inner == 0


@dataclass
class Forms:
    """
    The forms of values of a nest where its other counters are known. Operations on those are
    repeated at the insertion point.
    """

    writer: Writer
    nest: Operation
    known: Mapping[SSAValue, Form]

    def of(self, value: SSAValue) -> Form:
        """The form of an index; raises `NoProductError` for one that is not linear."""
        if value in self.known:
            return self.known[value]
        number = number_of(value)
        if number is not None:
            return Form(number)
        op = value.owner
        if not isinstance(op, Operation):
            if is_inside(op.parent_op(), self.nest):
                raise NoProductError
            return Form(value)
        if not is_inside(op, self.nest):
            return Form(value)
        if isinstance(op, memref.LoadOp) or op.regions:
            raise NoProductError
        forms = [self.of(one) for one in op.operands]
        if isinstance(op, arith.AddiOp):
            return self.added(forms[0], forms[1], self.writer.add)
        if isinstance(op, arith.SubiOp):
            return self.added(forms[0], forms[1], self.writer.subtract)
        if isinstance(op, arith.MuliOp):
            first, second = forms if forms[1].is_fixed else reversed(forms)
            if second.is_fixed:
                return self.scaled(first, second.base)
        if not all(one.is_fixed for one in forms):
            raise NoProductError
        bases = [self.writer.value(one.base) for one in forms]
        copy = op.clone(dict(zip(op.operands, bases, strict=True)))
        self.writer.insert(copy)
        return Form(copy.results[0])

    def added(self, lhs: Form, rhs: Form, function: Callable[[Index, Index], Index]) -> Form:
        """The sum or the difference of two forms."""
        return Form(*(function(one, other) for one, other in zip(lhs, rhs, strict=True)))

    def scaled(self, form: Form, factor: Index) -> Form:
        """A multiple of a form."""
        return Form(*(self.writer.multiply(one, factor) for one in form))

    def address(self, indices: Sequence[SSAValue], strides: Sequence[Index]) -> Form:
        """The number of an element of a buffer."""
        total = Form(0)
        for index, stride in zip(indices, strides, strict=True):
            total = self.added(total, self.scaled(self.of(index), stride), self.writer.add)
        return total


def strides_of(writer: Writer, buffer: SSAValue) -> list[Index]:
    """The strides of a contiguous buffer."""
    strides: list[Index] = []
    step: Index = 1
    for axis, size in reversed(list(enumerate(shape_of(buffer)))):
        strides.append(step)
        if axis:
            step = writer.multiply(step, dimension(writer, buffer, axis) if size < 0 else size)
    return strides[::-1]


def dimension(writer: Writer, buffer: SSAValue, axis: int) -> Index:
    """A size of a buffer."""
    size = shape_of(buffer)[axis]
    if size >= 0:
        return size
    return writer.once(
        ("memref.dim", buffer, axis),
        lambda: writer.insert(memref.DimOp(buffer, writer.constant(axis))).result,
    )
