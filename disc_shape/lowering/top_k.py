"""
The greatest elements of rows, found again in programs that sort rows and keep the first elements,
as JAX exports `jax.lax.top_k`: a few of them are selected faster than all are sorted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects.builtin import AnyFloat, ModuleOp, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.decompositions.emitter import tensor, with_element
from disc_shape.dialects.disc_shape.shaping import TieShapeOp, untied
from disc_shape.dialects.hlo import client_other
from disc_shape.dialects.hlo.attributes import constant_ints, i64_attr, int_of, ints
from disc_shape.dialects.hlo.comparison import CompareOp
from disc_shape.dialects.hlo.creation import DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.mhlo_only import TopKOp
from disc_shape.dialects.hlo.op import MHLO
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp, SliceOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.dialects.xdsl_extras.constants import constant_attr
from disc_shape.lowering.known_sizes import known_sizes
from disc_shape.traversal import erase_dead

MOST = 64
"""The most elements that are selected: to insert one moves up to as many."""

Slice = SliceOp | RealDynamicSliceOp


def find_top_k(module: ModuleOp) -> None:
    """
    Replace sorts of rows of which the first few elements are read, and selections of CHLO.

        %1:2 = "stablehlo.sort"(%0, %iota) ({ ... stablehlo.compare GT, %a, %b, TOTALORDER ... })
        %2 = stablehlo.real_dynamic_slice %1#0, %zeros, %limits, %ones : ... -> tensor<?x8xf32>
        %3 = stablehlo.real_dynamic_slice %1#1, %zeros, %limits, %ones : ... -> tensor<?x8xi32>
    =>
        %2, %3 = mhlo.topk(%0, k = 8) : tensor<?x?xf32> -> (tensor<?x8xf32>, tensor<?x8xi32>)
    """
    for function in module.ops:
        if not isinstance(function, FuncOp):
            continue
        found = 0
        for op in list(function.body.walk()):
            if isinstance(op, client_other.TopKOp) and int_of(op.k) <= MOST:
                select(op, op.operand, op.values, [[op.values], [op.indices]])
                Rewriter.erase_op(op)
                found += 1
            elif isinstance(op, SortOp):
                found += replace_sort(op)
        if found:
            statistics.count("find-top-k: operations selected", found)
            erase_dead(function.body)


def replace_sort(op: SortOp) -> bool:
    """Select what is read of a sort, where that is the first few elements of each row."""
    if not sorts_with_places(op):
        return False
    kept = [list(leading(result)) for result in op.result]
    slices = [one for part in kept for one in part if one is not None]
    if any(None in part for part in kept) or not slices:
        return False
    counts = {shape_of(one.result)[-1] for one in slices}
    if len(counts) != 1 or not 0 <= counts.pop() <= MOST:
        return False
    like = slices[0].result
    results = [[one.result for one in part if one is not None] for part in kept]
    select(slices[0], op.inputs[0], like, results, before=op)
    return True


def select(
    at: Operation,
    operand: SSAValue,
    like: SSAValue,
    results: Sequence[Sequence[SSAValue]],
    before: Operation | None = None,
) -> None:
    """The first few elements and their places, of the shape of a value, in place of results."""
    shape = tensor(like.type)
    types = [with_element(shape, one) for one in (element_type_of(operand.type), i32)]
    new = final(TopKOp, MHLO).create(
        operands=[operand],
        result_types=types,
        properties={"k": i64_attr(shape.get_shape()[-1])},
    )
    new.location = at.location
    Rewriter.insert_op(new, InsertPoint.before(before or at))
    for result, values in zip(new.results, results, strict=True):
        for value in values:
            value.replace_all_uses_with(result)


def sorts_with_places(op: SortOp) -> bool:
    """
    Whether a sort is one of rows by their elements alone, the greatest first, in a total order, and
    moves the places of these along.
    """
    if len(op.inputs) != 2:
        return False
    rank = rank_of(op.inputs[0])
    axis = -1 if op.dimension is None else int_of(op.dimension)
    places = untied(op.inputs[1]).owner
    if not rank or axis % rank != rank - 1 or not isinstance(places, IotaOp | DynamicIotaOp):
        return False
    if int_of(places.iota_dimension) != rank - 1 or element_type_of(op.inputs[1].type) != i32:
        return False
    block = op.comparator.block
    compare = block.first_op
    if not isinstance(compare, CompareOp) or compare.next_op is not block.last_op:
        return False
    assert block.last_op is not None
    if list(block.last_op.operands) != [compare.result]:
        return False
    if list(compare.operands) != list(block.args[:2]):
        return False
    kind = compare.compare_type
    is_total = not isinstance(element_type_of(compare.lhs.type), AnyFloat)
    is_total |= kind is not None and kind.data == "TOTALORDER"
    return compare.comparison_direction.data == "GT" and is_total


def leading(value: SSAValue) -> Iterator[Slice | None]:
    """The slices of the first elements of rows that are read of a value; None for other uses."""
    for use in value.uses:
        op = use.operation
        if isinstance(op, TieShapeOp) and use.index == 0:
            yield from leading(op.results[0])
        elif isinstance(op, Slice) and use.index == 0 and is_leading(op):
            yield op
        else:
            yield None


def is_leading(op: Slice) -> bool:
    """Whether a slice takes the first elements of each row: their number is known."""
    if isinstance(op, SliceOp):
        starts, steps = ints(op.start_indices), ints(op.strides)
    else:
        starts, steps = numbers(op.start_indices), numbers(op.strides)
    if starts is None or steps is None or any(starts) or any(one != 1 for one in steps):
        return False
    sizes, found = known_sizes(op.operand), known_sizes(op.result)
    return shape_of(op.result)[-1] >= 0 and sizes[:-1] == found[:-1]


def numbers(value: SSAValue) -> tuple[int, ...] | None:
    """The integers of a constant list."""
    attr = constant_attr(value)
    return None if attr is None else constant_ints(attr)
