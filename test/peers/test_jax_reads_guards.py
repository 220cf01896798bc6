"""
JAX understands the checks of `insert-shape-guards`: its own reader folds them once it knows the
sizes, runs what keeps the promise, and refuses what does not, with our message.
"""

import dataclasses
import re
import traceback
from collections.abc import Mapping
from pathlib import Path

import jax
import jax.numpy as jnp
import numpy as np
import pytest
from jax import export
from jaxlib import _jax
from jaxlib.mlir.dialects import stablehlo

from disc_shape.tools import disc_opt

PROMISES = (
    "s % 4 == 0",
    "8 <= s <= 64",
    "b in {2, 4}",
    "b + s//4 <= 12",
    "c == 2*b",
    "(s - 40)//8 >= -4",
    "(s - 40) % 7 != 5",
    "max(b, c) + min(b, s) <= 12",
    "not (b == 4 and s == 16)",
    "b*c*s < 3000000000",
)

LEGAL: list[Mapping[str, int]] = [{"b": 2, "c": 4, "s": 8}, {"b": 4, "c": 8, "s": 12}]

ILLEGAL: list[tuple[Mapping[str, int], str]] = [
    ({"b": 2, "c": 4, "s": 10}, r"expected s % 4 == 0, found s = 10 \(dimension 1 of argument 0\)"),
    ({"b": 2, "c": 4, "s": 4}, r"expected s >= 8.*, found s = 4 "),
    # That s is at most 64 follows from this check, so it has none of its own.
    ({"b": 2, "c": 4, "s": 68}, r"expected b \+ s//4 <= 12, found b = 2 .* and s = 68 "),
    ({"b": 3, "c": 6, "s": 8}, r"expected b == 2 or b == 4, found b = 3 "),
    ({"b": 4, "c": 8, "s": 40}, r"expected b \+ s//4 <= 12, found b = 4 .* and s = 40 "),
    ({"b": 2, "c": 5, "s": 8}, r"expected .*, found .* = 5 "),
    ({"b": 4, "c": 8, "s": 16}, r"expected .*, found b = 4 .* and s = 16 "),
    ({"b": 2, "c": 4, "s": 24}, r"expected .* % 7 != 5, found s = 24 "),
]


def promised(x: jax.Array, y: jax.Array) -> jax.Array:
    return x.sum(0) + jnp.tanh(y).sum()


@pytest.fixture(scope="module", params=["", ",shape-optimization{keep-signature=true}"])
def guarded(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> export.Exported:
    """What JAX exported at any size, with our checks at the entry."""
    b, c, s = export.symbolic_shape("b, c, s")
    arguments = jax.ShapeDtypeStruct((b, s), np.float32), jax.ShapeDtypeStruct((c,), np.float32)
    exported = export.export(jax.jit(promised))(*arguments)
    facts = "; ".join(("0: [b, s]; 1: [c]", *PROMISES))
    folder: Path = tmp_path_factory.mktemp("guards")
    source, result = folder / "exported.mlir", folder / "guarded.mlir"
    source.write_text(exported.mlir_module())
    pipeline = (
        f'assume-shapes{{facts="{facts}"}},insert-shape-guards{request.param},'
        "strip-shape-constraints"
    )
    assert disc_opt.run([str(source), "-p", pipeline, "-o", str(result)]) == 0
    text = result.read_text()
    assert text.count("found s = {0}") >= 3
    version = stablehlo.get_version_from_compatibility_requirement(
        stablehlo.StablehloCompatibilityRequirement.WEEK_4
    )
    artifact = _jax.mlir.serialize_portable_artifact(text, version, False)
    return dataclasses.replace(exported, mlir_module_serialized=artifact)


def inputs(sizes: Mapping[str, int]) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(0)
    x, y = random.normal(size=(sizes["b"], sizes["s"])), random.normal(size=sizes["c"])
    return x.astype(np.float32), y.astype(np.float32)


@pytest.mark.parametrize("sizes", LEGAL, ids=str)
def test_a_promise_that_is_kept_runs(guarded: export.Exported, sizes: Mapping[str, int]) -> None:
    x, y = inputs(sizes)
    np.testing.assert_allclose(guarded.call(x, y), promised(x, y), rtol=1e-5)


@pytest.mark.parametrize(("sizes", "message"), ILLEGAL, ids=str)
def test_a_broken_promise_is_refused_in_our_words(
    guarded: export.Exported, sizes: Mapping[str, int], message: str
) -> None:
    with pytest.raises(ValueError, match="Error refining shapes") as caught:
        guarded.call(*inputs(sizes))
    text = "".join(traceback.format_exception(caught.value))
    assert re.search(message, text), text
