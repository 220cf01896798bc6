"""CHLO's operations in terms of StableHLO's.

Design choice: every decomposition is a function from an operation to the values that stand for its
results (the other modules of this package), so this is one walk and one table. What CHLO broadcasts
implicitly is broadcast by shape operations, which is where the facts about sizes come from.
"""

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.tensor import CastOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.decompositions.broadcasts import broadcasting, constant_like
from disc_shape.decompositions.emitter import tensor
from disc_shape.decompositions.functions import function_of
from disc_shape.decompositions.ordering import mulhi, top_k
from disc_shape.dialects.hlo.client_broadcast import BroadcastBinaryOp, BroadcastSelectOp
from disc_shape.dialects.hlo.client_elementwise import MulhiOp
from disc_shape.dialects.hlo.client_other import ConstantLikeOp, TopKOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, prefix_of
from disc_shape.dialects.hlo.shapes import has_unranked
from disc_shape.traversal import post_order


def legalize_chlo(module: ModuleOp) -> None:
    """Replace the CHLO operations of a module that have a decomposition."""
    pending = [
        op for op in post_order(module) if prefix_of(op.name) == CHLO and not has_unranked(op)
    ]
    while pending:
        pending = [made for op in pending for made in legalize(op)]


def legalize(op: Operation) -> list[Operation]:
    """Replace one operation if possible; the CHLO operations that were made for it."""
    before = op.prev_op
    values = decomposed(op)
    if values is None:
        return []
    results = [cast_to(op, value, old.type) for value, old in zip(values, op.results, strict=True)]
    made: list[Operation] = []
    new = op.prev_op
    while new is not None and new is not before:
        if prefix_of(new.name) == CHLO:
            made.append(new)
        new = new.prev_op
    statistics.count("chlo-legalize-to-stablehlo: operations decomposed")
    Rewriter.replace_op(op, [], results)
    return made


def decomposed(op: Operation) -> Sequence[SSAValue] | None:
    """The values that stand for the results of an operation, None when there are none."""
    if isinstance(op, TopKOp):
        return top_k(op)
    value = decomposed_value(op)
    return None if value is None else (value,)


def decomposed_value(op: Operation) -> SSAValue | None:
    """The value that stands for the only result of an operation, None when there is none."""
    if isinstance(op, BroadcastBinaryOp | BroadcastSelectOp):
        return broadcasting(op)
    if isinstance(op, ConstantLikeOp):
        return constant_like(op)
    if isinstance(op, MulhiOp):
        return mulhi(op)
    if isinstance(op, ConstantOp):
        constant = final(ConstantOp, STABLEHLO).create(
            result_types=[op.output.type], properties=op.properties, attributes=op.attributes
        )
        return Builder(InsertPoint.before(op)).insert(constant).results[0]
    return function_of(op)


def cast_to(op: Operation, value: SSAValue, type_: Attribute) -> SSAValue:
    """The value under the type that the users of `op` expect."""
    if value.type == type_:
        return value
    return Builder(InsertPoint.before(op)).insert(CastOp(value, tensor(type_))).dest
