"""The engines, by name: ours, and those of other packages by entry point."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol, cast

from disc_shape.engines.errors import EngineError
from disc_shape.lazy import load

if TYPE_CHECKING:
    from disc_shape.engines.signature import Signature
    from disc_shape.interpreters.kernels.arrays import Array
    from disc_shape.program import Program

ENGINES: dict[str, str] = {
    "iree": "disc_shape.engines.iree:IreeEngine",
    "native": "disc_shape.native.engine:NativeEngine",
    "reference": "disc_shape.engines.reference:ReferenceEngine",
    "xla": "disc_shape.engines.xla:XlaEngine",
}
"""Engine name -> "module:Class"."""

RESTORERS: dict[str, str] = {"native": "disc_shape.native.saved:restored"}
"""Engine name -> "module:function", for engines whose method `restore` is this function."""

GROUP = "disc_shape.engines"
"""The entry points by which other packages add engines."""


class Job(NamedTuple):
    """What an engine compiles."""

    program: Program
    """The program after `shape-optimization`; the engine may change it."""
    signature: Signature
    timings: dict[str, float]
    """Seconds of each step, to which the engine adds its own."""


class Executable(Protocol):
    """A compiled program."""

    text: str
    """What the engine was given."""

    def run(self, arrays: Sequence[Array]) -> Sequence[Array]:
        """New arrays with the results; the arrays fit the signature. May raise `GuardError`."""
        ...

    def binary(self) -> bytes | None:
        """What can be loaded without compiling again; None when there is nothing."""
        ...


class Storing(Protocol):
    """A compiled program that leaves its results in arrays of the caller."""

    def run_into(self, arrays: Sequence[Array], outs: Sequence[Array]) -> None:
        """
        Leave the results in `outs`, which are contiguous, of the types of the results, and share no
        memory with each other; with arguments they may. `EngineError` for other sizes.
        """
        ...


class Preparing(Protocol):
    """An engine that changes programs before they are optimized."""

    def prepare(self, program: Program) -> Program:
        """The program that is optimized and compiled; the given one stays as it is."""
        ...


class Restoring(Protocol):
    """An engine whose executables are loaded without the program."""

    def restore(self, text: str, binary: bytes) -> Executable:
        """A compiled program from what `Executable.text` and `Executable.binary` gave."""
        ...


class Engine(Protocol):
    """
    Compiles programs. The options of an engine are keywords of its class. It may have a method
    `prepare` as well, which takes the program before it is optimized, and a property
    `takes_all_values` where arguments and results need not be plain arrays.
    """

    def compile(self, job: Job) -> Executable:
        """Compile a program; `EngineError` when that cannot be done."""
        ...

    def load(self, text: str, binary: bytes | None, job: Job) -> Executable:
        """A compiled program from what `Executable.binary` gave."""
        ...


def engine_called(name: str, options: Mapping[str, object]) -> Engine:
    """
    An engine with its options. `EngineError` for a name that is not registered, for options that it
    has not or of other types, and where a package that it needs is missing.
    """
    target = ENGINES.get(name)
    if target is not None:
        found = load(target)
    else:
        from importlib.metadata import entry_points

        others = {one.name: one for one in entry_points(group=GROUP)}
        if name not in others:
            known = ", ".join(sorted({*ENGINES, *others}))
            raise EngineError(f"no engine is called '{name}' (there are {known})")
        found = others[name].load()
    make = cast("type[Engine]", found)
    accepted = getattr(make, "__annotations__", {})
    for option in options:
        if option not in accepted:
            listed = ", ".join(accepted) or "none"
            raise EngineError(f"engine '{name}' has no option '{option}' (it has {listed})")
    for option, value in options.items():
        kind = getattr(accepted[option], "__name__", accepted[option])
        if kind in PLAIN and type(value).__name__ != kind:
            raise EngineError(f"option '{option}' of engine '{name}' is {value!r}, expected {kind}")
    return make(**options)


PLAIN = ("bool", "int", "str")
"""The types of options that are tested."""


def restorer_called(
    name: str, options: Mapping[str, object]
) -> Callable[[str, bytes], Executable] | None:
    """The `restore` of an engine, None where it has none; raises as `engine_called` does."""
    if name in RESTORERS:  # Its engine imports the optimizer.
        return cast("Callable[[str, bytes], Executable]", load(RESTORERS[name]))
    engine = engine_called(name, options)
    return cast("Restoring", engine).restore if hasattr(engine, "restore") else None


def folder_of(path: str | Path) -> Path:
    """The folder of a file that is to be written, which must exist."""
    folder = Path(path).absolute().parent
    if not folder.is_dir():
        raise EngineError(f"{path}: no such directory")
    return folder
