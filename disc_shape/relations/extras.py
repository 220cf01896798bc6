"""Relations and evaluators of operations of tensor, arith and math that xDSL does not have."""

from __future__ import annotations

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.xdsl_extras import arith, float_casts, math, tensor
from disc_shape.relations.arith import converted_index
from disc_shape.relations.core import register_relation
from disc_shape.relations.create import dynamic_sizes
from disc_shape.relations.elements import carried_over
from disc_shape.relations.elementwise import SAME_SHAPE, SCALARS_BROADCAST
from disc_shape.relations.integers import ONE, low, non_negative
from disc_shape.relations.operands import mixed_sizes
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.slice import box, define_box
from disc_shape.relations.state import Content, RelationState
from disc_shape.symbolic import Expr, const

register_relation(
    SAME_SHAPE,
    arith.ConvertFOp,
    arith.IndexCastUIOp,
    arith.SubUIExtendedOp,
    math.ClampFOp,
    math.ClassificationOp,
    math.ErfcOp,
    math.SincosOp,
    tensor.BitcastOp,
)
register_relation(SCALARS_BROADCAST, float_casts.ScalingExtFOp, float_casts.ScalingTruncFOp)


@evaluates(arith.IndexCastUIOp)
def index_castui(op: arith.IndexCastUIOp, state: RelationState) -> Content:
    items = state.elements(op.input)
    if items is None or not non_negative(state, *items):
        return None
    return converted_index(op.input, op.result, state)


@evaluates(tensor.BitcastOp)
def bitcast(op: tensor.BitcastOp, state: RelationState) -> Content:
    items = state.elements(op.source)
    # The same bits under another sign are the same number only when that is not negative.
    if items is None or not non_negative(state, *items):
        return None
    return carried_over(op.source, op.dest, state)


@evaluates(tensor.RankOp)
def rank(op: tensor.RankOp, state: RelationState) -> Content:
    return (const(state.rank(op.tensor)),) if state.is_ranked(op.tensor) else None


@relation(
    "Create", "MLIR, tensor.generate", tensor.GenerateOp, shapes=lambda op: op.dynamic_extents
)
def generate(op: tensor.GenerateOp, state: RelationState) -> bool:
    return dynamic_sizes(op, op.result, op.dynamic_extents, state)


def gathered(
    op: tensor.GatherOp | tensor.ScatterOp,
    whole: tuple[Expr, ...],
    rank: int,
    dimensions: tuple[int, ...],
    state: RelationState,
) -> list[Expr]:
    """
    The sizes of slices at coordinates: those of the indices without the last one, then those of a
    slice, with ones for gathered dimensions, or without them when the rank says so.
    """
    *outer, length = state.dims(op.indices)
    why = f"coordinates of '{op.name}' have {len(dimensions)} elements"
    state.equal(length, const(len(dimensions)), op, why)
    kept = rank == len(outer) + len(whole)
    for index, size in enumerate(whole):
        if index not in dimensions:
            outer.append(size)
        elif kept:
            outer.append(ONE)
    return outer


@relation("CoordinateGather", "MLIR, tensor.gather", tensor.GatherOp)
def gather(op: tensor.GatherOp, state: RelationState) -> bool:
    dimensions = ints(op.gather_dims)
    sizes = gathered(op, state.dims(op.source), state.rank(op.result), dimensions, state)
    state.define_all(op.result, sizes, op, f"slices of '{op.name}'")
    return inside(op, state.dims(op.source), dimensions, state)


def inside(
    op: tensor.GatherOp | tensor.ScatterOp,
    whole: tuple[Expr, ...],
    dimensions: tuple[int, ...],
    state: RelationState,
) -> bool:
    """
    State that what coordinates name is not empty; False while it may be that there are none.
    """
    if not all((low(state, size) or 0) >= 1 for size in state.dims(op.indices)[:-1]):
        return False
    for dimension in dimensions:
        why = f"coordinates of '{op.name}' lie within dimension {dimension}"
        state.at_most(ONE, whole[dimension], op, why)
    return True


@relation("CoordinateScatter", "MLIR, tensor.scatter", tensor.ScatterOp)
def scatter(op: tensor.ScatterOp, state: RelationState) -> bool:
    dimensions = ints(op.scatter_dims)
    whole = state.dims(op.dest)
    state.define_all(op.result, whole, op, f"'{op.name}' keeps the shape of its destination")
    sizes = gathered(op, whole, state.rank(op.source), dimensions, state)
    state.define_all(op.source, sizes, op, f"slices of '{op.name}'")
    return inside(op, whole, dimensions, state)


@relation(
    "InsertSlice",
    "MLIR, tensor.parallel_insert_slice",
    tensor.ParallelInsertSliceOp,
    shapes=lambda op: (*op.offsets, *op.sizes, *op.strides),
)
def parallel_insert_slice(op: tensor.ParallelInsertSliceOp, state: RelationState) -> bool:
    offsets = mixed_sizes(ints(op.static_offsets), op.offsets, state)
    sizes = mixed_sizes(ints(op.static_sizes), op.sizes, state)
    strides = mixed_sizes(ints(op.static_strides), op.strides, state)
    define_box(op, op.source, ints(op.static_sizes), sizes, state)
    return box(op, state.dims(op.dest), offsets, sizes, strides, state)
