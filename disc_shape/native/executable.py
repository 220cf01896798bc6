"""Machine code as a callable on numpy arrays."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import ClassVar, TypeAlias, cast

import numpy as np

from disc_shape.engines.errors import EngineError
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array, DType
from disc_shape.native.allocation import ALLOCATE, NEWEST, RELEASE_ALL
from disc_shape.native.callbacks import FUNCTION, PROGRAM
from disc_shape.native.control import MESSAGE
from disc_shape.native.entry import FIRST, RUN, SIZES
from disc_shape.native.interpreted import Interpreted
from disc_shape.native.kernels import KernelInfo
from disc_shape.native.machine import Code, define
from disc_shape.native.routine import FAILED_CHECK, NEGATIVE_SIZE, NO_MEMORY, OK, OUT_OF_BOUNDS

Shapes: TypeAlias = "tuple[tuple[int, ...], ...]"

STOPPED = {
    OUT_OF_BOUNDS: "an index is outside of the sizes of what it is an index of",
    NEGATIVE_SIZE: "a size is negative",
}
"""Why runs are illegal whose program does not check it itself."""

KNOWN_SIZES = 4096
"""So many lists of sizes of results are remembered."""


@dataclass(frozen=True)
class Place:
    """Where an array stands in the state of a call."""

    word: int
    dtype: DType
    rank: int | None
    """None for a scalar that is no array of rank 0."""

    @property
    def sizes(self) -> slice:
        """The words of its sizes."""
        return slice(self.word + 1, self.word + 1 + (self.rank or 0))


@dataclass(frozen=True)
class Interface:
    """What stands in the state of a call, and what results are."""

    words: int
    arguments: tuple[Place, ...]
    results: tuple[tuple[bool, int], ...]
    """For each result whether it is an out-parameter, and its number among those, or among the
    returned values."""
    outs: tuple[Place, ...]
    returned: tuple[Place, ...]
    messages: tuple[str, ...]
    constants: tuple[Array, ...] = ()


def array_at(address: int, dtype: DType, shape: tuple[int, ...], strides: Sequence[int]) -> Array:
    """The memory at an address as an array, which must not outlive it; strides are in elements."""
    span = 1 + sum((size - 1) * step for size, step in zip(shape, strides, strict=True))
    if 0 in shape:
        return np.empty(shape, dtype)
    data = (ctypes.c_uint8 * (span * dtype.itemsize)).from_address(address)
    steps = [step * dtype.itemsize for step in strides]
    return np.ndarray(shape, dtype, memoryview(data), 0, steps)


_PROGRAMS: dict[int, NativeExecutable] = {}
"""The programs that call back, by number."""


@dataclass(eq=False)
class NativeExecutable:
    """A compiled program. Two threads may call it at once: each call has a state of its own."""

    code: Code
    interface: Interface
    kernels: tuple[KernelInfo, ...] = ()
    peak: str = ""
    """The most bytes that a run holds, as `plan-memory` states it; empty when it is unknown."""
    interpreted: Interpreted | None = None
    """What the interpreter runs."""
    checks_guards: ClassVar[bool] = True
    """The guards of the program are part of its machine code."""
    _sizes: dict[Shapes, Shapes] = field(default_factory=dict[Shapes, Shapes])

    def __post_init__(self) -> None:
        void = ctypes.c_void_p
        self._run = ctypes.CFUNCTYPE(ctypes.c_int64, void)(self.code.address(RUN))
        self._compute_sizes = ctypes.CFUNCTYPE(ctypes.c_int64, void)(self.code.address(SIZES))
        self._allocate = ctypes.CFUNCTYPE(void, void, ctypes.c_int64)(self.code.address(ALLOCATE))
        self._release = ctypes.CFUNCTYPE(None, void)(self.code.address(RELEASE_ALL))
        interface = self.interface
        self._state = ctypes.c_int64 * interface.words
        self._template = [0] * interface.words
        for place, constant in enumerate(interface.constants):
            self._template[FIRST + place] = constant.ctypes.data
        self._by_shapes = all(place.rank is not None for place in interface.arguments)
        self._failures = threading.local()
        if self.interpreted is not None:
            self._template[PROGRAM] = id(self)
            _PROGRAMS[id(self)] = self

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """
        New arrays with the results. `GuardError`, with the message of the program, when one of its
        checks fails.
        """
        interface = self.interface
        words = self._template.copy()
        given = [
            array if array.flags.c_contiguous and array.flags.aligned else array.copy("C")
            for array in arrays
        ]
        for place, array in zip(interface.arguments, given, strict=True):
            words[place.word] = array.ctypes.data
            words[place.sizes] = array.shape
        shapes = tuple(array.shape for array in given)
        known = self._sizes.get(shapes)
        if known is None:
            known = self.result_sizes(shapes, words)
        outs = [
            np.empty(shape, place.dtype) for shape, place in zip(known, interface.outs, strict=True)
        ]
        for place, out in zip(interface.outs, outs, strict=True):
            words[place.word] = out.ctypes.data
            words[place.sizes] = out.shape
        state = self._state(*words)
        status = self._run(ctypes.addressof(state))
        try:
            if status != OK:
                self.fail(status, state[MESSAGE])
            if not interface.returned:
                return outs
            returned = [self.returned(place, state) for place in interface.returned]
            return [(outs if out else returned)[number] for out, number in interface.results]
        finally:
            if state[NEWEST]:
                self._release(ctypes.addressof(state))

    def result_sizes(self, shapes: Shapes, words: list[int]) -> Shapes:
        """The sizes of out-parameters."""
        state = self._state(*words)
        self._compute_sizes(ctypes.addressof(state))
        known = tuple(tuple(state[place.sizes]) for place in self.interface.outs)
        if any(size < 0 for shape in known for size in shape):
            raise GuardError("a size of a result is negative")
        if self._by_shapes and len(self._sizes) < KNOWN_SIZES:
            self._sizes[shapes] = known
        return known

    def returned(self, place: Place, state: ctypes.Array[ctypes.c_int64]) -> Array:
        """A copy of a result whose sizes only the program knows."""
        if place.rank is None:
            address = ctypes.addressof(state) + 8 * place.word
            return array_at(address, place.dtype, (), ()).copy()
        shape = tuple(state[place.sizes])
        strides: list[int] = []
        step = 1
        for size in reversed(shape):
            strides.insert(0, step)
            step *= size
        return array_at(state[place.word], place.dtype, shape, strides).copy()

    def fail(self, status: int, message: int) -> None:
        """Raise what has stopped a run."""
        if status == FAILED_CHECK:
            raise GuardError(self.interface.messages[message])
        if status in STOPPED:
            raise GuardError(STOPPED[status])
        if status == NO_MEMORY:
            raise MemoryError("native: not enough memory for the buffers of the program")
        error = cast("BaseException | None", getattr(self._failures, "error", None))
        self._failures.error = None
        raise error if error is not None else EngineError("native: the program has stopped")

    def called_back(self, state: int, number: int, address: int) -> int:
        """Run an operation that is no machine code; its status."""
        try:
            assert self.interpreted is not None
            self.interpreted(number, address, partial(self._allocate, state))
        except BaseException as error:  # It must not pass through machine code.
            self._failures.error = error
            return 1
        return OK

    @property
    def text(self) -> str:
        """LLVM's IR after optimization."""
        return self.code.text

    def binary(self) -> bytes | None:
        """What can be loaded without compiling again."""
        from disc_shape.native.saved import saved_bytes

        return saved_bytes(self)


def dispatch(state: int, number: int, address: int) -> int:
    """What machine code calls: the state of the call says for which program."""
    program = ctypes.c_int64.from_address(state + 8 * PROGRAM).value
    return _PROGRAMS[program].called_back(state, number, address)


DISPATCH = ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(
    dispatch
)
"""The function that machine code calls; it lives as long as the process."""


def define_symbols() -> None:
    """Let code that is loaded find the function that it calls."""
    define(FUNCTION, cast("int", ctypes.cast(DISPATCH, ctypes.c_void_p).value))
