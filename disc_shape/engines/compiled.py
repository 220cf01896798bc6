"""Compiled programs: callables on arrays, for every legal size."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Sequence
from functools import cached_property
from io import BytesIO
from pathlib import Path
from time import perf_counter
from typing import cast

import numpy as np
from xdsl.dialects.builtin import MemRefType, ModuleOp, UnrankedMemRefType
from xdsl.ir import BlockArgument, Region

from disc_shape.analysis.call_graph import entry_function
from disc_shape.engines.errors import EngineError, OutputError
from disc_shape.engines.guards import SizeGuards
from disc_shape.engines.outputs import outputs_of, store
from disc_shape.engines.registry import (
    Engine,
    Executable,
    Job,
    Preparing,
    Restoring,
    Storing,
    engine_called,
    folder_of,
)
from disc_shape.engines.saved import (
    SavedGuards,
    SavedSignature,
    restored_signature,
    saved_guards,
    saved_signature,
)
from disc_shape.engines.signature import Shapes, Signature
from disc_shape.engines.waiting import waiting
from disc_shape.errors import OperationError
from disc_shape.exporting.export import functions_of
from disc_shape.frontends.arguments import import_facts
from disc_shape.frontends.assume import assume_shapes
from disc_shape.frontends.traced import Traced
from disc_shape.guards.claims import check_claims
from disc_shape.guards.divisions import check_divisions
from disc_shape.guards.insertion import check_promises_inside
from disc_shape.guards.operations import check_operations
from disc_shape.interpreters import run
from disc_shape.interpreters.errors import GuardError, IllegalInputsError
from disc_shape.interpreters.kernels.arrays import Array, DType
from disc_shape.program import Program, ProgramError, parse, read_program
from disc_shape.rewriting.cleanup import clean
from disc_shape.rewriting.inlining import inline_private_functions
from disc_shape.symbolic import const, sym
from disc_shape.symbolic import parse as parse_expression
from disc_shape.tools.errors import operation_failure

VERSION = 4
"""The format of saved programs."""


Kinds = tuple[tuple[tuple[int, ...], DType], ...]
"""The sizes and element types of arrays."""

KNOWN_KINDS = 4096
"""So many are remembered."""


def kinds_of(arrays: Sequence[object]) -> Kinds | None:
    """The sizes and element types of arrays of numpy; None when there are others."""
    found: list[tuple[tuple[int, ...], DType]] = []
    for array in arrays:
        if type(array) is not np.ndarray:
            return None
        plain = cast("Array", array)
        found.append((plain.shape, plain.dtype))
    return tuple(found)


class Compiled:
    """
    A program that an engine has compiled.

    Called with arrays of any legal sizes it returns new numpy arrays, one for each result; it never
    computes with a size that the program refuses.
    """

    def __init__(
        self,
        engine: str,
        options: dict[str, object],
        program: Program | Callable[[], Program],
        executable: Executable,
        guards: SizeGuards | SavedGuards,
        timings: dict[str, float],
        source: Traced | None = None,
    ) -> None:
        self.engine = engine
        self.options = options
        self._given = program
        self.signature: Signature = guards.signature
        self.timings = timings
        """Seconds of optimizing, exporting and compiling, and counts of compilations and calls."""
        self._executable = executable
        self._guards = guards
        self._source = source
        self._accepted: set[Kinds | None] = set()
        """The sizes and element types of calls that need not be checked again."""

    @cached_property
    def program(self) -> Program:
        """The optimized program, with facts."""
        return self._given if isinstance(self._given, Program) else self._given()

    @property
    def kernels(self) -> tuple[object, ...]:
        """The kernels of the program, for engines that know them."""
        return getattr(self._executable, "kernels", ())

    def memory(self, **sizes: int) -> int:
        """
        The most bytes that a run holds at once besides arguments and results, by names of symbols.
        `EngineError` where the engine has no plan of memory, ValueError when a size is missing.
        """
        peak = getattr(self._executable, "peak", "")
        if not peak:
            raise EngineError(f"{self.engine}: the program has no plan of memory")
        expression = parse_expression(str(peak).partition(" ")[2])
        found = expression.substitute({sym(name): const(size) for name, size in sizes.items()})
        if found.symbols:
            raise ValueError(f"no size for symbol '{found.symbols[0].label}'")
        return found.evaluate({})

    @property
    def constraints(self) -> tuple[str, ...]:
        """What holds of the named sizes of the arguments in every legal call."""
        return self.signature.constraints

    @property
    def text(self) -> str:
        """What the engine was given."""
        return self._executable.text

    def __call__(self, *arrays: object, out: object = None, **named: object) -> object:
        """
        The results on numpy arrays, JAX arrays or PyTorch tensors: a list, or for a function of
        Python what it returns, with numpy arrays in it.

        `out` is an array of numpy for the only result, or a list of one for each: contiguous,
        writeable, and of the sizes of the result. The results are these arrays then. A function
        of Python that has a parameter `out` gets it; there `run` takes arrays for results.

        Raises `GuardError`, with the message of the program, for sizes that it refuses, and
        `EngineError` for a wrong number of arguments, a wrong rank or element type.
        """
        source = self._source
        if source is not None and out is not None and "out" in source.parameters:
            named, out = {**named, "out": out}, None
        if source is not None:
            return source.unflatten(self.run(*source.flatten(arrays, named), out=out))
        if named:
            raise EngineError(f"{self.signature.name} has no argument '{next(iter(named))}'")
        return self.run(*arrays, out=out)

    def run(self, *arrays: object, out: object = None) -> list[Array]:
        """
        The results as a list, for the arguments of the program in their order; `out` as in a call.
        """
        outs = None if out is None else outputs_of(out, self.signature)
        kinds = kinds_of(arrays)
        if kinds in self._accepted:
            given = cast("Sequence[Array]", arrays)
        else:
            given = self.signature.fit(arrays)
            self.check(tuple(array.shape for array in given))
            same = all(one is array for one, array in zip(given, arrays, strict=True))
            if same and kinds is not None and len(self._accepted) < KNOWN_KINDS:
                self._accepted.add(kinds)
        try:
            results = self.executed(given, outs)
        except GuardError:
            self._guards.check(tuple(array.shape for array in given))  # It shows sizes.
            raise
        except OutputError:
            raise  # The program has no part in it.
        except EngineError:
            refuse(self.program, given)
            raise
        self.timings["calls"] = self.timings.get("calls", 0) + 1
        return list(results)

    def executed(self, given: Sequence[Array], outs: list[Array] | None) -> Sequence[Array]:
        """The results of arrays that fit, in the arrays of the caller if there are any."""
        if outs is None:
            return self._executable.run(given)
        if hasattr(self._executable, "run_into"):
            cast("Storing", self._executable).run_into(given, outs)
        else:
            store(self._executable.run(given), outs)
        return outs

    def check(self, shapes: Shapes) -> None:
        """
        `GuardError`, with the message of the program, for sizes that it refuses. An executable that
        checks guards itself only leaves the message to the interpreter.
        """
        if not getattr(self._executable, "checks_guards", False):
            self._guards.check(shapes)
            return
        try:
            self.signature.check(shapes)
        except GuardError:
            self._guards.check(shapes)
            raise

    def __repr__(self) -> str:
        return f"<{self.signature.name} compiled by {self.engine}: {self.signature}>"

    def save(self, path: str | Path) -> None:
        """
        Write the compiled program to a file that `disc_shape.load` reads. What is loaded
        takes and returns lists of arrays; the trees of a function of Python are not written.
        """
        folder_of(path)
        header = {
            "version": VERSION,
            "engine": self.engine,
            "options": self.options,
            "timings": self.timings,
            "signature": saved_signature(self.signature),
            "guards": saved_guards(self._guards),
        }
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            file.writestr("header.json", json.dumps(header))
            file.writestr("program.mlir", self.program.text)
            file.writestr("engine.mlir", self.text)
            binary = self._executable.binary()
            if binary is not None:
                file.writestr("binary", binary)


def refuse(program: Program, arrays: Sequence[Array]) -> None:
    """
    `GuardError` where a program refuses arrays: an engine may stop at a size that is none before it
    comes to the check.
    """
    try:
        run(program.module, *(array.copy() for array in arrays))
    except (GuardError, IllegalInputsError) as error:
        raise GuardError(str(error), error.operation) from error
    except OperationError:
        return


def compile_program(program: object, engine: str = "iree", **options: object) -> Compiled:
    """
    Compile a program once for all legal sizes.

    `program` is the path of a file, text, a `Program`, a `ModuleOp`, what `from_jax`, `from_torch`
    and `jax.export` return, or anything else with a method `mlir_module`. `engine` is `iree`,
    `xla`, `reference`, or the name of an entry point of the group `disc_shape.engines`; `options`
    are those of the engine.

        run = disc_shape.compile("model.mlir", engine="iree")
        (y,) = run(x)

    Raises `ProgramError` for a program that cannot be read, `EngineError` for one that the engine
    cannot compile, and where a package of the engine is missing.
    """
    chosen = engine_called(engine, options)
    start = perf_counter()
    with waiting(f"{engine}: optimizing"):
        given = prepared(chosen, program_of(program))
        optimized = checked(given, chosen)
        if not has_buffers(given.module):
            optimized = optimized.optimize()
    timings = {"optimize": perf_counter() - start}
    job, guards = job_of(optimized, timings)
    others = job.signature.others
    if others and not getattr(chosen, "takes_all_values", False):
        raise EngineError(f"{others[0]} in the signature of @{job.signature.name} is no array")
    with waiting(f"{engine}: compiling"):
        start = perf_counter()
        executable = chosen.compile(job)
        timings["compile"] = perf_counter() - start
    source = program if isinstance(program, Traced) else None
    return Compiled(engine, options, optimized, executable, guards, timings, source)


def has_buffers(module: ModuleOp) -> bool:
    """Whether a program computes on buffers, or takes them."""
    return any(
        isinstance(value.type, MemRefType | UnrankedMemRefType)
        for op in module.walk()
        for value in (*op.results, *(arg for region in op.regions for arg in arguments_of(region)))
    )


def arguments_of(region: Region) -> list[BlockArgument]:
    """The arguments of the blocks of a region."""
    return [argument for block in region.blocks for argument in block.args]


def checked(program: Program, engine: Engine) -> Program:
    """
    A copy of a program that checks what no call is checked for. `ProgramError` when operations
    contradict each other.
    """
    copy = program.copy()
    try:
        import_facts(copy.module)
        # Inside of a function less is known of its arguments.
        inline_private_functions(copy.module)
        # Symbols and promises may be about values that nothing uses.
        check_claims(copy.module, entry_function(copy.module))
        check_promises_inside(copy.module, entry_function(copy.module))
        if not has_buffers(copy.module):  # Nothing refers to what operations write.
            for function in functions_of(copy.module):
                clean(function.body)  # What is not used demands nothing.
        check_operations(copy.module)
        check_divisions(copy.module, elements=getattr(engine, "checks_elements", False))
    except OperationError as error:
        raise ProgramError(str(operation_failure(error, copy.module, copy.source))) from error
    return copy


def prepared(engine: Engine, program: Program) -> Program:
    """A program as an engine wants it to be optimized."""
    if not hasattr(engine, "prepare"):
        return program
    return cast("Preparing", engine).prepare(program)


def load_compiled(path: str | Path) -> Compiled:
    """
    A program that `Compiled.save` has written, without compiling again where the engine can.

    Raises `EngineError` for a file that is none of these, `OSError` for one that cannot be opened.
    """
    data = Path(path).read_bytes()
    try:
        with zipfile.ZipFile(BytesIO(data)) as file:
            header = cast("dict[str, object]", json.loads(file.read("header.json")))
            texts = [file.read(name).decode() for name in ("program.mlir", "engine.mlir")]
            binary = file.read("binary") if "binary" in file.namelist() else None
            version = header["version"]
            name = str(header["engine"])
            options = cast("dict[str, object]", header["options"])
            timings = cast("dict[str, float]", header["timings"])
    except Exception as error:  # A damaged archive raises any of a dozen.
        raise EngineError(f"{path} is no compiled program") from error
    if version != VERSION:
        raise EngineError(f"{path} has version {version}, expected {VERSION}")
    engine = engine_called(name, options)
    if hasattr(engine, "restore") and binary is not None:
        signature = restored_signature(cast("SavedSignature", header["signature"]))
        saved = SavedGuards(str(header["guards"]), signature)
        executable = cast("Restoring", engine).restore(texts[1], binary)
        return Compiled(
            name, options, lambda: parse(texts[0], str(path)), executable, saved, timings
        )
    program = parse(texts[0], str(path))
    job, guards = job_of(program, {})
    executable = engine.load(texts[1], binary, job)
    return Compiled(name, options, program, executable, guards, timings)


def job_of(optimized: Program, timings: dict[str, float]) -> tuple[Job, SizeGuards]:
    """What an engine compiles, and what is checked before it runs."""
    signature = Signature.of(optimized)
    start = perf_counter()
    guards = SizeGuards(optimized.module, signature)
    timings["export"] = perf_counter() - start
    return Job(optimized.copy(), signature, timings), guards


def program_of(source: object) -> Program:
    """The program that something is or names; `ProgramError` when it cannot be read."""
    if isinstance(source, Program):
        return source
    if isinstance(source, ModuleOp):
        return Program(source)
    if isinstance(source, Traced):
        program = parse(source.text, source.name)
        assume_shapes(program.module, facts=source.facts)
        return program
    if isinstance(source, Path):
        return read_program(source)
    if isinstance(source, str):
        return parse(source) if "\n" in source or "(" in source else read_program(source)
    text = getattr(source, "mlir_module", None)
    if callable(text):
        return parse(str(text()), type(source).__name__)
    raise ProgramError(f"{type(source).__name__} is no program")


__all__: Sequence[str] = ("Compiled", "compile_program", "load_compiled")
