"""Reads sizes from the values of a program: dimensions of tensors, and computed integers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import IndexType, IntegerType, MemRefType, TensorType, i64
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.narrow import is_unsigned
from disc_shape.dialects.hlo.op import STABLEHLO, HloOp, prefix_of
from disc_shape.reading.tokens import built
from disc_shape.relations import Anchor, RelationState
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.sizes.constants import INDEX, Constants
from disc_shape.rewriting.sizes.inserted import InsertedOperations
from disc_shape.rewriting.sizes.order import Order
from disc_shape.symbolic import Expr

Sources = dict[Expr, list[tuple[Expr, Anchor]]]
"""
Where to read a size, each with the symbol that is read there: the fact that makes the two equal may
be a fact of that symbol alone, and inferred later.
"""


class Visibility:
    """Which facts about sizes may be used: all of them, unless a subclass restricts it."""

    def is_usable(self, size: Expr, /) -> bool:
        """
        False for a size of which some facts must not be used. Such a size is computed from its own
        symbols, each read where it is defined, and shares nothing with sizes known to be equal.
        """
        return True

    def is_known_at(self, size: Expr, value: SSAValue) -> bool:
        """
        False for a size some facts of which follow from a guard after the definition of a value.
        """
        return True


class SizeReader:
    """Reads the sizes of one function from its values."""

    def __init__(
        self,
        state: RelationState,
        order: Order,
        inserted: InsertedOperations,
        constants: Constants,
        visibility: Visibility,
    ):
        self.state = state
        self.order = order
        self.inserted = inserted
        self.constants = constants
        self.visibility = visibility
        self.forwarded: dict[SSAValue, SSAValue] = {}
        """Values that were replaced, with their replacements."""
        self._sources: Sources = {}
        self._carried: Sources | None = None
        self._shapes: dict[tuple[Expr, ...], dict[Block, list[SSAValue]]] | None = None
        canonical = state.prover.canonical
        for symbol, anchor in self._known_anchors():
            self._sources.setdefault(symbol, []).append((symbol, anchor))
            known = canonical(symbol)
            if known is not symbol and known.constant is None:
                self._sources.setdefault(known, []).append((symbol, anchor))

    def read(self, size: Expr, user: Operation) -> SSAValue | None:
        """
        A usable size, read from a value where it is defined; None if no such value dominates
        `user`.
        """
        return self._read(self._usable(self._sources, size), user)

    def read_own(self, size: Expr, user: Operation) -> SSAValue | None:
        """A size, read where its own symbol is defined."""
        return self._read(
            [anchor for symbol, anchor in self._known_anchors() if symbol is size], user
        )

    def read_carried(self, size: Expr, user: Operation) -> SSAValue | None:
        """A usable size, read from any tensor with a dimension of that size."""
        return self._read(self._usable(self._carriers(), size), user)

    def dimension(self, size: Expr, user: Operation) -> Anchor | None:
        """The dimension where a usable size is defined; None if `user` cannot read it."""
        for anchor in self._usable(self._sources, size):
            anchor = anchor._replace(value=self.latest(anchor.value))
            if not anchor.of_contents and self._is_readable(anchor.value, user):
                return anchor
        return None

    def tensors(self, sizes: Sequence[Expr], user: Operation) -> Iterator[SSAValue]:
        """The tensors that may have these sizes and that `user` can read, the earliest first."""
        if self._shapes is None:
            self._shapes = self._tensors_by_shape()
        found = self._shapes.get(tuple(map(self.state.prover.canonical, sizes)), {})
        for block in self.order.dominating_blocks(user):
            for value in found.get(block, ()):
                latest = self.latest(value)
                if self._is_readable(latest, user):
                    yield latest
                elif not is_erased(value) and not self.order.dominates(value, user):
                    break  # The others of this block come later still.

    def _tensors_by_shape(self) -> dict[tuple[Expr, ...], dict[Block, list[SSAValue]]]:
        """The tensors of each shape in each block, in program order."""
        shapes: dict[tuple[Expr, ...], dict[Block, list[SSAValue]]] = {}
        canonical = self.state.prover.canonical
        for value, known in self.state.known_sizes():
            block = value.owner if isinstance(value.owner, Block) else value.owner.parent
            if block is not None and isinstance(value.type, TensorType):
                by_block = shapes.setdefault(tuple(map(canonical, known)), {})
                by_block.setdefault(block, []).append(value)
        for by_block in shapes.values():
            for values in by_block.values():
                values.sort(key=self.order.definition)
        return shapes

    def _is_readable(self, value: SSAValue, user: Operation) -> bool:
        return not is_erased(value) and self.order.dominates(value, user)

    def read_dim(self, value: SSAValue, axis: int) -> SSAValue:
        """The size of a dimension, read from the value itself."""
        return self._read_dim(Anchor(value, axis, of_contents=False))

    def latest(self, value: SSAValue) -> SSAValue:
        """The value itself, or what has replaced it."""
        while value in self.forwarded:
            value = self.forwarded[value]
        return value

    def _usable(self, sources: Sources, size: Expr) -> Sequence[Anchor]:
        return [
            anchor
            for own, anchor in sources.get(size, ())
            if own is size or self.visibility.is_usable(own)
        ]

    def _carriers(self) -> Sources:
        """For each size, the dimensions that have it, in program order."""
        if self._carried is None:
            carried: Sources = {}
            canonical = self.state.prover.canonical
            for value, sizes in self.state.known_sizes():
                for position, size in enumerate(sizes):
                    if size.constant is None:
                        anchor = Anchor(value, position, of_contents=False)
                        carried.setdefault(canonical(size), []).append((size, anchor))
            self._carried = carried
        return self._carried

    def _known_anchors(self) -> Iterator[tuple[Expr, Anchor]]:
        yield from self.state.anchors.items()
        yield from self.state.other_anchors

    def _read(self, anchors: Sequence[Anchor], user: Operation) -> SSAValue | None:
        for anchor in anchors:
            anchor = anchor._replace(value=self.latest(anchor.value))
            if self.order.dominates(anchor.value, user):
                return self._read_contents(anchor) if anchor.of_contents else self._read_dim(anchor)
        return None

    def _read_dim(self, anchor: Anchor) -> SSAValue:
        index = self.constants.integer(anchor.position)
        kind = _buffer_dim() if isinstance(anchor.value.type, MemRefType) else tensor.DimOp
        op = built(kind, (anchor.value, index), (INDEX,), {}, {})
        self.inserted.insert(op, anchor.value)
        return op.results[0]

    def _read_contents(self, anchor: Anchor) -> SSAValue:
        value = anchor.value
        type = as_tensor(value.type)
        if type is not None:
            if is_unsigned(type.element_type):
                value, type = self._signless(value, type)
            indices = self._indices(anchor.position, type.get_shape())
            element = tensor.ExtractOp.create(
                operands=[value, *indices], result_types=[type.element_type]
            )
            self.inserted.insert(element, value)
            value = element.results[0]
        if isinstance(value.type, IndexType):
            return value
        kind = arith.IndexCastOp if isinstance(value.type, IntegerType) else _size_to_index()
        cast = kind.create(operands=[value], result_types=[INDEX])
        self.inserted.insert(cast, value)
        return cast.results[0]

    def _signless(
        self, value: SSAValue, type: TensorType[Attribute]
    ) -> tuple[SSAValue, TensorType[Attribute]]:
        """Unsigned integers as signless ones, which alone `arith` knows."""
        owner = value.owner
        prefix = prefix_of(owner.name) if isinstance(owner, HloOp) else STABLEHLO
        wide = TensorType[Attribute](i64, type.get_shape())
        op = final(ConvertOp, prefix).create(operands=[value], result_types=[wide])
        self.inserted.insert(op, value)
        return op.results[0], wide

    def _indices(self, flat: int, shape: Sequence[int]) -> list[SSAValue]:
        indices: list[int] = []
        for size in reversed(shape):
            indices.append(flat % size)
            flat //= size
        return [self.constants.integer(index) for index in reversed(indices)]


def _size_to_index() -> type[Operation]:
    """The operation that gives the number in a `!shape.size`."""
    from disc_shape.dialects.shape import SizeToIndexOp

    return SizeToIndexOp


def _buffer_dim() -> type[Operation]:
    """The operation that reads a size of a buffer, which few programs have at this level."""
    from xdsl.dialects.memref import DimOp

    return DimOp


def is_erased(value: SSAValue) -> bool:
    """True for the result of an operation that is gone."""
    return isinstance(value.owner, Operation) and value.owner.parent is None
