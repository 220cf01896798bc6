"""Products of complex matrices as IREE computes them."""

from __future__ import annotations

from typing import cast

from xdsl.builder import Builder
from xdsl.dialects.builtin import ComplexType, Float32Type, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.hlo.binary import AddOp, SubtractOp
from disc_shape.dialects.hlo.contraction import DotGeneralOp
from disc_shape.dialects.hlo.conversion import ComplexOp, ImagOp, RealOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.op import STABLEHLO, HloOp
from disc_shape.relations.value_types import as_tensor


def split_product(op: Operation) -> None:
    """
    Multiply complex matrices by their parts, since linalg's contractions are of numbers.

        %0 = stablehlo.dot_general %x, %y, ... : ... -> tensor<?x?xcomplex<f32>>
    =>
        %1 = stablehlo.real %x ... %2 = stablehlo.imag %x ... %3 = stablehlo.real %y ...
        %5 = stablehlo.dot_general %1, %3 ... %6 = stablehlo.dot_general %2, %4 ...
        %7 = stablehlo.subtract %5, %6
        ...
        %0 = stablehlo.complex %7, %8 : tensor<?x?xcomplex<f32>>
    """
    if not isinstance(op, DotGeneralOp):
        return
    types = [as_tensor(value.type) for value in (op.lhs, op.rhs, op.result)]
    elements = [None if type_ is None else type_.element_type for type_ in types]
    if not all(isinstance(one, ComplexType) for one in elements):
        return
    build = Builder(InsertPoint.before(op))

    def add(kind: type[HloOp], *operands: SSAValue, like: SSAValue) -> SSAValue:
        type_ = as_tensor(like.type)
        assert type_ is not None
        element = type_.element_type
        if kind is not ComplexOp:
            element = cast("ComplexType[Float32Type]", element).element_type
        new = TensorType(element, type_.get_shape(), type_.encoding)
        properties = op.properties if kind is DotGeneralOp else {}
        made = final(kind, STABLEHLO).create(
            operands=operands, result_types=[new], properties=properties
        )
        return build.insert(made).results[0]

    left = [add(part, op.lhs, like=op.lhs) for part in (RealOp, ImagOp)]
    right = [add(part, op.rhs, like=op.rhs) for part in (RealOp, ImagOp)]
    products = [[add(DotGeneralOp, a, b, like=op.result) for b in right] for a in left]
    real = add(SubtractOp, products[0][0], products[1][1], like=op.result)
    imag = add(AddOp, products[0][1], products[1][0], like=op.result)
    Rewriter.replace_op(op, [], [add(ComplexOp, real, imag, like=op.result)])
