"""Simplifies the integer arithmetic that exporters write for affine expressions."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.binary import AddOp, MulOp, SubtractOp
from disc_shape.dialects.hlo.elementwise import NegOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.relations.value_types import scalar_type
from disc_shape.rewriting.function import Rewriter, defining
from disc_shape.rewriting.registry import register_rule
from disc_shape.rewriting.rules.neutral import is_wide, splat


def subtract_instead_of_adding_negation(op: Operation, rewriter: Rewriter) -> bool:
    """
    Subtract what is multiplied by -1 and then added. Integers of several bits only: they wrap
    around, so both forms give the same bits for all inputs; the sum of truth values is their
    disjunction.

        %1 = stablehlo.multiply %s, %minus_one : tensor<i32>
        %2 = stablehlo.add %1, %c64 : tensor<i32>
    =>
        %2 = stablehlo.subtract %c64, %s : tensor<i32>
    """
    assert isinstance(op, AddOp)
    if not is_wide(scalar_type(op.result.type)):
        return False
    for operand, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
        positive = negated(operand)
        if positive is not None:
            new = twin(SubtractOp, op).create(
                operands=[other, positive], result_types=[op.result.type]
            )
            return rewriter.replace_by(op, new)
    return False


def negated(value: SSAValue) -> SSAValue | None:
    """The value `x` when `value` is computed as `-x` or `x * -1`, else None."""
    op = defining(value)
    if isinstance(op, NegOp):
        return op.operand
    if isinstance(op, MulOp):
        for factor, other in ((op.lhs, op.rhs), (op.rhs, op.lhs)):
            if is_minus_one(factor):
                return other
    return None


def is_minus_one(value: SSAValue) -> bool:
    """True for values whose elements are all -1, as is easily seen."""
    return splat(value) == -1


register_rule(subtract_instead_of_adding_negation, AddOp)
