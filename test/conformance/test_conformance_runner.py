"""The conformance runner counts, and its exit status says whether something is wrong."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FREE = {"min": 0, "max": None, "mod": None}


def case(truth: str, *assume: str) -> dict[str, object]:
    return {
        "id": f"{truth}_{len(assume)}",
        "family": "sample",
        "vars": {"a": FREE, "b": FREE},
        "assume": list(assume),
        "query": {"op": "eq", "args": ["a", "b"]},
        "truth": truth,
    }


def run(folder: Path, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "test/conformance/run.py", str(folder), *options]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_counts_of_a_directory(tmp_path: Path) -> None:
    (tmp_path / "inner").mkdir()
    cases = [case("true", "a == b"), case("unknown"), case("false", "a < b")]
    (tmp_path / "inner" / "sample.json").write_text(json.dumps(cases))
    arith = {
        "family": "arith",
        "cases": [
            {"id": "m", "vars": {"n": [0, None]}, "query": {"modular": "4*n + 1"}, "truth": [4, 1]},
            {"id": "b", "vars": {"n": [0, 9]}, "query": {"bound": "n//2"}, "truth": [0, 4]},
            {
                "id": "p",
                "vars": {"n": [0, None], "m": [0, None]},
                "query": {"prove": "(n*m)//m == n"},
                "truth": "valid",
            },
        ],
    }
    (tmp_path / "arith.json").write_text(json.dumps(arith))
    (tmp_path / "other.json").write_text(json.dumps({"family": "op", "cases": []}))
    result = run(tmp_path, "--require", "100")
    assert result.returncode == 0, result.stdout + result.stderr
    last = result.stdout.strip().splitlines()[-1].split()
    assert last[:5] == ["all", "5", "0", "0", "1"]


@pytest.mark.parametrize("truth", ["unknown", "false"])
def test_a_wrong_answer_fails(tmp_path: Path, truth: str) -> None:
    path = tmp_path / "wrong.json"
    path.write_text(json.dumps([case(truth, "a == b")]))
    result = run(path)
    assert result.returncode == 1
    assert f"WRONG {truth}_1" in result.stdout


def test_too_little_fails_only_if_required(tmp_path: Path) -> None:
    path = tmp_path / "open.json"
    path.write_text(json.dumps([case("true")]))
    assert run(path).returncode == 0
    assert run(path, "--require", "90").returncode == 1
    assert run(tmp_path / "none.json").returncode == 1
