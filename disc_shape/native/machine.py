"""
From a module of the `llvm` dialect to machine code of the host.

    code = compile_module(module)
    code.address("kernel")      # to be called through ctypes
    code.object                 # an object file, which `Code.load` reads without compiling

llvmlite has no types; the protocols below are what is used of it.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from threading import Lock
from typing import TYPE_CHECKING, Protocol, cast

from disc_shape.engines.errors import MissingPackageError

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp

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

    def parse_assembly(self, text: str) -> object:
        """A module of LLVM from text."""
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

    def machine(self) -> TargetMachine:
        """A generator of code for it."""
        features = self.features
        if self.has("avx512f"):
            features = f"{features},{WIDE_VECTORS}"
        llvmlite = binding()
        if self.triple != llvmlite.get_process_triple():
            llvmlite.initialize_all_targets()
            llvmlite.initialize_all_asmprinters()
        target = llvmlite.Target.from_triple(self.triple)
        return target.create_target_machine(
            cpu=self.cpu,
            features=features,
            opt=LEVEL,
            reloc="default",
            codemodel="jitdefault",
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
    )


@dataclass(eq=False)
class Code:
    """Machine code that is loaded. Functions live as long as this object."""

    object: bytes
    """The object file."""
    text: str = ""
    """LLVM's IR after optimization; empty when the code was loaded from an object file."""
    _engine: Engine | None = field(default=None, repr=False)

    @staticmethod
    def load(data: bytes, text: str = "") -> Code:
        """Code from an object file, which must be for this machine."""
        llvmlite = binding()
        with LOCK:
            empty = llvmlite.parse_assembly("")
            engine = llvmlite.create_mcjit_compiler(empty, host().machine())
            engine.add_object_file(llvmlite.ObjectFileRef.from_data(data))
            engine.finalize_object()
        return Code(data, text, engine)

    def address(self, name: str) -> int:
        """Where a function lies; KeyError when there is none of that name."""
        engine = self._engine
        found = 0 if engine is None else engine.get_function_address(name)
        if not found:
            raise KeyError(name)
        return found


def define(name: str, address: int) -> None:
    """Let code that is loaded from here on find a function by its name."""
    binding().add_symbol(name, address)


def llvm_text(module: ModuleOp) -> str:
    """A module of the `llvm` dialect as text of LLVM, before optimization."""
    from xdsl.dialects import llvm  # Loading a saved program needs none of it.
    from xdsl.dialects.builtin import StringAttr

    convert = cast(
        "Callable[..., IrModule]", import_module("xdsl.backend.llvm.convert").convert_module
    )
    binding()
    converted = convert(module, fallback_target_triple=host().triple)
    for op in module.ops:
        if not isinstance(op, llvm.FuncOp):
            continue
        function = converted.get_global(op.sym_name.data)
        function.attributes.add("nounwind")
        if op.body.blocks and op.linkage.linkage.data == "internal":
            function.linkage = "internal"
        if op.no_inline is not None:
            function.attributes.add("noinline")
        for one in op.passthrough or ():
            if isinstance(one, StringAttr):
                function.attributes.add(one.data)
    return str(converted)


class Words(Protocol):
    """A set of attributes."""

    def add(self, name: str) -> None:
        """Add one."""
        ...


class IrFunction(Protocol):
    """A function of `llvmlite.ir`."""

    attributes: Words
    linkage: str


class IrModule(Protocol):
    """A module of `llvmlite.ir`."""

    def get_global(self, name: str) -> IrFunction:
        """A function by its name."""
        ...


def optimized(text: str, *, vectorize: bool = True) -> tuple[object, TargetMachine]:
    """A module of LLVM after its pipeline, and the generator of code for it."""
    llvmlite = binding()
    module = llvmlite.parse_assembly(text)
    machine = host().machine()
    tuning = llvmlite.create_pipeline_tuning_options(LEVEL)
    tuning.loop_vectorization = vectorize
    tuning.slp_vectorization = vectorize
    builder = llvmlite.create_pass_builder(machine, tuning)
    builder.getModulePassManager().run(module, builder)
    return module, machine


def optimized_text(text: str) -> str:
    """Text of LLVM after optimization, also for machines whose code this one cannot load."""
    with LOCK:
        return str(optimized(text)[0])


def compile_text(text: str) -> Code:
    """Machine code of text of LLVM; RuntimeError, by llvmlite, when it is not valid."""
    with LOCK:
        module, machine = optimized(text)
        found = machine.emit_object(module)
        after = str(module)
    return Code.load(found, after)


def compile_module(module: ModuleOp) -> Code:
    """
    Machine code of a module of the `llvm` dialect, whose functions are called by `address`.

    Functions of linkage `internal` are private to the module, those with `no_inline` stay functions
    of their own, `passthrough` are further attributes of LLVM.
    """
    return compile_text(llvm_text(module))
