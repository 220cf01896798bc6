"""Groups of values with corresponding dimensions, and what each layout of a group moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.analysis.module import FunctionFacts
from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.movement import TransposeOp
from disc_shape.dialects.hlo.narrow import complex_part, integer_width
from disc_shape.layout.absorb import CHEAP, is_plain, reading, writing
from disc_shape.layout.members import connected, has_dimensions
from disc_shape.layout.orders import Order, inverse, is_identity, order_of
from disc_shape.symbolic import Expr, Truth, const, product

CANDIDATES = 8
"""The most layouts of a group that are compared."""


@dataclass
class Group:
    """Values of one block whose dimensions correspond, and the operations that connect them."""

    orders: dict[SSAValue, tuple[int, ...]] = field(
        default_factory=dict["SSAValue", "tuple[int, ...]"]
    )
    """For each dimension of a value the one of the group that it is."""
    ops: list[Operation] = field(default_factory=list["Operation"])

    @property
    def transposes(self) -> list[TransposeOp]:
        """The transposes inside that move elements."""
        found = [op for op in self.ops if isinstance(op, TransposeOp)]
        return [op for op in found if not is_identity(order_of(op))]

    @property
    def layouts(self) -> list[tuple[int, ...]]:
        """The orders of its values, in the order of the program."""
        return list(dict.fromkeys(self.orders.values()))[:CANDIDATES]

    def stored(self, value: SSAValue, layout: Order) -> tuple[int, ...]:
        """The order in which the dimensions of a value are stored in a layout."""
        order = self.orders[value]
        return tuple(order.index(axis) for axis in layout)


class Classes:
    """Equivalence classes of values, with the order of each relative to its class."""

    def __init__(self) -> None:
        self._parents: dict[SSAValue, tuple[SSAValue, tuple[int, ...]]] = {}

    def find(self, value: SSAValue) -> tuple[SSAValue, tuple[int, ...]]:
        """The representative of a value, and the dimension of it for each of the value's."""
        order = tuple(range(rank_of(value)))
        path: list[SSAValue] = []
        while value in self._parents:
            path.append(value)
            value, step = self._parents[value]
            order = tuple(step[axis] for axis in order)
        total = tuple(range(len(order)))
        for one in reversed(path):
            _, step = self._parents[one]
            total = tuple(total[axis] for axis in step)
            self._parents[one] = value, total
        return value, order

    def join(self, value: SSAValue, other: SSAValue, order: Order) -> bool:
        """
        Let each dimension of `other` correspond to the one of `value` that an order gives. False
        where dimensions of them correspond in another order already.
        """
        root, first = self.find(value)
        leaf, second = self.find(other)
        expected = [first[axis] for axis in order]
        if root is leaf:
            return list(second) == expected
        pairs = sorted(zip(second, expected, strict=True))
        self._parents[leaf] = root, tuple(axis for _, axis in pairs)
        return True


def groups_of(block: Block) -> list[Group]:
    """The groups of the values of a block, in the order of the program."""
    classes = Classes()
    inside: dict[Operation, list[SSAValue]] = {}
    for op in block.ops:
        if found := connected(op):
            inside[op] = found
            for value in found[1:]:
                classes.join(found[0], value, range(rank_of(value)))
    for op in block.ops:
        if not isinstance(op, TransposeOp) or not is_plain(op):
            continue
        found = [op.operand, op.result]
        ranked = all(map(has_dimensions, found))
        if ranked and classes.join(op.operand, op.result, order_of(op)):
            inside[op] = found
    groups: dict[SSAValue, Group] = {}
    for op in block.ops:
        for value in inside.get(op, ()):
            root, order = classes.find(value)
            group = groups.setdefault(root, Group())
            group.orders.setdefault(value, order)
            if op not in group.ops[-1:]:
                group.ops.append(op)
    return list(groups.values())


@dataclass
class Traffic:
    """What transposes at the border of a group move in one layout."""

    count: int
    bytes: Expr


def bytes_of(value: SSAValue, facts: FunctionFacts) -> Expr:
    """The bytes of a tensor."""
    element = element_type_of(value.type)
    part = complex_part(element) or element
    bits = part.bitwidth if isinstance(part, AnyFloat) else integer_width(part) or 64
    width = max(bits // 8, 1) * (1 if part is element else 2)
    normal = facts.derived.state.prover.normal
    return product(map(normal, facts.derived.state.raw_dims(value))) * width


def crossings(group: Group, layout: Order) -> Iterator[SSAValue]:
    """
    The values that a transpose moves in a layout: on their way in, where the operation outside
    cannot give them in that order, or on their way out, where one outside needs another.
    """
    ops = set(group.ops)
    for value in group.orders:
        order = group.stored(value, layout)
        if is_identity(order):
            continue
        owner = value.owner
        if owner not in ops:
            if isinstance(owner, Block) or writing(owner, order) is None:
                yield value
                continue  # Outside uses the value as it is.
            if isinstance(owner, CHEAP):
                continue
        if not absorbed(value, inverse(order), ops.__contains__):
            yield value


def absorbed(value: SSAValue, order: Order, is_inside: Callable[[Operation], bool]) -> bool:
    """Whether all uses outside of a group can read a value in another order."""
    return all(
        is_inside(use.operation) or reading(use.operation, use.index, order) is not None
        for use in value.uses
    )


def traffic(group: Group, layout: Order, facts: FunctionFacts) -> Traffic:
    """What a layout moves."""
    moved = list(crossings(group, layout))
    return Traffic(len(moved), sum((bytes_of(one, facts) for one in moved), const(0)))


def traffic_now(group: Group, facts: FunctionFacts) -> Traffic:
    """What the transposes inside a group move."""
    moved = [op.result for op in group.transposes]
    return Traffic(len(moved), sum((bytes_of(one, facts) for one in moved), const(0)))


def best_layout(group: Group, facts: FunctionFacts) -> tuple[int, ...] | None:
    """
    The layout that moves least, by proof no more than the transposes of a group do; None where
    there is none with fewer transposes.
    """
    if not group.transposes:
        return None
    prover = facts.derived.state.prover
    best: tuple[int, ...] | None = None
    least = traffic_now(group, facts)
    for layout in group.layouts:
        found = traffic(group, layout, facts)
        if found.count < least.count and prover.le(found.bytes, least.bytes).truth is Truth.YES:
            best, least = layout, found
    return best
