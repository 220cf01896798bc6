"""disc-opt as a command: exit status, stderr, input that is no program, limits."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from work import count_calls

from disc_shape.tools.disc_opt import run

Write = Callable[[str | bytes], str]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def function(content: str | bytes) -> str:
        path = tmp_path / "program.mlir"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return function


def error_of(capsys: pytest.CaptureFixture[str], *args: str) -> str:
    """The one line that a failing run prints."""
    assert run(args) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith("\n")
    assert captured.err.count("\n") == 1
    return captured.err[:-1]


@pytest.mark.parametrize(
    ("content", "place", "message"),
    [
        (b"ML\xefR\x0d\x2fMLIR", "1:1", "this is MLIR bytecode, which is not supported"),
        (b"module {}\n\x00\x01", "2:1", "found a zero byte"),
        (b"module {}\n// \xe9", "2:4", "byte 0xe9 is not valid UTF-8"),
        (bytes(range(128, 256)), "1:1", "byte 0x80 is not valid UTF-8"),
        ("func.func @f() {\n  func.return\n", "3:1", ""),
        ('"test.op"() {a = [1, } : () -> ()', "1:22", ""),
        ("%0 = arith.constant 1 : i32\n%0 = arith.constant 1 : i32", "2:1", "%0"),
    ],
)
def test_bad_input(
    write: Write, capsys: pytest.CaptureFixture[str], content: str, place: str, message: str
) -> None:
    file = write(content)
    line = error_of(capsys, file)
    assert line.startswith(f"{file}:{place}: error: ")
    assert message in line


def test_wrong_operand_count(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    file = write('%0 = arith.constant 1 : i32\n%1 = "arith.addi"(%0) : (i32) -> i32\n')
    assert error_of(capsys, file).startswith(f"{file}:2:1: error: ")


@pytest.mark.parametrize(
    "text",
    [
        '"test.op"() ({' * 10_000 + "}) : () -> ()" * 10_000,
        '"test.op"() {a = ' + "[" * 10_000 + "]" * 10_000 + "} : () -> ()",
        '"test.op"() : () -> ' + "tuple<" * 10_000 + ">" * 10_000,
        "affine_map" + "(" * 10_000,
    ],
    ids=["regions", "arrays", "types", "parentheses"],
)
def test_deep_nesting(write: Write, capsys: pytest.CaptureFixture[str], text: str) -> None:
    file, lines = write(text), list[str]()
    count_calls(lambda: lines.append(error_of(capsys, file)), 2_000_000)
    assert "error: " in lines[0]


def test_an_unclosed_string_is_found(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    """A lexer that takes exponential time would not end."""
    file = write('"' + "x" * 10_000)
    line = error_of(capsys, file)
    assert line == f"{file}:1:1: error: end of file reached before closing string literal"


def test_a_few_hundred_levels_are_fine(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    depth = 300
    body = "scf.if %c {\n" * depth + '"test.op"() : () -> ()\n' + "}\n" * depth
    file = write(f"func.func @f(%c: i1) {{\n{body}func.return\n}}\n")
    assert run([file, "-p", "cse,test-verify-dominance"]) == 0
    assert capsys.readouterr().out.count("scf.if") == depth


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["-p", "canonicalise"], "unknown pass 'canonicalise'; did you mean 'canonicalize'?"),
        (["-p", "disc-inline{max-ops=a}"], "pass 'disc-inline': incompatible types"),
        (["-p", "disc-inline{min-ops=1}"], "pass 'disc-inline': provided arguments"),
        (["-p", "disc-inline{max-ops=}"], "pass pipeline: "),
        (["-p", "cse;cse"], "pass pipeline: "),
        (["-t", "nothing{"], ""),
    ],
)
def test_bad_options(
    write: Write, capsys: pytest.CaptureFixture[str], args: list[str], message: str
) -> None:
    line = error_of(capsys, write("module {}"), *args)
    assert line.startswith(f"disc-opt: error: {message}")


def test_missing_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "none.mlir"
    assert error_of(capsys, str(file)) == f"disc-opt: error: {file}: no such file or directory"


def test_an_empty_file_is_an_empty_module(write: Write, capsys: pytest.CaptureFixture[str]) -> None:
    assert run([write("")]) == 0
    assert capsys.readouterr().out == "builtin.module {\n}\n"


def test_output_file_is_not_touched_on_error(
    write: Write, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    output = tmp_path / "out.mlir"
    output.write_text("before")
    error_of(capsys, write("wrong"), "-o", str(output))
    assert output.read_text() == "before"


def test_imports_of_the_command() -> None:
    """Starting disc-opt imports neither numpy nor any dialect or pass of ours."""
    code = (
        "import sys; from disc_shape.tools.disc_opt import run; run(['/dev/null']);"
        "print(*sorted(m for m in sys.modules if m == 'numpy' or m.startswith('disc_shape.')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1].split()
    assert "numpy" not in loaded
    packages = {name.split(".")[1] for name in loaded}
    assert packages <= {
        "class_table",
        "collector",
        "dialects",
        "errors",
        "lazy",
        "locations",
        "passes",
        "progress",
        "reading",
        "statistics",
        "tools",
        "traversal",
        "universe",
    }
    assert not {name for name in loaded if name.startswith("passes.")}
    dialects = {name.split(".")[2] for name in loaded if name.startswith("disc_shape.dialects.")}
    assert dialects <= {"xdsl_extras"}


def test_a_closed_pipe_is_no_traceback(write: Write) -> None:
    file = write(
        "module {\n" + "".join(f"func.func @f{i}() {{ func.return }}\n" for i in range(3000)) + "}"
    )
    command = f"{sys.executable} -m disc_shape.tools.disc_opt {file} | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == "builtin.module {\n"
    assert done.stderr == ""


def test_tracebacks_on_request(write: Write) -> None:
    environment = {**os.environ, "DISC_SHAPE_TRACEBACK": "1"}
    command = [sys.executable, "-m", "disc_shape.tools.disc_opt", write("wrong")]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert "Traceback" in done.stderr


LIMITED = """
import resource, sys
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
from disc_shape.tools.disc_opt import run
sys.exit(run(sys.argv[1:]))
"""


def run_limited(*args: str) -> subprocess.CompletedProcess[str]:
    """disc-opt with two gigabytes of address space."""
    command = [sys.executable, "-c", LIMITED, *args]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_a_large_splat_costs_its_bytes(write: Write) -> None:
    line = "  %0 = arith.constant dense<5.000000e-01> : tensor<8192x8192xf32>"
    done = run_limited(write(f"builtin.module {{\n{line}\n}}\n"))
    assert done.stderr == ""
    assert line in done.stdout.splitlines()


def test_a_large_constant_costs_its_bytes(write: Write, tmp_path: Path) -> None:
    values = os.urandom(25_000_000)
    count = len(values) // 4
    text = f'%0 = arith.constant dense<"0x{values.hex().upper()}"> : tensor<{count}xi32>\n'
    output = tmp_path / "out.mlir"
    done = run_limited(write(text), "-o", str(output))
    assert done.stderr == ""
    assert text.strip() in output.read_text()


def test_a_constant_that_no_memory_holds(write: Write) -> None:
    file = write("%0 = arith.constant dense<0> : tensor<4294967296x4294967296xi8>\n")
    done = run_limited(file)
    assert done.returncode == 1
    assert done.stderr == (
        f"{file}:1:32: error: a constant of 18446744073709551616 bytes is too large, "
        "the limit is 1073741824\n"
    )


@pytest.mark.parametrize(
    "constant",
    [
        "dense<-3> : tensor<5000xi8>",
        "dense<true> : tensor<5000xi1>",
        "dense<(1.000000e+00,2.000000e+00)> : tensor<2x1000xcomplex<f32>>",
        "dense<> : tensor<0x4xi32>",
        "dense<7> : tensor<i64>",
        "dense<[1, 2]> : tensor<2xi64>",
        "dense<0xff800000> : tensor<5000xf32>",
    ],
)
def test_constants_print_as_they_were(
    write: Write, capsys: pytest.CaptureFixture[str], constant: str
) -> None:
    assert run([write(f"%0 = arith.constant {constant}\n")]) == 0
    printed = capsys.readouterr().out
    assert f"arith.constant {constant}\n" in printed
    assert run([write(printed)]) == 0
    assert capsys.readouterr().out == printed
