"""Random inputs of legal sizes for the recorded programs of `test/models`."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import numpy as np
from fuzz.harness import parse
from recorded import MODELS, bindings

from disc_shape.analysis.call_graph import entry_function
from disc_shape.errors import OperationError
from disc_shape.interpreters import run
from disc_shape.interpreters.inputs import arguments_of, random_array
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import dtype_of

NUMBERS = (0, 1, 1, 2, 2, 3, 4, 5, 6, 8, 9, 12, 16, 20, 24)
"""The sizes that are tried."""

TRIES = 40
"""How many times as many sizes are tried as are wanted."""


def legal_inputs(name: str, count: int, seed: int) -> list[tuple[list[Array], list[Array]]]:
    """
    Inputs of distinct sizes that a program accepts, the small ones first, and its results. Dims
    that agree in all recorded runs get one number; what the program refuses is drawn again.
    """
    module = parse((MODELS / f"{name}.mlir").read_text())
    found: dict[tuple[int, ...], tuple[list[Array], list[Array]]] = {}
    for arrays in _drawn(name, count * TRIES, seed):
        sizes = tuple(size for array in arrays for size in array.shape)
        if sizes not in found:
            try:
                found[sizes] = arrays, run(module, *arrays)
            except OperationError:
                continue
        if len(found) == count:
            break
    return sorted(found.values(), key=lambda one: sum(array.size for array in one[0]))


def _drawn(name: str, count: int, seed: int) -> Iterator[list[Array]]:
    """Inputs, many of them illegal; none twice."""
    recorded = [arrays for arrays, _ in bindings(name)]
    module = parse((MODELS / f"{name}.mlir").read_text())
    kinds = [dtype_of(one.type) for one in arguments_of(entry_function(module))]
    shapes = [
        [tuple(arrays[index].shape[axis] for arrays in recorded) for axis in range(first.ndim)]
        for index, first in enumerate(recorded[0])
    ]
    groups = sorted({group for shape in shapes for group in shape if len(set(group)) > 1})
    random = Random(f"{name} {seed}")
    seen: set[tuple[int, ...]] = set()
    for number in range(count):
        chosen = tuple(random.choice((*NUMBERS, min(group))) for group in groups)
        if chosen in seen:
            continue
        seen.add(chosen)
        numbers = dict(zip(groups, chosen, strict=True))
        generator = np.random.default_rng([seed, number])
        yield [
            random_array([numbers.get(group, group[0]) for group in shape], kind, generator)
            for shape, kind in zip(shapes, kinds, strict=True)
        ]
