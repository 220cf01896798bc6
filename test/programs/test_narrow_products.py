"""Products of half precision: as exact on loops and as machine code as on tensors."""

import numpy as np
import pytest

import disc_shape

PROGRAM = """
!t = tensor<?x?xf16>
func.func @main(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (!t, !t) -> !t
  func.return %0 : !t
}
"""
LENGTH = 1200
"""So many terms of 1 are more than half precision can add up one by one."""

STEPS = "hlo-fusion,mhlo-to-lmhlo,deallocate-buffers"


def operands() -> tuple[np.ndarray[tuple[int, int], np.dtype[np.float16]], ...]:
    return np.ones((1, 2 * LENGTH), np.float16), np.ones((2 * LENGTH, 1), np.float16)


@pytest.mark.parametrize("steps", [STEPS, f"{STEPS},plan-memory,lmhlo-to-loops"])
def test_long_sums_are_not_lost(steps: str) -> None:
    lowered = disc_shape.parse(PROGRAM).lower(steps)
    assert lowered.run(*operands())[0] == 2 * LENGTH


def test_machine_code_adds_as_exactly() -> None:
    pytest.importorskip("llvmlite")
    compiled = disc_shape.compile(PROGRAM, "native")
    assert np.asarray(compiled(*operands())).item() == 2 * LENGTH
