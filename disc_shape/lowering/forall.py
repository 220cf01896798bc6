"""Loops whose turns fill buffers together."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import scf
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseArrayBase
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.xdsl_extras.forall import ForallOp, InParallelOp
from disc_shape.dialects.xdsl_extras.gather import ParallelInsertSliceOp
from disc_shape.lowering.control_flow import lower_exit
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.registry import register_lowering
from disc_shape.lowering.storage import Storage
from disc_shape.lowering.tensors import copy_into_part
from disc_shape.lowering.types import known_buffer, lowered
from disc_shape.lowering.writer import no_form


def lower_forall(op: Operation, lowering: FunctionLowering) -> None:
    """
    Fill own buffers, which are copies unless nobody else reads what is handed over.

        %1 = scf.forall (%i) in (%n) shared_outs(%x = %0) -> (tensor<?xf32>) {
          scf.forall.in_parallel {
            tensor.parallel_insert_slice %2 into %x[%i] [1] [1] : ...
          }
        }
    =>
        scf.parallel (%i) = (%c0) to (%n) step (%c1) {
          %part = memref.subview %0[%i] [1] [1] : ...
          memref.copy %2, %part : ...
          scf.reduce
        }                                                                (uses of %1 use %0)
    """
    assert isinstance(op, ForallOp)
    last = op.body.block.last_op
    count = len(ints(op.static_upper))
    if not isinstance(last, InParallelOp) or count == 0:
        raise no_form(op)
    lower = _bounds(op.static_lower, op.lower, lowering)
    upper = _bounds(op.static_upper, op.upper, lowering)
    step = _bounds(op.static_step, op.step, lowering)
    shared = op.body.block.args[count:]
    given = lowering.handed_on(op.outs, [out.type for out in op.outs])
    for argument, result, buffer in zip(shared, op.filled, given, strict=True):
        lowering.own(result, buffer)
        lowering.drop_argument(argument, result)
    lowering.exits[last] = lambda: _write_parts(last, lowering)
    lowering.lower_region(op.body)
    loop = scf.ParallelOp(lower, upper, step, op.detach_region(op.body))
    loop.attributes.update(op.attributes)
    lowering.emit(loop)


def _bounds(
    static: DenseArrayBase, given: Sequence[SSAValue], lowering: FunctionLowering
) -> list[SSAValue]:
    values = iter(given)
    return [
        next(values) if number == DYNAMIC_INDEX else lowering.index(number)
        for number in ints(static)
    ]


def _write_parts(op: InParallelOp, lowering: FunctionLowering) -> None:
    """Write the slices of one turn; those of what is filled are taken before the first is."""
    inserts = [one for one in op.region.block.ops if isinstance(one, ParallelInsertSliceOp)]
    filled: set[Storage] = {lowering.place(one.dest).storage for one in inserts}
    sources = [
        lowering.copied(one.source, known_buffer(lowered(one.source.type, op)))
        if lowering.place(one.source).storage in filled
        else lowering.buffer(one.source)
        for one in inserts
    ]
    for insert, source in zip(inserts, sources, strict=True):
        copy_into_part(insert, source, lowering.buffer(insert.dest), lowering)
    lowering.emit(scf.ReduceOp())


register_lowering(lower_forall, ForallOp)
register_lowering(lower_exit, InParallelOp)
