"""Machine code as a callable on numpy arrays."""

from __future__ import annotations

import ctypes
import threading
from array import array as array_of_words
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast
from weakref import WeakValueDictionary

import numpy as np

from disc_shape.engines.errors import EngineError
from disc_shape.engines.outputs import require_sizes, store
from disc_shape.errors import GuardError, IllegalInputsError
from disc_shape.native.call_state import (
    ALLOCATE,
    ARENA,
    ARENA_BYTES,
    CALL_FAILED,
    FAILED_CHECK,
    FAULT,
    FIRST,
    FUNCTION,
    MESSAGE,
    NEGATIVE_SIZE,
    NEWEST,
    NO_MEMORY,
    OK,
    OUT_OF_BOUNDS,
    OUT_OF_RANGE,
    PART,
    PARTS,
    POOL,
    PROGRAM,
    RELEASE_ALL,
    RUN,
    RUNNING,
    SIZES,
)
from disc_shape.native.call_state import HEADER as ALIGNMENT
from disc_shape.native.code import Code, define
from disc_shape.native.interrupts import interrupts_of
from disc_shape.native.kernel_info import KernelInfo
from disc_shape.native.results import new_array

if TYPE_CHECKING:
    from disc_shape.interpreters.kernels.arrays import Array, DType
    from disc_shape.native.interpreted import Interpreted
    from disc_shape.native.processors import CompiledFor

Shapes: TypeAlias = "tuple[tuple[int, ...], ...]"

STOPPED = {
    OUT_OF_BOUNDS: "an index is outside of the sizes of what it is an index of",
    NEGATIVE_SIZE: "a size is negative",
}
"""Why runs are illegal whose program does not check it itself."""

KNOWN_SIZES = 4096
"""For so many lists of sizes what calls have in common is remembered."""


class Place(NamedTuple):
    """Where an array stands in the state of a call."""

    word: int
    dtype: DType
    rank: int | None
    """None for a scalar that is no array of rank 0."""

    @property
    def sizes(self) -> slice:
        """The words of its sizes."""
        return slice(self.word + 1, self.word + 1 + (self.rank or 0))


class Plan(NamedTuple):
    """What calls with arguments of some sizes have in common."""

    state: array_of_words[int]
    """The state, without the addresses of arrays."""
    outs: list[tuple[int, tuple[int, ...], DType]]
    """For each out-parameter the word of its address, its sizes and element type."""
    arena: int
    """The bytes of the arena; 0 where the program allocates it itself."""


class Interface(NamedTuple):
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
    threads: int = 1
    """The threads that run parts of loops."""


def field_with_data() -> int | None:
    """
    Where an array object has the address of its elements; None where that is not known. Reading it
    there takes an eighth of the time that `ctypes.data` takes.
    """
    probes = [np.zeros(size, np.uint8) for size in (1, 100, 10_000)]
    for offset in range(8, 64, 8):
        found = [ctypes.c_size_t.from_address(id(one) + offset).value for one in probes]
        if found == [one.ctypes.data for one in probes]:
            return offset
    return None


DATA = field_with_data()


def address_of(array: Array) -> int:
    """The address of the first element of an array."""
    if DATA is None:
        return array.ctypes.data
    return ctypes.c_size_t.from_address(id(array) + DATA).value


def at_cache_line(array: Array) -> Array:
    """A constant whose memory begins with a line of the cache, as products read it fastest."""
    if array.ctypes.data % ALIGNMENT == 0 or array.nbytes < ALIGNMENT:
        return array
    memory = np.empty(array.nbytes + ALIGNMENT, np.uint8)
    start = -memory.ctypes.data % ALIGNMENT
    found = memory[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    found[...] = array
    return found


def array_at(address: int, dtype: DType, shape: tuple[int, ...], strides: Sequence[int]) -> Array:
    """The memory at an address as an array, which must not outlive it; strides are in elements."""
    span = 1 + sum((size - 1) * step for size, step in zip(shape, strides, strict=True))
    if 0 in shape:
        return np.empty(shape, dtype)
    data = (ctypes.c_uint8 * (span * dtype.itemsize)).from_address(address)
    steps = [step * dtype.itemsize for step in strides]
    return np.ndarray(shape, dtype, memoryview(data), 0, steps)


_PROGRAMS: WeakValueDictionary[int, NativeExecutable] = WeakValueDictionary()
"""The programs that call back, by number, as long as anything else holds them."""


class NativeExecutable:
    """A compiled program. Two threads may call it at once: each call has a state of its own."""

    checks_guards = True
    """The guards of the program are part of its machine code."""

    def __init__(
        self,
        code: Code,
        interface: Interface,
        compiled_for: CompiledFor,
        kernels: tuple[KernelInfo, ...] = (),
        peak: str = "",
        interpreted: Interpreted | None = None,
    ) -> None:
        self.code = code
        constants = tuple(map(at_cache_line, interface.constants))
        self.interface = interface._replace(constants=constants)
        self.compiled_for = compiled_for
        self.kernels = kernels
        self.peak = peak
        """
        The most bytes that a run holds besides arguments and results, as `plan-memory` states it;
        empty when it is unknown.
        """
        self.interpreted = interpreted
        """What the interpreter runs."""
        self._plans: dict[Shapes, Plan] = {}
        void = ctypes.c_void_p
        self._run = ctypes.CFUNCTYPE(ctypes.c_int64, void)(self.code.address(RUN))
        self._compute_sizes = ctypes.CFUNCTYPE(ctypes.c_int64, void)(self.code.address(SIZES))
        self._allocate = ctypes.CFUNCTYPE(void, void, ctypes.c_int64)(self.code.address(ALLOCATE))
        self._release = ctypes.CFUNCTYPE(None, void)(self.code.address(RELEASE_ALL))
        self._template = array_of_words("q", [0] * interface.words)
        self._words = [place.word for place in interface.arguments]
        for place, constant in enumerate(self.interface.constants):
            self._template[FIRST + place] = constant.ctypes.data
        self._arenas: list[Array] = []
        """The memory of arenas that no call uses: a call takes one and gives it back."""
        self._by_shapes = all(place.rank is not None for place in interface.arguments)
        self._failures = threading.local()
        if interface.threads > 1:
            from disc_shape.native.pool import POOL as THREADS  # Most programs have no parts.

            self._template[PARTS] = self.code.address(PART)
            self._template[POOL] = THREADS.require(interface.threads, code)
        if self.interpreted is not None:
            self._template[PROGRAM] = id(self)
            _PROGRAMS[id(self)] = self

    def run(self, arrays: Sequence[Array]) -> list[Array]:
        """
        New arrays with the results. `GuardError`, with the message of the program, when one of its
        checks fails.
        """
        return self._called(arrays, None)

    def run_into(self, arrays: Sequence[Array], outs: Sequence[Array]) -> None:
        """
        Leave the results in arrays of the caller. A result that is no out-parameter is copied into
        its array, and so are all of them where one of the arrays may share memory with an argument:
        machine code may read an argument after it has written a result.
        """
        shared = any(np.may_share_memory(one, array) for one in outs for array in arrays)
        if shared or self.interface.returned:
            store(self._called(arrays, None), outs)
        else:
            self._called(arrays, list(outs))

    def _called(self, arrays: Sequence[Array], outs: list[Array] | None) -> list[Array]:
        """The results of a call, in the given arrays if there are any."""
        interface = self.interface
        given = [
            array if array.flags.c_contiguous and array.flags.aligned else array.copy("C")
            for array in arrays
        ]
        shapes = tuple([array.shape for array in given])
        plan = self._plans.get(shapes)
        if plan is None:
            plan = self.plan(shapes, given)
        state = plan.state[:]
        for word, array in zip(self._words, given, strict=True):
            state[word] = address_of(array)
        if outs is None:
            outs = [new_array(shape, dtype) for _, shape, dtype in plan.outs]
        else:
            require_sizes(outs, [shape for _, shape, _ in plan.outs])
        for (word, _, _), out in zip(plan.outs, outs, strict=True):
            state[word] = address_of(out)
        address = state.buffer_info()[0]
        arena = self.arena(plan.arena)
        if arena is not None:
            state[ARENA] = -(-address_of(arena) // ALIGNMENT) * ALIGNMENT
        try:
            status = self.status(address)
            if arena is not None:
                self._arenas.append(arena)
            if status != OK:
                self.fail(status, state)
            if not interface.returned:
                return outs
            returned = [self.returned(place, state) for place in interface.returned]
            return [(outs if out else returned)[number] for out, number in interface.results]
        finally:
            if state[NEWEST]:
                self._release(address)

    def arena(self, count: int) -> Array | None:
        """Memory of at least so many bytes for the arena of a call, from an earlier one if any."""
        if not count:
            return None
        known = self._arenas.pop() if self._arenas else None
        if known is not None and known.size >= count + ALIGNMENT:
            return known
        return np.empty(count + ALIGNMENT, np.uint8)

    def plan(self, shapes: Shapes, given: Sequence[Array]) -> Plan:
        """What calls with arguments of these sizes have in common."""
        interface, state = self.interface, self._template[:]
        for place, array in zip(interface.arguments, given, strict=True):
            state[place.word] = address_of(array)
            state[place.sizes] = array_of_words("q", array.shape)
        status = self._compute_sizes(state.buffer_info()[0])
        if status != OK:
            self.fail(status, state)
        outs: list[tuple[int, tuple[int, ...], DType]] = []
        for place in interface.outs:
            shape = tuple(state[place.sizes])
            if any(size < 0 for size in shape):
                raise GuardError(STOPPED[NEGATIVE_SIZE])
            outs.append((place.word, shape, place.dtype))
        plan = Plan(state, outs, state[ARENA_BYTES])
        if self._by_shapes and len(self._plans) < KNOWN_SIZES:
            self._plans[shapes] = plan
        return plan

    def returned(self, place: Place, state: array_of_words[int]) -> Array:
        """A copy of a result whose sizes only the program knows."""
        if place.rank is None:
            address = state.buffer_info()[0] + 8 * place.word
            return array_at(address, place.dtype, (), ()).copy()
        shape = tuple(state[place.sizes])
        strides: list[int] = []
        step = 1
        for size in reversed(shape):
            strides.insert(0, step)
            step *= size
        return array_at(state[place.word], place.dtype, shape, strides).copy()

    def fail(self, status: int, state: array_of_words[int]) -> None:
        """Raise what has stopped a run."""
        if status == FAILED_CHECK:
            raise GuardError(self.interface.messages[state[MESSAGE]])
        if status == OUT_OF_RANGE:
            numbers = state[FAULT : FAULT + 2]
            raise EngineError(f"native: {self.interface.messages[state[MESSAGE]].format(*numbers)}")
        if status in STOPPED:
            raise GuardError(STOPPED[status])
        if status == NO_MEMORY:
            raise MemoryError("native: not enough memory for the buffers of the program")
        error = cast("BaseException | None", getattr(self._failures, "error", None))
        self._failures.error = None
        if isinstance(error, IllegalInputsError):
            raise GuardError(str(error), error.operation) from error
        raise error if error is not None else EngineError("native: the program has stopped")

    def status(self, address: int) -> int:
        """The status of a run on a state; errors of what the interpreter runs are kept, and win."""
        if self.interpreted is None:
            return self._run(address)
        self._failures.error = None
        with interrupts_of(dispatch, self.keep):
            status = self._run(address)
        # An interrupt can come where a callback ends, after it has left its results.
        return status if self._failures.error is None else CALL_FAILED

    def keep(self, error: BaseException) -> None:
        """Keep the error that stops a run: it must not pass through machine code."""
        self._failures.error = error

    def called_back(self, state: int, number: int, address: int) -> None:
        """Run an operation that is no machine code."""
        try:
            assert self.interpreted is not None
            self.interpreted(number, address, partial(self._allocate, state))
            ctypes.c_int64.from_address(state + 8 * RUNNING).value = 0
        except BaseException as error:
            self.keep(error)

    @property
    def text(self) -> str:
        """LLVM's IR after optimization."""
        return self.code.text

    def binary(self) -> bytes | None:
        """What can be loaded without compiling again."""
        from disc_shape.native.saved import saved_bytes

        return saved_bytes(self)


def dispatch(state: int, number: int, address: int) -> None:
    """What machine code calls: the state of the call says for which program."""
    program = ctypes.c_int64.from_address(state + 8 * PROGRAM).value
    _PROGRAMS[program].called_back(state, number, address)


DISPATCH = ctypes.CFUNCTYPE(None, ctypes.c_int64, ctypes.c_int64, ctypes.c_int64)(dispatch)
"""The function that machine code calls; it lives as long as the process."""

define(FUNCTION, cast("int", ctypes.cast(DISPATCH, ctypes.c_void_p).value))
