"""Functions of numbers, converted: the same of all numbers at the edges of their types."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import parse, with_sign_of
from scalar_functions import CASES, assert_near

from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.linalg_conversion import convert


@pytest.mark.parametrize("name", CASES)
def test_functions_of_numbers(name: str) -> None:
    module, grids = CASES[name].program()
    with np.errstate(all="ignore"):
        (expected,) = run(module, *grids)
        convert(module)
        module.verify()
        plain = [with_sign_of(grid, np.dtype(grid.dtype.str.replace("u", "i"))) for grid in grids]
        (found,) = run(module, *plain)
    assert_near(with_sign_of(found, expected.dtype), expected)


def test_complex_numbers_are_refused() -> None:
    type_ = "tensor<?xcomplex<f32>>"
    text = f"func.func @main(%a: {type_}) -> {type_} {{ %r = stablehlo.tanh %a : {type_}\n"
    with pytest.raises(OperationError, match=r"'stablehlo\.tanh' has no form"):
        convert(parse(text + f"return %r : {type_} }}"))
