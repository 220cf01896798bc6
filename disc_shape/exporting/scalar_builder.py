"""
Arithmetic of arith on scalars of integers and indices, as StableHLO has it on tensors.

It wraps around; a divisor that may be zero is replaced, since division by zero is undefined
behaviour in arith.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.builder import Builder
from xdsl.dialects import arith
from xdsl.dialects.builtin import IndexType, IntegerAttr, IntegerType, Signedness, i1
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.cards import functions
from disc_shape.cards.elements import Scalar
from disc_shape.cards.functions import COMPARE, ScalarFunction
from disc_shape.cards.scalar_operations import SIGNED, UNSIGNED
from disc_shape.dialects.xdsl_extras.constants import constant_int, width_of

INDEX = IndexType()

DIVISIONS = (
    functions.DIVIDE,
    functions.REMAINDER,
    functions.FLOOR_DIVIDE,
    functions.CEIL_DIVIDE,
)
PREDICATES = {"==": "eq", "!=": "ne", "<": "lt", "<=": "le", ">": "gt", ">=": "ge"}


class ScalarBuilder:
    """Inserts scalar operations at one point; equal constants of a function are one."""

    def __init__(self) -> None:
        self.kind: Attribute = INDEX
        """The type of results."""
        self.builder = Builder(InsertPoint(Block()))
        self._constants: dict[tuple[Block, Attribute], SSAValue] = {}

    def constant(self, number: int, kind: Attribute | None = None) -> SSAValue:
        """A constant scalar, of the type of results when none is given."""
        kind = self.kind if kind is None else kind
        attribute = IntegerAttr(number, integer_type(kind) or INDEX)
        block = entry_block(self.builder.insertion_point.block)
        key = block, attribute
        if key not in self._constants:
            op = arith.ConstantOp.create(result_types=[kind], properties={"value": attribute})
            Builder(InsertPoint.at_start(block)).insert(op)
            self._constants[key] = op.results[0]
        return self._constants[key]

    def apply(self, scalar: Scalar, operands: Sequence[SSAValue]) -> SSAValue | None:
        """A scalar function of scalars; None where arith has no form of it."""
        function = scalar.function
        source = operands[0].type
        if not all(is_integer(value.type) for value in operands):
            return None
        unsigned = scalar.unsigned
        if is_unsigned(source):
            return None  # arith has signless integers only.
        if source == i1 and scalar.booleans is not None:
            function = scalar.booleans
        if function is functions.CONVERT:
            return self._converted(operands[0])
        relation = next((name for name, one in COMPARE.items() if one is function), None)
        if relation is not None:
            sign = "" if relation in ("==", "!=") else "u" if unsigned or source == i1 else "s"
            return self.insert(
                arith.CmpiOp(operands[0], operands[1], f"{sign}{PREDICATES[relation]}")
            )
        if function is functions.SELECT:
            return self.insert(arith.SelectOp.create(operands=operands, result_types=[self.kind]))
        return self._arithmetic(function, list(operands), unsigned)

    def _arithmetic(
        self, function: ScalarFunction, operands: list[SSAValue], unsigned: bool
    ) -> SSAValue | None:
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
            return self.insert(table[function].create(operands=operands, result_types=[self.kind]))
        zero = self.insert(arith.CmpiOp(operands[1], self.constant(0), "eq"))
        divisor = self.insert(arith.SelectOp(zero, self.constant(1), operands[1]))
        quotient = table[function].create(operands=[operands[0], divisor], result_types=[self.kind])
        # As the reference semantics and XLA have it.
        other = operands[0] if function is functions.REMAINDER else self.constant(-1)
        return self.insert(arith.SelectOp(zero, other, self.insert(quotient)))

    def _clamped(self, low: SSAValue, number: SSAValue, high: SSAValue) -> SSAValue:
        return self.insert(arith.MinSIOp(self.insert(arith.MaxSIOp(number, low)), high))

    def _converted(self, value: SSAValue) -> SSAValue | None:
        kind = self.kind
        if value.type == kind:
            return value
        if not is_integer(kind) or is_unsigned(kind):
            return None
        if INDEX in (value.type, kind):
            if i1 in (value.type, kind):
                return None
            return self.cast(arith.IndexCastOp, value)
        if kind == i1:
            zero = self.constant(0, value.type)
            return self.insert(arith.CmpiOp(value, zero, "ne"))
        if (width_of(value.type) or 0) > (width_of(kind) or 0):
            return self.cast(arith.TruncIOp, value)
        return self.cast(arith.ExtUIOp if value.type == i1 else arith.ExtSIOp, value)

    def cast(self, cast: type[Operation], value: SSAValue) -> SSAValue:
        """A scalar in the type of results, by an operation unless it has that type."""
        if value.type == self.kind:
            return value
        return self.insert(cast.create(operands=[value], result_types=[self.kind]))

    def insert(self, op: Operation) -> SSAValue:
        """Insert an operation; its first result."""
        return self.builder.insert(op).results[0]


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


def entry_block(block: Block) -> Block:
    """The first block of the function around a block, where constants are."""
    parent = block.parent_op()
    while parent is not None and parent.parent is not None and not isinstance(parent, FuncOp):
        block = parent.parent
        parent = block.parent_op()
    region = block.parent
    return block if region is None else region.blocks[0]
