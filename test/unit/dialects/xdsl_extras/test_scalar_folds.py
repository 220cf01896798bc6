"""Folds of numbers equal the exact semantics, written here once more from their definition."""

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from typing import cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects import arith
from xdsl.dialects import math as math_dialect
from xdsl.dialects.builtin import FloatAttr, IndexType, IntegerAttr, IntegerType, f32, i1
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.xdsl_extras import index
from disc_shape.dialects.xdsl_extras.arith import IndexCastUIOp, SubUIExtendedOp
from disc_shape.dialects.xdsl_extras.folds import fold, integer_attr, materialize
from disc_shape.dialects.xdsl_extras.integers import COMPARISONS

Reference = Callable[[int, int, int], int | None]
"""Two signed operands and the width give the exact result, not wrapped, or None when undefined."""


def wrap(value: int, width: int) -> int:
    half = 1 << (width - 1)
    return (value + half) % (2 * half) - half


def bits(value: int, width: int) -> int:
    return value % (1 << width)


def quotient(rounding: Callable[[Fraction], int], has_sign: bool) -> Reference:
    def reference(a: int, b: int, width: int) -> int | None:
        if b == 0:
            return None
        if not has_sign:
            return rounding(Fraction(bits(a, width), bits(b, width)))
        exact = rounding(Fraction(a, b))
        return exact if wrap(exact, width) == exact else None

    return reference


def remainder(has_sign: bool) -> Reference:
    def reference(a: int, b: int, width: int) -> int | None:
        if b == 0:
            return None
        if not has_sign:
            a, b = bits(a, width), bits(b, width)
        return a - b * math.trunc(Fraction(a, b))

    return reference


def shift(exact: Callable[[int, int, int], int]) -> Reference:
    def reference(a: int, b: int, width: int) -> int | None:
        amount = bits(b, width)
        return None if amount >= width else exact(a, amount, width)

    return reference


BINARY: dict[type[Operation], Reference] = {
    arith.AddiOp: lambda a, b, w: a + b,
    arith.SubiOp: lambda a, b, w: a - b,
    arith.MuliOp: lambda a, b, w: a * b,
    arith.AndIOp: lambda a, b, w: bits(a, w) & bits(b, w),
    arith.OrIOp: lambda a, b, w: bits(a, w) | bits(b, w),
    arith.XOrIOp: lambda a, b, w: bits(a, w) ^ bits(b, w),
    arith.MinSIOp: lambda a, b, w: min(a, b),
    arith.MaxSIOp: lambda a, b, w: max(a, b),
    arith.MinUIOp: lambda a, b, w: min(bits(a, w), bits(b, w)),
    arith.MaxUIOp: lambda a, b, w: max(bits(a, w), bits(b, w)),
    arith.DivSIOp: quotient(math.trunc, True),
    arith.FloorDivSIOp: quotient(math.floor, True),
    arith.CeilDivSIOp: quotient(math.ceil, True),
    arith.DivUIOp: quotient(math.trunc, False),
    arith.CeilDivUIOp: quotient(math.ceil, False),
    arith.RemSIOp: remainder(True),
    arith.RemUIOp: remainder(False),
    arith.ShLIOp: shift(lambda a, n, w: a * 2**n),
    arith.ShRSIOp: shift(lambda a, n, w: math.floor(Fraction(a, 2**n))),
    arith.ShRUIOp: shift(lambda a, n, w: bits(a, w) // 2**n),
}

INDEX: dict[type[Operation], Reference] = {
    index.AddOp: BINARY[arith.AddiOp],
    index.SubOp: BINARY[arith.SubiOp],
    index.MulOp: BINARY[arith.MuliOp],
    index.AndOp: BINARY[arith.AndIOp],
    index.OrOp: BINARY[arith.OrIOp],
    index.XOrOp: BINARY[arith.XOrIOp],
    index.MinSOp: BINARY[arith.MinSIOp],
    index.MaxSOp: BINARY[arith.MaxSIOp],
    index.MinUOp: BINARY[arith.MinUIOp],
    index.MaxUOp: BINARY[arith.MaxUIOp],
    index.DivSOp: BINARY[arith.DivSIOp],
    index.FloorDivSOp: BINARY[arith.FloorDivSIOp],
    index.CeilDivSOp: BINARY[arith.CeilDivSIOp],
    index.DivUOp: BINARY[arith.DivUIOp],
    index.CeilDivUOp: BINARY[arith.CeilDivUIOp],
    index.RemSOp: BINARY[arith.RemSIOp],
    index.RemUOp: BINARY[arith.RemUIOp],
    index.ShlOp: BINARY[arith.ShLIOp],
    index.ShrSOp: BINARY[arith.ShRSIOp],
    index.ShrUOp: BINARY[arith.ShRUIOp],
}

SMALL = (1, 2, 3, 4)


def values(width: int) -> range:
    return range(-(1 << (width - 1)), 1 << (width - 1))


def type_of(width: int) -> IntegerType | IndexType:
    return IndexType() if width == 0 else IntegerType(width)


def constant(value: int, type_: IntegerType | IndexType) -> SSAValue:
    return materialize(integer_attr(value, type_)).result


def argument(type_: Attribute) -> SSAValue:
    return Block(arg_types=[type_]).args[0]


def make(
    cls: type[Operation],
    operands: list[SSAValue],
    results: list[Attribute],
    **properties: Attribute,
) -> Operation:
    return cls.create(operands=operands, result_types=results, properties=properties)


def integer(result: Attribute | SSAValue) -> IntegerAttr:
    assert isinstance(result, IntegerAttr)
    return cast("IntegerAttr", result)


def number(result: Attribute | SSAValue) -> int:
    """The value of a constant, which is one that its type can hold, with a sign."""
    attr = integer(result)
    width = attr.type.width.data if isinstance(attr.type, IntegerType) else 64
    assert wrap(attr.value.data, width) == attr.value.data
    return attr.value.data


def check_binary(cls: type[Operation], exact: int | None, a: int, b: int, width: int) -> None:
    """The fold of two constants is the exact result, wrapped around, or there is none."""
    type_ = type_of(width)
    folded = fold(make(cls, [constant(a, type_), constant(b, type_)], [type_]))
    if exact is None:
        assert folded is None
    else:
        assert folded is not None
        assert number(folded[0]) == wrap(exact, width or 64)
        assert integer(folded[0]).type == type_


@pytest.mark.parametrize("cls", BINARY)
def test_small_integers_exhaustively(cls: type[Operation]) -> None:
    for width in SMALL:
        for a, b in product(values(width), repeat=2):
            check_binary(cls, BINARY[cls](a, b, width), a, b, width)


def near_the_ends(width: int) -> st.SearchStrategy[int]:
    low, high = -(1 << (width - 1)), (1 << (width - 1)) - 1
    near = st.sampled_from([low, low + 1, -2, -1, 0, 1, 2, 31, 32, 63, 64, high - 1, high])
    return (near | st.integers(low, high)).map(lambda value: wrap(value, width))


@pytest.mark.parametrize("cls", BINARY)
@given(width=st.sampled_from([8, 32, 64, 0]), data=st.data())
def test_wide_integers(cls: type[Operation], width: int, data: st.DataObject) -> None:
    a = data.draw(near_the_ends(width or 64))
    b = data.draw(near_the_ends(width or 64))
    check_binary(cls, BINARY[cls](a, b, width or 64), a, b, width)


@pytest.mark.parametrize("cls", INDEX)
@given(a=near_the_ends(64) | st.integers(-300, 300), b=near_the_ends(64) | st.integers(-40, 40))
def test_index_folds_hold_on_any_target(cls: type[Operation], a: int, b: int) -> None:
    """A fold of the index dialect gives what both a 32-bit and a 64-bit target would compute."""
    reference = INDEX[cls]
    folded = fold(make(cls, [constant(a, IndexType()), constant(b, IndexType())], [IndexType()]))
    wide = reference(a, b, 64)
    narrow = reference(wrap(a, 32), wrap(b, 32), 32)
    if wide is None or narrow is None or wrap(wide, 32) != wrap(narrow, 32):
        assert folded is None
    else:
        assert folded is not None
        assert number(folded[0]) == wrap(wide, 64)


@pytest.mark.parametrize("cls", BINARY)
@pytest.mark.parametrize("constant_is_left", [False, True])
def test_rules_for_one_constant_hold_for_every_other_operand(
    cls: type[Operation], constant_is_left: bool
) -> None:
    reference = BINARY[cls]
    for width in SMALL:
        type_ = IntegerType(width)
        for known in values(width):
            other = argument(type_)
            operands = [other, constant(known, type_)]
            folded = fold(make(cls, operands[::-1] if constant_is_left else operands, [type_]))
            if folded is None:
                continue
            for free in values(width):
                pair = (known, free) if constant_is_left else (free, known)
                exact = reference(*pair, width)
                if exact is not None:
                    got = free if folded[0] is other else number(folded[0])
                    assert got == wrap(exact, width), (pair, width)


@pytest.mark.parametrize("cls", BINARY)
def test_rules_for_equal_operands(cls: type[Operation]) -> None:
    for width in SMALL:
        value = argument(IntegerType(width))
        folded = fold(make(cls, [value, value], [IntegerType(width)]))
        if folded is not None:
            for free in values(width):
                got = free if folded[0] is value else number(folded[0])
                assert got == wrap(BINARY[cls](free, free, width) or 0, width)


@pytest.mark.parametrize("cls", INDEX)
@pytest.mark.parametrize("known", [-(2**63), -(2**31), -2, -1, 0, 1, 2, 2**31 - 1, 2**63 - 1])
def test_index_rules_for_one_constant(cls: type[Operation], known: int) -> None:
    for is_left in (False, True):
        other = argument(IndexType())
        operands = [other, constant(known, IndexType())]
        folded = fold(make(cls, operands[::-1] if is_left else operands, [IndexType()]))
        if folded is None:
            continue
        for width in (32, 64):
            for free in (-(2 ** (width - 1)), -3, -1, 0, 1, 5, 2 ** (width - 1) - 1):
                pair = (wrap(known, width), free) if is_left else (free, wrap(known, width))
                exact = INDEX[cls](*pair, width)
                if exact is not None:
                    got = free if folded[0] is other else wrap(number(folded[0]), width)
                    assert got == wrap(exact, width)


@pytest.mark.parametrize(
    ("cls", "constant_operand", "expected"),
    [
        (arith.AddiOp, 0, "operand"),
        (arith.MuliOp, 1, "operand"),
        (arith.MuliOp, 0, 0),
        (arith.SubiOp, 0, "operand"),
        (arith.DivSIOp, 1, "operand"),
        (arith.FloorDivSIOp, 1, "operand"),
        (arith.CeilDivUIOp, 1, "operand"),
        (arith.RemSIOp, 1, 0),
        (arith.AndIOp, -1, "operand"),
        (arith.OrIOp, -1, -1),
        (arith.MaxUIOp, 0, "operand"),
        (arith.MaxSIOp, -(2**31), "operand"),
        (arith.MinSIOp, -(2**31), -(2**31)),
        (arith.ShLIOp, 0, "operand"),
        (arith.RemSIOp, 2, None),
        (arith.MaxSIOp, 0, None),
        (arith.DivSIOp, 0, None),
    ],
)
def test_the_rules_that_are_wanted(
    cls: type[Operation], constant_operand: int, expected: int | str | None
) -> None:
    i32 = IntegerType(32)
    other = argument(i32)
    folded = fold(make(cls, [other, constant(constant_operand, i32)], [i32]))
    if expected is None:
        assert folded is None
    elif expected == "operand":
        assert folded == (other,)
    else:
        assert folded is not None
        assert number(folded[0]) == expected


@pytest.mark.parametrize("predicate", range(len(COMPARISONS)))
def test_comparisons(predicate: int) -> None:
    name = COMPARISONS[predicate][0]
    sense = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}
    for width in SMALL:
        type_ = IntegerType(width)
        for a, b in product(values(width), repeat=2):
            folded = fold(arith.CmpiOp(constant(a, type_), constant(b, type_), predicate))
            left, right = (bits(a, width), bits(b, width)) if name[0] == "u" else (a, b)
            exact = bool(eval(f"{left} {sense[name[-2:]]} {right}"))
            assert folded == (IntegerAttr.from_bool(exact),)
        value = argument(type_)
        folded = fold(arith.CmpiOp(value, value, predicate))
        assert folded == (IntegerAttr.from_bool(name[-2:] in ("eq", "le", "ge")),)


def test_index_comparison() -> None:
    small, large = constant(1, IndexType()), constant(2**31, IndexType())
    assert fold(index.CmpOp(index.Predicate.SLT, small, small)) == (IntegerAttr.from_bool(False),)
    # On a 32-bit target, 2**31 is negative.
    assert fold(index.CmpOp(index.Predicate.SLT, small, large)) is None
    assert fold(index.CmpOp(index.Predicate.ULT, small, large)) == (IntegerAttr.from_bool(True),)


def test_select() -> None:
    i32 = IntegerType(32)
    a, b, c = argument(i32), argument(i32), argument(i1)
    yes, no = constant(-1, i1), constant(0, i1)
    assert fold(arith.SelectOp(yes, a, b)) == (a,)
    assert fold(arith.SelectOp(no, a, b)) == (b,)
    assert fold(arith.SelectOp(c, a, a)) == (a,)
    assert fold(arith.SelectOp(c, yes, no)) == (c,)
    assert fold(arith.SelectOp(c, no, yes)) is None
    assert fold(arith.SelectOp(c, a, b)) is None
    assert fold(arith.SelectOp(arith.CmpiOp(a, b, "eq"), a, b)) == (b,)
    assert fold(arith.SelectOp(arith.CmpiOp(b, a, "eq"), a, b)) == (b,)
    assert fold(arith.SelectOp(arith.CmpiOp(a, b, "ne"), a, b)) == (a,)
    assert fold(arith.SelectOp(arith.CmpiOp(a, b, "slt"), a, b)) is None


@given(value=near_the_ends(64))
def test_casts_of_constants(value: int) -> None:
    i8, i64 = IntegerType(8), IntegerType(64)
    narrow = wrap(value, 8)
    cases = [
        (arith.TruncIOp(constant(value, i64), i8), wrap(value, 8)),
        (arith.ExtSIOp(constant(narrow, i8), i64), narrow),
        (arith.ExtUIOp(constant(narrow, i8), i64), bits(narrow, 8)),
        (arith.IndexCastOp(constant(value, IndexType()), i8), wrap(value, 8)),
        (arith.IndexCastOp(constant(narrow, i8), IndexType()), narrow),
        (IndexCastUIOp(constant(narrow, i8), IndexType()), bits(narrow, 8)),
        (IndexCastUIOp(constant(value, IndexType()), i8), wrap(value, 8)),
    ]
    for op, expected in cases:
        folded = fold(op)
        assert folded is not None
        assert number(folded[0]) == expected


def test_index_casts_that_depend_on_the_target() -> None:
    i64 = IntegerType(64)
    assert fold(index.CastSOp(constant(7, i64), IndexType())) is not None
    assert fold(index.CastSOp(constant(2**31, i64), IndexType())) is None
    assert fold(index.CastUOp(constant(-1, IndexType()), i64)) is None


def test_casts_there_and_back() -> None:
    i32, i64, i128, idx = IntegerType(32), IntegerType(64), IntegerType(128), IndexType()
    for cls in (arith.IndexCastOp, IndexCastUIOp):
        for start, middle, lossless in (
            (i32, idx, True),
            (i64, idx, True),
            (i128, idx, False),
            (idx, i32, False),
            (idx, i64, True),
            (idx, i128, True),
        ):
            value = argument(start)
            folded = fold(cls(cls(value, middle).result, start))
            assert folded == ((value,) if lossless else None)
    value = argument(i32)
    for extension in (arith.ExtSIOp, arith.ExtUIOp):
        assert fold(arith.TruncIOp(extension(value, i64), i32)) == (value,)
        assert fold(arith.TruncIOp(extension(value, i64), IntegerType(16))) is None
    # Zeros are filled in one way, signs the other.
    mixed = arith.IndexCastOp(IndexCastUIOp(value, idx).result, i32)
    assert fold(mixed) is None


def test_sums_that_undo_each_other() -> None:
    i32 = IntegerType(32)
    a, b = argument(i32), argument(i32)
    difference, total = arith.SubiOp(a, b), arith.AddiOp(a, b)
    assert fold(arith.AddiOp(difference, b)) == (a,)
    assert fold(arith.AddiOp(b, difference)) == (a,)
    assert fold(arith.AddiOp(difference, a)) is None
    assert fold(arith.SubiOp(total, b)) == (a,)
    assert fold(arith.SubiOp(total, a)) == (b,)
    assert fold(arith.SubiOp(b, total)) is None


def test_extended_arithmetic_exhaustively() -> None:
    for width in SMALL:
        type_ = IntegerType(width)
        for a, b in product(values(width), repeat=2):
            left, right = constant(a, type_), constant(b, type_)
            unsigned = bits(a, width) * bits(b, width)
            cases: list[tuple[Operation, int, int]] = [
                (
                    make(arith.AddUIExtendedOp, [left, right], [type_, i1]),
                    a + b,
                    int(bits(a, width) + bits(b, width) >= 1 << width),
                ),
                (SubUIExtendedOp(left, right), a - b, int(bits(a, width) < bits(b, width))),
                (make(arith.MulSIExtendedOp, [left, right], [type_, type_]), a * b, a * b >> width),
                (
                    make(arith.MulUIExtendedOp, [left, right], [type_, type_]),
                    unsigned,
                    unsigned >> width,
                ),
            ]
            for op, low, high in cases:
                folded = fold(op)
                assert folded is not None
                high_width = 1 if op.result_types[1] == i1 else width
                assert number(folded[0]) == wrap(low, width)
                assert number(folded[1]) == wrap(high, high_width)


def test_bit_counts_exhaustively() -> None:
    for width in SMALL:
        type_ = IntegerType(width)
        for value in values(width):
            text = format(bits(value, width), f"0{width}b")
            expected: dict[type[Operation], int | None] = {
                math_dialect.CtPopOp: text.count("1"),
                math_dialect.CountLeadingZerosOp: len(text) - len(text.lstrip("0")),
                math_dialect.CountTrailingZerosOp: len(text) - len(text.rstrip("0")),
                math_dialect.AbsIOp: abs(value) if value != -(1 << (width - 1)) else None,
            }
            for cls, exact in expected.items():
                folded = fold(make(cls, [constant(value, type_)], [type_]))
                if exact is None:
                    assert folded is None
                else:
                    assert folded is not None
                    assert number(folded[0]) == wrap(exact, width)


def test_floats_are_left_alone() -> None:
    zero = arith.ConstantOp(FloatAttr(0.0, f32)).result
    value = argument(f32)
    assert fold(arith.AddfOp(value, zero)) is None
    assert fold(arith.MulfOp(value, zero)) is None
    assert fold(arith.SubfOp(value, value)) is None
