"""
Tests of indices against the sizes of buffers.

Outside of kernels an index may be data, so that a run whose index is out of bounds stops. Inside of
kernels indices are within bounds by construction; there, and for views and copies, tests are
written only where a program is compiled with `checked=True`. Such a test that fails leaves two
numbers in the state of the call: the index, and the size that it should be less than.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import llvm
from xdsl.dialects.builtin import MemRefType
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from disc_shape.native.call_state import FAULT, OUT_OF_BOUNDS, OUT_OF_RANGE
from disc_shape.native.emitter import Number
from disc_shape.native.memrefs import Memref
from disc_shape.native.routine import Routine
from disc_shape.native.unrolling import WITHIN_BOUNDS


def indices_of(
    routine: Routine, op: Operation, source: SSAValue, indices: Sequence[SSAValue]
) -> list[Number]:
    """The indices of a load or a store, which are tested unless they are within bounds."""
    buffer, numbers = routine.memref(source), [routine.number(one) for one in indices]
    if routine.context is None or WITHIN_BOUNDS in op.attributes:
        return numbers
    in_kernel = routine.callee is not None and routine.callee.is_checked_kernel
    for axis, (index, size) in enumerate(zip(numbers, buffer.sizes, strict=True)):
        if not is_known_to_be_less(index, size):
            inside = is_less(routine, index, size)
            if in_kernel:
                message = f"index {{}} of dimension {axis}, of size {{}}"
                require(routine, op, inside, (index, size), message)
            else:
                routine.fail_unless(inside, OUT_OF_BOUNDS)
    return numbers


def is_known_to_be_less(index: Number, size: Number) -> bool:
    """Whether constants are within bounds."""
    return isinstance(index, int) and isinstance(size, int) and 0 <= index < size


def is_less(routine: Routine, index: Number, size: Number) -> SSAValue:
    """Whether `0 <= index < size`, where the size is not negative."""
    emitter = routine.emitter
    return emitter.compare("ult", emitter.number(index), emitter.number(size))


def require(
    routine: Routine,
    op: Operation,
    condition: SSAValue,
    numbers: tuple[Number, Number],
    message: str,
) -> None:
    """Stop the run unless a condition holds, with a message about two numbers."""
    emitter = routine.emitter
    failed, on = emitter.add_block(), emitter.add_block()
    emitter.branch_if(condition, on, failed)
    emitter.block = failed
    for place, number in enumerate(numbers):
        emitter.store(emitter.number(number), routine.state(FAULT + place))
    name = "" if routine.callee is None else routine.callee.name.removeprefix("program_")
    place = f"{name}: '{op.name}' of {called(buffer_of(op))}"
    routine.leave_with(f"{place}: {message}", OUT_OF_RANGE)
    emitter.block = on


def called(buffer: SSAValue | None) -> str:
    """A buffer by its name, or by the argument that it is a view of."""
    if buffer is not None and buffer.name_hint:
        return f"%{buffer.name_hint}"
    if isinstance(buffer, BlockArgument):
        return f"argument {buffer.index}"
    source = buffer_of(buffer.op) if isinstance(buffer, OpResult) else None
    return "a buffer" if source is None else f"a view of {called(source)}"


def buffer_of(op: Operation) -> SSAValue | None:
    """The first operand that is a buffer."""
    return next((one for one in op.operands if isinstance(one.type, MemRefType)), None)


def require_subview(
    routine: Routine,
    op: Operation,
    source: Memref,
    parts: Sequence[tuple[Number, Number, Number]],
) -> None:
    """Tests that a view has elements of its source alone: offset, size and step by dimension."""
    if routine.tables.checked:
        empty = any_is_zero(routine, [size for _, size, _ in parts])
        for axis, (part, limit) in enumerate(zip(parts, source.sizes, strict=True)):
            offset, size, step = part
            message = f"element {{}} of dimension {axis}, of size {{}}"
            for place in (offset, last_of(routine, offset, size, step)):
                require_place(routine, op, empty, (place, limit), message)


def require_extent(
    routine: Routine,
    op: Operation,
    count: Number,
    offset: Number,
    parts: Sequence[tuple[Number, Number]],
) -> None:
    """Tests that a view has some of so many elements alone: size and stride by dimension."""
    if routine.tables.checked:
        empty = any_is_zero(routine, [size for size, _ in parts])
        least = greatest = offset
        for size, stride in parts:
            down, up = directions(routine, last_of(routine, 0, size, stride), stride)
            least = routine.emitter.add(least, down)
            greatest = routine.emitter.add(greatest, up)
        for place in (least, greatest):
            require_place(routine, op, empty, (place, count), "element {} of {} elements")


def require_place(
    routine: Routine,
    op: Operation,
    empty: SSAValue | None,
    numbers: tuple[Number, Number],
    message: str,
) -> None:
    """A test that a view is empty, or an element of it is within bounds."""
    if not is_known_to_be_less(*numbers):
        inside = is_less(routine, *numbers)
        if empty is not None:
            inside = routine.emitter.binary(llvm.OrOp, empty, inside)
        require(routine, op, inside, numbers, message)


def require_equal(
    routine: Routine, op: Operation, sizes: Sequence[Number], expected: Sequence[Number]
) -> None:
    """Tests that sizes are those that a type or another buffer has."""
    if routine.tables.checked:
        emitter = routine.emitter
        for axis, (size, other) in enumerate(zip(sizes, expected, strict=True)):
            if size is not other and size != other:
                same = emitter.compare("eq", emitter.number(size), emitter.number(other))
                message = f"size {{}} of dimension {axis}, expected {{}}"
                require(routine, op, same, (size, other), message)


def last_of(routine: Routine, offset: Number, size: Number, step: Number) -> Number:
    """The last index of so many steps."""
    emitter = routine.emitter
    return emitter.add(offset, emitter.multiply(emitter.add(size, -1), step))


def directions(routine: Routine, distance: Number, stride: Number) -> tuple[Number, Number]:
    """How far elements go down and up, some of which are at a distance in steps of a stride."""
    emitter = routine.emitter
    if isinstance(stride, int):
        return (distance, 0) if stride < 0 else (0, distance)
    far, zero = emitter.number(distance), emitter.number(0)
    is_down = emitter.less(stride, 0)
    return emitter.select(is_down, far, zero), emitter.select(is_down, zero, far)


def any_is_zero(routine: Routine, sizes: Sequence[Number]) -> SSAValue | None:
    """Whether a size is zero; None where none can be."""
    emitter = routine.emitter
    found: SSAValue | None = None
    for size in sizes:
        if isinstance(size, int) and size != 0:
            continue
        one = emitter.compare("eq", emitter.number(size), emitter.number(0))
        found = one if found is None else emitter.binary(llvm.OrOp, found, one)
    return found
