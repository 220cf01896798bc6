"""The counterparts of the values of one function: tensors, elements, and sizes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import prod
from typing import cast

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.cards.indices import element_type_of, is_shaped, rank_of, shape_of
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.xdsl_extras.tensor import BitcastOp
from disc_shape.linalg_conversion.facts import Facts
from disc_shape.linalg_conversion.types import converted, kind_of, plain_type
from disc_shape.linalg_conversion.writer import Index, Writer

MAX_ELEMENTS = 16
"""Tensors with more elements are not held as scalars."""

Elements = tuple[SSAValue, ...]


class Values:
    """
    What the values of a function have become.

    A small tensor of sizes, and any tensor of rank 0, may be held as `elements`, scalars in
    row-major order; it becomes a tensor where one is needed. With `whole` all operations are
    converted; else those values that have no counterpart stand for themselves.
    """

    def __init__(self, writer: Writer, facts: Facts | None, whole: bool) -> None:
        self.writer = writer
        self.facts = facts
        self.whole = whole
        self._new: dict[SSAValue, SSAValue] = {}
        self._elements: dict[SSAValue, Elements] = {}
        self.blocks: dict[Block, Block] = {}
        """The counterparts of blocks."""

    # counterparts

    def bind(self, old: SSAValue, new: SSAValue) -> None:
        """Map a value to a tensor or scalar."""
        if is_shaped(old):
            new = self.writer.cast(new, plain_type(old))
        if new.name_hint is None:
            new.name_hint = old.name_hint
        self._new[old] = new

    def bind_argument(self, old: SSAValue, new: SSAValue) -> None:
        """Map an argument of a block to another one."""
        new.name_hint = old.name_hint
        self._new[old] = new

    def bind_elements(self, old: SSAValue, elements: Sequence[SSAValue]) -> None:
        """Map a tensor to scalars."""
        self._elements[old] = tuple(elements)

    def bind_all(self, op: Operation, new: Sequence[SSAValue]) -> None:
        """Let values be the counterparts of the results of an operation."""
        for result, value in zip(op.results, new, strict=True):
            self.bind(result, value)

    def forward(self, old: SSAValue, other: SSAValue) -> None:
        """Let a value be the counterpart of another one of the same elements."""
        if other in self._elements:
            self.bind_elements(old, self._elements[other])
        else:
            self.bind(old, self.tensor(other))

    def tensor(self, old: SSAValue) -> SSAValue:
        """A value as a tensor, or itself if it is no tensor."""
        if old in self._new:
            return self._new[old]
        known = self._elements.get(old)
        if known is not None:
            if not is_shaped(old):
                return known[0]
            type_ = plain_type(old)
            return self.writer.once(
                ("tensor", known, type_), lambda: self.writer.from_elements(known, type_)
            )
        if self.whole:
            raise KeyError(f"{old} has no counterpart")
        if not is_shaped(old) or plain_type(old).element_type == element_type_of(old.type):
            return old
        bits = plain_type(old)
        return self.writer.once(
            ("bits", old), lambda: self.writer.insert(BitcastOp(old, bits)).results[0]
        )

    # elements

    def known_elements(self, old: SSAValue) -> Elements | None:
        """The elements of a small tensor, where they need not be read from it."""
        if old in self._elements:
            return self._elements[old]
        owner = old.owner
        if isinstance(owner, tensor.FromElementsOp) and len(owner.operands) <= MAX_ELEMENTS:
            return tuple(self.tensor(operand) for operand in owner.elements)
        value = owner.value if isinstance(owner, ConstantOp | arith.ConstantOp) else None
        if not isinstance(value, DenseIntOrFPElementsAttr):
            return None
        count = prod(value.get_shape())
        element = cast("Attribute", value.get_element_type())
        if count > MAX_ELEMENTS or kind_of(element) is None:
            return None
        numbers = cast("Sequence[float]", value.get_values())
        if len(numbers) != count:
            numbers = [*numbers] * count
        plain = element_type_of(converted(old.type))
        return tuple(self.writer.constant(number, plain) for number in numbers)

    def elements(self, old: SSAValue) -> Elements:
        """The elements of a small static tensor."""
        known = self.known_elements(old)
        if known is not None:
            return known
        new, shape = self.tensor(old), shape_of(old)
        if not is_shaped(old):
            return (new,)
        return tuple(
            self.writer.extract(new, _delinearized(position, shape))
            for position in range(prod(shape))
        )

    def scalar(self, old: SSAValue) -> SSAValue:
        """The only element of a tensor of rank 0, or a scalar itself."""
        return self.elements(old)[0]

    def integer(self, old: SSAValue, position: int = 0) -> Index:
        """An element of a tensor of sizes or indices, as an index."""
        known = known_integers(old)
        if known is not None:
            return known[position]
        unsigned = kind_of(element_type_of(old.type)) == "unsigned"
        return self.writer.as_index(self.elements(old)[position], unsigned)

    # sizes

    def size(self, old: SSAValue, axis: int) -> Index:
        """The size of a dimension of a value with a counterpart."""
        return self.size_by(old, axis, lambda: self.writer.dim(self.tensor(old), axis))

    def read_sizes(self, values: Iterable[SSAValue]) -> None:
        """Read sizes here, so that values after this that have one of them need not read it."""
        for value in values:
            if rank_of(value):
                self.sizes(value)

    def sizes(self, old: SSAValue) -> list[Index]:
        """The sizes of a value with a counterpart."""
        return [self.size(old, axis) for axis in range(rank_of(old))]

    def size_by(self, old: SSAValue, axis: int, compute: Callable[[], Index]) -> Index:
        """
        The size of a dimension: a number, a value that is known to be equal, or what `compute`
        emits.
        """
        known = shape_of(old)[axis]
        if known != DYNAMIC_INDEX:
            return known
        if self.facts is None:
            return compute()
        keys = self.facts.keys(old, axis)
        number = keys[0][2].constant
        if number is not None:
            return number
        found: Index | None = self.writer.remembered(keys[0])
        if found is None:
            found = compute()
        if not isinstance(found, int):
            for key in keys:
                self.writer.remember(key, found)
        return found


def known_integers(value: SSAValue) -> Sequence[int] | None:
    """The numbers of a small constant of integers."""
    owner = value.owner
    attr = owner.value if isinstance(owner, ConstantOp | arith.ConstantOp) else None
    if isinstance(owner, arith.ConstantOp) and as_tensor(value.type) is None:
        number = getattr(getattr(attr, "value", None), "data", None)
        return [number] if isinstance(number, int) else None
    if not isinstance(attr, DenseIntOrFPElementsAttr):
        return None
    from disc_shape.dialects.hlo.attributes import constant_ints

    return constant_ints(attr)


def _delinearized(position: int, shape: Sequence[int]) -> list[Index]:
    index: list[Index] = []
    for size in reversed(shape):
        index.append(position % size)
        position //= size
    return index[::-1]
