"""Tensors of StableHLO computed from others: constants, casts, comparisons, vectors of scalars."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerType,
    Signedness,
    TensorType,
    i1,
    i32,
)
from xdsl.ir import Attribute, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards import functions
from disc_shape.cards.functions import ScalarFunction
from disc_shape.dialects.hlo import binary, comparison, conversion, creation, elementwise, movement
from disc_shape.dialects.hlo.attributes import i64_array, i64_attr
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.op import STABLEHLO, HloOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.exporting.scalar_builder import integer_type, is_unsigned
from disc_shape.relations.value_types import as_tensor

DIRECTIONS = {"==": "EQ", "!=": "NE", "<": "LT", "<=": "LE", ">": "GT", ">=": "GE"}

I32 = TensorType(i32, [])


class HloBuilder:
    """Inserts StableHLO operations at one point of a block."""

    def __init__(self, at: InsertPoint) -> None:
        self.build = Builder(at)

    def add(
        self,
        base: type[HloOp],
        operands: Sequence[SSAValue],
        type_: Attribute,
        properties: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        """Insert a StableHLO operation of one result, of this type; its result."""
        op = final(base, STABLEHLO).create(
            operands=list(operands), result_types=[type_], properties=dict(properties or {})
        )
        return self.build.insert(op).results[0]

    def number(self, number: int, type_: Attribute) -> SSAValue:
        """A constant tensor of integers, every element of which is `number`."""
        scalar = cast("TensorType[IntegerType]", type_)
        value = DenseIntOrFPElementsAttr.from_list(scalar, [number])
        return self.add(creation.ConstantOp, [], type_, {"value": value})

    def vector(self, scalars: Sequence[SSAValue], type_: Attribute) -> SSAValue:
        """Scalars (tensors of rank 0) in one static tensor, in row-major order."""
        vector = as_tensor(type_)
        assert vector is not None
        if vector.get_num_dims() == 0:
            return scalars[0]
        element = vector.element_type
        if not scalars:
            empty = cast("TensorType[IntegerType]", vector)
            value = DenseIntOrFPElementsAttr.from_list(empty, [])
            return self.add(creation.ConstantOp, [], vector, {"value": value})
        pieces = [
            self.add(movement.ReshapeOp, [scalar], TensorType(element, [1])) for scalar in scalars
        ]
        flat = pieces[0]
        if len(pieces) > 1:
            flat = self.add(
                movement.ConcatenateOp,
                pieces,
                TensorType(element, [len(pieces)]),
                {"dimension": i64_attr(0)},
            )
        return flat if flat.type == vector else self.add(movement.ReshapeOp, [flat], vector)

    def splat(self, number: int, like: SSAValue) -> SSAValue:
        """A number in the shape of a value."""
        type_ = as_tensor(like.type)
        assert type_ is not None
        if type_.has_static_shape():
            return self.number(number, type_)
        scalar = self.number(number, TensorType(type_.element_type, []))
        sizes = [
            self.add(
                movement.ReshapeOp,
                [self.add(GetDimensionSizeOp, [like], I32, {"dimension": i64_attr(axis)})],
                TensorType(i32, [1]),
            )
            for axis in range(type_.get_num_dims())
        ]
        along = {"dimension": i64_attr(0)}
        shape = self.add(movement.ConcatenateOp, sizes, TensorType(i32, [len(sizes)]), along)
        dims = {"broadcast_dimensions": i64_array(())}
        return self.add(movement.DynamicBroadcastInDimOp, [scalar, shape], type_, dims)

    def cast_number(self, value: SSAValue, type_: Attribute) -> SSAValue:
        """A number in another type: arith reads true as -1, and truncates to the last bit."""
        if value.type == type_:
            return value
        result = as_tensor(type_)
        if result is not None and result.element_type == i1 and not is_boolean(value):
            value = self.add(binary.AndOp, [value, self.splat(1, value)], value.type)
        found = self.add(conversion.ConvertOp, [value], type_)
        if is_boolean(value) and not is_boolean(found):
            return self.add(elementwise.NegOp, [found], type_)
        return found

    def unsigned(self, value: SSAValue) -> SSAValue:
        """An integer read as a number without a sign."""
        type_ = as_tensor(value.type)
        assert type_ is not None
        element = integer_type(type_.element_type)
        if element is None or element == i1:
            return value
        unsigned = IntegerType(element.width.data, Signedness.UNSIGNED)
        return self.add(conversion.ConvertOp, [value], TensorType(unsigned, type_.get_shape()))

    def compare(self, relation: str, operands: Sequence[SSAValue]) -> SSAValue:
        """Whether `relation` (`<`, `!=`, ...) holds, element by element of two equal shapes."""
        type_ = as_tensor(operands[0].type)
        assert type_ is not None
        kind = "FLOAT"
        if integer_type(type_.element_type) is not None:
            unsigned = is_boolean(operands[0]) or is_unsigned(type_.element_type)
            kind = "UNSIGNED" if unsigned else "SIGNED"
        words: dict[str, Attribute] = {
            "comparison_direction": final_attribute(ComparisonDirectionAttr, STABLEHLO)(
                DIRECTIONS[relation]
            ),
            "compare_type": final_attribute(ComparisonTypeAttr, STABLEHLO)(kind),
        }
        return self.add(comparison.CompareOp, operands, TensorType(i1, type_.get_shape()), words)

    def rounded(
        self, function: ScalarFunction, operands: Sequence[SSAValue], type_: Attribute
    ) -> SSAValue:
        """A quotient rounded down or up: that of `divide`, corrected where it is not exact."""
        quotient = self.add(binary.DivOp, operands, type_)
        rest = self.add(binary.RemOp, operands, type_)
        zero = self.number(0, type_)
        inexact = self.compare("!=", [rest, zero])
        negative = [self.compare("<", [operand, zero]) for operand in operands]
        down = function is functions.FLOOR_DIVIDE
        wrong = self.compare("!=" if down else "==", negative)
        off = self.add(binary.AndOp, [inexact, wrong], wrong.type)
        other = self.add(binary.AddOp, [quotient, self.number(-1 if down else 1, type_)], type_)
        return self.add(comparison.SelectOp, [off, other, quotient], type_)


def is_boolean(value: SSAValue) -> bool:
    """Whether a tensor holds truth values."""
    type_ = as_tensor(value.type)
    return type_ is not None and type_.element_type == i1
