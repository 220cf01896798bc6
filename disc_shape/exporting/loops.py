"""Loops for IREE: what no iteration changes is read from outside, sizes among it."""

from __future__ import annotations

from xdsl.ir import Operation
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.hlo.control_flow import WhileOp


def drop_invariant_values(op: Operation) -> None:
    """
    Take values out of a loop that its body yields as they were before it.

        %0:2 = stablehlo.while(%i = %zero, %m = %n) : tensor<i32>, tensor<i32>
        cond {
          %p = stablehlo.compare LT, %i, %m : ...
          stablehlo.return %p : tensor<i1>
        } do {
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j, %m : tensor<i32>, tensor<i32>
        }
    =>
        %0 = stablehlo.while(%i = %zero) : tensor<i32>
        cond {
          %p = stablehlo.compare LT, %i, %n : ...
          stablehlo.return %p : tensor<i1>
        } do {
          %j = stablehlo.add %i, %one : tensor<i32>
          stablehlo.return %j : tensor<i32>
        }
    """
    if not isinstance(op, WhileOp):
        return
    cond, body = op.cond.block, op.body.block
    last = body.last_op
    assert last is not None
    dropped = [
        place
        for place, (before, yielded) in enumerate(zip(op.operands, last.operands, strict=True))
        if yielded is before or yielded is body.args[place]
    ]
    # Without a value to decide it, a loop that runs at all never ends.
    if not dropped or len(dropped) == len(op.operands):
        return
    kept = [place for place in range(len(op.operands)) if place not in dropped]
    for place in dropped:
        for value in (cond.args[place], body.args[place], op.results[place]):
            value.replace_all_uses_with(op.operands[place])
    last.operands = [last.operands[place] for place in kept]
    for place in reversed(dropped):
        cond.erase_arg(cond.args[place])
        body.erase_arg(body.args[place])
    new = type(op).create(
        operands=[op.operands[place] for place in kept],
        result_types=[op.results[place].type for place in kept],
        attributes=op.attributes,
        properties=op.properties,
        regions=[op.detach_region(region) for region in list(op.regions)],
    )
    Rewriter.insert_op(new, InsertPoint.before(op))
    for place, result in zip(kept, new.results, strict=True):
        result.name_hint = op.results[place].name_hint
        op.results[place].replace_all_uses_with(result)
    Rewriter.erase_op(op)
