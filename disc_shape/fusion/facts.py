"""The questions about sizes that decide what may be fused, and the facts that answers may use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Literal

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.cards.indices import shape_of
from disc_shape.dialects.disc_shape.encoding import Symbols, value_symbols
from disc_shape.symbolic import Truth

Level = Literal["none", "static", "equal", "product", "all"]
"""The facts that answers may use, each more than those before: see `Facts`."""

LEVELS: tuple[Level, ...] = ("none", "static", "equal", "product", "all")

Dimension = tuple[SSAValue, int]
"""One dimension of a value."""


class Facts:
    """
    Answers questions about sizes by proof: False where the answer is unknown.

    Levels: `none` of the sizes of two values are known equal; `static` sizes are; so are sizes with
    `equal` symbols, or that the analysis proves equal; `product` equalities relate numbers of
    elements; `all` has what `product` has and the axes that attributes and ranges say do or do not
    expand. The analysis is made when the symbols in the types do not answer a question; without one
    such a question has no answer.
    """

    def __init__(
        self, analysis: Callable[[], ShapeAnalysis] | None = None, level: Level = "all"
    ) -> None:
        self._analyse = analysis
        self._analysis: ShapeAnalysis | None = None
        self._allowed = frozenset(LEVELS[: LEVELS.index(level) + 1])
        self._known: dict[tuple[Dimension, Dimension], bool] = {}
        self._types: dict[SSAValue, tuple[tuple[int, ...], Symbols]] = {}
        """What the types of values show."""

    def allows(self, level: Level) -> bool:
        """Whether answers may use facts of a level."""
        return level in self._allowed

    def _proves_equal(self, one: Dimension, other: Dimension) -> bool:
        """Query the analysis, which is computed when it is first needed."""
        if self._analysis is None and self._analyse is not None:
            self._analysis = self._analyse()
        return self._analysis is not None and self._analysis.equal(one, other).truth is Truth.YES

    def equal(self, one: Dimension, other: Dimension) -> bool:
        """Whether two dimensions have the same size in every legal run."""
        if not self.allows("static"):
            return False
        if one == other:
            return True
        (size, name), (second, name_of_second) = self._shown(one), self._shown(other)
        if size != DYNAMIC_INDEX and second != DYNAMIC_INDEX:
            return size == second
        if not self.allows("equal"):
            return False
        if name is not None and name == name_of_second:
            return True
        found = self._known.get((one, other))
        if found is None:
            found = self._proves_equal(one, other)
            self._known[one, other] = self._known[other, one] = found
        return found

    def _shown(self, dimension: Dimension) -> tuple[int, str | None]:
        """The size and the symbol of a dimension that the type shows."""
        value, axis = dimension
        found = self._types.get(value)
        if found is None:
            shape = shape_of(value)
            found = self._types[value] = shape, value_symbols(value) or (None,) * len(shape)
        shape, names = found
        return shape[axis], names[axis]

    def same_shape(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether two values have the same sizes in every legal run."""
        rank = len(shape_of(one))
        return rank == len(shape_of(other)) and all(
            self.equal((one, axis), (other, axis)) for axis in range(rank)
        )

    def same_count(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether a reshape of one value to the sizes of another is known to keep all elements."""
        shapes = (shape_of(one), shape_of(other))
        if all(DYNAMIC_INDEX not in shape for shape in shapes):
            return self.allows("static") and prod(shapes[0]) == prod(shapes[1])
        # The product equality that a reshape implies holds wherever it runs.
        return self.allows("product") or self._same_but_ones(one, other)

    def _same_but_ones(self, one: SSAValue, other: SSAValue) -> bool:
        """Whether the shapes are the same when sizes of one are left out."""
        left, right = (
            [(value, axis) for axis, size in enumerate(shape_of(value)) if size != 1]
            for value in (one, other)
        )
        return len(left) == len(right) and all(
            self.equal(a, b) for a, b in zip(left, right, strict=True)
        )

    def equal_all(self, ones: Sequence[Dimension], others: Sequence[Dimension]) -> bool:
        """Whether two lists of dimensions have the same sizes, one by one."""
        return len(ones) == len(others) and all(map(self.equal, ones, others))
