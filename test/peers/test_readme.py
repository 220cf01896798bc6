"""The programs of the readme from functions of JAX and PyTorch, run as they stand."""

import re
import subprocess
import sys
from pathlib import Path

README = (Path(__file__).parents[2] / "README.md").read_text()


def program(name: str) -> str:
    """The block of code after a comment with its name."""
    found = re.search(rf"<!-- {name} -->\n```python\n(.*?)```", README, re.DOTALL)
    assert found is not None
    assert len([line for line in found[1].splitlines() if line]) == 5
    return found[1]


def output(name: str, folder: Path) -> str:
    file = folder / f"readme_{name}.py"
    file.write_text(program(name))
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_jax(tmp_path: Path) -> None:
    found = output("jax", tmp_path)
    assert found.startswith("(2, 8, 32) (")
    assert "'s % 4 == 0'" in found


def test_torch(tmp_path: Path) -> None:
    found = output("torch", tmp_path)
    assert found.startswith("(5, 4) (")
    assert ">= 2" in found
