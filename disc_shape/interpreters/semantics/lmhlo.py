"""lmhlo: each operation runs its HLO twin on the contents of its buffers.

All operands are read before a result is written, so a buffer may be both.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation

from disc_shape.dialects.hlo.creation import IotaOp
from disc_shape.dialects.hlo.movement import BroadcastInDimOp, ReshapeOp
from disc_shape.dialects.hlo.random_numbers import RngBitGeneratorOp
from disc_shape.dialects.hlo.shapes import element_type
from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.errors import OperationError
from disc_shape.interpreters import memory
from disc_shape.interpreters.core import Frame, Out, Step, binder_of, out_of, semantics
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.memory import Buffer
from disc_shape.interpreters.semantics.memref import buffer_of, title

SIZED_BY_OUTS = (BroadcastInDimOp, IotaOp, ReshapeOp, RngBitGeneratorOp)
"""The operations without regions whose results have sizes that no operand determines."""


@semantics("lmhlo.*")
def bind_buffer_op(op: Operation) -> Step:
    """The step of all operations of lmhlo."""
    if not isinstance(op, BufferOp):
        raise OperationError(f"'{op.name}' has no numpy semantics", op)
    twin = op.twin()
    expected = [out_of(result) for result in twin.results]
    count, written, kept = len(op.ins), len(op.outs), op.result_positions
    is_sized_by_outs = issubclass(op.HLO, SIZED_BY_OUTS) and not all(map(is_static, expected))
    bound = None if is_sized_by_outs else binder_of(twin)(twin)
    known = (tuple[tuple[int, ...], ...](), bound)

    def bound_to(outs: Sequence[Buffer]) -> Step:
        nonlocal known
        shapes = tuple(one.shape for one in outs)
        before, found = known
        if found is None or before != shapes:
            found = bind_to_outs(op, outs)
            known = shapes, found
        return found

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        outs = [buffer_of(value) for value in ins[count : count + written]]
        compute = bound or bound_to(outs)
        given = [
            memory.read(value) if isinstance(value, Buffer) else value for value in ins[:count]
        ]
        values = compute(frame, given)
        for out, value in zip(expected, values, strict=True):
            out.check(op, value)
        memory.write_all(outs, [one for index, one in enumerate(values) if index not in kept])
        return [_fresh(frame, op, index, values[position]) for index, position in enumerate(kept)]

    return step


@semantics("lmhlo.fusion")
def bind_fusion(op: Operation) -> Step:
    """The region on the contents of the ins; all of them are read before an out is written."""
    if not isinstance(op, BufferOp):
        raise OperationError(f"'{op.name}' has no numpy semantics", op)
    count, written, kept, region = len(op.ins), len(op.outs), op.result_positions, op.regions[0]

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        outs = [buffer_of(value) for value in ins[count : count + written]]
        _, values = frame.run_region(region, [memory.read(buffer_of(one)) for one in ins[:count]])
        memory.write_all(outs, [one for index, one in enumerate(values) if index not in kept])
        return [_fresh(frame, op, index, values[position]) for index, position in enumerate(kept)]

    return step


def is_static(out: Out) -> bool:
    """Whether the type of a result has all its sizes."""
    return out.sizes is not None and -1 not in out.sizes


def bind_to_outs(op: BufferOp, outs: Sequence[Buffer]) -> Step:
    """The step of an operation whose result has the shapes of the buffers that it writes."""
    twin = op.twin()
    shapes = iter(outs)
    types = [
        result.type
        if index in op.result_positions
        else TensorType(element_type(result), next(shapes).shape)
        for index, result in enumerate(twin.results)
    ]
    sized = type(twin).create(
        operands=twin.operands,
        result_types=types,
        properties=twin.properties,
        attributes=twin.attributes,
    )
    return binder_of(sized)(sized)


def _fresh(frame: Frame, op: Operation, index: int, value: Array) -> Array:
    """An operation result: a buffer gets memory of its own, other values are unchanged."""
    result = op.results[index]
    kind = memory.as_memref(result.type)
    if kind is None:
        return value
    buffer = memory.allocate(kind, value.shape, title(result, op), "heap", op, frame)
    frame.allocations.append(buffer.allocation)
    memory.write(buffer, value)
    return buffer
