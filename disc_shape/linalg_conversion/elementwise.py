"""Elementwise operations that have no card."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from xdsl.dialects import arith, math
from xdsl.dialects.builtin import AnyFloat, FixedBitwidthType
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo import mhlo_elementwise
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.conversion import BitcastConvertOp, ImagOp, IsFiniteOp, RealOp
from disc_shape.dialects.hlo.normalization import BatchNormInferenceOp
from disc_shape.dialects.hlo.sizes import SetDimensionSizeOp
from disc_shape.dialects.hlo.windowed import MapOp
from disc_shape.linalg_conversion.generic import fill, structured
from disc_shape.linalg_conversion.operations import run_body
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.scalars import is_finite
from disc_shape.linalg_conversion.slices import sliced
from disc_shape.linalg_conversion.types import kind_of, plain_type, signless
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index

Body = Callable[[Sequence[SSAValue]], SSAValue]
"""Emits the element of the result from those of the operands."""


def over_elements(
    op: Operation, values: Values, body: Body, maps: Sequence[Sequence[int]] | None = None
) -> None:
    """
    Loops over the elements of the first operand, which has the sizes of the result. `maps` lists
    the dimensions of each operand among them; None for all.
    """
    writer, rank, result = values.writer, rank_of(op.results[0]), op.results[0]
    scalars = [values.known_elements(operand) for operand in op.operands]
    if not rank and all(scalar is not None for scalar in scalars):
        known = [scalar[0] for scalar in scalars if scalar is not None]
        values.bind_elements(result, [body(known)])
        return
    first = op.operands[0]
    sizes = [
        values.size_by(result, axis, lambda axis=axis: values.size(first, axis))
        for axis in range(rank)
    ]
    ins = [values.tensor(operand) for operand in op.operands]
    out = writer.empty(plain_type(result), sizes)
    block = Block(arg_types=[element_type_of(value.type) for value in (*ins, out)])
    with writer.at(InsertPoint.at_end(block)):
        writer.insert(YieldOp(body(block.args[: len(ins)])))
    identity = AffineMap.identity(rank)
    shown = [
        identity
        if maps is None
        else AffineMap(rank, 0, tuple(AffineExpr.dimension(axis) for axis in axes))
        for axes in (maps or [()] * len(ins))
    ]
    iterators = ["parallel"] * rank
    values.bind_all(op, structured(writer, ins, [out], block, [*shown, identity], iterators))


def convert_is_finite(op: Operation, values: Values) -> None:
    """
    Whether a number is less than infinity, whatever its sign.

        %1 = stablehlo.is_finite %0 : (tensor<?xf32>) -> tensor<?xi1>
    =>
        %a = math.absf %x : f32
        %r = arith.cmpf olt, %a, %infinity : f32
    """
    over_elements(op, values, lambda elements: is_finite(values.writer, elements[0]))


def convert_bitcast(op: Operation, values: Values) -> None:
    """The same bits in another type of the same width."""
    assert isinstance(op, BitcastConvertOp)
    before, after = (element_type_of(value.type) for value in (op.operands[0], op.results[0]))
    widths = [
        type_.bitwidth if isinstance(type_, FixedBitwidthType) else None
        for type_ in (before, after)
    ]
    if None in widths or None in (kind_of(before), kind_of(after)) or widths[0] != widths[1]:
        raise no_form(op, f"elements of type {before} become others of type {after}")
    if signless(before) == signless(after):
        values.forward(op.results[0], op.operands[0])
        return
    type_ = signless(after)
    over_elements(op, values, lambda elements: values.writer.op(arith.BitcastOp, elements, type_))


def convert_map(op: Operation, values: Values) -> None:
    """A function of elements."""
    assert isinstance(op, MapOp)
    over_elements(op, values, lambda elements: run_body(op.computation, elements, values)[0])


def convert_real(op: Operation, values: Values) -> None:
    """The real part of a real number."""
    if kind_of(element_type_of(op.operands[0].type)) != "float":
        raise no_form(op, "complex numbers have no form")
    values.forward(op.results[0], op.operands[0])


def convert_imag(op: Operation, values: Values) -> None:
    """The imaginary part of a real number: zero."""
    if kind_of(element_type_of(op.operands[0].type)) != "float":
        raise no_form(op, "complex numbers have no form")
    writer, type_ = values.writer, plain_type(op.results[0])
    out = writer.empty(type_, values.sizes(op.operands[0]))
    values.bind(op.results[0], fill(writer, writer.constant(0, type_.element_type), out))


def convert_batch_norm_inference(op: Operation, values: Values) -> None:
    """
    Elements of a feature less its mean, by its standard deviation, scaled and moved.

        R[i] = (X[i] - mean[f]) / sqrt(variance[f] + epsilon) * scale[f] + offset[f]
    """
    assert isinstance(op, BatchNormInferenceOp)
    writer, type_ = values.writer, element_type_of(op.operands[0].type)
    rank, feature = rank_of(op.operands[0]), int_of(op.feature_index)
    if not isinstance(type_, AnyFloat):
        raise no_form(op, f"it is not computed of elements of type {type_}")
    epsilon = writer.constant(op.epsilon.value.data, type_)

    def body(elements: Sequence[SSAValue]) -> SSAValue:
        item, scale, offset, mean, variance = elements
        centred = writer.op(arith.SubfOp, [item, mean], type_)
        deviation = writer.op(
            math.SqrtOp, [writer.op(arith.AddfOp, [variance, epsilon], type_)], type_
        )
        normal = writer.op(arith.DivfOp, [centred, deviation], type_)
        scaled = writer.op(arith.MulfOp, [normal, scale], type_)
        return writer.op(arith.AddfOp, [scaled, offset], type_)

    over_elements(op, values, body, [range(rank), *([[feature]] * 4)])


def convert_set_dimension_size(op: Operation, values: Values) -> None:
    """The first elements along a dimension; its result must have an unknown size there."""
    assert isinstance(op, SetDimensionSizeOp)
    axis = int_of(op.dimension)
    sizes = values.sizes(op.operand)
    sizes[axis] = values.integer(op.size)
    starts: list[Index] = [0] * len(sizes)
    ones: list[Index] = [1] * len(sizes)
    box = sliced(values.writer, values.tensor(op.operand), starts, sizes, ones)
    values.bind(op.result, box)


FUNCTIONS: dict[type[Operation], type[Operation]] = {
    mhlo_elementwise.AcosOp: math.AcosOp,
    mhlo_elementwise.AcoshOp: math.AcoshOp,
    mhlo_elementwise.AsinOp: math.AsinOp,
    mhlo_elementwise.AsinhOp: math.AsinhOp,
    mhlo_elementwise.AtanhOp: math.AtanhOp,
    mhlo_elementwise.CoshOp: math.CoshOp,
    mhlo_elementwise.SinhOp: math.SinhOp,
    mhlo_elementwise.ErfOp: math.ErfOp,
}
"""Functions of MHLO that StableHLO lacks."""


def convert_function(op: Operation, values: Values) -> None:
    """A function of floats that math has."""
    type_ = element_type_of(op.operands[0].type)
    if kind_of(type_) != "float":
        raise no_form(op, f"it is not computed of elements of type {type_}")
    function = next(one for base, one in FUNCTIONS.items() if isinstance(op, base))
    over_elements(op, values, lambda elements: values.writer.op(function, elements, type_))


register_conversion(convert_function, *FUNCTIONS)
register_conversion(convert_is_finite, IsFiniteOp)
register_conversion(convert_bitcast, BitcastConvertOp)
register_conversion(convert_map, MapOp)
register_conversion(convert_real, RealOp)
register_conversion(convert_imag, ImagOp)
register_conversion(convert_batch_norm_inference, BatchNormInferenceOp)
register_conversion(convert_set_dimension_size, SetDimensionSizeOp)
