"""
How far rounding alone moves the results of a program.

A pass may round elsewhere (a decomposition of `cosh` rounds more often than `cosh`), and what
follows may make much of little: a tangent near its pole, single precision widened to double, a
comparison. So a program is run several times with every float moved by one unit in the last place,
up or down by chance; what results then differ by is no fault of a pass.
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

RUNS = 6
"""How often a program is run with noise."""

MARGIN = 10
"""How many times as far as in these runs results may be from each other."""


@dataclass
class Noise:
    """An observer that moves each float that an operation gives by one unit in the last place."""

    seed: int
    random: np.random.Generator = field(init=False)

    def __post_init__(self) -> None:
        self.random = np.random.default_rng(self.seed)

    def enter(self, frame: Frame) -> None: ...

    def leave(self, frame: Frame, results: Sequence[Array]) -> None: ...

    def block_hook(self, block: Block) -> Hook | None: ...

    def hook(self, op: Operation) -> Hook | None:
        def move(frame: Frame, ins: Sequence[Array], outs: Sequence[Array]) -> None:
            for value, array in zip(op.results, outs, strict=True):
                if not isinstance(value.type, MemRefType):
                    frame.values[value] = self.moved(array)

        return move

    def moved(self, array: Array) -> Array:
        """
        The floats beside those of an array, and anything else as it is. Zero stays: it is exact
        wherever it is made.
        """
        if is_complex(array.dtype):
            upward = np.where(self.random.random(array.shape) < 0.5, 1, -1)
            return np.asarray(array * (1 + np.finfo(array.dtype).eps * upward)).astype(array.dtype)
        if not is_float(array.dtype):
            return array
        range_ = finfo(array.dtype)
        limit = np.where(self.random.random(array.shape) < 0.5, range_.max, range_.min)
        beside = np.nextafter(array, limit.astype(array.dtype))
        return np.where(np.equal(array, 0), array, beside).astype(array.dtype)


def explained_by_rounding(
    original: ModuleOp, inputs: Sequence[Array], index: int, expected: Array, found: Array
) -> bool:
    """
    Whether result `index` of `original`, which is `expected`, differs from what was `found` no more
    than rounding makes it differ from itself. Where rounding makes it finite or not, or a number or
    none, anything goes.
    """
    known = expected.astype(np.complex128)
    reach = np.zeros(expected.shape)
    with np.errstate(all="ignore"):
        for seed in range(RUNS):
            try:
                other = observe(original, Noise(seed), *inputs)[index].astype(np.complex128)
            except OperationError:
                return False
            if other.shape != known.shape:
                return False
            reach = np.maximum(reach, _distance(known, other))
        return bool(np.all(_distance(known, found.astype(np.complex128)) <= MARGIN * reach))


def _distance(left: Array, right: Array) -> Array:
    """How far numbers are from each other: 0 for what is alike, infinity if one is not finite."""
    alike = np.equal(left, right) | (np.isnan(left) & np.isnan(right))
    finite = np.isfinite(left) & np.isfinite(right)
    return np.where(alike, 0.0, np.where(finite, np.abs(left - right), np.inf))
