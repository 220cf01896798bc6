"""Cards of MLIR's tensor dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.card import Card, register_card
from disc_shape.cards.elements import (
    Concatenation,
    Elements,
    Movement,
    N,
    Numbers,
    Reader,
    Reshaping,
    T,
)
from disc_shape.cards.indices import Index, is_inside, linearized, rank_of, shape_of
from disc_shape.cards.iteration import COPY, IterationSpace
from disc_shape.cards.listing import Listing, own_rank, size_at
from disc_shape.cards.space_builder import SpaceBuilder
from disc_shape.dialects.xdsl_extras.tensor import GenerateOp, RankOp


def extract_slice(
    op: tensor.ExtractSliceOp, index: Sequence[N], numbers: Numbers[N]
) -> Sequence[N] | None:
    """Every stride-th element from the offset on; slices that drop dimensions are not read."""
    offsets = mixed(op.static_offsets.get_values(), op.offsets, numbers, 0)
    strides = mixed(op.static_strides.get_values(), op.strides, numbers, 1)
    if offsets is None or strides is None or rank_of(op.result) != len(offsets):
        return None
    place: list[N] = []
    for start, at, step in zip(offsets, index, strides, strict=True):
        distance = numbers.product(at, step)
        if distance is None:
            return None
        place.append(start + distance)
    return place


def pieces(op: tensor.ConcatOp) -> Sequence[SSAValue]:
    """What a concatenation joins."""
    return op.inputs


def axis_of(op: tensor.ConcatOp) -> int:
    """The dimension along which it does."""
    return op.dim.value.data


def mixed(
    static: Sequence[int], dynamic: Sequence[SSAValue], numbers: Numbers[N], least: int
) -> Sequence[N] | None:
    """A list in which `?` stands for the next of `dynamic`; None when one is not known."""
    rest, found = iter(dynamic), list[N]()
    for number in static:
        known = (
            numbers.integer(next(rest), (), least)
            if number == DYNAMIC_INDEX
            else numbers.constant(number)
        )
        if known is None:
            return None
        found.append(known)
    return found


class FromElements(Elements):
    """The operands in row-major order."""

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        return reader.element(op.operands[linearized(index, shape_of(op.results[0]))], ())


class Extract(Elements):
    """The element of the first operand at the index that the others give."""

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        known = [reader.integer(value, ()) for value in op.operands[1:]]
        place = tuple(number for number in known if number is not None)
        return reader.element(op.operands[0], place) if len(place) == len(known) else None


class Insert(Elements):
    """The second operand, a tensor, with one element replaced by the first operand."""

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        known = [reader.integer(value, ()) for value in op.operands[2:]]
        place = tuple(number for number in known if number is not None)
        shape = shape_of(op.operands[1])
        if len(place) < len(known) or not is_inside(place, shape):
            return None
        here = place == index
        return reader.element(op.operands[0], ()) if here else reader.element(op.operands[1], index)


class Splat(Elements):
    """The first operand everywhere."""

    def space(self, op: Operation) -> IterationSpace:
        builder = SpaceBuilder.over(op)
        builder.read(0, ())
        return builder.finish(COPY)

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        return reader.element(op.operands[0], ())


RESHAPING = Reshaping()

register_card(Card(is_wrapper=True, is_cast=True, elements=RESHAPING), tensor.CastOp)
register_card(Card(elements=RESHAPING), tensor.CollapseShapeOp)
register_card(
    Card(size_operands=lambda op: op.dynamic_output_shape, elements=RESHAPING),
    tensor.ExpandShapeOp,
)
register_card(Card(size_operands=lambda op: (op.shape,), elements=RESHAPING), tensor.ReshapeOp)
register_card(
    Card(elements=Concatenation(pieces, axis_of)),
    tensor.ConcatOp,
)
register_card(
    Card(
        size_operands=lambda op: (*op.offsets, *op.sizes, *op.strides),
        elements=Movement(extract_slice),
    ),
    tensor.ExtractSliceOp,
)
register_card(
    Card(
        size_operands=lambda op: (*op.offsets, *op.sizes, *op.strides),
        same_types=lambda op: (op.result, (1,)),
    ),
    tensor.InsertSliceOp,
)
register_card(Card(size_operands=lambda op: (*op.low, *op.high)), tensor.PadOp)
register_card(Card(elements=FromElements()), tensor.FromElementsOp)
register_card(
    Card(size_operands=lambda op: op.dynamicSizes, sized_by_operands=True, elements=Splat()),
    tensor.SplatOp,
)
register_card(
    Card(size_operands=lambda op: op.dynamic_sizes, sized_by_operands=True), tensor.EmptyOp
)
register_card(Card(size_operands=lambda op: op.dynamic_extents, sized_by_operands=True), GenerateOp)
register_card(Card(reads_sizes=True, elements=Listing(size_at)), tensor.DimOp)
register_card(Card(reads_sizes=True, elements=Listing(own_rank)), RankOp)
register_card(Card(indices=lambda op: op.indices, elements=Extract()), tensor.ExtractOp)
register_card(
    Card(
        indices=lambda op: op.indices,
        same_types=lambda op: (op.result, (1,)),
        elements=Insert(),
    ),
    tensor.InsertOp,
)
