"""
The greatest elements of rows, found again in programs that sort rows and keep the first elements,
as JAX exports `jax.lax.top_k`: a few of them are selected faster than all are sorted.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from xdsl.dialects.builtin import AnyFloat, BoolAttr, ModuleOp, i32
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.decompositions.emitter import tensor, with_element
from disc_shape.dialects.disc_shape.shaping import TieShapeOp, untied
from disc_shape.dialects.hlo import client_other
from disc_shape.dialects.hlo.attributes import constant_ints, i64_attr, int_of, ints
from disc_shape.dialects.hlo.calls import CustomCallOp, approximate_selection
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

MOST = 256
"""
The most elements that are selected: to insert one moves up to as many. Of ascending rows, where
each element is inserted, to select more takes longer than to sort.
"""

Slice = SliceOp | RealDynamicSliceOp


def find_top_k(module: ModuleOp) -> None:
    """
    Replace sorts of rows of which the first few elements are read, selections of CHLO, and
    approximate ones.

        %1:2 = "stablehlo.sort"(%0, %iota) ({ ... stablehlo.compare GT, %a, %b, TOTALORDER ... })
        %2 = stablehlo.real_dynamic_slice %1#0, %zeros, %limits, %ones : ... -> tensor<?x8xf32>
        %3 = stablehlo.real_dynamic_slice %1#1, %zeros, %limits, %ones : ... -> tensor<?x8xi32>
    =>
        %2, %3 = mhlo.topk(%0, k = 8) : tensor<?x?xf32> -> (tensor<?x8xf32>, tensor<?x8xi32>)
    """
    functions = {one.sym_name.data: one for one in module.ops if isinstance(one, FuncOp)}
    for function in functions.values():
        found = 0
        for op in list(function.body.walk()):
            if isinstance(op, client_other.TopKOp) and int_of(op.k) <= MOST:
                select(op, op.operand, op.values, [[op.values], [op.indices]])
                Rewriter.erase_op(op)
                found += 1
            elif isinstance(op, SortOp):
                found += replace_sort(op)
            elif isinstance(op, CustomCallOp):
                found += replace_approximate(op, functions)
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


def replace_approximate(op: CustomCallOp, functions: Mapping[str, FuncOp]) -> bool:
    """
    Select for `ApproxTopK`, which may select any elements that are about the first ones, where it
    moves the places of elements along. NaN and zeros of both signs are put in a total order.
    """
    selection, called = approximate_selection(op), op.called_computations
    if selection is None or not called or len(op.results) != 2:
        return False
    count, axis = selection
    function = functions.get(called.data[0].string_value())
    direction = None if function is None else direction_of(function.body.block)
    if direction is None or count > MOST or not are_places(op.operands[1], axis):
        return False
    if any(shape_of(one)[-1] != count for one in op.results):
        return False
    select(op, op.operands[0], op.results[0], [[one] for one in op.results], direction == "GT")
    Rewriter.erase_op(op)
    return True


def select(
    at: Operation,
    operand: SSAValue,
    like: SSAValue,
    results: Sequence[Sequence[SSAValue]],
    largest: bool = True,
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
    if not largest:
        new.properties["largest"] = BoolAttr.from_bool(False)
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
    axis = -1 if op.dimension is None else int_of(op.dimension)
    if len(op.inputs) != 2 or not are_places(op.inputs[1], axis):
        return False
    block = op.comparator.block
    compare = block.first_op
    kind = compare.compare_type if isinstance(compare, CompareOp) else None
    is_total = not isinstance(element_type_of(op.inputs[0].type), AnyFloat)
    is_total |= kind is not None and kind.data == "TOTALORDER"
    return is_total and direction_of(block) == "GT"


def are_places(value: SSAValue, axis: int) -> bool:
    """Whether a value holds the index of each element along the last dimension, which `axis` is."""
    rank, places = rank_of(value), untied(value).owner
    if not rank or axis % rank != rank - 1 or not isinstance(places, IotaOp | DynamicIotaOp):
        return False
    return int_of(places.iota_dimension) == rank - 1 and element_type_of(value.type) == i32


def direction_of(block: Block) -> str | None:
    """In which direction a comparator compares its first two arguments, if it does nothing else."""
    compare, last = block.first_op, block.last_op
    if not isinstance(compare, CompareOp) or last is None or compare.next_op is not last:
        return None
    if list(last.operands) != [compare.result] or list(compare.operands) != list(block.args[:2]):
        return None
    direction = compare.comparison_direction.data
    return direction if direction in ("GT", "LT") else None


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
