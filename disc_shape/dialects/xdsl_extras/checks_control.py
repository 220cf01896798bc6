"""What MLIR asks of `scf` and `cf` beyond xDSL: operands of terminators fit where they are used."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, cf, scf
from xdsl.dialects.builtin import IntegerAttr, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.checks import CHECKS
from disc_shape.dialects.xdsl_extras.ranked import RankedTensor, compatible


def _text(types: Sequence[Attribute]) -> str:
    return f"({', '.join(map(str, types))})"


def _same(
    op: Operation, what: str, found: Sequence[Attribute], wanted: Sequence[Attribute]
) -> None:
    pairs = zip(found, wanted, strict=False)
    if len(found) != len(wanted) or not all(_agree(one, other) for one, other in pairs):
        raise VerifyException(f"{what} of '{op.name}' are {_text(found)}, expected {_text(wanted)}")


def _agree(one: Attribute, other: Attribute) -> bool:
    """One type, or tensors that say more or less of their sizes, as in code that never runs."""
    if not isinstance(one, TensorType) or not isinstance(other, TensorType):
        return one == other
    left, right = cast("RankedTensor", one), cast("RankedTensor", other)
    same = left.element_type == right.element_type
    return same and compatible(left.get_shape(), right.get_shape())


def _ends_in(op: Operation, region: Region, kind: type[Operation]) -> Operation:
    last = region.block.last_op
    if not isinstance(last, kind):
        found = "nothing" if last is None else f"'{last.name}'"
        raise VerifyException(f"region of '{op.name}' ends in {found}, expected '{kind.name}'")
    return last


def check_if(op: scf.IfOp) -> None:
    """Each region takes nothing and yields the results; with results there are two."""
    if op.results and not op.false_region.blocks:
        raise VerifyException(f"'{op.name}' has results, but no second region")
    for region in op.regions:
        if region.blocks:
            _same(op, "region arguments", region.block.arg_types, ())
            last = _ends_in(op, region, scf.YieldOp)
            _same(op, "yielded values", last.operand_types, op.result_types)


def check_for(op: scf.ForOp) -> None:
    """The results have the types of the carried values; a verified body yields these."""
    _ends_in(op, op.body, scf.YieldOp)
    carried = tuple(value.type for value in op.iter_args)
    if op.result_types != carried:
        raise VerifyException(
            f"results of '{op.name}' are {_text(op.result_types)}, expected {_text(carried)}"
        )


def check_while(op: scf.WhileOp) -> None:
    """What the condition hands on is what the body takes and the loop results in."""
    before, after = op.before_region, op.after_region
    condition = _ends_in(op, before, scf.ConditionOp)
    last = _ends_in(op, after, scf.YieldOp)
    _same(op, "initial values", op.operand_types, before.block.arg_types)
    _same(op, "values of the condition", condition.operand_types[1:], op.result_types)
    _same(op, "arguments of the body", after.block.arg_types, op.result_types)
    _same(op, "yielded values", last.operand_types, before.block.arg_types)


def check_parallel(op: scf.ParallelOp) -> None:
    """There is at least one counter, and it goes up."""
    if not op.lowerBound:
        raise VerifyException(f"'{op.name}' has no counter")
    for step in op.step:
        made = step.owner
        if isinstance(made, arith.ConstantOp) and isinstance(made.value, IntegerAttr):
            if made.value.value.data <= 0:
                raise VerifyException(
                    f"a step of '{op.name}' is {made.value.value.data}, expected 1 or more"
                )


def _check_edge(op: Operation, target: Block, values: Sequence[SSAValue]) -> None:
    _same(op, "values for a block", [value.type for value in values], target.arg_types)


def check_branch(op: cf.BranchOp) -> None:
    """The block takes what it is given."""
    _check_edge(op, op.successor, op.arguments)


def check_conditional_branch(op: cf.ConditionalBranchOp) -> None:
    """Each block takes what it is given."""
    _check_edge(op, op.then_block, op.then_arguments)
    _check_edge(op, op.else_block, op.else_arguments)


def check_switch(op: cf.SwitchOp) -> None:
    """The default takes what it is given."""
    _check_edge(op, op.default_block, op.default_operands)


CHECKS.register(check_branch, cf.BranchOp)
CHECKS.register(check_conditional_branch, cf.ConditionalBranchOp)
CHECKS.register(check_switch, cf.SwitchOp)
CHECKS.register(check_for, scf.ForOp)
CHECKS.register(check_if, scf.IfOp)
CHECKS.register(check_parallel, scf.ParallelOp)
CHECKS.register(check_while, scf.WhileOp)
