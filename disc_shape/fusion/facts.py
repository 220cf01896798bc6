"""The questions about sizes that decide what may be fused, and the facts that answers may use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Literal

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.cards.indices import rank_of, shape_of
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
        self._rank = LEVELS.index(level)
        self._known: dict[tuple[Dimension, Dimension], bool] = {}
        self._names: dict[SSAValue, Symbols] = {}

    def allows(self, level: Level) -> bool:
        """Whether answers may use facts of a level."""
        return self._rank >= LEVELS.index(level)

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
        sizes = (shape_of(one[0])[one[1]], shape_of(other[0])[other[1]])
        if DYNAMIC_INDEX not in sizes:
            return sizes[0] == sizes[1]
        if not self.allows("equal"):
            return False
        name = self._name_of(one)
        if name is not None and name == self._name_of(other):
            return True
        found = self._known.get((one, other))
        if found is None:
            found = self._proves_equal(one, other)
            self._known[one, other] = self._known[other, one] = found
        return found

    def _name_of(self, dimension: Dimension) -> str | None:
        """The symbol of a dimension, if the type has one."""
        value, axis = dimension
        names = self._names.get(value)
        if names is None:
            names = self._names[value] = value_symbols(value) or (None,) * rank_of(value)
        return names[axis]

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
