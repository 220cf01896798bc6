"""
Compiled programs: callables on arrays, for every legal size.

One that was saved is loaded and called without the optimizer, the parser and xDSL: these are
imported where they are needed.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

import numpy as np

from disc_shape.archives import Parts, archive
from disc_shape.engines.errors import EngineError, OutputError
from disc_shape.engines.outputs import outputs_of, store
from disc_shape.engines.registry import engine_called, folder_of, restorer_called
from disc_shape.engines.saved import (
    SavedGuards,
    restored_signature,
    saved_guards,
    saved_signature,
)
from disc_shape.engines.signature import Shapes, Signature
from disc_shape.errors import GuardError, IllegalInputsError, OperationError
from disc_shape.lazy import load

if TYPE_CHECKING:
    from disc_shape.engines.guards import SizeGuards
    from disc_shape.engines.registry import Executable, Job, Storing
    from disc_shape.engines.saved import SavedSignature
    from disc_shape.frontends.traced import Traced
    from disc_shape.interpreters.kernels.arrays import Array, DType
    from disc_shape.program import Program

VERSION = 6
"""The format of saved programs."""
JOB = "disc_shape.engines.compiled:job_of"
"""What makes of a program what an engine compiles."""


Kinds: TypeAlias = "tuple[tuple[tuple[int, ...], DType], ...]"
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
        return self._given() if callable(self._given) else self._given

    @cached_property
    def _guards_of_data(self) -> SizeGuards:
        """
        The guards that are computed from sizes and elements of arguments, without regions, calls
        and memory: their messages show numbers.
        """
        from disc_shape.engines.guards import SizeGuards

        known = range(len(self.signature.arguments))
        return SizeGuards(self.program.module, self.signature, known=known)

    @property
    def kernels(self) -> tuple[object, ...]:
        """The kernels of the program, for engines that know them."""
        return getattr(self._executable, "kernels", ())

    def memory(self, **sizes: int) -> int:
        """
        The most bytes that a run holds at once besides arguments and results, by names of symbols.
        `EngineError` where the engine has no plan of memory, ValueError when a size is missing,
        negative, or of no argument.
        """
        peak = getattr(self._executable, "peak", "")
        if not peak:
            raise EngineError(f"{self.engine}: the program has no plan of memory")
        from disc_shape.symbolic import const, sym
        from disc_shape.symbolic import parse as parse_expression

        expression = parse_expression(str(peak).partition(" ")[2])
        named = [one for spec in self.signature.arguments for one in spec.sizes]
        for name, size in sizes.items():
            if name not in named and sym(name) not in expression.symbols:
                raise ValueError(f"no argument has a size '{name}'")
            if size < 0:
                raise ValueError(f"size '{name}' is {size}, expected at least 0")
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
        Python what it returns, with numpy arrays in it. Arguments are given by position, then by
        name.

        `out` is an array of numpy for the only result, or a list of one for each: contiguous,
        writeable, and of the sizes of the result. The results are these arrays then. A function
        of Python that has a parameter `out` gets it; there `run` takes arrays for results.

        Raises `GuardError`, with the message of the program, for sizes that it refuses, and
        `EngineError` for a wrong number of arguments, a wrong rank or element type, and where an
        operation has no semantics.
        """
        source = self._source
        if source is not None and out is not None and "out" in source.parameters:
            named, out = {**named, "out": out}, None
        if source is not None and (given := source.flatten(arrays, named)) is not None:
            return source.unflatten(self.run(*given, out=out))
        if named:
            arrays = self.signature.in_order(arrays, named)
        return self.run(*arrays, out=out)

    def run(self, *arrays: object, out: object = None) -> list[Array]:
        """
        The results as a list, for the arguments of the program in their order; `out` as in a call.
        """
        outs = None if out is None else outputs_of(out, self.signature)
        given = cast("Sequence[Array]", arrays)
        if kinds_of(arrays) not in self._accepted:
            given = self.signature.fit(arrays)
            kinds = kinds_of(given)
            if kinds not in self._accepted:
                self.check(tuple(array.shape for array in given))
                if kinds is not None and len(self._accepted) < KNOWN_KINDS:
                    self._accepted.add(kinds)
        try:
            results = self.executed(given, outs)
        except GuardError as error:
            self._guards.check(tuple(array.shape for array in given))  # It shows sizes.
            found = self.with_numbers(error, given)
            if found is not error:
                raise found from error
            raise
        except OutputError:
            raise  # The program has no part in it.
        except EngineError:
            refuse(self.program, given)
            raise
        except OperationError as error:  # What the interpreter runs has no semantics.
            raise EngineError(f"{self.engine}: {error}") from error
        self.timings["calls"] = self.timings.get("calls", 0) + 1
        return list(results)

    def with_numbers(self, error: GuardError, given: Sequence[Array]) -> GuardError:
        """The error of a failed check of data with the numbers that its message shows."""
        if not getattr(self._executable, "checks_guards", False):
            return error
        from disc_shape.engines.guards import with_numbers

        return with_numbers(error, self._guards_of_data, given)

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
        parts = {
            "header.json": json.dumps(header).encode(),
            "program.mlir": self.program.text.encode(),
            "engine.mlir": self.text.encode(),
        }
        binary = self._executable.binary()
        if binary is not None:
            parts["binary"] = binary
        Path(path).write_bytes(archive(parts))


def refuse(program: Program, arrays: Sequence[Array]) -> None:
    """
    `GuardError` where a program refuses arrays: an engine may stop at a size that is none before it
    comes to the check.
    """
    from disc_shape.interpreters import run

    try:
        run(program.module, *(array.copy() for array in arrays))
    except (GuardError, IllegalInputsError) as error:
        raise GuardError(str(error), error.operation) from error
    except OperationError:
        return


def load_compiled(path: str | Path) -> Compiled:
    """
    A program that `Compiled.save` has written, without compiling again where the engine can.

    Raises `EngineError` for a file that is none of these, `OSError` for one that cannot be opened.
    """
    data = Path(path).read_bytes()
    try:
        parts = Parts(data)
        header = cast("dict[str, object]", json.loads(parts["header.json"]))
        version = header["version"]
        name = str(header["engine"])
        options = cast("dict[str, object]", header["options"])
        timings = cast("dict[str, float]", header["timings"])
        text, binary = parts["engine.mlir"].decode(), parts.get("binary")
    except Exception as error:  # A file of another kind raises any of a dozen.
        raise EngineError(f"{path} is no compiled program") from error
    if version != VERSION:
        raise EngineError(f"{path} has version {version}, expected {VERSION}")

    def program_of() -> Program:
        from disc_shape.program import parse

        return parse(parts["program.mlir"].decode(), str(path))

    restore = None if binary is None else restorer_called(name, options)
    if restore is not None and binary is not None:
        signature = restored_signature(cast("SavedSignature", header["signature"]))
        saved = SavedGuards(str(header["guards"]), signature)
        return Compiled(name, options, program_of, restore(text, binary), saved, timings)
    engine, program = engine_called(name, options), program_of()
    job_of = cast("Callable[[Program, dict[str, float]], tuple[Job, SizeGuards]]", load(JOB))
    job, guards = job_of(program, {})
    executable = engine.load(text, binary, job)
    return Compiled(name, options, program, executable, guards, timings)
