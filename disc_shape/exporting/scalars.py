"""
Elements of small integer tensors as scalars of arith: how sizes leave tensors.

Elements are read where they come from (cards say what an element is), else with `tensor.extract`.
Arithmetic wraps around as that on tensors does; a divisor that may be zero is replaced, since
division by zero is undefined behaviour in arith.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith, tensor
from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    Signedness,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards import elements_of, functions
from disc_shape.cards.elements import Scalar
from disc_shape.cards.functions import COMPARE, ScalarFunction
from disc_shape.cards.indices import Index, is_inside, linearized, shape_of
from disc_shape.cards.scalar_operations import SIGNED, UNSIGNED
from disc_shape.dialects import shape
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.dialects.xdsl_extras.constants import constant_attr, constant_int, width_of
from disc_shape.relations.value_types import as_tensor

INDEX = IndexType()

ELEMENTS_LIMIT = 64
"""Tensors of more elements are data."""

DIVISIONS = (
    functions.DIVIDE,
    functions.REMAINDER,
    functions.FLOOR_DIVIDE,
    functions.CEIL_DIVIDE,
)
PREDICATES = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class ScalarReader:
    """Reads elements of one module; each is computed once, after the tensor that it is of."""

    def __init__(self) -> None:
        self._known: dict[tuple[SSAValue, Index], SSAValue] = {}
        self._constants: dict[tuple[Block, Attribute], SSAValue] = {}
        self._kind: Attribute = INDEX
        self._builder = Builder(InsertPoint(Block()))

    def constant(self, number: int, kind: Attribute | None = None) -> SSAValue:
        """A constant scalar, of the type of the element that is being read when none is given."""
        kind = self._kind if kind is None else kind
        attribute = IntegerAttr(number, integer_type(kind) or INDEX)
        block = entry_block(self._builder.insertion_point.block)
        key = block, attribute
        if key not in self._constants:
            op = arith.ConstantOp.create(result_types=[kind], properties={"value": attribute})
            Builder(InsertPoint.at_start(block)).insert(op)
            self._constants[key] = op.results[0]
        return self._constants[key]

    def at(self, op: Operation) -> Builder:
        """From now on constants and indices serve an operation; a builder before it."""
        self._builder = Builder(InsertPoint.before(op))
        return self._builder

    def elements(self, value: SSAValue) -> list[SSAValue] | None:
        """The elements of a static vector of integers, or of a shape; None for other values."""
        owner = value.owner
        if isinstance(owner, Operation) and owner.name.startswith("shape."):
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
            before = self._builder, self._kind
            self._builder, self._kind = builder_after(value), type_.element_type
            found = self._computed(value, index)
            self._known[key] = self._extracted(value, index) if found is None else found
            self._builder, self._kind = before
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
            return self._cast(arith.IndexCastOp, size, self._kind)
        if op.name.startswith("shape."):
            extents = self.extents(op, value)
            return None if extents is None else extents[index[0]]
        if isinstance(op, arith.IndexCastOp | arith.ExtSIOp | arith.ExtUIOp | arith.TruncIOp):
            return self._cast(type(op), self.read(op.operands[0], index), self._kind)
        if not all(is_small(operand) for operand in op.operands):
            return None
        rule = elements_of(op)
        return None if rule is None or op.regions else rule.element(op, index, self)

    # What the cards' rules ask of a reader.

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
        function, kind = scalar.function, self._kind
        types = [as_tensor(operand.type) for operand in op.operands]
        source = operands[0].type
        if not all(is_integer(value.type) for value in operands) or None in types:
            return None
        unsigned = scalar.unsigned
        if is_unsigned(source):
            return None  # arith has signless integers only.
        if source == i1 and scalar.booleans is not None:
            function = scalar.booleans
        if function is functions.CONVERT:
            return self._converted(operands[0], kind)
        relation = next((name for name, one in COMPARE.items() if one is function), None)
        if relation is not None:
            sign = "" if relation in ("==", "!=") else "u" if unsigned or source == i1 else "s"
            return self._insert(
                arith.CmpiOp(operands[0], operands[1], f"{sign}{PREDICATES[relation]}")
            )
        if function is functions.SELECT:
            return self._insert(arith.SelectOp.create(operands=operands, result_types=[kind]))
        return self._arithmetic(function, list(operands), unsigned)

    def _arithmetic(
        self, function: ScalarFunction, operands: list[SSAValue], unsigned: bool
    ) -> SSAValue | None:
        kind = self._kind
        if function is functions.NEGATE:
            return self._arithmetic(functions.SUBTRACT, [self.constant(0), *operands], unsigned)
        if function is functions.NOT:
            return self._arithmetic(functions.XOR, [self.constant(-1), *operands], unsigned)
        if function is functions.SIGN:
            low, high = self.constant(-1), self.constant(1)
            return self._clamped(low, operands[0], high)
        if function is functions.CLAMP:
            return self._clamped(*operands)
        table = UNSIGNED if unsigned else SIGNED
        if function not in table or len(operands) != 2:
            return None
        if function not in DIVISIONS or constant_int(operands[1]):
            return self._insert(table[function].create(operands=operands, result_types=[kind]))
        zero = self._insert(arith.CmpiOp(operands[1], self.constant(0), "eq"))
        divisor = self._insert(arith.SelectOp(zero, self.constant(1), operands[1]))
        quotient = table[function].create(operands=[operands[0], divisor], result_types=[kind])
        # As the reference semantics and XLA have it.
        other = operands[0] if function is functions.REMAINDER else self.constant(-1)
        return self._insert(arith.SelectOp(zero, other, self._insert(quotient)))

    def _clamped(self, low: SSAValue, number: SSAValue, high: SSAValue) -> SSAValue:
        return self._insert(arith.MinSIOp(self._insert(arith.MaxSIOp(number, low)), high))

    def _converted(self, value: SSAValue, kind: Attribute) -> SSAValue | None:
        if value.type == kind:
            return value
        if not is_integer(kind) or is_unsigned(kind):
            return None
        if INDEX in (value.type, kind):
            if i1 in (value.type, kind):
                return None
            return self._cast(arith.IndexCastOp, value, kind)
        if kind == i1:
            zero = self.constant(0, value.type)
            return self._insert(arith.CmpiOp(value, zero, "ne"))
        if (width_of(value.type) or 0) > (width_of(kind) or 0):
            return self._cast(arith.TruncIOp, value, kind)
        return self._cast(arith.ExtUIOp if value.type == i1 else arith.ExtSIOp, value, kind)

    # Shapes.

    def extents(self, op: Operation, result: SSAValue) -> list[SSAValue] | None:
        """The sizes of a shape that an operation of the shape dialect computes; None if unknown."""
        self._builder, before = builder_after(result), self._builder
        try:
            return self._extents(op, result)
        finally:
            self._builder = before

    def _extents(self, op: Operation, result: SSAValue) -> list[SSAValue] | None:
        match op:
            case shape.ShapeOfOp():
                type_ = as_tensor(op.arg.type)
                if type_ is None:
                    return None
                return [self.size(op.arg, axis) for axis in range(type_.get_num_dims())]
            case shape.ConstShapeOp():
                return [
                    self.constant(number, INDEX)
                    for number in op.shape.iter_values()
                    if isinstance(number, int)
                ]
            case shape.FromExtentsOp():
                return [self.index(operand) for operand in op.operands]
            case shape.FromExtentTensorOp() | shape.ToExtentTensorOp():
                return self.elements(op.operands[0])
            case shape.AnyOp():
                return self.elements(op.operands[0])
            case shape.ConcatOp():
                parts = [self.elements(operand) for operand in op.operands]
                return [one for part in parts if part for one in part] if all_known(parts) else None
            case shape.BroadcastOp():
                parts = [self.elements(operand) for operand in op.operands]
                return self._broadcast(
                    [part for part in parts if part is not None], all_known(parts)
                )
            case shape.SplitAtOp():
                whole, at = self.elements(op.operands[0]), constant_int(op.operands[1])
                if whole is None or at is None:
                    return None
                at = at + len(whole) if at < 0 else at
                return whole[:at] if result is op.results[0] else whole[at:]
            case _:
                return None

    def _broadcast(self, parts: list[list[SSAValue]], known: bool) -> list[SSAValue] | None:
        """The sizes of the common shape of shapes that fit: where one is 1, the other one's."""
        if not known:
            return None
        found: list[SSAValue] = []
        one = self.constant(1, INDEX)
        for place in reversed(range(max(map(len, parts), default=0))):
            aligned = [part[-1 - place] for part in parts if len(part) > place]
            size = aligned[0]
            for other in aligned[1:]:
                if other is not size and constant_int(other) != 1:
                    is_one = self._insert(arith.CmpiOp(size, one, "eq"))
                    size = self._insert(arith.SelectOp(is_one, other, size))
            found.append(size)
        return found

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
        return self._insert(tensor.DimOp(value, self.constant(axis, INDEX)))

    def _extracted(self, value: SSAValue, index: Index) -> SSAValue:
        places = [self.constant(place, INDEX) for place in index]
        op = tensor.ExtractOp.create(operands=[value, *places], result_types=[self._kind])
        return self._insert(op)

    def _cast(self, cast: type[Operation], value: SSAValue, kind: Attribute) -> SSAValue:
        if value.type == kind:
            return value
        return self._insert(cast.create(operands=[value], result_types=[kind]))

    def _insert(self, op: Operation) -> SSAValue:
        return self._builder.insert(op).results[0]


def all_known(parts: Sequence[list[SSAValue] | None]) -> bool:
    """Whether nothing is missing."""
    return None not in parts


def is_small(value: SSAValue) -> bool:
    """True for scalars, and for static tensors of few integers."""
    type_ = as_tensor(value.type)
    if type_ is None:
        return is_integer(value.type)
    count = 1
    for size in type_.get_shape():
        count *= ELEMENTS_LIMIT + 1 if size == DYNAMIC_INDEX else size
    return is_integer(type_.element_type) and count <= ELEMENTS_LIMIT


def is_integer(kind: Attribute) -> bool:
    """Whether a type is that of integers or indices."""
    return isinstance(kind, IndexType | IntegerType)


def is_unsigned(kind: Attribute) -> bool:
    """Whether a type is that of integers without a sign."""
    found = integer_type(kind)
    return found is not None and found.signedness.data is Signedness.UNSIGNED


def integer_type(kind: Attribute) -> IntegerType | None:
    """A type as that of integers of some width; None for other types."""
    return cast("IntegerType", kind) if isinstance(kind, IntegerType) else None


def builder_after(value: SSAValue) -> Builder:
    """A builder right after the definition of a value."""
    if isinstance(value, OpResult):
        return Builder(InsertPoint.after(value.op))
    assert isinstance(value.owner, Block)
    first = value.owner.first_op
    while isinstance(first, arith.ConstantOp):
        first = first.next_op
    return Builder(InsertPoint(value.owner, first))


def entry_block(block: Block) -> Block:
    """The first block of the function around a block, where constants are."""
    parent = block.parent_op()
    while parent is not None and parent.parent is not None and parent.name != "func.func":
        block = parent.parent
        parent = block.parent_op()
    region = block.parent
    return block if region is None else region.blocks[0]
