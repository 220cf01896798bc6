"""Scalars: each operation of arith and math on scalars as operations of the `llvm` dialect."""

from __future__ import annotations

from xdsl.dialects import arith, llvm, math
from xdsl.dialects.builtin import (
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    UnrealizedConversionCastOp,
    f32,
    i1,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.native.conversions import CONVERSIONS
from disc_shape.native.emitter import FLOATING, REASSOCIATE, Emitter, Unsupported
from disc_shape.native.floating import CLASSES, FLOATS, classify, compare
from disc_shape.native.integers import INTEGERS, width_of
from disc_shape.native.memrefs import scalar_type
from disc_shape.native.routine import Routine, registered
from disc_shape.native.small_floats import is_bits, read, written

ICMP = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")


@registered(arith.ConstantOp)
def convert_constant(op: Operation, routine: Routine) -> None:
    """A number."""
    assert isinstance(op, arith.ConstantOp)
    value, type_, emitter = op.value, op.result.type, routine.emitter
    if isinstance(value, IntegerAttr):
        routine.bind(op.result, emitter.constant(int_of(value), scalar_type(type_)))
    elif isinstance(value, FloatAttr):
        number = value.value.data
        plain = emitter.constant(number, f32 if is_bits(type_) else scalar_type(type_))
        routine.bind(op.result, written(emitter, plain, type_))
    else:
        raise Unsupported(f"'{op.name}' of type {type_} has no form as machine code", op)


@registered(*INTEGERS)
def convert_integers(op: Operation, routine: Routine) -> None:
    """A function of two integers."""
    lhs, rhs = map(routine.scalar, op.operands)
    plain = next((kind for base, kind in INDICES.items() if isinstance(op, base)), None)
    if plain is not None and isinstance(op.results[0].type, IndexType):
        routine.bind(op.results[0], routine.emitter.index(plain, lhs, rhs))
        return
    routine.bind(op.results[0], routine.entry_of(INTEGERS, op)(routine.emitter, lhs, rhs))


INDICES: dict[type[Operation], type[Operation]] = {
    arith.AddiOp: llvm.AddOp,
    arith.SubiOp: llvm.SubOp,
    arith.MuliOp: llvm.MulOp,
}
"""Arithmetic on indices, which does not wrap."""


@registered(*FLOATS)
def convert_floats(op: Operation, routine: Routine) -> None:
    """A function of floats."""
    emitter, type_ = routine.emitter, op.results[0].type
    scalar_type(type_)
    values = [read(emitter, routine.scalar(one), one.type) for one in op.operands]
    kind: Attribute = f32 if is_bits(type_) else type_
    found = routine.entry_of(FLOATS, op)(emitter, values, kind)
    if op in routine.reassociated and isinstance(found.owner, FLOATING):
        found.owner.properties["fastmathFlags"] = REASSOCIATE
    routine.bind(op.results[0], written(emitter, found, type_))


@registered(llvm.CallIntrinsicOp)
def convert_intrinsic(op: Operation, routine: Routine) -> None:
    """An intrinsic of LLVM on scalars."""
    assert isinstance(op, llvm.CallIntrinsicOp)
    values = [routine.scalar(one) for one in op.operands]
    type_ = scalar_type(op.results[0].type)
    routine.bind(op.results[0], routine.emitter.intrinsic(op.intrin.data, values, type_))


@registered(*CONVERSIONS)
def convert_conversion(op: Operation, routine: Routine) -> None:
    """A conversion."""
    source, target = op.operands[0].type, op.results[0].type
    scalar_type(source)
    scalar_type(target)
    value = routine.scalar(op.operands[0])
    found = routine.entry_of(CONVERSIONS, op)(routine.emitter, value, source, target)
    routine.bind(op.results[0], found)


@registered(UnrealizedConversionCastOp)
def convert_cast(op: Operation, routine: Routine) -> None:
    """A change of sign alone."""
    scalar_type(op.operands[0].type)
    value = routine.scalar(op.operands[0])
    if value.type != scalar_type(op.results[0].type):
        raise Unsupported(f"'{op.name}' of {op.operands[0].type} has no form as machine code", op)
    routine.bind(op.results[0], value)


@registered(arith.CmpiOp)
def convert_integer_comparison(op: Operation, routine: Routine) -> None:
    """A comparison of integers; a signed boolean that is true is -1."""
    assert isinstance(op, arith.CmpiOp)
    lhs, rhs = routine.scalar(op.lhs), routine.scalar(op.rhs)
    relation = ICMP[int_of(op.predicate)]
    routine.bind(op.result, routine.emitter.compare(relation, lhs, rhs))


@registered(arith.CmpfOp)
def convert_float_comparison(op: Operation, routine: Routine) -> None:
    """A comparison of floats."""
    assert isinstance(op, arith.CmpfOp)
    emitter = routine.emitter
    lhs, rhs = (read(emitter, routine.scalar(one), one.type) for one in (op.lhs, op.rhs))
    routine.bind(op.result, compare(emitter, int_of(op.predicate), lhs, rhs))


@registered(arith.SelectOp)
def convert_select(op: Operation, routine: Routine) -> None:
    """One of two scalars."""
    assert isinstance(op, arith.SelectOp)
    scalar_type(op.result.type)
    if op.cond.type != i1:
        raise Unsupported(f"'{op.name}' of {op.cond.type} has no form as machine code", op)
    values = map(routine.scalar, op.operands)
    routine.bind(op.result, routine.emitter.select(*values))


@registered(math.IPowIOp)
def convert_integer_power(op: Operation, routine: Routine) -> None:
    """
    An integer to the power of another one, by squaring. With a negative exponent 1 stays 1, -1
    alternates, and everything else is 0.
    """
    emitter = routine.emitter
    base, exponent = map(routine.scalar, op.operands)
    type_ = base.type
    zero, one, minus = (emitter.constant(number, type_) for number in (0, 1, -1))
    negative = emitter.compare("slt", exponent, zero)
    header = emitter.add_block([type_, type_, type_])
    emitter.branch(header, [one, base, emitter.select(negative, zero, exponent)])
    emitter.block = header
    result, square, rest = header.args
    inside, after = emitter.add_block(), emitter.add_block()
    emitter.branch_if(emitter.compare("ne", rest, zero), inside, after)
    emitter.block = inside
    last = emitter.compare("ne", emitter.binary(llvm.AndOp, rest, one), zero)
    raised = emitter.select(last, emitter.binary(llvm.MulOp, result, square), result)
    squared = emitter.binary(llvm.MulOp, square, square)
    emitter.branch(header, [raised, squared, emitter.binary(llvm.LShrOp, rest, one)])
    emitter.block = after
    odd = emitter.compare("ne", emitter.binary(llvm.AndOp, exponent, one), zero)
    unit = emitter.binary(
        llvm.OrOp, emitter.compare("eq", base, one), emitter.compare("eq", base, minus)
    )
    inverse = emitter.select(unit, emitter.select(odd, base, one), zero)
    routine.bind(op.results[0], emitter.select(negative, inverse, result))


@registered(math.FPowIOp)
def convert_power(op: Operation, routine: Routine) -> None:
    """A float to the power of an integer."""
    emitter, type_ = routine.emitter, op.results[0].type
    base = read(emitter, routine.scalar(op.operands[0]), type_)
    kind: Attribute = f32 if is_bits(type_) else type_
    power = emitter.cast(llvm.SIToFPOp, routine.scalar(op.operands[1]), kind)
    found = FLOATS[math.PowFOp](emitter, [base, power], kind)
    routine.bind(op.results[0], written(emitter, found, type_))


@registered(*CLASSES)
def convert_classification(op: Operation, routine: Routine) -> None:
    """Whether a number is finite, infinite or NaN."""
    operand = op.operands[0]
    value = read(routine.emitter, routine.scalar(operand), operand.type)
    routine.bind(op.results[0], classify(routine.emitter, type(op), value))


def integer_name(value: SSAValue) -> str:
    """How intrinsics name the type of an integer."""
    return f"i{width_of(value)}"


@registered(math.AbsIOp)
def convert_absolute(op: Operation, routine: Routine) -> None:
    """The size of an integer; the least one stays itself."""
    emitter, value = routine.emitter, routine.scalar(op.operands[0])
    zero = emitter.constant(0, value.type)
    negative = emitter.compare("slt", value, zero)
    negated = emitter.binary(llvm.SubOp, zero, value)
    routine.bind(op.results[0], emitter.select(negative, negated, value))


COUNTS: dict[type[Operation], str] = {
    math.CtPopOp: "ctpop",
    math.CountLeadingZerosOp: "ctlz",
    math.CountTrailingZerosOp: "cttz",
}


@registered(*COUNTS)
def convert_count(op: Operation, routine: Routine) -> None:
    """A number of bits; of zero, all bits are leading and trailing zeros."""
    emitter, value = routine.emitter, routine.scalar(op.operands[0])
    name = routine.entry_of(COUNTS, op)
    given = [value] if name == "ctpop" else [value, emitter.constant(0, i1)]
    full = f"llvm.{name}.{integer_name(value)}"
    routine.bind(op.results[0], emitter.intrinsic(full, given, value.type))


@registered(arith.AddUIExtendedOp)
def convert_sum_with_carry(op: Operation, routine: Routine) -> None:
    """A sum, and whether it wrapped."""
    emitter = routine.emitter
    lhs, rhs = map(routine.scalar, op.operands)
    total = emitter.binary(llvm.AddOp, lhs, rhs)
    routine.bind(op.results[0], total)
    routine.bind(op.results[1], emitter.compare("ult", total, lhs))


@registered(arith.MulSIExtendedOp, arith.MulUIExtendedOp)
def convert_wide_product(op: Operation, routine: Routine) -> None:
    """The low and the high half of a product."""
    lhs, rhs = map(routine.scalar, op.operands)
    signed = isinstance(op, arith.MulSIExtendedOp)
    low, high = wide_product(routine.emitter, lhs, rhs, signed=signed)
    routine.bind(op.results[0], low)
    routine.bind(op.results[1], high)


def wide_product(
    emitter: Emitter, lhs: SSAValue, rhs: SSAValue, *, signed: bool
) -> tuple[SSAValue, SSAValue]:
    """The halves of the product of two integers."""
    width = width_of(lhs)
    wide, extend = IntegerType(2 * width), llvm.SExtOp if signed else llvm.ZExtOp
    whole = emitter.binary(
        llvm.MulOp, emitter.cast(extend, lhs, wide), emitter.cast(extend, rhs, wide)
    )
    above = emitter.binary(llvm.LShrOp, whole, emitter.constant(width, wide))
    low, high = (emitter.cast(llvm.TruncOp, one, lhs.type) for one in (whole, above))
    return low, high
