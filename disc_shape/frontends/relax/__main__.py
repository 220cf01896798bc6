"""`python -m disc_shape.frontends.relax FILE.py`: reads TVMScript, prints MLIR."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import cast

from disc_shape.errors import UserError
from disc_shape.frontends.relax.tvm import from_tvm

PROGRAM = "disc_shape.frontends.relax"


def read_script(path: str) -> object:
    """The `tvm.IRModule` that a file of TVMScript says. Raises `UserError` when TVM does not."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "the text is not UTF-8"
        raise UserError(f"{path}: {reason}") from error
    try:
        script = import_module("tvm.script")
    except ModuleNotFoundError as error:
        raise UserError(
            "Python's package 'tvm' is not installed; reading TVMScript needs it: pip install"
            " 'disc-shape[tvm]'"
        ) from error
    read = cast("Callable[[str], object]", getattr(script, "from_source"))
    try:
        return read(text)
    except Exception as error:  # Whatever TVM raises is said in one line.
        first = (str(error).strip().splitlines() or [""])[0]
        raise UserError(f"{path}: TVM cannot read it: {type(error).__name__}: {first}") from error


def execute(arguments: Sequence[str]) -> int:
    """Read a file and print its module; the exit status."""
    parser = argparse.ArgumentParser(
        prog=f"python -m {PROGRAM}", description="Reads TVMScript with TVM and prints MLIR."
    )
    parser.add_argument("file", metavar="FILE.py", help="the module, as mod.script() prints it")
    path = cast("str", parser.parse_args(arguments).file)
    try:
        print(from_tvm(read_script(path)))
    except UserError as error:
        print(f"{PROGRAM}: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(execute(sys.argv[1:]))
