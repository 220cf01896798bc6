"""Evaluates the elements rules of cards for the small integer tensors that are parts of shapes."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1
from xdsl.ir import Operation, SSAValue

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Concatenation, Elementwise, Reshaping, Scalar
from disc_shape.cards.hlo_reduction import Reduction
from disc_shape.cards.indices import Index, indices, is_inside, linearized, shape_of
from disc_shape.cards.listing import Items, Listing
from disc_shape.cards.tensor import FromElements
from disc_shape.class_table import Kind
from disc_shape.relations.arithmetic import apply_scalar, is_understood
from disc_shape.relations.contents import elementwise, representable, static_shape
from disc_shape.relations.demand import origin
from disc_shape.relations.integers import Item, complete
from disc_shape.relations.size_table import NoShape
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.value_types import element_count, scalar_type
from disc_shape.symbolic import FALSE, TRUE, Expr, const
from disc_shape.traversal import operands_of

_IS_ELEMENTWISE = Kind(Elementwise)
_IS_LISTING = Kind(Listing)


def has_contents(op: Operation) -> bool:
    """True for operations whose card has a rule for the integers in their results."""
    rule = elements_of(op)
    if rule is None:
        return False
    if _IS_ELEMENTWISE[type(rule)] and isinstance(rule, Elementwise):
        scalar = rule.scalar(op)
        return scalar is not None and is_understood(scalar.function)
    return rule.reads_elements or isinstance(rule, Listing)


class Contents:
    """The elements of the operands of one operation, as expressions."""

    def __init__(self, op: Operation, state: RelationState) -> None:
        self.op = op
        self.state = state
        self._known: dict[SSAValue, Content] = {}

    def items(self, value: SSAValue) -> Content:
        """What a value holds, in row-major order."""
        if value not in self._known:
            self._known[value] = self.state.content(value)
        return self._known[value]

    def element(self, value: SSAValue, index: Index) -> Item | None:
        """An element; None when it is unknown or outside."""
        items, shape = self.items(value), shape_of(value)
        if items is None or not is_inside(index, shape):
            return None
        return items[linearized(index, shape)]

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element that is a known number."""
        item = self.element(value, index)
        return item.constant if isinstance(item, Expr) else None

    def constant(self, number: int) -> Item:
        """A known number."""
        boolean = scalar_type(self.op.results[0].type) == i1
        return (TRUE if number else FALSE) if boolean else const(number)

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[Item]) -> Item | None:
        """A scalar function of elements."""
        return apply_scalar(op, scalar, operands, self.state)


class Lists:
    """The sizes that operands hold, as expressions: a reader of rules that give lists."""

    def __init__(self, state: RelationState) -> None:
        self.state = state

    def items(self, value: SSAValue) -> Sequence[Expr] | None:
        """The integers that a value holds."""
        return self.state.elements(value)

    def rank(self, value: SSAValue) -> int | None:
        """The rank of a value."""
        value = origin(value)
        return self.state.rank(value) if self.state.is_ranked(value) else None

    def size(self, value: SSAValue, axis: int) -> Expr:
        """A size of a ranked value."""
        return self.state.dim(origin(value), axis)

    def number(self, value: SSAValue) -> int | None:
        """A known integer."""
        found = self.state.integer(value)
        return None if found is None else found.constant

    def constant(self, number: int) -> Expr:
        """A known size."""
        return const(number)

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[Expr]) -> Expr | None:
        """A scalar function of sizes."""
        found = apply_scalar(op, scalar, operands, self.state)
        return found if isinstance(found, Expr) else None


def evaluate_elements(op: Operation, state: RelationState) -> Sequence[Content]:
    """What the results of an operation hold by the elements rule of its card."""
    rule = elements_of(op)
    if _IS_LISTING[type(rule)] and isinstance(rule, Listing):
        return [whole(items) for items in rule.lists(op, Lists(state))]
    try:
        first = _first_result(op, state)
    except NoShape:
        first = None
    return [first, *[None] * (len(op.results) - 1)]


def _first_result(op: Operation, state: RelationState) -> Content:
    rule, result = elements_of(op), op.results[0]
    if _IS_ELEMENTWISE[type(rule)] and isinstance(rule, Elementwise):
        scalar = rule.scalar(op)
        return None if scalar is None else apply_elementwise(op, scalar, state)
    if isinstance(rule, Reshaping):
        return carried_over(operands_of(op)[0], result, state)
    if isinstance(rule, FromElements):
        return None if element_count(result.type) is None else joined(operands_of(op), state)
    shape = static_shape(result)
    if rule is None or shape is None:
        return None
    if isinstance(rule, Concatenation) and len(shape) == 1:
        return joined(rule.pieces(op), state)
    reader = Contents(op, state)
    found = [rule.element(op, index, reader) for index in indices(shape)]
    if isinstance(rule, Reduction):
        if any(reader.items(operand) is None for operand in op.operands):
            return None
        return complete(state, result, [representable(state, result, item) for item in found])
    known = tuple(item for item in found if item is not None)
    return known if len(known) == len(found) else None


def whole(items: Items[Expr] | None) -> Content:
    """A list of sizes, if all of them are known."""
    known = tuple(item for item in items or () if item is not None)
    return None if items is None or len(known) < len(items) else known


def apply_elementwise(op: Operation, scalar: Scalar, state: RelationState) -> Content:
    """The contents of a result whose elements are a function of the operands' elements."""

    def rule(*items: Item) -> Item | None:
        return apply_scalar(op, scalar, items, state)

    return elementwise(operands_of(op), op.results[0], rule, state)


def carried_over(operand: SSAValue, result: SSAValue, state: RelationState) -> Content:
    """The contents of an operand that a result has in the same order."""
    items, count = state.content(operand), element_count(result.type)
    return items if items is not None and count in (None, len(items)) else None


def joined(values: Sequence[SSAValue], state: RelationState) -> Content:
    """The elements of all values, one after the other."""
    found: list[Item] = []
    for value in values:
        items = state.content(value)
        if items is None:
            return None
        found += items
    return tuple(found)
