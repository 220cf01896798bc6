"""Sums of products whose factors are broadcasts, as IREE compiles them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from math import prod

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.linalg.attrs import IteratorType
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import rank_of, shape_of
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.binary import AddOp, MulOp
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
    TransposeOp,
)
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.exporting.iree_loops import hidden
from disc_shape.relations.value_types import as_tensor

RESHAPES = (
    *(tensor.CollapseShapeOp, tensor.ExpandShapeOp, tensor.ReshapeOp),
    *(DynamicReshapeOp, ReshapeOp),
)
PRODUCTS, SUMS = (arith.MulfOp, arith.MuliOp), (arith.AddfOp, arith.AddiOp)

Factor = tuple[Operation, int, AffineMap]
"""The user of a factor, the number of its operand, and the elements by dimensions of the sum."""


def hide_broadcasts(op: Operation) -> None:
    """
    Hide that a factor of a sum is a broadcast along some of the dimensions of the sum, but not
    along all: IREE reads the factor as it is before the broadcast, and where the sizes of the
    result are known it makes a contraction of it that its verifier refuses.

        %1 = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<8xf32>) -> tensor<8x16x4xf32>
        %2 = stablehlo.multiply %1, %x : tensor<8x16x4xf32>
        %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : ...
    =>
        %1 = stablehlo.broadcast_in_dim %c, dims = [0] : (tensor<8xf32>) -> tensor<8x16x4xf32>
        %4 = util.optimization_barrier %1 : tensor<8x16x4xf32>
        %2 = stablehlo.multiply %4, %x : tensor<8x16x4xf32>
        ...
    """
    type_ = None if len(op.results) != 1 else as_tensor(op.results[0].type)
    if type_ is None or not type_.has_static_shape() or prod(type_.get_shape()) == 1:
        return
    summed = summed_dimensions(op)
    if len(summed) < 2:
        return
    for user, number, elements in list(factors_of(op)):
        factor = user.operands[number]
        varying = summed & varying_dimensions(elements, repeated_axes(factor))
        if varying and varying != summed:
            user.operands[number] = hidden(factor, Builder(InsertPoint.before(user)))


def summed_dimensions(op: Operation) -> frozenset[int]:
    """The dimensions over which an operation computes sums."""
    if isinstance(op, ReduceOp):
        return frozenset(ints(op.dimensions) if isinstance(op.reducer, AddOp) else ())
    if not isinstance(op, GenericOp):
        return frozenset()
    return frozenset(
        dim
        for dim, kind in enumerate(op.iterator_types.data)
        if kind.data == IteratorType.REDUCTION
    )


def factors_of(op: Operation) -> Iterator[Factor]:
    """The factors of the products that an operation sums up, also where another one multiplies."""
    if isinstance(op, ReduceOp):
        place = AffineMap.identity(rank_of(op.inputs[0]) or 0)
        if isinstance(op.inputs[0].owner, MulOp):
            yield from ((op.inputs[0].owner, number, place) for number in range(2))
    elif isinstance(op, GenericOp):
        for number, argument in enumerate(op.body.block.args[:-1]):
            user, place = argument.get_user_of_unique_use(), op.indexing_maps.data[number].data
            source = op.inputs[number].owner
            if isinstance(user, PRODUCTS) and isinstance(user_of(user), SUMS):
                yield op, number, place
            elif isinstance(user, SUMS) and isinstance(source, GenericOp) and is_product(source):
                for factor, inner in enumerate(source.indexing_maps.data[:-1]):
                    yield source, factor, inner.data.compose(place)


def user_of(op: Operation) -> Operation | None:
    """The only user of an operation with one result."""
    return op.results[0].get_user_of_unique_use()


def is_product(op: GenericOp) -> bool:
    """Whether a generic operation multiplies two operands element by element."""
    first = op.body.block.first_op
    return (
        isinstance(first, PRODUCTS)
        and first.next_op is op.body.block.last_op
        and tuple(first.operands) == op.body.block.args[:-1]
        and op.indexing_maps.data[-1].data == AffineMap.identity(len(op.iterator_types.data))
    )


def varying_dimensions(elements: AffineMap, repeated: Collection[int]) -> frozenset[int]:
    """The dimensions that places of elements depend on, but for axes along which they repeat."""
    return frozenset(
        dim
        for axis, result in enumerate(elements.results)
        if axis not in repeated
        for dim in result.used_dims()
    )


def repeated_axes(value: SSAValue) -> frozenset[int]:
    """The axes along which a tensor has the same elements because it is a broadcast."""
    op, axes = value.owner, range(rank_of(value) or 0)
    if isinstance(op, Block):
        return frozenset()
    if isinstance(op, RESHAPES):  # Which axes they become is not needed: some are repeated.
        return frozenset(axes) if repeated_axes(op.operands[0]) else frozenset()
    if isinstance(op, TransposeOp):
        before = repeated_axes(op.operand)
        order = ints(op.permutation)
        return frozenset(axis for axis in axes if order[axis] in before)
    if isinstance(op, BroadcastInDimOp):
        before, sizes = repeated_axes(op.operand), shape_of(op.operand)
        varying = {
            axis
            for source, axis in enumerate(ints(op.broadcast_dimensions))
            if source not in before and sizes[source] != 1
        }
        return frozenset(axes) - varying
    if isinstance(op, GenericOp) and is_copy(op):
        places, out = (one.data for one in op.indexing_maps.data)
        varying = varying_dimensions(places, repeated_axes(op.inputs[0]))
        return frozenset(axis for axis in axes if not out.results[axis].used_dims() & varying)
    return frozenset()


def is_copy(op: GenericOp) -> bool:
    """Whether a generic operation moves the elements of its only operand."""
    block = op.body.block
    last = block.last_op
    return len(op.inputs) == 1 and last is not None and tuple(last.operands) == block.args[:1]
