"""Relations of reshapes: operand and result have the same number of elements."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import ArrayAttr, IntegerAttr
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.conversion import BitcastConvertOp, bit_width
from disc_shape.dialects.hlo.movement import DynamicReshapeOp, ReshapeOp
from disc_shape.dialects.hlo.reshape_shapes import ComputeReshapeShapeOp
from disc_shape.relations.create import shape_operand
from disc_shape.relations.integers import ONE, Item, complete, never_zero, non_negative
from disc_shape.relations.operands import mixed_sizes
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import scalar_type
from disc_shape.symbolic import Expr, const, product


def pair_off(
    left: list[Expr], right: list[Expr], state: RelationState
) -> tuple[list[Expr], list[Expr]]:
    """
    Two lists of sizes without the equal ones at their ends and without ones.

    Only sizes that cannot be zero go: a * b == a * c implies nothing for b and c when a is zero.
    """
    left = [size for size in left if size is not ONE]
    right = [size for size in right if size is not ONE]
    for end in (0, -1):
        while left and right and left[end] is right[end] and never_zero(state, left[end]):
            left.pop(end)
            right.pop(end)
    return left, right


def same_elements(op: Operation, operand: SSAValue, result: SSAValue, state: RelationState) -> bool:
    """
    State that operand and result have the same number of elements.

    Returns True when nothing is left that a later fact could simplify.
    """
    before, after = state.dims(operand), state.dims(result)
    why = f"'{op.name}' keeps the number of elements"
    counts = product(before).constant, product(after).constant
    if None not in counts and counts[0] != counts[1]:
        # Whole products make the message readable: equal factors are not cancelled.
        return same_product(op, [product(before)], [product(after)], why, state)
    left, right = pair_off(list(before), list(after), state)
    return same_product(op, left, right, why, state)


def same_product(
    op: Operation, left: Sequence[Expr], right: Sequence[Expr], why: str, state: RelationState
) -> bool:
    """State that two products are equal; True when no factor is left that could cancel."""
    if len(left) == 1 and len(right) == 1:
        state.equal(left[0], right[0], op, why)
        return True
    if not left or not right:
        # A product of sizes is one only when all of them are.
        for size in (*left, *right):
            state.equal(size, ONE, op, why)
        return True
    if product(left) is product(right):
        return True
    state.product_equal(left, right, op, why)
    return all(never_zero(state, size) for size in (*left, *right))


@relation("Reshape", "StableHLO, reshape (c2)", ReshapeOp)
def reshape(op: ReshapeOp, state: RelationState) -> bool:
    """Operand and result have the same number of elements."""
    return same_elements(op, op.operand, op.result, state)


@relation(
    "Reshape",
    "StableHLO, dynamic_reshape (c2), (c3): shape(result) = output_shape",
    DynamicReshapeOp,
)
def dynamic_reshape(op: DynamicReshapeOp, state: RelationState) -> bool:
    """
    The shape operand holds the sizes of the result, which has as many elements as the operand.
    Source: StableHLO, dynamic_reshape (c2), (c3).
    """
    return reshape_to(op, op.operand, op.output_shape, op.result, state)


@relation(
    "Reshape",
    "MLIR, tensor.reshape",
    tensor.ReshapeOp,
)
def tensor_reshape(op: tensor.ReshapeOp, state: RelationState) -> bool:
    """The shape operand holds the sizes of the result, which has as many elements as the source."""
    return reshape_to(op, op.source, op.shape, op.result, state)


def reshape_to(
    op: Operation, operand: SSAValue, shape: SSAValue, result: SSAValue, state: RelationState
) -> bool:
    """
    State the sizes of `operand` read row by row into a result of the sizes that `shape` holds.
    """
    shape_operand(op, shape, result, state)
    return not state.is_ranked(operand) or same_elements(op, operand, result, state)


def reshape_with_rest(
    op: Operation, operand: SSAValue, shape: SSAValue, result: SSAValue, state: RelationState
) -> bool:
    """
    State the sizes of `operand` read row by row into the shape that `shape` holds, where -1 is
    the size that is left.
    """
    sizes = state.elements(shape) or ()
    if sum(size.constant == -1 for size in sizes) > 1:
        state.fail(op, f"shape operand of '{op.name}' leaves more than one size open")
    for index, size in enumerate(sizes):
        if non_negative(state, size):
            state.define(result, index, size, op, f"shape operand of '{op.name}'")
    return same_elements(op, operand, result, state)


@evaluates(ComputeReshapeShapeOp)
def compute_reshape_shape(op: ComputeReshapeShapeOp, state: RelationState) -> Content:
    """The target sizes, with -1 replaced by the number of elements divided by the others."""
    count, target = state.integer(op.num_elements), state.elements(op.dynamic_shape)
    if target is None:
        return None
    others = [size for size in target if size.constant != -1]
    found: list[Item | None] = []
    for size in target:
        if size.constant != -1:
            found.append(size if non_negative(state, size) else None)
        elif count is None or len(others) != len(target) - 1 or not non_negative(state, *others):
            found.append(None)
        else:
            found.append(count // product(others) if others else count)
    return complete(state, op.result, found)


# groups of dimensions that are merged or split


def groups(reassociation: ArrayAttr[ArrayAttr[IntegerAttr]]) -> list[list[int]]:
    """The dimensions of each group of a reassociation."""
    return [[item.value.data for item in group] for group in reassociation]


def merged(
    op: Operation,
    long: SSAValue,
    short: SSAValue,
    reassociation: ArrayAttr[ArrayAttr[IntegerAttr]],
    state: RelationState,
) -> bool:
    """State that each size of `short` is the product of a group of sizes of `long`."""
    sizes = state.dims(long)
    for index, group in enumerate(groups(reassociation)):
        size = product([sizes[dimension] for dimension in group])
        state.define(short, index, size, op, f"'{op.name}' merges dimensions {group}")
    if not state.rank(short):
        for size in sizes:
            state.equal(size, ONE, op, f"'{op.name}' keeps one element")
    return True


@relation("Collapse", "MLIR, tensor.collapse_shape", tensor.CollapseShapeOp)
def collapse_shape(op: tensor.CollapseShapeOp, state: RelationState) -> bool:
    """Each size of the result is the product of a group of sizes of the operand."""
    return merged(op, op.src, op.result, op.reassociation, state)


@relation(
    "Expand",
    "MLIR, tensor.expand_shape",
    tensor.ExpandShapeOp,
)
def expand_shape(op: tensor.ExpandShapeOp, state: RelationState) -> bool:
    """Each size of the operand is the product of a group of sizes of the result."""
    sizes = mixed_sizes(ints(op.static_output_shape), op.dynamic_output_shape, state)
    state.define_all(op.result, sizes, op, f"output shape of '{op.name}'")
    return merged(op, op.result, op.src, op.reassociation, state)


@relation("BitcastConvert", "StableHLO, bitcast_convert (c1)", BitcastConvertOp)
def bitcast_convert(op: BitcastConvertOp, state: RelationState) -> bool:
    """Elements of a narrower type add a last dimension, those of a wider type remove it."""
    old = bit_width(scalar_type(op.operand.type))
    new = bit_width(scalar_type(op.result.type))
    assert old is not None
    assert new is not None
    sizes = list(state.dims(op.operand))
    why = f"'{op.name}' keeps the bits"
    if new < old:
        sizes.append(const(old // new))
    elif new > old:
        state.equal(sizes.pop(), const(new // old), op, why)
    state.define_all(op.result, sizes, op, why)
    return True
