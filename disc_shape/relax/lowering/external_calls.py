"""Calls of external and primitive functions as custom calls of HLO."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, StringAttr, i1, i64

from disc_shape.dialects.hlo.calls import DESTINATIONS, CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.relax.evaluation import Outside
from disc_shape.relax.lowering.passing import flattened, unflattened
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.lowering.values import tensor_types
from disc_shape.relax.operators.rows import Operand


def custom_call(
    program: LoweringProgram,
    name: str,
    arguments: Sequence[Operand],
    call: Outside[Operand],
    *,
    pure: bool,
) -> Operand:
    """One call of HLO, which writes new tensors among the operands as its results."""
    operands = flattened(program, list(arguments))
    places = [at for at, one in enumerate(operands) if any(one is new for new in call.new)]
    words = {
        "call_target_name": StringAttr(name),
        "has_side_effect": IntegerAttr(int(not pure), i1),
    }
    op = final(CustomCallOp, STABLEHLO).create(
        operands=operands, result_types=tensor_types(call.type), properties=words
    )
    if places:
        op.attributes[DESTINATIONS] = DenseArrayBase.from_list(i64, places)
    return unflattened(program, call.type, list(program.insert(op)))
