"""MLIR's shape dialect. Every ``cstr_*`` is a guard: when it fails, so does the run."""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels import shapes
from disc_shape.interpreters.kernels.arrays import Array, KernelError, index_array
from disc_shape.interpreters.pure import pure
from disc_shape.interpreters.reading import int_of, ints_of, named, required, text_of
from disc_shape.interpreters.values import constant, dtype_of

WITNESS = np.asarray(True)


def shape_array(sizes: Sequence[int]) -> Array:
    """Sizes as the array of a shape."""
    return np.asarray(list(sizes), np.int64)


@semantics("shape.const_witness")
def bind_const_witness(op: Operation) -> Step:
    """The step of `shape.const_witness`."""
    passing = bool(constant(required(op, "passing")))

    def step(_frame: Frame, _ins: Sequence[Array]) -> Sequence[Array]:
        if not passing:
            raise GuardError("constant witness is false", op)
        return (WITNESS,)

    return step


def _guard(op: Operation, holds: bool, ins: Sequence[Array]) -> Sequence[Array]:
    if not holds:
        given = " and ".join(shapes.shape_text([int(v) for v in x.tolist()]) for x in ins)
        raise GuardError(f"'{op.name}' does not hold for {given}", op)
    return (WITNESS,)


def _broadcastable(ins: Sequence[Array]) -> bool:
    try:
        shapes.broadcast_shapes(ins)
    except KernelError:
        return False
    return True


@semantics("shape.cstr_broadcastable")
def bind_cstr_broadcastable(op: Operation) -> Step:
    """The step of `shape.cstr_broadcastable`."""
    return lambda _frame, ins: _guard(op, _broadcastable(ins), ins)


def _all_equal(ins: Sequence[Array]) -> bool:
    return all(np.array_equal(ins[0], other) for other in ins[1:])


@semantics("shape.cstr_eq")
def bind_cstr_eq(op: Operation) -> Step:
    """The step of `shape.cstr_eq`."""
    return lambda _frame, ins: _guard(op, _all_equal(ins), ins)


@semantics("hlo.cstr_reshapable")
def bind_cstr_reshapable(op: Operation) -> Step:
    """The step of `hlo.cstr_reshapable`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if not shapes.is_reshapable(int(ins[0]), ins[1]):
            target = shapes.shape_text([int(size) for size in ins[1].tolist()])
            raise GuardError(f"{int(ins[0])} elements do not fit shape {target}", op)
        return (WITNESS,)

    return step


@semantics("shape.cstr_require")
def bind_cstr_require(op: Operation) -> Step:
    """The step of `shape.cstr_require`."""
    message = text_of(op, "msg", "required condition is false")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if not bool(ins[0]):
            raise GuardError(message, op)
        return (WITNESS,)

    return step


@semantics("shape.assuming")
def bind_assuming(op: Operation) -> Step:
    """The step of `shape.assuming`."""
    return lambda frame, _ins: frame.run_region(op.regions[0], ())[1]


@semantics("shape.broadcast")
def bind_broadcast(op: Operation) -> Step:
    """The step of `shape.broadcast`."""
    message = text_of(op, "error")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        try:
            return (shapes.broadcast_shapes(ins),)
        except KernelError as error:
            raise KernelError(message or str(error)) from None

    return step


@semantics("shape.get_extent")
def bind_get_extent(_op: Operation) -> Step:
    """The step of `shape.get_extent`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        index, rank = int(ins[1]), ins[0].shape[0]
        if not 0 <= index < rank:
            raise KernelError(f"extent {index} asked of a shape of rank {rank}")
        return (np.asarray(ins[0][index], np.int64),)

    return step


@semantics("shape.split_at")
def bind_split_at(_op: Operation) -> Step:
    """A negative index counts from the end."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        index, rank = int(ins[1]), ins[0].shape[0]
        if not -rank <= index <= rank:
            raise KernelError(f"split at {index} of a shape of rank {rank}")
        at = index if index >= 0 else rank + index
        return ins[0][:at], ins[0][at:]

    return step


def _size_operation(name: str) -> None:
    functions = {
        "add": np.add,
        "mul": np.multiply,
        "div": np.floor_divide,
        "max": np.maximum,
        "min": np.minimum,
    }
    function = functions[name]

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if name == "div" and not int(ins[1]):
            raise KernelError("division by zero")
        return (np.asarray(function(ins[0], ins[1])).astype(np.int64),)

    def bind(_op: Operation) -> Step:
        return step

    semantics(f"shape.{name}")(bind)


for _name in ("add", "mul", "div", "max", "min"):
    _size_operation(_name)


@semantics("shape.any")
def bind_any(op: Operation) -> Step:
    """The step of `shape.any`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if not _all_equal(ins):
            raise KernelError(f"operands of {op.name} differ")
        return (ins[0],)

    return step


pure("shape.shape_of", lambda ins: shape_array(ins[0].shape))
pure("shape.const_shape", lambda _, sizes: sizes, lambda op: shape_array(ints_of(op, "shape")))
pure("shape.const_size", lambda _, size: np.asarray(size, np.int64), named(int_of, "value"))
pure("shape.assuming_all", lambda _: WITNESS)
pure("shape.is_broadcastable", lambda ins: np.asarray(_broadcastable(ins)))
pure("shape.shape_eq", lambda ins: np.asarray(_all_equal(ins)))
pure("shape.num_elements", lambda ins: np.asarray(math.prod(map(int, ins[0].tolist())), np.int64))
pure("shape.rank", lambda ins: np.asarray(ins[0].shape[0], np.int64))
pure("shape.from_extents", lambda ins: shape_array([int(size) for size in ins]))
pure(
    (
        "shape.from_extent_tensor",
        "shape.to_extent_tensor",
        "shape.index_to_size",
        "shape.size_to_index",
    ),
    lambda ins, dtype: index_array(ins[0]).astype(dtype),
    lambda op: dtype_of(op.results[0].type) or np.dtype(np.int64),
)
pure("shape.concat", lambda ins: np.concatenate([index_array(x) for x in ins]))
