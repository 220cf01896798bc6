"""
Scalars of arith as StableHLO on tensors of rank 0, and what tensor does as StableHLO.

An index is an `i64`. XLA folds the operations that are used here once sizes are known.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, cf, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    Builtin,
    DenseIntOrFPElementsAttr,
    Float32Type,
    FloatAttr,
    FunctionType,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    i64,
)
from xdsl.dialects.func import Func, FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.cards import elements_of, functions
from disc_shape.cards.elements import Elementwise
from disc_shape.cards.functions import COMPARE, ScalarFunction
from disc_shape.cards.hlo_elementwise import FUNCTIONS
from disc_shape.dialects.hlo import (
    binary,
    comparison,
    conversion,
    creation,
    movement,
    slicing,
)
from disc_shape.dialects.hlo.attributes import i64_array, i64_attr
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO, HloOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.xdsl_extras.arith import IndexCastUIOp
from disc_shape.dialects.xdsl_extras.constants import constant_int
from disc_shape.errors import OperationError
from disc_shape.exporting.hlo_builder import I32, HloBuilder, is_boolean
from disc_shape.exporting.scalar_builder import INDEX, is_integer
from disc_shape.exporting.shapes import assertion_call
from disc_shape.relations.value_types import as_tensor

SIGNED_CASTS = (arith.IndexCastOp, arith.ExtSIOp, arith.TruncIOp, arith.SIToFPOp, arith.FPToSIOp)
FLOAT_CASTS = (arith.ExtFOp, arith.TruncFOp)
TWINS = {function: hlo for hlo, (function, _) in FUNCTIONS.items()}
BOOLEANS: dict[ScalarFunction, type[HloOp]] = {
    functions.AND: binary.AndOp,
    functions.MULTIPLY: binary.AndOp,
    functions.OR: binary.OrOp,
}
"""The functions of booleans that XLA folds; sums are `!=`, as arith wraps them around."""
DIFFERENCES = (functions.ADD, functions.SUBTRACT, functions.XOR)

KEPT = (STABLEHLO, CHLO, Func.name, Builtin.name, "sdy")
"""The dialects whose operations stay as they are but for the types of sizes."""


class HloWriter:
    """Writes the operations of one function that are not StableHLO's as StableHLO."""

    def __init__(self) -> None:
        self._hlo = HloBuilder(InsertPoint(Block()))

    def rewrite(self, op: Operation) -> None:
        """Replace one operation; `OperationError` for one that has no form in StableHLO."""
        if op.dialect_name() in KEPT:
            self._widen_types(op)
            return
        self._hlo = HloBuilder(InsertPoint.before(op))
        values = self._values(op)
        if values is None:
            raise OperationError(f"'{op.name}' has no form in StableHLO", op)
        for value, result in zip(values, op.results, strict=True):
            value.name_hint = value.name_hint or result.name_hint
        Rewriter.replace_op(op, [], values)

    def _widen_types(self, op: Operation) -> None:
        """Sizes in tensors of `index` are `i64`."""
        for result in op.results:
            widen(result)
        for region in op.regions:
            for block in region.blocks:
                for argument in block.args:
                    widen(argument)
        if isinstance(op, FuncOp):
            inputs = [widened(one) for one in op.function_type.inputs]
            outputs = [widened(one) for one in op.function_type.outputs]
            op.function_type = FunctionType.from_lists(inputs, outputs)
        value = op.properties.get("value")
        if isinstance(op, creation.ConstantOp) and isinstance(value, DenseIntOrFPElementsAttr):
            op.properties["value"] = widened_elements(cast("DenseIntOrFPElementsAttr", value))

    def _values(self, op: Operation) -> Sequence[SSAValue] | None:
        match op:
            case arith.ConstantOp():
                return [self._constant(op)]
            case tensor.DimOp():
                return [self._dimension(op)]
            case tensor.FromElementsOp():
                return [self._hlo.vector(list(op.operands), widened(op.results[0].type))]
            case tensor.ExtractOp():
                return [self._extract(op)]
            case tensor.CastOp():
                return [self._cast(op)]
            case cf.AssertOp():
                self._hlo.build.insert(assertion_call(op.operands[0], op.msg.data))
                return []
            case _ if op.dialect_name() == arith.Arith.name:
                return [self._arithmetic(op)]
            case _:
                return None

    def _constant(self, op: arith.ConstantOp) -> SSAValue:
        value, type_ = op.value, widened(op.result.type)
        if isinstance(value, IntegerAttr):
            scalar = cast("TensorType[IntegerType]", type_)
            value = DenseIntOrFPElementsAttr.from_list(scalar, [constant_int(op.result) or 0])
        elif isinstance(value, FloatAttr):
            scalars = cast("TensorType[Float32Type]", type_)
            value = DenseIntOrFPElementsAttr.from_list(scalars, [value.value.data])
        elif isinstance(value, DenseIntOrFPElementsAttr):
            value = widened_elements(value)
        return self._hlo.add(creation.ConstantOp, [], type_, {"value": value})

    def _dimension(self, op: tensor.DimOp) -> SSAValue:
        axis = dimension_of(op)
        size = self._hlo.add(GetDimensionSizeOp, [op.source], I32, {"dimension": i64_attr(axis)})
        return self._hlo.add(conversion.ConvertOp, [size], TensorType(i64, []))

    def _extract(self, op: tensor.ExtractOp) -> SSAValue:
        """
        One element. Positions that are not constant are clamped, as no legal run needs.

            %0 = tensor.extract %x[%c1] : tensor<3xi64>
        =>
            %1 = stablehlo.slice %x [1:2] : (tensor<3xi64>) -> tensor<1xi64>
            %0 = stablehlo.reshape %1 : (tensor<1xi64>) -> tensor<i64>
        """
        type_ = as_tensor(op.tensor.type)
        assert type_ is not None
        element = widened_element(type_.element_type)
        if not op.indices:
            return op.tensor
        sliced = TensorType(element, [1] * type_.get_num_dims())
        known = [known_number(index) for index in op.indices]
        numbers = [number for number in known if number is not None]
        if len(numbers) == len(known) and are_inside(numbers, type_.get_shape()):
            limits = [number + 1 for number in numbers]
            properties = {
                "start_indices": i64_array(numbers),
                "limit_indices": i64_array(limits),
                "strides": i64_array([1] * len(numbers)),
            }
            piece = self._hlo.add(slicing.SliceOp, [op.tensor], sliced, properties)
        else:
            sizes = {"slice_sizes": i64_array([1] * len(known))}
            piece = self._hlo.add(slicing.DynamicSliceOp, [op.tensor, *op.indices], sliced, sizes)
        return self._hlo.add(movement.ReshapeOp, [piece], TensorType(element, []))

    def _cast(self, op: tensor.CastOp) -> SSAValue:
        """A type with other sizes: `convert` changes neither elements nor sizes."""
        source, result = as_tensor(op.source.type), as_tensor(op.dest.type)
        if source is None or result is None:
            raise OperationError(f"'{op.name}' of a tensor of unknown rank", op)
        return self._hlo.add(conversion.ConvertOp, [op.source], widened(op.dest.type))

    def _arithmetic(self, op: Operation) -> SSAValue:
        type_ = widened(op.results[0].type)
        if isinstance(op, SIGNED_CASTS + FLOAT_CASTS):
            return self._hlo.cast_number(op.operands[0], type_)
        if isinstance(op, arith.ExtUIOp | IndexCastUIOp | arith.UIToFPOp):
            return self._hlo.add(conversion.ConvertOp, [self._hlo.unsigned(op.operands[0])], type_)
        rule = elements_of(op)
        scalar = rule.scalar(op) if isinstance(rule, Elementwise) else None
        if scalar is None:
            raise OperationError(f"'{op.name}' has no form in StableHLO", op)
        operands = list(op.operands)
        if scalar.unsigned and not is_boolean(operands[0]):
            function, kind = scalar.function, widened(operands[0].type)
            unsigned = [self._hlo.unsigned(operand) for operand in operands]
            value = self._function(op, function, unsigned, unsigned[0].type)
            return (
                value if value.type == type_ else self._hlo.add(conversion.ConvertOp, [value], kind)
            )
        return self._function(op, scalar.function, operands, type_)

    def _function(
        self,
        op: Operation,
        function: ScalarFunction,
        operands: Sequence[SSAValue],
        type_: Attribute,
    ) -> SSAValue:
        relation = next((name for name, one in COMPARE.items() if one is function), None)
        if relation is not None:
            return self._hlo.compare(relation, operands)
        if function is functions.SELECT:
            return self._hlo.add(comparison.SelectOp, operands, type_)
        if is_boolean(operands[0]) and function in DIFFERENCES:
            return self._hlo.compare("!=", operands)
        if is_boolean(operands[0]) and function in BOOLEANS:
            return self._hlo.add(BOOLEANS[function], operands, type_)
        if function in (functions.FLOOR_DIVIDE, functions.CEIL_DIVIDE):
            return self._hlo.rounded(function, operands, type_)
        if function not in TWINS or is_boolean(operands[0]):
            raise OperationError(f"'{op.name}' has no form in StableHLO", op)
        return self._hlo.add(TWINS[function], operands, type_)


def are_inside(numbers: Sequence[int], sizes: Sequence[int]) -> bool:
    """Whether indices are inside of sizes as far as these are known."""
    pairs = zip(numbers, sizes, strict=True)
    return all(number >= 0 and (size == DYNAMIC_INDEX or number < size) for number, size in pairs)


def widened_element(element: Attribute) -> Attribute:
    """An index is an `i64`."""
    return i64 if isinstance(element, IndexType) else element


def widened(type_: Attribute) -> Attribute:
    """The type of a value in StableHLO: scalars are tensors of rank 0, indices are `i64`."""
    tensor_type = as_tensor(type_)
    if tensor_type is None:
        scalar = is_integer(type_) or isinstance(type_, AnyFloat)
        return TensorType(widened_element(type_), []) if scalar else type_
    if tensor_type.element_type != INDEX:
        return type_
    return TensorType(i64, tensor_type.get_shape(), tensor_type.encoding)


def widen(value: SSAValue) -> None:
    """Give a value its type in StableHLO."""
    new = widened(value.type)
    if new != value.type:
        Rewriter.replace_value_with_new_type(value, new)


def widened_elements(value: DenseIntOrFPElementsAttr) -> DenseIntOrFPElementsAttr:
    """A constant of indices as one of `i64`."""
    if value.get_element_type() != INDEX:
        return value
    type_ = cast("TensorType[IntegerType]", widened(value.type))
    return DenseIntOrFPElementsAttr(type_, value.data)


def dimension_of(op: tensor.DimOp) -> int:
    """The dimension whose size is read; `OperationError` when it is computed."""
    axis = known_number(op.index)
    if axis is None:
        raise OperationError(f"the dimension of '{op.name}' is not constant", op)
    return axis


def known_number(value: SSAValue) -> int | None:
    """The number of a scalar constant, before or after it was rewritten."""
    number = constant_int(value)
    owner = value.owner
    if number is None and isinstance(owner, creation.ConstantOp):
        attribute = owner.properties.get("value")
        if isinstance(attribute, DenseIntOrFPElementsAttr):
            (found,) = set(attribute.iter_values())
            number = found if isinstance(found, int) else None
    return number
