"""What a kernel computes: a graph of elements, each a function of the loops around it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.cards.elements import Scalar
from disc_shape.loops.numbers import Arithmetic, Index, Loop, Number, constant_of


@dataclass(frozen=True)
class Condition:
    """`number >= 0`, or `number == 0`."""

    number: Number
    kind: Literal["ge", "eq"] = "ge"


def open_conditions(conditions: Sequence[Condition]) -> tuple[Condition, ...] | None:
    """The conditions but those that hold in all iterations; None if one holds in none."""
    found: list[Condition] = []
    for one in conditions:
        number = constant_of(one.number)
        if number is None:
            found.append(one)
        elif number < 0 or (one.kind == "eq" and number != 0):
            return None
    return tuple(found)


class Node(ABC):
    """An element as a function of loops. Nodes are compared by identity."""

    @property
    @abstractmethod
    def type(self) -> Attribute:
        """The element type, with its sign."""

    @cached_property
    def loops(self) -> frozenset[Loop]:
        """The loops that it depends on."""
        return frozenset()

    @cached_property
    def operands(self) -> Sequence[Node]:
        """The nodes that it is computed from."""
        return ()

    @cached_property
    def numbers(self) -> Sequence[Number]:
        """The numbers that it is computed from, but for indices of loads."""
        return ()


@dataclass(frozen=True)
class Item(Number):
    """An element that is used as an index."""

    node: Node
    unsigned: bool = False

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return self.node.loops


def joined(nodes: Sequence[Node], numbers: Sequence[Number] = ()) -> frozenset[Loop]:
    """All loops that nodes and numbers depend on."""
    return frozenset[Loop]().union(*(one.loops for one in (*nodes, *numbers)))


@dataclass(frozen=True, eq=False)
class Load(Node):
    """An element of a buffer."""

    buffer: SSAValue
    index: Index
    element_type: Attribute

    @property
    def type(self) -> Attribute:
        return self.element_type

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return joined((), [digit.number for place in self.index for digit in place.digits])

    @cached_property
    def operands(self) -> Sequence[Node]:
        return items_of([digit.number for place in self.index for digit in place.digits])


@dataclass(frozen=True, eq=False)
class Given(Node):
    """A scalar: a value outside of the loops, or a number."""

    value: SSAValue | float
    element_type: Attribute

    @property
    def type(self) -> Attribute:
        return self.element_type


@dataclass(frozen=True, eq=False)
class Apply(Node):
    """A scalar function of elements."""

    op: Operation
    scalar: Scalar | None
    """The function, as the card of the operation gives it; None for one of `elements.OTHERS`."""
    elements: tuple[Node, ...]
    element_type: Attribute

    @property
    def type(self) -> Attribute:
        return self.element_type

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return joined(self.elements)

    @cached_property
    def operands(self) -> Sequence[Node]:
        return self.elements


def is_dear(node: Apply) -> bool:
    """Whether a function costs many times what an addition costs."""
    return node.scalar is not None and node.scalar.function.expensive


@dataclass(frozen=True, eq=False)
class Counter(Node):
    """A number as an element."""

    number: Number
    element_type: Attribute

    @property
    def type(self) -> Attribute:
        return self.element_type

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return self.number.loops

    @cached_property
    def operands(self) -> Sequence[Node]:
        return items_of(self.numbers)

    @cached_property
    def numbers(self) -> Sequence[Number]:
        return (self.number,)


@dataclass(frozen=True, eq=False)
class Choice(Node):
    """One element where all conditions hold, another one elsewhere."""

    conditions: tuple[Condition, ...]
    then: Node
    otherwise: Node

    @property
    def type(self) -> Attribute:
        return self.then.type

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return joined((self.then, self.otherwise), self.numbers)

    @cached_property
    def operands(self) -> Sequence[Node]:
        return (self.then, self.otherwise, *items_of(self.numbers))

    @cached_property
    def numbers(self) -> Sequence[Number]:
        return [one.number for one in self.conditions]


@dataclass(frozen=True, eq=False)
class Reduction(Node):
    """
    Elements combined along loops of its own, from initial values on. It has one or more results;
    as a node it stands for the first.
    """

    op: Operation
    axes: tuple[Loop, ...]
    elements: tuple[Node, ...]
    initial: tuple[Node, ...]
    """The initial values; none for a sum of products, which starts at zero."""
    domain: tuple[Condition, ...]
    """The iterations that count."""
    types: tuple[Attribute, ...]
    """The element types of the results."""

    @property
    def type(self) -> Attribute:
        return self.types[0]

    @cached_property
    def loops(self) -> frozenset[Loop]:
        inner = joined(self.elements, self.numbers)
        return (inner - frozenset(self.axes)) | joined(self.initial)

    @cached_property
    def operands(self) -> Sequence[Node]:
        return (*self.elements, *self.initial, *items_of(self.numbers))

    @cached_property
    def numbers(self) -> Sequence[Number]:
        return [one.number for one in self.domain]


@dataclass(frozen=True, eq=False)
class Result(Node):
    """A result of a reduction."""

    reduction: Reduction
    position: int

    @property
    def type(self) -> Attribute:
        return self.reduction.types[self.position]

    @cached_property
    def loops(self) -> frozenset[Loop]:
        return self.reduction.loops

    @cached_property
    def operands(self) -> Sequence[Node]:
        return (self.reduction,)


def items_of(numbers: Sequence[Number]) -> list[Node]:
    """The elements that numbers are made of."""
    found: list[Node] = []
    stack = list(numbers)
    while stack:
        number = stack.pop()
        if isinstance(number, Item):
            found.append(number.node)
        elif isinstance(number, Arithmetic):
            stack += (number.lhs, number.rhs)
    return found


def reachable(roots: Sequence[Node], replaced: Mapping[Node, Node]) -> Iterator[Node]:
    """
    All nodes that some are computed from, each once, themselves included. Nodes that are `replaced`
    are not computed.
    """
    seen: set[Node] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        node = replaced.get(node, node)
        if node in seen:
            continue
        seen.add(node)
        yield node
        stack += node.operands
