"""Simplifies what is computed from indices that follow each other at constant distances."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, i1
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Movement
from disc_shape.cards.hlo_elementwise import DIRECTIONS
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.hlo.attributes import ints_attr
from disc_shape.dialects.hlo.comparison import CompareOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp
from disc_shape.dialects.hlo.movement import DynamicBroadcastInDimOp, ReverseOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp
from disc_shape.relations.contents import SIZE_BITS
from disc_shape.relations.value_types import as_tensor, integer_type, is_dynamic
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.positions import Positions
from disc_shape.rewriting.registry import register_rule
from disc_shape.symbolic import Expr, ceildiv, compare, const


@dataclass(frozen=True)
class Cut:
    """What is taken of one dimension."""

    start: Expr
    limit: Expr
    stride: int
    whole: bool
    """Whether that is all of it."""
    reverse: bool
    """Whether the last element comes first."""


def slice_instead_of_gathering(op: Operation, rewriter: Rewriter) -> bool:
    """
    Cut, or reverse, where the indices of a gather are known to follow each other at a constant
    distance along each dimension, and to be in range: clamping them changes nothing.

        // sizes of %0: [n], of %1: [n, 1]; %1 holds n - 1, n - 2, ..., 0
        %2 = "stablehlo.gather"(%0, %1) <{..., slice_sizes = array<i64: 1>}>
    =>
        %2 = stablehlo.reverse %0, dims = [0]
    """
    assert isinstance(op, GatherOp | DynamicGatherOp)
    rule = elements_of(op)
    whole, taken = rewriter.dims(op.operand), rewriter.dims(op.result)
    if not isinstance(rule, Movement) or len(whole) != len(taken):
        return False
    positions = Positions(taken, rewriter)
    place = cast("Sequence[Expr] | None", rule.source(op, positions.axes, positions))
    if place is None:
        return False
    cuts: list[Cut] = []
    for axis, number in enumerate(place):
        cut = cut_of(axis, number, whole[axis], positions)
        if cut is None:
            return False
        cuts.append(cut)
    if not are_numbers(place, op.start_indices, positions):
        return False
    return cut_instead(op, cuts, rewriter)


def cut_of(axis: int, number: Expr, whole: Expr, positions: Positions) -> Cut | None:
    """The part of a dimension that is read where the position along it alone says."""
    found, count = positions.progression(number), positions.sizes[axis]
    if found is None or any(step for at, step in enumerate(found[1]) if at != axis):
        return None
    start, step = found[0], found[1][axis]
    if step == 0 and count.constant == 1:
        step = 1
    if step == 0:
        return None
    if step < 0:
        start = start + (count - 1) * step
    stride = abs(step)
    limit = limit_of(start, stride, count, whole, positions)
    inside = compare("<=", const(0), start), compare("<=", start, whole)
    if limit is None or not positions.proves(*inside):
        return None
    all_of_it = start.constant == 0 and stride == 1 and count == whole
    return Cut(start, limit, stride, all_of_it, step < 0)


def limit_of(
    start: Expr, stride: int, count: Expr, whole: Expr, positions: Positions
) -> Expr | None:
    """Where a slice of so many elements may end."""
    if stride == 1:
        return start + count if positions.proves(compare("<=", start + count, whole)) else None
    if positions.proves(compare("==", count, ceildiv(whole - start, const(stride)))):
        return whole
    some = positions.proves(compare(">=", count, 1))
    return start + (count - 1) * stride + 1 if some else None


def are_numbers(place: Sequence[Expr], indices: SSAValue, positions: Positions) -> bool:
    """
    True when the type of indices holds these numbers, none of which exceeds a size: that is
    provable, or an assumption about sizes.
    """
    if not all(positions.fits(number, indices.type) for number in place):
        element = integer_type(indices.type)
        if element is None or element.width.data < SIZE_BITS:
            return False
        positions.supposes = True
    if positions.supposes:
        positions.rewriter.state.assumes_no_wrap = True
    return True


def cut_instead(op: GatherOp | DynamicGatherOp, cuts: Sequence[Cut], rewriter: Rewriter) -> bool:
    """Replace a gather by a slice, a reversal, both, or nothing."""
    reversed_axes = [axis for axis, cut in enumerate(cuts) if cut.reverse]
    sliced = None
    if not all(cut.whole for cut in cuts):
        sliced = slice_of(op, cuts, rewriter)
        if sliced is None:
            return False
    if not reversed_axes:
        return rewriter.replace_by(op, sliced) if sliced else rewriter.replace(op, [op.operand])
    operand = op.operand
    if sliced is not None:
        rewriter.insert_before(op, sliced)
        operand = sliced.results[0]
        rewriter.state.set_dims(operand, rewriter.state.raw_dims(op.result))
    new = twin(ReverseOp, op).create(
        operands=[operand],
        result_types=[op.result.type],
        properties={"dimensions": ints_attr(reversed_axes, prefix_of(op.name))},
    )
    return rewriter.replace_by(op, new)


def slice_of(
    op: GatherOp | DynamicGatherOp, cuts: Sequence[Cut], rewriter: Rewriter
) -> Operation | None:
    """The slice of the operand; None when its bounds cannot be computed."""
    vectors: list[SSAValue] = []
    for bounds in (
        [cut.start for cut in cuts],
        [cut.limit for cut in cuts],
        [const(cut.stride) for cut in cuts],
    ):
        vector = rewriter.sizes.vector(bounds, op)
        if vector is None:
            return None
        rewriter.state.set_elements(vector, bounds)
        vectors.append(vector)
    return twin(RealDynamicSliceOp, op).create(
        operands=[op.operand, *vectors], result_types=[op.result.type]
    )


def decide_comparison_of_indices(op: Operation, rewriter: Rewriter) -> bool:
    """
    Use the truth that a comparison of indices has at each position.

        %0 = stablehlo.dynamic_iota %shape, dim = 0
        %1 = stablehlo.dynamic_broadcast_in_dim %zero, %shape, dims = []
        %2 = stablehlo.compare LT, %0, %1
    =>
        %false = arith.constant dense<false> : tensor<i1>
        %2 = stablehlo.dynamic_broadcast_in_dim %false, %shape, dims = []
    """
    assert isinstance(op, CompareOp)
    type = as_tensor(strip(op.result.type))
    if type is None or not is_dynamic(type) or integer_type(op.lhs.type) is None:
        return False
    positions = Positions(rewriter.dims(op.result), rewriter)
    lhs, rhs = (positions.integer(value, positions.axes) for value in op.operands)
    if lhs is None or rhs is None:
        return False
    truth = decided(op, lhs, rhs, positions)
    if truth is None:
        return False
    shape = rewriter.sizes.vector(rewriter.dims(op.result), op)
    if shape is None:
        return False
    if not are_numbers([lhs, rhs], op.lhs, positions):
        return False
    rewriter.state.set_elements(shape, rewriter.state.raw_dims(op.result))
    value = DenseIntOrFPElementsAttr.from_list(TensorType(i1, []), [int(truth)])
    new = twin(DynamicBroadcastInDimOp, op).create(
        operands=[rewriter.sizes.constant_tensor(value), shape],
        result_types=[type],
        properties={"broadcast_dimensions": ints_attr([], prefix_of(op.name))},
    )
    return rewriter.replace_by(op, new)


def decided(op: CompareOp, lhs: Expr, rhs: Expr, positions: Positions) -> bool | None:
    """Whether a comparison holds at all positions, or at none; None when that is not known."""
    found = positions.range(lhs - rhs)
    exact = (positions.is_exact(number, op.lhs.type) for number in (lhs, rhs))
    if found is None or not all(exact):
        return None
    if op.compare_type is not None and op.compare_type.data == "UNSIGNED":
        signs = [ends[0] for ends in map(positions.range, (lhs, rhs)) if ends is not None]
        if not positions.proves(*(compare(">=", low, 0) for low in signs)):
            return None
    low, high = found
    relation = DIRECTIONS[op.comparison_direction.data]
    always = {
        "<": [compare("<", high, 0)],
        "<=": [compare("<=", high, 0)],
        ">": [compare(">", low, 0)],
        ">=": [compare(">=", low, 0)],
        "==": [compare(">=", low, 0), compare("<=", high, 0)],
    }
    never = {"<": ">=", ">=": "<", "<=": ">", ">": "<="}
    if relation in always and positions.proves(*always[relation]):
        return True
    if relation in never and positions.proves(*always[never[relation]]):
        return False
    return None


register_rule(slice_instead_of_gathering, GatherOp, DynamicGatherOp)
register_rule(decide_comparison_of_indices, CompareOp)
