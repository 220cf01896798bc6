"""Element types of arguments and results on engines, and what IREE has no form for."""

from __future__ import annotations

from collections.abc import Callable

import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest

import disc_shape

pytestmark = pytest.mark.usefixtures("jax_defaults")

ENGINES = ("reference", "iree", "xla")
ARITHMETIC = {
    "bfloat16": (lambda x: (x + 1, jnp.exp(x).sum(), x[:1] * x), ml_dtypes.bfloat16),
    "float16": (lambda x: (x + 1, jnp.exp(x).sum(), jnp.tanh(x)), np.float16),
    "int8": (lambda x: (x + 100, x // 3, x % 3, x.astype(jnp.float32) / 2), np.int8),
    "int16": (lambda x: (x * x, -x, x.astype(jnp.int8), x > 2), np.int16),
    "uint8": (lambda x: (x + 250, x // 2, x << 1, x > 3, x.astype(jnp.int32)), np.uint8),
    "uint32": (lambda x: (x - 5, x >> 3, x.astype(jnp.float32), jnp.max(x)), np.uint32),
    "bool": (lambda x: (~x, x.sum(), jnp.where(x, 1, 2)), np.bool_),
    "complex64": (lambda x: (x * x, x.real, jnp.conj(x)), np.complex64),
    "float8_e4m3fn": (lambda x: x.astype(jnp.float32) * 2, ml_dtypes.float8_e4m3fn),
}


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ARITHMETIC)
def test_arguments_and_results_have_their_types(name: str, engine: str) -> None:
    function, dtype = ARITHMETIC[name]
    traced = disc_shape.from_jax(function, f"{name}[n]")
    compiled = disc_shape.compile(traced, engine=engine)
    for n in (1, 5):
        x = np.arange(n).astype(dtype)
        expected = jax.tree_util.tree_leaves(function(jnp.asarray(x)))
        found = jax.tree_util.tree_leaves(compiled(x))
        for ours, theirs in zip(found, map(np.asarray, expected), strict=True):
            assert ours.dtype == theirs.dtype
            assert ours.shape == theirs.shape
            wide = np.complex64 if ours.dtype.kind == "c" else np.float32
            np.testing.assert_allclose(ours.astype(wide), theirs.astype(wide), rtol=1e-2)


@pytest.mark.parametrize(
    ("function", "spec", "operation"),
    [
        (jnp.sin, "float64[n]", "'stablehlo.sine' on f64"),
        (jnp.tanh, "float64[n]", "'stablehlo.tanh' on f64"),
        (lambda x: x + 1, "int4[n]", "on i4"),
        (lambda x: jnp.abs(jnp.fft.rfft(x)), "n, 8", "'stablehlo.fft'"),
    ],
)
def test_iree_refuses_what_it_has_no_form_of(
    function: Callable[[jax.Array], jax.Array], spec: str, operation: str
) -> None:
    with jax.enable_x64(True):
        traced = disc_shape.from_jax(function, spec)
    with pytest.raises(disc_shape.EngineError, match=rf"^iree: .*{operation}[^\n]*$"):
        disc_shape.compile(traced, engine="iree")


@pytest.mark.parametrize("engine", ["iree", "xla", "reference"])
@pytest.mark.parametrize(
    ("type_", "number"),
    [
        ("i1", np.bool_(True)),
        ("i8", np.int8(-3)),
        ("i32", np.int32(-3)),
        ("i64", np.int64(2**40)),
        ("f32", np.float32(1.5)),
        ("index", np.int64(0)),
    ],
)
def test_arguments_and_results_that_are_numbers(
    type_: str, number: np.generic, engine: str
) -> None:
    program = disc_shape.parse(
        f"""func.func @main(%n: {type_}, %x: tensor<?xf32>) -> ({type_}, tensor<?xf32>) {{
          %0 = stablehlo.add %x, %x : tensor<?xf32>
          return %n, %0 : {type_}, tensor<?xf32>
        }}"""
    )
    found = disc_shape.compile(program, engine=engine).run(number, np.ones(2, np.float32))
    assert found[0].dtype == number.dtype
    assert found[0] == number
    assert found[1].tolist() == [2, 2]
