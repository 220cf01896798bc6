"""Folds of integer arithmetic, comparisons, casts and selections.

Where one operand is constant, a rule gets the other operand, the constant (of the right operand, or
of either one of a commutative operation) and the width, and gives a number or a value.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import IndexType, IntegerAttr, i1
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.xdsl_extras import index, integers
from disc_shape.dialects.xdsl_extras.arith import IndexCastUIOp, SubUIExtendedOp
from disc_shape.dialects.xdsl_extras.folds.constants import (
    INDEX_WIDTH,
    Folded,
    Folder,
    constant_int,
    integer_attr,
    same_type_operand,
    truth,
    width_of,
)
from disc_shape.dialects.xdsl_extras.integers import signed, unsigned

Rule: TypeAlias = "Callable[[SSAValue, int, int], int | SSAValue | None]"


def _identity(unit: int) -> Rule:
    return lambda other, constant, width: other if constant == signed(unit, width) else None


def _and(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    return {0: 0, -1: other}.get(constant)


def _or(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    return {0: other, -1: -1}.get(constant)


def _mul(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    # In one bit, 1 is -1 and its own unit.
    return 0 if constant == 0 else other if constant == signed(1, width) else None


def _minsi(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    return {integers.least(width): constant, integers.greatest(width): other}.get(constant)


def _maxsi(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    return {integers.greatest(width): constant, integers.least(width): other}.get(constant)


def _minui(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    return {0: 0, -1: other}.get(constant)


def _maxui(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    return {0: other, -1: -1}.get(constant)


def _rem(other: SSAValue, constant: int, width: int) -> int | SSAValue | None:
    return 0 if constant == signed(1, width) else None


RIGHT: dict[str, Rule] = {
    "addi": _identity(0),
    "subi": _identity(0),
    "muli": _mul,
    "andi": _and,
    "ori": _or,
    "xori": _identity(0),
    "minsi": _minsi,
    "maxsi": _maxsi,
    "minui": _minui,
    "maxui": _maxui,
    "divsi": _identity(1),
    "divui": _identity(1),
    "floordivsi": _identity(1),
    "ceildivsi": _identity(1),
    "ceildivui": _identity(1),
    "remsi": _rem,
    "remui": _rem,
    "shli": _identity(0),
    "shrsi": _identity(0),
    "shrui": _identity(0),
}
"""What is known when the right operand is constant."""

COMMUTATIVE = frozenset({"addi", "muli", "andi", "ori", "xori", "minsi", "maxsi", "minui", "maxui"})
SAME_IS_OPERAND = frozenset({"andi", "ori", "minsi", "maxsi", "minui", "maxui"})
SAME_IS_ZERO = frozenset({"subi", "xori"})


def _binary(name: str, lhs: SSAValue, rhs: SSAValue, result: Attribute) -> Folded | None:
    """The result of integer arithmetic."""
    width = width_of(result)
    if width is None:
        return None
    left, right = constant_int(lhs), constant_int(rhs)
    if left is not None and right is not None:
        value = integers.compute(name, left, right, width)
        return None if value is None else (integer_attr(value, result),)
    if lhs is rhs:
        if name in SAME_IS_OPERAND:
            return (lhs,)
        if name in SAME_IS_ZERO:
            return (integer_attr(0, result),)
    found: int | SSAValue | None = None
    if right is not None:
        found = RIGHT[name](lhs, right, width)
    elif left is not None and name in COMMUTATIVE:
        found = RIGHT[name](rhs, left, width)
    if found is None:
        return None
    return (integer_attr(found, result),) if isinstance(found, int) else (found,)


def _arith(name: str) -> Folder:
    def folder(op: Operation) -> Folded | None:
        lhs, rhs = op.operands
        folded = _binary(name, lhs, rhs, op.results[0].type)
        if folded is None and name in ("addi", "subi"):
            return _undo(name, lhs, rhs)
        return folded

    return folder


def _undo(name: str, lhs: SSAValue, rhs: SSAValue) -> Folded | None:
    """`(a - b) + b`, `b + (a - b)`, `(a + b) - b` and `(a + b) - a`, whatever wraps around."""
    left, right = lhs.owner, rhs.owner
    if name == "addi":
        if isinstance(left, arith.SubiOp) and left.rhs is rhs:
            return (left.lhs,)
        if isinstance(right, arith.SubiOp) and right.rhs is lhs:
            return (right.lhs,)
    elif isinstance(left, arith.AddiOp):
        if left.rhs is rhs:
            return (left.lhs,)
        if left.lhs is rhs:
            return (left.rhs,)
    return None


INDEX_NAMES = {
    index.AddOp: "addi",
    index.SubOp: "subi",
    index.MulOp: "muli",
    index.DivSOp: "divsi",
    index.DivUOp: "divui",
    index.CeilDivSOp: "ceildivsi",
    index.CeilDivUOp: "ceildivui",
    index.FloorDivSOp: "floordivsi",
    index.RemSOp: "remsi",
    index.RemUOp: "remui",
    index.MaxSOp: "maxsi",
    index.MaxUOp: "maxui",
    index.MinSOp: "minsi",
    index.MinUOp: "minui",
    index.ShlOp: "shli",
    index.ShrSOp: "shrsi",
    index.ShrUOp: "shrui",
    index.AndOp: "andi",
    index.OrOp: "ori",
    index.XOrOp: "xori",
}


def _index(name: str) -> Folder:
    """As of `arith`, but only where 32 bits give the same: the target decides the width."""

    def folder(op: Operation) -> Folded | None:
        lhs, rhs = op.operands
        left, right = constant_int(lhs), constant_int(rhs)
        if left is None or right is None:
            if left in (None, 0, 1) and right in (None, 0, 1):
                return _binary(name, lhs, rhs, IndexType())
            return None
        wide = integers.compute(name, left, right, INDEX_WIDTH)
        narrow = integers.compute(name, signed(left, 32), signed(right, 32), 32)
        if wide is None or narrow is None or signed(wide, 32) != narrow:
            return None
        return (integer_attr(wide, IndexType()),)

    return folder


def _cmpi(op: Operation) -> Folded | None:
    predicate = op.properties["predicate"]
    if not isinstance(predicate, IntegerAttr):
        return None
    return _comparison(predicate.value.data, *op.operands)


def _comparison(predicate: int, lhs: SSAValue, rhs: SSAValue) -> Folded | None:
    width = width_of(lhs.type)
    if width is None:
        return None
    if lhs is rhs:
        return (truth(integers.compare(predicate, 0, 0, width)),)
    left, right = constant_int(lhs), constant_int(rhs)
    if left is None or right is None:
        return None
    return (truth(integers.compare(predicate, left, right, width)),)


PREDICATES = {name: at for at, (name, _, _) in enumerate(integers.COMPARISONS)}


def _index_cmp(op: Operation) -> Folded | None:
    assert isinstance(op, index.CmpOp)
    predicate = PREDICATES[op.pred.data]
    folded = _comparison(predicate, op.lhs, op.rhs)
    left, right = constant_int(op.lhs), constant_int(op.rhs)
    if left is None or right is None:
        return folded
    narrow = integers.compare(predicate, signed(left, 32), signed(right, 32), 32)
    return folded if folded == (truth(narrow),) else None


def _select(op: Operation) -> Folded | None:
    condition, then, other = op.operands
    if then is other:
        return (then,)
    if condition.type != i1:
        return None
    chosen = constant_int(condition)
    if chosen is not None:
        return (then if chosen else other,)
    if then.type == i1 and constant_int(then) == -1 and constant_int(other) == 0:
        return (condition,)
    owner = condition.owner
    if isinstance(owner, arith.CmpiOp) and {owner.lhs, owner.rhs} == {then, other}:
        # `a == b ? a : b` is b, and `a != b ? a : b` is a.
        if owner.predicate.value.data == 0:
            return (other,)
        if owner.predicate.value.data == 1:
            return (then,)
    return None


def _cast(has_sign: bool) -> Folder:
    """A constant of another width."""

    def folder(op: Operation) -> Folded | None:
        (source,) = op.operands
        target = op.results[0].type
        width = width_of(source.type)
        value = constant_int(source)
        if value is None or width is None or width_of(target) is None:
            return None
        return (integer_attr(value if has_sign else unsigned(value, width), target),)

    return folder


_signed_cast, _unsigned_cast = _cast(True), _cast(False)


def _index_dialect_cast(folder: Folder) -> Folder:
    """A constant that is the same number whatever the width of an index."""

    def checked(op: Operation) -> Folded | None:
        value = constant_int(op.operands[0])
        return folder(op) if value is not None and 0 <= value < 1 << 31 else None

    return checked


def _index_cast(op: Operation) -> Folded | None:
    """A cast there and back, when no bits are lost on the way."""
    folded = _signed_cast(op) if isinstance(op, arith.IndexCastOp) else _unsigned_cast(op)
    if folded is not None:
        return folded
    inner = op.operands[0].owner
    if type(inner) is not type(op):
        return None
    assert isinstance(inner, Operation)
    (source,) = inner.operands
    start, middle = width_of(source.type), width_of(op.operands[0].type)
    if source.type != op.results[0].type or start is None or middle is None or middle < start:
        return None
    return (source,)


def _trunci(op: Operation) -> Folded | None:
    """A constant, or what was extended to be truncated."""
    folded = _signed_cast(op)
    if folded is not None:
        return folded
    inner = op.operands[0].owner
    if isinstance(inner, arith.ExtSIOp | arith.ExtUIOp):
        if inner.input.type == op.results[0].type:
            return (inner.input,)
    return None


def _extended(name: str, high: Callable[[int, int, int], int]) -> Folder:
    """Arithmetic that gives the low bits and what does not fit into them."""

    def folder(op: Operation) -> Folded | None:
        lhs, rhs = op.operands
        low_type, high_type = op.result_types
        width = width_of(low_type)
        left, right = constant_int(lhs), constant_int(rhs)
        if width is None or width_of(high_type) is None or left is None or right is None:
            return None
        low = integers.compute(name, left, right, width)
        if low is None:
            return None
        return integer_attr(low, low_type), integer_attr(high(left, right, width), high_type)

    return folder


def _carry(lhs: int, rhs: int, width: int) -> int:
    return (unsigned(lhs, width) + unsigned(rhs, width)) >> width


def _borrow(lhs: int, rhs: int, width: int) -> int:
    return int(unsigned(lhs, width) < unsigned(rhs, width))


def _high_signed(lhs: int, rhs: int, width: int) -> int:
    return (lhs * rhs) >> width


def _high_unsigned(lhs: int, rhs: int, width: int) -> int:
    return (unsigned(lhs, width) * unsigned(rhs, width)) >> width


def _bits(count: Callable[[int, int], int | None]) -> Folder:
    """A function of the bits of an integer."""

    def folder(op: Operation) -> Folded | None:
        value = constant_int(op.operands[0])
        type_ = op.results[0].type
        width = width_of(type_)
        if value is None or width is None:
            return None
        result = count(value, width)
        return None if result is None else (integer_attr(result, type_),)

    return folder


def _absolute(value: int, width: int) -> int | None:
    return None if value == integers.least(width) else abs(value)


def _leading_zeros(value: int, width: int) -> int:
    return width - unsigned(value, width).bit_length()


def _trailing_zeros(value: int, width: int) -> int:
    return (value & -value).bit_length() - 1 if value else width


def _ones(value: int, width: int) -> int:
    return unsigned(value, width).bit_count()


SCALARS: dict[type[Operation], Folder] = {
    arith.AddiOp: _arith("addi"),
    arith.SubiOp: _arith("subi"),
    arith.MuliOp: _arith("muli"),
    arith.AndIOp: _arith("andi"),
    arith.OrIOp: _arith("ori"),
    arith.XOrIOp: _arith("xori"),
    arith.MinSIOp: _arith("minsi"),
    arith.MaxSIOp: _arith("maxsi"),
    arith.MinUIOp: _arith("minui"),
    arith.MaxUIOp: _arith("maxui"),
    arith.DivSIOp: _arith("divsi"),
    arith.DivUIOp: _arith("divui"),
    arith.FloorDivSIOp: _arith("floordivsi"),
    arith.CeilDivSIOp: _arith("ceildivsi"),
    arith.CeilDivUIOp: _arith("ceildivui"),
    arith.RemSIOp: _arith("remsi"),
    arith.RemUIOp: _arith("remui"),
    arith.ShLIOp: _arith("shli"),
    arith.ShRSIOp: _arith("shrsi"),
    arith.ShRUIOp: _arith("shrui"),
    arith.CmpiOp: _cmpi,
    arith.SelectOp: _select,
    arith.IndexCastOp: _index_cast,
    IndexCastUIOp: _index_cast,
    arith.ExtSIOp: _signed_cast,
    arith.ExtUIOp: _unsigned_cast,
    arith.TruncIOp: _trunci,
    arith.BitcastOp: same_type_operand,
    arith.AddUIExtendedOp: _extended("addi", _carry),
    SubUIExtendedOp: _extended("subi", _borrow),
    arith.MulSIExtendedOp: _extended("muli", _high_signed),
    arith.MulUIExtendedOp: _extended("muli", _high_unsigned),
    index.CastSOp: _index_dialect_cast(_signed_cast),
    index.CastUOp: _index_dialect_cast(_unsigned_cast),
    index.CmpOp: _index_cmp,
    math.AbsIOp: _bits(_absolute),
    math.CountLeadingZerosOp: _bits(_leading_zeros),
    math.CountTrailingZerosOp: _bits(_trailing_zeros),
    math.CtPopOp: _bits(_ones),
    **{cls: _index(name) for cls, name in INDEX_NAMES.items()},
}
"""The folder of each class of operations on numbers."""
