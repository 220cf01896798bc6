"""Operations that read or write their tensors in any order, by other dimension numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.attributes import i64_attr, ints, ints_attr
from disc_shape.dialects.hlo.contraction import DotGeneralOp
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers, ConvLayouts, Layout
from disc_shape.dialects.hlo.convolution import AnyConvolution
from disc_shape.dialects.hlo.creation import ConstantOp, DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, DynamicBroadcastInDimOp, TransposeOp
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers
from disc_shape.dialects.hlo.op import HloOp, prefix_of
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.dialects.xdsl_extras.literals import is_repeated
from disc_shape.layout.orders import (
    Order,
    can_permute,
    composed,
    inverse,
    order_of,
    permuted,
    permuted_sizes,
    permuted_type,
)

Properties = dict[str, Attribute]

CHEAP = (BroadcastInDimOp, ConstantOp, DynamicBroadcastInDimOp, DynamicIotaOp, IotaOp)
"""Operations that are copied rather than transposed."""


def is_plain(op: Operation) -> bool:
    """Whether nothing but properties of an operation refers to dimensions."""
    return not any("sharding" in name for name in op.attributes)


def reading(op: Operation, index: int, order: Order) -> Properties | None:
    """
    The properties with which an operation reads the operand of a transpose of an order in place of
    its result; None where it cannot.
    """
    if not is_plain(op):
        return None
    prefix = prefix_of(op.name)
    if isinstance(op, TransposeOp):
        return {"permutation": ints_attr(composed(order, order_of(op)), prefix)}
    if isinstance(op, DotGeneralOp):
        return _dot_reading(op, index, order)
    if isinstance(op, AnyConvolution) and index < 2:
        layouts = op.dimension_numbers.data
        side = (layouts.input, layouts.kernel)[index]
        new = Layout(order[side.first], order[side.second], tuple(permuted(order, side.spatial)))
        fields = {"input": new} if index == 0 else {"kernel": new}
        return {"dimension_numbers": _convolution(op, layouts._replace(**fields))}
    if isinstance(op, ReduceOp) and len(op.inputs) == 1 and index == 0:
        reduced = ints(op.dimensions)
        kept = [order[axis] for axis in range(len(order)) if axis not in reduced]
        if kept != sorted(kept):
            return None
        return {"dimensions": ints_attr(sorted(order[axis] for axis in reduced), prefix)}
    if isinstance(op, BroadcastInDimOp | DynamicBroadcastInDimOp) and index == 0:
        return _broadcast_reading(op, order)
    return None


def _dot_reading(op: DotGeneralOp, index: int, order: Order) -> Properties | None:
    """The dimensions that are neither batched nor contracted must stay in their order."""
    numbers = op.dot_dimension_numbers
    lists = _lists(numbers)
    batch, summed = lists[index], lists[2 + index]
    free = [order[axis] for axis in range(len(order)) if axis not in (*batch, *summed)]
    if free != sorted(free):
        return None
    lists[index], lists[2 + index] = permuted(order, batch), permuted(order, summed)
    return {"dot_dimension_numbers": _dot(op, lists)}


def _broadcast_reading(op: BroadcastInDimOp | DynamicBroadcastInDimOp, order: Order) -> Properties:
    prefix = prefix_of(op.name)
    targets = permuted(ints(op.broadcast_dimensions), inverse(order))
    found: Properties = {"broadcast_dimensions": ints_attr(targets, prefix)}
    for name in ("known_expanding_dimensions", "known_nonexpanding_dimensions"):
        if name in op.properties:
            axes = sorted(order[axis] for axis in ints(op.properties[name]))
            found[name] = ints_attr(axes, prefix)
    return found


def _lists(numbers: DotDimensionNumbers) -> list[Sequence[int]]:
    return [
        numbers.lhs_batching_dimensions,
        numbers.rhs_batching_dimensions,
        numbers.lhs_contracting_dimensions,
        numbers.rhs_contracting_dimensions,
    ]


def _dot(op: DotGeneralOp, lists: Sequence[Sequence[int]]) -> Attribute:
    return final_attribute(DotDimensionNumbers, prefix_of(op.name))(tuple(map(tuple, lists)))


def _convolution(op: AnyConvolution, layouts: ConvLayouts) -> Attribute:
    return final_attribute(ConvDimensionNumbers, prefix_of(op.name))(layouts)


@dataclass
class Reordered:
    """An operation with its dimensions in another order, before it is created."""

    op: Operation
    order: Order
    """The order of the dimensions of the result."""
    operands: list[SSAValue]
    properties: Properties
    lists: Sequence[int] = ()
    """The operands that list something for each dimension."""

    def create(self) -> list[Operation]:
        """The operations, none of them inserted yet; the last one has the result."""
        ops = [permuted_sizes(self.operands[index], self.order) for index in self.lists]
        operands = list(self.operands)
        for index, made in zip(self.lists, ops, strict=True):
            operands[index] = made.results[0]
        new = type(self.op).create(
            operands=operands,
            result_types=[permuted_type(one.type, self.order) for one in self.op.results],
            properties={**self.op.properties, **self.properties},
            attributes=self.op.attributes,
            regions=[one.clone() for one in self.op.regions],
        )
        new.location = self.op.location
        for old, result in zip(self.op.results, new.results, strict=True):
            result.name_hint = old.name_hint
        return [*ops, new]


def writing(op: Operation, order: Order) -> Reordered | None:
    """An operation that gives its result in an order; None where that would need a transpose."""
    if not isinstance(op, HloOp) or not is_plain(op) or len(op.results) != 1:
        return None
    places, prefix = inverse(order), prefix_of(op.name)
    operands = list(op.operands)
    if isinstance(op, ConstantOp):
        return _constant(op, order)
    if isinstance(op, DotGeneralOp):
        return _dot_writing(op, order)
    if isinstance(op, AnyConvolution):
        layouts = op.dimension_numbers.data
        side = layouts.output
        new = Layout(places[side.first], places[side.second], tuple(permuted(places, side.spatial)))
        numbers = _convolution(op, layouts._replace(output=new))
        return Reordered(op, order, operands, {"dimension_numbers": numbers})
    found: Properties
    if isinstance(op, IotaOp | DynamicIotaOp):
        found = {"iota_dimension": i64_attr(places[op.iota_dimension.value.data])}
    elif isinstance(op, BroadcastInDimOp | DynamicBroadcastInDimOp):
        targets = permuted(places, ints(op.broadcast_dimensions))
        found = {"broadcast_dimensions": ints_attr(targets, prefix)}
    else:
        return None
    lists: tuple[int, ...] = ()
    if isinstance(op, DynamicBroadcastInDimOp | DynamicIotaOp):
        lists = (len(operands) - 1,)
    if not all(can_permute(operands[index]) for index in lists):
        return None
    return Reordered(op, order, operands, found, lists)


def _constant(op: ConstantOp, order: Order) -> Reordered | None:
    """A constant of equal elements, which are in any order."""
    value = op.properties["value"]
    type_ = permuted_type(op.results[0].type, order)
    if not is_repeated(value):
        return None
    element = cast("IntegerType | AnyFloat", type_.element_type)
    splat = DenseIntOrFPElementsAttr(TensorType(element, type_.get_shape()), value.data)
    return Reordered(op, order, [], {"value": splat})


def _dot_writing(op: DotGeneralOp, order: Order) -> Reordered | None:
    """
    The batching dimensions come first, in any order; those of either side stay together. If the
    right side is to come first, the operands are exchanged.
    """
    lists = _lists(op.dot_dimension_numbers)
    batch = len(lists[0])
    left = rank_of(op.lhs) - len(lists[0]) - len(lists[2])
    first = list(range(batch, batch + left))
    second = list(range(batch + left, len(order)))
    if sorted(order[:batch]) != list(range(batch)):
        return None
    lists[0], lists[1] = (permuted(one, order[:batch]) for one in lists[:2])
    rest = list(order[batch:])
    if rest == first + second:
        numbers: Properties = {"dot_dimension_numbers": _dot(op, lists)}
        return Reordered(op, order, list(op.operands), numbers)
    types = {element_type_of(one.type) for one in op.operands}
    if rest != second + first or op.algorithm is not None or len(types) != 1:
        return None
    if not isinstance(types.pop(), AnyFloat | IntegerType):
        return None
    lists = [lists[1], lists[0], lists[3], lists[2]]
    numbers = {"dot_dimension_numbers": _dot(op, lists)}
    if op.precision_config is not None:
        numbers["precision_config"] = ArrayAttr(op.precision_config.data[::-1])
    return Reordered(op, order, [op.rhs, op.lhs], numbers)
