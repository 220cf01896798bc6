"""
Cumulative sums, products and extremes, found again in programs that reduce rows of which a mask
keeps the elements up to each place: the work is linear then, not quadratic.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    ModuleOp,
    Signedness,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    i32,
    i64,
)
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape import statistics
from disc_shape.cards.hlo_reduction import combining_operation
from disc_shape.cards.hlo_sizes import DYNAMIC_REDUCE_WINDOW
from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.disc_shape.shaping import untied
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.binary import AddOp, MaxOp, MinOp, MulOp
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.comparison import CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
)
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.xdsl_extras.constants import constant_attr
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.lowering.known_sizes import known_sizes
from disc_shape.relations.value_types import integer_type
from disc_shape.traversal import erase_dead

Broadcast = BroadcastInDimOp | DynamicBroadcastInDimOp
Number = int | float
INDEX = IndexType()
WIDE = 32
"""Bits that hold any index."""
TRUE = (1, -1)
"""How the bit of a truth value is read."""


def find_cumulative_reductions(module: ModuleOp) -> None:
    """
    Replace reductions of masked rows.

        %0 = stablehlo.compare LE, %j, %i      // where elements are in rows, and which row it is
        %1 = stablehlo.dynamic_broadcast_in_dim %x, %sizes, dims = [1]    // each row is %x
        %2 = stablehlo.select %0, %1, %zeros
        %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [1]
    =>
        %3 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %zero, %size, %one, %one,
            %one, %padding) {called_computations = [@sum]}    // %padding is [[%size - 1, 0]]
    """
    found = 0
    for function in module.ops:
        if not isinstance(function, FuncOp) or function.is_declaration:
            continue
        ops = [op for op in function.body.walk() if isinstance(op, ReduceOp)]
        replaced = sum(replace(op, module) for op in ops)
        if replaced:
            erase_dead(function.body)
        found += replaced
    if found:
        statistics.count("find-cumulative-reductions: reductions replaced", found)


@dataclass(frozen=True)
class Rows:
    """Rows, of which each keeps the elements up to its own place: those of one tensor."""

    operand: SSAValue
    unit: int | None
    """A dimension of size 1 of the operand, which counts the rows."""
    axis: int
    """The dimension of the operand, without that, which is a row."""
    is_reverse: bool
    """Whether the elements from each place on are kept."""


def replace(op: ReduceOp, module: ModuleOp) -> bool:
    """Reduce windows that begin, or end, with the dimension, if that is what a reduction does."""
    combine = combining_operation(op.body) if has_one_type(op) else None
    rows = None if combine is None else rows_of(op, combine)
    if rows is None or combine is None:
        return False
    builder = Builder(InsertPoint.before(op))
    operand = operand_of(rows, op.result[0].type, builder)
    rank = rank_of(operand)
    one, zero = number(1, builder), number(0, builder)
    size = size_of(operand, rows.axis, builder)
    before = builder.insert(arith.SubiOp(size, one)).result
    sides = [before, zero] if not rows.is_reverse else [zero, before]
    ones = vector([one] * rank, (rank,), builder)
    lengths = vector([size if at == rows.axis else one for at in range(rank)], (rank,), builder)
    padding = [side for at in range(rank) for side in (sides if at == rows.axis else (zero, zero))]
    call = final(CustomCallOp, STABLEHLO).create(
        operands=[
            *(operand, op.init_values[0], lengths, ones, ones, ones),
            vector(padding, (rank, 2), builder),
        ],
        result_types=op.result_types,
        properties={
            "call_target_name": StringAttr(DYNAMIC_REDUCE_WINDOW),
            "api_version": IntegerAttr(2, i32),
            "called_computations": ArrayAttr([function_of(combine, module)]),
        },
    )
    call.location = op.location
    Rewriter.replace_op(op, [call])
    return True


def has_one_type(op: ReduceOp) -> bool:
    """Whether a reduction is of one tensor, and widens no elements."""
    if len(op.inputs) != 1:
        return False
    types = (op.inputs[0].type, op.init_values[0].type, op.result[0].type)
    return len({element_type_of(one) for one in types}) == 1


def rows_of(op: ReduceOp, combine: Operation) -> Rows | None:
    """What a reduction reduces, if a mask keeps the elements of its rows up to each place."""
    select, reduced = untied(op.inputs[0]).owner, ints(op.dimensions)
    if not isinstance(select, SelectOp) or len(reduced) != 1:
        return None
    if not changes_nothing(combine, select.on_false, op.init_values[0]):
        return None
    compared = places_of_mask(select.pred)
    spread = untied(select.on_true).owner
    if compared is None or not isinstance(spread, Broadcast) or reduced[0] not in compared:
        return None
    smaller, greater, rank = *compared, rank_of(select.result)
    (column,) = reduced
    row = greater if column == smaller else smaller
    others = [at for at in range(rank) if at != row]
    results = [at for at in range(rank) if at != column]
    sizes, given = known_sizes(select.result), known_sizes(spread.operand)
    dimensions = list(ints(spread.broadcast_dimensions))
    unit = row if dimensions == list(range(rank)) and given[row] == 1 else None
    if unit is not None:
        del dimensions[unit], given[unit]
    axis = others.index(column)
    if sizes[row] != sizes[column] or axis != results.index(row):
        return None
    if dimensions != others or given != [sizes[at] for at in others]:
        return None
    return Rows(spread.operand, unit, axis, is_reverse=column == greater)


def places_of_mask(value: SSAValue) -> tuple[int, int] | None:
    """The dimensions of which the index in the first is at most that in the second."""
    if rank_of(value) == 0:
        return None
    op = untied(value).owner
    if isinstance(op, Broadcast):
        found = places_of_mask(op.operand)
        moved = [] if found is None else [moved_axis(op, axis) for axis in found]
        return None if not moved or None in moved else cast("tuple[int, int]", tuple(moved))
    if isinstance(op, SelectOp) and constant_of(op.on_true) in TRUE:
        return places_of_mask(op.pred) if constant_of(op.on_false) == 0 else None
    if not isinstance(op, CompareOp):
        return None
    direction = op.comparison_direction.data
    axes = place_axis(op.lhs), place_axis(op.rhs)
    if direction not in ("LE", "GE") or None in axes or axes[0] == axes[1]:
        return None
    return cast("tuple[int, int]", axes if direction == "LE" else axes[::-1])


def place_axis(value: SSAValue) -> int | None:
    """The dimension whose index each element is."""
    op = untied(value).owner
    if isinstance(op, Broadcast):
        axis = place_axis(op.operand)
        return None if axis is None else moved_axis(op, axis)
    if not isinstance(op, IotaOp | DynamicIotaOp):
        return None
    integer = integer_type(element_type_of(value.type))
    is_wide = integer is not None and integer.width.data >= WIDE
    return int_of(op.iota_dimension) if is_wide else None


def moved_axis(op: Broadcast, axis: int) -> int | None:
    """Where a dimension of an operand is in the result, if all its elements are there."""
    result = ints(op.broadcast_dimensions)[axis]
    is_kept = known_sizes(op.operand)[axis] == known_sizes(op.results[0])[result]
    return result if is_kept else None


def changes_nothing(combine: Operation, left_out: SSAValue, initial: SSAValue) -> bool:
    """Whether what a mask leaves out changes nothing: it is neutral, as the initial value is."""
    filled, first = splat(left_out), splat(initial)
    if filled is None or first is None or not is_same(filled, first):
        return False
    return filled == neutral_number(combine, element_type_of(initial.type))


def is_same(number: Number, other: Number) -> bool:
    """Whether numbers are equal, of zeros also the sign."""
    return number == other and math.copysign(1, number) == math.copysign(1, other)


def neutral_number(op: Operation, element: Attribute) -> Number | None:
    """The number that leaves each other one of a type as it is."""
    if isinstance(op, AddOp | MulOp):
        return 0 if isinstance(op, AddOp) else 1
    integer = integer_type(element)
    if not isinstance(op, MaxOp | MinOp):
        return None
    if integer is None:
        return -math.inf if isinstance(op, MaxOp) else math.inf
    width, is_unsigned = integer.width.data, integer.signedness.data == Signedness.UNSIGNED
    least, count = 0 if is_unsigned else -(1 << (width - 1)), 1 << width
    return least if isinstance(op, MaxOp) else least + count - 1


def splat(value: SSAValue) -> Number | None:
    """The number that all elements are; a truth value is none."""
    integer = integer_type(element_type_of(value.type))
    is_number = isinstance(element_type_of(value.type), AnyFloat) or (
        integer is not None and integer.width.data > 1
    )
    return constant_of(value) if is_number else None


def constant_of(value: SSAValue) -> Number | None:
    """The number of which a constant is made, a small one also where it is converted."""
    value = untied(value)
    while isinstance(value.owner, Broadcast):
        value = untied(value.owner.operand)
    if isinstance(value.owner, ConvertOp):
        number = splat(value.owner.operand)
        return number if number in (0, 1) and not isinstance(number, float) else None
    attr = constant_attr(value)
    if attr is None or not is_repeated(attr):
        return None
    return cast("Number", next(iter(attr.iter_values())))


def operand_of(rows: Rows, type_: Attribute, builder: Builder) -> SSAValue:
    """The tensor that is each row, of a type."""
    if rows.unit is None:
        return rows.operand
    axes = [axis for axis in range(rank_of(rows.operand)) if axis != rows.unit]
    sizes = [size_of(rows.operand, axis, builder) for axis in axes]
    shape = vector(sizes, (len(sizes),), builder)
    reshape = final(DynamicReshapeOp, STABLEHLO)
    op = reshape.create(operands=[rows.operand, shape], result_types=[type_])
    return builder.insert(op).results[0]


def size_of(value: SSAValue, axis: int, builder: Builder) -> SSAValue:
    """The size of a dimension."""
    place = builder.insert(arith.ConstantOp(IntegerAttr(axis, INDEX))).result
    size = builder.insert(tensor.DimOp(value, place)).result
    return builder.insert(arith.IndexCastOp(size, i64)).result


def number(value: int, builder: Builder) -> SSAValue:
    """A constant."""
    return builder.insert(arith.ConstantOp(IntegerAttr(value, i64))).result


def vector(values: Sequence[SSAValue], shape: Sequence[int], builder: Builder) -> SSAValue:
    """A tensor of numbers."""
    op = tensor.FromElementsOp.create(operands=values, result_types=[TensorType(i64, shape)])
    return builder.insert(op).results[0]


def function_of(combine: Operation, module: ModuleOp) -> SymbolRefAttr:
    """A private function that combines two scalars as an operation does."""
    scalar = combine.results[0].type
    taken = set(map(get_name_if_symbol, module.ops))
    count = 0
    while (name := f"cumulative_{count}") in taken:
        count += 1
    block = Block(arg_types=[scalar, scalar])
    places = dict[SSAValue, SSAValue](zip(combine.operands, block.args, strict=True))
    copy = combine.clone(places)
    block.add_ops([copy, ReturnOp(copy.results[0])])
    kind = FunctionType.from_lists([scalar, scalar], [scalar])
    module.body.block.add_op(FuncOp(name, kind, Region(block), visibility="private"))
    return SymbolRefAttr(name)
