"""Operators of Relax by their HLO form."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import cf, tensor
from xdsl.dialects.builtin import StringAttr, i1

from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import Words
from disc_shape.relax.operators.effects import CONDITION, formatted
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Tensor
from disc_shape.relax.operators.rows import BUILDS, Built, Call, Operand
from disc_shape.relax.operators.typing import load_families
from disc_shape.relax.origins import written_numbers
from disc_shape.typesystem.types import Type

NO_HLO = {
    "print": "it has effects",
    "unique": "its sizes depend on data",
    "nonzero": "its sizes depend on data",
    "dynamic_strided_slice": "its sizes depend on data",
    "vision.all_class_non_max_suppression": "its sizes depend on data",
    "vision.non_max_suppression": "which boxes stay depends on those before them",
}
"""Why operators have no form in HLO."""


def lowered_operator(
    program: LoweringProgram, op: OperatorOp, operands: Sequence[Operand]
) -> Operand:
    """An operator by its own HLO form."""
    load_families()
    call = Call(op.ROW.name, program, operands, op.values(), written_numbers(op))
    match op.ROW.name:
        case "to_vdevice" | "hint_on_device":
            return operands[0]
        case "assert_op":
            assertion(program, call)
            return []
        case name if name in NO_HLO:
            raise OperatorError(f"the operator cannot be lowered: {NO_HLO[name]}")
        case name:
            return operand_of(BUILDS[name](call))


def assertion(program: LoweringProgram, call: Call) -> None:
    """Ends the run unless a condition holds. Of what is known only then the message shows `{}`."""
    held = tensor.ExtractOp(call.tensor(0).value, [], i1)
    program.insert(held)
    values = [one.text if isinstance(one, Words) else "{}" for one in call.operands[1:]]
    message = formatted(str(call.attributes["format"] or CONDITION), values)
    program.insert(cf.AssertOp(held.result, StringAttr(message)))


def operand_of(built: Built) -> Operand:
    """What an operator built, as an operand of others."""
    if isinstance(built, Tensor):
        return built.value
    if isinstance(built, Type):
        return built
    return [operand_of(one) for one in built]
