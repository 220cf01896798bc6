"""Replaces operations of other dialects, and calls, on tensors by their HLO counterparts."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, scf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IndexType, IntegerAttr, TensorType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Elementwise
from disc_shape.cards.functions import SELECT, ScalarFunction
from disc_shape.cards.hlo_elementwise import FUNCTIONS
from disc_shape.dialects import shape
from disc_shape.dialects.hlo import client_other, comparison, conversion, movement, slicing
from disc_shape.dialects.hlo.attributes import i64_array, i64_attr, ints
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import MHLO, STABLEHLO, HloOp
from disc_shape.dialects.hlo.reshape_shapes import ComputeReshapeShapeOp
from disc_shape.dialects.xdsl_extras.tensor import BitcastOp
from disc_shape.lowering.open_padding import reduce_padded_windows

CONVERSIONS = (
    arith.ExtFOp,
    arith.ExtSIOp,
    arith.FPToSIOp,
    arith.IndexCastOp,
    arith.SIToFPOp,
    arith.TruncFOp,
    arith.TruncIOp,
)
"""Conversions between element types that read integers as signed, as HLO's does."""


def _twins() -> dict[ScalarFunction, tuple[type[HloOp], ScalarFunction | None]]:
    """
    The HLO operation that computes each scalar function of numbers, with what it computes of
    booleans, as the cards have it.
    """
    twins = {function: (hlo, booleans) for hlo, (function, booleans) in FUNCTIONS.items()}
    return {**twins, SELECT: (comparison.SelectOp, SELECT)}


TWINS = _twins()


def use_hlo(op: Operation) -> None:
    """
    Replace an operation by its HLO counterpart, if it has one.

        %2 = arith.addi %0, %1 : tensor<4xi32>     =>   %2 = stablehlo.add %0, %1 : tensor<4xi32>
    """
    if (hlo := twin_of(op)) is not None:
        Rewriter.replace_op(op, _create(hlo, op.operands, op.results[0].type))
    elif isinstance(op, arith.SelectOp) and as_tensor(op.cond.type) is None:
        Rewriter.replace_op(op, _conditional(op))
    elif isinstance(op, client_other.DynamicReshapeOp):
        Rewriter.replace_op(op, _reshape(op))
    elif isinstance(op, BitcastOp):
        Rewriter.replace_op(
            op, _create(conversion.BitcastConvertOp, op.operands, op.results[0].type)
        )
    elif isinstance(op, tensor.ConcatOp):
        new = _create(movement.ConcatenateOp, op.operands, op.result.type)
        new.properties["dimension"] = i64_attr(op.dim.value.data)
        Rewriter.replace_op(op, new)
    elif isinstance(op, tensor.SplatOp):
        Rewriter.replace_op(op, _broadcast(op))
    elif isinstance(op, CustomCallOp) and (ops := reduce_padded_windows(op)) is not None:
        Rewriter.replace_op(op, ops)
    elif isinstance(op, tensor.PadOp) and (ops := _pad(op)) is not None:
        Rewriter.replace_op(op, ops)


def twin_of(op: Operation) -> type[HloOp] | None:
    """
    The HLO operation that computes of whole tensors what an operation of another dialect does; None
    where there is none, or where the two differ: of unsigned numbers, and of some booleans, whose
    sum is `xor` in arith and `or` in HLO.
    """
    if isinstance(op, HloOp) or len(op.results) != 1:
        return None
    types = [as_tensor(value.type) for value in (*op.operands, *op.results)]
    found = [type_ for type_ in types if type_ is not None]
    if len(found) < len(types) or len({type_.get_num_dims() for type_ in found}) != 1:
        return None
    has_booleans = any(type_.element_type == i1 for type_ in found)
    if isinstance(op, CONVERSIONS):
        return None if has_booleans else conversion.ConvertOp
    rule = elements_of(op)
    scalar = rule.scalar(op) if isinstance(rule, Elementwise) else None
    if scalar is None or scalar.unsigned or scalar.function not in TWINS:
        return None
    hlo, booleans = TWINS[scalar.function]
    if has_booleans and (booleans is None or booleans is not scalar.booleans):
        return None
    return hlo


def _create(base: type[HloOp], operands: Sequence[SSAValue], type_: Attribute) -> HloOp:
    return final(base, STABLEHLO).create(operands=list(operands), result_types=[type_])


def _broadcast(op: tensor.SplatOp) -> list[Operation]:
    """
    Broadcast a tensor of rank 0.

        %0 = tensor.splat %x : tensor<4xf32>
    =>
        %1 = tensor.from_elements %x : tensor<f32>
        %0 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<4xf32>
    """
    type_ = as_tensor(op.result.type)
    assert type_ is not None
    scalar = TensorType(type_.element_type, ())
    ops: list[Operation] = [_elements([op.input], scalar)]
    number = ops[0].results[0]
    if type_.has_static_shape():
        new = _create(movement.BroadcastInDimOp, [number], type_)
    else:
        given = iter(op.dynamicSizes)
        ops += _vector([size if size >= 0 else next(given) for size in type_.get_shape()])
        shape = ops[-1].results[0]
        new = _create(movement.DynamicBroadcastInDimOp, [number, shape], type_)
    new.properties["broadcast_dimensions"] = i64_array(())
    return [*ops, new]


def _conditional(op: arith.SelectOp) -> scf.IfOp:
    """
    Choose between two values whose sizes may differ.

        %0 = arith.select %c, %x, %y : tensor<?xf32>
    =>
        %0 = scf.if %c -> (tensor<?xf32>) { scf.yield %x } else { scf.yield %y }
    """
    then, otherwise = (Region(Block([scf.YieldOp(one)])) for one in (op.lhs, op.rhs))
    return scf.IfOp(op.cond, [op.result.type], then, otherwise)


def _reshape(op: client_other.DynamicReshapeOp) -> list[Operation]:
    """
    Reshape to sizes one of which may be -1, the quotient of the others.

        %1 = chlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    =>
        %2 = shape.shape_of %0 : tensor<?x?xf32> -> tensor<2xindex>
        %3 = shape.num_elements %2 : tensor<2xindex> -> index
        %4 = mhlo.compute_reshape_shape %3, %s : (index, tensor<1xi32>) -> tensor<1xi32>
        %1 = stablehlo.dynamic_reshape %0, %4 : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
    """
    shape_of = shape.ShapeOfOp(op.operand)
    count = shape.NumElementsOp(shape_of.result)
    sizes = final(ComputeReshapeShapeOp, MHLO).create(
        operands=[count.result, op.output_shape], result_types=[op.output_shape.type]
    )
    operands = [op.operand, sizes.results[0]]
    new = _create(movement.DynamicReshapeOp, operands, op.results[0].type)
    return [shape_of, count, sizes, new]


def _pad(op: tensor.PadOp) -> list[Operation] | None:
    """
    Pad with one value; None when the value depends on the index.

        %0 = tensor.pad %x low[0] high[1] { ^bb0(%i: index): tensor.yield %e : f32 } : ...
    =>
        %1 = tensor.from_elements %e : tensor<f32>
        %0 = stablehlo.pad %x, %1, low = [0], high = [1], interior = [0] : ...
    """
    last = op.region.block.last_op
    type_ = as_tensor(op.source.type)
    if last is None or type_ is None or op.region.block.first_op is not last:
        return None
    if last.operands[0] in op.region.block.args:
        return None
    ops: list[Operation] = [_elements(last.operands, TensorType(type_.element_type, ()))]
    value = ops[0].results[0]
    zeros = [0] * type_.get_num_dims()
    if not op.low and not op.high:
        new = _create(slicing.PadOp, [op.source, value], op.result.type)
        new.properties["edge_padding_low"] = i64_array(ints(op.static_low))
        new.properties["edge_padding_high"] = i64_array(ints(op.static_high))
        new.properties["interior_padding"] = i64_array(zeros)
        return [*ops, new]
    operands = [op.source, value]
    low, high = iter(op.low), iter(op.high)
    for static, given in ((ints(op.static_low), low), (ints(op.static_high), high), (zeros, low)):
        ops += _vector([next(given) if size == DYNAMIC_INDEX else size for size in static])
        operands.append(ops[-1].results[0])
    return [*ops, _create(slicing.DynamicPadOp, operands, op.result.type)]


def _vector(sizes: Sequence[SSAValue | int]) -> list[Operation]:
    """The operations that compute a tensor of sizes, the result of the last one."""
    constants = {
        size: arith.ConstantOp(IntegerAttr(size, IndexType()))
        for size in sizes
        if isinstance(size, int)
    }
    values = [constants[size].result if isinstance(size, int) else size for size in sizes]
    return [*constants.values(), _elements(values, TensorType(IndexType(), (len(values),)))]


def _elements(values: Sequence[SSAValue], type_: Attribute) -> Operation:
    return tensor.FromElementsOp.create(operands=list(values), result_types=[type_])
