"""
Elements of small integer tensors as scalars of arith: how sizes leave tensors.

Elements are read where they come from (cards say what an element is), else with `tensor.extract`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, DenseIntOrFPElementsAttr
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards import elements_of
from disc_shape.cards.elements import Scalar
from disc_shape.cards.indices import Index, is_inside, linearized, shape_of
from disc_shape.cards.listing import Listing
from disc_shape.cards.scalar_operations import SIGNED
from disc_shape.dialects import shape
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.xdsl_extras.constants import constant_attr, constant_int
from disc_shape.exporting.scalar_builder import INDEX, ScalarBuilder, is_integer
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.sizes.comparison import broadcast

ELEMENTS_LIMIT = 64
"""Tensors of more elements are data."""


class ScalarElements:
    """Reads elements of one module; each is computed once, after the tensor that it is of."""

    def __init__(self) -> None:
        self._known: dict[tuple[SSAValue, Index], SSAValue] = {}
        self._scalars = ScalarBuilder()

    def constant(self, number: int, kind: Attribute | None = None) -> SSAValue:
        """A constant scalar, of the type of the element that is being read when none is given."""
        return self._scalars.constant(number, kind)

    def at(self, op: Operation) -> Builder:
        """From now on constants and indices serve an operation; a builder before it."""
        self._scalars.builder = Builder(InsertPoint.before(op))
        return self._scalars.builder

    def elements(self, value: SSAValue) -> list[SSAValue] | None:
        """The elements of a static vector of integers, or of a shape; None for other values."""
        owner = value.owner
        if isinstance(owner, Operation) and owner.dialect_name() == shape.Shape.name:
            return self.extents(owner, value)
        type_ = as_tensor(value.type)
        if type_ is None or type_.get_num_dims() != 1 or not is_small(value):
            return None
        return [self.read(value, (position,)) for position in range(type_.get_shape()[0])]

    def read(self, value: SSAValue, index: Index) -> SSAValue:
        """An element of a tensor of integers, as a scalar; () for a scalar."""
        type_ = as_tensor(value.type)
        if type_ is None:
            return value
        key = value, index
        if key not in self._known:
            scalars = self._scalars
            before = scalars.builder, scalars.kind
            scalars.builder, scalars.kind = builder_after(value), type_.element_type
            found = self._computed(value, index)
            self._known[key] = self._extracted(value, index) if found is None else found
            scalars.builder, scalars.kind = before
        return self._known[key]

    def _computed(self, value: SSAValue, index: Index) -> SSAValue | None:
        """An element computed of what computes the tensor; None where the tensor is data."""
        if not isinstance(value, OpResult) or value is not value.op.results[0]:
            return None
        op = value.op
        attribute = constant_attr(value)
        if isinstance(attribute, DenseIntOrFPElementsAttr):
            numbers = list(attribute.iter_values())
            number = numbers[linearized(index, shape_of(value)) if len(numbers) > 1 else 0]
            return self.constant(number) if isinstance(number, int) else None
        if isinstance(op, GetDimensionSizeOp):
            size = self.size(op.operands[0], int_of(op.dimension))
            return self._scalars.cast(arith.IndexCastOp, size)
        if op.dialect_name() == shape.Shape.name:
            extents = self.extents(op, value)
            return None if extents is None else extents[index[0]]
        if isinstance(op, arith.IndexCastOp | arith.ExtSIOp | arith.ExtUIOp | arith.TruncIOp):
            return self._scalars.cast(type(op), self.read(op.operands[0], index))
        if not all(is_small(operand) for operand in op.operands):
            return None
        rule = elements_of(op)
        return None if rule is None or op.regions else rule.element(op, index, self)

    # The reader that `elements` rules of cards use.

    def element(self, value: SSAValue, index: Index) -> SSAValue | None:
        """An element of an operand; None for one that does not exist."""
        if as_tensor(value.type) is not None and not is_inside(index, shape_of(value)):
            return None
        return self.read(value, index)

    def integer(self, value: SSAValue, index: Index) -> int | None:
        """An element of an index operand when it is constant."""
        return constant_int(self.read(value, index)) if is_small(value) else None

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[SSAValue]) -> SSAValue | None:
        """A scalar function of elements."""
        types = [as_tensor(operand.type) for operand in op.operands]
        return None if None in types else self._scalars.apply(scalar, operands)

    # Shapes.

    def extents(self, op: Operation, result: SSAValue) -> list[SSAValue] | None:
        """The sizes of a shape that an operation of the shape dialect computes; None if unknown."""
        scalars = self._scalars
        scalars.builder, before = builder_after(result), scalars.builder
        try:
            return self._extents(op, result)
        finally:
            scalars.builder = before

    def _extents(self, op: Operation, result: SSAValue) -> list[SSAValue] | None:
        if isinstance(op, shape.BroadcastOp):
            parts = [self.elements(operand) for operand in op.operands]
            known = [part for part in parts if part is not None]
            if len(known) < len(parts):
                return None
            return broadcast(known, self.constant(1, INDEX), self._scalars.builder.insert)[0]
        rule = elements_of(op)
        if not isinstance(rule, Listing):
            return None
        lists = rule.lists(op, Sizes(self, self._scalars))
        (items,) = [one for one, of in zip(lists, op.results, strict=True) if of is result]
        found = [item for item in items or () if item is not None]
        return None if items is None or len(found) < len(items) else found

    def index(self, value: SSAValue) -> SSAValue:
        """A size as an index, whatever its type."""
        owner = value.owner
        if not isinstance(owner, shape.IndexToSizeOp | shape.SizeToIndexOp):
            return value
        return self.index(owner.operands[0])

    def size(self, value: SSAValue, axis: int) -> SSAValue:
        """The size of a dimension of a tensor."""
        static = shape_of(value)[axis]
        if static != DYNAMIC_INDEX:
            return self.constant(static, INDEX)
        return self._scalars.insert(tensor.DimOp(value, self.constant(axis, INDEX)))

    def _extracted(self, value: SSAValue, index: Index) -> SSAValue:
        places = [self.constant(place, INDEX) for place in index]
        op = tensor.ExtractOp.create(operands=[value, *places], result_types=[self._scalars.kind])
        return self._scalars.insert(op)


class Sizes:
    """Sizes as scalars: the reader of rules that give lists."""

    def __init__(self, elements: ScalarElements, scalars: ScalarBuilder) -> None:
        self.elements = elements
        self.scalars = scalars

    def items(self, value: SSAValue) -> list[SSAValue] | None:
        """The sizes in a shape, or the one size that a value is."""
        if as_tensor(value.type) is not None or isinstance(value.type, shape.ShapeType):
            return self.elements.elements(value)
        return [self.elements.index(value)]

    def rank(self, value: SSAValue) -> int | None:
        """The rank of a tensor."""
        type_ = as_tensor(value.type)
        return None if type_ is None else type_.get_num_dims()

    def size(self, value: SSAValue, axis: int) -> SSAValue:
        """A size of a tensor."""
        return self.elements.size(value, axis)

    def number(self, value: SSAValue) -> int | None:
        """A constant."""
        return constant_int(self.elements.index(value))

    def constant(self, number: int) -> SSAValue:
        """A constant."""
        return self.elements.constant(number, INDEX)

    def apply(self, op: Operation, scalar: Scalar, operands: Sequence[SSAValue]) -> SSAValue:
        """A function of sizes, which are no divisors of 0."""
        kind = SIGNED[scalar.function]
        return self.scalars.insert(kind.create(operands=operands, result_types=[INDEX]))


def is_small(value: SSAValue) -> bool:
    """True for scalars, and for static tensors of few integers."""
    type_ = as_tensor(value.type)
    if type_ is None:
        return is_integer(value.type)
    count = 1
    for size in type_.get_shape():
        count *= ELEMENTS_LIMIT + 1 if size == DYNAMIC_INDEX else size
    return is_integer(type_.element_type) and count <= ELEMENTS_LIMIT


def builder_after(value: SSAValue) -> Builder:
    """A builder right after the definition of a value."""
    if isinstance(value, OpResult):
        return Builder(InsertPoint.after(value.op))
    assert isinstance(value.owner, Block)
    first = value.owner.first_op
    while isinstance(first, arith.ConstantOp):
        first = first.next_op
    return Builder(InsertPoint(value.owner, first))
