"""`scan`: a loop that reads and writes slices in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import arith, memref, scf
from xdsl.dialects.builtin import IndexType, ModuleOp
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import SSAValue
from xdsl.rewriter import Rewriter

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import ARGUMENT_DIMS
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.scan import ScanOp
from disc_shape.errors import OperationError
from disc_shape.lowering.control_flow import argument_dims, receive
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.out_parameters import (
    Plan,
    Recipe,
    compute,
    may_divide_by_zero,
    plan_results,
)
from disc_shape.lowering.prepare import tie_sizes
from disc_shape.lowering.registry import lowers
from disc_shape.lowering.types import Size, buffer_of, buffer_type, lowered
from disc_shape.lowering.views import subview

INDEX = IndexType()


@lowers(ScanOp)
def lower_scan(op: ScanOp, lowering: FunctionLowering) -> None:
    """
    Run the body for each index of the dimension. Inputs are read, and outputs written, as slices in
    place; loop-carried values are donated from one iteration to the next.

        %1, %2 = mhlo.scan (%x) inits (%0) dimension=0 { ... } : ...
    =>
        %1 = memref.alloc(%n) : memref<?xf32>
        %2 = scf.for %i = %c0 to %n step %c1 iter_args(%c = %0) -> (memref<f32>) {
          %a = memref.subview %x[%i] [1] [1] : memref<?xf32> to memref<f32, strided<[], offset: ?>>
          ...
          %b = memref.subview %1[%i] [1] [1] : memref<?xf32> to memref<f32, strided<[], offset: ?>>
          memref.copy %out, %b : ...
          scf.yield %next : memref<f32>
        }
    """
    dimension, block, last = int_of(op.dimension), op.body.block, op.body.block.last_op
    assert last is not None
    count = _count(op, dimension, lowering)
    outputs = _outputs(op, dimension, count, lowering)
    taken, given = list(block.args), list(last.operands)
    carried = taken[len(op.inputs) :]
    wanted = [argument.type for argument in carried]
    names = [[None, *(lowering.places.symbols(argument) for argument in carried)]]
    read = {lowering.places.of(value).storage for value in op.inputs}
    inits = lowering.memory.donate(op.inits, wanted, read)
    index = _show_slices(op, dimension, count, lowering)

    def go_on() -> None:
        for value, output in zip(given, outputs, strict=False):
            source = lowering.places.buffer(value)
            target = _slice(output, value, dimension, index, lowering)
            lowering.places.label(target, value)
            lowering.writer.emit(memref.CopyOp(source, lowering.writer.emit(target).result))
        lowering.writer.emit(scf.YieldOp(*lowering.memory.donate(given[len(outputs) :], wanted)))

    lowering.exits[last] = go_on
    lowering.lower_region(op.body)
    bounds = [lowering.writer.index(0), lowering.writer.as_value(count), lowering.writer.index(1)]
    loop = scf.ForOp.create(
        operands=[*bounds, *inits],
        result_types=[lowered(type_, op) for type_ in wanted],
        regions=[op.detach_region(op.body)],
    )
    if any(any(lists) for lists in names):
        loop.attributes[ARGUMENT_DIMS] = argument_dims(names)
    lowering.writer.emit(loop)
    for result, output in zip(op.outputs, outputs, strict=True):
        lowering.places.own(result, output)
    receive(op.carries, loop, lowering)


def _outputs(op: ScanOp, dimension: int, count: Size, lowering: FunctionLowering) -> list[SSAValue]:
    """A new buffer for each output: one slice for each iteration, of the yielded sizes."""
    outputs: list[SSAValue] = []
    plan: Plan | None = None
    for number, result in enumerate(op.outputs):
        type_, sizes = as_tensor(result.type), lowering.sizes.known(result)
        assert type_ is not None
        if sizes is None:
            plan = plan or _slices(op)
            sizes = _sizes_outside(plan[number], op, dimension, lowering)
            sizes.insert(dimension, count)
        outputs.append(
            lowering.memory.alloc(buffer_type(type_), sizes, lowering.places.symbols(result))
        )
    return outputs


def _slices(op: ScanOp) -> Plan:
    """Recipes for the sizes of yielded slices from arguments and captured values."""
    region, captured = op.body.clone(), list(captured_values(op))
    block = region.block
    for value in captured:
        argument = block.insert_arg(value.type, len(block.args))
        value.replace_uses_with_if(argument, lambda use: block.is_ancestor(use.operation))
    for tie in [inner for inner in region.walk() if isinstance(inner, TieShapeOp)]:
        # A size that is read from the value itself is not available before the operation.
        Rewriter.replace_op(tie, [], [tie.value])
    last = block.last_op
    assert last is not None
    values = list(last.operands)[: len(op.outputs)]
    Rewriter.replace_op(last, ReturnOp(*values), [])
    types = [argument.type for argument in block.args], [value.type for value in values]
    function = FuncOp("body", types, region)
    tie_sizes(ModuleOp([function]))
    return plan_results(function)


def _sizes_outside(
    recipes: Sequence[Recipe] | None, op: ScanOp, dimension: int, lowering: FunctionLowering
) -> list[Size]:
    """The sizes of a slice, computed before the body runs; also where it will not run at all."""
    if recipes is None or any(map(may_divide_by_zero, recipes)):
        raise OperationError(f"sizes of the result of '{op.name}' are unknown", op)
    outer = [*op.operands, *captured_values(op)]

    def given(index: int, axis: int | None) -> Size:
        if axis is None:
            return outer[index]
        return lowering.sizes.of(outer[index])[
            axis + (index < len(op.inputs) and axis >= dimension)
        ]

    return [compute(recipe, given, lowering.writer) for recipe in recipes]


def captured_values(op: ScanOp) -> Iterator[SSAValue]:
    """The values from outside that the body reads, each once."""
    seen: set[SSAValue] = set()
    for inner in op.body.walk():
        for value in inner.operands:
            if value not in seen and not op.is_ancestor(value.owner):
                seen.add(value)
                yield value


def _count(op: ScanOp, dimension: int, lowering: FunctionLowering) -> Size:
    """The trip count."""
    if op.inputs:
        return lowering.sizes.of(op.inputs[0])[dimension]
    if op.scan_dim_size is not None:
        return int_of(op.scan_dim_size)
    type_ = as_tensor(op.outputs[0].type)
    if type_ is not None and (size := type_.get_shape()[dimension]) >= 0:
        return size
    sizes = lowering.sizes.known(op.outputs[0])
    if sizes is None:
        raise OperationError(f"trip count of '{op.name}' is unknown", op)
    return sizes[dimension]


def _show_slices(op: ScanOp, dimension: int, count: Size, lowering: FunctionLowering) -> SSAValue:
    """Let the first arguments of the body be slices of the inputs; the index of the iteration."""
    block, first = op.body.block, op.body.block.first_op
    assert first is not None
    taken = list(block.args)[: len(op.inputs)]
    index: SSAValue = block.insert_arg(INDEX, 0)
    with lowering.writer.before(first):
        if op.is_reverse is not None and int_of(op.is_reverse):
            last = arith.SubiOp(lowering.writer.as_value(count), lowering.writer.index(1))
            index = lowering.writer.emit(
                arith.SubiOp(lowering.writer.emit(last).result, index)
            ).result
        for argument, value in zip(taken, op.inputs, strict=True):
            place = lowering.places.of(value)
            view = _slice(place.memref, argument, dimension, index, lowering)
            lowering.places.view(argument, place, view)
            lowering.drop_later(argument)
    return index


def _slice(
    whole: SSAValue,
    slice_: SSAValue,
    dimension: int,
    index: SSAValue,
    lowering: FunctionLowering,
) -> memref.SubviewOp:
    """The slice of a buffer at an index of a dimension, without that dimension."""
    type_ = as_tensor(slice_.type)
    assert type_ is not None
    shape = buffer_of(whole).get_shape()
    sizes: list[Size] = [
        size if size >= 0 else lowering.sizes.dim(whole, axis) for axis, size in enumerate(shape)
    ]
    offsets: list[Size] = [0] * len(sizes)
    sizes[dimension], offsets[dimension] = 1, index
    return subview(whole, offsets, sizes, [1] * len(sizes), type_.get_shape(), lowering)
