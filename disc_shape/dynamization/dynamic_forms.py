"""Static operations whose sizes became dynamic, in their dynamic forms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    BytesAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.hlo.attributes import i64_array, ints
from disc_shape.dialects.hlo.creation import ConstantOp, DynamicIotaOp, IotaOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.gather_scatter import DynamicGatherOp, GatherOp
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    DynamicBroadcastInDimOp,
    DynamicReshapeOp,
    ReshapeOp,
)
from disc_shape.dialects.hlo.slicing import (
    DynamicPadOp,
    DynamicSliceOp,
    PadOp,
    RealDynamicSliceOp,
    SliceOp,
)
from disc_shape.errors import OperationError
from disc_shape.locations import fill_locations, inherit
from disc_shape.relations import RelationState
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.function import has_one_value
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import Expr, const


@dataclass(frozen=True)
class Numbers:
    """The numbers of an operation besides the sizes of its results, made dynamic."""

    starts: tuple[Expr, ...]
    """The start of a slice; the low padding."""
    limits: tuple[Expr, ...]
    """The limits of a slice; the high padding; the slice sizes of gathers and dynamic slices."""


@dataclass
class DynamicForms:
    """Rewrites the operations of one function, according to the dynamic sizes in its types."""

    function: func.FuncOp
    state: RelationState
    """The sizes of all values."""
    numbers: Mapping[Operation, Numbers]

    def write(self) -> None:
        """Rewrite every operation of which a number, or a size of the first result, is dynamic."""
        sizes = Sizes(self.state, Order(self.function.body), self.function.body.block)
        for op in list(self.function.body.walk()):
            if not op.results or not (is_dynamic(op.results[0].type) or self._varies(op)):
                continue
            new = self._dynamic_form(op, sizes)
            if new is not None:
                block = op.parent
                assert block is not None
                inherit(new, op)
                block.insert_ops_before([new], op)
                self.state.copy_value(op.results[0], new.results[0])
                sizes.forward(op.results[0], new.results[0])
                sizes.order.numbers[new] = sizes.order.number(op)
                op.results[0].replace_all_uses_with(new.results[0])
                block.erase_op(op)
        fill_locations(self.function.body)

    def _varies(self, op: Operation) -> bool:
        """True when a number of an operation besides its result's sizes has become dynamic."""
        numbers = self.numbers.get(op)
        canonical = self.state.prover.canonical
        return numbers is not None and any(
            canonical(number).constant is None for number in (*numbers.starts, *numbers.limits)
        )

    def _dynamic_form(self, op: Operation, sizes: Sizes) -> Operation | None:
        result = op.results[0]
        shape = self.state.dims(result)
        types = [result.type]
        if isinstance(op, ReshapeOp):
            operands = [op.operand, self._vector(shape, op, sizes)]
            return twin(DynamicReshapeOp, op).create(operands=operands, result_types=types)
        if isinstance(op, BroadcastInDimOp):
            return twin(DynamicBroadcastInDimOp, op).create(
                operands=[op.operand, self._vector(shape, op, sizes)],
                result_types=types,
                properties={"broadcast_dimensions": op.broadcast_dimensions},
            )
        if isinstance(op, IotaOp):
            return twin(DynamicIotaOp, op).create(
                operands=[self._vector(shape, op, sizes)],
                result_types=types,
                properties={"iota_dimension": op.iota_dimension},
            )
        if isinstance(op, ConstantOp):
            return self._constant(op, sizes)
        if isinstance(op, SliceOp):
            return self._with_vectors(RealDynamicSliceOp, op, [op.operand], op.strides, sizes)
        if isinstance(op, PadOp):
            operands, between = [op.operand, op.padding_value], op.interior_padding
            return self._with_vectors(DynamicPadOp, op, operands, between, sizes)
        if isinstance(op, DynamicSliceOp):
            return self._dynamic_slice(op, sizes)
        if isinstance(op, GatherOp):
            return self._dynamic_gather(op, sizes)
        return None

    def _with_vectors(
        self,
        form: type[RealDynamicSliceOp | DynamicPadOp],
        op: SliceOp | PadOp,
        operands: Sequence[SSAValue],
        last: Attribute,
        sizes: Sizes,
    ) -> Operation | None:
        """The operation with lists of sizes as operands; None when all of them are numbers."""
        if not self._varies(op):
            return None
        numbers = self.numbers[op]
        lists = (numbers.starts, numbers.limits, [const(number) for number in ints(last)])
        vectors = [self._vector(one, op, sizes) for one in lists]
        return twin(form, op).create(
            operands=[*operands, *vectors], result_types=[op.results[0].type]
        )

    def _constant(self, op: ConstantOp, sizes: Sizes) -> Operation:
        value = splat_of(op)
        if value is None:
            return twin(DynamicIotaOp, op).create(
                operands=[self._vector(self.state.dims(op.output), op, sizes)],
                result_types=[op.output.type],
                properties={"iota_dimension": IntegerAttr(0, i64)},
            )
        scalar = twin(ConstantOp, op).create(
            result_types=[TensorType(element_of(op.output), [])], properties={"value": value}
        )
        block = op.parent
        assert block is not None
        block.insert_ops_before([scalar], op)
        return twin(DynamicBroadcastInDimOp, op).create(
            operands=[scalar.results[0], self._vector(self.state.dims(op.output), op, sizes)],
            result_types=[op.output.type],
            properties={"broadcast_dimensions": i64_array([])},
        )

    def _dynamic_slice(self, op: DynamicSliceOp, sizes: Sizes) -> Operation:
        """
        A slice between limits; like `dynamic_slice` it clamps the start so that these are inside.

            %1 = stablehlo.dynamic_slice %0, %i, %j, sizes = [1, 8]
                : (tensor<4x?xf32>, tensor<i32>, tensor<i32>) -> tensor<1x?xf32>
        =>
            // starts: [max(0, min(i, 4 - 1)), 0], limits: [start + 1, size]
            %1 = stablehlo.real_dynamic_slice %0, %starts, %limits, %strides
        """
        block = op.parent
        assert block is not None
        starts: list[SSAValue] = []
        ends: list[SSAValue] = []
        for axis, (whole, taken) in enumerate(
            zip(self.state.dims(op.operand), self.numbers[op].limits, strict=True)
        ):
            count = self._index(taken, op, sizes)
            if whole is self.state.prover.canonical(taken):
                starts.append(sizes.constant(0))
                ends.append(count)
                continue
            number = tensor.ExtractOp.create(
                operands=[op.start_indices[axis]],
                result_types=[element_of(op.start_indices[axis])],
            )
            index = arith.IndexCastOp(number.results[0], IndexType())
            below = arith.MinSIOp(index.result, self._index(whole - taken, op, sizes))
            start = arith.MaxSIOp(below.result, sizes.constant(0))
            end = arith.AddiOp(start.result, count)
            block.insert_ops_before([number, index, below, start, end], op)
            starts.append(start.result)
            ends.append(end.result)
        strides = [sizes.constant(1)] * len(starts)
        packs = [
            tensor.FromElementsOp.create(
                operands=values, result_types=[TensorType(IndexType(), [len(values)])]
            )
            for values in (starts, ends, strides)
        ]
        block.insert_ops_before(packs, op)
        return twin(RealDynamicSliceOp, op).create(
            operands=[op.operand, *(pack.results[0] for pack in packs)],
            result_types=[op.results[0].type],
        )

    def _dynamic_gather(self, op: GatherOp, sizes: Sizes) -> Operation | None:
        slices = self.numbers[op].limits
        if all(size.constant is not None for size in slices):
            return None
        block = op.parent
        assert block is not None
        values: list[SSAValue] = []
        for size in slices:
            index = self._index(size, op, sizes)
            cast = arith.IndexCastOp(index, i64)
            block.insert_ops_before([cast], op)
            values.append(cast.result)
        pack = tensor.FromElementsOp.create(
            operands=values, result_types=[TensorType(i64, [len(values)])]
        )
        block.insert_ops_before([pack], op)
        properties = {key: one for key, one in op.properties.items() if key != "slice_sizes"}
        return twin(DynamicGatherOp, op).create(
            operands=[op.operand, op.start_indices, pack.results[0]],
            result_types=[op.results[0].type],
            properties=properties,
        )

    def _index(self, size: Expr, op: Operation, sizes: Sizes) -> SSAValue:
        value = sizes.index(self.state.prover.canonical(size), op)
        if value is None:
            raise OperationError(f"'{op.name}': a size cannot be computed here", op)
        return value

    def _vector(self, shape: Sequence[Expr], op: Operation, sizes: Sizes) -> SSAValue:
        value = sizes.vector([self.state.prover.canonical(size) for size in shape], op)
        if value is None:
            raise OperationError(f"'{op.name}': a size cannot be computed here", op)
        return value


def element_of(value: SSAValue) -> Attribute:
    """The element type of a tensor."""
    type = as_tensor(value.type)
    assert type is not None
    return type.element_type


def is_counting(op: ConstantOp) -> bool:
    """True for the numbers from zero upwards, which an iota gives too."""
    value = op.value
    if not isinstance(value, DenseIntOrFPElementsAttr) or len(value.type.get_shape()) != 1:
        return False
    return len(value) > 1 and list(value.get_values()) == list(range(len(value)))


def splat_of(op: ConstantOp) -> DenseIntOrFPElementsAttr | None:
    """The scalar constant of a splat, None for any other constant."""
    value = op.value
    if not isinstance(value, DenseIntOrFPElementsAttr) or not has_one_value(value):
        return None
    width = len(value.data.data) // len(value)
    first = BytesAttr(value.data.data[:width])
    return DenseIntOrFPElementsAttr(TensorType(value.get_element_type(), []), first)
