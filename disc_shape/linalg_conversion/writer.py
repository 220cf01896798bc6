"""Emits operations: index arithmetic that folds numbers, constants at the top of the function."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Sequence
from contextlib import contextmanager
from typing import TypeVar, cast

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    AnyFloat,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards.functions import ceil_divide
from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.linalg_conversion.types import BOOL, INDEX

OpT = TypeVar("OpT", bound=Operation)

Index = SSAValue | int
"""A size or an index: a number, or a value of type `index`."""

PREDICATES = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}
"""The comparisons, as arith calls them after a letter for the sign."""


class ScalarWriter:
    """
    Emits constants and operations on scalars at a place of one function.

    Values are remembered under keys, and found again only where they dominate: each region has a
    table of its own, dropped at its end.
    """

    def __init__(self, entry: Block, place: InsertPoint) -> None:
        self.entry = entry
        self.builder = Builder(place)
        self._tables: list[dict[Hashable, SSAValue]] = [{}]
        self._last_constant: Operation | None = None

    # insertion points

    @contextmanager
    def at(self, place: InsertPoint) -> Generator[None]:
        """Emit at another insertion point, in a region of its own."""
        outer, self.builder = self.builder, Builder(place)
        self._tables.append({})
        try:
            yield
        finally:
            self._tables.pop()
            self.builder = outer

    def move(self, place: InsertPoint) -> None:
        """Continue at another insertion point of the same region."""
        self.builder = Builder(place)

    @contextmanager
    def moved(self, place: InsertPoint) -> Generator[None]:
        """Emit at another insertion point of the same region."""
        outer, self.builder = self.builder, Builder(place)
        try:
            yield
        finally:
            self.builder = outer

    def insert(self, op: OpT) -> OpT:
        """Emit an operation."""
        return self.builder.insert(op)

    def remembered(self, key: Hashable) -> SSAValue | None:
        """The value under a key that was emitted before and dominates the insertion point."""
        for table in reversed(self._tables):
            if key in table:
                return table[key]
        return None

    def remember(self, key: Hashable, value: SSAValue) -> None:
        """Let a value be found under a key in this region."""
        self._tables[-1].setdefault(key, value)

    def once(self, key: Hashable, emit: Callable[[], SSAValue]) -> SSAValue:
        """The value under a key, emitted unless it has been."""
        found = self.remembered(key)
        if found is None:
            found = emit()
            self.remember(key, found)
        return found

    def forget_erased(self) -> None:
        """Forget values of operations that were erased, as dead code is: they would be used."""
        for table in self._tables:
            for key in [key for key, value in table.items() if is_erased(value)]:
                del table[key]
        constants = [
            value.owner
            for key, value in self._tables[0].items()
            if isinstance(key, tuple) and key[0] == "constant"
        ]
        last = constants[-1] if constants else None
        self._last_constant = last if isinstance(last, Operation) else None

    # constants

    def dense(self, attr: Attribute, type_: Attribute) -> SSAValue:
        """A constant, at the top of the function."""
        key = ("constant", attr, type_)
        if key not in self._tables[0]:
            op = arith.ConstantOp.create(properties={"value": attr}, result_types=[type_])
            last = self._last_constant
            place = InsertPoint.at_start(self.entry) if last is None else InsertPoint.after(last)
            Builder(place).insert(op)
            self._last_constant, self._tables[0][key] = op, op.results[0]
        return self._tables[0][key]

    def constant(self, number: float, type_: Attribute = INDEX) -> SSAValue:
        """A number of an integer, index or float type; integers wrap."""
        width = integer_width(type_)
        if width is not None or type_ == INDEX:
            whole = int(number)
            if width is not None:
                whole &= (1 << width) - 1
                whole -= (whole >> (width - 1) & 1) << width
            return self.dense(IntegerAttr(whole, cast("IndexType", type_)), type_)
        return self.dense(FloatAttr(float(number), cast("AnyFloat", type_)), type_)

    def value(self, number: Index) -> SSAValue:
        """A size or an index as a value."""
        return self.constant(number) if isinstance(number, int) else number

    def values(self, numbers: Sequence[Index]) -> list[SSAValue]:
        """Sizes or indices as values."""
        return [self.value(number) for number in numbers]

    # scalars

    def op(
        self, op_class: type[Operation], operands: Sequence[SSAValue], type_: Attribute
    ) -> SSAValue:
        """The result of an operation of arith or math on scalars, emitted once."""
        return self.once(
            (op_class, *operands, type_), lambda: self._emit(op_class, operands, type_)
        )

    def _emit(
        self, op_class: type[Operation], operands: Sequence[SSAValue], type_: Attribute
    ) -> SSAValue:
        properties: dict[str, Attribute] = {}
        if hasattr(op_class, "fastmath"):
            properties["fastmath"] = arith.FastMathFlagsAttr("none")
        if hasattr(op_class, "overflow_flags"):
            properties["overflowFlags"] = arith.IntegerOverflowAttr("none")
        op = op_class.create(operands=operands, result_types=[type_], properties=properties)
        return self.insert(op).results[0]

    def compare(
        self, relation: str, lhs: SSAValue, rhs: SSAValue, unsigned: bool = False
    ) -> SSAValue:
        """A comparison of integers, or of floats, where only `!=` holds of NaN."""
        word = PREDICATES[relation]
        if isinstance(lhs.type, IntegerType | IndexType):
            letter = "" if word in ("eq", "ne") else "u" if unsigned else "s"
            predicate = letter + word
            return self.once(
                (predicate, lhs, rhs),
                lambda: self.insert(arith.CmpiOp(lhs, rhs, predicate)).result,
            )
        predicate = ("u" if word == "ne" else "o") + word
        return self.once(
            (predicate, lhs, rhs), lambda: self.insert(arith.CmpfOp(lhs, rhs, predicate)).result
        )

    def select(self, condition: SSAValue, then: SSAValue, otherwise: SSAValue) -> SSAValue:
        """One of two scalars."""
        return self.op(arith.SelectOp, [condition, then, otherwise], then.type)

    def both(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Whether two conditions hold."""
        return self.op(arith.AndIOp, [lhs, rhs], BOOL)

    def either(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Whether one of two conditions holds."""
        return self.op(arith.OrIOp, [lhs, rhs], BOOL)

    def as_index(self, value: SSAValue, unsigned: bool = False) -> SSAValue:
        """An integer as an index; what is beyond the indices becomes the greatest of them."""
        if isinstance(value.type, IndexType):
            return value
        if not unsigned:
            return self.op(arith.IndexCastOp, [value], INDEX)
        if (integer_width(value.type) or 0) < 64:
            value = self.op(arith.ExtUIOp, [value], IntegerType(64))
        else:
            greatest = self.constant((1 << 63) - 1, value.type)
            value = self.op(arith.MinUIOp, [value, greatest], value.type)
        return self.op(arith.IndexCastOp, [value], INDEX)


class Writer(ScalarWriter):
    """Emits index arithmetic as well, and operations on tensors."""

    # index arithmetic

    def add(self, lhs: Index, rhs: Index) -> Index:
        """The sum."""
        if isinstance(lhs, int):
            lhs, rhs = rhs, lhs
        if isinstance(lhs, int):
            return lhs + cast("int", rhs)
        return lhs if rhs == 0 else self.op(arith.AddiOp, self.values([lhs, rhs]), INDEX)

    def subtract(self, lhs: Index, rhs: Index) -> Index:
        """The difference."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs - rhs
        if lhs is rhs:
            return 0
        return lhs if rhs == 0 else self.op(arith.SubiOp, self.values([lhs, rhs]), INDEX)

    def multiply(self, lhs: Index, rhs: Index) -> Index:
        """The product."""
        if isinstance(lhs, int):
            lhs, rhs = rhs, lhs
        if isinstance(lhs, int):
            return lhs * cast("int", rhs)
        if rhs == 0:
            return 0
        return lhs if rhs == 1 else self.op(arith.MuliOp, self.values([lhs, rhs]), INDEX)

    def divide(self, lhs: Index, rhs: Index) -> Index:
        """The quotient of a number that is not negative by a positive one."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs // rhs
        return lhs if rhs == 1 else self.op(arith.DivSIOp, self.values([lhs, rhs]), INDEX)

    def ceil_divide(self, lhs: Index, rhs: Index) -> Index:
        """The quotient by a positive number, rounded up."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return cast("int", ceil_divide(lhs, rhs))
        return lhs if rhs == 1 else self.op(arith.CeilDivSIOp, self.values([lhs, rhs]), INDEX)

    def maximum(self, lhs: Index, rhs: Index) -> Index:
        """The greater one of two numbers."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return max(lhs, rhs)
        return lhs if lhs is rhs else self.op(arith.MaxSIOp, self.values([lhs, rhs]), INDEX)

    def minimum(self, lhs: Index, rhs: Index) -> Index:
        """The smaller one of two numbers."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return min(lhs, rhs)
        return lhs if lhs is rhs else self.op(arith.MinSIOp, self.values([lhs, rhs]), INDEX)

    def clamp(self, number: Index, low: Index, high: Index) -> Index:
        """A number moved into a closed range; `low` wins."""
        return self.maximum(self.minimum(number, high), low)

    # tensors

    def dim(self, value: SSAValue, axis: int) -> SSAValue:
        """A size of a tensor."""
        return self.once(
            ("dim", value, axis),
            lambda: self.insert(tensor.DimOp(value, self.constant(axis))).result,
        )

    def extract(self, value: SSAValue, index: Sequence[Index]) -> SSAValue:
        """An element of a tensor."""
        at = self.values(index)
        element = cast("TensorType[Attribute]", value.type).get_element_type()
        return self.once(
            ("extract", value, *at),
            lambda: self.insert(tensor.ExtractOp(value, at, element)).result,
        )

    def empty(self, type_: TensorType[Attribute], sizes: Sequence[Index]) -> SSAValue:
        """A tensor without contents; `sizes` has one number for each dimension."""
        dynamic = [
            self.value(size)
            for known, size in zip(type_.get_shape(), sizes, strict=True)
            if known < 0
        ]
        return self.insert(tensor.EmptyOp(dynamic, type_)).tensor

    def from_elements(self, elements: Sequence[SSAValue], type_: Attribute) -> SSAValue:
        """A static tensor of elements in row-major order."""
        op = tensor.FromElementsOp.create(operands=elements, result_types=[type_])
        return self.insert(op).results[0]

    def cast(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """A tensor in a type that shows other sizes."""
        if value.type == type_:
            return value
        op = tensor.CastOp.create(operands=[value], result_types=[type_])
        return self.insert(op).results[0]


def is_erased(value: SSAValue) -> bool:
    """Whether the operation of a value is in no block any more."""
    return isinstance(value.owner, Operation) and value.owner.parent is None
