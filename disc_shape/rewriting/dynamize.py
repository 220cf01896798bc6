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
from math import prod

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    TensorType,
)
from xdsl.ir import Operation, Region, SSAValue

from disc_shape.analysis.regions import Flow, flow_of, values_inside
from disc_shape.analysis.solver import Solver
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.creation import ConstantOp, IotaOp
from disc_shape.dialects.hlo.gather_scatter import GatherOp, ScatterOp
from disc_shape.dialects.hlo.movement import (
    BroadcastInDimOp,
    ReshapeOp,
)
from disc_shape.dialects.hlo.slicing import DynamicSliceOp, DynamicUpdateSliceOp, SliceOp
from disc_shape.errors import OperationError
from disc_shape.relations import RelationFailure, RelationState, relation_of
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.rewriting.dynamic_forms import DynamicForms, element_of, splat_of
from disc_shape.rewriting.refine import set_type
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
    """For slices: where they end. For gathers and dynamic slices: the sizes of what they take."""
    merged: dict[Expr, list[tuple[tuple[int, Expr], ...]]] = field(
        default_factory=dict[Expr, list[tuple[tuple[int, Expr], ...]]]
    )
    """What reshapes multiplied to a size, in their orders, with the numbers that they were."""

    def __post_init__(self) -> None:
        self.solver = Solver(self.state)

    def run(self, chosen: Mapping[int, Iterable[int]]) -> None:
        """Make the chosen dimensions of arguments dynamic, and everything that follows."""
        arguments = self.function.body.block.args
        shapes: dict[SSAValue, Shape] = {
            value: type.get_shape()
            for value in values_inside(self.function.body)
            if (type := as_tensor(value.type)) is not None and value not in arguments
        }
        asked: list[tuple[int, int, Expr]] = []
        for index, axes in chosen.items():
            shape = list(_shape(arguments[index]))
            for axis in axes:
                shape[axis] = DYNAMIC_INDEX
            _reshape_type(arguments[index], shape)
            for axis in axes:
                asked.append((index, axis, self.state.raw_dims(arguments[index])[axis]))
        self._read_region(self.function.body, shapes)
        self._settle(asked)
        for value in shapes:
            known = self.state.dims(value)
            _reshape_type(value, [_number(size) for size in known])
        DynamicForms(self.function, self.state, self.limits).write()
        refresh_signature(self.function)

    # finding sizes

    def _read_region(self, region: Region, shapes: Mapping[SSAValue, Shape]) -> None:
        for op in region.block.ops:
            self._read(op, shapes)

    def _read(self, op: Operation, shapes: Mapping[SSAValue, Shape]) -> None:
        flow = flow_of(op)
        if flow is not None:
            with _errors(op):
                self._read_flow(op, flow, shapes)
                self.solver.drain()
            return
        if not op.results:
            return
        relation = relation_of(op)
        with _errors(op):
            spelled = self._spelled(op, shapes)
        if spelled is not None:
            self.state.forget(op.results[0])
            _reshape_type(op.results[0], [DYNAMIC_INDEX] * len(spelled))
            self.state.define_all(op.results[0], spelled, op, f"'{op.name}'")
            return
        touched = any(is_dynamic(operand.type) for inner in op.walk() for operand in inner.operands)
        if not touched:
            return
        if relation is None or isinstance(op, func.CallOp):
            raise OperationError(f"'{op.name}' cannot be made dynamic", op)
        for result in op.results:
            if result in shapes:
                _reshape_type(result, [DYNAMIC_INDEX] * len(shapes[result]))
        with _errors(op):
            self._cover(op, shapes)
            self.solver.run(op, relation)
        for result in op.results:
            for axis, size in enumerate(self.state.dims(result) if result in shapes else ()):
                home = self.state.homes.get(size)
                if home is not None and home.value is result:
                    self.unknown.append((size, shapes[result][axis], op))

    def _read_flow(self, op: Operation, flow: Flow, shapes: Mapping[SSAValue, Shape]) -> None:
        """
        Sizes stay what they are around a loop, and are the same at the end of all branches: so they
        were as numbers, and so they are demanded to be.
        """
        inner = [argument for region in op.regions for argument in region.block.args]
        for value in (*op.results, *inner):
            if value in shapes:
                self.state.forget(value)
                _reshape_type(value, [DYNAMIC_INDEX] * len(shapes[value]))
        for carried in flow.carried:
            for argument in carried.arguments:
                self._same(carried.init, argument, op, shapes)
        for index, region in enumerate(op.regions):
            if region.blocks:
                self._read_region(region, shapes)
            for forwarded in flow.forwarded if index == 0 else ():
                self._same(forwarded.source, forwarded.argument, op, shapes)
                self._same(forwarded.source, forwarded.result, op, shapes)
        for carried in flow.carried:
            for value in (*carried.steps, carried.result):
                if value is not None:
                    self._same(carried.init, value, op, shapes)
        for values in flow.yields:
            for value, result in zip(values, op.results, strict=True):
                self._same(value, result, op, shapes)

    def _same(
        self, left: SSAValue, right: SSAValue, op: Operation, shapes: Mapping[SSAValue, Shape]
    ) -> None:
        if right in shapes:
            why = f"'{op.name}' hands it on"
            self.state.define_all(right, self.state.dims(left), op, why)

    def _spelled(self, op: Operation, shapes: Mapping[SSAValue, Shape]) -> Sequence[Expr] | None:
        """The result sizes of an operation that spells them out, None for any other."""
        shape = shapes.get(op.results[0], ())
        if isinstance(op, ConstantOp) and shape and splat_of(op) is not None:
            return [self._fresh(size, op) for size in shape]
        if isinstance(op, IotaOp):
            return [self._fresh(size, op) for size in shape]
        if isinstance(op, BroadcastInDimOp):
            return self._broadcast(op, shape, shapes)
        if isinstance(op, ReshapeOp) and is_dynamic(op.operand.type):
            return self._reshape(op, shape, shapes)
        if isinstance(op, SliceOp) and is_dynamic(op.operand.type):
            return self._slice(op, shapes)
        if isinstance(op, DynamicSliceOp) and is_dynamic(op.operand.type):
            before, sizes = self._static(op.operand, shapes), self.state.dims(op.operand)
            self.limits[op] = tuple(
                size if number == old else const(number)
                for size, old, number in zip(sizes, before, ints(op.slice_sizes), strict=True)
            )
            return self.limits[op]
        if isinstance(op, GatherOp) and any(is_dynamic(one.type) for one in op.operands):
            return self._gather(op, shapes)
        return None

    def _cover(self, op: Operation, shapes: Mapping[SSAValue, Shape]) -> None:
        """What was updated over the whole of a dimension still is."""
        pairs: list[tuple[SSAValue, int, SSAValue, int]] = []
        if isinstance(op, DynamicUpdateSliceOp):
            count = len(self._static(op.operand, shapes))
            pairs = [(op.operand, axis, op.update, axis) for axis in range(count)]
        elif isinstance(op, ScatterOp):
            numbers = op.scatter_dimension_numbers
            dropped = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
            for operand, update in zip(op.inputs, op.updates, strict=True):
                count = len(self._static(operand, shapes))
                kept = [axis for axis in range(count) if axis not in dropped]
                window = zip(kept, numbers.update_window_dims, strict=True)
                pairs += [(operand, axis, update, other) for axis, other in window]
        for operand, axis, update, other in pairs:
            old = self._static(operand, shapes)[axis]
            if old == self._static(update, shapes)[other]:
                sizes = self.state.dim(operand, axis), self.state.dim(update, other)
                self.state.equal(*sizes, op, f"'{op.name}' updates all of dimension {axis}")

    def _fresh(self, size: int, op: Operation) -> Expr:
        symbol = self.state.fresh()
        self.unknown.append((symbol, size, op))
        return symbol

    def _broadcast(
        self, op: BroadcastInDimOp, shape: Shape, shapes: Mapping[SSAValue, Shape]
    ) -> list[Expr]:
        """A size of the operand that does not expand stays; any other is an unknown."""
        sizes: list[Expr | None] = [None] * len(shape)
        before, operand = self._static(op.operand, shapes), self.state.dims(op.operand)
        for axis, old, size in zip(ints(op.broadcast_dimensions), before, operand, strict=True):
            if old == shape[axis]:
                sizes[axis] = size
        return [
            self._fresh(number, op) if size is None else size
            for size, number in zip(sizes, shape, strict=True)
        ]

    def _reshape(self, op: ReshapeOp, shape: Shape, shapes: Mapping[SSAValue, Shape]) -> list[Expr]:
        """
        Groups of dimensions with equal products, in which dimensions that were merged count as the
        ones that they are of; the first one of a group is what is left.
        """
        before, sizes = self._factors(op.operand, shape, shapes)
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
            while i < len(before) and before[i] == 1 and shape[j : j + 1] != (1,):
                i += 1  # A one that is dropped, and that may be more at other sizes.
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
                if rest == 1 and i - start > 1:
                    parts = tuple(zip(before[start:i], sizes[start:i], strict=True))
                    self.merged.setdefault(quotient, []).append(parts)
        return result

    def _factors(
        self, value: SSAValue, wanted: Shape, shapes: Mapping[SSAValue, Shape]
    ) -> tuple[list[int], list[Expr]]:
        """
        The dimensions of a value, those that were merged apart, in the order in which the result
        has them: numbers before, sizes now.
        """
        pairs: list[tuple[int, Expr]] = []
        for number, size in zip(self._static(value, shapes), self.state.dims(value), strict=True):
            known = self.merged.get(self.state.prover.canonical(size), [])
            fitting = [parts for parts in known if prod(one for one, _ in parts) == number]
            fitting.sort(key=lambda parts: not _within([one for one, _ in parts], wanted))
            pairs += fitting[0] if fitting else [(number, size)]
        return [number for number, _ in pairs], [size for _, size in pairs]

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
        batches = zip(
            numbers.operand_batching_dims, numbers.start_indices_batching_dims, strict=True
        )
        for axis, other in batches:
            index = self.state.dim(op.start_indices, other)
            self.state.equal(sizes[axis], index, op, f"'{op.name}' runs over batches")
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


class _errors:
    """Turn contradictions while one operation is read into an error that names it."""

    def __init__(self, op: Operation):
        self.op = op

    def __enter__(self) -> None:
        """Nothing to prepare."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, RelationFailure | Contradiction):
            raise OperationError(f"'{self.op.name}' cannot be made dynamic: {error}", self.op)


def _within(part: Sequence[int], whole: Sequence[int]) -> bool:
    """True where a shape stands in another one as it is."""
    ends = range(len(part), len(whole) + 1)
    return any(list(whole[end - len(part) : end]) == list(part) for end in ends)


def _number(size: Expr) -> int:
    return DYNAMIC_INDEX if size.constant is None else size.constant


def _shape(value: SSAValue) -> Shape:
    type = as_tensor(value.type)
    return () if type is None else type.get_shape()


def _reshape_type(value: SSAValue, shape: Sequence[int]) -> None:
    if tuple(shape) != _shape(value):
        set_type(value, TensorType(element_of(value), shape))
