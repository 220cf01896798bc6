"""Relations of custom calls, by the name of the call target."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.ir import Operation

from disc_shape.cards.hlo_sizes import DYNAMIC_REDUCE_WINDOW, declared_shapes, parts
from disc_shape.dialects.hlo.calls import APPROX_TOP_K, CustomCallOp, approximate_selection
from disc_shape.relations.core import EVALUATORS, RELATIONS, Relation
from disc_shape.relations.create import shape_operand
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.size_table import NoShape
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.window import dynamic_reduce_window
from disc_shape.symbolic import const


def unchanged(op: Operation, state: RelationState) -> bool:
    """Each result has the sizes of the operand in its place."""
    for operand, result in zip(op.operands, op.results, strict=False):
        if state.is_ranked(operand) and state.is_ranked(result):
            same_shape([operand, result], op, state)
    return True


def shape_refinement_wrapper(op: Operation, state: RelationState) -> bool:
    """The first operand, whose shape the second one holds."""
    if len(op.operands) == 2:
        shape_operand(op, op.operands[1], op.results[0], state)
    same_shape([op.operands[0], op.results[0]], op, state)
    return True


def dynamic_rng_bit_generator(op: Operation, state: RelationState) -> bool:
    """The next state, and bits of the shape that the second operand holds."""
    same_shape([op.operands[0], op.results[0]], op, state)
    shape_operand(op, op.operands[1], op.results[1], state)
    return True


def dynamic_top_k(op: Operation, state: RelationState) -> bool:
    """The k greatest elements along the last dimension and their indices."""
    *outer, last = state.dims(op.operands[0])
    count = state.integer(op.operands[1])
    if count is not None:
        state.at_most(count, last, op, f"'{op.name}' takes no more elements than there are")
    for result in op.results:
        state.define_all(result, [*outer, count], op, f"'{op.name}' takes a number of elements")
    return True


def approx_top_k(op: Operation, state: RelationState) -> bool:
    """Some elements along one dimension of each operand that has a result."""
    assert isinstance(op, CustomCallOp)
    selection = approximate_selection(op)
    if selection is None:
        return True
    count, axis = const(selection[0]), selection[1]
    for operand, result in zip(op.operands, op.results, strict=False):
        sizes = list(state.dims(operand))
        state.at_most(count, sizes[axis], op, f"'{op.name}' takes no more elements than there are")
        sizes[axis] = count
        state.define_all(result, sizes, op, f"'{op.name}' takes a number of elements")
    return True


TARGETS: dict[str, Callable[[Operation, RelationState], bool]] = {
    DYNAMIC_REDUCE_WINDOW: dynamic_reduce_window,
    "stablehlo.dynamic_rng_bit_generator": dynamic_rng_bit_generator,
    "stablehlo.dynamic_top_k": dynamic_top_k,
    "stablehlo.shape_refinement_operand_wrapper": shape_refinement_wrapper,
    APPROX_TOP_K: approx_top_k,
    "Sharding": unchanged,
    "annotate_device_placement": unchanged,
}
"""The rule for calls of each target."""


class CustomCall(Relation):
    """The rule of the called function, and the operands that the call declares to be shapes."""

    name = "CustomCall"
    source = "StableHLO, custom_call; the targets that StableHLO's own passes and JAX use"

    def apply(self, op: Operation, state: RelationState) -> bool:
        """Apply the rule of the call target, and read the shape operands that the call declares."""
        assert isinstance(op, CustomCallOp)
        rule = TARGETS.get(op.call_target_name.data)
        try:
            holds = rule is None or rule(op, state)
            for index, result in zip(declared_shapes(op), parts(op), strict=False):
                if result is not None and state.is_ranked(result):
                    shape_operand(op, op.operands[index], result, state)
        except NoShape:
            return True
        return holds


def contents(op: Operation, state: RelationState) -> list[Content]:
    """The integers that pass through a call unchanged."""
    assert isinstance(op, CustomCallOp)
    found: list[Content] = [None] * len(op.results)
    if op.call_target_name.data == "stablehlo.shape_refinement_operand_wrapper":
        found[0] = state.content(op.operands[0])
    return found


RELATIONS.register(CustomCall(), CustomCallOp)
EVALUATORS.register(contents, CustomCallOp)
