"""Turns conditions on sizes into SSA values of type `i1`."""

from __future__ import annotations

from functools import reduce

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, i1
from xdsl.ir import Operation, SSAValue

from disc_shape.rewriting.sizes.arithmetic import PREDICATES
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import FALSE, TRUE, And, Comparison, Cond, Or


def condition_value(condition: Cond, user: Operation, sizes: Sizes) -> SSAValue | None:
    """
    An `i1`, computed right before `user`, that is true exactly when `condition` is; None when a
    size cannot be computed.
    """
    ops: list[Operation] = []
    value = _build(condition, user, sizes, ops)
    block = user.parent
    if value is not None and ops and block is not None:
        block.insert_ops_before(ops, user)
    return value


def _build(condition: Cond, user: Operation, sizes: Sizes, ops: list[Operation]) -> SSAValue | None:
    match condition:
        case Comparison():
            lhs, rhs = sizes.index(condition.lhs, user), sizes.index(condition.rhs, user)
            if lhs is None or rhs is None:
                return None
            return _append(arith.CmpiOp(lhs, rhs, PREDICATES[condition.op]), ops)
        case And() | Or():
            parts = [_build(part, user, sizes, ops) for part in condition.args]
            values = [part for part in parts if part is not None]
            if len(values) != len(parts):
                return None
            kind = arith.AndIOp if isinstance(condition, And) else arith.OrIOp
            return reduce(lambda left, right: _append(kind(left, right), ops), values)
        case _ if condition in (TRUE, FALSE):
            return _append(arith.ConstantOp(IntegerAttr(int(condition is TRUE), i1)), ops)
        case _:
            return None


def _append(op: Operation, ops: list[Operation]) -> SSAValue:
    ops.append(op)
    return op.results[0]
