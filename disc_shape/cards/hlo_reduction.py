"""Cards of HLO's reductions."""

from __future__ import annotations

from xdsl.ir import Operation, Region
from xdsl.ir.affine import AffineExpr

from disc_shape.cards.card import Card, elements_of, register_card
from disc_shape.cards.elements import Elements, Elementwise, Reader, Scalar, T
from disc_shape.cards.functions import ASSOCIATIVE
from disc_shape.cards.indices import Index, indices, rank_of, shape_of
from disc_shape.cards.iteration import Combine, IterationSpace, SpaceBuilder
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.reduction import ReduceOp


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
        builder, count = SpaceBuilder.over(op.results[0]), len(op.inputs)
        reduced, kept = set(ints(op.dimensions)), iter(builder.index)
        place: list[AffineExpr] = [
            builder.reduce(op.inputs[0], axis) if axis in reduced else next(kept)
            for axis in range(rank_of(op.inputs[0]))
        ]
        for operand in range(count):
            builder.read(operand, place)
        return builder.finish(Combine(op.body, tuple(range(count, 2 * count))), results=count)


register_card(Card(elements=Reduction()), ReduceOp)
