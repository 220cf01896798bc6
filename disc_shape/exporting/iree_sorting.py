"""Sorts as IREE computes them right."""

from __future__ import annotations

from xdsl.builder import Builder
from xdsl.dialects.builtin import TensorType, i1
from xdsl.ir import BlockArgument, OpResult, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.dialects.hlo.elementwise import NotOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.movement import DynamicReshapeOp, ReshapeOp
from disc_shape.dialects.hlo.op import STABLEHLO
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.exporting.iree import copy_of


def sort_stably(op: SortOp) -> None:
    """
    Keep equal elements in order, and what is sorted as it was.

    IREE swaps neighbours unless the comparison of the first with the second holds, equal ones too:
    it gets the negated comparison of the second with the first. It sorts in place, also what is
    read as a reshape of the same tensor: it gets a copy.

        %1 = "stablehlo.sort"(%x) ({ ^bb0(%a, %b): stablehlo.return %a < %b })
    =>
        %0 = linalg.generic {...} { ... tensor.extract %x[%i] ... }
        %1 = "stablehlo.sort"(%0) ({ ^bb0(%a, %b): stablehlo.return not (%b < %a) })
    """
    build = Builder(InsertPoint.before(op))
    for place, operand in enumerate(op.operands):
        if not is_unshared(operand):
            op.operands[place] = copy_of(operand, build)
    block = op.regions[0].block
    for first, second in zip(block.args[::2], block.args[1::2], strict=True):
        exchange(first, second)
    last = block.last_op
    assert last is not None
    negated = final(NotOp, STABLEHLO).create(
        operands=[last.operands[0]], result_types=[TensorType(i1, [])]
    )
    Builder(InsertPoint.before(last)).insert(negated)
    last.operands[0] = negated.results[0]


def is_unshared(value: SSAValue) -> bool:
    """Whether a value is computed for one use, and no view of another one."""
    return (
        isinstance(value, OpResult)
        and value.has_one_use()
        and not isinstance(value.op, ReshapeOp | DynamicReshapeOp)
        and value.op.dialect_name() == STABLEHLO
    )


def exchange(first: BlockArgument, second: BlockArgument) -> None:
    """Let each of two values be used where the other one was."""
    uses = [(use, second) for use in first.uses] + [(use, first) for use in second.uses]
    for use, other in uses:
        use.operation.operands[use.index] = other
