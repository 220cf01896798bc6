"""Every kind of operation as JAX writes it, run by the interpreter and by JAX on the CPU."""

from collections.abc import Callable, Sequence

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from fuzz.harness import parse
from jax import lax

from disc_shape.interpreters import run
from disc_shape.interpreters.kernels.elementwise import BINARY as BINARY_KERNELS
from disc_shape.interpreters.kernels.elementwise import UNARY as UNARY_KERNELS

jax.config.update("jax_enable_x64", True)

RANDOM = np.random.default_rng(7)


def floats(*shape: int, kind: object = np.float32) -> np.ndarray:
    return RANDOM.normal(size=shape).astype(kind)


def numbers(*shape: int, low: int = -9, high: int = 9, kind: object = np.int32) -> np.ndarray:
    return RANDOM.integers(low, high, shape).astype(kind)


def same(function: Callable[..., object], *arrays: np.ndarray, rtol: float = 2e-5) -> None:
    """Both give the same results, element type and shape included."""
    text = jax.jit(function, keep_unused=True).lower(*arrays).as_text()
    found = run(parse(text), *arrays)
    expected = jax.tree.leaves(jax.jit(function)(*arrays))
    assert len(found) == len(expected)
    for ours, theirs in zip(found, map(np.asarray, expected), strict=True):
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape
        if ours.dtype.kind in "biu":
            np.testing.assert_array_equal(ours, theirs)
            continue
        wide = np.complex128 if ours.dtype.kind == "c" else np.float64
        np.testing.assert_allclose(ours.astype(wide), theirs.astype(wide), rtol=rtol, atol=rtol)


SPECIAL = np.asarray(
    [0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 1.0, -1.0, 3.7, -3.7, 88.0, -100.0, np.inf, -np.inf,
     np.nan, 1e-30, 0.49999997],
    np.float32,
)  # fmt: skip

UNARY: dict[str, Callable[..., object]] = {
    name: getattr(lax, name)
    for name in (
        "abs neg exp expm1 log log1p tanh logistic sqrt rsqrt cbrt sin cos tan floor ceil sign"
        " is_finite erf erfc erf_inv lgamma asin acos atan sinh cosh asinh acosh atanh exp2 square"
    ).split()
} | {
    "round_away": lambda x: lax.round(x, lax.RoundingMethod.AWAY_FROM_ZERO),
    "round_even": lambda x: lax.round(x, lax.RoundingMethod.TO_NEAREST_EVEN),
    "integer_pow": lambda x: lax.integer_pow(x, 3),
    "reduce_precision": lambda x: lax.reduce_precision(x, 5, 7),
}


@pytest.mark.parametrize("name", sorted(UNARY))
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.float16, ml_dtypes.bfloat16])
def test_unary_floats(name: str, kind: type) -> None:
    tolerance = {np.float16: 4e-3, ml_dtypes.bfloat16: 3e-2}.get(kind, 2e-5)
    with np.errstate(all="ignore"):
        values = np.concatenate([SPECIAL, floats(20) * 3]).astype(kind)
    same(UNARY[name], values, rtol=tolerance)


@pytest.mark.parametrize(
    "name", ["exp", "log", "tanh", "sqrt", "sin", "abs", "sign", "conj", "real"]
)
def test_unary_complex(name: str) -> None:
    same(getattr(lax, name), (floats(9) + 1j * floats(9)).astype(np.complex64))


BINARY: dict[str, Callable[..., object]] = {
    name: getattr(lax, name) for name in "add sub mul div rem max min pow atan2 nextafter".split()
} | {f"compare_{name}": getattr(lax, name) for name in "eq ne lt le gt ge".split()}


@pytest.mark.parametrize("name", sorted(BINARY))
@pytest.mark.parametrize("kind", [np.float32, np.float64, ml_dtypes.bfloat16])
def test_binary_floats(name: str, kind: type) -> None:
    grid = np.stack(np.meshgrid(SPECIAL, SPECIAL)).reshape(2, -1).astype(kind)
    same(BINARY[name], grid[0], grid[1], rtol=3e-2 if kind is ml_dtypes.bfloat16 else 2e-5)


INTEGERS = (
    "add sub mul div rem max min bitwise_and bitwise_or bitwise_xor shift_left"
    " shift_right_arithmetic shift_right_logical lt ge"
).split()


@pytest.mark.parametrize("name", INTEGERS)
@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.uint32, np.int64, np.uint64])
def test_binary_integers(name: str, kind: type) -> None:
    info = np.iinfo(kind)
    edges = [info.min, info.min + 1, 0, 1, 2, 7, 31, 32, 63, 64, info.max - 1, info.max]
    edges += [] if info.min == 0 else [-1, -2, -7]
    pairs = [(a, b) for a in edges for b in edges]
    lhs = np.asarray([a for a, _ in pairs], object).astype(kind)
    rhs = np.asarray([b for _, b in pairs], object).astype(kind)
    same(getattr(lax, name), lhs, rhs)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        (name, kind)
        for name in ("abs", "neg", "sign", "bitwise_not", "population_count", "clz")
        for kind in (np.int8, np.uint8, np.int32, np.uint64)
        if name != "abs" or np.iinfo(kind).min  # JAX has no abs of unsigned numbers.
    ],
)
def test_unary_integers(name: str, kind: type) -> None:
    info = np.iinfo(kind)
    same(getattr(lax, name), np.asarray([info.min, 0, 1, 5, info.max - 1, info.max], kind))


KINDS = [np.bool_, np.int8, np.uint8, np.int32, np.uint32, np.int64, np.float16, ml_dtypes.bfloat16,
         np.float32, np.float64, ml_dtypes.float8_e4m3fn, ml_dtypes.float8_e5m2]  # fmt: skip


@pytest.mark.parametrize("source", KINDS, ids=lambda k: np.dtype(k).name)
@pytest.mark.parametrize("target", KINDS, ids=lambda k: np.dtype(k).name)
def test_convert(source: type, target: type) -> None:
    values = np.asarray([0, 1, -1, 2.5, -2.5, 100, 200, -200, 3e4, 7e9])
    with np.errstate(all="ignore"):
        if np.dtype(source).kind in "iu":
            info = np.iinfo(source)
            values = np.clip(values, float(info.min), float(info.max))
        if np.dtype(source).name.startswith("float8"):
            values = np.clip(values, -200, 200)
        array = values.astype(source)
    same(lambda x: lax.convert_element_type(x, target), array)


X = floats(3, 4, 5)
MATRIX = floats(4, 4)
SYMMETRIC = (MATRIX @ MATRIX.T + 4 * np.eye(4)).astype(np.float32)
INDICES = numbers(6, low=-2, high=7)

MOVEMENT: dict[str, tuple[Callable[..., object], Sequence[np.ndarray]]] = {
    "broadcast": (lambda x: jnp.broadcast_to(x[:, None], (3, 2, 4, 5)), [X]),
    "transpose": (lambda x: x.transpose(2, 0, 1), [X]),
    "reshape": (lambda x: x.reshape(5, 12), [X]),
    "slice": (lambda x: x[1:, ::2, 1:4:2], [X]),
    "reverse": (lambda x: jnp.flip(x, (0, 2)), [X]),
    "concatenate": (lambda x, y: jnp.concatenate([x, y], 1), [X, floats(3, 2, 5)]),
    "pad": (lambda x: lax.pad(x, np.float32(7), [(1, 2, 1), (-1, 1, 0), (0, -2, 2)]), [X]),
    "pad_empty": (lambda x: lax.pad(x, np.float32(7), [(1, 2, 3)]), [floats(0)]),
    "iota": (lambda: lax.broadcasted_iota(jnp.float32, (3, 4), 1), []),
    "dynamic_slice": (
        lambda x, i: lax.dynamic_slice(x, (i, i * 0, i), (2, 4, 2)),
        [X, np.int32(9)],
    ),
    "dynamic_update": (
        lambda x, y, i: lax.dynamic_update_slice(x, y, (i, i * 0, i)),
        [X, floats(2, 4, 2), np.int32(-3)],
    ),
    "take_clip": (lambda x, i: jnp.take(x, i, axis=1, mode="clip"), [X, INDICES]),
    "take_fill": (lambda x, i: jnp.take(x, i, axis=0, mode="fill"), [X, INDICES]),
    "index_two": (lambda x, i: x[i, :, i], [X, INDICES % 3]),
    "take_along": (lambda x, i: jnp.take_along_axis(x, i, 1), [X, numbers(3, 2, 5, low=0, high=4)]),
    "vmap_slice": (
        lambda x, i: jax.vmap(lambda a, b: lax.dynamic_slice(a, (b, b * 0), (2, 5)))(x, i),
        [X, np.asarray([0, 9, 1], np.int32)],
    ),
    "scatter_add": (lambda x, i, u: x.at[i].add(u), [X, INDICES, floats(6, 4, 5)]),
    "scatter_set": (lambda x, i, u: x.at[:, i].set(u), [X, np.asarray([3, 0]), floats(3, 2, 5)]),
    "scatter_mul": (lambda x, i, u: x.at[i, 0].mul(u), [X, INDICES, floats(6, 5)]),
    "scatter_max": (lambda x, i, u: x.at[i].max(u), [X, INDICES, floats(6, 4, 5)]),
    "scatter_min_bf16": (
        lambda x, i, u: x.at[i].min(u),
        [X.astype(ml_dtypes.bfloat16), INDICES, floats(6, 4, 5, kind=ml_dtypes.bfloat16)],
    ),
    "scatter_apply": (lambda x, i: x.at[i].apply(jnp.sin), [X, np.asarray([0, 2])]),
    "vmap_scatter": (
        lambda x, i, u: jax.vmap(lambda a, b, c: a.at[b].add(c))(x, i, u),
        [X, numbers(3, 2, low=0, high=4), floats(3, 2, 5)],
    ),
    "bitcast_same": (lambda x: lax.bitcast_convert_type(x, jnp.int32), [X]),
    "bitcast_split": (lambda x: lax.bitcast_convert_type(x, jnp.uint8), [X]),
    "bitcast_join": (lambda x: lax.bitcast_convert_type(x, jnp.float32), [
        numbers(3, 4, low=0, high=255, kind=np.uint8)]),
    "select_n": (lambda c, x, y: lax.select_n(c, x, y), [X > 0, X, -X]),
    "clamp": (lambda x: lax.clamp(np.float32(-0.5), x, np.float32(0.5)), [X]),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(MOVEMENT))
def test_movement(name: str) -> None:
    function, arrays = MOVEMENT[name]
    same(function, *arrays)


def window_sum(x: object, **options: object) -> object:
    return lax.reduce_window(x, np.float32(0), lax.add, **options)


def conv(x: object, w: object, **options: object) -> object:
    options = {"window_strides": (1, 1), "padding": "SAME"} | options
    return lax.conv_general_dilated(x, w, **options)


IMAGE, WEIGHTS = floats(2, 4, 9, 8), floats(6, 4, 3, 2)

REGIONS: dict[str, tuple[Callable[..., object], Sequence[np.ndarray]]] = {
    "sum": (lambda x: x.sum(1), [X]),
    "sum_bf16": (lambda x: x.sum((0, 2)), [X.astype(ml_dtypes.bfloat16)]),
    "prod": (lambda x: x.prod(), [X]),
    "max_empty": (lambda x: x.max(0, initial=-7), [floats(0, 3)]),
    "all": (lambda x: (x > 0).all(1), [X]),
    "any": (lambda x: (x > 0).any((0, 1)), [X]),
    "argmax": (lambda x: jnp.argmax(x, 1), [X]),
    "argmin_nan": (lambda x: jnp.argmin(x), [np.asarray([3, 1, np.nan, 1], np.float32)]),
    "reduce_and": (lambda x: lax.reduce(x, np.int32(-1), lax.bitwise_and, (0,)), [numbers(5, 3)]),
    "cumsum": (lambda x: jnp.cumsum(x, 1), [X]),
    "cummax": (lambda x: lax.cummax(x, 2, reverse=True), [X]),
    "cumlogsumexp": (lambda x: lax.cumlogsumexp(x, 1), [X]),
    "logsumexp": (lambda x: jax.nn.logsumexp(x, 1), [X]),
    "softmax": (lambda x: jax.nn.softmax(x, -1), [X]),
    "window": (
        lambda x: window_sum(x, window_dimensions=(2, 3), window_strides=(1, 2), padding="SAME"),
        [floats(7, 9)],
    ),
    "window_dilated": (
        lambda x: window_sum(
            x,
            window_dimensions=(2, 3),
            window_strides=(2, 1),
            padding=[(1, 2), (0, 3)],
            base_dilation=(2, 3),
            window_dilation=(3, 1),
        ),
        [floats(4, 5)],
    ),
    "max_pool_grad": (
        lambda x: jax.grad(
            lambda y: lax.reduce_window(
                y, -jnp.inf, lax.max, (2, 2), (2, 1), [(0, 1), (1, 0)]
            ).sum()
        )(x),
        [floats(6, 5)],
    ),
    "sort": (lambda x: jnp.sort(x, 1), [X]),
    "sort_nan": (lambda x: jnp.sort(x), [SPECIAL]),
    "argsort": (lambda x: jnp.argsort(x, 0), [numbers(9, 3)]),
    "sort_pair": (
        lambda x, y: lax.sort((x, y), num_keys=2),
        [numbers(20, low=0, high=3), floats(20)],
    ),
    "sort_complex": (lambda x: jnp.sort(x), [(floats(9) + 1j * floats(9)).astype(np.complex64)]),
    "top_k": (lambda x: lax.top_k(x, 3), [X]),
    "approx_max_k": (lambda x: jnp.sort(lax.top_k(x, 2)[0]), [X]),
    "dot": (lambda x, y: x @ y, [X, floats(3, 5, 2)]),
    "dot_int": (lambda x, y: x @ y, [numbers(3, 4), numbers(4, 2)]),
    "dot_bf16": (
        lambda x, y: lax.dot_general(
            x, y, (((1,), (0,)), ((), ())), preferred_element_type=jnp.float32
        ),
        [floats(3, 4, kind=ml_dtypes.bfloat16), floats(4, 2, kind=ml_dtypes.bfloat16)],
    ),
    "einsum": (lambda x, y: jnp.einsum("abc,cbd->dab", x, y), [X, floats(5, 4, 2)]),
    "dot_empty": (lambda x, y: x @ y, [floats(3, 0), floats(0, 2)]),
    "conv": (lambda x, w: conv(x, w), [IMAGE, WEIGHTS]),
    "conv_strided": (
        lambda x, w: conv(x, w, window_strides=(2, 3), padding=[(1, 0), (2, 1)]),
        [IMAGE, WEIGHTS],
    ),
    "conv_dilated": (
        lambda x, w: conv(x, w, padding=[(1, 2), (0, 1)], lhs_dilation=(2, 1), rhs_dilation=(1, 3)),
        [IMAGE, WEIGHTS],
    ),
    "conv_groups": (
        lambda x, w: conv(x, w, feature_group_count=2),
        [IMAGE, floats(6, 2, 3, 2)],
    ),
    "conv_batch_groups": (lambda x, w: conv(x, w, batch_group_count=2), [IMAGE, WEIGHTS]),
    "conv_nhwc": (
        lambda x, w: conv(x, w, dimension_numbers=("NHWC", "HWIO", "NHWC")),
        [floats(2, 6, 5, 3), floats(2, 2, 3, 4)],
    ),
    "conv_grad": (
        lambda x, w: jax.grad(lambda a, b: conv(a, b, window_strides=(2, 1)).sum(), (0, 1))(x, w),
        [IMAGE, WEIGHTS],
    ),
    "conv_transpose": (
        lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"),
        [floats(2, 5, 6, 3), floats(2, 3, 3, 4)],
    ),
    "fft": (jnp.fft.fft, [(floats(3, 8) + 1j * floats(3, 8)).astype(np.complex64)]),
    "ifft2": (jnp.fft.ifft2, [(floats(3, 8) + 1j * floats(3, 8)).astype(np.complex64)]),
    "rfft": (jnp.fft.rfft, [floats(3, 9)]),
    "irfft": (
        lambda x: jnp.fft.irfft(x, 7),
        [(floats(3, 4) + 1j * floats(3, 4)).astype(np.complex64)],
    ),
    "map": (lambda x: lax.map(jnp.sin, x), [X]),
    "while": (
        lambda n: lax.while_loop(lambda s: s[0] < n, lambda s: (s[0] + 1, s[1] * 2), (0, 1)),
        [np.int64(9)],
    ),
    "fori": (lambda x: lax.fori_loop(0, 5, lambda i, a: a + x[i % 3], x[0]), [X]),
    "scan": (lambda x: lax.scan(lambda c, y: (c + y, c * y), x[0], x), [X]),
    "cond": (lambda p, x: lax.cond(p, jnp.sin, jnp.cos, x), [np.asarray(True), X]),
    "switch": (lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tan], x), [np.int32(7), X]),
    "custom_jvp": (lambda x: jax.nn.relu(x) + jax.nn.gelu(x) + jax.nn.silu(x), [X]),
    "erf_inv": (lambda x: lax.erf_inv(x), [np.linspace(-1.1, 1.1, 23).astype(np.float32)]),
    "threefry": (lambda: jax.random.normal(jax.random.key(3), (4, 5)), []),
    "random_ints": (lambda: jax.random.randint(jax.random.key(3), (7,), -5, 50), []),
    "permutation": (lambda: jax.random.permutation(jax.random.key(3), 11), []),
    "one_hot": (lambda i: jax.nn.one_hot(i, 5), [INDICES]),
    "tril": (lambda x: jnp.tril(x) + jnp.triu(x, 1), [MATRIX]),
    "searchsorted": (jnp.searchsorted, [np.arange(9), np.asarray([3, -1, 20, 4])]),
    "unique": (lambda x: jnp.unique(x, size=6), [numbers(12)]),
    "histogram": (lambda x: jnp.histogram(x, 4)[0], [X]),
}  # fmt: skip


@pytest.mark.parametrize("name", sorted(REGIONS))
def test_regions(name: str) -> None:
    function, arrays = REGIONS[name]
    same(function, *arrays, rtol=2e-2 if "bf16" in name else 1e-4)


def test_cholesky_and_triangular_solve_by_hand() -> None:
    """JAX calls LAPACK for these on the CPU, so the programs are written out."""
    text = """
    func.func @main(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>)
        -> (tensor<4x4xf32>, tensor<4x4xf32>) {
      %0 = stablehlo.cholesky %a, lower = true : tensor<4x4xf32>
      %1 = "stablehlo.triangular_solve"(%0, %b) <{left_side = true, lower = true,
        unit_diagonal = false, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}>
        : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
    }
    """
    factor, solution = run(parse(text), SYMMETRIC, MATRIX)
    expected = jnp.linalg.cholesky(SYMMETRIC)
    np.testing.assert_allclose(factor.astype(np.float64), expected, rtol=1e-4, atol=1e-4)
    other = jax.scipy.linalg.solve_triangular(expected, MATRIX, lower=True)
    np.testing.assert_allclose(solution.astype(np.float64), other, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("op", ["chlo.lgamma", "chlo.erf", "chlo.erfc", "chlo.tan", "chlo.sinh"])
def test_chlo(op: str) -> None:
    text = (
        f"func.func @main(%x: tensor<20xf32>) -> tensor<20xf32> {{\n"
        f"  %0 = {op} %x : tensor<20xf32> -> tensor<20xf32>\n"
        "  return %0 : tensor<20xf32>\n}\n"
    )
    x = floats(20) * 2
    expected = getattr(lax, op[5:])(x)
    found = run(parse(text), x)[0].astype(np.float64)
    np.testing.assert_allclose(found, expected, rtol=1e-4, atol=1e-5)


@pytest.mark.parametrize("name", ["digamma", "bessel_i1e", "zeta", "polygamma"])
def test_special_functions(name: str) -> None:
    """JAX expands these itself, so the kernels are compared."""
    x = np.linspace(-5.3, 40, 60)
    with np.errstate(all="ignore"):
        if name in UNARY_KERNELS:
            found = UNARY_KERNELS[name](x)
            expected = getattr(lax, name)(x)
        else:
            x = np.abs(x) + 0.2
            first = np.floor(x % 4) + (2 if name == "zeta" else 0)
            found = BINARY_KERNELS[name](first, x)
            expected = getattr(lax, name)(first, x)
    np.testing.assert_allclose(found.astype(np.float64), expected, rtol=1e-7, atol=1e-9)
