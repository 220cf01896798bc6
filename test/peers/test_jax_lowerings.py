"""Whatever JAX lowers, we read, optimize and print so that the reference reads it.

Functions, linear algebra, control flow, random numbers and collectives, at static and at symbolic
sizes. A missing peer is a failure, not a skip.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export, lax
from jax._src.interpreters import mlir as jax_mlir
from jax.scipy import linalg, special
from jax.sharding import Mesh
from jax.sharding import PartitionSpec as P
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import mhlo

from disc_shape.tools import disc_opt

Function = Callable[..., object]

VECTORS: dict[str, Function] = {
    "erf": lax.erf,
    "erfc": lax.erfc,
    "erf_inv": lax.erf_inv,
    "lgamma": lax.lgamma,
    "digamma": lax.digamma,
    "bessel_i1e": lax.bessel_i1e,
    "asinh": jnp.arcsinh,
    "acosh": jnp.arccosh,
    "atanh": jnp.arctanh,
    "asin": jnp.arcsin,
    "acos": jnp.arccos,
    "atan": jnp.arctan,
    "sinh": jnp.sinh,
    "cosh": jnp.cosh,
    "tan": jnp.tan,
    "isinf": jnp.isinf,
    "square": lax.square,
    "gelu": jax.nn.gelu,
    "softmax": jax.nn.softmax,
    "cumsum": jnp.cumsum,
    "sort": jnp.sort,
    "argsort": jnp.argsort,
    "round": jnp.round,
    "nextafter": lambda x: jnp.nextafter(x, x + 1),
    "reduce_precision": lambda x: lax.reduce_precision(x, 5, 10),
    "zeta": lambda x: special.zeta(x, 2.0),
    "polygamma": lambda x: special.polygamma(1, x),
    "igamma": lambda x: lax.igamma(x, x),
    "complex": lambda x: jnp.abs(jnp.exp(1j * x)),
    "int4": lambda x: x.astype(jnp.int4) + 1,
    "scan": lambda x: lax.scan(lambda c, y: (c + y, c), x[0], x),
    "while": lambda x: lax.while_loop(lambda c: c[0] < 3, lambda c: (c[0] + 1, c[1] * 2), (0, x)),
    "cond": lambda x: lax.cond(x[0] > 0, lambda y: y, lambda y: -y, x),
}

MATRICES: dict[str, Function] = {
    "cholesky": jnp.linalg.cholesky,
    "qr": jnp.linalg.qr,
    "svd": jnp.linalg.svd,
    "solve": lambda a: jnp.linalg.solve(a, a),
    "triangular": lambda a: linalg.solve_triangular(a, a, lower=True),
    "fft": jnp.fft.fft,
    "rfft": jnp.fft.rfft,
    "top_k": lambda a: lax.top_k(a, 2),
    "argmax": lambda a: jnp.argmax(a, 1),
    "max_pool_gradient": lambda a: jax.grad(
        lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID").sum()
    )(a),
    "gather": lambda a: a[jnp.array([0, 1]), :],
    "scatter": lambda a: a.at[jnp.array([0, 1])].add(1.0),
    "dynamic_update_slice": lambda a: lax.dynamic_update_slice(a, a[:1, :1], (1, 1)),
    "float8": lambda a: lax.dot(a.astype(jnp.float8_e4m3fn), a.astype(jnp.float8_e4m3fn)),
    "bitcast": lambda a: lax.bitcast_convert_type(a, jnp.int32),
    "callback": lambda a: jax.pure_callback(lambda v: v, a, a),
    "switch": lambda a: lax.switch(1, [lambda x: x, lambda x: -x], a),
    "segment_sum": lambda a: jax.ops.segment_sum(a, jnp.zeros(a.shape[0], int), 4),
    "einsum": lambda a: jnp.einsum("ij,kj->ik", a, a),
    "roll": lambda a: jnp.roll(a, 1, 0),
    "barrier": lax.optimization_barrier,
}

STATIC_ONLY = {"fft", "rfft", "top_k", "callback"}
"""What JAX does not export at symbolic sizes."""

KEYS: dict[str, Function] = {
    "normal": lambda key: jax.random.normal(key, (3, 4)),
    "gamma": lambda key: jax.random.gamma(key, 2.0, (3,)),
    "permutation": lambda key: jax.random.permutation(key, 10),
}

COLLECTIVES: dict[str, tuple[Function, P, P]] = {
    "psum": (lambda a: lax.psum(a, "x"), P("x"), P()),
    "all_gather": (lambda a: lax.all_gather(a, "x", tiled=True), P("x"), P()),
    "ppermute": (lambda a: lax.ppermute(a, "x", [(0, 0)]), P("x"), P("x")),
    "all_to_all": (lambda a: lax.all_to_all(a, "x", 0, 1, tiled=True), P("x"), P("x")),
    "psum_scatter": (lambda a: lax.psum_scatter(a, "x", tiled=True), P(), P("x")),
    "axis_index": (lambda a: a + lax.axis_index("x"), P("x"), P("x")),
}


@cache
def context() -> ir.Context:
    """The reference's dialects."""
    made = jax_mlir.make_ir_context()
    mhlo.register_mhlo_dialect(made)
    return made


def reference(text: str) -> str:
    """The generic form that the reference prints of a program."""
    with context():
        module = ir.Module.parse(text)
        assert module.operation.verify()
        return str(module.operation.get_asm(print_generic_op_form=True))


def check(text: str, tmp_path: Path) -> None:
    """We print what we read, and what is still a program after our passes."""
    source, result = tmp_path / "in.mlir", tmp_path / "out.mlir"
    source.write_text(text)
    for form in ([], ["--print-op-generic"]):
        assert disc_opt.run([str(source), *form, "-o", str(result)]) == 0
        assert reference(result.read_text()) == reference(text)
    for passes in ("shape-optimization", "chlo-legalize-to-stablehlo"):
        pipeline = f"{passes},strip-shape-constraints"
        assert disc_opt.run([str(source), "-p", pipeline, "-o", str(result)]) == 0
        reference(result.read_text())


def check_function(function: Function, shape: str, dtype: object, tmp_path: Path) -> None:
    """A function at the sizes that a specification such as `b, 4` gives."""
    sizes = export.symbolic_shape(shape)
    exported = export.export(jax.jit(function))(jax.ShapeDtypeStruct(sizes, dtype))
    check(str(exported.mlir_module()), tmp_path)


@pytest.mark.parametrize("shape", ["8", "b"])
@pytest.mark.parametrize("name", sorted(VECTORS))
def test_functions_of_vectors(name: str, shape: str, tmp_path: Path) -> None:
    check_function(VECTORS[name], shape, jnp.float32, tmp_path)


@pytest.mark.parametrize(
    ("name", "shape"),
    [
        (name, shape)
        for name in sorted(MATRICES)
        for shape in ("4, 4", "n, n")
        if shape == "4, 4" or name not in STATIC_ONLY
    ],
)
def test_functions_of_matrices(name: str, shape: str, tmp_path: Path) -> None:
    lowered = jax.jit(MATRICES[name])
    if name == "callback":
        check(lowered.lower(jax.ShapeDtypeStruct((4, 4), jnp.float32)).as_text(), tmp_path)
    else:
        check_function(MATRICES[name], shape, jnp.float32, tmp_path)


@pytest.mark.parametrize("name", sorted(KEYS))
def test_random_numbers(name: str, tmp_path: Path) -> None:
    check_function(KEYS[name], "2", jnp.uint32, tmp_path)


@pytest.mark.parametrize("name", sorted(COLLECTIVES))
def test_collectives(name: str, tmp_path: Path) -> None:
    function, into, out = COLLECTIVES[name]
    mesh = Mesh(np.array(jax.devices()[:1]), ("x",))
    mapped = jax.shard_map(function, mesh=mesh, in_specs=into, out_specs=out, check_vma=False)
    check(jax.jit(mapped).lower(jax.ShapeDtypeStruct((8, 8), jnp.float32)).as_text(), tmp_path)
