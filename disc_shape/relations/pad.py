"""Relations of padding, at the edges and between elements."""

from __future__ import annotations

from xdsl.dialects import tensor

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.slicing import DynamicPadOp, PadOp
from disc_shape.relations.integers import ZERO
from disc_shape.relations.operands import mixed_sizes
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr, const, maximum


def padded(size: Expr, before: Expr, after: Expr, between: Expr) -> Expr:
    """
    The size after padding. There are `size - 1` gaps between elements, and none when there is no
    element.
    """
    result = before + size + after
    return result if between is ZERO else result + maximum(0, size - 1) * between


@relation("Pad", "StableHLO, pad (c4)", PadOp)
def pad(op: PadOp, state: RelationState) -> bool:
    """
    A size of the result is that of the operand plus the padding at both edges and between elements.
    """
    edges = (op.edge_padding_low, op.edge_padding_high, op.interior_padding)
    numbers = [list(map(const, ints(one))) for one in edges]
    sizes = [padded(*one) for one in zip(state.dims(op.operand), *numbers, strict=True)]
    state.define_all(op.result, sizes, op, f"padded sizes of '{op.name}'")
    return True


@relation(
    "Pad",
    "StableHLO, dynamic_pad: pad (c3), (c4) with operands for attributes",
    DynamicPadOp,
)
def dynamic_pad(op: DynamicPadOp, state: RelationState) -> bool:
    """Like `pad`, with the padding that operands hold. Source: StableHLO, dynamic_pad."""
    low = state.elements(op.edge_padding_low)
    high = state.elements(op.edge_padding_high)
    interior = state.elements(op.interior_padding)
    if low is None or high is None or interior is None:
        return True
    for index, between in enumerate(interior):
        why = f"interior padding {index} of '{op.name}' is not negative"
        state.at_most(ZERO, between, op, why)
    sizes = [
        padded(*numbers)
        for numbers in zip(state.dims(op.operand), low, high, interior, strict=True)
    ]
    state.define_all(op.result, sizes, op, f"padded sizes of '{op.name}'")
    return True


@relation("Pad", "MLIR, tensor.pad", tensor.PadOp)
def tensor_pad(op: tensor.PadOp, state: RelationState) -> bool:
    """
    A size of the result is that of the source plus the padding at both edges, which is not
    negative.
    """
    low = mixed_sizes(ints(op.static_low), op.low, state)
    high = mixed_sizes(ints(op.static_high), op.high, state)
    # StableHLO's padding may be negative; this one is put around a copy of the source.
    for edge in (*low, *high):
        if edge is not None:
            state.at_most(ZERO, edge, op, f"padding of '{op.name}' is not negative")
    sizes = [
        None if before is None or after is None else before + size + after
        for size, before, after in zip(state.dims(op.source), low, high, strict=True)
    ]
    state.define_all(op.result, sizes, op, f"padded sizes of '{op.name}'")
    return True
