"""
Formulas over scalars: Python's operators emit operations of arith and math.

A `Number` is a float, `Bits` are an integer, a `Condition` is one bit. Arithmetic is that of the
operations: nothing is reassociated or contracted. `Number.fused` is a product and a sum that are
rounded once, where the target has such an instruction.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, llvm, math
from xdsl.dialects.builtin import AnyFloat, FixedBitwidthType, IntegerType, f32, f64
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.linalg_conversion.types import BOOL
from disc_shape.linalg_conversion.writer import ScalarWriter


@dataclass(frozen=True)
class Scope:
    """Where formulas are emitted, and what the target has."""

    writer: ScalarWriter
    has_fma: bool
    has_ldexp: bool = False
    """Whether it scales vectors by powers of two in one instruction, as AVX-512 does."""

    def op(self, op_class: type[Operation], type_: Attribute, *operands: SSAValue) -> SSAValue:
        """The result of an operation on scalars."""
        return self.writer.op(op_class, operands, type_)

    def number(self, value: float, type_: Attribute) -> Number:
        """A constant."""
        return Number(self, self.writer.constant(value, type_))

    def bits(self, value: int, type_: Attribute) -> Bits:
        """An integer constant."""
        return Bits(self, self.writer.constant(value, type_))


@dataclass(frozen=True)
class Condition:
    """A scalar of type `i1`."""

    scope: Scope
    value: SSAValue

    def __and__(self, other: Condition) -> Condition:
        return Condition(self.scope, self.scope.writer.both(self.value, other.value))

    def __or__(self, other: Condition) -> Condition:
        return Condition(self.scope, self.scope.writer.either(self.value, other.value))

    def choose(self, then: Number | float, otherwise: Number | float) -> Number:
        """One of two numbers, of which at least one is no constant."""
        known = then if isinstance(then, Number) else otherwise
        assert isinstance(known, Number)
        left, right = known.lift(then), known.lift(otherwise)
        return known.make(self.scope.writer.select(self.value, left.value, right.value))


@dataclass(frozen=True)
class Number:
    """A scalar of a float type."""

    scope: Scope
    value: SSAValue

    @property
    def type(self) -> Attribute:
        """The float type."""
        return self.value.type

    @property
    def width(self) -> int:
        """Its bits."""
        assert isinstance(self.type, FixedBitwidthType)
        return self.type.bitwidth

    def make(self, value: SSAValue) -> Number:
        """A number of the same scope."""
        return Number(self.scope, value)

    def lift(self, other: Number | float) -> Number:
        """A number, or a constant of this type."""
        return other if isinstance(other, Number) else self.scope.number(other, self.type)

    def _with(self, op_class: type[Operation], *others: Number | float) -> Number:
        operands = [self.value, *(self.lift(other).value for other in others)]
        return self.make(self.scope.op(op_class, self.type, *operands))

    def __add__(self, other: Number | float) -> Number:
        return self._with(arith.AddfOp, other)

    def __sub__(self, other: Number | float) -> Number:
        return self._with(arith.SubfOp, other)

    def __rsub__(self, other: float) -> Number:
        return self.lift(other) - self

    def __mul__(self, other: Number | float) -> Number:
        return self._with(arith.MulfOp, other)

    def __truediv__(self, other: Number | float) -> Number:
        return self._with(arith.DivfOp, other)

    def __rtruediv__(self, other: float) -> Number:
        return self.lift(other) / self

    def __neg__(self) -> Number:
        return self._with(arith.NegfOp)

    def __abs__(self) -> Number:
        return self._with(math.AbsFOp)

    def root(self) -> Number:
        """The square root, rounded correctly."""
        return self._with(math.SqrtOp)

    def whole(self) -> Number:
        """Rounded towards zero."""
        return self._with(math.TruncOp)

    def signed_as(self, other: Number) -> Number:
        """The magnitude of this number with the sign of another one."""
        return self._with(math.CopySignOp, other)

    def fused(self, factor: Number | float, term: Number | float) -> Number:
        """`self * factor + term`, rounded once where the target can."""
        if self.scope.has_fma:
            return self._with(math.FmaOp, factor, term)
        return self * factor + term

    def rest_of_product(self, factor: Number, product: Number) -> Number:
        """`self * factor - product`, exactly, of a number of 24 bits in f64 and the product."""
        if self.scope.has_fma:
            return self.fused(factor, -product)
        high = (factor.bits() & -(1 << 27)).number()
        return (self * high - product) + self * (factor - high)

    def scaled(self, power: Bits) -> Number:
        """`self * 2^power`, rounded once; only where the target has it."""
        name = f"llvm.ldexp.{self.type}.{power.value.type}"
        call = llvm.CallIntrinsicOp(name, [self.value, power.value], [self.type])
        return self.make(self.scope.writer.insert(call).results[0])

    def polynomial(self, coefficients: Sequence[float]) -> Number:
        """A polynomial of this number, lowest power first."""
        total = self.lift(coefficients[-1])
        for one in reversed(coefficients[:-1]):
            total = self.make(total.value).fused(self, one)
        return total

    def _compare(self, relation: str, other: Number | float) -> Condition:
        writer = self.scope.writer
        return Condition(self.scope, writer.compare(relation, self.value, self.lift(other).value))

    def __lt__(self, other: Number | float) -> Condition:
        return self._compare("<", other)

    def __gt__(self, other: Number | float) -> Condition:
        return self._compare(">", other)

    def is_equal(self, other: Number | float) -> Condition:
        """Whether two numbers are equal; false with a NaN."""
        return self._compare("==", other)

    def is_nan(self) -> Condition:
        """Whether this is no number."""
        return self._compare("!=", self)

    def at_most(self, most: float) -> Number:
        """The smaller one of this number and a constant; NaN stays."""
        return (self > most).choose(most, self)

    def at_least(self, least: float) -> Number:
        """The greater one of this number and a constant; NaN stays."""
        return (self < least).choose(least, self)

    def bits(self) -> Bits:
        """The bits of this number, as an integer."""
        type_ = IntegerType(self.width)
        return Bits(self.scope, self.scope.op(arith.BitcastOp, type_, self.value))

    def extended(self, type_: AnyFloat) -> Number:
        """This number in a type that is at least as wide."""
        if type_ == self.type:
            return self
        return self.make(self.scope.op(arith.ExtFOp, type_, self.value))

    def truncated(self, type_: Attribute) -> Number:
        """This number rounded to a type that is at most as wide."""
        if type_ == self.type:
            return self
        return self.make(self.scope.op(arith.TruncFOp, type_, self.value))


@dataclass(frozen=True)
class Bits:
    """A scalar of an integer type."""

    scope: Scope
    value: SSAValue

    def _with(self, op_class: type[Operation], other: Bits | int) -> Bits:
        right = self.scope.bits(other, self.value.type) if isinstance(other, int) else other
        return Bits(self.scope, self.scope.op(op_class, self.value.type, self.value, right.value))

    def __add__(self, other: Bits | int) -> Bits:
        return self._with(arith.AddiOp, other)

    def __sub__(self, other: Bits | int) -> Bits:
        return self._with(arith.SubiOp, other)

    def __mul__(self, other: Bits | int) -> Bits:
        return self._with(arith.MuliOp, other)

    def __and__(self, other: Bits | int) -> Bits:
        return self._with(arith.AndIOp, other)

    def __or__(self, other: Bits | int) -> Bits:
        return self._with(arith.OrIOp, other)

    def __xor__(self, other: Bits | int) -> Bits:
        return self._with(arith.XOrIOp, other)

    def __lshift__(self, other: Bits | int) -> Bits:
        return self._with(arith.ShLIOp, other)

    def __rshift__(self, other: Bits | int) -> Bits:
        """Shifted to the right; the sign is copied."""
        return self._with(arith.ShRSIOp, other)

    def shifted_down(self, other: Bits | int) -> Bits:
        """Shifted to the right; zeros come in."""
        return self._with(arith.ShRUIOp, other)

    def is_equal(self, other: int) -> Condition:
        """Whether this is a number."""
        right = self.scope.bits(other, self.value.type)
        return Condition(self.scope, self.scope.writer.compare("==", self.value, right.value))

    def is_below(self, other: int) -> Condition:
        """Whether this is less than a number, both with a sign."""
        right = self.scope.bits(other, self.value.type)
        return Condition(self.scope, self.scope.writer.compare("<", self.value, right.value))

    def choose(self, condition: Condition, otherwise: Bits | int) -> Bits:
        """This integer where a condition holds, and another one elsewhere."""
        other = otherwise
        if isinstance(other, int):
            other = self.scope.bits(other, self.value.type)
        value = self.scope.writer.select(condition.value, self.value, other.value)
        return Bits(self.scope, value)

    def truncated(self, type_: IntegerType) -> Bits:
        """The lowest bits of this integer."""
        return Bits(self.scope, self.scope.op(arith.TruncIOp, type_, self.value))

    def number(self) -> Number:
        """The float with these bits."""
        type_ = f32 if self.value.type == IntegerType(32) else f64
        return Number(self.scope, self.scope.op(arith.BitcastOp, type_, self.value))

    def converted(self, type_: AnyFloat) -> Number:
        """The nearest float to this integer with its sign."""
        return Number(self.scope, self.scope.op(arith.SIToFPOp, type_, self.value))


def not_(condition: Condition) -> Condition:
    """The opposite of a condition."""
    scope = condition.scope
    true = scope.writer.constant(1, BOOL)
    return Condition(scope, scope.op(arith.XOrIOp, BOOL, condition.value, true))
