"""Arguments of calls of programs: by name, and what is no array of the type that is expected."""

from typing import cast

import numpy as np
import pytest

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.engines.errors import EngineError
from disc_shape.interpreters.kernels.arrays import Array

TEXT = """
func.func @main(%x: tensor<?xf32>, %k: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.convert %k : (tensor<i32>) -> tensor<f32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %s = tensor.from_elements %n : tensor<1xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = []
      : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = stablehlo.multiply %x, %1 : tensor<?xf32>
  return %2 : tensor<?xf32>
}
"""
EXPORTED = """
module @jit_scale {
  func.func public @main(%arg0: tensor<?xf32>, %arg1: tensor<?xf32>) -> tensor<?xf32> {
    %0 = call @_wrapped(%arg0, %arg1) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    return %0 : tensor<?xf32>
  }
  func.func private @_wrapped(%arg0: tensor<?xf32> loc("x"), %arg1: tensor<?xf32> loc("p['w']"))
      -> tensor<?xf32> {
    %0 = stablehlo.multiply %arg0, %arg1 : tensor<?xf32>
    return %0 : tensor<?xf32>
  }
}
"""


@pytest.fixture(scope="module")
def scale() -> Compiled:
    return disc_shape.compile(TEXT, engine="reference")


def called(run: Compiled, *arrays: object, **named: object) -> Array:
    """The only result of a call."""
    (result,) = cast("list[Array]", run(*arrays, **named))
    return result


def test_arguments_have_names(scale: Compiled) -> None:
    x = np.array([1.0, 2.0], np.float32)
    expected = [3.0, 6.0]
    assert called(scale, x, 3).tolist() == expected
    assert called(scale, x=x, k=3).tolist() == expected
    assert called(scale, x, k=3).tolist() == expected
    assert called(scale, k=3, x=[1.0, 2.0]).tolist() == expected


@pytest.mark.parametrize(
    ("named", "message"),
    [
        ({"k": 1, "q": 1}, "main has no argument 'q'; it has x, k"),
        ({"x": 1, "k": 1}, "argument 'x' of main has two values"),
        ({}, "main takes 2 arguments, 1 given"),
    ],
)
def test_names_that_do_not_fit_are_refused(
    scale: Compiled, named: dict[str, object], message: str
) -> None:
    with pytest.raises(EngineError) as error:
        scale(np.zeros(2, np.float32), **named)
    assert str(error.value) == message


def test_each_argument_needs_a_value(scale: Compiled) -> None:
    with pytest.raises(EngineError, match="argument 'x' of main has no value"):
        scale(k=1)


@pytest.mark.parametrize(
    ("x", "k", "message"),
    [
        (None, 1, "argument 0 is no array of float32: it is None"),
        ("1", 1, "argument 0 is no array of float32: it is '1'"),
        ([[1], [2, 3]], 1, "argument 0 is no array of float32: "),
        ([1.0], 0.5, "argument 1 has elements of type float64, expected int32"),
        ([1.0], 1 << 40, "argument 1 is no array of int32: "),
        (
            np.ma.MaskedArray([1.0], [True]),
            1,
            "argument 0 is no array of float32: it has a mask, which would be lost",
        ),
    ],
)
def test_what_is_no_array_is_refused(scale: Compiled, x: object, k: object, message: str) -> None:
    with pytest.raises(EngineError) as error:
        scale(x, k)
    assert str(error.value).startswith(message)


def test_lists_and_numbers_are_arrays(scale: Compiled) -> None:
    for x in (list[float](), [5.0], [1, 2.5], (1.0, 2.0)):
        result = called(scale, x, 2)
        assert result.dtype == np.float32
        assert result.tolist() == [2.0 * one for one in x]


def test_arguments_are_called_as_in_python() -> None:
    run = disc_shape.compile(EXPORTED, engine="reference")
    assert [one.name for one in run.signature.arguments] == ["x", "arg1"]
    with pytest.raises(disc_shape.GuardError):
        run(x=[1, 2], arg1=[1, 2, 3])
