"""Programs on engines: right at every size, illegal sizes refused, by every engine alike.

The sample models at their recorded sizes and at random legal ones, functions of JAX, and what is
written of them in the readme.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import jax
import numpy as np
import pytest
from peers.jax_programs import FUNCTIONS

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.errors import OperationError
from disc_shape.interpreters import random_inputs, run

pytestmark = pytest.mark.usefixtures("jax_defaults")

MODELS = Path(__file__).parents[1] / "models"
NAMES = sorted(path.stem for path in MODELS.glob("*.json"))
ENGINES = ("iree", "xla")
RANDOM_SIZES = 30
"""So many are drawn for each model, all of them legal."""

SMALL = 6
"""Random sizes of a dimension are at most so large, where that is legal."""


@cache
def model(name: str, engine: str) -> Compiled:
    return disc_shape.compile(MODELS / f"{name}.mlir", engine=engine)


@cache
def facts(name: str) -> dict[str, object]:
    return json.loads((MODELS / f"{name}.json").read_text())


def same(found: list[np.ndarray], expected: list[np.ndarray], tolerance: dict[str, float]) -> None:
    for ours, theirs in zip(found, expected, strict=True):
        assert ours.dtype == theirs.dtype
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours, theirs, **tolerance)


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_models_at_recorded_sizes(name: str, engine: str) -> None:
    known, arrays = facts(name), np.load(MODELS / f"{name}.npz")
    compiled = model(name, engine)
    for binding in known["bindings"]:
        inputs = [arrays[key] for key in binding["inputs"]]
        results = compiled.run(*inputs)
        same(results, [arrays[key] for key in binding["outputs"]], known["tolerance"])
    for binding in known["illegal_bindings"]:
        with pytest.raises(disc_shape.GuardError):
            compiled(*zeros(known, binding["dims"]))


def zeros(known: dict[str, object], sizes: Mapping[str, int]) -> list[np.ndarray]:
    shapes = [[sizes.get(size, size) for size in shape] for shape in known["symbolic_dims"]]
    return [
        np.zeros(shape, dtype) for shape, dtype in zip(shapes, known["input_dtypes"], strict=True)
    ]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_models_at_random_sizes(name: str, engine: str) -> None:
    """Against the reference semantics of the program before all passes."""
    program = disc_shape.load(MODELS / f"{name}.mlir")
    compiled = model(name, engine)
    for seed in range(RANDOM_SIZES):
        inputs = random_inputs(compiled.program.module, seed=seed)
        expected = run(program.module, *inputs)
        same(compiled.run(*inputs), expected, facts(name)["tolerance"])


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", NAMES)
def test_models_at_sizes_of_one_and_zero(name: str, engine: str) -> None:
    """Each dimension in turn is 1 and 0: the engine refuses what the program refuses."""
    known, program = facts(name), disc_shape.load(MODELS / f"{name}.mlir")
    compiled = model(name, engine)
    sizes = known["bindings"][0]["dims"]
    compared = 0
    for dimension in sizes:
        for size in (1, 0):
            inputs = [np.ones_like(array) for array in zeros(known, {**sizes, dimension: size})]
            try:
                expected = run(program.module, *inputs)
            except OperationError:
                with pytest.raises(disc_shape.GuardError):
                    compiled.run(*inputs)
                continue
            compared += 1
            same(compiled.run(*inputs), expected, known["tolerance"])
    assert compared or name.startswith("jax_convnet") or "mha" in name


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", FUNCTIONS)
def test_functions_of_jax(name: str, engine: str) -> None:
    one = FUNCTIONS[name]
    traced = disc_shape.from_jax(one.function, *one.specs, constraints=one.constraints)
    compiled = disc_shape.compile(traced, engine=engine)
    for sizes in one.bindings:
        inputs = one.inputs(sizes)
        expected = jax.tree_util.tree_leaves(one.function(*map(jax.numpy.asarray, inputs)))
        found = jax.tree_util.tree_leaves(compiled(*inputs))
        same(found, [np.asarray(leaf) for leaf in expected], {"rtol": 2e-4, "atol": 2e-4})
    if one.illegal is not None:
        with pytest.raises(disc_shape.GuardError):
            compiled(*one.inputs(one.illegal))
    if engine == "xla":
        assert compiled.timings["compilations"] == len(one.bindings)


def test_trees_go_in_and_come_out() -> None:
    def layer(parameters: dict[str, jax.Array], x: jax.Array) -> dict[str, jax.Array]:
        return {"y": x @ parameters["w"] + parameters["b"]}

    traced = disc_shape.from_jax(layer, {"w": "32, 16", "b": "16"}, "b, s, 32")
    for engine in ("reference", *ENGINES):
        compiled = disc_shape.compile(traced, engine=engine)
        parameters = {"w": np.ones((32, 16), np.float32), "b": jax.numpy.ones(16)}
        found = compiled(parameters, np.ones((2, 3, 32), np.float32))
        assert (found["y"] == 33).all()
        with pytest.raises(ValueError, match=r"^the arguments are .*, expected "):
            compiled(np.ones((2, 3, 32), np.float32))


def test_a_decorated_function_compiles_once() -> None:
    @disc_shape.jit("b, n", constraints=["n % 2 == 0"], engine="iree")
    def halves(x: jax.Array) -> jax.Array:
        """Adds the halves."""
        return x[:, : x.shape[1] // 2] + x[:, x.shape[1] // 2 :]

    assert halves.__doc__ == "Adds the halves."
    for n in (2, 8):
        x = np.arange(3.0 * n, dtype=np.float32).reshape(3, n)
        np.testing.assert_allclose(halves(x), x[:, : n // 2] + x[:, n // 2 :])
    with pytest.raises(disc_shape.GuardError, match=r"Expected '2.floordiv.n, 2. - n' to be equal"):
        halves(np.ones((3, 3), np.float32))
    assert halves.compiled.timings["calls"] == 2


def test_a_program_of_iree_is_loaded_without_compiling(tmp_path: Path) -> None:
    path = tmp_path / "program.disc"
    compiled = model("jax_mlp", "iree")
    compiled.save(path)
    loaded = disc_shape.load(path, disc_shape.Compiled)
    arrays = np.load(MODELS / "jax_mlp.npz")
    inputs = [arrays[key] for key in facts("jax_mlp")["bindings"][0]["inputs"]]
    same(loaded.run(*inputs), compiled.run(*inputs), {"rtol": 0, "atol": 0})
    assert "compile" in loaded.timings


def test_xla_keeps_as_many_programs_as_asked() -> None:
    traced = disc_shape.from_jax(lambda x: x + 1, "n")
    compiled = disc_shape.compile(traced, engine="xla", cache=2)
    for n in (1, 2, 1, 3, 1, 2):
        assert compiled(np.zeros(n, np.float32)).shape == (n,)
    assert compiled.timings["compilations"] == 4


DATA_GUARD = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %e = tensor.extract %n[] : tensor<i32>
  %c = arith.constant 3 : i32
  %ok = arith.cmpi slt, %e, %c : i32
  cf.assert %ok, "n is too large"
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
"""


@pytest.mark.parametrize("flags", [(), ("--iree-opt-level=O2",), ("--iree-opt-level=O3",)])
def test_a_guard_on_data_is_checked_by_iree(flags: tuple[str, ...]) -> None:
    compiled = disc_shape.compile(DATA_GUARD, engine="iree", flags=flags)
    x = np.ones(3, np.float32)
    assert compiled.run(x, 2)[0].shape == (3,)
    with pytest.raises(disc_shape.GuardError, match=r"^n is too large$"):
        compiled.run(x, 3)


def test_integers_that_sizes_and_guards_depend_on_are_constants_for_xla() -> None:
    compiled = disc_shape.compile(DATA_GUARD, engine="xla")
    x = np.ones(3, np.float32)
    for n in (2, 1, 2):
        assert compiled.run(x, n)[0].shape == (3,)
    assert compiled.timings["compilations"] == 3  # The first try without constants included.
    with pytest.raises(disc_shape.GuardError, match=r"^n is too large$"):
        compiled.run(x, 3)


@pytest.mark.parametrize("initial", ["same", "different", "computed"])
def test_a_loop_carries_several_tensors_of_unknown_sizes(initial: str) -> None:
    def loop(x: jax.Array, y: jax.Array, n: jax.Array) -> tuple[jax.Array, ...]:
        pair = {"same": (x, x), "different": (x, y), "computed": (x * 2, x * 2)}[initial]
        return jax.lax.fori_loop(0, n, lambda _, v: (v[0] + v[1], v[1] * 0.5), pair)

    traced = disc_shape.from_jax(loop, "b, s", "b, s", "int32[]")
    compiled = disc_shape.compile(traced, engine="iree")
    for b, s, count in ((1, 1, 1), (2, 3, 0), (2, 3, 2), (5, 1, 5)):
        x = np.arange(b * s, dtype=np.float32).reshape(b, s)
        inputs = (x, x + 1, np.int32(count))
        expected = [np.asarray(leaf) for leaf in loop(*inputs)]
        same(list(compiled(*inputs)), expected, {"rtol": 1e-5})


def test_two_loops_start_with_the_same_tensor() -> None:
    def loops(x: jax.Array, y: jax.Array) -> list[tuple[jax.Array, ...]]:
        def body(_: int, v: tuple[jax.Array, ...]) -> tuple[jax.Array, ...]:
            return v[0] + v[1], v[1] * 0.5

        return [jax.lax.fori_loop(0, 2, body, pair) for pair in ((x, x), (x, y))]

    compiled = disc_shape.compile(disc_shape.from_jax(loops, "b, s", "b, s"), engine="iree")
    x = np.arange(6, dtype=np.float32).reshape(2, 3)
    expected = [np.asarray(leaf) for leaf in jax.tree_util.tree_leaves(loops(x, x + 1))]
    same(jax.tree_util.tree_leaves(compiled(x, x + 1)), expected, {"rtol": 1e-5})


def test_iree_takes_half_precision() -> None:
    compiled = disc_shape.compile(disc_shape.from_jax(lambda x: x + 1, "float16[n]"), engine="iree")
    x = np.arange(3, dtype=np.float16)
    same([compiled(x)], [x + np.float16(1)], {"rtol": 0})


@pytest.mark.parametrize("engine", ENGINES)
def test_floats_beyond_the_integers_saturate(engine: str) -> None:
    def integers(x: jax.Array) -> tuple[jax.Array, jax.Array]:
        return x.astype(np.int32), x.astype(np.int8)

    compiled = disc_shape.compile(disc_shape.from_jax(integers, "n"), engine=engine)
    found = compiled(np.array([np.nan, np.inf, -np.inf, 4e9, -300, -1.5], np.float32))
    assert found[0].tolist() == [0, 2**31 - 1, -(2**31), 2**31 - 1, -300, -1]
    assert found[1].tolist() == [0, 127, -128, 127, -128, -1]
