"""What is put down to rounding is what rounding does, and nothing else."""

import numpy as np
import pytest
from fuzz.harness import parse
from fuzz.noise import Array, Noise, explained_by_rounding
from numpy.typing import ArrayLike
from xdsl.dialects.builtin import ModuleOp

from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.arrays import SMALL_FLOATS, DType

X = np.array([0.25, 0.5, 3.0], np.float32)


def program(*lines: str, result: str = "f32") -> ModuleOp:
    body = "\n".join(lines)
    return parse(
        f"func.func @main(%x: tensor<?xf32>) -> tensor<?x{result}> {{\n{body}\n"
        f"func.return %y : tensor<?x{result}>\n}}"
    )


PLAIN = program("%y = stablehlo.add %x, %x : tensor<?xf32>")
WIDENED = program(
    "%0 = stablehlo.exponential %x : tensor<?xf32>",
    "%y = stablehlo.convert %0 : (tensor<?xf32>) -> tensor<?xf64>",
    result="f64",
)
SIZED = program(
    "%i = arith.constant 0 : index",
    "%n = tensor.dim %x, %i : tensor<?xf32>",
    "%0 = arith.index_cast %n : index to i32",
    "%1 = arith.sitofp %0 : i32 to f32",
    "%2 = math.floor %1 : f32",
    "%3 = arith.fptosi %2 : f32 to i32",
    "%4 = arith.index_cast %3 : i32 to index",
    "%5 = tensor.from_elements %4 : tensor<1xindex>",
    "%6 = stablehlo.dynamic_reshape %x, %5 : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>",
    "%7 = stablehlo.exponential %6 : tensor<?xf32>",
    "%y = stablehlo.convert %7 : (tensor<?xf32>) -> tensor<?xf64>",
    result="f64",
)
STEEP = program(
    "%c = arith.constant dense<1.0e7> : tensor<f32>",
    "%0 = stablehlo.exponential %x : tensor<?xf32>",
    '%1 = "chlo.broadcast_multiply"(%0, %c) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>',
    "%y = stablehlo.sine %1 : tensor<?xf32>",
)

ORDER = program(
    '%n = "chlo.constant_like"(%x) <{value = 3.0 : f32}> : (tensor<?xf32>) -> tensor<?xf32>',
    '%y = "chlo.polygamma"(%n, %x) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>',
)


def result_of(module: ModuleOp) -> Array:
    (found,) = run(module, X)
    return found


def explained(module: ModuleOp, found: ArrayLike) -> bool:
    expected = result_of(module)
    other = np.asarray(found, expected.dtype)
    return explained_by_rounding(module, [X], 0, expected, other, 1e-9)


def test_what_is_not_rounding_is_found() -> None:
    expected = result_of(PLAIN)
    assert explained(PLAIN, expected)
    assert not explained(PLAIN, np.multiply(expected, 1.001))
    assert not explained(PLAIN, expected[::-1])
    assert not explained(PLAIN, [np.nan, *expected[1:]])


def test_single_precision_widened_is_as_exact_as_it_was() -> None:
    assert explained(WIDENED, np.multiply(result_of(WIDENED), 1 + 1e-7))
    assert not explained(WIDENED, np.multiply(result_of(WIDENED), 1 + 1e-5))


def test_sizes_that_are_floats_on_their_way_stay() -> None:
    assert explained(SIZED, np.multiply(result_of(SIZED), 1 + 1e-7))


def test_what_makes_much_of_little_says_little() -> None:
    assert explained(STEEP, np.negative(result_of(STEEP)))
    assert not explained(STEEP, np.add(result_of(STEEP), 100))


def test_constants_are_exact() -> None:
    """The order of `polygamma` would be no whole number any more."""
    assert explained(ORDER, result_of(ORDER))
    assert not explained(ORDER, np.negative(result_of(ORDER)))


def test_zero_stays() -> None:
    assert np.array_equal(Noise(0).moved(np.array([0.0, -0.0])), [0.0, -0.0])


FLOATS = [np.dtype("float32"), np.dtype("float64"), *sorted(SMALL_FLOATS, key=str)]


@pytest.mark.parametrize("dtype", FLOATS, ids=str)
def test_every_float_has_one_beside_it(dtype: DType) -> None:
    numbers: Array = np.array([1, 2]).astype(dtype)
    found = Noise(0).moved(numbers)
    assert found.dtype == dtype
    assert np.all(np.isfinite(found))
    assert not np.any(np.equal(found, numbers))


@pytest.mark.parametrize("name", ["float32", "float64", "float16", "bfloat16", "float8_e5m2"])
def test_a_nan_has_either_sign(name: str) -> None:
    dtype = next(one for one in FLOATS if one.name == name)
    for sign in (1, -1):
        found = Noise(0).moved(np.full(20, sign * np.nan).astype(dtype))
        assert np.all(np.isnan(found))
        assert 0 < np.count_nonzero(np.signbit(found)) < 20


SORTED = program(
    "%z = stablehlo.log_plus_one %x : tensor<?xf32>",
    """%y = "stablehlo.sort"(%z) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<?xf32>) -> tensor<?xf32>""",
)


def test_a_total_order_has_a_nan_at_either_end() -> None:
    given = np.array([1, -2, 3], np.float32)
    expected = run(SORTED, given)[0]
    low, high = np.log1p(given[[0, 2]])
    for found in ([np.nan, low, high], [low, high, np.nan]):
        assert explained_by_rounding(SORTED, [given], 0, expected, np.array(found, np.float32), 0.0)
    positive = np.array([1, 2, 3], np.float32)
    reverse = np.log1p(positive)[::-1]
    assert not explained_by_rounding(SORTED, [positive], 0, run(SORTED, positive)[0], reverse, 0.0)
