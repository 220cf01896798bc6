"""Cards of MLIR's memref dialect."""

from __future__ import annotations

from xdsl.dialects import memref

from disc_shape.cards.card import Card, register_card
from disc_shape.cards.listing import Listing, size_at

register_card(Card(size_operands=lambda op: op.dynamic_sizes), memref.AllocOp, memref.AllocaOp)
register_card(Card(size_operands=lambda op: op.sizes), memref.ViewOp, memref.ReinterpretCastOp)
register_card(
    Card(size_operands=lambda op: (*op.offsets, *op.sizes, *op.strides)), memref.SubviewOp
)
register_card(Card(size_operands=lambda op: op.output_shape), memref.ExpandShapeOp)
register_card(Card(is_cast=True), memref.CastOp)
register_card(Card(reads_sizes=True, elements=Listing(size_at)), memref.DimOp)
register_card(
    Card(indices=lambda op: op.indices, moves_elements=True), memref.LoadOp, memref.StoreOp
)
