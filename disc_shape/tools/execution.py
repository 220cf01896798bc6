"""One run of a program on numpy arrays: its inputs, its results, and the check of its facts."""

from __future__ import annotations

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol, cast

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from disc_shape.analysis.call_graph import entry_function
from disc_shape.errors import OperationError, UserError
from disc_shape.interpreters import Report, check, run
from disc_shape.interpreters.externals import load_externals
from disc_shape.interpreters.kernels.arrays import Array, is_bool, widen
from disc_shape.lazy import load
from disc_shape.progress import PROGRESS
from disc_shape.tools import errors
from disc_shape.tools.errors import Failure
from disc_shape.tools.run_inputs import InputError, argument_names, gather_inputs, parse_dims
from disc_shape.tools.source import SourceMap

COMPILE = "disc_shape.engines.compiled:compile_program"
"""What compiles a program for an engine."""

LOWER = "disc_shape.program:lower_to_hlo"
"""What lowers a program of Relax or Relay."""


class Compiled(Protocol):
    """A program that an engine has compiled."""

    def run(self, *arrays: Array) -> Sequence[Array]:
        """The results."""
        ...


LANGUAGES = {
    "relax": "disc_shape.tools.relax_execution:summary_of_run",
    "relay": "disc_shape.tools.relay_execution:summary_of_run",
}
"""What runs modules of dialects that are not lowered."""

Summary = Callable[[ModuleOp, argparse.Namespace], str]
Compile = Callable[[ModuleOp, str], Compiled]
Lower = Callable[[ModuleOp], None]

SHOWN = 8
"""A result of at most this many elements is printed as a whole."""

NAMES_SHOWN = 8
"""How many symbols without a value are named."""


def execute(prog: ModuleOp, options: argparse.Namespace, source: SourceMap) -> str:
    """Run a program with the options of the command line; a summary of its results."""
    try:
        return summary_of_run(prog, options)
    except OperationError as error:
        if not error.verbatim:
            error.args = (with_names(str(error), prog),)
        raise errors.operation_failure(error, prog, source) from error
    except (InputError, UserError, OSError) as error:
        name = error.filename if isinstance(error, OSError) else None
        where = f"{name}: " if name else ""
        raise Failure(f"disc-run: error: {where}{errors.describe(error)}") from error


def summary_of_run(prog: ModuleOp, options: argparse.Namespace) -> str:
    """The results of a run, and the number of checked facts."""
    for op in prog.body.block.ops:
        if (name := LANGUAGES.get(op.dialect_name())) is not None:
            if options.engine is None:
                return cast("Summary", load(name))(prog, options)
            # By name, as passes are: programs need these tools to be read.
            cast("Lower", load(LOWER))(prog)
            break
    if options.externals is not None:
        load_externals(options.externals)
    func = entry_function(prog, options.entry)
    check_outputs(options)
    inputs = gather_inputs(
        prog,
        func,
        file=options.inputs,
        given=options.input,
        dims=parse_dims(options.dims),
        seed=options.seed,
    )
    name = func.sym_name.data
    PROGRESS.begin("run")
    PROGRESS.enter(name)
    lines: list[str] = []
    if options.engine is not None:
        results = run_on_engine(prog, options, inputs)
    elif options.check:
        report = check(prog, *inputs, entry=name, seed=options.seed, progress=report_progress)
        results = report.results
        lines += describe_report(report)
    else:
        results = run(
            prog, *inputs, entry=name, seed=options.seed, progress=report_progress, signature=True
        )
    for index, result in enumerate(results):
        lines.append(f"result {index}: {describe_array(result)}")
    write_results(options, results)
    return "\n".join(lines) + "\n"


def check_outputs(options: argparse.Namespace) -> None:
    """InputError where the results could not be written."""
    if options.outputs is not None and not Path(options.outputs).absolute().parent.is_dir():
        raise InputError(f"{options.outputs}: no such directory")


def write_results(options: argparse.Namespace, results: Sequence[Array]) -> None:
    """Write the results where the command line says, if it does."""
    if options.outputs is not None:
        with Path(options.outputs).open("wb") as file:
            np.savez(file, allow_pickle=False, **named(results))


def run_on_engine(
    prog: ModuleOp, options: argparse.Namespace, inputs: Sequence[Array]
) -> Sequence[Array]:
    """The results of a program that an engine has compiled."""
    if options.check or options.entry is not None:
        other = "--check" if options.check else "--entry"
        raise InputError(f"--engine and {other} exclude each other")
    # By name, as passes are: engines need these tools to read programs.
    compile_program = cast("Compile", load(COMPILE))
    return compile_program(prog, options.engine).run(*inputs)


def describe_report(report: Report) -> list[str]:
    """The numbers of facts that were compared, and that were not."""
    lines: list[str] = []
    if report.total:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(report.claims.items()))
        lines.append(f"all {report.total} claims hold ({kinds})")
    elif not report.claims_anything:
        lines.append("nothing is claimed")
    elif not report.not_compared:
        lines.append("no claim was compared in this run")
    if report.not_compared:
        names = [f"@{name}" for name in report.without_value]
        shown = ", ".join(names[:NAMES_SHOWN]) + (", ..." if len(names) > NAMES_SHOWN else "")
        has = f": {shown} {'has' if len(names) == 1 else 'have'} no value" if names else ""
        plural = "" if report.not_compared == 1 else "s"
        lines.append(f"{report.not_compared} predicate{plural} not compared{has}")
    return lines


def with_names(message: str, prog: ModuleOp) -> str:
    """`argument 0 of @main` with the name that the text gives that argument."""
    functions = {op.sym_name.data: op for op in prog.body.block.ops if isinstance(op, FuncOp)}

    def called(match: re.Match[str]) -> str:
        func = functions.get(match["function"])
        names = [] if func is None else argument_names(func)
        index = int(match["index"])
        if index >= len(names) or names[index] == f"arg{index}":
            return match[0]
        return f"argument {index} ('{names[index]}') of @{match['function']}"

    return re.sub(r"argument (?P<index>\d+) of @(?P<function>\w+)", called, message)


def named(results: Sequence[Array]) -> dict[str, Array]:
    """Results by the keys they have in a `.npz`."""
    return {f"out{index}": result for index, result in enumerate(results)}


def describe_array(array: Array) -> str:
    """Shape, type, and the elements or where they lie."""
    sizes = "x".join(map(str, array.shape))
    text = f"{sizes or 'scalar'} {array.dtype}"
    if array.size <= SHOWN:
        return f"{text} {' '.join(np.array2string(widen(array)).split())}"
    if is_bool(array.dtype) or array.dtype.kind in "cO":
        return f"{text}, {np.count_nonzero(array)} of {array.size} non-zero"
    wide = widen(array).astype(np.float64)
    finite = wide[np.isfinite(wide)]
    if finite.size == 0:
        return f"{text}, nothing finite"
    text = f"{text}, from {finite.min():.6g} to {finite.max():.6g}, mean {finite.mean():.6g}"
    odd = wide.size - finite.size
    return f"{text}, {odd} not finite" if odd else text


def report_progress(operations: int, _seconds: float) -> None:
    """Tell how many operations have run, on a long run."""
    PROGRESS.report(operations)
