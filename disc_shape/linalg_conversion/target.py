"""Operations that the converted program may hold as they are, and those that only forward."""

from __future__ import annotations

from typing import cast

from xdsl.dialects import arith, cf, func, linalg, math, scf, tensor
from xdsl.dialects.builtin import (
    DenseIntElementsAttr,
    DenseIntOrFPElementsAttr,
    IntegerType,
    ModuleOp,
    TensorType,
)
from xdsl.ir import Attribute, Operation

from disc_shape.cards.indices import shape_of
from disc_shape.dialects.disc_shape import BindDimOp, TieShapeOp
from disc_shape.dialects.hlo.control_flow import OptimizationBarrierOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.mhlo_only import CopyOp
from disc_shape.dialects.xdsl_extras import tensor as tensor_extras
from disc_shape.dialects.xdsl_extras.arith import Arith
from disc_shape.dialects.xdsl_extras.math import Math
from disc_shape.dialects.xdsl_extras.scf import Scf
from disc_shape.linalg_conversion.regions import clone
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.types import converted
from disc_shape.linalg_conversion.values import Values, known_integers


def keep(op: Operation, values: Values) -> None:
    """Emit an operation again on counterparts."""
    values.bind_all(op, clone(op, values).results)


def convert_constant(op: Operation, values: Values) -> None:
    """
    A constant without sign, at the top of the function; small ones are scalars until a tensor is
    needed.

        %0 = stablehlo.constant dense<1> : tensor<4xui32>
    =>
        %0 = arith.constant dense<1> : tensor<4xi32>
    """
    assert isinstance(op, ConstantOp | arith.ConstantOp)
    result = op.results[0]
    type_ = converted(result.type)
    values.bind(result, values.writer.dense(without_signs(op.properties["value"], type_), type_))


def without_signs(value: Attribute, type_: Attribute) -> Attribute:
    """A constant with elements of the same bits, for a type without signs."""
    if not isinstance(value, DenseIntOrFPElementsAttr):
        return value
    elements = cast("DenseIntElementsAttr", value)
    return DenseIntElementsAttr(cast("TensorType[IntegerType]", type_), elements.data)


def forward(op: Operation, values: Values) -> None:
    """Let operands be the results."""
    for result, operand in zip(op.results, op.operands, strict=False):
        values.forward(result, operand)


def drop(op: Operation, values: Values) -> None:
    """An operation that only states facts."""


def convert_dim(op: Operation, values: Values) -> None:
    """A size that is known already, or `tensor.dim`."""
    assert isinstance(op, tensor.DimOp)
    axis = known_integers(op.index)
    if axis is None or not 0 <= axis[0] < len(shape_of(op.source)):
        keep(op, values)
    else:
        values.bind(op.result, values.writer.value(values.size(op.source, axis[0])))


def convert_from_elements(op: Operation, values: Values) -> None:
    """Scalars, until a tensor is needed."""
    values.bind_elements(op.results[0], [values.tensor(operand) for operand in op.operands])


def convert_extract(op: Operation, values: Values) -> None:
    """An element of a tensor that is held as scalars, or `tensor.extract`."""
    assert isinstance(op, tensor.ExtractOp)
    known, shape = values.known_elements(op.tensor), shape_of(op.tensor)
    places = [known_integers(index) for index in op.indices]
    position = 0
    for size, place in zip(shape, places, strict=True):
        if known is None or place is None or not 0 <= place[0] < size:
            index = [values.tensor(at) for at in op.indices]
            values.bind(op.result, values.writer.extract(values.tensor(op.tensor), index))
            return
        position = position * size + place[0]
    item = values.scalar(op.tensor) if known is None else known[position]
    values.bind(op.result, item)


for _dialect in (
    *(arith.Arith, math.Math, scf.Scf, tensor.Tensor, linalg.Linalg, cf.Cf),
    *(Arith, Math, Scf, tensor_extras.Tensor),
):
    register_conversion(keep, *_dialect.operations)
register_conversion(keep, func.ReturnOp, func.CallOp, ModuleOp)
register_conversion(keep, scf.YieldOp)
register_conversion(convert_constant, ConstantOp, arith.ConstantOp)
register_conversion(forward, TieShapeOp, tensor.CastOp, OptimizationBarrierOp, CopyOp)
register_conversion(drop, BindDimOp)
register_conversion(convert_dim, tensor.DimOp)
register_conversion(convert_from_elements, tensor.FromElementsOp)
register_conversion(convert_extract, tensor.ExtractOp)
