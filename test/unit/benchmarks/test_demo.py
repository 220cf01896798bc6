"""`make demo`: two screens, the report, and one line for programs that it cannot show."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
DEMO = ROOT / "benchmarks" / "demo.py"
MODELS = ROOT / "test" / "models"


def shown_by(folder: Path, *arguments: str) -> str:
    """What the demo prints, run in a folder that it may write to."""
    command = [sys.executable, str(DEMO), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=folder)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("model", ["jax_mha", "torch_attention_block", "jax_lstm_scan"])
def test_two_screens_and_the_report(tmp_path: Path, model: str) -> None:
    shown = shown_by(tmp_path, str(MODELS / f"{model}.mlir"))
    assert len(shown.splitlines()) <= 80
    assert f"build/{model}.html: the report" in shown
    assert "What are my" in (tmp_path / "build" / f"{model}.html").read_text()
    kernels = re.search(
        r"^  (\d+) kernels -> (\d+), peak .* KB -> .* KB at .*$", shown, re.MULTILINE
    )
    assert kernels is not None
    assert int(kernels[1]) > int(kernels[2]) > 0
    assert "memref.load" in shown
    compiled = 'compile\\(model, engine="native"\\): \\d+ kernels of machine code in .* s'
    assert re.search(f"\\n  {compiled}\\n(  \\w+=\\d+.* in .* ms\\n){{2}}\\n===", shown)
    after = shown.partition("the same lines after")[2].partition("the constraint graph")[0]
    assert "[@" in after
    for page in re.findall(r"docs/\w+\.md", shown):
        assert (ROOT / page).exists(), page


def test_without_llvm_it_says_what_to_install(tmp_path: Path) -> None:
    command = "import sys; sys.modules['llvmlite'] = sys.modules['llvmlite.binding'] = None\n"
    command += f"sys.argv = ['demo', {str(MODELS / 'jax_mha.mlir')!r}]\n"
    command += f"sys.path.insert(0, {str(DEMO.parent)!r}); import demo; sys.exit(demo.main())"
    done = subprocess.run(
        [sys.executable, "-c", command], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert "\n  llvmlite is not installed: pip install 'disc-shape[native]'\n" in done.stdout
    assert len(done.stdout.splitlines()) <= 80


def test_the_full_demo_shows_buffers(tmp_path: Path) -> None:
    shown = shown_by(tmp_path, "--full", str(MODELS / "jax_mha.mlir"))
    assert "disc_shape.SymbolDim @b" in shown
    assert "memref.alloc" in shown


def error_of(file: Path) -> str:
    """The one line that the demo of a file prints on stderr."""
    command = [sys.executable, str(DEMO), str(file)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    (line,) = done.stderr.splitlines()
    return line


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("func.func @f(", ":1:14: error: the file ends inside 'func.func', which begins at line 1"),
        ("builtin.module {\n  \x00\n}", ":2:3: error: this is a binary file"),
        ("%0 = arith.addi %0, %1 : i32", ":1:21: error: value %1 is used but not defined"),
        ('%0 = "arith.addi"() : () -> i32', ":1:1: error: "),
    ],
)
def test_a_broken_program(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.mlir"
    file.write_text(text)
    assert error_of(file).startswith(f"{file}{message}")


def test_no_program(tmp_path: Path) -> None:
    file = tmp_path / "none.mlir"
    assert error_of(file) == f"demo: error: {file}: no such file or directory"
