"""Turns conditions on sizes into SSA values of type `i1`."""

from __future__ import annotations

from xdsl.ir import Operation, SSAValue

from disc_shape.rewriting.sizes.arithmetic import truth_value
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import Cond


def condition_value(condition: Cond, user: Operation, sizes: Sizes) -> SSAValue | None:
    """
    An `i1`, computed right before `user`, that is true exactly when `condition` is; None when a
    size cannot be computed.
    """
    ops: list[Operation] = []

    def insert(op: Operation) -> SSAValue:
        ops.append(op)
        return op.results[0]

    value = truth_value(condition, lambda size: sizes.index(size, user), insert)
    block = user.parent
    if value is not None and ops and block is not None:
        block.insert_ops_before(ops, user)
    return value
