"""
The programs of docs/iree_forms.md: IREE computes each wrongly as it stands, and what this package
compiles is right. One that IREE has learned fails here, so that its form is looked at again.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import iree.runtime
import jax
import jax.numpy as jnp
import ml_dtypes
import numpy as np
import pytest
from iree.compiler import tools
from iree.compiler.tools.binaries import CompilerToolError

import disc_shape

DOCS = Path(__file__).parents[2] / "docs"
TARGET = ("--iree-hal-target-backends=llvm-cpu",)
Array = np.ndarray


@dataclass(frozen=True)
class Form:
    """Arguments of a program, its results, and what IREE gives: results, or a part of a message."""

    arguments: Sequence[Array]
    right: Sequence[Array] | type[Exception]
    wrong: Sequence[Array] | str
    flags: Sequence[str] = ()
    processor: str = "host"
    """Where IREE computes it wrongly."""


def floats(*values: object) -> Array:
    return np.array(values, np.float32)


def ints(*values: object) -> Array:
    return np.array(values, np.int32)


ONCE = np.array(1, np.int32)
TWICE = np.array(2, np.int32)
X = floats([1, 2, 3])
THREE = X[0]
NO_SIZE = "'tensor.dim' op unexpected during shape cleanup"
CUBE = floats([[1, 2], [3, 4], [5, 6]])
LEAST = -(1 << 31)

FORMS = {
    "A window that is not read": Form(
        [np.ones((4, 3), np.float32)],
        [np.full((3, 2), 4, np.float32)],
        [np.ones((3, 2), np.float32)],
    ),
    "An insertion with strides": Form(
        [THREE], [floats(0, 1, 0, 2, 0, 3, 0)], [floats(0, 1, 2, 3, 0, 0, 0)]
    ),
    "Branches of different sizes": Form(
        [THREE, floats(11, 12, 13, 14), np.array(False)],
        [-floats(11, 12, 13, 14)],
        [floats(-11, -12, -13, 0)],
    ),
    "A reshape without elements": Form(
        [np.ones((0, 3), np.float32)],
        [np.ones((0, 6), np.float32)],
        [np.ones((0, 3), np.float32)],
    ),
    "A negative integer of 8 bits": Form(
        [np.array(-98, np.int8)], [np.ones(2, np.float32)], [np.ones(258, np.float32)]
    ),
    "Floats out of range": Form(
        [floats(np.nan, 3e9, -np.inf)], [ints(0, ~LEAST, LEAST)], [ints(LEAST, LEAST, LEAST)]
    ),
    "Integers as bf16": Form(
        [ints(1, 257, 259, -5)],
        [floats(1, 256, 260, -5).astype(ml_dtypes.bfloat16)],
        "undefined symbol: __truncsfbf2",
        processor="haswell",
    ),
    "A power of a negative number": Form(
        [floats(-2, -2, 0), floats(3, 2, 0)], [floats(-8, 4, 1)], [floats(*[np.nan] * 3)]
    ),
    "The angle of zeros": Form([floats(0, -1), floats(0, 0)], [floats(0, -np.pi / 2)], [
        floats(np.nan, -np.pi / 2)
    ]),
    "The sine of a large number": Form(
        [floats(1e30, 0)],
        [floats(np.sin(np.float64(np.float32(1e30))), 0)],
        [floats(-np.inf, 0)],
    ),
    "The cube root of infinity": Form(
        [floats(np.inf)], [floats(np.inf)], [floats(np.nan)]
    ),
    "A comparison with itself": Form(
        [ints(1, 2)],
        [np.array([False, False])],
        "'stablehlo.constant' op result #0 must be statically shaped tensor",
    ),
    "A sort of equal elements": Form(
        [floats(1, 1, 0, 1), ints(0, 1, 2, 3)],
        [floats(0, 1, 1, 1), ints(2, 0, 1, 3)],
        [floats(0, 1, 1, 1), ints(2, 1, 3, 0)],
    ),
    "A sort of what is read, too": Form(
        [floats([2, 1], [4, 3])],
        [floats([1, 2], [3, 4]), floats(2, 1, 4, 3)],
        [floats([1, 2], [3, 4]), floats(1, 2, 3, 4)],
    ),
    "A sort for its order": Form(
        [floats(3, 1, 2), ints(0, 1, 2)], [ints(1, 2, 0)], "expected no unbounded stack allocations"
    ),
    "A broadcast factor": Form(
        [np.ones(8, np.float32), np.ones((8, 16, 4), np.float32)],
        [np.full(4, 128, np.float32)],
        "error:",
    ),
    "Two tensors in a loop": Form(
        [X, 10 * X, ONCE], [11 * X, -9 * X], [11 * X, 11 * X]
    ),
    "Assumed sizes": Form([THREE, ONCE], [0 * THREE, 2 * THREE], [0 * THREE, 0 * THREE]),
    "A loop in a loop": Form([THREE, TWICE], [16 * THREE], NO_SIZE),
    "A tensor of the sizes of what a loop carries": Form(
        [CUBE, np.ones((2, 2, 2), np.float32)],
        [floats([[6, 6], [14, 14], [22, 22]])],
        [np.zeros((1, 3, 2), np.float32)],
    ),
    "A tensor that a loop carries twice": Form([X, TWICE], [X], "OUT_OF_RANGE"),
    "A loop until a sum is large": Form(
        [floats(1, 2)], [floats(64, 128), np.array(192, np.float32)], "region branch point"
    ),
    "A size that a loop carries": Form([THREE, TWICE], [floats(2, 2, 2)], NO_SIZE),
    "Assertions at O1": Form(
        [THREE], disc_shape.GuardError, [THREE], ["--iree-opt-level=O1"]
    ),
    "Assertions of elements": Form(
        [floats(1, -1)], disc_shape.GuardError, [floats(-1, 1)]
    ),
}  # fmt: skip


def programs() -> dict[str, str]:
    """The programs of the page, by their headings."""
    page = (DOCS / "iree_forms.md").read_text()
    return dict(re.findall(r"(?ms)^## (.*?)$.*?^```mlir\n(.*?)^```$", page))


def without_barriers(text: str) -> str:
    """A program in which nothing is hidden from IREE; of barriers the analysis knows no sizes."""
    hidden = r"(?m)^ *(%\w+) = (?:util.optimization_barrier|flow.tensor.tie_shape) (%\w+) .*\n"
    while (found := re.search(hidden, text)) is not None:
        text = re.sub(rf"{found[1]}\b", found[2], text.replace(found[0], "", 1))
    return text


def as_it_is(text: str, form: Form) -> list[Array]:
    """The results of IREE alone."""
    processor = f"--iree-llvmcpu-target-cpu={form.processor}"
    binary = tools.compile_str(text, extra_args=[*TARGET, processor, *form.flags])
    config = iree.runtime.Config("local-sync")
    context = iree.runtime.SystemContext(config=config)
    module = iree.runtime.VmModule.copy_buffer(config.vm_instance, binary)
    context.add_vm_module(module)
    found = context.modules[module.name]["main"](*form.arguments)
    several = found if isinstance(found, tuple | list) else (found,)
    return [np.array(one.to_host()) for one in several]


def test_every_program_of_the_page_is_run() -> None:
    assert list(programs()) == list(FORMS)
    assert (DOCS / "iree_forms.md").read_text().count("```mlir") == len(FORMS)


@pytest.mark.parametrize("name", FORMS)
def test_iree_is_wrong(name: str) -> None:
    form, text = FORMS[name], programs()[name]
    if isinstance(form.wrong, str):
        with pytest.raises((CompilerToolError, IndexError), match=form.wrong):
            as_it_is(text, form)
        return
    for found, expected in zip(as_it_is(text, form), form.wrong, strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize("name", FORMS)
def test_what_is_compiled_is_right(name: str) -> None:
    form = FORMS[name]
    flags = tuple(form.flags)
    text = without_barriers(programs()[name])
    compiled = disc_shape.compile(text, engine="iree", flags=flags, versions="none")
    if isinstance(form.right, type):
        with pytest.raises(form.right):
            compiled(*form.arguments)
        return
    for found, expected in zip(compiled(*form.arguments), form.right, strict=True):
        np.testing.assert_array_equal(found, expected)


@pytest.mark.usefixtures("jax_defaults")
@pytest.mark.parametrize("level", ["O2", "O3"])
def test_random_bits_at_higher_levels(level: str) -> None:
    """Two draws from a key, over one and two unknown sizes."""

    def draws(key: jax.Array, x: jax.Array, y: jax.Array) -> object:
        one, other = jax.random.split(key)
        return jax.random.bits(one, x.shape), jax.random.normal(other, y.shape)

    flags = (f"--iree-dispatch-creation-opt-level={level}",)
    traced = disc_shape.from_jax(draws, "uint32[2]", "n", "n, m")
    compiled = disc_shape.compile(traced, engine="iree", flags=flags)
    key = jax.random.PRNGKey(7)
    for n, m in ((1, 1), (5, 3), (4, 8)):
        x, y = np.zeros(n, np.float32), np.zeros((n, m), np.float32)
        bits, normal = cast("tuple[Array, Array]", compiled(key, x, y))
        expected = cast("tuple[jax.Array, jax.Array]", draws(key, jnp.asarray(x), jnp.asarray(y)))
        np.testing.assert_array_equal(bits, expected[0])
        np.testing.assert_allclose(normal, expected[1], rtol=1e-5, atol=1e-6)
