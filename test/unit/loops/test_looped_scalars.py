"""Functions of numbers at the edges of their types as loops: the same bits."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import context, parse
from scalar_functions import CASES, assert_near

from disc_shape.dialects.lmhlo.op import BufferOp
from disc_shape.interpreters import run
from disc_shape.passes.lmhlo_to_loops import LmhloToLoopsPass
from disc_shape.passes.mhlo_to_lmhlo import MhloToLmhloPass


@pytest.mark.parametrize("name", CASES)
def test_functions_of_numbers(name: str) -> None:
    module, grids = CASES[name].program()
    with np.errstate(all="ignore"):
        (expected,) = run(module, *grids)
        MhloToLmhloPass().apply(context(), module)
        LmhloToLoopsPass().apply(context(), module)
        module.verify()
        assert not any(isinstance(op, BufferOp) for op in module.walk())
        (found,) = run(module, *grids)
    assert_near(found, expected)
    if found.dtype.kind != "f":
        assert np.array_equal(found, expected)
    elif "logistic" not in name:
        nan, bits = np.isnan(expected), f"u{found.dtype.itemsize}"
        assert np.array_equal(found.view(bits)[~nan], expected.view(bits)[~nan])


def test_complex_numbers_stay() -> None:
    type_ = "tensor<?xcomplex<f32>>"
    text = f"func.func @main(%a: {type_}) -> {type_} {{ %r = stablehlo.tanh %a : {type_}\n"
    module = parse(text + f"return %r : {type_} }}")
    MhloToLmhloPass().apply(context(), module)
    LmhloToLoopsPass().apply(context(), module)
    module.verify()
    assert [op.name for op in module.walk() if isinstance(op, BufferOp)] == ["lmhlo.tanh"]
