"""Takes slices of a concatenation from the pieces that they lie in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects.builtin import NoneAttr, TensorType
from xdsl.ir import Operation, SSAValue

from disc_shape.analysis.known_info import carries_known_info
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.hlo.attributes import int_of, ints, ints_attr
from disc_shape.dialects.hlo.movement import ConcatenateOp
from disc_shape.dialects.hlo.op import prefix_of
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp, SliceOp
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.symbolic import Expr, compare, const

AnySlice = SliceOp | RealDynamicSliceOp


@dataclass(frozen=True)
class Cut:
    """Where a slice of a concatenation begins and ends along the axis of the concatenation."""

    axis: int
    pieces: Sequence[SSAValue]
    offsets: Sequence[Expr]
    """Where each piece begins, and where the last one ends."""
    start: Expr
    limit: Expr
    first: int
    last: int
    """The pieces that the slice begins and ends in."""


def cut_of(op: AnySlice, rewriter: Rewriter) -> Cut | None:
    """How a slice lies in the pieces of its operand, None for one of something else."""
    whole = defining(op.operand)
    bounds = bounds_of(op, rewriter)
    if not isinstance(whole, ConcatenateOp) or bounds is None or carries_known_info(op):
        return None
    axis, pieces = int_of(whole.dimension), whole.inputs
    starts, limits = bounds
    start, limit = starts[axis], limits[axis]
    offsets: list[Expr] = [const(0)]
    for piece in pieces:
        offsets.append(offsets[-1] + rewriter.dims(piece)[axis])
    # That a slice begins after the start and ends before the limit of its operand, it checks.
    first, last = 0, len(pieces) - 1
    while first < last and at_most(offsets[first + 1], start, rewriter):
        first += 1
    while last > first and at_most(limit, offsets[last], rewriter):
        last -= 1
    return Cut(axis, pieces, offsets, start, limit, first, last)


def bounds_of(op: AnySlice, rewriter: Rewriter) -> tuple[Sequence[Expr], Sequence[Expr]] | None:
    """The starts and limits of a slice, None when unknown."""
    if isinstance(op, SliceOp):
        starts, limits = ints(op.start_indices), ints(op.limit_indices)
        return [*map(const, starts)], [*map(const, limits)]
    known = rewriter.elements(op.start_indices), rewriter.elements(op.limit_indices)
    return None if known[0] is None or known[1] is None else (known[0], known[1])


def at_most(left: Expr, right: Expr, rewriter: Rewriter) -> bool:
    """True when one size is known not to be larger than another."""
    difference = (right - left).constant
    if difference is not None:
        return difference >= 0
    return rewriter.proves(compare("<=", left, right))


def slice_piece(op: Operation, rewriter: Rewriter) -> bool:
    """
    Read the one operand of a concatenation that a slice lies in, if its bounds there are not longer
    to compute.

        %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<4xf32>, tensor<3xf32>) -> tensor<7xf32>
        %3 = stablehlo.slice %2 [5:7] : (tensor<7xf32>) -> tensor<2xf32>
    =>
        %3 = stablehlo.slice %1 [1:3] : (tensor<3xf32>) -> tensor<2xf32>
    """
    assert isinstance(op, AnySlice)
    cut = cut_of(op, rewriter)
    if cut is None or cut.first != cut.last:
        return False
    piece, offset = cut.pieces[cut.first], cut.offsets[cut.first]
    if element(piece) != element(op.result):
        return False
    if isinstance(op, SliceOp):
        new = sliced(op, piece, cut, offset)
    else:
        new = moved(op, piece, cut, offset, rewriter)
    return new is not None and rewriter.replace_by(op, new)


def element(value: SSAValue) -> object:
    """The type of a tensor's elements."""
    tensor = as_tensor(value.type)
    return None if tensor is None else tensor.element_type


def sliced(op: SliceOp, piece: SSAValue, cut: Cut, offset: Expr) -> Operation | None:
    """The slice of a piece that begins at a known offset."""
    if offset.constant is None:
        return None
    properties = dict(op.properties)
    for name in ("start_indices", "limit_indices"):
        bounds = list(ints(op.properties[name]))
        bounds[cut.axis] -= offset.constant
        properties[name] = ints_attr(bounds, prefix_of(op.name))
    return type(op).create(operands=[piece], result_types=op.result_types, properties=properties)


def moved(
    op: RealDynamicSliceOp, piece: SSAValue, cut: Cut, offset: Expr, rewriter: Rewriter
) -> Operation | None:
    """The slice of a piece, with its bounds moved by the offset of the piece."""
    bounds = op.start_indices, op.limit_indices, op.strides
    if offset.constant != 0:
        start, limit = cut.start - offset, cut.limit - offset
        if len(start.symbols) + len(limit.symbols) > len(cut.start.symbols) + len(
            cut.limit.symbols
        ):
            return None
        items = [rewriter.elements(value) for value in bounds]
        vectors: list[SSAValue] = []
        for known, at in zip(items, (start, limit, None), strict=True):
            if known is None:
                return None
            wanted = [at if at and axis == cut.axis else one for axis, one in enumerate(known)]
            vector = rewriter.sizes.vector(wanted, op)
            if vector is None:
                return None
            rewriter.state.set_elements(vector, wanted)
            vectors.append(vector)
        bounds = (vectors[0], vectors[1], vectors[2])
    return type(op).create(operands=[piece, *bounds], result_types=op.result_types)


def length(size: Expr) -> int:
    """How many symbols a size is computed from."""
    return len(size.symbols)


def concatenate_fewer(op: Operation, rewriter: Rewriter) -> bool:
    """
    Concatenate only those pieces that a slice needs, if the whole has no other use.

        %3 = stablehlo.concatenate %0, %1, %2, dim = 0
            : (tensor<4xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<9xf32>
        %4 = stablehlo.slice %3 [4:8] : (tensor<9xf32>) -> tensor<4xf32>
    =>
        %3 = stablehlo.slice %2 [0:1] : (tensor<2xf32>) -> tensor<1xf32>
        %4 = stablehlo.concatenate %1, %3, dim = 0 : (tensor<3xf32>, tensor<1xf32>) -> tensor<4xf32>
    """
    assert isinstance(op, AnySlice)
    cut = cut_of(op, rewriter)
    whole = defining(op.operand)
    if cut is None or cut.first == cut.last or whole is None or not op.operand.has_one_use():
        return False
    if not takes_all_but(cut.axis, op, rewriter):
        return False
    pieces = list(cut.pieces[cut.first : cut.last + 1])
    begins = cut.start == cut.offsets[cut.first]
    ends = cut.limit == cut.offsets[cut.last + 1]
    if not begins and not ends:
        return False
    if not (begins and ends):
        # One slice of a piece in place of one of everything.
        part = part_of(op, cut, rewriter, at_end=begins)
        if part is None:
            return False
        pieces[-1 if begins else 0] = part
    new = type(whole).create(
        operands=pieces, result_types=[op.result.type], properties=dict(whole.properties)
    )
    return rewriter.replace_by(op, new)


def takes_all_but(axis: int, op: AnySlice, rewriter: Rewriter) -> bool:
    """True when a slice steps over nothing along an axis, and takes everything along the others."""
    strides = ints(op.strides) if isinstance(op, SliceOp) else rewriter.constants(op.strides)
    if strides is None or strides[axis] != 1:
        return False
    sizes = zip(rewriter.dims(op.operand), rewriter.dims(op.result), strict=True)
    return all(before == after or at == axis for at, (before, after) in enumerate(sizes))


def part_of(op: AnySlice, cut: Cut, rewriter: Rewriter, *, at_end: bool) -> SSAValue | None:
    """The part that a slice takes of the last piece, or of the first one."""
    index = cut.last if at_end else cut.first
    piece = cut.pieces[index]
    type_ = as_tensor(strip(piece.type))
    offset, end = cut.offsets[index].constant, cut.offsets[index + 1].constant
    start, limit = cut.start.constant, cut.limit.constant
    if type_ is None or not isinstance(op, SliceOp) or not isinstance(type_.encoding, NoneAttr):
        return None
    shape = list(type_.get_shape())
    begin, stop = (0, limit) if at_end else (start, end)
    if offset is None or begin is None or stop is None or -1 in shape:
        return None
    low = 0 if at_end else begin - offset
    high = stop - offset
    shape[cut.axis] = high - low
    prefix, rank = prefix_of(op.name), len(shape)
    starts = [low if axis == cut.axis else 0 for axis in range(rank)]
    limits = [high if axis == cut.axis else size for axis, size in enumerate(shape)]
    part = type(op).create(
        operands=[piece],
        result_types=[TensorType(type_.element_type, shape)],
        properties={
            "start_indices": ints_attr(starts, prefix),
            "limit_indices": ints_attr(limits, prefix),
            "strides": ints_attr([1] * rank, prefix),
        },
    )
    rewriter.insert_before(op, part)
    rewriter.state.set_dims(part.results[0], [*map(const, shape)])
    return part.results[0]


for _rule in (slice_piece, concatenate_fewer):
    register_rule(_rule, SliceOp, RealDynamicSliceOp)
