"""
Makes chosen argument dimensions of a static program dynamic.

The static sizes of all results are dropped and inferred again from the chosen dimensions by the
relations of operations. A number in a static operation (`literal_sizes`) that earlier operations do
not determine is an unknown, which the operations that use it may determine. An unknown that remains
keeps its number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from xdsl.dialects import func
from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType
from xdsl.ir import Operation, Region, SSAValue

from disc_shape.analysis.regions import Flow, flow_of, values_inside
from disc_shape.analysis.solver import Solver
from disc_shape.constraints.types import refresh_signature, set_type
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.gather_scatter import ScatterOp
from disc_shape.dialects.hlo.slicing import DynamicUpdateSliceOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.dynamization.dynamic_forms import DynamicForms, element_of
from disc_shape.dynamization.literal_sizes import LiteralSizes, Shape, Unknown
from disc_shape.errors import OperationError
from disc_shape.relations import RelationFailure, RelationState, relation_of
from disc_shape.relations.value_types import as_tensor, is_dynamic
from disc_shape.symbolic import Contradiction, Expr, Reason, const


@dataclass
class Dynamizer:
    """Finds the sizes of one function and rewrites it."""

    function: func.FuncOp
    state: RelationState = field(default_factory=RelationState)
    shapes: dict[SSAValue, Shape] = field(default_factory=dict[SSAValue, Shape])
    """The sizes of values in the static program, except for arguments."""

    def __post_init__(self) -> None:
        self.solver = Solver(self.state)
        self.literals = LiteralSizes(self.state, self._static)

    def run(self, chosen: Mapping[int, Iterable[int]]) -> None:
        """Make the chosen dimensions of arguments dynamic, and everything that follows."""
        arguments = self.function.body.block.args
        self.shapes = {
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
        self._read_region(self.function.body)
        self._fix_unknowns(asked)
        for value in self.shapes:
            known = self.state.dims(value)
            _reshape_type(value, [_number(size) for size in known])
        DynamicForms(self.function, self.state, self.literals.numbers).write()
        refresh_signature(self.function)

    # finding sizes

    def _read_region(self, region: Region) -> None:
        for op in region.block.ops:
            self._read(op)

    def _read(self, op: Operation) -> None:
        flow = flow_of(op)
        if flow is not None:
            with _errors(op):
                self._read_flow(op, flow)
                self.solver.drain()
            return
        if not op.results:
            return
        relation = relation_of(op)
        with _errors(op):
            literals = self.literals.of(op)
        if literals is not None:
            self.state.forget(op.results[0])
            _reshape_type(op.results[0], [DYNAMIC_INDEX] * len(literals))
            self.state.define_all(op.results[0], literals, op, f"'{op.name}'")
            return
        touched = any(is_dynamic(operand.type) for inner in op.walk() for operand in inner.operands)
        if not touched:
            return
        if relation is None or isinstance(op, func.CallOp):
            raise OperationError(f"'{op.name}' cannot be made dynamic", op)
        for result in op.results:
            if result in self.shapes:
                _reshape_type(result, [DYNAMIC_INDEX] * len(self.shapes[result]))
        if isinstance(op, ReduceWindowOp):
            self._refuse_whole_windows(op)
        with _errors(op):
            self._cover(op)
            self.solver.run(op, relation)
        for result in op.results:
            for axis, size in enumerate(self.state.dims(result) if result in self.shapes else ()):
                anchor = self.state.anchors.get(size)
                if anchor is not None and anchor.value is result:
                    self.literals.unknown.append(Unknown(size, self.shapes[result][axis], op))

    def _read_flow(self, op: Operation, flow: Flow) -> None:
        """
        Loop-carried values keep their sizes, and all branches yield equal sizes, as in the static
        program.
        """
        inner = [argument for region in op.regions for argument in region.block.args]
        for value in (*op.results, *inner):
            if value in self.shapes:
                self.state.forget(value)
                _reshape_type(value, [DYNAMIC_INDEX] * len(self.shapes[value]))
        for carried in flow.carried:
            for argument in carried.arguments:
                self._same(carried.init, argument, op)
        for operand, argument in flow.entering:
            self._same(operand, argument, op)
        for index, region in enumerate(op.regions):
            if region.blocks:
                self._read_region(region)
            for forwarded in flow.forwarded if index == 0 else ():
                self._same(forwarded.source, forwarded.argument, op)
                self._same(forwarded.source, forwarded.result, op)
        for carried in flow.carried:
            for value in (*carried.steps, carried.result):
                if value is not None:
                    self._same(carried.init, value, op)
        for values in flow.yields:
            for value, result in zip(values, op.results, strict=True):
                self._same(value, result, op)

    def _same(self, left: SSAValue, right: SSAValue, op: Operation) -> None:
        if right in self.shapes:
            why = f"'{op.name}' passes it on"
            self.state.define_all(right, self.state.dims(left), op, why)

    def _refuse_whole_windows(self, op: ReduceWindowOp) -> None:
        """
        A window over all of a dimension, as of a running sum, has no dynamic form: it would be too
        small as soon as the dimension is larger.
        """
        for operand in op.inputs:
            sizes = zip(ints(op.window_dimensions), self._static(operand), strict=True)
            for axis, (window, size) in enumerate(sizes):
                dynamic = self.state.dim(operand, axis).constant is None
                if dynamic and window == size and window > 1:
                    raise OperationError(
                        f"'{op.name}' cannot be made dynamic: its window of {window} is all of"
                        f" dimension {axis}",
                        op,
                    )

    def _cover(self, op: Operation) -> None:
        """An update of a whole dimension remains one: the dimensions have equal sizes."""
        pairs: list[tuple[SSAValue, int, SSAValue, int]] = []
        if isinstance(op, DynamicUpdateSliceOp):
            count = len(self._static(op.operand))
            pairs = [(op.operand, axis, op.update, axis) for axis in range(count)]
        elif isinstance(op, ScatterOp):
            numbers = op.scatter_dimension_numbers
            dropped = {*numbers.inserted_window_dims, *numbers.input_batching_dims}
            for operand, update in zip(op.inputs, op.updates, strict=True):
                count = len(self._static(operand))
                kept = [axis for axis in range(count) if axis not in dropped]
                window = zip(kept, numbers.update_window_dims, strict=True)
                pairs += [(operand, axis, update, other) for axis, other in window]
        for operand, axis, update, other in pairs:
            old = self._static(operand)[axis]
            if old == self._static(update)[other]:
                sizes = self.state.dim(operand, axis), self.state.dim(update, other)
                self.state.equal(*sizes, op, f"'{op.name}' updates all of dimension {axis}")

    def _static(self, value: SSAValue) -> Shape:
        """The sizes of a value in the static program."""
        return self.shapes[value] if value in self.shapes else self.arguments.get(value, ())

    @property
    def arguments(self) -> dict[SSAValue, Shape]:
        """The shapes of the arguments in the static program."""
        inputs = self.function.function_type.inputs
        return {
            argument: type.get_shape()
            for argument, input in zip(self.function.body.block.args, inputs, strict=True)
            if (type := as_tensor(input)) is not None
        }

    def _fix_unknowns(self, asked: Sequence[tuple[int, int, Expr]]) -> None:
        """Give unknowns that no operation determines the numbers of the static program."""
        canonical = self.state.prover.canonical
        own = {symbol for _, _, size in asked for symbol in canonical(size).symbols}
        for one in sorted(self.literals.unknown, key=lambda one: not one.offset):
            known = canonical(one.symbol)
            if known.constant is None and not own.issuperset(known.symbols):
                with _errors(one.op):
                    reason = Reason(one.op.name, one.op)
                    self.state.prover.add_equal(one.symbol, const(one.number), reason)
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
    """Convert contradictions while one operation is read into an error that names it."""

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


def _reshape_type(value: SSAValue, shape: Sequence[int]) -> None:
    if tuple(shape) != _shape(value):
        set_type(value, TensorType(element_of(value), shape))
