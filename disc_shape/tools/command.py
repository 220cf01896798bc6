"""Common parts of the commands: limits, closed streams, and errors as one line with a status."""

import atexit
import gc
import os
import sys
import warnings
from collections.abc import Callable, Iterable
from functools import partial
from typing import IO, TextIO

from xdsl.utils.exceptions import ArgSpecParseError, ShrinkException

from disc_shape.collector import RARELY, collected_rarely
from disc_shape.tools import errors
from disc_shape.tools.errors import Failure

RECURSION_LIMIT = 6000
"""Deep enough for programs nested a few hundred levels, shallow enough for the C stack."""


def standard_input(program: str) -> IO[bytes]:
    """The bytes of standard input, which may have been closed by the caller."""
    if sys.stdin is None:
        raise Failure(f"{program}: error: standard input is closed; name an input file")
    return sys.stdin.buffer


def standard_output(program: str) -> TextIO:
    """Standard output, which may have been closed by the caller."""
    if sys.stdout is None:
        raise Failure(f"{program}: error: standard output is closed; write to a file with -o")
    return sys.stdout


def write_output(texts: Iterable[str], path: str | None, program: str) -> None:
    """Write texts to standard output as they come, or to a file once all of them are there."""
    if path is not None:
        found = list(texts)
        with open(path, "w", encoding="utf-8") as file:
            file.writelines(found)
        return
    for text in texts:
        output = standard_output(program)
        output.write(text)
        output.flush()  # What a later text reports on stderr comes after it.


def own_process() -> None:
    """
    Set the collector for a process that ends with the command. What is left in the end goes with
    the process: to free it object by object takes a sixth of the time of a large program.
    """
    gc.set_threshold(*RARELY)
    atexit.register(gc.freeze)


def run_command(program: str, action: Callable[[], None]) -> int:
    """Run a command; the exit status. Errors go to stderr, one line each."""
    recursion_limit = sys.getrecursionlimit()
    sys.setrecursionlimit(max(recursion_limit, RECURSION_LIMIT))
    if sys.stderr is None:  # `print` would write to standard output instead.
        sys.stderr = open(os.devnull, "w")
    try:
        with collected_rarely(), warnings.catch_warnings():
            warnings.showwarning = partial(show_warning, program)
            return perform(program, action)
    finally:
        sys.setrecursionlimit(recursion_limit)


def show_warning(program: str, message: Warning | str, *_place: object) -> None:
    """A warning of Python or of a package, as one line."""
    print(f"{program}: warning: {errors.one_line(str(message))}", file=sys.stderr)


def perform(program: str, action: Callable[[], None]) -> int:
    """Run `action` to its end, or to the first exception; the exit status."""
    status = 1
    try:
        try:
            action()
            status = 0
        except SystemExit as finished:  # --help and --version
            status = finished.code if isinstance(finished.code, int) else 0
        except ShrinkException:
            print("Success, can shrink")
            status = 0
        if sys.stdout is not None:
            sys.stdout.flush()
        return status
    except Failure as failure:
        message = str(failure)
    except OSError as error:
        discard_output()
        if isinstance(error, BrokenPipeError):
            return 1  # The reader has closed the stream, so an error could not be read either.
        where = f"{error.filename}: " if error.filename else ""
        message = f"{program}: error: {where}{errors.describe(error)}"
    except (Exception, ArgSpecParseError) as error:
        if errors.keep_traceback():
            raise
        message = f"{program}: error: {errors.describe(error)}"
    print(message, file=sys.stderr)
    return 1


def discard_output() -> None:
    """Drop output that cannot be written: Python would report it at exit."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except AttributeError:  # It is closed.
        pass
