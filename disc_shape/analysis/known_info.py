"""
Attributes that the older C++ system wrote on slices and pads: known numbers of each dimension.

`kDiscSliceOpStaticKnownInfo` holds `start_indices`, `limit_indices` and `strides`,
`kDiscPadOpStaticKnownInfo` `edge_padding_low`, `edge_padding_high` and `interior_padding`. There -2
is an unknown number, and a limit of -1 is the end of the dimension. No guard checks them: they are
assumed.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.dialects.builtin import DictionaryAttr
from xdsl.ir import Attribute, Operation, Region, SSAValue

from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.dialects.hlo.attributes import constant_ints
from disc_shape.errors import OperationError
from disc_shape.symbolic import Cond, Expr, ceildiv, compare, const, maximum
from disc_shape.traversal import operations

SLICE = "kDiscSliceOpStaticKnownInfo"
PAD = "kDiscPadOpStaticKnownInfo"
UNKNOWN, WHOLE = -2, -1

SLICE_KEYS = ("start_indices", "limit_indices", "strides")
PAD_KEYS = ("edge_padding_low", "edge_padding_high", "interior_padding")


def carries_known_info(op: Operation) -> bool:
    """Whether an operation carries one of the attributes."""
    return SLICE in op.attributes or PAD in op.attributes


def has_known_info(body: Region) -> bool:
    """Whether one of the operations does."""
    return any(map(carries_known_info, [op for op in operations(body) if op.attributes]))


def claims(op: Operation, shapes: FunctionShapes) -> Iterator[Cond]:
    """
    The facts that the attributes of an operation claim about its operands and the size of its
    result.

    OperationError where they do not have a number for each dimension.
    """
    for name, keys in ((SLICE, SLICE_KEYS), (PAD, PAD_KEYS)):
        attr = op.attributes.get(name)
        if not isinstance(attr, DictionaryAttr):
            continue
        ranked = [one for one in (*op.operands, *op.results) if shapes.state.is_ranked(one)]
        if not ranked:
            continue
        sizes = shapes.state.dims(ranked[0])
        columns = [_numbers(op, attr, key, len(sizes)) for key in keys]
        result = shapes.state.dims(ranked[-1])
        if len(result) != len(sizes):
            continue
        for axis, numbers in enumerate(zip(*columns, strict=True)):
            yield from _operands(op, axis, numbers, sizes[axis], name == SLICE, shapes)
            size = (_sliced if name == SLICE else _padded)(numbers, sizes[axis])
            if size is not None:
                yield compare("==", result[axis], size)


def _numbers(op: Operation, attr: DictionaryAttr, key: str, rank: int) -> tuple[int, ...]:
    """The numbers under a key, unknown ones where it is missing."""
    found: Attribute | None = attr.data.get(key)
    if found is None:
        return (UNKNOWN,) * rank
    numbers = constant_ints(found)
    if numbers is None or len(numbers) != rank:
        raise OperationError(f"'{key}' of '{op.name}' has no number for each of {rank} axes", op)
    return tuple(numbers)


def _operands(
    op: Operation,
    axis: int,
    numbers: tuple[int, ...],
    size: Expr,
    is_slice: bool,
    shapes: FunctionShapes,
) -> Iterator[Cond]:
    """The facts about the elements of the last three operands, where they are tensors."""
    given: list[SSAValue] = list(op.operands)
    if len(given) != 4 + (not is_slice):
        return
    for position, (number, operand) in enumerate(zip(numbers, given[-3:], strict=True)):
        elements = shapes.state.elements(operand)
        if number == UNKNOWN or elements is None:
            continue
        whole = is_slice and position == 1 and number == WHOLE
        yield compare("==", elements[axis], size if whole else const(number))


def _sliced(numbers: tuple[int, ...], size: Expr) -> Expr | None:
    start, limit, stride = numbers
    if UNKNOWN in numbers or stride < 1:
        return None
    end = size if limit == WHOLE else const(limit)
    return ceildiv(end - start, const(stride))


def _padded(numbers: tuple[int, ...], size: Expr) -> Expr | None:
    low, high, interior = numbers
    if UNKNOWN in numbers:
        return None
    result = size + (low + high)
    return result if interior == 0 else result + maximum(0, size - 1) * interior
