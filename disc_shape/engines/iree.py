"""The IREE engine: one compilation for all sizes, run by IREE's own runtime."""

from __future__ import annotations

import atexit
import json
import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Literal, Protocol, cast
from weakref import WeakSet

import numpy as np

from disc_shape.engines.errors import EngineCrash, EngineError, MissingPackageError
from disc_shape.engines.registry import Job
from disc_shape.engines.signature import Shapes, Signature, TensorSpec
from disc_shape.engines.versions import first_that_holds, versions_of
from disc_shape.errors import OperationError
from disc_shape.exporting.engines import export_for_engine
from disc_shape.exporting.export import functions_of
from disc_shape.exporting.iree_loops import branch_loops
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.program import Program
from disc_shape.symbolic import Cond, parse_cond

FLAGS = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-input-demote-i64-to-i32=false",
    "--iree-input-demote-f64-to-f32=false",
    "--iree-llvmcpu-reassociate-fp-reductions",
    "--iree-opt-strip-assertions=false",
    "--iree-global-opt-enable-warn-on-uninitialized-values=false",
)
"""
How programs are compiled: no number loses bits, and no level above the default drops guards. Sums
of floats are computed in vectors, as XLA does, where sizes are multiples of one.
"""

PLAIN_TYPES = frozenset("?bhilqefdFD")
"""The letters of numpy's types that need no conversion."""

ASSERTION = re.compile(r"FAILED_PRECONDITION; (.*?)(?:;\s+while invoking|$)", re.DOTALL)
"""What IREE reports when an assertion fails."""

LARGE_VECTORS = "operations with large vector sizes"
"""What the compiler says where it refuses vectors that it has chosen itself."""
ANY_VECTORS = "--iree-llvmcpu-fail-on-large-vector=false"
"""Lets it take them; with AVX2 it refuses products of bytes into i32 otherwise."""

EXIT_CODE = re.compile(r"^Error code: (-?\d+)$", re.MULTILINE)
FIRST_SIGNAL = 128
"""A greater exit code is that of a shell for a signal."""
CRASH = re.compile(
    r"^.*(?:Assertion .*failed|LLVM ERROR:|UNREACHABLE executed|PLEASE submit a bug report).*$",
    re.MULTILINE,
)
"""What the compiler reports before it ends inside itself."""


class DeviceArray(Protocol):
    """A result on the device."""

    def to_host(self) -> Array:
        """Its elements."""
        ...


@dataclass(eq=False)
class IreeExecutable:
    """A compiled program in IREE's virtual machine."""

    signature: Signature
    text: str
    function: Callable[..., object]
    versions: Sequence[tuple[Cond, Callable[..., object]]] = ()
    """Versions for the sizes that meet a condition, by IREE's functions."""
    packed: bytes = b""
    """The compiled modules of all versions."""

    def __post_init__(self) -> None:
        self.chosen: dict[Shapes, Callable[..., object]] = {}
        """The version that runs, by the sizes of a call."""

    def choose(self, shapes: Shapes) -> Callable[..., object]:
        """The first version whose condition the sizes of a call meet, else the general one."""
        found = self.chosen.get(shapes)
        if found is None:
            conditions = [condition for condition, _ in self.versions]
            number = first_that_holds(conditions, self.signature, shapes)
            found = self.function if number is None else self.versions[number][1]
            if len(self.chosen) < KNOWN_SIZES:
                self.chosen[shapes] = found
        return found

    def run(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """The results; `GuardError` when an assertion of the program fails."""
        function = self.function
        if self.versions:
            function = self.choose(tuple(array.shape for array in arrays))
        given = [
            passed(array, spec)
            for array, spec in zip(arrays, self.signature.arguments, strict=True)
        ]
        try:
            found = function(*given)
        except Exception as error:
            raise failure(error) from error
        several = len(self.signature.results) != 1  # IREE returns a single result by itself.
        values = cast("Sequence[object]", (found or ()) if several else (found,))
        return [
            typed(received(value, spec), spec)
            for value, spec in zip(values, self.signature.results, strict=True)
        ]

    def binary(self) -> bytes | None:
        """The compiled module."""
        return self.packed


KNOWN_SIZES = 4096
"""For so many lists of sizes it is remembered which version runs."""

LOADED: WeakSet[IreeExecutable] = WeakSet()


@atexit.register
def release() -> None:
    """Let go of the runtime before the interpreter does, or it reports what is not freed."""
    for executable in LOADED:
        executable.function = released
        executable.versions = ()


def released(*_: object) -> object:
    """What a compiled program is once the interpreter ends."""
    raise EngineError("iree: the interpreter has ended")


@dataclass(frozen=True)
class IreeEngine:
    """Compiles programs for this machine with `iree-compile`."""

    device: str = "local-sync"
    """IREE's device: `local-sync` has one thread, `local-task` several."""
    flags: tuple[str, ...] = ()
    """More flags of `iree-compile`."""

    versions: Literal["auto", "none"] = "auto"
    """Whether versions for some sizes are compiled beside the general one, where that pays."""

    def compile(self, job: Job) -> IreeExecutable:
        """
        Export, and compile for all sizes; versions are compiled at the same time. A program at
        whose loops the compiler crashes is compiled again with these as blocks, one for which it
        chooses vectors that it takes for too large with these.
        """
        tools = packages()[0]
        made = [] if self.versions == "none" else versions_of(job.program, job.signature)
        programs = [job.program, *(one.program for one in made)]
        try:
            for program in programs:
                export_for_engine(program.module, "iree")
        except OperationError as error:
            raise EngineError(f"iree: {error}") from error

        def translated(text: str, *more: str) -> bytes:
            flags = [*FLAGS, *more, *self.flags]
            try:
                return cast("bytes", tools.compile_str(text, extra_args=flags))
            except Exception as error:
                if LARGE_VECTORS in str(error) and not more:
                    return translated(text, ANY_VECTORS)
                raise compilation_failure(error) from error

        def compiled(program: Program) -> bytes:
            try:
                return translated(program.text)
            except EngineCrash:
                if not any([branch_loops(one, every=True) for one in functions_of(program.module)]):
                    raise
                return translated(program.text)

        with ThreadPoolExecutor(len(programs)) as pool:
            binaries = list(pool.map(compiled, programs))
        conditions = [one.condition for one in made]
        return self.load(programs[0].text, pack(conditions, binaries), job)

    def load(self, text: str, binary: bytes | None, job: Job) -> IreeExecutable:
        """Load a compiled module and its versions."""
        if binary is None:
            raise EngineError("iree: the file holds no compiled module")
        conditions, binaries = unpack(binary)
        general, *others = [self.function_of(one, job.signature) for one in binaries]
        versions = list(zip(conditions, others, strict=True))
        executable = IreeExecutable(job.signature, text, general, versions, binary)
        LOADED.add(executable)
        return executable

    def function_of(self, binary: bytes, signature: Signature) -> Callable[..., object]:
        """The function of a compiled module."""
        runtime = packages()[1]
        config = runtime.Config(self.device)
        module = runtime.VmModule.copy_buffer(config.vm_instance, binary)
        context = runtime.SystemContext(config=config)
        context.add_vm_module(module)
        return cast("Callable[..., object]", context.modules[module.name][signature.name])


def pack(conditions: Sequence[Cond], binaries: Sequence[bytes]) -> bytes:
    """Modules in one, after a line that says what they are: the general one, then versions."""
    header = {"versions": list(map(str, conditions)), "lengths": list(map(len, binaries))}
    return b"\n".join([json.dumps(header).encode(), b"".join(binaries)])


def unpack(packed: bytes) -> tuple[list[Cond], list[bytes]]:
    """The conditions of versions, and the modules that `pack` has put into one."""
    line, _, rest = packed.partition(b"\n")
    header = cast("dict[str, list[str] | list[int]]", json.loads(line))
    conditions = [parse_cond(text) for text in cast("list[str]", header["versions"])]
    binaries: list[bytes] = []
    for length in cast("list[int]", header["lengths"]):
        binaries.append(rest[:length])
        rest = rest[length:]
    return conditions, binaries


def packages() -> tuple[ModuleType, ModuleType]:
    """IREE's compiler and runtime; `MissingPackageError` without them."""
    try:
        return import_module("iree.compiler.tools"), import_module("iree.runtime")
    except ModuleNotFoundError as error:
        raise MissingPackageError("IREE", "iree") from error


def storage(array: Array) -> Array:
    """An array of a type that the program has: it reads integers without a sign as their bits."""
    if array.dtype.char not in PLAIN_TYPES and array.dtype.kind == "u":
        return array.view(f"i{array.dtype.itemsize}")
    return array


def passed(array: Array, spec: TensorSpec) -> Array | float:
    """What the runtime takes for an argument: numbers of Python where the program takes numbers."""
    if spec.is_number:
        number = cast("float", storage(array).item())
        return int(number) if array.dtype.kind == "b" else number
    return storage(array if array.flags.c_contiguous else array.copy(order="C"))


def received(value: object, spec: TensorSpec) -> Array:
    """The elements of a result; a number where the program results in one."""
    return np.asarray(value) if spec.is_number else cast("DeviceArray", value).to_host()


def typed(array: Array, spec: TensorSpec) -> Array:
    """A new array of the element type that the signature states."""
    dtype = spec.dtype
    if array.dtype == dtype:
        return array.copy()
    if array.dtype.itemsize == dtype.itemsize and dtype.kind != "b":
        return np.array(array).view(dtype)
    return np.array(array).astype(dtype)


def failure(error: Exception) -> Exception:
    """An error of the runtime; a failed assertion is a `GuardError` with its message."""
    found = ASSERTION.search(str(error))
    if found is not None:
        return GuardError(found[1].strip().removesuffix(";"))
    return EngineError(f"iree: {' '.join(str(error).split())}")


def compilation_failure(error: Exception) -> EngineError:
    """The first error of `iree-compile`; an `EngineCrash` where it has not ended by itself."""
    text = str(error)
    lines = text.splitlines()
    line = next((one for one in lines if "error:" in one), "")
    ended = EXIT_CODE.search(text)
    code = 0 if ended is None else int(ended[1])
    cause = CRASH.search(text)
    if code < 0 or code > FIRST_SIGNAL or cause is not None:
        what = f"status {code}" if cause is None else " ".join(cause[0].split())
        return EngineCrash(f"iree: iree-compile crashed: {what}")
    line = line or " ".join(lines[:1])
    return EngineError(f"iree: {line.partition('error: ')[2] or line}")
