"""Cards of HLO operations that move elements: broadcasts, reshapes, slices, pads, gathers."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import (
    Concatenation,
    Generated,
    Movement,
    N,
    Numbers,
    Padding,
    Reshaping,
    Update,
)
from disc_shape.cards.indices import rank_of, shape_of
from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.creation import DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.gather_scatter import (
    DynamicGatherOp,
    GatherOp,
    TorchIndexSelectOp,
)
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    BroadcastOp,
    ConcatenateOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
    ReverseOp,
    TransposeOp,
)
from disc_shape.dialects.hlo.numbers import GatherDimensionNumbers
from disc_shape.dialects.hlo.slicing import (
    DynamicPadOp,
    DynamicSliceOp,
    DynamicUpdateSliceOp,
    PadOp,
    RealDynamicSliceOp,
    SliceOp,
)


def broadcast_in_dim(
    op: BroadcastInDimOp | DynamicBroadcastInDimOp, index: Sequence[N], numbers: Numbers[N]
) -> Sequence[N] | None:
    """
    Dimensions that expand are read at 0, the others at the index of their result dimension. None
    where it is open whether a dimension expands.
    """
    dimensions, before, after = (
        ints(op.broadcast_dimensions),
        shape_of(op.operand),
        shape_of(op.result),
    )
    expanding, kept = _known_dimensions(op)
    place: list[N] = []
    for axis, (target, size) in enumerate(zip(dimensions, before, strict=True)):
        if size == 1 or axis in expanding:
            place.append(numbers.constant(0))
        elif size >= 0 or axis in kept or after[target] == 1:
            place.append(index[target])
        else:
            return None
    return place


def _known_dimensions(
    op: BroadcastInDimOp | DynamicBroadcastInDimOp,
) -> tuple[Sequence[int], Sequence[int]]:
    """The operand dimensions that are known to expand, and those known not to."""
    if isinstance(op, BroadcastInDimOp):
        return (), ()
    return ints(op.known_expanding_dimensions), ints(op.known_nonexpanding_dimensions)


def broadcast(op: BroadcastOp, index: Sequence[N], numbers: Numbers[N]) -> Sequence[N]:
    """New dimensions come first."""
    return index[len(ints(op.broadcast_sizes)) :]


def transpose(op: TransposeOp, index: Sequence[N], numbers: Numbers[N]) -> Sequence[N]:
    """Result dimension i is operand dimension permutation[i]."""
    permutation = ints(op.permutation)
    return [index[permutation.index(axis)] for axis in range(len(permutation))]


def reverse(op: ReverseOp, index: Sequence[N], numbers: Numbers[N]) -> Sequence[N]:
    """Along reversed dimensions the last element comes first."""
    dimensions = ints(op.dimensions)
    return [
        numbers.size(op.operand, axis) - 1 - at if axis in dimensions else at
        for axis, at in enumerate(index)
    ]


def slice(op: SliceOp, index: Sequence[N], numbers: Numbers[N]) -> Sequence[N]:
    """Every stride-th element from the start on."""
    starts, strides = ints(op.start_indices), ints(op.strides)
    return [at * step + start for at, step, start in zip(index, strides, starts, strict=True)]


def real_dynamic_slice(
    op: RealDynamicSliceOp, index: Sequence[N], numbers: Numbers[N]
) -> Sequence[N] | None:
    """As `slice`, where starts and strides are operands."""
    place: list[N] = []
    for axis, at in enumerate(index):
        start = numbers.integer(op.start_indices, [numbers.constant(axis)], least=0)
        stride = numbers.integer(op.strides, [numbers.constant(axis)], least=1)
        offset = None if stride is None else numbers.product(at, stride)
        if start is None or offset is None:
            return None
        place.append(start + offset)
    return place


def dynamic_slice(
    op: DynamicSliceOp, index: Sequence[N], numbers: Numbers[N]
) -> Sequence[N] | None:
    """From starts on that are moved so that the box fits (StableHLO, dynamic_slice)."""
    sizes = [numbers.constant(size) for size in ints(op.slice_sizes)]
    starts = corner(op.operand, op.start_indices, sizes, numbers)
    if starts is None:
        return None
    return [start + at for start, at in zip(starts, index, strict=True)]


def corner(
    whole: SSAValue, starts: Sequence[SSAValue], sizes: Sequence[N], numbers: Numbers[N]
) -> Sequence[N] | None:
    """The corner of a box whose start indices are moved so that it fits; None when not known."""
    found: list[N] = []
    for axis, (start, size) in enumerate(zip(starts, sizes, strict=True)):
        known = shape_of(whole)[axis]
        if known != DYNAMIC_INDEX and numbers.constant(known) == size:
            found.append(numbers.constant(0))
            continue
        number = numbers.integer(start, ())
        if number is not None:
            number = numbers.clamp(number, 0, numbers.size(whole, axis) - size)
        if number is None:
            return None
        found.append(number)
    return found


def update_corner(op: DynamicUpdateSliceOp, numbers: Numbers[N]) -> Sequence[N] | None:
    """The corner of the box that is updated."""
    sizes = [numbers.size(op.update, axis) for axis in range(rank_of(op.update))]
    return corner(op.operand, op.start_indices, sizes, numbers)


def gather(
    op: GatherOp | DynamicGatherOp, index: Sequence[N], numbers: Numbers[N]
) -> Sequence[N] | None:
    """
    An index vector, clamped so that the slice fits, plus the offset inside the slice (StableHLO,
    gather). Along batching dimensions operand and indices are read at the same place.
    """
    dims = op.dimension_numbers
    assert isinstance(dims, GatherDimensionNumbers)
    batch = [at for axis, at in enumerate(index) if axis not in dims.offset_dims]
    vector, rank = dims.index_vector_dim, rank_of(op.operand)
    place = [numbers.constant(0)] * rank
    for entry, axis in enumerate(dims.start_index_map):
        at = batch
        if vector != rank_of(op.start_indices):
            at = [*batch[:vector], numbers.constant(entry), *batch[vector:]]
        start, size = numbers.integer(op.start_indices, at), slice_size(op, axis, numbers)
        if start is not None and size is not None:
            start = numbers.clamp(start, 0, numbers.size(op.operand, axis) - size)
        if start is None or size is None:
            return None
        place[axis] = start
    batching = zip(dims.operand_batching_dims, dims.start_indices_batching_dims, strict=True)
    for axis, target in batching:
        place[axis] = batch[target if target < vector else target - 1]
    dropped = (*dims.collapsed_slice_dims, *dims.operand_batching_dims)
    kept = [axis for axis in range(rank) if axis not in dropped]
    for axis, target in zip(kept, dims.offset_dims, strict=True):
        place[axis] = place[axis] + index[target]
    return place


def slice_size(op: GatherOp | DynamicGatherOp, axis: int, numbers: Numbers[N]) -> N | None:
    """The size of a gathered slice along a dimension."""
    if isinstance(op, GatherOp):
        return numbers.constant(ints(op.slice_sizes)[axis])
    return numbers.integer(op.slice_sizes, [numbers.constant(axis)])


def torch_index_select(
    op: TorchIndexSelectOp, index: Sequence[N], numbers: Numbers[N]
) -> Sequence[N] | None:
    """One dimension is read where an index says, moved into it (XLA, torch_index_select)."""
    axis, batches, rank = int_of(op.dim), int_of(op.batch_dims), rank_of(op.index)
    end = axis + rank - batches
    chosen = numbers.integer(op.index, [*index[:batches], *index[axis:end]])
    if chosen is not None:
        last = numbers.size(op.operand, axis) - 1
        chosen = numbers.clamp(chosen, 0, last)
    return None if chosen is None else [*index[:axis], chosen, *index[end:]]


def selected_axis(op: TorchIndexSelectOp) -> int:
    """The dimension that indices are for."""
    return int_of(op.dim)


def iota_index(op: IotaOp | DynamicIotaOp) -> int:
    """The dimension whose index the elements are."""
    return int_of(op.iota_dimension)


def pieces(op: ConcatenateOp) -> Sequence[SSAValue]:
    """What a concatenation joins."""
    return op.inputs


def axis_of(op: ConcatenateOp) -> int:
    """The dimension along which it does."""
    return int_of(op.dimension)


def pad_amounts(op: PadOp, numbers: Numbers[N]) -> tuple[Sequence[N], Sequence[N]]:
    """The padding before each dimension and between its elements."""
    low, interior = ints(op.edge_padding_low), ints(op.interior_padding)
    return [numbers.constant(at) for at in low], [numbers.constant(at) for at in interior]


def dynamic_pad_amounts(
    op: DynamicPadOp, numbers: Numbers[N]
) -> tuple[Sequence[N], Sequence[N]] | None:
    """As `pad_amounts`, where operands list them."""
    low, interior = list[N](), list[N]()
    for axis in range(rank_of(op.operand)):
        edge = numbers.integer(op.edge_padding_low, [numbers.constant(axis)])
        gap = numbers.integer(op.interior_padding, [numbers.constant(axis)], least=0)
        if edge is None or gap is None:
            return None
        low.append(edge)
        interior.append(gap)
    return low, interior


RESHAPING = Reshaping()

register_card(Card(elements=Movement(broadcast_in_dim)), BroadcastInDimOp)
register_card(
    Card(
        size_operands=lambda op: (op.output_dimensions,),
        elements=Movement(broadcast_in_dim),
    ),
    DynamicBroadcastInDimOp,
)
register_card(Card(elements=Movement(broadcast)), BroadcastOp)
register_card(Card(elements=Movement(transpose)), TransposeOp)
register_card(Card(elements=Movement(reverse)), ReverseOp)
register_card(Card(elements=RESHAPING), ReshapeOp)
register_card(
    Card(size_operands=lambda op: (op.output_shape,), elements=RESHAPING), DynamicReshapeOp
)
register_card(
    Card(elements=Concatenation(pieces, axis_of)),
    ConcatenateOp,
)
register_card(Card(elements=Movement(slice)), SliceOp)
register_card(Card(elements=Movement(dynamic_slice)), DynamicSliceOp)
register_card(
    Card(
        size_operands=lambda op: (op.start_indices, op.limit_indices, op.strides),
        elements=Movement(real_dynamic_slice),
    ),
    RealDynamicSliceOp,
)
register_card(Card(elements=Update(update_corner)), DynamicUpdateSliceOp)
register_card(Card(elements=Padding(pad_amounts)), PadOp)
register_card(
    Card(
        size_operands=lambda op: (op.edge_padding_low, op.edge_padding_high, op.interior_padding),
        elements=Padding(dynamic_pad_amounts),
    ),
    DynamicPadOp,
)
register_card(Card(elements=Movement(gather)), GatherOp)
register_card(
    Card(
        size_operands=lambda op: (op.slice_sizes,),
        takes_index_sizes=False,
        elements=Movement(gather),
    ),
    DynamicGatherOp,
)
register_card(Card(elements=Movement(torch_index_select, selected_axis)), TorchIndexSelectOp)
register_card(Card(elements=Generated(iota_index)), IotaOp)
register_card(
    Card(size_operands=lambda op: (op.output_shape,), elements=Generated(iota_index)),
    DynamicIotaOp,
)
