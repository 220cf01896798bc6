"""
Writes operations of the `llvm` dialect into the blocks of a function.

Numbers that are known are Python integers until an operation needs them, so that index arithmetic
on constants costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TypeAlias

from xdsl.dialects import llvm
from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    i1,
    i32,
    i64,
)
from xdsl.dialects.utils import FastMathFlag
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.errors import OperationError

Number: TypeAlias = "int | SSAValue"
"""An integer of 64 bits."""

POINTER = llvm.LLVMPointerType()
NO_FLAGS = llvm.FastMathAttr(None)
REASSOCIATE = llvm.FastMathAttr([FastMathFlag.REASSOC])
WRAPS = IntegerAttr(0, 32)
NO_WRAP = IntegerAttr(llvm.OverflowAttr([llvm.OverflowFlag.NO_SIGNED_WRAP]).to_int(), 32)
OVERFLOW = (llvm.AddOp, llvm.SubOp, llvm.MulOp, llvm.ShlOp)
FLOATING = (llvm.FAddOp, llvm.FSubOp, llvm.FMulOp, llvm.FDivOp, llvm.FRemOp)

IS_INSIDE = UnitAttr()


@cache
def long(value: int) -> IntegerAttr:
    """An attribute of 64 bits, made once."""
    return IntegerAttr(value, 64)


@cache
def numbers(*values: int) -> DenseArrayBase:
    """An attribute of some numbers of 32 bits, made once."""
    return DenseArrayBase.from_list(i32, values)


class Unsupported(OperationError):
    """An operation or a type that has no form as machine code."""


class Instructions:
    """Writes constants and arithmetic at the end of a block."""

    def __init__(self) -> None:
        self.region = Region()
        self.entry = self.add_block()
        self.block = self.entry
        self._constants: dict[tuple[Attribute, str], Operation] = {}
        self._slots: list[Operation] = []
        self.functions: dict[str, tuple[tuple[Attribute, ...], Attribute | None]] = {}
        """The functions from outside that are called, with the types that they take and return."""

    def finish(self) -> Region:
        """The region, with constants and memory of fixed size at the beginning."""
        for op in reversed([*self._constants.values(), *self._slots]):
            first = self.entry.first_op
            assert first is not None
            self.entry.insert_op_before(op, first)
        return self.region

    def add_block(self, types: Sequence[Attribute] = ()) -> Block:
        """A new block after all others."""
        block = Block(arg_types=types)
        self.region.add_block(block)
        return block

    def insert(self, op: Operation) -> SSAValue:
        """Write an operation, and return its result."""
        self.block.add_op(op)
        return op.results[0]

    def made(
        self,
        kind: type[Operation],
        operands: Sequence[SSAValue],
        type_: Attribute,
        **properties: Attribute,
    ) -> SSAValue:
        """Write an operation of its parts as they are, and return its result."""
        return self.insert(
            kind.create(operands=operands, result_types=[type_], properties=properties)
        )

    def constant(self, value: float, type_: Attribute) -> SSAValue:
        """A number of a scalar type; integers wrap."""
        key = type_, repr(value)
        found = self._constants.get(key)
        if found is None:
            attribute: Attribute
            width = integer_width(type_)
            if width is not None:
                bits = int(value) & ((1 << width) - 1)
                signed = bits - (1 << width) if bits >> (width - 1) and width > 1 else bits
                attribute = IntegerAttr(signed, IntegerType(width))
            elif isinstance(type_, AnyFloat):
                attribute = FloatAttr(value, type_)
            else:
                raise Unsupported(f"constants of type {type_} have no form as machine code")
            found = self._constants[key] = llvm.ConstantOp(attribute, type_)
        return found.results[0]

    def number(self, value: Number) -> SSAValue:
        """A number as a value."""
        return self.constant(value, i64) if isinstance(value, int) else value

    def binary(self, kind: type[Operation], lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """An operation on two scalars of one type; integers wrap."""
        properties: dict[str, Attribute] = {}
        if kind in OVERFLOW:
            properties["overflowFlags"] = WRAPS
        elif kind in FLOATING:
            properties["fastmathFlags"] = NO_FLAGS
        return self.made(kind, [lhs, rhs], lhs.type, **properties)

    def index(self, kind: type[Operation], lhs: Number, rhs: Number) -> SSAValue:
        """Index arithmetic, which does not wrap."""
        return self.made(kind, [self.number(lhs), self.number(rhs)], i64, overflowFlags=NO_WRAP)

    def add(self, lhs: Number, rhs: Number) -> Number:
        """The sum of two numbers, which does not wrap."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs + rhs
        if lhs == 0:
            return rhs
        return lhs if rhs == 0 else self.index(llvm.AddOp, lhs, rhs)

    def multiply(self, lhs: Number, rhs: Number) -> Number:
        """The product of two numbers, which does not wrap."""
        if isinstance(lhs, int) and isinstance(rhs, int):
            return lhs * rhs
        if lhs == 0 or rhs == 0:
            return 0
        if lhs == 1:
            return rhs
        return lhs if rhs == 1 else self.index(llvm.MulOp, lhs, rhs)

    def product(self, numbers: Sequence[Number]) -> Number:
        """The product of numbers."""
        total: Number = 1
        for one in numbers:
            total = self.multiply(total, one)
        return total

    def compare(self, relation: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """A comparison of integers or pointers: `eq`, `slt`, `ult`, ..."""
        number = llvm.ICmpPredicateFlag(relation).to_int()
        return self.made(llvm.ICmpOp, [lhs, rhs], i1, predicate=long(number))

    def not_null(self, pointer: SSAValue) -> SSAValue:
        """Whether a pointer points to something."""
        return self.compare("ne", self.cast(llvm.PtrToIntOp, pointer, i64), self.number(0))

    def compare_floats(self, relation: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """A comparison of floats: `oeq`, `olt`, `uno`, ..."""
        return self.insert(llvm.FCmpOp(lhs, rhs, relation))

    def select(self, condition: SSAValue, then: SSAValue, otherwise: SSAValue) -> SSAValue:
        """One of two values."""
        operands = [condition, then, otherwise]
        return self.made(llvm.SelectOp, operands, then.type, fastmathFlags=NO_FLAGS)

    def cast(self, kind: type[Operation], value: SSAValue, type_: Attribute) -> SSAValue:
        """A conversion."""
        properties: dict[str, Attribute] = {}
        if kind is llvm.TruncOp:
            properties["overflowFlags"] = llvm.OverflowAttr(None)
        return self.made(kind, [value], type_, **properties)

    def intrinsic(self, name: str, operands: Sequence[SSAValue], type_: Attribute) -> SSAValue:
        """The result of an intrinsic of LLVM, such as `llvm.maximum.f32`."""
        return self.insert(llvm.CallIntrinsicOp(name, operands, [type_]))

    def both(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Whether two conditions hold."""
        return self.binary(llvm.AndOp, lhs, rhs)

    def negated(self, condition: SSAValue) -> SSAValue:
        """Whether a condition does not hold."""
        return self.binary(llvm.XOrOp, condition, self.constant(1, i1))

    def either_holds(self, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Whether one of two conditions holds."""
        return self.binary(llvm.OrOp, lhs, rhs)

    def less(self, lhs: Number, rhs: Number) -> SSAValue:
        """Whether one number is less than another."""
        return self.compare("slt", self.number(lhs), self.number(rhs))

    def same(self, lhs: Number, rhs: Number) -> SSAValue:
        """Whether two numbers are equal."""
        return self.compare("eq", self.number(lhs), self.number(rhs))


class Emitter(Instructions):
    """Writes memory accesses, calls and branches as well."""

    def effect(self, name: str, operands: Sequence[SSAValue]) -> None:
        """An intrinsic without result."""
        op = llvm.CallIntrinsicOp.create(
            operands=operands,
            properties={
                "intrin": StringAttr(name),
                "fastmathFlags": NO_FLAGS,
                "op_bundle_sizes": numbers(),
                "operandSegmentSizes": numbers(len(operands), 0),
            },
        )
        self.block.add_op(op)

    def call(
        self, name: str, operands: Sequence[SSAValue], type_: Attribute | None = None
    ) -> SSAValue | None:
        """A call of a function, and its result."""
        op = llvm.CallOp(name, *operands, return_type=type_)
        self.block.add_op(op)
        return op.returned

    def library(self, name: str, operands: Sequence[SSAValue], type_: Attribute) -> SSAValue:
        """The result of a function of the system's libraries."""
        found = self.outside(name, operands, type_)
        assert found is not None
        return found

    def outside(
        self, name: str, operands: Sequence[SSAValue], type_: Attribute | None
    ) -> SSAValue | None:
        """A call of a function that is not in the module."""
        self.functions[name] = tuple(operand.type for operand in operands), type_
        return self.call(name, operands, type_)

    def address(
        self, pointer: SSAValue, offset: Number, type_: Attribute, *, is_inside: bool = True
    ) -> SSAValue:
        """The pointer to an element of an array, or to a place that may lie after its end."""
        if offset == 0:
            return pointer
        properties: dict[str, Attribute] = {
            "elem_type": type_,
            "rawConstantIndices": numbers(llvm.GEP_USE_SSA_VAL),
            "noWrapFlags": WRAPS,
        }
        if is_inside:
            properties["inbounds"] = IS_INSIDE
        return self.made(llvm.GEPOp, [pointer, self.number(offset)], POINTER, **properties)

    def load(self, pointer: SSAValue, type_: Attribute, alignment: int = 8) -> SSAValue:
        """The value at a pointer."""
        return self.made(llvm.LoadOp, [pointer], type_, ordering=long(0), alignment=long(alignment))

    def store(self, value: SSAValue, pointer: SSAValue, alignment: int = 8) -> None:
        """Write a value at a pointer."""
        self.block.add_op(
            llvm.StoreOp.create(
                operands=[value, pointer],
                properties={"ordering": long(0), "alignment": long(alignment)},
            )
        )

    def slot(self, count: int) -> SSAValue:
        """Memory of the function for so many integers of 64 bits."""
        size = llvm.ConstantOp(IntegerAttr(count, 64), i64)
        op = llvm.AllocaOp(size, i64)
        self._slots += [size, op]
        return op.res

    def undefined(self, type_: Attribute) -> SSAValue:
        """A value that nothing reads."""
        key = type_, "undef"
        found = self._constants.get(key)
        if found is None:
            found = self._constants[key] = llvm.UndefOp(type_)
        return found.results[0]

    def branch(self, target: Block, operands: Sequence[SSAValue] = ()) -> None:
        """Continue in a block."""
        self.block.add_op(llvm.BrOp.create(operands=operands, successors=[target]))

    def branch_if(
        self,
        condition: SSAValue,
        then: Block,
        otherwise: Block,
        then_operands: Sequence[SSAValue] = (),
        else_operands: Sequence[SSAValue] = (),
    ) -> None:
        """Continue in one of two blocks."""
        sizes = numbers(1, len(then_operands), len(else_operands))
        self.block.add_op(
            llvm.CondBrOp.create(
                operands=[condition, *then_operands, *else_operands],
                successors=[then, otherwise],
                properties={"operandSegmentSizes": sizes},
            )
        )
