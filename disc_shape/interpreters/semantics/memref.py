"""MLIR's memref dialect: memory that is allocated, read, written and freed."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import MemRefType, UnitAttr
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.errors import OperationError
from disc_shape.interpreters import memory
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.memory import Buffer, Kind
from disc_shape.interpreters.reading import attribute, symbol_of
from disc_shape.interpreters.values import constant


def buffer_of(value: Array) -> Buffer:
    """The memref that an operand is."""
    if not isinstance(value, Buffer):
        raise KernelError("operand is no memref")
    return value


def type_of(value: SSAValue, op: Operation) -> MemRefType[Attribute]:
    """The ranked memref type of a value; OperationError for any other type."""
    kind = memory.as_memref(value.type)
    if kind is None:
        raise OperationError(f"'{op.name}' needs a ranked memref, not {value.type}", op)
    return kind


def title(value: SSAValue, op: Operation) -> str:
    """What messages call the buffer that an operation makes."""
    return f"%{value.name_hint}" if value.name_hint else f"the buffer of '{op.name}'"


def scalar(value: int) -> Array:
    """An index as an array of rank 0."""
    return np.asarray(value, np.int64)


def _bind_allocation(op: Operation, place: Kind) -> Step:
    result = op.results[0]
    kind, name = type_of(result, op), title(result, op)

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        given = iter(ins)
        sizes = [int(next(given)) if size < 0 else size for size in kind.get_shape()]
        buffer = memory.allocate(kind, sizes, name, place, op, frame)
        frame.allocations.append(buffer.allocation)
        return (buffer,)

    return step


@semantics("memref.alloc")
def bind_alloc(op: Operation) -> Step:
    """The step of `memref.alloc`."""
    return _bind_allocation(op, "heap")


@semantics("memref.alloca")
def bind_alloca(op: Operation) -> Step:
    """Memory that lives until its activation ends."""
    return _bind_allocation(op, "stack")


@semantics("memref.dealloc")
def bind_dealloc(op: Operation) -> Step:
    """The step of `memref.dealloc`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        memory.free(buffer_of(ins[0]), f"'{op.name}'")
        return ()

    return step


@semantics("memref.global")
def bind_global(_op: Operation) -> Step:
    """A declaration."""
    return lambda _frame, _ins: ()


@semantics("memref.get_global")
def bind_get_global(op: Operation) -> Step:
    """A checked run treats every global as constant: it has no owner."""
    name = symbol_of(attribute(op, "name"), op)

    def step(frame: Frame, _ins: Sequence[Array]) -> Sequence[Array]:
        declared = frame.interpreter.globals.get(name)
        if declared is None:
            raise OperationError(f"there is no global @{name}", op)
        buffer = frame.interpreter.memory.named(name, lambda: _global(name, declared, op))
        if frame.interpreter.observer is not None:
            buffer.allocation.constant = True
        return (buffer,)

    return step


def _global(name: str, declared: Operation, user: Operation) -> Buffer:
    kind = type_of(user.results[0], user)
    buffer = memory.allocate(kind, kind.get_shape(), f"global @{name}", "global", declared)
    value = attribute(declared, "initial_value")
    if value is not None and not isinstance(value, UnitAttr):
        memory.write(buffer, constant(value))
    buffer.allocation.constant = attribute(declared, "constant") is not None
    return buffer


@semantics("memref.load")
def bind_load(_op: Operation) -> Step:
    """The step of `memref.load`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        buffer = buffer_of(ins[0])
        return (memory.load(buffer, memory.position(buffer, ins[1:])),)

    return step


@semantics("memref.store")
def bind_store(_op: Operation) -> Step:
    """The step of `memref.store`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        buffer = buffer_of(ins[1])
        memory.store(buffer, memory.position(buffer, ins[2:]), ins[0])
        return ()

    return step


@semantics("memref.prefetch")
def bind_prefetch(_op: Operation) -> Step:
    """Nothing: there is no cache."""
    return lambda _frame, _ins: ()


@semantics("memref.copy")
def bind_copy(_op: Operation) -> Step:
    """The step of `memref.copy`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        memory.write(buffer_of(ins[1]), memory.read(buffer_of(ins[0])))
        return ()

    return step


@semantics("memref.dim")
def bind_dim(_op: Operation) -> Step:
    """The step of `memref.dim`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        index = int(ins[1])
        if not 0 <= index < ins[0].ndim:
            raise KernelError(f"dimension {index} asked of a memref of rank {ins[0].ndim}")
        return (scalar(ins[0].shape[index]),)

    return step
