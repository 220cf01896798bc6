"""
How far rounding alone moves the results of a program.

A pass may round elsewhere (a decomposition of `cosh` rounds more often than `cosh`), and what
follows may make much of little: a tangent near its pole, single precision widened to double, a
comparison. So a program is run several times with every float moved by a few units in the last
place, up or down by chance; what results then differ by is no fault of a pass.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from ml_dtypes import finfo
from numpy.typing import NDArray
from xdsl.dialects.builtin import MemRefType, ModuleOp
from xdsl.ir import Block, Operation

from disc_shape.errors import OperationError
from disc_shape.interpreters.api import observe
from disc_shape.interpreters.core import Frame, Hook
from disc_shape.interpreters.kernels.arrays import is_complex, is_float

Array = NDArray[np.generic]

RUNS = 8
"""How often a program is run with noise."""

STEPS = 4
"""How many units in the last place a float is moved at most."""

MARGIN = 10
"""How many times as far as in these runs results may be from each other."""

FILLED = "chlo.constant_like"
"""A constant, though it has an operand."""


@dataclass
class Noise:
    """
    An observer that moves each float that an operation makes of floats by some units in the last
    place. Constants are exact, and so are sizes that become floats, rounded as they are.
    """

    seed: int
    whole: bool = True
    """Whole numbers are moved too. Sizes that are floats on their way must stay what they are."""
    random: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)

    def enter(self, frame: Frame) -> None: ...

    def leave(self, frame: Frame, results: Sequence[Array]) -> None: ...

    def block_hook(self, block: Block) -> Hook | None: ...

    def hook(self, op: Operation) -> Hook | None:
        if op.name == FILLED:
            return None

        def move(frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
            if not any(_inexact(array) for array in ins):
                return
            for value, array in zip(op.results, outs, strict=True):
                if not isinstance(value.type, MemRefType):
                    frame.values[value] = self.moved(array)

        return move

    def moved(self, array: Array) -> Array:
        """
        Floats close to those of an array, and anything else as it is. Zero stays: it is exact
        wherever it is made. A NaN has either sign: no operation says which, and a total order does
        tell them apart.
        """
        if is_complex(array.dtype):
            upward = np.where(self._some(array), STEPS, -STEPS)
            return np.asarray(array * (1 + np.finfo(array.dtype).eps * upward)).astype(array.dtype)
        if not is_float(array.dtype):
            return array
        range_ = finfo(array.dtype)
        limit = np.where(self._some(array), range_.max, range_.min).astype(array.dtype)
        moved = np.nextafter(array, limit)
        for _ in range(STEPS - 1):
            moved = np.where(self._some(array), np.nextafter(moved, limit), moved)
        exact = np.equal(array, 0 if self.whole else np.rint(array))
        moved = np.where(np.isnan(array) & self._some(array), np.negative(array), moved)
        return np.where(exact, array, moved).astype(array.dtype)

    def _some(self, array: Array) -> Array:
        """True for every second element."""
        return np.asarray(self.random.random(array.shape) < 0.5)


def explained_by_rounding(
    original: ModuleOp,
    inputs: Sequence[Array],
    index: int,
    expected: Array,
    found: Array,
    tolerance: float,
) -> bool:
    """
    Whether result `index` of `original`, which is `expected`, differs from what was `found` by no
    more than the tolerance, or no more than rounding makes it differ from itself. Where rounding
    makes it finite or not, or a number or none, anything goes.
    """
    known = expected.astype(np.complex128)
    reach = np.zeros(expected.shape)
    with np.errstate(all="ignore"):
        for other in _noisy_results(original, inputs, index):
            if other.shape != known.shape:
                return False
            reach = np.maximum(reach, _distance(known, other.astype(np.complex128)))
        away = _distance(known, found.astype(np.complex128))
        allowed = np.fmax(tolerance * (1 + np.abs(known)), MARGIN * reach)
        return bool(np.all((away <= allowed) | np.equal(away, 0)))


def _inexact(array: Array) -> bool:
    return is_float(array.dtype) or is_complex(array.dtype)


def _noisy_results(original: ModuleOp, inputs: Sequence[Array], index: int) -> Sequence[Array]:
    """One result of several runs with noise; none where noise makes the program stop."""
    for whole in (True, False):
        try:
            return [observe(original, Noise(seed, whole), *inputs)[index] for seed in range(RUNS)]
        except OperationError:
            continue
    return []


def _distance(left: Array, right: Array) -> Array:
    """How far numbers are from each other: 0 for what is alike, infinity if one is not finite."""
    alike = np.equal(left, right) | (np.isnan(left) & np.isnan(right))
    finite = np.isfinite(left) & np.isfinite(right)
    return np.where(alike, 0.0, np.where(finite, np.abs(left - right), np.inf))
