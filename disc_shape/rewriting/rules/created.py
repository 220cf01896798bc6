"""Operations that create tensors of given sizes keep only the sizes that are not in their type."""

from __future__ import annotations

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import Operation

from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.xdsl_extras.tensor import GenerateOp
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.registry import register_rule


def drop_static_sizes(op: Operation, rewriter: Rewriter) -> bool:
    """
    Write known sizes into the type, and take them off the operands.

        %0 = tensor.splat %x[%c4, %n] : tensor<?x?xf32>
    =>
        %0 = tensor.splat %x[%n] : tensor<4x?xf32>
    """
    result = op.results[0]
    before, after = as_tensor(strip(result.type)), as_tensor(rewriter.refined_type(result))
    if before is None or after is None or before == after:
        return False
    dynamic = [axis for axis, size in enumerate(before.get_shape()) if size == DYNAMIC_INDEX]
    first = len(op.operands) - len(dynamic)
    kept = [
        op.operands[first + index]
        for index, axis in enumerate(dynamic)
        if after.get_shape()[axis] == DYNAMIC_INDEX
    ]
    new = type(op).create(
        operands=[*op.operands[:first], *kept],
        result_types=[after],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        regions=[op.detach_region(region) for region in tuple(op.regions)],
    )
    return rewriter.replace_by(op, new)


register_rule(drop_static_sizes, tensor.EmptyOp, tensor.SplatOp, GenerateOp)
