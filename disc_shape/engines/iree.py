"""The IREE engine: one compilation for all sizes, run by IREE's own runtime."""

from __future__ import annotations

import atexit
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from types import ModuleType
from typing import Protocol, cast
from weakref import WeakSet

import numpy as np

from disc_shape.engines.errors import EngineError, MissingPackageError
from disc_shape.engines.registry import Job
from disc_shape.engines.signature import Signature, TensorSpec
from disc_shape.errors import OperationError
from disc_shape.exporting.engines import export_for_engine
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array

FLAGS = (
    "--iree-hal-target-device=local",
    "--iree-hal-local-target-device-backends=llvm-cpu",
    "--iree-llvmcpu-target-cpu=host",
    "--iree-input-demote-i64-to-i32=false",
    "--iree-input-demote-f64-to-f32=false",
    "--iree-opt-strip-assertions=false",
)
"""How programs are compiled: no number loses bits, and no level above the default drops guards."""

PLAIN_TYPES = frozenset("?bhilqefdFD")
"""The letters of numpy's types that need no conversion."""

USER_TYPES = 256
"""numpy numbers the types of other packages, as bf16 of ml_dtypes, from here on; f16 has 23."""

ASSERTION = re.compile(r"FAILED_PRECONDITION; (.*?)(?:;\s+while invoking|$)", re.DOTALL)
"""What IREE reports when an assertion fails."""


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
    flatbuffer: bytes
    function: Callable[..., object]

    def run(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """The results; `GuardError` when an assertion of the program fails."""
        given = [
            storage(array if array.flags.c_contiguous else array.copy(order="C"))
            for array in arrays
        ]
        try:
            found = cast("DeviceArray | Sequence[DeviceArray] | None", self.function(*given))
        except Exception as error:
            raise failure(error) from error
        several = len(self.signature.results) != 1  # IREE returns a single result by itself.
        values = cast("Sequence[DeviceArray]", (found or ()) if several else (found,))
        return [
            typed(value.to_host(), spec)
            for value, spec in zip(values, self.signature.results, strict=True)
        ]

    def binary(self) -> bytes | None:
        """The compiled module."""
        return self.flatbuffer


LOADED: WeakSet[IreeExecutable] = WeakSet()


@atexit.register
def release() -> None:
    """Let go of the runtime before the interpreter does, or it reports what is not freed."""
    for executable in LOADED:
        executable.function = released


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

    def compile(self, job: Job) -> IreeExecutable:
        """Export, and compile for all sizes."""
        tools = packages()[0]
        try:
            export_for_engine(job.program.module, "iree")
        except OperationError as error:
            raise EngineError(f"iree: {error}") from error
        text = job.program.text
        try:
            binary = tools.compile_str(text, extra_args=[*FLAGS, *self.flags])
        except Exception as error:
            raise compilation_failure(error) from error
        return self.load(text, cast("bytes", binary), job)

    def load(self, text: str, binary: bytes | None, job: Job) -> IreeExecutable:
        """Load a compiled module."""
        runtime = packages()[1]
        if binary is None:
            raise EngineError("iree: the file holds no compiled module")
        config = runtime.Config(self.device)
        module = runtime.VmModule.copy_buffer(config.vm_instance, binary)
        context = runtime.SystemContext(config=config)
        context.add_vm_module(module)
        function = context.modules[module.name][job.signature.name]
        executable = IreeExecutable(job.signature, text, binary, function)
        LOADED.add(executable)
        return executable


def packages() -> tuple[ModuleType, ModuleType]:
    """IREE's compiler and runtime; `MissingPackageError` without them."""
    try:
        return import_module("iree.compiler.tools"), import_module("iree.runtime")
    except ModuleNotFoundError as error:
        raise MissingPackageError("IREE", "iree") from error


def storage(array: Array) -> Array:
    """An array of a type that the program has: it reads integers without a sign as their bits."""
    dtype = array.dtype
    if dtype.char in PLAIN_TYPES:
        return array
    if dtype.kind == "u":
        return array.view(f"i{dtype.itemsize}")
    if dtype.kind == "V" or dtype.num >= USER_TYPES:
        return array.view(f"u{dtype.itemsize}")
    return array


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
    """The first error of `iree-compile`."""
    lines = str(error).splitlines()
    line = next((one for one in lines if "error:" in one), " ".join(lines[:1]))
    return EngineError(f"iree: {line.partition('error: ')[2] or line}")
