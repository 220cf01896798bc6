"""Programs on four devices of the host give the results of one device, in a process of its own."""

import os
import subprocess
import sys
from pathlib import Path

SCRIPT = '''
import jax
import numpy as np
from jax import export
from jax.sharding import Mesh, NamedSharding, PartitionSpec as P

import disc_shape

devices = np.array(jax.devices())
assert len(devices) == 4
mesh = Mesh(devices.reshape(2, 2), ("x", "y"))


def sharded(*names):
    return NamedSharding(mesh, P(*names))


def layer(x, w):
    h = jax.lax.with_sharding_constraint(jax.numpy.tanh(x @ w), sharded("x", "y"))
    b, _ = x.shape
    return h.reshape(b, 2, 8).sum(1), jax.nn.softmax(h)


sizes = export.symbolic_shape("b, 32", constraints=["mod(b, 2) == 0"])
jitted = jax.jit(
    layer,
    in_shardings=(sharded("x", None), sharded(None, "y")),
    out_shardings=(sharded("x", None), sharded("x", "y")),
)
specs = (
    jax.ShapeDtypeStruct(sizes, np.float32), jax.ShapeDtypeStruct((32, 16), np.float32)
)
exported = export.export(jitted)(*specs)
many = disc_shape.compile(exported, engine="xla", mesh=mesh)
one = disc_shape.compile(exported, engine="xla")
assert "sdy.sharding_constraint" in many.text
random = np.random.default_rng(0)
for b in (2, 6, 16):
    x, w = (random.standard_normal(s, np.float32) for s in ((b, 32), (32, 16)))
    for ours, single, jax_own in zip(many.run(x, w), one.run(x, w), jitted(x, w), strict=True):
        assert ours.shape == single.shape == jax_own.shape
        np.testing.assert_allclose(ours, single, rtol=1e-5, atol=1e-6)
        np.testing.assert_allclose(ours, np.asarray(jax_own), rtol=1e-5, atol=1e-6)
parts = next(iter(many._executable.loaded.values())).program.loaded.get_parameter_shardings()
assert all("tile_assignment" in str(part) for part in parts), parts
assert many.timings["compilations"] == 3


def refused(run, *arrays):
    try:
        run(*arrays)
    except disc_shape.GuardError as error:
        return str(error)
    raise AssertionError("not refused")


assert "2*floordiv(b, 2) == b" in refused(many.run, np.ones((5, 32), np.float32), w)

text = """
sdy.mesh @mesh = <["x"=4]>
func.func @main(%x: tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>})
    -> (tensor<?xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""
line = Mesh(devices, ("x",))
run = disc_shape.compile(text, engine="xla", mesh=line)
for size in (4, 8, 0):
    x = np.arange(size, dtype=np.float32)
    np.testing.assert_allclose(run(x)[0], np.tanh(x), rtol=1e-5)
message = refused(run, np.ones(6, np.float32))
assert message.startswith("dimension 0 of argument 0 is sharded: expected a multiple of 4"), message
(x,) = disc_shape.compile(text, engine="xla")(np.zeros(6, np.float32))
assert x.shape == (6,)
try:
    disc_shape.compile(text, engine="xla", mesh=mesh)
except disc_shape.EngineError as error:
    assert str(error) == "xla: the mesh has the axes x=2, y=2, expected x=4 as in @mesh", error
else:
    raise AssertionError("another mesh is taken")
print("all right")
'''


def test_four_devices() -> None:
    flags = "--xla_force_host_platform_device_count=4"
    environment = {**os.environ, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    root = str(Path(__file__).resolve().parents[2])
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT],
        capture_output=True, text=True, env=environment, cwd=root, check=False,
    )  # fmt: skip
    assert done.stdout.strip().endswith("all right"), done.stderr[-3000:]
