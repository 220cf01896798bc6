"""Two conversions of an integer are one only if no number shows a difference."""

import pytest
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.dialects.test import TestOp
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.xdsl_extras.constants import signed, width_of
from disc_shape.rewriting.conversions import Conversion, merged

TYPES: tuple[IntegerType | IndexType, ...] = (
    *(IntegerType(width) for width in (1, 8, 32, 64, 70)),
    IndexType(),
)
NUMBERS = [
    sign * ((1 << width) + step)
    for width in (0, 6, 7, 8, 31, 32, 62, 63, 64, 69)
    for step in (-1, 0, 1)
    for sign in (1, -1)
]


def width(type_: Attribute) -> int:
    found = width_of(type_)
    assert found is not None
    return found


def conversions(value: SSAValue) -> list[Conversion]:
    """All conversions of a value that are well formed."""
    found: list[Conversion] = []
    for type_ in TYPES:
        if (type_ == IndexType()) != (value.type == IndexType()):
            found.append(arith.IndexCastOp(value, type_))
        elif not isinstance(type_, IntegerType):
            continue
        elif width(type_) < width(value.type):
            found.append(arith.TruncIOp(value, type_))
        elif width(type_) > width(value.type):
            found += [arith.ExtSIOp(value, type_), arith.ExtUIOp(value, type_)]
    return found


def converted(kind: type[Operation], number: int, before: Attribute, after: Attribute) -> int:
    """The bits that a conversion gives, as a number in two's complement."""
    if kind is arith.ExtUIOp:
        number &= (1 << width(before)) - 1
    return signed(number, width(after))


@pytest.mark.parametrize("start", TYPES, ids=str)
def test_two_conversions(start: Attribute) -> None:
    (source,) = TestOp(result_types=[start]).results
    found = 0
    for inner in conversions(source):
        middle = inner.results[0]
        for outer in conversions(middle):
            result = outer.results[0]
            kind = merged(inner, type(outer), result.type)
            if kind is None:
                continue
            found += 1
            if kind is not Operation:
                kind.create(operands=[source], result_types=[result.type]).verify()
            for number in {signed(one, width(start)) for one in NUMBERS}:
                between = converted(type(inner), number, start, middle.type)
                expected = converted(type(outer), between, middle.type, result.type)
                assert converted(kind, number, start, result.type) == expected, (inner, outer)
    assert found > 5


def test_merges_what_exporters_write() -> None:
    index, narrow = IndexType(), IntegerType(32)
    (size,) = TestOp(result_types=[index]).results
    cast = arith.IndexCastOp(size, IntegerType(64))
    truncated = arith.TruncIOp(cast.result, narrow)
    assert merged(cast, arith.TruncIOp, truncated.result.type) is arith.IndexCastOp
