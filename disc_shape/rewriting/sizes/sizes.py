"""
Turns size expressions into SSA values, one value for each distinct size.

Sizes are computed late and where their parts are known: a size of a function argument at the top of
the function, a size of another value right after its definition, arithmetic after the last of its
operands. Equal expressions share one value.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, IntegerType, TensorType
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.constraints.types import fits
from disc_shape.reading.tokens import built
from disc_shape.relations import Anchor, RelationState
from disc_shape.rewriting.conversions import index_cast
from disc_shape.rewriting.sizes.arithmetic import SizeArithmetic
from disc_shape.rewriting.sizes.constants import INDEX, Constants
from disc_shape.rewriting.sizes.inserted import InsertedOperations
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.reading import SizeReader, Visibility
from disc_shape.symbolic import Expr, Select


@cache
def _vector_type(
    element: IndexType | IntegerType, shape: tuple[int, ...]
) -> TensorType[IndexType | IntegerType]:
    """The type of tensors of sizes: a program has few of them, at many operations."""
    return TensorType(element, shape)


class Sizes:
    """The SSA values of sizes in one function."""

    def __init__(
        self,
        state: RelationState,
        order: Order,
        entry: Block,
        visibility: Visibility | None = None,
        *,
        total: bool = False,
    ):
        self.state = state
        self.order = order
        self.entry = entry
        self.visibility = visibility or Visibility()
        self.inserted = InsertedOperations(order, entry)
        """The operations that compute sizes."""
        self._constants = Constants(self.inserted)
        shared = self.inserted, self._constants, self.visibility
        self._reader = SizeReader(state, order, *shared)
        self._arithmetic = SizeArithmetic(state, *shared, self.index, total)
        self._values: dict[Expr, list[SSAValue]] = {}
        self._own_values: dict[Expr, list[SSAValue]] = {}
        self._vectors: dict[tuple[tuple[SSAValue, ...], tuple[int, ...]], SSAValue] = {}
        self._casts: dict[tuple[SSAValue, Attribute], SSAValue] = {}
        self._kept_vectors: dict[tuple[Expr, ...], list[SSAValue]] = {}

    def constant(self, value: int, type: IndexType | IntegerType = INDEX) -> SSAValue:
        """An integer constant, created once at the top of the function."""
        return self._constants.integer(value, type)

    def constant_tensor(self, attr: DenseIntOrFPElementsAttr) -> SSAValue:
        """A constant tensor of integers or truth values, created once at the top."""
        return self._constants.tensor(attr)

    def bounded_divisors(self) -> list[SSAValue]:
        """The divisors in the function that were computed here to be at least 1."""
        return self._arithmetic.bounded_divisors()

    def index(self, size: Expr, user: Operation) -> SSAValue | None:
        """
        A value of type `index` that holds `size` and can be used by `user`. None when there is
        none: a symbol that is defined where it does not dominate the user, or a division whose
        divisor may be zero, unless quotients are `total`.
        """
        if size.constant is not None:
            return self.constant(size.constant) if fits(size.constant) else None
        usable = self.visibility.is_usable(size)
        values = self._values if usable else self._own_values
        for value in values.get(size, ()):
            if self.order.dominates(value, user):
                return value
        reader = self._reader
        value = reader.read(size, user) if usable else reader.read_own(size, user)
        if value is None:
            value = self._arithmetic.compute(size, user)
        if value is None and isinstance(size, Select):
            value = self._arithmetic.select(size, user)
        if value is None and usable:
            value = reader.read_carried(size, user)
        if value is not None:
            values.setdefault(size, []).append(value)
        return value

    def dimension(self, size: Expr, user: Operation) -> Anchor | None:
        """The dimension where a size is defined, if `user` can read it there."""
        return self._reader.dimension(size, user) if self.visibility.is_usable(size) else None

    def tensors(self, sizes: Sequence[Expr], user: Operation) -> Iterator[SSAValue]:
        """The tensors that may have these sizes, of those that `user` can read."""
        if all(map(self.visibility.is_usable, sizes)):
            yield from self._reader.tensors(sizes, user)

    def vector(
        self, sizes: Sequence[Expr], user: Operation, like: TensorType[IntegerType] | None = None
    ) -> SSAValue | None:
        """
        A tensor of sizes that `user` can use: `tensor<nxindex>`, or of the shape and element type
        of `like`. None when one of the sizes cannot be computed.
        """
        element = INDEX if like is None else like.element_type
        type = _vector_type(element, (len(sizes),) if like is None else like.get_shape())
        if all(size.constant is not None for size in sizes):
            numbers = [size.constant for size in sizes if size.constant is not None]
            return self._constants.tensor(DenseIntOrFPElementsAttr.from_list(type, numbers))
        held = self.holder(sizes)
        if held is not None and held.type == type and self.order.dominates(held, user):
            return held
        for kept in self._kept_vectors.get(tuple(sizes), ()):
            if kept.type == type and self.order.dominates(kept, user):
                return kept
        values = [self._element(size, element, user) for size in sizes]
        found = tuple(value for value in values if value is not None)
        if len(found) != len(sizes):
            return None
        key = (found, type.get_shape())
        vector = self._vectors.get(key)
        if vector is None:
            op = built(tensor.FromElementsOp, found, (type,), {}, {})
            self.inserted.insert(op, self.inserted.latest(found))
            vector = self._vectors[key] = op.results[0]
        return vector

    def holder(self, sizes: Sequence[Expr]) -> SSAValue | None:
        """The value of the program that holds these integers, in this order."""
        first = self.state.anchors.get(sizes[0]) if sizes else None
        if first is None:
            return None
        value = first.value
        for position, size in enumerate(sizes):
            if self.state.anchors.get(size) != Anchor(value, position, of_contents=True):
                return None
        return self._reader.latest(value)

    def _element(
        self, size: Expr, type: IndexType | IntegerType, user: Operation
    ) -> SSAValue | None:
        """A size as a scalar of a type that can hold it."""
        if size.constant is not None:
            return self.constant(size.constant, type)
        value = self.index(size, user)
        if value is None or isinstance(type, IndexType):
            return value
        cast = self._casts.get((value, type))
        if cast is None:
            cast = index_cast(value, type)
            if isinstance(cast, Operation):
                self.inserted.insert(cast, value)
                cast = cast.results[0]
            self._casts[value, type] = cast
        return cast

    def keep_vector(self, vector: SSAValue, sizes: Sequence[Expr] | None) -> None:
        """
        Record a vector of the program that stays, since some of its sizes cannot be computed: later
        users that need the same sizes share it.
        """
        if sizes is not None and vector.type == TensorType(INDEX, [len(sizes)]):
            self._kept_vectors.setdefault(tuple(sizes), []).append(vector)

    def forward(self, old: SSAValue, new: SSAValue) -> None:
        """Read from `new` all that was read from `old`, which is replaced."""
        self._reader.forwarded[old] = new

    def own(self, value: SSAValue, axis: int) -> SSAValue:
        """The size of a dimension, read from the value itself whatever it is equal to."""
        return self._reader.read_dim(value, axis)

    def renewed(self, order: Order) -> Sizes:
        """The sizes after a clean-up may have erased inserted operations: none is inserted yet."""
        fresh = Sizes(self.state, order, self.entry, self.visibility)
        fresh._reader.forwarded.update(self._reader.forwarded)
        return fresh
