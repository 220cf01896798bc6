"""Progress on a terminal: when it is shown, what it says, that it goes away."""

import sys
from collections.abc import Callable
from io import StringIO
from itertools import count
from pathlib import Path
from types import SimpleNamespace

import pytest

from disc_shape.interpreters import core
from disc_shape.progress import EVERY, PROGRESS, Progress
from disc_shape.tools import progress_line
from disc_shape.tools.disc_opt import run
from disc_shape.tools.disc_run import execute
from disc_shape.tools.progress_line import BETWEEN_SECONDS, QUIET_SECONDS, ProgressLine

CLEAR = "\r\x1b[K"
PROGRAM = (
    "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n"
    + "  %0 = stablehlo.tanh %x : tensor<?xf32>\n"
    + "".join(f"  %{i + 1} = stablehlo.tanh %{i} : tensor<?xf32>\n" for i in range(2 * EVERY))
    + f"  return %{2 * EVERY} : tensor<?xf32>\n}}\n"
)


class Terminal(StringIO):
    """A stream that says that it is a terminal."""

    def isatty(self) -> bool:
        return True


class Clock:
    """A clock that moves only when a test sets it."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_nothing_is_shown_in_the_first_two_seconds() -> None:
    clock, stream = Clock(), StringIO()
    line, progress = ProgressLine(stream, clock), Progress()
    progress.listener = line.show
    progress.begin("parse")
    for _ in range(10 * EVERY):
        progress.advance()
    clock.now += QUIET_SECONDS - 0.01
    line.show(progress)
    line.clear()
    assert stream.getvalue() == ""


def test_the_line_says_stage_function_and_operations() -> None:
    clock, stream = Clock(), StringIO()
    line, progress = ProgressLine(stream, clock), Progress()
    progress.listener = line.show
    clock.now += QUIET_SECONDS
    progress.begin("shape-optimization")
    progress.enter("main\x1b[31m")
    for _ in range(EVERY):
        progress.advance()
    shown = f"{CLEAR}shape-optimization @main?[31m: {EVERY} operations"
    assert stream.getvalue() == shown
    line.show(progress)  # Too early for another one.
    assert stream.getvalue() == shown
    clock.now += BETWEEN_SECONDS
    progress.begin("verify")
    line.show(progress)
    assert stream.getvalue() == f"{shown}{CLEAR}verify: 0 operations"
    line.clear()
    line.clear()
    assert stream.getvalue().endswith(f"operations{CLEAR}")


def test_lines_fit_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    clock, stream = Clock(), StringIO()
    line, progress = ProgressLine(stream, clock), Progress()
    clock.now += QUIET_SECONDS
    progress.begin("x" * 100)
    line.show(progress)
    assert len(stream.getvalue().removeprefix(CLEAR)) == 39


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Callable[[StringIO], None]:
    """Makes a stream stderr, and the command's clock one on which every look is a second later."""
    clock = Clock()

    def tick() -> float:
        clock.now += 1.0
        return clock.now

    def line(stream: StringIO) -> ProgressLine:
        return ProgressLine(stream, tick)

    def prepare(stream: StringIO) -> None:
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setattr(progress_line, "ProgressLine", line)

    return prepare


@pytest.mark.parametrize(
    ("stream", "options", "shown"),
    [(Terminal(), [], True), (Terminal(), ["--quiet"], False), (StringIO(), [], False)],
)
def test_the_command_shows_progress_on_terminals_only(
    impatient: Callable[[StringIO], None],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    stream: StringIO,
    options: list[str],
    shown: bool,
) -> None:
    path = tmp_path / "long.mlir"
    path.write_text(PROGRAM)
    impatient(stream)
    assert run([str(path), "-p", "shape-optimization", *options]) == 0
    text = stream.getvalue()
    for stage in ("parse", "shape-optimization @main", "print"):
        assert (f"{CLEAR}{stage}: " in text) is shown
    assert text == "" or text.endswith(CLEAR)
    assert "SymbolDim" in capsys.readouterr().out
    assert PROGRESS.listener is None


def test_a_run_shows_its_function(
    impatient: Callable[[StringIO], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "long.mlir"
    path.write_text(PROGRAM)
    stream, clock = Terminal(), count(100.0)
    impatient(stream)
    monkeypatch.setattr(core, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    assert execute([str(path), "--dims", "0.0=3"]) == 0
    assert f"{CLEAR}run @main: " in stream.getvalue()
    assert stream.getvalue().endswith(CLEAR)


def test_errors_begin_on_a_line_of_their_own(
    impatient: Callable[[StringIO], None], tmp_path: Path
) -> None:
    path = tmp_path / "wrong.mlir"
    path.write_text(PROGRAM.replace("  return", "  stablehlo.tanh %x : tensor<3xf32>\n  return"))
    stream = Terminal()
    impatient(stream)
    assert run([str(path)]) == 1
    line = stream.getvalue().rpartition(CLEAR)
    assert line[0]
    assert line[2].startswith(f"{path}:")
