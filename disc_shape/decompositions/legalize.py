"""CHLO's operations in terms of StableHLO's.

Design choice: every decomposition is a function from an operation to the values that replace its
results (the other modules of this package), so this is one walk and one dispatch by class. Implicit
broadcasts become explicit by shape operations, from which the analysis infers facts about sizes.
"""

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.tensor import CastOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape import statistics
from disc_shape.decompositions.broadcasts import decompose_broadcasting, decompose_constant_like
from disc_shape.decompositions.emitter import tensor
from disc_shape.decompositions.functions import as_mhlo, decompose_function, is_function
from disc_shape.decompositions.ordering import decompose_mulhi, decompose_top_k
from disc_shape.dialects.hlo.client_broadcast import BroadcastBinaryOp, BroadcastSelectOp
from disc_shape.dialects.hlo.client_elementwise import MulhiOp
from disc_shape.dialects.hlo.client_other import ConstantLikeOp, TopKOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, prefix_of
from disc_shape.dialects.hlo.shapes import has_unranked
from disc_shape.locations import inherit
from disc_shape.traversal import post_order

Broadcasting = BroadcastBinaryOp | BroadcastSelectOp
"""Operations that broadcast implicitly."""


def legalize_chlo(module: ModuleOp, *, only_functions: bool = False) -> None:
    """
    Replace the CHLO operations of a module that have a decomposition, those included that
    decompositions emit; or `only_functions` of one number, which are operations of MHLO where it
    has them, and implicit broadcasts.

        %2 = chlo.broadcast_zeta %0, %1 : ...     =>   %2 = chlo.zeta %lhs, %rhs : tensor<?xf32>
    """
    pending = [
        op
        for op in post_order(module)
        if prefix_of(op.name) == CHLO
        and not has_unranked(op)
        and (not only_functions or is_function(op) or isinstance(op, Broadcasting))
    ]
    while pending:
        pending = [emitted for op in pending for emitted in legalize(op, only_functions)]


def legalize(op: Operation, prefers_mhlo: bool = False) -> list[Operation]:
    """
    Replace one operation if it has a decomposition, or by one of MHLO if that is preferred; returns
    the CHLO operations emitted.

        %1 = chlo.erf %0 : tensor<?xf32> -> tensor<?xf32>   =>   %1 = mhlo.erf %0 : tensor<?xf32>
    """
    before = op.prev_op
    value = as_mhlo(op) if prefers_mhlo else None
    values = decompose(op) if value is None else (value,)
    if values is None:
        return []
    results = [cast_to(op, value, old.type) for value, old in zip(values, op.results, strict=True)]
    emitted: list[Operation] = []
    new = op.prev_op
    while new is not None and new is not before:
        for inner in new.walk():
            inherit(inner, op)
        if prefix_of(new.name) == CHLO:
            emitted.append(new)
        new = new.prev_op
    statistics.count("chlo-legalize-to-stablehlo: operations decomposed")
    Rewriter.replace_op(op, [], results)
    return emitted


def decompose(op: Operation) -> Sequence[SSAValue] | None:
    """The values that replace the results of an operation; None without a decomposition."""
    if isinstance(op, TopKOp):
        return decompose_top_k(op)
    value = decompose_result(op)
    return None if value is None else (value,)


def decompose_result(op: Operation) -> SSAValue | None:
    """The value that replaces the only result of an operation; None without a decomposition."""
    if isinstance(op, Broadcasting):
        return decompose_broadcasting(op)
    if isinstance(op, ConstantLikeOp):
        return decompose_constant_like(op)
    if isinstance(op, MulhiOp):
        return decompose_mulhi(op)
    if isinstance(op, ConstantOp):
        constant = final(ConstantOp, STABLEHLO).create(
            result_types=[op.output.type], properties=op.properties, attributes=op.attributes
        )
        return Builder(InsertPoint.before(op)).insert(constant).results[0]
    return decompose_function(op)


def cast_to(op: Operation, value: SSAValue, type_: Attribute) -> SSAValue:
    """The value, cast to the type of the result that it replaces where the two differ."""
    if value.type == type_:
        return value
    return Builder(InsertPoint.before(op)).insert(CastOp(value, tensor(type_))).dest
