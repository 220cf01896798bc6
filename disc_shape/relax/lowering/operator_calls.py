"""Operators of Relax by their HLO form."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import cf, tensor
from xdsl.dialects.builtin import StringAttr, TensorType, i1, i64
from xdsl.ir import SSAValue

from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.relax.lowering.program import LoweringProgram
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.program import Tensor
from disc_shape.relax.operators.rows import BUILDS, Built, Call, Operand
from disc_shape.relax.operators.typing import load_families
from disc_shape.relax.origins import written_numbers
from disc_shape.symbolic import product
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.types import ShapeType, Type

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
    """An operator by its own HLO form, or what it reads of sizes."""
    load_families()
    call = Call(op.ROW.name, program, operands, op.values(), written_numbers(op))
    match op.ROW.name:
        case "shape_of":
            return ShapeType(Shape(call.tensor(0).sizes))
        case "size":
            return program.numbers([product(call.tensor(0).sizes)], ())
        case "shape_to_tensor":
            sizes = call.sizes(0)
            return program.numbers(sizes, (len(sizes),))
        case "tensor_to_shape":
            return integers_of(program, call.tensor(0).value)
        case "to_vdevice" | "hint_on_device":
            return operands[0]
        case "assert_op":
            held = tensor.ExtractOp(call.tensor(0).value, [], i1)
            program.insert(held)
            program.insert(cf.AssertOp(held.result, StringAttr("assert_op failed")))
            return []
        case name if name in NO_HLO:
            raise OperatorError(f"the operator cannot be lowered: {NO_HLO[name]}")
        case name:
            return operand_of(BUILDS[name](call))


def integers_of(program: LoweringProgram, value: SSAValue) -> ShapeType:
    """The integers that a vector holds."""
    (length,) = program.dims(value)
    if length.constant is None:
        raise OperatorError("a vector of unknown length is no shape of known rank", "RLX-141")
    known = program.cast(value, TensorType(i64, [length.constant]))
    items = program.state.elements(known)
    if items is None:
        raise OperatorError(f"a shape of {length.constant} integers is too long", "RLX-141")
    return ShapeType(Shape(items))


def operand_of(built: Built) -> Operand:
    """What an operator built, as an operand of others."""
    if isinstance(built, Tensor):
        return built.value
    if isinstance(built, Type):
        return built
    return [operand_of(one) for one in built]
