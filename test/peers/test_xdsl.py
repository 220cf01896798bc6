"""Beside xdsl-jax, and inside plain xdsl-opt: neither breaks the other."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MODELS = [path.with_suffix(".mlir") for path in sorted((ROOT / "test/models").glob("*.json"))]

BIN = Path(sys.executable).parent


def run(program: str, *args: str, text: str = "") -> str:
    command = [str(BIN / program), *args]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_both_packages_are_installed() -> None:
    import xdsl_jax

    import disc_shape

    assert xdsl_jax
    assert disc_shape


def test_xdsl_opt_still_starts_and_lists_both() -> None:
    listing = "".join(run("xdsl-opt", "--help").split())
    assert "disc-inline" in listing
    assert "strip-shape-constraints" in listing
    assert run("xdsl-opt", "-p", "disc-inline", text="builtin.module {}")


def test_the_name_stablehlo_stays_with_xdsl_jax_in_xdsl_opt() -> None:
    from xdsl.universe import Universe

    dialects = Universe.get_multiverse().all_dialects
    operations = list(dialects["stablehlo"]().operations)
    assert all(op.__module__.startswith("xdsl_jax.") for op in operations)
    text = """func.func @f(%a: tensor<2xf32>) -> tensor<2xf32> {
      %0 = "stablehlo.add"(%a, %a) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
      func.return %0 : tensor<2xf32>
    }"""
    assert "stablehlo.add" in run("xdsl-opt", text=text)


def test_disc_opt_has_its_own_stablehlo() -> None:
    from disc_shape.tools.disc_opt import DiscOptMain

    op = DiscOptMain([]).ctx.get_op("stablehlo.real_dynamic_slice")
    assert op.__module__.startswith("disc_shape.")


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_plain_xdsl_opt_optimizes_mhlo(model: Path) -> None:
    """With the package installed, `xdsl-opt` itself runs the pass on mhlo programs."""
    text = model.read_text().replace("stablehlo.", "mhlo.")
    ours = run("disc-opt", "-p", "shape-optimization", text=text)
    assert run("xdsl-opt", "-p", "shape-optimization", text=text).strip() == ours.strip()
