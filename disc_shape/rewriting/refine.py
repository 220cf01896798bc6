"""Changes the types of values in place."""

from __future__ import annotations

from collections.abc import Collection

from xdsl.dialects import func, tensor
from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Block, Operation, Region
from xdsl.traits import IsTerminator

from disc_shape.analysis.regions import Runs, flow_of
from disc_shape.cards import card_of
from disc_shape.class_table import Kind
from disc_shape.constraints.callees import IS_CALL
from disc_shape.dialects.hlo.asynchronous import FutureStartOp
from disc_shape.relations import evaluator_of, relation_of
from disc_shape.relations.guards import is_guard
from disc_shape.relations.value_types import as_tensor, is_dynamic

IS_CAST = Kind(tensor.CastOp)
_IS_FUTURE = Kind(FutureStartOp)


def is_understood(op: Operation) -> bool:
    """True for operations of which we know what they do with sizes, whatever their exact types."""
    if card_of(op).keeps_types and None in map(as_tensor, (*op.operand_types, *op.result_types)):
        return False
    return relation_of(op) is not None or evaluator_of(op) is not None or is_guard(op)


def has_fixed_operands(op: Operation) -> bool:
    """True for operations whose operands must keep the types that they have."""
    if is_understood(op) or isinstance(op, UnregisteredOp | func.ReturnOp):
        return False
    if op.has_trait(IsTerminator):
        parent = op.parent_op()
        if op.successors:
            return False
        return parent is not None and flow_of(parent) is None
    return flow_of(op) is None and any(is_dynamic(operand.type) for operand in op.operands)


def has_fixed_body(op: Operation) -> bool:
    """True for operations whose body must be one operation: neither casts nor sizes fit in."""
    return _IS_FUTURE[type(op)]


def has_fixed_types(op: Operation) -> bool:
    """
    True for calls, whose types are those of the callee, and for registered operations that we
    know nothing of: their verifiers may insist on the very types that they have.
    """
    if IS_CALL[type(op)]:
        return True
    if not op.results or is_understood(op) or isinstance(op, UnregisteredOp):
        return False
    return flow_of(op) is None


def is_unreachable(op: Operation, unreachable: Collection[Block | Region]) -> bool:
    """True for operations in the given regions and blocks, which no legal run enters."""
    if not unreachable:
        return False
    if op.parent is not None and op.parent in unreachable:
        return True
    region = op.parent_region()
    while region is not None:
        if region in unreachable:
            return True
        region = None if region.parent is None else region.parent.parent_region()
    return False


def leaves_branch(op: Operation) -> bool:
    """
    True for a cast (`IS_CAST`) whose result only leaves a region that runs at most once: it gets
    the type of the result that it becomes, with the types of the other branches (`join_types`).
    """
    block, parent = op.parent, op.parent_op()
    if block is None or parent is None:
        return False
    users = {use.operation for use in op.results[0].uses}
    flow = flow_of(parent) if users == {block.last_op} else None
    return flow is not None and flow.runs is not Runs.LOOP and bool(flow.yields)
