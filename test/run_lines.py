"""The RUN lines of the lit tests, run inside this process: milliseconds each instead of tenths.

lit stays the authority. This harness knows pipes, `&&`, `;`, `not`, redirections and the commands
`disc-opt`, `disc-run`, `filecheck`; any other command runs as a process of its own.
"""

import atexit
import gc
import io
import os
import re
import shlex
import subprocess
import sys
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Protocol, cast

from xdsl.ir import Attribute
from xdsl.utils.diagnostic import Diagnostic

ROOT = Path(__file__).resolve().parents[1]
COMMANDS = {
    "disc-opt": "disc_shape.tools.disc_opt",
    "disc-run": "disc_shape.tools.disc_run",
    "filecheck": "filecheck.main",
}


class Main(Protocol):
    def __call__(self) -> None: ...


class RunError(Exception):
    """A command of a RUN line fails."""


@dataclass
class Command:
    """One command of a pipe, with its redirections."""

    words: list[str] = field(default_factory=list[str])
    stdin: str | None = None
    stdout: str | None = None
    append: bool = False
    stderr: str | None = None
    merged: bool = False


@dataclass
class Outcome:
    status: int
    stdout: bytes
    stderr: bytes


def lit_files() -> list[Path]:
    """The files below `test/` that have RUN lines."""
    files = sorted((ROOT / "test").rglob("*.mlir"))
    return [file for file in files if "RUN:" in file.read_text() and "Output" not in file.parts]


def lit_substitutions() -> list[tuple[str, str]]:
    """The substitutions that lit.cfg.py adds."""
    config = SimpleNamespace(substitutions=[], environment=dict(os.environ))
    source = (ROOT / "lit.cfg.py").read_text()
    exec(compile(source, "lit.cfg.py", "exec"), {"config": config, "__file__": str(ROOT / "lit")})
    return cast("list[tuple[str, str]]", config.substitutions)


def run_lines(file: Path, scratch: Path) -> list[str]:
    """The RUN lines of `file`, continued lines joined and substitutions made."""
    text = file.read_text()
    joined = re.sub(r"\\\s*\n\s*(?://|#)\s*RUN:", " ", text)
    lines = [match.strip() for match in re.findall(r"(?://|#)\s*RUN:(.*)", joined)]
    builtin = [
        (r"%s", str(file)),
        (r"%S", str(file.parent)),
        (r"%t", str(scratch / file.name)),
        (r"%%", "%"),
    ]
    for index, line in enumerate(lines):
        for pattern, value in lit_substitutions():
            line = re.sub(pattern, value.replace("\\", "\\\\"), line)
        for pattern, value in builtin:
            line = re.sub(pattern + r"\b" if pattern != "%%" else pattern, value, line)
        lines[index] = line
    return lines


def split_words(line: str) -> list[str]:
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|;&<>")
    lexer.whitespace_split = True
    lexer.commenters = ""
    return list(lexer)


def parse_pipes(line: str) -> list[list[Command]]:
    """The pipes of one RUN line; each must succeed before the next runs."""
    pipes = [[Command()]]
    words = iter(split_words(line))
    for word in words:
        command = pipes[-1][-1]
        match word:
            case "|":
                pipes[-1].append(Command())
            case "&&" | ";":
                pipes.append([Command()])
            case ">" | ">>" if command.words[-1:] == ["2"]:
                command.words.pop()
                command.stderr = next(words)
            case ">" | ">>":
                command.stdout, command.append = next(words), word == ">>"
            case "<":
                command.stdin = next(words)
            case ">&":
                assert command.words.pop() == "2"
                assert next(words) == "1"
                command.merged = True
            case _:
                command.words.append(word)
    return pipes


def in_process(words: list[str], stdin: bytes) -> Outcome:
    """Run one of our commands here, with its own streams, and undo the global state it sets."""
    entry = cast("Main", import_module(COMMANDS[words[0]]).main)
    stdout, stderr = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "oe")
    saved = (sys.argv, sys.stdin, Attribute.__post_init__, Diagnostic.colored, os.getcwd())
    thresholds = gc.get_threshold()
    sys.argv, sys.stdin = words, io.TextIOWrapper(io.BytesIO(stdin), "utf-8")
    status = 0
    try:
        with redirect_stdout(stdout), redirect_stderr(stderr):
            entry()
    except SystemExit as error:
        code = error.code
        status = code if isinstance(code, int) else int(code is not None)
    finally:
        sys.argv, sys.stdin = saved[0], saved[1]
        Attribute.__post_init__, Diagnostic.colored = saved[2], saved[3]
        os.chdir(saved[4])
        gc.set_threshold(*thresholds)
        atexit.unregister(gc.freeze)
    return Outcome(status, buffer_of(stdout), buffer_of(stderr))


def buffer_of(stream: io.TextIOWrapper) -> bytes:
    stream.flush()
    return cast("io.BytesIO", stream.buffer).getvalue()


def execute(command: Command, stdin: bytes) -> Outcome:
    words = list(command.words)
    negated = 0
    while words and words[0] == "not":
        words.pop(0)
        negated += 1
    if command.stdin is not None:
        stdin = Path(command.stdin).read_bytes()
    if words[0] in COMMANDS:
        outcome = in_process(words, stdin)
    else:
        path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
        done = subprocess.run(
            words, input=stdin, capture_output=True, env={**os.environ, "PATH": path}, check=False
        )
        outcome = Outcome(done.returncode, done.stdout, done.stderr)
    if negated % 2:
        outcome.status = int(outcome.status == 0)
    if command.merged:
        outcome.stdout += outcome.stderr
    if command.stderr is not None:
        Path(command.stderr).write_bytes(outcome.stderr)
    if command.stdout is not None:
        old = Path(command.stdout).read_bytes() if command.append else b""
        Path(command.stdout).write_bytes(old + outcome.stdout)
        outcome.stdout = b""
    return outcome


def run_file(file: Path, scratch: Path) -> None:
    """Run the RUN lines of a file."""
    for line in run_lines(file, scratch):
        for pipe in parse_pipes(line):
            run_pipe(pipe)


def run_pipe(pipe: list[Command]) -> None:
    """Run one pipe; as in lit, it fails when any of its commands fails."""
    data = b""
    for command in pipe:
        outcome = execute(command, data)
        if outcome.status != 0:
            shown = outcome.stderr.decode(errors="replace")[-4000:]
            given = data.decode(errors="replace")[:4000]
            raise RunError(f"{shlex.join(command.words)}\n{shown}\n--- its input:\n{given}")
        data = outcome.stdout
