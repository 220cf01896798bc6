"""Cards of HLO's reductions."""

from __future__ import annotations

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation, Region
from xdsl.ir.affine import AffineConstraintExpr, AffineExpr

from disc_shape.cards.card import Card, elements_of, register_card
from disc_shape.cards.elements import Elements, Elementwise, Reader, Scalar, Structured, T
from disc_shape.cards.functions import ASSOCIATIVE
from disc_shape.cards.indices import Index, indices, rank_of, shape_of
from disc_shape.cards.iteration import Combine, Extent, IterationSpace
from disc_shape.cards.space_builder import SpaceBuilder, spread
from disc_shape.dialects.hlo.attributes import ints, pairs
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp


def combining_operation(body: Region) -> Operation | None:
    """
    The one operation that a body of two arguments applies to them, in either order; None for
    other bodies.
    """
    block = body.block
    ops = list(block.ops)
    if len(ops) != 2 or len(block.args) != 2:
        return None
    combine, end = ops
    if len(combine.results) != 1 or list(end.operands) != [combine.results[0]]:
        return None
    if len(combine.operands) != 2 or set(combine.operands) != set(block.args):
        return None
    return combine


def combining_function(body: Region) -> Scalar | None:
    """The function of the `combining_operation`, if the order of elements does not matter to it."""
    combine = combining_operation(body)
    rule = None if combine is None else elements_of(combine)
    if combine is None or not isinstance(rule, Elementwise):
        return None
    scalar = rule.scalar(combine)
    return scalar if scalar is not None and scalar.function in ASSOCIATIVE else None


class Reduction(Elements):
    """Each element is the initial value combined with all elements along the reduced axes."""

    def element(self, op: Operation, index: Index, reader: Reader[T]) -> T | None:
        assert isinstance(op, ReduceOp)
        combine = combining_operation(op.body)
        scalar = combining_function(op.body)
        if scalar is None or combine is None or len(op.inputs) != 1:
            return None
        reduced, kept = set(ints(op.dimensions)), iter(index)
        shape = shape_of(op.inputs[0])
        if DYNAMIC_INDEX in shape:
            return None
        fixed = [0 if axis in reduced else next(kept) for axis in range(len(shape))]
        found = reader.element(op.init_values[0], ())
        for part in indices([size if axis in reduced else 1 for axis, size in enumerate(shape)]):
            place = tuple(at + offset for at, offset in zip(fixed, part, strict=True))
            item = reader.element(op.inputs[0], place)
            if found is None or item is None:
                return None
            found = reader.apply(combine, scalar, [found, item])
        return found

    def space(self, op: Operation) -> IterationSpace:
        """Over the result, then the reduced dimensions: `R[i] = combine(R[i], A[i, k])`."""
        assert isinstance(op, ReduceOp)
        builder, count = SpaceBuilder.over(op), len(op.inputs)
        reduced, kept = set(ints(op.dimensions)), iter(builder.index)
        place: list[AffineExpr] = [
            builder.reduce(Extent(op.inputs[0], axis)) if axis in reduced else next(kept)
            for axis in range(rank_of(op.inputs[0]))
        ]
        for operand in range(count):
            builder.read(operand, place)
        return builder.finish(Combine(op.body, tuple(range(count, 2 * count))))


def window_space(op: ReduceWindowOp) -> IterationSpace:
    """
    Over the result, then the window; initial values fill the padding and the gaps of dilations.

        R[x] = combine(R[x], I[x * stride + w * dilation - low])
    """
    builder, first = SpaceBuilder.over(op), op.inputs[0]
    count, rank = len(op.inputs), rank_of(first)
    strides = ints(op.window_strides) or (1,) * rank
    dilations = ints(op.window_dilations) or (1,) * rank
    gaps = ints(op.base_dilations) or (1,) * rank
    padding = pairs(op.padding) or ((0, 0),) * rank
    index: list[AffineExpr] = []
    domain: list[AffineConstraintExpr] = []
    for axis, length in enumerate(ints(op.window_dimensions)):
        place = builder.index[axis] * strides[axis] + builder.reduce(length) * dilations[axis]
        low, high = padding[axis]
        size = builder.size(first, axis)
        at, conditions = spread(
            place, size, low=low, gap=gaps[axis] - 1, before=low > 0, after=high > 0
        )
        index.append(at)
        domain += conditions
    for operand in range(count):
        builder.read(operand, index, domain or None, filler=count + operand)
    return builder.finish(Combine(op.body, tuple(range(count, 2 * count))))


register_card(Card(elements=Reduction()), ReduceOp)
register_card(Card(elements=Structured(window_space)), ReduceWindowOp)
