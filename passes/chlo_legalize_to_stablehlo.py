"""`chlo-legalize-to-stablehlo`: CHLO's operations in terms of StableHLO's.

Design choice: every decomposition is a function from an operation to the values that stand for its
results (`disc_shape.decompositions`), so this pass is one walk and one table. What CHLO broadcasts
implicitly is broadcast by shape operations, which is where the facts about sizes come from.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.builder import Builder
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.tensor import CastOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.passes import ModulePass
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


@dataclass(frozen=True)
class ChloLegalizeToStablehloPass(ModulePass):
    """
    Writes CHLO operations that have a simple decomposition in terms of StableHLO.

    Operations that broadcast implicitly become the plain operation. Where the types show that all
    operands have one shape nothing is broadcast; static shapes are broadcast directly, others to
    `shape.broadcast` of the operands' shapes. `constant`, `constant_like`, `square`, `conj`,
    `tan`, `is_inf`, `is_pos_inf`, `is_neg_inf`, `cosh`, `sinh`, the inverse trigonometric and
    hyperbolic functions, `erf`, `erfc`, `top_k`, and `mulhi` of up to 32 bits are computed in
    forms that lose no digits where results are small and do not overflow early; numbers narrower
    than single precision are computed in it.

    ```
    %0 = chlo.broadcast_add %a, %b : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    =>
    %1 = shape.shape_of %a : tensor<?xf32> -> tensor<1xindex>
    %2 = shape.shape_of %b : tensor<1xf32> -> tensor<1xindex>
    %3 = shape.broadcast %1, %2 : tensor<1xindex>, tensor<1xindex> -> tensor<1xindex>
    %4 = stablehlo.dynamic_broadcast_in_dim %a, %3, dims = [0] : ...
    %5 = stablehlo.dynamic_broadcast_in_dim %b, %3, dims = [0] : ...
    %0 = stablehlo.add %4, %5 : tensor<?xf32>
    ```

    Limitations: some operations stay as they are, and `disc-run` computes them. `bessel_i1e`,
    `digamma`, `erf_inv`, `lgamma`, `polygamma` and `zeta` are approximated by polynomials that
    depend on the wanted precision, which a compiler for a machine should choose; the inverse
    functions of complex numbers have branches at which the simple formulas lose all digits;
    `mulhi` of 64 bits needs 128; `next_after` counts the bits of floats; `ragged_dot` and `scan`
    are loops whose order the machine decides. Operations on tensors of unknown rank stay too.
    """

    name = "chlo-legalize-to-stablehlo"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        pending = [
            one for one in post_order(op) if prefix_of(one.name) == CHLO and not has_unranked(one)
        ]
        while pending:
            pending = [made for one in pending for made in legalize(one)]


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
