"""Scalar functions: what elementwise operations compute of one element each, in arith and math.

Where the operations of arith leave a case undefined (division by zero, shifts by the width or more,
floats beyond the integers), the results are those of XLA, as in the interpreter.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from xdsl.dialects import arith, math, scf
from xdsl.dialects.builtin import AnyFloat, FixedBitwidthType, IntegerType, f32
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards import functions
from disc_shape.cards.elements import Scalar
from disc_shape.cards.functions import COMPARE, ScalarFunction
from disc_shape.cards.scalar_operations import FLOATING, SIGNED, UNSIGNED
from disc_shape.dialects.hlo.comparison import CompareOp
from disc_shape.dialects.hlo.narrow import integer_width
from disc_shape.dialects.xdsl_extras.arith import RemFOp
from disc_shape.linalg_conversion.types import BOOL, INDEX, Kind, exact_float, kind_of, signless
from disc_shape.linalg_conversion.writer import Writer

RELATIONS = {function: relation for relation, function in COMPARE.items()}


@dataclass(frozen=True)
class Call:
    """A scalar function of elements, with their element types."""

    writer: Writer
    operands: Sequence[SSAValue]
    kind: Kind
    """How the last operand is computed with."""
    source: Attribute
    """The element type of the last operand, with its sign."""
    target: Attribute
    """The element type of the result, with its sign."""
    total_order: bool = False
    """Whether a comparison of floats orders all of them."""

    @property
    def type(self) -> Attribute:
        """The type of the result without sign."""
        return signless(self.target)

    @property
    def width(self) -> int:
        """The bits of an operand."""
        assert isinstance(self.source, FixedBitwidthType)
        return self.source.bitwidth

    def constant(self, number: float) -> SSAValue:
        """A number in the type of the operands."""
        return self.writer.constant(number, signless(self.source))

    def op(self, op_class: type[Operation], *operands: SSAValue) -> SSAValue:
        """An operation on scalars of the type of the result."""
        return self.writer.op(op_class, operands, self.type)


def apply_scalar(
    writer: Writer,
    op: Operation,
    scalar: Scalar,
    operands: Sequence[SSAValue],
    types: Sequence[Attribute],
    target: Attribute,
) -> SSAValue | None:
    """
    A scalar function of elements whose types are `types`; None where it has no form, as functions
    of complex numbers.
    """
    kind = kind_of(types[-1])
    if kind is None or kind_of(target) is None:
        return None
    if scalar.unsigned and kind == "signed":
        kind = "unsigned"
    order = op.compare_type if isinstance(op, CompareOp) else None
    total = order is not None and order.data == "TOTALORDER"
    call = Call(writer, operands, kind, types[-1], target, total)
    function = scalar.function
    if kind == "bool" and function is not functions.CONVERT:
        if scalar.booleans is None:
            return None
        return _of_booleans(call, scalar.booleans)
    special = SPECIAL.get(function)
    if special is not None:
        return special(call)
    if function in RELATIONS:
        return _compare(call, RELATIONS[function])
    table = {"float": FLOATING, "signed": SIGNED, "unsigned": UNSIGNED, "bool": SIGNED}[kind]
    found = table.get(function)
    return None if found is None else call.op(found, *operands)


def _of_booleans(call: Call, function: ScalarFunction) -> SSAValue | None:
    if function in RELATIONS:
        return _compare(replace(call, kind="unsigned"), RELATIONS[function])
    if function is functions.NOT:
        return call.op(arith.XOrIOp, call.operands[0], call.writer.constant(1, BOOL))
    found = SIGNED.get(function)
    return None if found is None else call.op(found, *call.operands)


def _compare(call: Call, relation: str) -> SSAValue:
    """A comparison, by the type of its operands."""
    lhs, rhs = call.operands
    if call.total_order:
        return compare_totally(call.writer, relation, lhs, rhs, call.source)
    return call.writer.compare(relation, lhs, rhs, unsigned=call.kind == "unsigned")


def compare_totally(
    writer: Writer, relation: str, lhs: SSAValue, rhs: SSAValue, element: Attribute
) -> SSAValue:
    """
    A comparison in the total order of a type; floats with a sign bit count backwards from -1.

        %b = arith.bitcast %x : f32 to i32
        %f = arith.xori %b, %c2147483647 : i32
        %n = arith.cmpi slt, %b, %c0 : i32
        %k = arith.select %n, %f, %b : i32
    """
    if kind_of(element) != "float":
        unsigned = kind_of(element) in ("unsigned", "bool")
        return writer.compare(relation, lhs, rhs, unsigned)
    assert isinstance(element, FixedBitwidthType)
    bits = IntegerType(element.bitwidth)
    keys: list[SSAValue] = []
    for operand in (lhs, rhs):
        plain = writer.op(arith.BitcastOp, [operand], bits)
        greatest = writer.constant((1 << element.bitwidth - 1) - 1, bits)
        turned = writer.op(arith.XOrIOp, [plain, greatest], bits)
        negative = writer.compare("<", plain, writer.constant(0, bits))
        keys.append(writer.select(negative, turned, plain))
    return writer.compare(relation, keys[0], keys[1])


def _negate(call: Call) -> SSAValue:
    (operand,) = call.operands
    if call.kind == "float":
        return call.op(arith.NegfOp, operand)
    return call.op(arith.SubiOp, call.constant(0), operand)


def _not(call: Call) -> SSAValue:
    return call.op(arith.XOrIOp, call.operands[0], call.constant(-1))


def _absolute(call: Call) -> SSAValue:
    (operand,) = call.operands
    if call.kind == "unsigned":
        return operand
    return call.op(math.AbsFOp if call.kind == "float" else math.AbsIOp, operand)


def _sign(call: Call) -> SSAValue:
    """-1, 0 or 1; of floats, zeros and NaN stay themselves."""
    (operand,), writer = call.operands, call.writer
    zero, one = call.constant(0), call.constant(1)
    if call.kind == "float":
        signed = call.op(math.CopySignOp, one, operand)
        less = writer.compare("<", operand, zero)
        more = writer.compare(">", operand, zero)
        return writer.select(writer.either(less, more), signed, operand)
    positive = writer.select(writer.compare("==", operand, zero), zero, one)
    if call.kind == "unsigned":
        return positive
    return writer.select(writer.compare("<", operand, zero), call.constant(-1), positive)


def _divisor(call: Call) -> tuple[SSAValue, SSAValue]:
    """Whether the divisor is zero, and a divisor by which the dividend can be divided."""
    writer, (dividend, divisor) = call.writer, call.operands
    zero, one = call.constant(0), call.constant(1)
    is_zero = writer.compare("==", divisor, zero)
    undefined = is_zero
    if call.kind == "signed" and isinstance(call.source, IntegerType):
        least = writer.compare("==", dividend, call.constant(-1 << call.width - 1))
        negative = writer.compare("==", divisor, call.constant(-1))
        undefined = writer.either(is_zero, writer.both(least, negative))
    return is_zero, writer.select(undefined, one, divisor)


def _divide(call: Call) -> SSAValue:
    """A quotient by zero has all bits set; the least number by -1 is itself."""
    dividend, divisor = call.operands
    if call.kind == "float":
        return call.op(arith.DivfOp, dividend, divisor)
    op_class = arith.DivUIOp if call.kind == "unsigned" else arith.DivSIOp
    if _is_plain(divisor):
        return call.op(op_class, dividend, divisor)
    is_zero, safe = _divisor(call)
    quotient = call.op(op_class, dividend, safe)
    return call.writer.select(is_zero, call.constant(-1), quotient)


def _remainder(call: Call) -> SSAValue:
    """A remainder by zero is the dividend."""
    dividend, divisor = call.operands
    if call.kind == "float":
        return call.op(RemFOp, dividend, divisor)
    op_class = arith.RemUIOp if call.kind == "unsigned" else arith.RemSIOp
    if _is_plain(divisor):
        return call.op(op_class, dividend, divisor)
    is_zero, safe = _divisor(call)
    return call.writer.select(is_zero, dividend, call.op(op_class, dividend, safe))


def _is_plain(divisor: SSAValue) -> bool:
    """Whether a divisor is a number by which everything can be divided."""
    owner = divisor.owner
    number = owner.value if isinstance(owner, arith.ConstantOp) else None
    value = getattr(getattr(number, "value", None), "data", 0)
    return isinstance(value, int) and value > 0


def _shift(call: Call, op_class: type[Operation]) -> SSAValue:
    """Shifted by the width or more, nothing is left."""
    writer, (operand, amount) = call.writer, call.operands
    inside = writer.compare("<", amount, call.constant(call.width), unsigned=True)
    zero = call.constant(0)
    moved = call.op(op_class, operand, writer.select(inside, amount, zero))
    return writer.select(inside, moved, zero)


def _shift_right(call: Call) -> SSAValue:
    """Shifted by the width or more, only the sign is left."""
    operand, amount = call.operands
    most = call.op(arith.MinUIOp, amount, call.constant(call.width - 1))
    return call.op(arith.ShRSIOp, operand, most)


def _logistic(call: Call) -> SSAValue:
    one = call.constant(1)
    exponential = call.op(math.ExpOp, call.op(arith.NegfOp, call.operands[0]))
    return call.op(arith.DivfOp, one, call.op(arith.AddfOp, one, exponential))


def _clamp(call: Call) -> SSAValue:
    low, operand, high = call.operands
    table = {"float": FLOATING, "unsigned": UNSIGNED}.get(call.kind, SIGNED)
    raised = call.op(table[functions.MAXIMUM], operand, low)
    return call.op(table[functions.MINIMUM], raised, high)


def _power(call: Call) -> SSAValue:
    """
    Of integers, by repeated squaring, one step for each bit of the exponent; with a negative
    exponent 1 and -1 have inverses, and all other numbers give 0.

        %p:3 = scf.for %i = %c0 to %width step %c1 iter_args(%r = %one, %s = %x, %e = %y) {
          %odd = ...   // %e & 1
          scf.yield %odd ? %r * %s : %r, %s * %s, %e >> 1
        }
    """
    writer, (base, exponent) = call.writer, call.operands
    if call.kind == "float":
        return call.op(math.PowFOp, base, exponent)
    zero, one = call.constant(0), call.constant(1)
    block = Block(arg_types=[INDEX, call.type, call.type, call.type])
    start, stop, step = writer.values([0, call.width, 1])
    with writer.at(InsertPoint.at_end(block)):
        _, result, square, rest = block.args
        odd = writer.compare("!=", call.op(arith.AndIOp, rest, one), zero)
        grown = writer.select(odd, call.op(arith.MuliOp, result, square), result)
        squared = call.op(arith.MuliOp, square, square)
        writer.insert(scf.YieldOp(grown, squared, call.op(arith.ShRUIOp, rest, one)))
    loop = writer.insert(scf.ForOp(start, stop, step, [one, base, exponent], Region(block)))
    power = loop.results[0]
    if call.kind == "unsigned":
        return power
    minus = call.constant(-1)
    odd = writer.compare("!=", call.op(arith.AndIOp, exponent, one), zero)
    alternating = writer.select(odd, base, one)
    is_unit = writer.either(writer.compare("==", base, one), writer.compare("==", base, minus))
    inverse = writer.select(is_unit, alternating, zero)
    return writer.select(writer.compare("<", exponent, zero), inverse, power)


def _convert(call: Call) -> SSAValue:
    """To another element type: integers wrap, floats saturate, and NaN is 0."""
    return convert_scalar(call.writer, call.operands[0], call.source, call.target)


def convert_scalar(
    writer: Writer, value: SSAValue, source: Attribute, target: Attribute
) -> SSAValue:
    """A number in another element type; the types have their signs."""
    type_, before, after = signless(target), kind_of(source), kind_of(target)
    if signless(source) == type_:
        return value
    if after == "bool":
        return writer.compare("!=", value, writer.constant(0, value.type))
    if INDEX in (source, target):
        return _convert_index(writer, value, source, target)
    assert isinstance(source, FixedBitwidthType)
    assert isinstance(target, FixedBitwidthType)
    widens = source.bitwidth < target.bitwidth
    if before == "float" and after == "float":
        if source.bitwidth == target.bitwidth:
            return writer.op(arith.TruncFOp, [writer.op(arith.ExtFOp, [value], f32)], type_)
        return writer.op(arith.ExtFOp if widens else arith.TruncFOp, [value], type_)
    if before == "float":
        return _saturate(writer, value, target)
    signed = before == "signed"
    if after == "float":
        known = exact_float(value, type_)
        if known is not None:
            return writer.constant(known, type_)
        return writer.op(arith.SIToFPOp if signed else arith.UIToFPOp, [value], type_)
    if not widens:
        return (
            value
            if source.bitwidth == target.bitwidth
            else writer.op(arith.TruncIOp, [value], type_)
        )
    return writer.op(arith.ExtSIOp if signed else arith.ExtUIOp, [value], type_)


def _convert_index(
    writer: Writer, value: SSAValue, source: Attribute, target: Attribute
) -> SSAValue:
    """To or from `index`."""
    wide = IntegerType(64)
    if source == INDEX:
        if kind_of(target) == "float":
            return convert_scalar(writer, writer.op(arith.IndexCastOp, [value], wide), wide, target)
        return writer.op(arith.IndexCastOp, [value], signless(target))
    if kind_of(source) == "signed":
        return writer.op(arith.IndexCastOp, [value], INDEX)
    number = convert_scalar(writer, value, source, wide)
    return writer.op(arith.IndexCastOp, [number], INDEX)


def _saturate(writer: Writer, value: SSAValue, target: Attribute) -> SSAValue:
    """A float as an integer: the nearest one of the type, and 0 for NaN."""
    type_, kind = signless(target), kind_of(target)
    assert isinstance(value.type, AnyFloat)
    bits = integer_width(type_)
    assert bits is not None
    least, greatest = (
        (0, (1 << bits) - 1)
        if kind == "unsigned"
        else (
            -1 << bits - 1,
            (1 << bits - 1) - 1,
        )
    )
    wide = value
    if value.type.bitwidth < 32:
        wide = writer.op(arith.ExtFOp, [value], f32)
    inner = writer.op(arith.FPToUIOp if kind == "unsigned" else arith.FPToSIOp, [wide], type_)
    low = writer.compare("<=", wide, writer.constant(float(least), wide.type))
    high = writer.compare(">=", wide, writer.constant(float(greatest + 1), wide.type))
    nan = writer.compare("!=", wide, wide)
    found = writer.select(low, writer.constant(least, type_), inner)
    found = writer.select(high, writer.constant(greatest, type_), found)
    return writer.select(nan, writer.constant(0, type_), found)


def is_finite(writer: Writer, value: SSAValue) -> SSAValue:
    """Whether a float is less than infinity, whatever its sign; a byte may have no infinity."""
    assert isinstance(value.type, AnyFloat)
    if value.type.bitwidth <= 8:
        value = writer.op(arith.ExtFOp, [value], f32)
    size = writer.op(math.AbsFOp, [value], value.type)
    return writer.compare("<", size, writer.constant(float("inf"), value.type))


SPECIAL: dict[ScalarFunction, Callable[[Call], SSAValue]] = {
    functions.NEGATE: _negate,
    functions.NOT: _not,
    functions.ABSOLUTE: _absolute,
    functions.SIGN: _sign,
    functions.DIVIDE: _divide,
    functions.REMAINDER: _remainder,
    functions.SHIFT_LEFT: lambda call: _shift(call, arith.ShLIOp),
    functions.SHIFT_RIGHT_LOGICAL: lambda call: _shift(call, arith.ShRUIOp),
    functions.SHIFT_RIGHT: _shift_right,
    functions.POWER: _power,
    functions.CLAMP: _clamp,
    functions.CONVERT: _convert,
    functions.LOGISTIC: _logistic,
}
"""Functions that are more than one operation, or another one for each kind of element."""
