"""Converts single operations, and bodies of scalar operations."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import UnrankedTensorType
from xdsl.ir import Operation, Region, SSAValue

from disc_shape.cards.indices import element_type_of
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.contraction import DotGeneralOp
from disc_shape.dialects.hlo.convolution import ConvolutionOp, DynamicConvOp
from disc_shape.dialects.hlo.gather_scatter import ScatterOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp, SelectAndScatterOp
from disc_shape.linalg_conversion.elements import scalarize
from disc_shape.linalg_conversion.registry import CONVERSIONS, no_form
from disc_shape.linalg_conversion.types import is_complex
from disc_shape.linalg_conversion.values import Values

COMPUTING = (
    ConvolutionOp,
    CustomCallOp,
    DotGeneralOp,
    DynamicConvOp,
    ReduceWindowOp,
    ScatterOp,
    SelectAndScatterOp,
)
"""The operations whose conversions compute with numbers that are not complex."""


def convert_operation(op: Operation, values: Values) -> None:
    """Emit the counterpart of an operation and bind its results; raises `OperationError`."""
    emit(op, values)
    if values.facts is not None:
        values.facts.pass_guard(op)


def emit(op: Operation, values: Values) -> None:
    """Emit the counterpart of an operation in the first way that applies."""
    if any(
        isinstance(type_, UnrankedTensorType) for type_ in (*op.operand_types, *op.result_types)
    ):
        raise no_form(op, "the rank of a value is not known")
    if scalarize(op, values):
        return
    if isinstance(op, COMPUTING) and any(map(is_complex, map(element_type_of, op.operand_types))):
        raise no_form(op, "complex numbers have no form")
    conversion = CONVERSIONS.find(type(op))
    if conversion is None:
        raise no_form(op, "no conversion is known")
    conversion(op, values)


def run_body(region: Region, arguments: Sequence[SSAValue], values: Values) -> list[SSAValue]:
    """
    Emit the body of a reduction or comparison on scalars; returns the scalars that it yields.

        ^bb0(%a: tensor<f32>, %b: tensor<f32>):
          %s = stablehlo.add %a, %b : tensor<f32>
          stablehlo.return %s : tensor<f32>
    =>
        %s = arith.addf %a, %b : f32
    """
    block = region.block
    for old, new in zip(block.args, arguments, strict=True):
        values.bind_elements(old, [new])
    for op in block.ops:
        if op is not block.last_op:
            convert_operation(op, values)
    last = block.last_op
    assert last is not None
    return [values.scalar(operand) for operand in last.operands]
