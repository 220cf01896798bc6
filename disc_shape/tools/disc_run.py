"""`disc-run`: executes a program on numpy arrays, and checks what it says about its sizes."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.utils.exceptions import ArgSpecParseError

from disc_shape.call_graph import entry_function
from disc_shape.errors import OperationError
from disc_shape.interpreters import Report, check, run
from disc_shape.interpreters.kernels.arrays import Array, is_bool, widen
from disc_shape.tools import errors
from disc_shape.tools.disc_opt import RECURSION_LIMIT, DiscOptMain
from disc_shape.tools.errors import Failure
from disc_shape.tools.run_inputs import InputError, argument_names, gather_inputs, parse_dims

SHOWN = 8
"""A result of at most this many elements is printed as a whole."""


NAMES_SHOWN = 8
"""How many symbols without a value are named."""


class DiscRunMain(DiscOptMain):
    """The driver: parses and runs passes as `disc-opt` does, then runs the program."""

    program: ClassVar[str] = "disc-run"
    version_format: ClassVar[str] = "disc-run, on xDSL {xdsl_version}"

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        super().register_all_arguments(arg_parser)
        group = arg_parser.add_argument_group("running")
        group.add_argument("--entry", help="the function to run (main, or the only public one)")
        group.add_argument("--inputs", metavar="FILE.npz", help="arrays for the arguments")
        group.add_argument("--outputs", metavar="FILE.npz", help="where to write the results")
        group.add_argument(
            "--input",
            action="append",
            default=[],
            metavar="NAME=VALUE",
            help="one argument: 'x=random(2,8)', 'x=zeros(3)', 'x=[1,2]' or 'x=file.npy'",
        )
        group.add_argument(
            "--dims",
            action="append",
            default=[],
            metavar="NAME=SIZE,...",
            help="sizes of random arguments, by symbol ('b=2,s=8') or by place ('0.1=8')",
        )
        group.add_argument(
            "--seed", type=seed, default=0, metavar="N", help="of random inputs and operations"
        )
        group.add_argument(
            "--check", action="store_true", help="compare every claim about sizes with this run"
        )

    def output_resulting_program(self, prog: ModuleOp) -> str:
        """Run the program; what is printed is a summary of its results."""
        try:
            return self.execute(prog)
        except OperationError as error:
            error.args = (with_names(str(error), prog),)
            raise errors.operation_failure(error, prog, self.source) from error
        except (InputError, OSError) as error:
            name = error.filename if isinstance(error, OSError) else None
            where = f"{name}: " if name else ""
            raise Failure(f"disc-run: error: {where}{errors.describe(error)}") from error

    def execute(self, prog: ModuleOp) -> str:
        options = self.args
        func = entry_function(prog, options.entry)
        if options.outputs is not None and not Path(options.outputs).absolute().parent.is_dir():
            raise InputError(f"{options.outputs}: no such directory")
        inputs = gather_inputs(
            prog,
            func,
            file=options.inputs,
            given=options.input,
            dims=parse_dims(options.dims),
            seed=options.seed,
        )
        name = func.sym_name.data
        lines: list[str] = []
        if options.check:
            report = check(prog, *inputs, entry=name, seed=options.seed, progress=progress)
            results = report.results
            lines += describe_report(report)
        else:
            results = run(
                prog, *inputs, entry=name, seed=options.seed, progress=progress, signature=True
            )
        for index, result in enumerate(results):
            lines.append(f"result {index}: {describe_array(result)}")
        if options.outputs is not None:
            with Path(options.outputs).open("wb") as file:
                np.savez(file, allow_pickle=False, **named(results))
        return "\n".join(lines) + "\n"


def describe_report(report: Report) -> list[str]:
    """What was compared, and what was not."""
    lines: list[str] = []
    if report.total:
        kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(report.claims.items()))
        lines.append(f"all {report.total} claims hold ({kinds})")
    elif not report.claims_anything:
        lines.append("nothing is claimed")
    elif not report.not_compared:
        lines.append("nothing that is claimed was met in this run")
    if report.not_compared:
        names = [f"@{name}" for name in report.without_value]
        shown = ", ".join(names[:NAMES_SHOWN]) + (", ..." if len(names) > NAMES_SHOWN else "")
        has = f": {shown} {'has' if len(names) == 1 else 'have'} no value" if names else ""
        plural = "" if report.not_compared == 1 else "s"
        lines.append(f"{report.not_compared} predicate{plural} not compared{has}")
    return lines


def seed(text: str) -> int:
    """What stands behind ``--seed``: a number that is not negative."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a number that is not negative, got '{text}'")
    return int(text)


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


def progress(operations: int, seconds: float) -> None:
    """One line from time to time on a long run."""
    print(f"disc-run: {operations} operations in {seconds:.0f} s", file=sys.stderr)


def execute(args: Sequence[str]) -> int:
    """Run `disc-run` with these arguments; the exit status."""
    sys.setrecursionlimit(max(sys.getrecursionlimit(), RECURSION_LIMIT))
    try:
        DiscRunMain(list(args)).run()
        sys.stdout.flush()
    except Failure as failure:
        message = str(failure)
    except OSError as error:
        where = f"{error.filename}: " if error.filename else ""
        message = f"disc-run: error: {where}{errors.describe(error)}"
    except (Exception, ArgSpecParseError) as error:
        if errors.keep_traceback():
            raise
        message = f"disc-run: error: {errors.describe(error)}"
    else:
        return 0
    print(message, file=sys.stderr)
    return 1


def main() -> None:
    """The console script."""
    try:
        status = execute(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
