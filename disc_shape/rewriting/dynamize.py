"""
Makes chosen argument dimensions of a static program dynamic.

The static sizes of all results are forgotten and found anew: each operation's relation says what
follows from the chosen dimensions. The sizes that static operations spell out as numbers
(broadcasts, splat constants, iotas) are unknowns, which the operations that use them decide; what
nothing decides stays the number that it was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    BytesAttr,
    DenseIntOrFPElementsAttr,
    TensorType,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.analysis.regions import flow_of
from disc_shape.analysis.solver import Solver
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
from disc_shape.dialects.hlo.slicing import RealDynamicSliceOp, SliceOp
from disc_shape.errors import OperationError
from disc_shape.relations import RelationFailure, RelationState, relation_of
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.function import has_one_value
from disc_shape.rewriting.order import Order
from disc_shape.rewriting.refine import set_type
from disc_shape.rewriting.sizes import Sizes
from disc_shape.rewriting.types import refresh_signature
from disc_shape.symbolic import Contradiction, Expr, Reason, ceildiv, const

Shape = tuple[int, ...]


@dataclass
class Dynamizer:
    """Finds the sizes of one function and rewrites it."""

    function: func.FuncOp
    state: RelationState = field(default_factory=RelationState)
    unknown: list[tuple[Expr, int, Operation]] = field(
        default_factory=list[tuple[Expr, int, Operation]]
    )
    """Sizes that some operation spells out, with the number and the operation."""
    limits: dict[Operation, tuple[Expr, ...]] = field(
        default_factory=dict[Operation, tuple[Expr, ...]]
    )
    """For slices: where they end. For gathers: the sizes of the slices."""

    def __post_init__(self) -> None:
        self.solver = Solver(self.state)

    def run(self, chosen: Mapping[int, Iterable[int]]) -> None:
        """Make the chosen dimensions of arguments dynamic, and everything that follows."""
        arguments = self.function.body.block.args
        shapes: dict[SSAValue, Shape] = {
            value: type.get_shape()
            for op in self.function.body.block.ops
            for value in op.results
            if (type := as_tensor(value.type)) is not None
        }
        asked: list[tuple[int, int, Expr]] = []
        for index, axes in chosen.items():
            shape = list(_shape(arguments[index]))
            for axis in axes:
                shape[axis] = DYNAMIC_INDEX
            _reshape_type(arguments[index], shape)
            for axis in axes:
                asked.append((index, axis, self.state.raw_dims(arguments[index])[axis]))
        for op in self.function.body.block.ops:
            self._read(op, shapes)
        self._settle(asked)
        for value in shapes:
            known = self.state.dims(value)
            _reshape_type(value, [_number(size) for size in known])
        self._convert(shapes)
        refresh_signature(self.function)

    # finding sizes

    def _read(self, op: Operation, shapes: Mapping[SSAValue, Shape]) -> None:
        if isinstance(op, func.ReturnOp) or not op.results:
            return
        relation = relation_of(op)
        spelled = self._spelled(op, shapes)
        if spelled is not None:
            self.state.forget(op.results[0])
            _reshape_type(op.results[0], [DYNAMIC_INDEX] * len(spelled))
            self.state.define_all(op.results[0], spelled, op, f"'{op.name}'")
            return
        touched = any(is_dynamic(operand.type) for operand in op.operands)
        if not touched:
            return
        if relation is None or flow_of(op) is not None or isinstance(op, func.CallOp):
            raise OperationError(f"'{op.name}' cannot be made dynamic", op)
        for result in op.results:
            if result in shapes:
                _reshape_type(result, [DYNAMIC_INDEX] * len(shapes[result]))
        with _errors(op):
            self.solver.run(op, relation)
        for result in op.results:
            for axis, size in enumerate(self.state.dims(result) if result in shapes else ()):
                home = self.state.homes.get(size)
                if home is not None and home.value is result:
                    self.unknown.append((size, shapes[result][axis], op))

    def _spelled(self, op: Operation, shapes: Mapping[SSAValue, Shape]) -> Sequence[Expr] | None:
        """The result sizes of an operation that spells them out, None for any other."""
        shape = shapes.get(op.results[0], ())
        if isinstance(op, ConstantOp) and shape and _is_splat(op) is not None:
            return [self._fresh(size, op) for size in shape]
        if isinstance(op, IotaOp):
            return [self._fresh(size, op) for size in shape]
        if isinstance(op, BroadcastInDimOp):
            return self._broadcast(op, shape)
        if isinstance(op, ReshapeOp) and is_dynamic(op.operand.type):
            return self._reshape(op, shape, shapes)
        if isinstance(op, SliceOp) and is_dynamic(op.operand.type):
            return self._slice(op, shapes)
        if isinstance(op, GatherOp) and any(is_dynamic(one.type) for one in op.operands):
            return self._gather(op, shapes)
        return None

    def _fresh(self, size: int, op: Operation) -> Expr:
        symbol = self.state.fresh()
        self.unknown.append((symbol, size, op))
        return symbol

    def _broadcast(self, op: BroadcastInDimOp, shape: Shape) -> list[Expr]:
        sizes: list[Expr | None] = [None] * len(shape)
        operand = self.state.dims(op.operand)
        for axis, size in zip(ints(op.broadcast_dimensions), operand, strict=True):
            if size.constant != 1 or shape[axis] == 1:
                sizes[axis] = size
        return [
            self._fresh(number, op) if size is None else size
            for size, number in zip(sizes, shape, strict=True)
        ]

    def _reshape(self, op: ReshapeOp, shape: Shape, shapes: Mapping[SSAValue, Shape]) -> list[Expr]:
        """Groups of dimensions with equal products; the first one of a group is what is left."""
        before, sizes = self._static(op.operand, shapes), self.state.dims(op.operand)
        result: list[Expr] = [const(size) for size in shape]
        i = j = 0
        while i < len(before) and j < len(shape):
            start, first = i, j
            left, right = before[i], shape[j]
            i, j = i + 1, j + 1
            while left != right:
                if left < right and i < len(before):
                    left, i = left * before[i], i + 1
                elif j < len(shape):
                    right, j = right * shape[j], j + 1
                else:
                    raise OperationError(f"'{op.name}': sizes do not match", op)
            total, rest = const(1), 1
            for size in sizes[start:i]:
                total = total * size
            leading = next((k for k in range(first, j) if shape[k] != 1), first)
            for k in range(first, j):
                rest *= shape[k] if k != leading else 1
            if total.constant is None:
                divided = total if rest == 1 else total // rest
                quotient = self.state.prover.canonical(divided)
                if not self.state.prover.proves_equal(quotient * rest, total):
                    raise OperationError(
                        f"'{op.name}': result dimension {leading} is no function of the dynamic"
                        f" sizes, which need not be divisible by {rest}",
                        op,
                    )
                result[leading] = quotient
        return result

    def _slice(self, op: SliceOp, shapes: Mapping[SSAValue, Shape]) -> list[Expr]:
        """A slice that ends where its operand ends still does; any other limit stays."""
        before, sizes = self._static(op.operand, shapes), self.state.dims(op.operand)
        limits = [
            size if limit == old else const(limit)
            for size, old, limit in zip(sizes, before, ints(op.limit_indices), strict=True)
        ]
        self.limits[op] = tuple(limits)
        starts, strides = ints(op.start_indices), ints(op.strides)
        return [
            limit if start == 0 and stride == 1 else ceildiv(limit - start, const(stride))
            for limit, start, stride in zip(limits, starts, strides, strict=True)
        ]

    def _gather(self, op: GatherOp, shapes: Mapping[SSAValue, Shape]) -> list[Expr]:
        before, sizes = self._static(op.operand, shapes), self.state.dims(op.operand)
        slices = [
            size if number == old and number != 1 else const(number)
            for size, old, number in zip(sizes, before, ints(op.slice_sizes), strict=True)
        ]
        self.limits[op] = tuple(slices)
        numbers = op.dimension_numbers
        dropped = {*numbers.collapsed_slice_dims, *numbers.operand_batching_dims}
        kept = [size for axis, size in enumerate(slices) if axis not in dropped]
        indices = [
            size
            for axis, size in enumerate(self.state.dims(op.start_indices))
            if axis != numbers.index_vector_dim
        ]
        rank = len(kept) + len(indices)
        offsets, batch = iter(kept), iter(indices)
        return [
            next(offsets) if axis in numbers.offset_dims else next(batch) for axis in range(rank)
        ]

    def _static(self, value: SSAValue, shapes: Mapping[SSAValue, Shape]) -> Shape:
        """The sizes that a value had before."""
        return shapes[value] if value in shapes else self.arguments[value]

    @property
    def arguments(self) -> dict[SSAValue, Shape]:
        """The shapes that arguments had before."""
        inputs = self.function.function_type.inputs
        return {
            argument: type.get_shape()
            for argument, input in zip(self.function.body.block.args, inputs, strict=True)
            if (type := as_tensor(input)) is not None
        }

    def _settle(self, asked: Sequence[tuple[int, int, Expr]]) -> None:
        """What no operation has decided stays the number that it was."""
        canonical = self.state.prover.canonical
        own = {symbol for _, _, size in asked for symbol in canonical(size).symbols}
        for symbol, number, op in self.unknown:
            known = canonical(symbol)
            if known.constant is None and not own.issuperset(known.symbols):
                with _errors(op):
                    self.state.prover.add_equal(symbol, const(number), Reason(op.name, op))
                    self.solver.drain()
        for index, axis, size in asked:
            known = canonical(size)
            if known.constant is not None:
                chain = self.state.prover.equal(size, known).explain()
                why = next((r.handle for r in chain if isinstance(r.handle, Operation)), None)
                name = f" by '{why.name}'" if why is not None else ""
                raise OperationError(
                    f"dimension {axis} of argument {index} cannot be dynamic: it is"
                    f" {known.constant}{name}",
                    why or self.function,
                )

    # rewriting

    def _convert(self, shapes: Mapping[SSAValue, Shape]) -> None:
        sizes = Sizes(self.state, Order(self.function.body), self.function.body.block)
        for op in list(self.function.body.block.ops):
            if not op.results or not is_dynamic(op.results[0].type):
                continue
            new = self._dynamic_form(op, sizes)
            if new is not None:
                block = op.parent
                assert block is not None
                block.insert_ops_before([new], op)
                self.state.copy_value(op.results[0], new.results[0])
                sizes.forward(op.results[0], new.results[0])
                sizes.order.numbers[new] = sizes.order.number(op)
                op.results[0].replace_all_uses_with(new.results[0])
                block.erase_op(op)

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
            return self._splat(op, sizes)
        if isinstance(op, SliceOp):
            bounds = [const(start) for start in ints(op.start_indices)]
            strides = [const(stride) for stride in ints(op.strides)]
            vectors = [self._vector(one, op, sizes) for one in (bounds, self.limits[op], strides)]
            return twin(RealDynamicSliceOp, op).create(
                operands=[op.operand, *vectors], result_types=types
            )
        if isinstance(op, GatherOp):
            return self._dynamic_gather(op, sizes)
        return None

    def _splat(self, op: ConstantOp, sizes: Sizes) -> Operation:
        value = _is_splat(op)
        assert value is not None, "only splats are made dynamic"
        scalar = twin(ConstantOp, op).create(
            result_types=[TensorType(_element(op.output), [])], properties={"value": value}
        )
        block = op.parent
        assert block is not None
        block.insert_ops_before([scalar], op)
        return twin(DynamicBroadcastInDimOp, op).create(
            operands=[scalar.results[0], self._vector(self.state.dims(op.output), op, sizes)],
            result_types=[op.output.type],
            properties={"broadcast_dimensions": i64_array([])},
        )

    def _dynamic_gather(self, op: GatherOp, sizes: Sizes) -> Operation | None:
        slices = self.limits[op]
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


class _errors:
    """Turn contradictions while one operation is read into an error that names it."""

    def __init__(self, op: Operation):
        self.op = op

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RelationFailure | Contradiction):
            raise OperationError(f"'{self.op.name}' cannot be made dynamic: {error}", self.op)


def _number(size: Expr) -> int:
    return DYNAMIC_INDEX if size.constant is None else size.constant


def _shape(value: SSAValue) -> Shape:
    type = as_tensor(value.type)
    return () if type is None else type.get_shape()


def _element(value: SSAValue) -> Attribute:
    type = as_tensor(value.type)
    assert type is not None
    return type.element_type


def _reshape_type(value: SSAValue, shape: Sequence[int]) -> None:
    if tuple(shape) != _shape(value):
        set_type(value, TensorType(_element(value), shape))


def _is_splat(op: ConstantOp) -> DenseIntOrFPElementsAttr | None:
    """The scalar constant of a splat, None for any other constant."""
    value = op.value
    if not isinstance(value, DenseIntOrFPElementsAttr) or not has_one_value(value):
        return None
    width = len(value.data.data) // len(value)
    first = BytesAttr(value.data.data[:width])
    return DenseIntOrFPElementsAttr(TensorType(value.get_element_type(), []), first)
