"""
The machine for which code is generated, and what is used of llvmlite.

llvmlite has no types; the protocols below are what is used of it.
"""

from __future__ import annotations

import os
from collections.abc import Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from threading import Lock
from typing import Protocol, cast

from disc_shape.engines.errors import MissingPackageError

LEVEL = 3
"""The level of optimization of LLVM."""

WIDE_VECTORS = "-prefer-256-bit"
"""The feature by which LLVM uses vectors of 512 bits where the host has them."""

LOCK = Lock()
"""LLVM's contexts are not safe for threads that compile at once."""


class PassManager(Protocol):
    """A pipeline of LLVM."""

    def run(self, module: object, builder: object) -> None:
        """Optimize a module."""
        ...


class PassBuilder(Protocol):
    """Makes pipelines of LLVM."""

    def getModulePassManager(self) -> PassManager:
        """The default pipeline."""
        ...


class Tuning(Protocol):
    """Switches of LLVM's default pipeline."""

    loop_vectorization: bool
    slp_vectorization: bool


class TargetMachine(Protocol):
    """Generates code for one processor."""

    def emit_object(self, module: object) -> bytes:
        """An object file."""
        ...


class Target(Protocol):
    """A family of processors."""

    def create_target_machine(
        self, *, cpu: str, features: str, opt: int, reloc: str, codemodel: str, jit: bool
    ) -> TargetMachine:
        """A generator of code for one of them."""
        ...


class Targets(Protocol):
    """The class of llvmlite that names targets."""

    def from_triple(self, triple: str) -> Target:
        """The target of a triple."""
        ...


class Features(Protocol):
    """The features of a processor."""

    def flatten(self) -> str:
        """As LLVM writes them."""
        ...


class Engine(Protocol):
    """Code in memory."""

    def add_object_file(self, file: object) -> None:
        """Load an object file."""
        ...

    def finalize_object(self) -> None:
        """Make the code executable."""
        ...

    def get_function_address(self, name: str) -> int:
        """Where a function lies; 0 when there is none."""
        ...


class ObjectFiles(Protocol):
    """The class of llvmlite that reads object files."""

    def from_data(self, data: bytes) -> object:
        """An object file from bytes."""
        ...


class LinkedFunction(Protocol):
    """A function of LLVM."""

    is_declaration: bool


class LinkedModule(Protocol):
    """A module of LLVM."""

    @property
    def functions(self) -> Iterable[LinkedFunction]:
        """Those that it declares or defines."""
        ...

    def link_in(self, other: LinkedModule) -> None:
        """Take what another module has, which must not be used any more."""
        ...


class FunctionPasses(Protocol):
    """Passes over a function, in the order in which they are added."""

    def add_simplify_cfg_pass(self) -> None:
        """Join blocks, and drop those that are not reached."""
        ...

    def add_instruction_combine_pass(self) -> None:
        """Fold constants, and write instructions in simpler forms."""
        ...

    def add_loop_rotate_pass(self) -> None:
        """Let loops test at their ends."""
        ...

    def run(self, function: LinkedFunction, builder: PassBuilder) -> None:
        """Run them."""
        ...


class Binding(Protocol):
    """The module `llvmlite.binding`."""

    Target: Targets
    ObjectFileRef: ObjectFiles
    llvm_version_info: tuple[int, ...]

    def initialize_native_target(self) -> None:
        """Must be called once."""
        ...

    def initialize_native_asmprinter(self) -> None:
        """Must be called once."""
        ...

    def initialize_all_targets(self) -> None:
        """Must be called before code is generated for another family of processors."""
        ...

    def initialize_all_asmprinters(self) -> None:
        """Must be called before code is generated for another family of processors."""
        ...

    def get_host_cpu_name(self) -> str:
        """The processor of the host."""
        ...

    def get_host_cpu_features(self) -> Features:
        """Its features."""
        ...

    def get_process_triple(self) -> str:
        """The triple of this process."""
        ...

    def parse_assembly(self, text: str) -> LinkedModule:
        """A module of LLVM from text."""
        ...

    def create_new_function_pass_manager(self) -> FunctionPasses:
        """No passes over a function."""
        ...

    def add_symbol(self, name: str, address: int) -> None:
        """Let code find a function."""
        ...

    def create_pipeline_tuning_options(self, speed_level: int) -> Tuning:
        """The switches of a level."""
        ...

    def create_pass_builder(self, machine: TargetMachine, tuning: Tuning) -> PassBuilder:
        """Makes pipelines for a machine."""
        ...

    def create_mcjit_compiler(self, module: object, machine: TargetMachine) -> Engine:
        """A loader of code."""
        ...


@cache
def binding() -> Binding:
    """`llvmlite.binding`, ready for the host; `MissingPackageError` when it is not installed."""
    try:
        found = cast("Binding", import_module("llvmlite.binding"))
    except ModuleNotFoundError as error:
        raise MissingPackageError("llvmlite", "native") from error
    found.initialize_native_target()
    found.initialize_native_asmprinter()
    return found


@dataclass(frozen=True)
class Host:
    """The machine for which code is generated."""

    triple: str
    cpu: str
    features: str
    """As LLVM writes them: `+avx2,-avx512f,...`."""
    version: str
    """The version of LLVM."""
    second_cache: int = 0
    """The bytes of a core's second level of the cache; 0 where the system does not say."""

    @staticmethod
    def here() -> Host:
        """This machine."""
        return this_machine()

    def has(self, feature: str) -> bool:
        """Whether the processor has a feature, such as `avx512f` or `neon`."""
        return f"+{feature}" in self.features.split(",")

    @property
    def vector_bytes(self) -> int:
        """The width of its vectors in bytes."""
        return 64 if self.has("avx512f") else 32 if self.has("avx2") else 16

    @property
    def is_zen(self) -> bool:
        """Whether it is one of AMD's Zen processors."""
        return self.cpu.startswith("znver")

    @property
    def is_mapped(self) -> bool:
        """Whether `Image` maps its code in one piece, whose parts know how far others are."""
        return self.triple.startswith("x86_64-") and "linux" in self.triple

    def features_for_code(self, without: str = "") -> str:
        """The features that code uses, but for some of them, `-avx512dq,...`."""
        if not self.has("avx512f"):
            return self.features
        return ",".join(filter(None, (self.features, WIDE_VECTORS, without)))

    def machine(self, without: str = "") -> TargetMachine:
        """A generator of code for it that does without some features, `-avx512dq,...`."""
        llvmlite = binding()
        if self.triple != llvmlite.get_process_triple():
            llvmlite.initialize_all_targets()
            llvmlite.initialize_all_asmprinters()
        target = llvmlite.Target.from_triple(self.triple)
        return target.create_target_machine(
            cpu=self.cpu,
            features=self.features_for_code(without),
            opt=LEVEL,
            reloc="pic" if self.is_mapped else "default",
            codemodel="small" if self.is_mapped else "jitdefault",
            jit=True,
        )


_TARGET: ContextVar[Host | None] = ContextVar("target", default=None)


@contextmanager
def compiling_for(target: Host) -> Generator[None]:
    """
    Let code be generated for another machine: one with fewer features, whose code this one runs, or
    one whose code is only read.
    """
    token = _TARGET.set(target)
    try:
        yield
    finally:
        _TARGET.reset(token)


def host() -> Host:
    """The machine for which code is generated: this one, or that of `compiling_for`."""
    return _TARGET.get() or this_machine()


@cache
def this_machine() -> Host:
    """This machine."""
    llvmlite = binding()
    version = ".".join(map(str, llvmlite.llvm_version_info))
    return Host(
        llvmlite.get_process_triple(),
        llvmlite.get_host_cpu_name(),
        llvmlite.get_host_cpu_features().flatten(),
        version,
        second_cache(),
    )


def second_cache() -> int:
    """The bytes of a core's second level of the cache; 0 where the system does not say."""
    with suppress(AttributeError, OSError, ValueError):
        return max(os.sysconf("SC_LEVEL2_CACHE_SIZE"), 0)
    return 0


def loaded(objects: Sequence[bytes], symbols: Mapping[str, int]) -> Engine:
    """
    Object files in memory, by LLVM's loader, with functions that it finds by name. LLVM does not
    check them: a damaged one can end the process.
    """
    llvmlite = binding()
    for name, address in symbols.items():
        llvmlite.add_symbol(name, address)
    with LOCK:
        empty = llvmlite.parse_assembly("")
        engine = llvmlite.create_mcjit_compiler(empty, host().machine())
        for one in objects:
            engine.add_object_file(llvmlite.ObjectFileRef.from_data(one))
        engine.finalize_object()
    return engine
