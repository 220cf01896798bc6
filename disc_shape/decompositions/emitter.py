"""Emits StableHLO operations that replace another one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects.builtin import (
    AnyFloat,
    ComplexType,
    DenseIntOrFPElementsAttr,
    Float32Type,
    IndexType,
    IntegerType,
    TensorType,
    f32,
    f64,
    i1,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.dialects.hlo.attributes import i64_array
from disc_shape.dialects.hlo.binary import BinaryOp
from disc_shape.dialects.hlo.comparison import CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import AbsOp, ConvertOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.elementwise import UnaryOp
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, DynamicBroadcastInDimOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import STABLEHLO, HloOp
from disc_shape.dialects.shape import ShapeOfOp


def tensor(type_: Attribute) -> TensorType[Attribute]:
    """A type as a tensor type, which the verifier has checked that it is."""
    found = as_tensor(type_)
    if found is None:
        raise TypeError(f"{type_} is no tensor type")
    return found


def with_element(type_: TensorType[Attribute], element: Attribute) -> TensorType[Attribute]:
    """The same sizes and encoding with other elements."""
    return TensorType(element, type_.shape.data, type_.encoding)


def splat(value: complex, type_: TensorType[Attribute]) -> Attribute:
    """One number for all elements of a static tensor."""
    element = type_.element_type
    bare = TensorType(element, type_.shape.data)
    if isinstance(element, ComplexType):
        parts = cast("TensorType[ComplexType[Float32Type]]", bare)
        return DenseIntOrFPElementsAttr.from_list(parts, [(value.real, value.imag)])
    if isinstance(element, IntegerType | IndexType):
        integers = cast("TensorType[IntegerType]", bare)
        return DenseIntOrFPElementsAttr.from_list(integers, [int(value.real)])
    reals = cast("TensorType[Float32Type]", bare)
    return DenseIntOrFPElementsAttr.from_list(reals, [float(value.real)])


class Emitter:
    """Emits operations at an insertion point, on tensors of one shape.

    `type_` has this shape, and `model` is a value that has it at run time.
    """

    def __init__(self, builder: Builder, type_: TensorType[Attribute], model: SSAValue) -> None:
        self.builder = builder
        self.type = type_
        self.model = model
        self._shape: SSAValue | None = None
        self._constants: dict[tuple[complex, Attribute], SSAValue] = {}

    @classmethod
    def before(cls, op: Operation, model: SSAValue) -> Emitter:
        """An emitter before an operation, for the type of its first result."""
        return cls(Builder(InsertPoint.before(op)), tensor(op.results[0].type), model)

    def widened(self) -> Emitter:
        """This emitter, or one for the same shape in single precision where that is more."""
        if self.element in (f32, f64):
            return self
        return Emitter(self.builder, with_element(self.type, f32), self.model)

    @property
    def element(self) -> Attribute:
        """The element type of the result."""
        return self.type.element_type

    def add(
        self,
        base: type[HloOp],
        operands: Sequence[SSAValue],
        result: Attribute,
        properties: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        """One operation of StableHLO and its result."""
        op = final(base, STABLEHLO).create(
            operands=operands, result_types=[result], properties=dict(properties or {})
        )
        return self.builder.insert(op).results[0]

    def unary(self, base: type[UnaryOp], value: SSAValue) -> SSAValue:
        """A function of one number."""
        return self.add(base, (value,), value.type)

    def binary(self, base: type[BinaryOp], lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """A function of two numbers."""
        return self.add(base, (lhs, rhs), lhs.type)

    def compare(self, direction: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Where a comparison of real numbers holds."""
        words = {
            "comparison_direction": final_attribute(ComparisonDirectionAttr, STABLEHLO)(direction),
            "compare_type": final_attribute(ComparisonTypeAttr, STABLEHLO)("FLOAT"),
        }
        return self.add(CompareOp, (lhs, rhs), with_element(tensor(lhs.type), i1), words)

    def absolute(self, value: SSAValue) -> SSAValue:
        """Absolute values of real numbers."""
        return self.add(AbsOp, (value,), value.type)

    def select(self, pred: SSAValue, on_true: SSAValue, on_false: SSAValue) -> SSAValue:
        """One of two numbers."""
        return self.add(SelectOp, (pred, on_true, on_false), on_true.type)

    def convert(self, value: SSAValue, element: Attribute) -> SSAValue:
        """The same numbers in another type."""
        return self.add(ConvertOp, (value,), with_element(tensor(value.type), element))

    @property
    def shape(self) -> SSAValue:
        """The sizes of the result, as a tensor of indices."""
        if self._shape is None:
            self._shape = self.builder.insert(ShapeOfOp(self.model)).result
        return self._shape

    def constant(self, value: complex, element: Attribute | None = None) -> SSAValue:
        """One number in the shape of the result."""
        element = self.element if element is None else element
        key = (value, element)
        if key not in self._constants:
            self._constants[key] = self._constant(value, with_element(self.type, element))
        return self._constants[key]

    def _constant(self, value: complex, type_: TensorType[Attribute]) -> SSAValue:
        if type_.has_static_shape():
            return self.add(ConstantOp, (), type_, {"value": splat(value, type_)})
        scalar = TensorType(type_.element_type, ())
        number = self.add(ConstantOp, (), scalar, {"value": splat(value, scalar)})
        return self.broadcast(number, (), type_, self.shape)

    def broadcast(
        self,
        value: SSAValue,
        dimensions: Sequence[int],
        type_: TensorType[Attribute],
        shape: SSAValue | None,
    ) -> SSAValue:
        """A value broadcast to a type, whose sizes `shape` lists unless they are static."""
        properties = {"broadcast_dimensions": i64_array(dimensions)}
        if shape is None or type_.has_static_shape():
            return self.add(BroadcastInDimOp, (value,), type_, properties)
        return self.add(DynamicBroadcastInDimOp, (value, shape), type_, properties)


def is_real(type_: Attribute) -> bool:
    """Whether the elements are real numbers of floating point."""
    return isinstance(tensor(type_).element_type, AnyFloat)
