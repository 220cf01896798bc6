import jax
from jax import export
from jax import numpy as jnp


def flatten(x, bias):
    return (x + bias).reshape(-1, 4)


b, s = export.symbolic_shape("b, s")
args = [jax.ShapeDtypeStruct((b, s, 4), jnp.float32), jax.ShapeDtypeStruct((s, 4), jnp.float32)]
print(export.export(jax.jit(flatten))(*args).mlir_module())
