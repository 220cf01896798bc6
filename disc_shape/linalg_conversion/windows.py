"""Reductions over windows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.dialects import scf
from xdsl.dialects.builtin import ArrayAttr
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.ops import FillOp, YieldOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineExpr, AffineMap
from xdsl.rewriter import InsertPoint
from xdsl.traits import SymbolTable

from disc_shape.cards.hlo_sizes import DYNAMIC_REDUCE_WINDOW
from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.attributes import ints, pairs
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.windowed import ReduceWindowOp
from disc_shape.linalg_conversion.calls import TARGETS
from disc_shape.linalg_conversion.convolutions import window_count
from disc_shape.linalg_conversion.generic import fill, structured, window
from disc_shape.linalg_conversion.operations import run_body
from disc_shape.linalg_conversion.patches import size_at
from disc_shape.linalg_conversion.registry import no_form, register_conversion
from disc_shape.linalg_conversion.slices import pad
from disc_shape.linalg_conversion.types import INDEX, plain_type
from disc_shape.linalg_conversion.values import Values
from disc_shape.linalg_conversion.writer import Index


@dataclass(frozen=True)
class Window:
    """The window of a reduction: one number for each dimension."""

    lengths: Sequence[Index]
    strides: Sequence[int]
    dilations: Sequence[int]
    low: Sequence[Index]
    high: Sequence[Index]
    gaps: Sequence[Index]


def convert_reduce_window(op: Operation, values: Values) -> None:
    """
    The operand padded with the initial value, and a reduction over windows of it.

        R[x] = combine(R[x], I[x * stride + w * dilation])
    """
    assert isinstance(op, ReduceWindowOp)
    rank = rank_of(op.inputs[0])
    padding = pairs(op.padding) or ((0, 0),) * rank
    shape = Window(
        ints(op.window_dimensions),
        ints(op.window_strides) or (1,) * rank,
        ints(op.window_dilations) or (1,) * rank,
        [low for low, _ in padding],
        [high for _, high in padding],
        [gap - 1 for gap in ints(op.base_dilations) or (1,) * rank],
    )
    reduce_windows(op, shape, op.body, values)


def reduce_windows(op: Operation, shape: Window, body: Region, values: Values) -> None:
    """Emit a reduction over windows of the first operands; the others begin with initial values."""
    writer, count = values.writer, len(op.results)
    inputs, rank = op.operands[:count], rank_of(op.operands[0])
    initial = [values.scalar(one) for one in op.operands[count : 2 * count]]
    ins = [
        pad(
            writer,
            values.tensor(value),
            values.sizes(value),
            number,
            shape.low,
            shape.high,
            shape.gaps,
        )
        for value, number in zip(inputs, initial, strict=True)
    ]

    def size(axis: int) -> Index:
        whole = size_at(writer, ins[0], axis)
        length, stride = shape.lengths[axis], shape.strides[axis]
        return window_count(writer, whole, length, stride, shape.dilations[axis])

    numbers = [splat_of(value) for value in ins]
    repeated = [number for number in numbers if number is not None]
    if len(repeated) == count:
        initial = repeat(body, initial, repeated, shape.lengths, values)
    outs: list[SSAValue] = []
    for result, number in zip(op.results, initial, strict=True):
        sizes = [values.size_by(result, axis, lambda axis=axis: size(axis)) for axis in range(rank)]
        outs.append(fill(writer, number, writer.empty(plain_type(result), sizes)))
    if len(repeated) == count:
        values.bind_all(op, outs)
        return
    # Loops of length 1 hide from IREE which dimensions a window slides along.
    long = [axis for axis in range(rank) if shape.lengths[axis] != 1]
    loops = rank + len(long)
    index = [AffineExpr.dimension(axis) for axis in range(loops)]
    place = [index[axis] * shape.strides[axis] for axis in range(rank)]
    for loop, axis in zip(index[rank:], long, strict=True):
        place[axis] = place[axis] + loop * shape.dilations[axis]
    maps = [AffineMap(loops, 0, tuple(place))] * count
    maps.append(AffineMap(loops, 0, tuple(index[rank:])))
    maps += [AffineMap(loops, 0, tuple(index[:rank]))] * count
    box = window(writer, element_type_of(ins[0].type), [shape.lengths[axis] for axis in long])
    block = Block(arg_types=[element_type_of(value.type) for value in (*ins, box, *outs)])
    with writer.at(InsertPoint.at_end(block)):
        arguments = [*block.args[count + 1 :], *block.args[:count]]
        writer.insert(YieldOp(*run_body(body, arguments, values)))
    iterators = ["parallel"] * rank + ["reduction"] * len(long)
    values.bind_all(op, structured(writer, [*ins, box], outs, block, maps, iterators))


def splat_of(value: SSAValue) -> SSAValue | None:
    """The number that all elements of a tensor are, where it has been filled with one."""
    owner = value.owner
    return owner.inputs[0] if isinstance(owner, FillOp) else None


def repeat(
    body: Region,
    initial: Sequence[SSAValue],
    numbers: Sequence[SSAValue],
    lengths: Sequence[Index],
    values: Values,
) -> list[SSAValue]:
    """
    The initial values combined with numbers, as often as a window has elements: what each window of
    equal elements gives. IREE combines them once where a constant does not depend on the loop.
    """
    writer, types = values.writer, [number.type for number in initial]
    total: Index = 1
    for length in lengths:
        total = writer.multiply(total, length)
    block = Block(arg_types=[INDEX, *types])
    with writer.at(InsertPoint.at_end(block)):
        combined = run_body(body, [*block.args[1:], *numbers], values)
        writer.insert(scf.YieldOp(*combined))
    start, stop, step = writer.values([0, total, 1])
    loop = scf.ForOp(start, stop, step, list(initial), Region(block))
    return list(writer.insert(loop).results)


def convert_dynamic_reduce_window(op: CustomCallOp, values: Values) -> None:
    """
    A reduction over windows whose sizes are operands, as cumulative sums have them.

        %2 = stablehlo.custom_call @stablehlo.dynamic_reduce_window(%x, %init, %lengths, %strides,
             %base_dilations, %window_dilations, %padding) {called_computations = [@add]} : ...
    """
    count = len(op.results)
    lengths, strides, bases, dilations, padding = op.operands[2 * count :]
    rank = rank_of(op.operands[0])
    steps = [values.integer(strides, axis) for axis in range(rank)]
    inner = [values.integer(dilations, axis) for axis in range(rank)]
    known_steps = [step for step in steps if isinstance(step, int)]
    known_inner = [step for step in inner if isinstance(step, int)]
    if len(known_steps) != rank or len(known_inner) != rank:
        raise no_form(op, "strides and dilations of its window are not constants")
    writer = values.writer
    shape = Window(
        [values.integer(lengths, axis) for axis in range(rank)],
        known_steps,
        known_inner,
        [values.integer(padding, 2 * axis) for axis in range(rank)],
        [values.integer(padding, 2 * axis + 1) for axis in range(rank)],
        [writer.subtract(values.integer(bases, axis), 1) for axis in range(rank)],
    )
    reduce_windows(op, shape, called_body(op), values)


def called_body(op: CustomCallOp) -> Region:
    """The body of the function that a custom call names."""
    calls = op.called_computations
    if isinstance(calls, ArrayAttr):
        for one in calls.data:
            found = SymbolTable.lookup_symbol(op, one)
            if isinstance(found, FuncOp) and found.body.blocks:
                return found.body
    raise no_form(op, "the function that it calls is not known")


TARGETS[DYNAMIC_REDUCE_WINDOW] = convert_dynamic_reduce_window
register_conversion(convert_reduce_window, ReduceWindowOp)
