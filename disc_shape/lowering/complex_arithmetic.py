"""
Complex arithmetic on tensors as arithmetic of real and imaginary parts.

Each complex value that an operation with a rule computes becomes two real ones. Other operations
take it joined from them, and what they compute is taken apart; where neither is needed, nothing
complex is left.
"""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.rewriter import Rewriter

from disc_shape import statistics
from disc_shape.cards import card_of
from disc_shape.class_table import nearest
from disc_shape.dialects.hlo import conversion
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO, HloOp
from disc_shape.locations import inherit
from disc_shape.lowering.complex_parts import Parts, is_complex
from disc_shape.lowering.complex_rules import COMPLEX, REAL


def decompose_complex(module: Operation) -> None:
    """
    Replace complex arithmetic by that of the parts.

        %0 = stablehlo.complex %a, %b : tensor<?xcomplex<f32>>
        %1 = stablehlo.multiply %0, %0 : tensor<?xcomplex<f32>>
        %2 = stablehlo.real %1 : (tensor<?xcomplex<f32>>) -> tensor<?xf32>
    =>
        %3 = stablehlo.multiply %a, %a : tensor<?xf32>
        %4 = stablehlo.multiply %b, %b : tensor<?xf32>
        %2 = stablehlo.subtract %3, %4 : tensor<?xf32>
    """
    parts = Parts()
    for op in list(module.walk()):
        values = (*op.operands, *op.results)
        if any(map(is_complex, values)) and is_run_once(op):
            replace(op, parts)
    for op in reversed(parts.replaced):
        drop(op, parts)
    for op in reversed(parts.made):
        if not any(True for value in op.results for _ in value.uses):
            Rewriter.erase_op(op)


def is_run_once(op: Operation) -> bool:
    """Whether an operation is no part of what another one computes for each element."""
    around = op.parent_op()
    return not isinstance(around, HloOp) or isinstance(around, FLOW)


FLOW = (CaseOp, IfOp, WhileOp)
"""Operations whose regions are run, not applied to elements."""


def replace(op: Operation, parts: Parts) -> None:
    """Compute the parts of what an operation computes, if there is a rule for it."""
    parts.at = op
    if card_of(op).reads_sizes and not any(map(is_complex, op.results)):
        for number, operand in enumerate(op.operands):
            if operand in parts.known:
                op.operands[number] = parts.known[operand][0]
    elif len(op.results) != 1:
        return
    elif is_complex(op.results[0]):
        rule = nearest(COMPLEX, type(op))
        pair = None if rule is None else rule(op, parts)
        if pair is not None:
            parts.known[op.results[0]] = pair
            parts.replaced.append(op)
            statistics.count(f"decompose-complex: {op.name}")
    else:
        rule = nearest(REAL, type(op))
        found = None if rule is None else rule(op, parts)
        if found is not None:
            statistics.count(f"decompose-complex: {op.name}")
            Rewriter.replace_op(op, [], [found])


def drop(op: Operation, parts: Parts) -> None:
    """Erase an operation that has been replaced; join the parts where others take the number."""
    (result,) = op.results
    if any(True for _ in result.uses):
        real, imag = parts.known[result]
        made = final(conversion.ComplexOp, STABLEHLO).create(
            operands=[real, imag], result_types=[result.type]
        )
        inherit(made, op)
        Rewriter.replace_op(op, made)
    else:
        Rewriter.erase_op(op)
