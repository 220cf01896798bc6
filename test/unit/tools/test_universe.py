"""What plain `xdsl-opt` gets from us: names that no other package registers."""

import subprocess
import sys
from collections import Counter
from importlib.metadata import entry_points
from pathlib import Path

import pytest
from xdsl.dialects import get_all_dialects
from xdsl.transforms import get_all_passes
from xdsl.universe import Universe

from disc_shape.universe import OFFERED, UNIVERSE

ROOT = Path(__file__).resolve().parents[3]
MODELS = [path.with_suffix(".mlir") for path in sorted((ROOT / "test/models").glob("torch*.json"))]


def test_no_name_is_claimed_twice() -> None:
    assert not set(UNIVERSE.all_dialects) & set(get_all_dialects())
    assert not set(UNIVERSE.all_passes) & set(get_all_passes())
    claims: Counter[str] = Counter()
    for plugin in entry_points(group="xdsl.universe"):
        universe = plugin.load()
        assert isinstance(universe, Universe)
        claims.update(list(universe.all_dialects))
    assert {name for name, count in claims.items() if count > 1} == set()
    assert set(UNIVERSE.all_dialects) == set(OFFERED)


@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.stem)
def test_plain_xdsl_opt_optimizes_exports_of_torch_mlir(model: Path) -> None:
    text = model.read_text().replace("stablehlo.", "mhlo.")
    assert "shape." in text
    bin = Path(sys.executable).parent
    results: list[str] = []
    for program in ("xdsl-opt", "disc-opt"):
        command = [str(bin / program), "-p", "shape-optimization"]
        done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
        assert done.stderr == ""
        results.append(done.stdout.strip())
    assert results[0] == results[1]
