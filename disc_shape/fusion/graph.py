"""The abstract graph of kernels: nodes with a cost, and how each reads its operands."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Literal

from xdsl.ir import Operation, SSAValue

Cost = Literal["free", "cheap", "dear", "reduction", "contraction"]
"""What evaluating an element of a node once more costs; see the package."""


@dataclass(frozen=True)
class Read:
    """How the iterations of a node read one operand."""

    value: SSAValue
    axes: tuple[int | None, ...] | None
    """
    For each dimension of the operand the dimension of the node's space that is its index, None
    for index 0; None as a whole where indices are no such projection.
    """
    once: bool = True
    """Whether no element is read by two iterations; only used where there are no `axes`."""
    key: Hashable = None
    """Equal for reads of equal index maps; only used where there are no `axes`."""
    is_flat: bool = False
    """Whether elements keep their row-major position: a reshape."""


@dataclass(eq=False)
class Node:
    """An operation that computes elements."""

    op: Operation
    position: int
    """Its position in the block."""
    cost: Cost
    rank: int
    """The number of dimensions of the result; further ones of the space are reduced."""
    reads: tuple[Read, ...]
    reduced: tuple[tuple[SSAValue, int], ...] = ()
    """The dimensions of operands that are reduced, in the order of the space."""
    is_movement: bool = False
    """Whether elements are only moved: transposes, reshapes, slices, broadcasts."""
    readers: list[tuple[Node, Read]] = field(default_factory=list["tuple[Node, Read]"])
    others: list[Operation] = field(default_factory=list[Operation])
    """The readers that are no nodes, terminators included."""
    is_uniform: bool = False
    """Whether all elements are the same one, computed of scalars: any kernel may compute it."""

    @property
    def result(self) -> SSAValue:
        """The (first) value that it computes."""
        return self.op.results[0]

    @property
    def reshapes(self) -> bool:
        """Whether it is a reshape, which by itself is a view and no kernel."""
        return len(self.reads) == 1 and self.reads[0].is_flat

    @property
    def is_bijection(self) -> bool:
        """Whether it only moves all elements to other indices."""
        if not self.is_movement or len(self.reads) != 1:
            return False
        (read,) = self.reads
        axes = set(read.axes or ()) - {None}
        return read.is_flat or (read.axes is not None and len(axes) == len(read.axes) == self.rank)

    @property
    def is_expansion(self) -> bool:
        """Whether it is a broadcast to more dimensions: what it reads is small next to it."""
        if not self.is_movement or len(self.reads) != 1:
            return False
        axes = self.reads[0].axes
        return axes is not None and len(set(axes) - {None}) < self.rank


@dataclass
class Graph:
    """The nodes of one block in program order."""

    nodes: list[Node]
    by_value: dict[SSAValue, Node]
    """The node of each value that one computes, ties of it included."""
    positions: dict[Operation, int]
    """The position of each operation of the block."""
    guarded_until: int = 0
    """The position after which no guard follows, in the block or in the rest of the function."""
