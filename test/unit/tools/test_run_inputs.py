"""Arguments of a run that the command line gives."""

from __future__ import annotations

from unittest.mock import Mock

import numpy as np
import pytest

from disc_shape.analysis.call_graph import entry_function
from disc_shape.program import parse
from disc_shape.tools import run_inputs

PROGRAM = """
func.func @main(%x: tensor<?x?xf32>, %n: tensor<i32>) -> tensor<?x?xf32> {
  return %x : tensor<?x?xf32>
}
"""


@pytest.mark.parametrize(
    ("given", "dims", "searches"),
    [
        (["x=[[1, 2]]", "n=3"], {}, 0),
        (["x=[[1, 2]]"], {}, 1),
        (["x=[[1, 2]]", "n=3"], {"0.1": 2}, 1),
        (["n=3"], {}, 1),
    ],
)
def test_sizes_are_looked_for_where_an_argument_is_not_given(
    given: list[str], dims: dict[str, int], searches: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = Mock(wraps=run_inputs.random_inputs)
    monkeypatch.setattr(run_inputs, "random_inputs", search)
    module = parse(PROGRAM).module
    x, n = run_inputs.gather_inputs(
        module, entry_function(module), file=None, given=given, dims=dims, seed=0
    )
    assert search.call_count == searches
    assert (n.shape, n.dtype) == ((), np.int32)
    assert (x.ndim, x.dtype) == (2, np.float32)
    if "x=[[1, 2]]" in given:
        assert x.tolist() == [[1, 2]]
