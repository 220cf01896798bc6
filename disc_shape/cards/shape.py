"""Cards of MLIR's shape dialect."""

from __future__ import annotations

from xdsl.ir import Operation

from disc_shape.cards import functions
from disc_shape.cards.card import Card, register_card
from disc_shape.cards.listing import (
    Items,
    Listing,
    ListReader,
    ListRule,
    T,
    accumulated,
    combined,
    count_of,
    cut_items,
    item_at,
    joined_items,
    own_sizes,
    same_items,
    size_at,
)
from disc_shape.dialects import shape
from disc_shape.dialects.hlo.attributes import constant_ints


def numbers(op: shape.ConstShapeOp, reader: ListReader[T]) -> Items[T] | None:
    """The numbers of the attribute."""
    values = constant_ints(op.shape)
    return None if values is None else [reader.constant(value) for value in values]


def number(op: shape.ConstSizeOp, reader: ListReader[T]) -> Items[T]:
    """The number of the attribute."""
    return (reader.constant(op.value.value.data),)


def first_known(op: shape.AnyOp, reader: ListReader[T]) -> Items[T] | None:
    """Operands that are one and the same shape, or else an error: any of them will do."""
    found = (items for one in op.inputs if (items := reader.items(one)) is not None)
    return next((items for items in found if None not in items), None)


RULES: dict[type[Operation], ListRule] = {
    shape.ConstShapeOp: numbers,
    shape.ConstSizeOp: number,
    shape.GetExtentOp: item_at,
    shape.FromExtentsOp: joined_items,
    shape.ConcatOp: joined_items,
    shape.SplitAtOp: cut_items,
    shape.AnyOp: first_known,
    shape.FromExtentTensorOp: same_items,
    shape.ToExtentTensorOp: same_items,
    shape.IndexToSizeOp: same_items,
    shape.SizeToIndexOp: same_items,
}
"""What operations that only move sizes hold."""

ARITHMETIC: dict[type[Operation], Listing] = {
    shape.AddOp: combined(functions.ADD),
    shape.MulOp: combined(functions.MULTIPLY),
    shape.DivOp: combined(functions.FLOOR_DIVIDE),
    shape.MaxOp: combined(functions.MAXIMUM),
    shape.MinOp: combined(functions.MINIMUM),
    shape.NumElementsOp: accumulated(functions.MULTIPLY, 1),
}
"""What operations that compute sizes do."""

for _op_class, _rule in RULES.items():
    register_card(Card(elements=Listing(_rule)), _op_class)
for _op_class, _listing in ARITHMETIC.items():
    register_card(Card(elements=_listing), _op_class)
register_card(Card(reads_sizes=True, elements=Listing(own_sizes)), shape.ShapeOfOp)
register_card(Card(reads_sizes=True, elements=Listing(size_at)), shape.DimOp)
register_card(Card(reads_sizes=True, elements=Listing(count_of)), shape.RankOp)
register_card(Card(guard=lambda op: "condition"), shape.CstrRequireOp)
register_card(
    Card(size_operands=lambda op: op.operands, guard=lambda op: "broadcastable"),
    shape.CstrBroadcastableOp,
)
register_card(
    Card(size_operands=lambda op: op.operands, guard=lambda op: "equal_shapes"), shape.CstrEqOp
)
