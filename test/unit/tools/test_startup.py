"""What the commands import and free: loading modules takes most of the time on a small program."""

import gc
import subprocess
import sys
from pathlib import Path

from disc_shape.tools.disc_opt import run

TINY = "func.func @f(%a: tensor<?xf32>) -> tensor<?xf32> { return %a : tensor<?xf32> }\n"
AT_START = 46
"""How many modules of this package reading, verifying and printing may need."""

SCRIPT = """
import sys
from disc_shape.tools.disc_opt import run
assert run(sys.argv[1:]) == 0
print(*sorted(sys.modules), file=sys.stderr)
"""


def modules(folder: Path, *options: str) -> set[str]:
    """The modules that are loaded after `disc-opt` on a tiny program."""
    file = folder / "tiny.mlir"
    file.write_text(TINY)
    command = [sys.executable, "-c", SCRIPT, str(file), *options]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return set(done.stderr.split())


def packages(found: set[str]) -> set[str]:
    """The packages of this one that some of the modules belong to."""
    names = [name.split(".") for name in found if name.startswith("disc_shape.")]
    return {parts[1] for parts in names if len(parts) > 2}


def test_printing_needs_few_modules(tmp_path: Path) -> None:
    found = modules(tmp_path)
    assert packages(found) == {"dialects", "reading", "tools"}
    assert len([name for name in found if name.startswith("disc_shape")]) <= AT_START
    assert not found & {"numpy", "llvmlite", "xdsl.dialects.linalg", "difflib"}


def test_the_optimizer_needs_no_modules_for_what_is_not_in_the_program(tmp_path: Path) -> None:
    found = modules(tmp_path, "-p", "shape-optimization")
    assert "disc_shape.analysis.module" in found
    assert not found & {
        "disc_shape.cards.memref",
        "disc_shape.dialects.shape",
        "disc_shape.frontends.language",
        "disc_shape.frontends.torch",
        "disc_shape.relations.linalg",
        "disc_shape.relations.wrappers",
        "numpy",
        "xdsl.dialects.linalg",
    }


COLLECTED = """
import gc, os
from disc_shape.tools.disc_opt import main
def show(phase, info, write=os.write):
    if phase == "stop":
        write(2, b"%d\\n" % info["collected"])
gc.callbacks.append(show)
main()
"""


def test_the_end_frees_no_objects_one_by_one(tmp_path: Path) -> None:
    """The program that was read is one web of cycles, which the process takes with it."""
    file = tmp_path / "tiny.mlir"
    file.write_text(TINY)
    command = [sys.executable, "-c", COLLECTED, str(file), "-p", "shape-optimization"]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    assert {int(line) for line in done.stderr.split()} == {0}


def test_a_run_inside_another_process_leaves_its_collector_alone(tmp_path: Path) -> None:
    file = tmp_path / "tiny.mlir"
    file.write_text(TINY)
    before = gc.get_threshold()
    assert run([str(file), "-o", str(tmp_path / "out.mlir")]) == 0
    assert gc.get_threshold() == before
