"""
Whole programs as machine code at random legal sizes, against the interpreter.

Sizes come from `SEED`, which a failure prints with them; 0 and 1 are among them where they are
legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import disc_shape
from disc_shape.engines.compiled import Compiled
from disc_shape.engines.signature import Signature
from disc_shape.errors import OperationError
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.inputs import random_array
from disc_shape.interpreters.kernels.arrays import Array

ROOT = Path(__file__).parents[1]
MODELS = sorted(path.stem for path in (ROOT / "models").glob("*.npz"))
EXACT = [
    "bias_rows",
    "divisible_groups",
    "rotate_halves",
    "shift_pad",
    "split_heads",
]
"""Programs of `test/loops` that move elements and compute each by sums, products and the like."""

SEED, COUNT, LARGEST = 20, 50, 20
TRIES = 4000
"""So many lists of sizes are tried at most, legal and illegal ones."""

Shapes = tuple[tuple[int, ...], ...]


def random_sizes(names: Sequence[str], random: Random) -> Iterator[Mapping[str, int]]:
    """
    Sizes by the names of symbols: first with a 0 and with a 1 at each name, then any. They are
    chosen from a few numbers, so that some are equal.
    """
    for number in range(TRIES):
        few = [random.randint(0, LARGEST) for _ in range(random.randint(1, len(names)))]
        sizes = {name: random.choice(few) for name in names}
        if number < 40 * len(names):
            sizes[names[number % len(names)]] = number // len(names) % 2
        yield sizes


def candidates(signature: Signature) -> Iterator[Shapes]:
    """Different sizes of arguments that the signature allows."""
    known: set[Shapes] = set()
    sides = [condition.split(" == ") for condition in map(str, signature.conditions)]
    equal = {pair[0]: pair[1] for pair in sides if len(pair) == 2 and " " not in "".join(pair)}
    names = sorted({one for spec in signature.arguments for one in spec.sizes if type(one) is str})
    for sizes in random_sizes(names, Random(SEED)):
        sizes = {name: sizes[equal.get(name, name)] for name in names}
        shapes = tuple(
            tuple(sizes[one] if isinstance(one, str) else one or 0 for one in spec.sizes)
            for spec in signature.arguments
        )
        if shapes not in known:
            known.add(shapes)
            with suppress(GuardError):
                signature.check(shapes)
                yield shapes


def examined(program: Compiled, path: Path) -> Iterator[tuple[str, Array, Array]]:
    """For each result at each size what is shown, the machine's and the interpreter's value."""
    original, random = disc_shape.load(path), np.random.default_rng(SEED)
    legal, smallest = 0, LARGEST
    for shapes in candidates(program.signature):
        arrays = [
            random_array(shape, spec.dtype, random)
            for shape, spec in zip(shapes, program.signature.arguments, strict=True)
        ]
        shown = f"seed {SEED} at {list(map(list, shapes))}"
        try:
            expected = original.run(*arrays)
        except OperationError:
            with pytest.raises(GuardError):
                program.run(*arrays)
            continue
        for number, (one, other) in enumerate(zip(program.run(*arrays), expected, strict=True)):
            yield f"{shown}, result {number}", one, other
        legal += 1
        smallest = min([smallest, *(size for shape in shapes for size in shape)])
        if legal == COUNT:
            break
    assert legal == COUNT
    assert smallest <= 1


@pytest.mark.parametrize("name", MODELS)
def test_models(name: str) -> None:
    path = ROOT / "models" / f"{name}.mlir"
    program = disc_shape.compile(path, engine="native")
    for shown, found, expected in examined(program, path):
        assert (found.shape, found.dtype) == (expected.shape, expected.dtype), shown
        wide, wanted = found.astype(np.complex128), expected.astype(np.complex128)
        near = 1e-5 * float(np.nanmax(np.abs(wanted), initial=0.0))
        np.testing.assert_allclose(wide, wanted, rtol=1e-5, atol=near, err_msg=shown)


@pytest.mark.parametrize("name", EXACT)
def test_elements_are_equal_in_each_bit(name: str) -> None:
    path = ROOT / "loops" / f"{name}.mlir"
    program = disc_shape.compile(path, engine="native")
    for shown, found, expected in examined(program, path):
        assert found.shape == expected.shape, shown
        assert found.tobytes() == expected.tobytes(), shown
