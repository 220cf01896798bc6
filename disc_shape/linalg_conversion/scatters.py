"""Scatters: each element of the result combines the updates that go to it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith, scf
from xdsl.dialects.builtin import TensorType, i64
from xdsl.dialects.linalg.ops import YieldOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint

from disc_shape.cards.indices import element_type_of, rank_of, shape_of
from disc_shape.dialects.hlo.gather_scatter import ScatterOp
from disc_shape.dialects.hlo.numbers import ScatterDimensionNumbers
from disc_shape.dialects.hlo.windowed import SelectAndScatterOp
from disc_shape.linalg_conversion.generic import fill, loop_index, structured, window
from disc_shape.linalg_conversion.guards import conjunction
from disc_shape.linalg_conversion.operations import run_body
from disc_shape.linalg_conversion.registry import register_conversion
from disc_shape.linalg_conversion.types import BOOL, kind_of, plain_type
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index, Writer


def convert_scatter(op: Operation, values: Values) -> None:
    """
    Loops over the result and the index vectors: an update whose target is the element is combined
    with it. Updates outside the result have no element, and are dropped.

        R[i] = combine(R[i], U[s, i - start[s]])   where the window of s holds i
    """
    assert isinstance(op, ScatterOp)
    values.bind_all(op, ScatterWriter(op, values).write())


@dataclass
class ScatterWriter:
    """Writes one scatter."""

    op: ScatterOp
    values: Values

    def __post_init__(self) -> None:
        numbers = self.op.scatter_dimension_numbers
        assert isinstance(numbers, ScatterDimensionNumbers)
        self.numbers = numbers
        self.rank = rank_of(self.op.inputs[0])
        self.writer = self.values.writer
        self.extents: list[Index] = []
        """The lengths of the loops over index vectors."""
        self.places: list[int] = []
        """The loop of each dimension of the updates that is no window."""
        self._find_loops()

    def _find_loops(self) -> None:
        """Batching dimensions follow those of the result; the others have loops of their own."""
        numbers, update = self.numbers, self.op.updates[0]
        outside = [at for at in range(rank_of(update)) if at not in numbers.update_window_dims]
        for position, dimension in enumerate(outside):
            target = position if position < numbers.index_vector_dim else position + 1
            if target in numbers.scatter_indices_batching_dims:
                number = numbers.scatter_indices_batching_dims.index(target)
                self.places.append(numbers.input_batching_dims[number])
            else:
                self.places.append(self.rank + len(self.extents))
                self.extents.append(self.values.size(update, dimension))
        self.outside = outside

    def write(self) -> list[SSAValue]:
        """Emit the loops."""
        op, values, writer = self.op, self.values, self.writer
        outs = [values.tensor(operand) for operand in op.inputs]
        updates = [values.tensor(update) for update in op.updates]
        indices = values.tensor(op.scatter_indices)
        windows = [values.size(op.updates[0], at) for at in self.numbers.update_window_dims]
        loops = self.rank + len(self.extents)
        dims = tuple(AffineExpr.dimension(at) for at in range(loops))
        ins: list[SSAValue] = []
        maps: list[AffineMap] = []
        if self.extents:
            ins.append(window(writer, element_type_of(outs[0].type), self.extents))
            maps.append(AffineMap(loops, 0, dims[self.rank :]))
        maps += [AffineMap(loops, 0, dims[: self.rank])] * len(outs)
        block = Block(arg_types=[element_type_of(value.type) for value in (*ins, *outs)])
        so_far = list(block.args[len(ins) :])
        with writer.at(InsertPoint.at_end(block)):
            places = [loop_index(writer, at) for at in range(loops)]
            holds, at_update = self.target(places, indices, windows)

            def combined() -> list[SSAValue]:
                new = [writer.extract(update, at_update) for update in updates]
                return run_body(op.update_computation, [*so_far, *new], values)

            writer.insert(YieldOp(*where(writer, holds, combined, so_far)))
        iterators = ["parallel"] * self.rank + ["reduction"] * len(self.extents)
        return structured(writer, ins, outs, block, maps, iterators)

    def target(
        self, places: Sequence[SSAValue], indices: SSAValue, windows: Sequence[Index]
    ) -> tuple[SSAValue, list[Index]]:
        """Whether an update writes the element, and the index of that update."""
        numbers, writer = self.numbers, self.writer
        batch: list[Index] = [places[at] for at in self.places]
        update: list[Index] = [0] * rank_of(self.op.updates[0])
        for dimension, at in zip(self.outside, batch, strict=True):
            update[dimension] = at
        kinds = kind_of(element_type_of(self.op.scatter_indices.type))
        left_out = (*numbers.inserted_window_dims, *numbers.input_batching_dims)
        kept = [axis for axis in range(self.rank) if axis not in left_out]
        conditions: list[SSAValue] = []
        for axis in range(self.rank):
            if axis in numbers.input_batching_dims:
                continue
            start: Index = 0
            if axis in numbers.scatter_dims_to_operand_dims:
                entry = numbers.scatter_dims_to_operand_dims.index(axis)
                at = list(batch)
                if numbers.index_vector_dim < rank_of(self.op.scatter_indices):
                    at.insert(numbers.index_vector_dim, entry)
                start = writer.as_index(writer.extract(indices, at), kinds == "unsigned")
            offset = writer.value(writer.subtract(places[axis], start))
            if axis not in kept:
                conditions.append(writer.compare("==", offset, writer.constant(0)))
                continue
            number = kept.index(axis)
            update[numbers.update_window_dims[number]] = offset
            if start != 0:
                conditions.append(writer.compare(">=", offset, writer.constant(0)))
            conditions.append(writer.compare("<", offset, writer.value(windows[number])))
        return conjunction(writer, conditions), update


def where(
    writer: Writer,
    holds: SSAValue,
    then: Callable[[], list[SSAValue]],
    otherwise: Sequence[SSAValue],
) -> list[SSAValue]:
    """Values that are computed where a condition holds, and others elsewhere."""
    blocks = [Block(), Block()]
    with writer.at(InsertPoint.at_end(blocks[0])):
        writer.insert(scf.YieldOp(*then()))
    with writer.at(InsertPoint.at_end(blocks[1])):
        writer.insert(scf.YieldOp(*otherwise))
    types = [value.type for value in otherwise]
    return list(writer.insert(scf.IfOp(holds, types, [blocks[0]], [blocks[1]])).results)


def convert_select_and_scatter(op: Operation, values: Values) -> None:
    """
    The position that is selected in each window; then each element combines the sources of the
    windows that have selected it.

        P[s] = position selected among those of s * stride + w - low
        R[i] = combine(R[i], S[s])   where s * stride + w - low = i and P[s] = i
    """
    assert isinstance(op, SelectAndScatterOp)
    values.bind(op.result, SelectionWriter(op, values).write())


@dataclass
class SelectionWriter:
    """Writes one `select_and_scatter`."""

    op: SelectAndScatterOp
    values: Values

    def __post_init__(self) -> None:
        self.writer = self.values.writer
        shape = self.op.window()
        self.rank = rank_of(self.op.operand)
        self.lengths = [length for length in shape.dimensions if length is not None]
        self.strides = shape.strides
        self.low = [low for low, _ in shape.padding or ()]
        self.operand = self.values.tensor(self.op.operand)
        self.sizes = self.values.sizes(self.op.operand)
        self.windows = self.values.sizes(self.op.source)
        dims = tuple(AffineExpr.dimension(at) for at in range(2 * self.rank))
        self.here = AffineMap(2 * self.rank, 0, dims[: self.rank])
        self.inner = AffineMap(2 * self.rank, 0, dims[self.rank :])
        self.iterators = ["parallel"] * self.rank + ["reduction"] * self.rank

    def write(self) -> SSAValue:
        """Emit both loops."""
        writer, op, element = self.writer, self.op, element_type_of(self.operand.type)
        selected = self.select()
        source = self.values.tensor(op.source)
        initial = self.values.scalar(op.init_value)
        out = fill(writer, initial, writer.empty(plain_type(op.result), self.sizes))
        box = window(writer, element, self.lengths)
        block = Block(arg_types=[element, element])
        so_far = [block.args[1]]
        with writer.at(InsertPoint.at_end(block)):
            places = [loop_index(writer, at) for at in range(2 * self.rank)]
            at: list[Index] = []
            conditions: list[SSAValue] = []
            zero = writer.constant(0)
            for axis in range(self.rank):
                offset = writer.add(places[axis], self.low[axis])
                moved = writer.value(writer.subtract(offset, places[self.rank + axis]))
                stride = writer.constant(self.strides[axis])
                rest = writer.op(arith.RemSIOp, [moved, stride], moved.type)
                number = writer.op(arith.FloorDivSIOp, [moved, stride], moved.type)
                conditions += [
                    writer.compare("==", rest, zero),
                    writer.compare(">=", number, zero),
                    writer.compare("<", number, writer.value(self.windows[axis])),
                ]
                at.append(number)
            mine = writer.op(arith.IndexCastOp, [self.position(places[: self.rank])], i64)

            def combined() -> list[SSAValue]:
                chosen = writer.compare("==", writer.extract(selected, at), mine)
                values = [*so_far, writer.extract(source, at)]
                return where(
                    writer, chosen, lambda: run_body(op.scatter, values, self.values), so_far
                )

            writer.insert(
                YieldOp(*where(writer, conjunction(writer, conditions), combined, so_far))
            )
        maps = [self.inner, self.here]
        return structured(writer, [box], [out], block, maps, self.iterators)[0]

    def position(self, index: Sequence[Index]) -> SSAValue:
        """The position of an element of the operand in row-major order."""
        position: Index = 0
        for at, size in zip(index, self.sizes, strict=True):
            position = self.writer.add(self.writer.multiply(position, size), at)
        return self.writer.value(position)

    def select(self) -> SSAValue:
        """The position of the element that each window selects."""
        writer, element = self.writer, element_type_of(self.operand.type)
        shape = shape_of(self.op.source)
        types = [element, i64]
        fillers = [writer.constant(0, element), writer.constant(-1, i64)]
        outs = [
            fill(writer, filler, writer.empty(TensorType(type_, shape), self.windows))
            for filler, type_ in zip(fillers, types, strict=True)
        ]
        box = window(writer, element, self.lengths)
        block = Block(arg_types=[element, *types])
        so_far = list(block.args[1:])
        with writer.at(InsertPoint.at_end(block)):
            places = [loop_index(writer, at) for at in range(2 * self.rank)]
            at: list[Index] = []
            conditions: list[SSAValue] = []
            for axis in range(self.rank):
                start = writer.multiply(places[axis], self.strides[axis])
                moved = writer.add(writer.add(start, places[self.rank + axis]), -self.low[axis])
                at.append(moved)
                number, size = writer.value(moved), writer.value(self.sizes[axis])
                conditions += [
                    writer.compare(">=", number, writer.constant(0)),
                    writer.compare("<", number, size),
                ]

            def chosen() -> list[SSAValue]:
                item = writer.extract(self.operand, at)
                mine = writer.op(arith.IndexCastOp, [self.position(at)], i64)
                first = writer.compare("<", so_far[1], writer.constant(0, i64))
                (stays,) = run_body(self.op.select, [so_far[0], item], self.values)
                stays = writer.both(
                    stays, writer.op(arith.XOrIOp, [first, writer.constant(1, BOOL)], BOOL)
                )
                return [
                    writer.select(stays, so_far[0], item),
                    writer.select(stays, so_far[1], mine),
                ]

            writer.insert(YieldOp(*where(writer, conjunction(writer, conditions), chosen, so_far)))
        maps = [self.inner, self.here, self.here]
        return structured(writer, [box], outs, block, maps, self.iterators)[1]


register_conversion(convert_scatter, ScatterOp)
register_conversion(convert_select_and_scatter, SelectAndScatterOp)
