"""Two conversions between integer types in a row as one."""

from __future__ import annotations

from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerType
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.xdsl_extras.constants import width_of
from disc_shape.relations.value_types import scalar_type

SIGNED = (arith.IndexCastOp, arith.ExtSIOp)
"""Conversions that repeat the highest bit where they widen, and keep low bits where they narrow."""

Widening = arith.IndexCastOp | arith.ExtSIOp | arith.ExtUIOp
Conversion = Widening | arith.TruncIOp


def index_cast(index: SSAValue, element: IntegerType) -> Operation | SSAValue:
    """An index as an integer of another type: the operation that converts it, or a value."""
    return converted_once(index, arith.IndexCastOp, element) or arith.IndexCastOp(index, element)


def converted_once(
    value: SSAValue, kind: type[Operation], type: Attribute
) -> Operation | SSAValue | None:
    """
    What converts at once a value that is the result of a conversion and is converted to `type`: a
    new operation, or a value where nothing is left to convert. None when a bit is lost in between
    that is there at the end.
    """
    inner = value.owner
    if not isinstance(inner, Conversion):
        return None
    once = merged(inner, kind, type)
    if once is None:
        return None
    source = inner.operands[0]
    return source if once is Operation else once.create(operands=[source], result_types=[type])


def merged(inner: Conversion, outer: type[Operation], result: Attribute) -> type[Operation] | None:
    """The conversion that two in a row are; `Operation` for none at all, None if they are two."""
    types = [scalar_type(type) for type in (inner.operands[0].type, inner.results[0].type, result)]
    widths = [width_of(type) for type in types]
    start, middle, end = widths
    if start is None or middle is None or end is None:
        return None
    # Bits above the last are not read, and a repeated sign is repeated again.
    narrows = end <= middle
    repeats = isinstance(inner, SIGNED) and issubclass(outer, SIGNED) and start <= middle
    again = isinstance(inner, arith.ExtUIOp) and issubclass(outer, arith.ExtUIOp)
    if not (narrows or repeats or again):
        return None
    if types[0] == types[2]:
        return Operation if start <= middle else None
    if IndexType() in (types[0], types[2]):
        # Only conversions that repeat the sign may widen between an index and other integers.
        signed = isinstance(inner, SIGNED) or start >= end
        return arith.IndexCastOp if signed and (issubclass(outer, SIGNED) or narrows) else None
    if end < start:
        return arith.TruncIOp
    return arith.ExtUIOp if isinstance(inner, arith.ExtUIOp) else arith.ExtSIOp
