"""Sorting: each element counts those that come before it, which is its index in the result.

Both steps are loops over pairs of elements, which run in any order; their work is quadratic.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith
from xdsl.dialects.builtin import DictionaryAttr, TensorType, i64
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.mhlo_only import TopKOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.linalg_conversion.calls import TARGETS
from disc_shape.linalg_conversion.generic import fill, loop_index, structured
from disc_shape.linalg_conversion.operations import run_body
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.scalars import compare_totally
from disc_shape.linalg_conversion.types import BOOL, kind_of, plain_type
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index, Writer

Comes = Callable[[Sequence[SSAValue], Sequence[SSAValue]], SSAValue]
"""Emits whether the elements at one index come before those at another."""


def convert_sort(op: Operation, values: Values) -> None:
    """
    The ranks of all elements, then the elements by rank; equal ones stay in order.

        rank[i] = number of j with x[j] < x[i], or not x[i] < x[j] and j < i
        result[rank[i]] = x[i]
    """
    assert isinstance(op, SortOp)
    rank = rank_of(op.inputs[0])
    if not rank:
        for result, operand in zip(op.result, op.inputs, strict=True):
            values.forward(result, operand)
        return
    axis = -1 if op.dimension is None else int_of(op.dimension)

    def comes(first: Sequence[SSAValue], second: Sequence[SSAValue]) -> SSAValue:
        pairs = [one for pair in zip(first, second, strict=True) for one in pair]
        return run_body(op.comparator, pairs, values)[0]

    sizes = values.sizes(op.inputs[0])
    inputs = [values.tensor(operand) for operand in op.inputs]
    ranks = rank_elements(values.writer, inputs, sizes, axis % rank, comes)
    placed = place_elements(values.writer, inputs, ranks, sizes, sizes, axis % rank)
    values.bind_all(op, placed)


def maps_of(rank: int, axis: int) -> tuple[AffineMap, AffineMap]:
    """The maps of elements at i, and at j along an axis; j is the last loop."""
    dims = [AffineExpr.dimension(loop) for loop in range(rank + 1)]
    other = [dims[rank] if at == axis else dims[at] for at in range(rank)]
    return AffineMap(rank + 1, 0, tuple(dims[:rank])), AffineMap(rank + 1, 0, tuple(other))


def rank_elements(
    writer: Writer, inputs: Sequence[SSAValue], sizes: Sequence[Index], axis: int, comes: Comes
) -> SSAValue:
    """For each element, how many come before it along an axis."""
    rank, count = len(sizes), len(inputs)
    here, there = maps_of(rank, axis)
    type_ = TensorType(i64, shape_of(inputs[0]))
    zero, one = writer.constant(0, i64), writer.constant(1, i64)
    out = fill(writer, zero, writer.empty(type_, sizes))
    elements = [element_type_of(value.type) for value in inputs]
    block = Block(arg_types=[*elements, *elements, i64])
    with writer.at(InsertPoint.at_end(block)):
        at_i, at_j = block.args[:count], block.args[count : 2 * count]
        before, after = comes(at_j, at_i), comes(at_i, at_j)
        first = writer.compare("<", loop_index(writer, rank), loop_index(writer, axis))
        not_after = writer.op(arith.XOrIOp, [after, writer.constant(1, BOOL)], BOOL)
        counts = writer.either(before, writer.both(not_after, first))
        step = writer.select(counts, one, zero)
        writer.insert(YieldOp(writer.op(arith.AddiOp, [block.args[-1], step], i64)))
    maps = [here] * count + [there] * count + [here]
    iterators = ["parallel"] * rank + ["reduction"]
    return structured(writer, [*inputs, *inputs], [out], block, maps, iterators)[0]


def place_elements(
    writer: Writer,
    inputs: Sequence[SSAValue],
    ranks: SSAValue,
    sizes: Sequence[Index],
    results: Sequence[Index],
    axis: int,
) -> list[SSAValue]:
    """The elements by rank, of those only as many as the results have."""
    rank = len(sizes)
    here, there = maps_of(rank, axis)
    outs: list[SSAValue] = []
    for value in inputs:
        shape = list(shape_of(value))
        if results[axis] is not sizes[axis]:
            size = results[axis]
            shape[axis] = size if isinstance(size, int) else -(1 << 63)
        type_ = TensorType(element_type_of(value.type), shape)
        zero = writer.constant(0, type_.element_type)
        outs.append(fill(writer, zero, writer.empty(type_, results)))
    elements = [element_type_of(value.type) for value in inputs]
    block = Block(arg_types=[i64, *elements, *elements])
    with writer.at(InsertPoint.at_end(block)):
        position = writer.op(arith.IndexCastOp, [loop_index(writer, axis)], i64)
        mine = writer.compare("==", block.args[0], position)
        found, so_far = block.args[1 : 1 + len(inputs)], block.args[1 + len(inputs) :]
        chosen = [writer.select(mine, new, old) for new, old in zip(found, so_far, strict=True)]
        writer.insert(YieldOp(*chosen))
    maps = [there] * (1 + len(inputs)) + [here] * len(inputs)
    iterators = ["parallel"] * rank + ["reduction"]
    return structured(writer, [ranks, *inputs], outs, block, maps, iterators)


def top_k(op: Operation, count: Index, largest: bool, values: Values) -> None:
    """The greatest or least elements along the last dimension, and where they were."""
    operand, writer = op.operands[0], values.writer
    element = element_type_of(operand.type)
    kind = kind_of(element)
    if kind is None:
        raise no_form(op, f"it is not computed of elements of type {element}")

    def comes(first: Sequence[SSAValue], second: Sequence[SSAValue]) -> SSAValue:
        relation = ">" if largest else "<"
        return compare_totally(writer, relation, first[0], second[0], element)

    sizes, source, axis = values.sizes(operand), values.tensor(operand), rank_of(operand) - 1
    ranks = rank_elements(writer, [source], sizes, axis, comes)
    places = positions(writer, source, sizes, axis, plain_type(op.results[1]).element_type)
    results = [*sizes[:-1], count]
    values.bind_all(op, place_elements(writer, [source, places], ranks, sizes, results, axis))


def positions(
    writer: Writer, like: SSAValue, sizes: Sequence[Index], axis: int, element: Attribute
) -> SSAValue:
    """The index of each element along an axis."""
    out = writer.empty(TensorType(element, shape_of(like)), sizes)
    block = Block(arg_types=[element])
    with writer.at(InsertPoint.at_end(block)):
        at = writer.op(arith.IndexCastOp, [loop_index(writer, axis)], element)
        writer.insert(YieldOp(at))
    maps = [AffineMap.identity(len(sizes))]
    return structured(writer, [], [out], block, maps, ["parallel"] * len(sizes))[0]


def convert_top_k(op: Operation, values: Values) -> None:
    """The greatest elements, by rank."""
    assert isinstance(op, TopKOp)
    largest = op.largest is None or int_of(op.largest) != 0
    top_k(op, int_of(op.k), largest, values)


def convert_dynamic_top_k(op: CustomCallOp, values: Values) -> None:
    """The `k` greatest elements, where `k` is an operand."""
    top_k(op, values.integer(op.operands[1]), True, values)


def convert_called_top_k(op: CustomCallOp, values: Values) -> None:
    """A call with the number of elements in a dictionary."""
    entries = op.attributes.get("mhlo.attributes")
    if not isinstance(entries, DictionaryAttr) or "k" not in entries.data:
        raise no_form(op, "it does not say how many elements are wanted")
    largest = "largest" not in entries.data or int_of(entries.data["largest"]) != 0
    top_k(op, int_of(entries.data["k"]), largest, values)


TARGETS["stablehlo.dynamic_top_k"] = convert_dynamic_top_k
TARGETS["mhlo.topk"] = convert_called_top_k
register_conversion(convert_sort, SortOp)
register_conversion(convert_top_k, TopKOp)
