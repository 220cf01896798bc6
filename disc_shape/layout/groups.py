"""Groups of values with corresponding dimensions, and what each layout of a group moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count

from xdsl.dialects.builtin import AnyFloat
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.analysis.module import FunctionFacts
from disc_shape.cards.indices import element_type_of, rank_of
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.movement import TransposeOp
from disc_shape.dialects.hlo.narrow import complex_part, integer_width
from disc_shape.layout.absorb import CHEAP, is_plain, reading, writing
from disc_shape.layout.members import connected, has_dimensions, reduced
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
        """
        The orders of its values, in the order of the program; the dimensions that a value does not
        have come where other values have them.
        """
        orders = list(dict.fromkeys(self.orders.values()))
        return list(dict.fromkeys(completed(one, orders) for one in orders[:CANDIDATES]))

    def stored(self, value: SSAValue, layout: Order) -> tuple[int, ...]:
        """The order in which the dimensions of a value are stored in a layout."""
        places = {axis: place for place, axis in enumerate(self.orders[value])}
        return tuple(places[axis] for axis in layout if axis in places)


def completed(order: Order, others: Sequence[Order]) -> tuple[int, ...]:
    """
    An order with all dimensions of others: each comes after the one before it there.

        (0, 2) with (0, 1, 2) => (0, 1, 2)
    """
    found = list(order)
    for other in others:
        place = 0
        for axis in other:
            if axis not in found:
                found.insert(place, axis)
            place = found.index(axis) + 1
    return tuple(found)


class Classes:
    """
    Equivalence classes of values. A class has dimensions, some of which each of its values has, in
    some order.
    """

    def __init__(self) -> None:
        self._parents: dict[SSAValue, tuple[SSAValue, tuple[int, ...]]] = {}
        self._counts: dict[SSAValue, int] = {}

    def find(self, value: SSAValue) -> tuple[SSAValue, tuple[int, ...]]:
        """The representative of a value, and the dimension of the class for each of the value's."""
        path: list[SSAValue] = []
        root = value
        while root in self._parents:
            path.append(root)
            root, _ = self._parents[root]
        total = tuple(range(self._count(root)))
        for one in reversed(path):
            _, step = self._parents[one]
            total = tuple(total[axis] for axis in step)
            self._parents[one] = root, total
        return root, total[: rank_of(value)]

    def _count(self, root: SSAValue) -> int:
        """The number of dimensions of the class of a representative; its own come first."""
        return self._counts.get(root, rank_of(root))

    def join(self, value: SSAValue, other: SSAValue, pairs: Sequence[tuple[int, int]]) -> bool:
        """
        Let dimensions of `value` correspond to dimensions of `other`. False where dimensions of
        them correspond in another way already.
        """
        root, first = self.find(value)
        leaf, second = self.find(other)
        if root is leaf:
            return all(first[one] == second[two] for one, two in pairs)
        known = {second[two]: first[one] for one, two in pairs}
        fresh = count(self._count(root))
        axes = [known[axis] if axis in known else next(fresh) for axis in range(self._count(leaf))]
        self._parents[leaf] = root, tuple(axes)
        self._counts[root] = next(fresh)
        return True


def groups_of(block: Block, with_reductions: bool = True) -> list[Group]:
    """
    The groups of the values of a block, in the order of the program. Reductions connect values too
    if asked: their inputs have dimensions that their results do not have.
    """
    classes = Classes()
    inside: dict[Operation, Iterable[SSAValue]] = {}
    for op in block.ops:
        if found := connected(op):
            inside[op] = found
            for value in found[1:]:
                classes.join(found[0], value, [(axis, axis) for axis in range(rank_of(value))])
    for op in block.ops:
        if not isinstance(op, TransposeOp) or not is_plain(op):
            continue
        found = [op.operand, op.result]
        pairs = list(zip(order_of(op), count(), strict=False))
        if all(map(has_dimensions, found)) and classes.join(op.operand, op.result, pairs):
            inside[op] = found
    for op in block.ops if with_reductions else ():
        axes = reduced(op)
        if axes and all(
            classes.join(op.operands[0], value, list(zip(order, count(), strict=False)))
            for value, order in axes.items()
        ):
            inside[op] = axes
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
    """What transposes at the border of a group, and copies of operations there, write."""

    count: int
    """The transposes."""
    bytes: Expr


def bytes_of(value: SSAValue, facts: FunctionFacts) -> Expr:
    """The bytes of a tensor."""
    element = element_type_of(value.type)
    part = complex_part(element) or element
    bits = part.bitwidth if isinstance(part, AnyFloat) else integer_width(part) or 64
    width = max(bits // 8, 1) * (1 if part is element else 2)
    normal = facts.derived.state.prover.normal
    return product(map(normal, facts.derived.state.raw_dims(value))) * width


def crossings(group: Group, layout: Order) -> Iterator[tuple[SSAValue, int]]:
    """
    The values that are written once more in a layout, with the number of transposes: on their way
    in, where the operation outside cannot give them in that order or is copied, or on their way
    out, where one outside needs another.
    """
    ops = set(group.ops)
    for value in group.orders:
        order = group.stored(value, layout)
        if is_identity(order):
            continue
        owner = value.owner
        if owner not in ops:
            if isinstance(owner, Block) or writing(owner, order) is None:
                yield value, 1
                continue  # Outside uses the value as it is.
            if isinstance(owner, CHEAP):
                if not isinstance(owner, ConstantOp) and not all(
                    map(ops.__contains__, users(value))
                ):
                    yield value, 0
                continue
        if not absorbed(value, inverse(order), ops.__contains__):
            yield value, 1


def users(value: SSAValue) -> Iterator[Operation]:
    """The operations that read a value."""
    return (use.operation for use in value.uses)


def absorbed(value: SSAValue, order: Order, is_inside: Callable[[Operation], bool]) -> bool:
    """Whether all uses outside of a group can read a value in another order."""
    return all(
        is_inside(use.operation) or reading(use.operation, use.index, order) is not None
        for use in value.uses
    )


def traffic(group: Group, layout: Order, facts: FunctionFacts) -> Traffic:
    """What a layout moves."""
    found = list(crossings(group, layout))
    moved = sum((bytes_of(value, facts) for value, _ in found), const(0))
    return Traffic(sum(number for _, number in found), moved)


def traffic_now(group: Group, facts: FunctionFacts) -> Traffic:
    """What the transposes inside a group move."""
    moved = [op.result for op in group.transposes]
    return Traffic(len(moved), sum((bytes_of(one, facts) for one in moved), const(0)))


def best_layout(group: Group, facts: FunctionFacts) -> tuple[int, ...] | None:
    """
    The layout that moves least, by proof no more than the transposes of a group do; None where
    there is none with fewer transposes, or as many that move fewer bytes.
    """
    if not group.transposes:
        return None
    prover = facts.derived.state.prover
    best: tuple[int, ...] | None = None
    least = traffic_now(group, facts)
    for layout in group.layouts:
        found = traffic(group, layout, facts)
        if found.count > least.count or prover.le(found.bytes, least.bytes).truth is not Truth.YES:
            continue
        equal = found.count == least.count
        if equal and prover.le(least.bytes, found.bytes).truth is Truth.YES:
            continue
        best, least = layout, found
    return best
