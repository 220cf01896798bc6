"""Cards of HLO operations that read, check or set sizes, and of custom calls."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr, TupleType
from xdsl.ir import Operation, SSAValue

from disc_shape.cards.card import Card, GuardKind, register_card
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.calls import SHAPE_OPERANDS, CustomCallOp, members
from disc_shape.dialects.hlo.random_numbers import RngOp
from disc_shape.dialects.hlo.reshape_shapes import CstrReshapableOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp, SetDimensionSizeOp
from disc_shape.dialects.hlo.tokens import GetTupleElementOp, tuple_element
from disc_shape.traversal import operands_of

SHAPE_ASSERTION = "shape_assertion"
"""The target of the custom calls by which JAX checks the shapes of arguments."""

TARGETS = {
    "stablehlo.dynamic_rng_bit_generator": slice(1, 2),
    "stablehlo.dynamic_top_k": slice(1, 2),
    "stablehlo.shape_refinement_operand_wrapper": slice(1, 2),
}
"""The size operands of calls of targets that StableHLO's own passes and JAX use."""

DYNAMIC_REDUCE_WINDOW = "stablehlo.dynamic_reduce_window"
"""The target whose operands after inputs and initial values are all parts of the window."""


def size_operands(op: CustomCallOp) -> Sequence[SSAValue]:
    """Those of a known target, or that the call itself declares."""
    target, operands = op.call_target_name.data, operands_of(op)
    if target == DYNAMIC_REDUCE_WINDOW:
        return operands[2 * len(op.results) :]
    if target in TARGETS:
        return operands[TARGETS[target]]
    return [operands[index] for index in declared_shapes(op)]


def declared_shapes(op: CustomCallOp) -> Sequence[int]:
    """The operands, by number, that a call declares to be the shapes of its results."""
    found = [
        index for index in ints(op.attributes.get(SHAPE_OPERANDS)) if 0 <= index < len(op.operands)
    ]
    return found if len(found) == len(parts(op)) else ()


def parts(op: CustomCallOp) -> list[SSAValue | None]:
    """The results, and None for each member of those that are tuples."""
    return [
        None if isinstance(result.type, TupleType) else result
        for result in op.results
        for _ in members(result.type)
    ]


def asserts_shapes(op: Operation) -> GuardKind | None:
    """A call of `shape_assertion` checks a condition."""
    target = op.properties.get("call_target_name")
    is_assertion = isinstance(target, StringAttr) and target.data == SHAPE_ASSERTION
    return "condition" if is_assertion else None


def element_of_tuple(op: GetTupleElementOp) -> Sequence[SSAValue]:
    """What was put into the tuple there."""
    element = tuple_element(op)
    return () if element is None else (element,)


register_card(
    Card(size_operands=size_operands, takes_index_sizes=False, guard=asserts_shapes), CustomCallOp
)
register_card(Card(guard=lambda op: "reshapable"), CstrReshapableOp)
register_card(Card(reads_sizes=True), GetDimensionSizeOp)
register_card(Card(reads=element_of_tuple), GetTupleElementOp)
register_card(Card(size_operands=lambda op: (op.size,)), SetDimensionSizeOp)
register_card(Card(size_operands=lambda op: (op.shape,)), RngOp)
