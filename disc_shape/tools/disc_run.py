"""`disc-run`: executes a program on numpy arrays, and checks the facts that it states on sizes."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import ClassVar

from xdsl.dialects.builtin import ModuleOp

from disc_shape.tools.command import run_command
from disc_shape.tools.disc_opt import DiscOptMain
from disc_shape.tools.errors import Failure

RUN_PACKAGES = ("numpy", "ml_dtypes")
"""Packages that are needed to run a program, but not to read it or for --help."""


SEED_DIGITS = 100
"""A seed of more digits is refused."""


class DiscRunMain(DiscOptMain):
    """The driver: parses and runs passes as `disc-opt` does, then runs the program."""

    program: ClassVar[str] = "disc-run"
    description: ClassVar[str] = (
        "Reads MLIR text, runs passes, executes the program on numpy arrays and prints its results."
    )

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the options of `disc-run`."""
        super().add_options(parser)
        group = parser.add_argument_group("running")
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
        group.add_argument(
            "--externals",
            metavar="FILE.py",
            help="functions that the program calls by name, registered by 'external'",
        )
        group.add_argument(
            "--engine",
            metavar="NAME",
            help="compile and run with native, iree, xla or another engine",
        )

    @property
    def is_only_reported(self) -> bool:
        """The program runs, with a report or without."""
        return False

    def run(self) -> None:
        """Read, run passes and execute, if the packages for running are installed."""
        try:
            import_module("disc_shape.tools.execution")
        except ModuleNotFoundError as error:
            missing = (error.name or "").partition(".")[0]
            if missing not in RUN_PACKAGES:
                raise
            raise Failure(
                f"disc-run: error: Python's package '{missing}' is not installed; "
                "running programs needs it: pip install numpy ml-dtypes"
            ) from error
        super().run()

    def output_resulting_program(self, prog: ModuleOp) -> str:
        """Run the program; returns a summary of its results to print."""
        from disc_shape.tools.execution import execute

        return execute(prog, self.args, self.source)


def seed(text: str) -> int:
    """The value of ``--seed``: a number that is not negative."""
    if not text.isdecimal() or len(text) > SEED_DIGITS:
        shown = text if len(text) <= SEED_DIGITS else f"{text[:SEED_DIGITS]}..."
        raise argparse.ArgumentTypeError(f"expected a number that is not negative, got '{shown}'")
    return int(text)


def execute(args: Sequence[str]) -> int:
    """Run `disc-run` with these arguments; the exit status."""
    return run_command(DiscRunMain.program, lambda: DiscRunMain(list(args)).run())


def main() -> None:
    """The console script."""
    try:
        status = execute(sys.argv[1:])
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)


if __name__ == "__main__":
    main()
