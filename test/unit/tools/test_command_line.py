"""The commands as a user meets them: help, streams, targets, and what is not installed."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from disc_shape.passes import PASSES
from disc_shape.tools.arguments import GROUPS
from disc_shape.tools.disc_opt import run
from disc_shape.tools.disc_run import execute

ROOT = Path(__file__).parents[3]
MODELS = ROOT / "test/models"
SIMPLE = "func.func @main(%x: tensor<?xf32>) -> tensor<?xf32> {\n  return %x : tensor<?xf32>\n}\n"
COMMANDS = {"disc-opt": run, "disc-run": execute}


@pytest.fixture
def simple(tmp_path: Path) -> str:
    path = tmp_path / "simple.mlir"
    path.write_text(SIMPLE)
    return str(path)


def shell(command: str) -> subprocess.CompletedProcess[str]:
    """A command line with `disc-opt` and `disc-run` as processes of this Python."""
    for name in COMMANDS:
        module = f"disc_shape.tools.{name.replace('-', '_')}"
        command = command.replace(f"{name} ", f"{sys.executable} -m {module} ")
    return subprocess.run(command, shell=True, capture_output=True, text=True, check=False)


def test_every_pass_has_one_line_in_one_group() -> None:
    listed = [name for lines in GROUPS.values() for name in lines]
    assert sorted(listed) == sorted(PASSES)
    for lines in GROUPS.values():
        for name, line in lines.items():
            assert 0 < len(line) <= 44, name


@pytest.mark.parametrize("program", COMMANDS)
def test_help_lists_our_passes_first(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS[program](["--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"usage: {program} [options] [input_file]\n")
    places = [text.index(f"\n  {name} ") for lines in GROUPS.values() for name in lines]
    assert places == sorted(places)
    assert places[-1] < text.index("\noptions:\n") < text.index("\n  --list-passes ")
    assert "canonicalize-dmp" not in text
    assert ("--check" in text) == (program == "disc-run")


def test_list_passes_names_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--list-passes"]) == 0
    ours, _, others = capsys.readouterr().out.partition("Passes of xDSL and of other packages:")
    assert all(f"  {name} " in ours for name in PASSES)
    assert {"canonicalize", "cse"} <= set(others.replace(",", " ").split())
    assert not set(PASSES) & set(others.replace(",", " ").split())


@pytest.mark.parametrize("program", COMMANDS)
def test_version(program: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert COMMANDS[program](["--version"]) == 0
    words = capsys.readouterr().out.split()
    assert words[0] == program
    assert words[-3:-1] == ["on", "xDSL"]
    assert words[1].rstrip(",").count(".") == 2


@pytest.mark.parametrize("missing", ["numpy", "ml_dtypes"])
def test_running_needs_numpy_and_reading_does_not(missing: str, simple: str) -> None:
    code = (
        f"import sys; sys.modules['{missing}'] = None\n"
        "from disc_shape.tools.disc_run import execute\nsys.exit(execute(sys.argv[1:]))"
    )
    for args, status in ((["--version"], 0), (["--help"], 0), ([simple], 1)):
        command = [sys.executable, "-c", code, *args]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == status
        if status:
            assert done.stderr == (
                f"disc-run: error: Python's package '{missing}' is not installed; "
                "running programs needs it: pip install numpy ml-dtypes\n"
            )
        else:
            assert done.stderr == ""


@pytest.mark.parametrize("program", COMMANDS)
def test_closed_streams(program: str, simple: str, tmp_path: Path) -> None:
    done = shell(f"{program} <&-")
    message = f"{program}: error: standard input is closed; name an input file\n"
    assert (done.returncode, done.stderr) == (1, message)
    done = shell(f"{program} {simple} >&-")
    message = f"{program}: error: standard output is closed; write to a file with -o\n"
    assert (done.returncode, done.stderr) == (1, message)
    done = shell(f"{program} --time-passes {simple} -p cse -o {tmp_path}/out 2>&-")
    assert (done.returncode, done.stdout) == (0, "")


def test_output_that_cannot_be_written(simple: str) -> None:
    done = shell(f"disc-opt {simple} >/dev/full")
    assert (done.returncode, done.stderr) == (1, "disc-opt: error: no space left on device\n")


def one_error(capsys: pytest.CaptureFixture[str], action: Callable[[], int]) -> str:
    assert action() == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    return captured.err[:-1]


@pytest.mark.parametrize(
    ("target", "why"),
    [
        ("riscv-asm", "it needs the target's own dialects"),
        ("x86-asm", "it needs the target's own dialects"),
        ("mps", "MPS backend not yet implemented"),
    ],
)
def test_targets_say_what_they_cannot_write(
    target: str, why: str, simple: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = one_error(capsys, lambda: run([simple, "-t", target]))
    assert line == f"{simple}: error: target '{target}' cannot write this program: {why}"


def test_warnings_of_packages_are_one_line(simple: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([simple, "-t", "csl"]) == 0
    line = "disc-opt: warning: expected all top-level operations to be `csl.module` ops\n"
    assert capsys.readouterr().err == line


@pytest.mark.parametrize(
    ("pipeline", "option", "value"),
    [
        ("assume-shapes{file=facts.txt}", "file", "facts.txt"),
        ("cse,assume-shapes{name=main file=a/b.txt},cse", "file", "a/b.txt"),
        ("assume-shapes{facts=s % 4 == 0}", "facts", "s % 4 == 0"),
        ("assume-shapes{facts=x: [b, s]}", "facts", "x: [b, s]"),
        ("specialize-shapes{dims=b=3,s=4}", "dims", "b=3,s=4"),
    ],
)
def test_values_that_need_quotes(
    pipeline: str, option: str, value: str, simple: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = one_error(capsys, lambda: run([simple, "-p", pipeline]))
    expected = f"the value of option '{option}' needs quotes: {option}=\"{value}\""
    assert line == f"disc-opt: error: pass pipeline: {expected}"


@pytest.mark.parametrize(
    "pipeline", ["cse;cse", "disc-inline{max-ops=}", 'assume-shapes{file="a" b.txt}', "cse{a=b"]
)
def test_other_mistakes_in_pipelines(
    pipeline: str, simple: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = one_error(capsys, lambda: run([simple, "-p", pipeline]))
    assert line.startswith("disc-opt: error: pass pipeline: ")
    assert "quotes:" not in line


DIGITS = "9" * 5000
LONG_NUMBERS = [
    ("%0 = arith.constant {} : i64", 21),
    ("func.func private @f() -> tensor<{}xi64>", 34),
    ('"test.op"() {{a = array<i64: {}>}} : () -> ()', 29),
    ('"test.op"() {{a = dense<{}> : tensor<i64>}} : () -> ()', 24),
    ('"test.op"() {{a = i{}}} : () -> ()', 19),
    ('"test.op"() {{a = affine_map<() -> ({})>}} : () -> ()', 36),
]


@pytest.mark.parametrize(("text", "column"), LONG_NUMBERS)
def test_numbers_of_thousands_of_digits(
    text: str, column: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "long.mlir"
    file.write_text(text.format(DIGITS))
    line = one_error(capsys, lambda: run([str(file)]))
    assert line == f"{file}:1:{column}: error: a number is too large"


@pytest.mark.parametrize(
    "args", [["--dims", f"d={DIGITS}"], ["--seed", DIGITS], ["--input", f"x=zeros({DIGITS})"]]
)
def test_numbers_on_the_command_line(
    args: list[str], simple: str, capsys: pytest.CaptureFixture[str]
) -> None:
    line = one_error(capsys, lambda: execute([simple, *args]))
    assert line.startswith("disc-run: error: ")
    assert len(line) < 1200


NESTED = """func.func @main(%c: i1) {
  scf.if %c {
    "test.op"() {a = [1, 2, (3)]} : () -> ()
  }
  func.return
}
"""


@pytest.mark.parametrize(
    ("end", "inside"),
    [
        ('    "test.op"() {a = [1,', "'test.op', which begins at line 3"),
        ("() -> ()", "'scf.if', which begins at line 2"),
        ("scf.if %c", "'scf.if', which begins at line 2"),
        ("func.return\n", "'func.func', which begins at line 1"),
        ("func.func @main(", "'func.func', which begins at line 1"),
    ],
)
def test_truncated_files(
    end: str, inside: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = NESTED.replace("(3)", "3")
    file = tmp_path / "cut.mlir"
    file.write_text(text[: text.index(end) + len(end)])
    line = one_error(capsys, lambda: run([str(file)]))
    assert f": error: the file ends inside {inside}: " in line


@pytest.mark.parametrize(
    "text",
    [
        "func.func @f() {\n  cf.br ^a\n}\n",
        "func.func @f() {\n  func.return\n}}\n",
        'func.func @f() {\n  "test.op"() : () -> (\n}\n',
        "%0 = arith.constant",
    ],
)
def test_other_errors_are_no_truncation(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "whole.mlir"
    file.write_text(text)
    assert "the file ends" not in one_error(capsys, lambda: run([str(file)]))


WRONG_KINDS = [
    '"func.func"() <{sym_name = index, function_type = () -> ()}> ({func.return}) : () -> ()',
    '"func.func"() <{sym_name = "f", function_type = index}> ({func.return}) : () -> ()',
    '"func.func"() <{sym_name = 3 : i32}> ({func.return}) : () -> ()',
    '"func.func"() <{sym_name = "f", function_type = () -> (), sym_visibility = unit}> '
    "({}) : () -> ()",
    "builtin.module attributes {sym_name = index} {}",
    '"builtin.module"() <{sym_name = "a"}> ({}) : () -> ()',
    '"builtin.module"() ({^a: cf.br ^b\n^b: cf.br ^a}) : () -> ()',
    '"memref.global"() {sym_name = index, type = memref<1xf32>} : () -> ()',
    '"disc_shape.SymbolDim"() <{sym_name = index}> : () -> ()',
    '"disc_shape.dim"() <{name = "a"}> : () -> index',
    '"func.call"() <{callee = "f"}> : () -> ()',
    'func.func private @f() func.func @g() {"func.call"() <{callee = "f"}> : () -> () return}',
    '"func.func"() <{sym_name = "f", function_type = @a}> ({func.return}) : () -> () '
    "func.func @g() {func.call @f() : () -> () return}",
    '"stablehlo.constant"() <{value = index}> : () -> tensor<i32>',
    '"stablehlo.iota"() <{iota_dimension = "0"}> : () -> tensor<4xi32>',
    '"arith.constant"() <{value = "a"}> : () -> i32',
]


@pytest.mark.parametrize("pipeline", ["", "shape-optimization"])
@pytest.mark.parametrize("text", WRONG_KINDS)
def test_attributes_of_a_wrong_kind(
    text: str, pipeline: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "wrong.mlir"
    file.write_text(text)
    line = one_error(capsys, lambda: run([str(file), "-p", pipeline]))
    assert line.startswith(f"{file}:1:")
    assert ": error: " in line
    assert "internal error" not in line
    assert "cannot be verified" not in line
    assert "Error" not in line
