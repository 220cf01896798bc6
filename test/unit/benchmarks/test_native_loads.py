"""The table of loading: a new process for each row and round, in which LLVM is not needed."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("llvmlite")

sys.path.append(str(Path(__file__).resolve().parents[3] / "benchmarks"))

import native_loads as measured

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.native.code import can_map_code

DOUBLED = """
func.func @main(%x: tensor<?x?xf32>, %n: tensor<f64>) -> (tensor<?x?xf32>, tensor<f64>) {
  %0 = stablehlo.add %x, %x : tensor<?x?xf32>
  return %0, %n : tensor<?x?xf32>, tensor<f64>
}
"""


def test_a_row_says_what_a_new_process_has_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "ROUNDS", 1)
    program: Compiled = disc_shape.compile(DOUBLED, engine="native")
    arrays = [np.zeros((0, 3), np.float32), np.zeros((), np.float64)]
    table = measured.load_table({"doubled": (program, arrays)})
    name, *times, needs = table.splitlines()[-1].strip("| ").split(" | ")
    assert name == "doubled"
    assert len(times) == 4
    assert all(float(one) >= 0 for one in times)
    assert needs == ("no" if can_map_code() else "yes")
