"""
Conditions on sizes as StableHLO operations on tensors of rank 0.

Nothing else goes into the operands of a `shape_assertion`: JAX and XLA fold these operations once
the sizes are known, and know no others. Sizes are read as `i32`, as JAX reads them; sums and
products are formed as `i64`, where they do not wrap.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import reduce

from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    IntegerType,
    TensorType,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.dialects.hlo.binary import (
    AddOp,
    AndOp,
    BinaryOp,
    DivOp,
    MaxOp,
    MinOp,
    MulOp,
    OrOp,
    RemOp,
    SubtractOp,
)
from disc_shape.dialects.hlo.comparison import CompareOp, SelectOp
from disc_shape.dialects.hlo.conversion import ConvertOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr, ComparisonTypeAttr
from disc_shape.dialects.hlo.factory import final, final_attribute
from disc_shape.dialects.hlo.op import STABLEHLO, HloOp
from disc_shape.dialects.hlo.sizes import GetDimensionSizeOp
from disc_shape.symbolic import (
    FALSE,
    TRUE,
    And,
    Comparison,
    Cond,
    Const,
    Expr,
    FloorDiv,
    Max,
    Min,
    Mod,
    Or,
    Product,
    Prover,
    Select,
    Sum,
    Symbol,
    sym,
)
from disc_shape.symbolic.nodes import postorder

DIRECTIONS = {"==": "EQ", "!=": "NE", "<": "LT", "<=": "LE", ">": "GT", ">=": "GE"}

Dimension = tuple[SSAValue, int]
"""A ranked value and one of its dimensions."""


def can_be_checked(condition: Cond) -> bool:
    """
    Whether a condition can be computed: its numbers fit into 64 bits, and its divisors are positive
    for all sizes.
    """
    prover = Prover()
    for node in postorder(condition):
        if isinstance(node, Sum):
            numbers = [node.constant_term, *(factor for _, factor in node.terms)]
        else:
            numbers = [node.number] if isinstance(node, Const) else []
        if any(abs(number) >= 1 << 63 for number in numbers):
            return False
        if isinstance(node, FloorDiv | Mod):
            low = prover.bounds(node.rhs)[0]
            if low is None or low <= 0:
                return False
    return True


class HloConditions:
    """Puts the operations of conditions before one operation."""

    def __init__(self, block: Block, before: Operation, dimensions: Mapping[str, Dimension]):
        self.block = block
        self.before = before
        self.dimensions = dimensions
        """Where the size of each symbol is read."""
        self._made: dict[tuple[object, Attribute], SSAValue] = {}
        self._prover = Prover()

    def size(self, name: str) -> SSAValue:
        """The size of a symbol as `tensor<i32>`."""
        return self._int(sym(name), i32)

    def truth(self, condition: Cond) -> SSAValue:
        """A condition for which `can_be_checked` is true, as `tensor<i1>`."""
        key = condition, i1
        if key not in self._made:
            self._made[key] = self._truth(condition)
        return self._made[key]

    def _truth(self, condition: Cond) -> SSAValue:
        match condition:
            case Comparison():
                width = i64 if _needs_room(condition) else i32
                sides = [self._int(side, width) for side in (condition.lhs, condition.rhs)]
                return self._compare(condition.op, sides)
            case And() | Or():
                base = AndOp if isinstance(condition, And) else OrOp
                parts = [self.truth(part) for part in condition.args]
                return reduce(lambda left, right: self._add(base, [left, right], i1), parts)
            case _ if condition in (TRUE, FALSE):
                return self._constant(int(condition is TRUE), i1)
            case _:
                raise TypeError(f"{condition} is no condition on sizes")

    def _int(self, size: Expr, width: IntegerType) -> SSAValue:
        key = size, width
        if key not in self._made:
            self._made[key] = self._number(size, width)
        return self._made[key]

    def _number(self, size: Expr, width: IntegerType) -> SSAValue:
        match size:
            case Const():
                return self._constant(size.number, width)
            case Symbol():
                if width != i32:
                    return self._add(ConvertOp, [self._int(size, i32)], width)
                value, axis = self.dimensions[size.name]
                dimension = {"dimension": IntegerAttr(axis, i64)}
                return self._add(GetDimensionSizeOp, [value], i32, dimension)
            case Sum():
                terms = [self._scaled(term, factor, width) for term, factor in size.terms]
                if size.constant_term:
                    terms.append(self._constant(size.constant_term, width))
                return self._chain(AddOp, terms, width)
            case Product():
                factors = [base for base, power in size.factors for _ in range(power)]
                return self._chain(MulOp, [self._int(one, width) for one in factors], width)
            case Min() | Max():
                base = MinOp if isinstance(size, Min) else MaxOp
                return self._chain(base, [self._int(one, width) for one in size.args], width)
            case FloorDiv():
                return self._quotient(size, width)
            case Mod():
                return self._remainder(size, width)
            case Select():
                arms = [self._int(one, width) for one in (size.then, size.other)]
                return self._add(SelectOp, [self.truth(size.cond), *arms], width)
            case _:
                raise TypeError(f"{size} is no size")

    def _scaled(self, term: Expr, factor: int, width: IntegerType) -> SSAValue:
        value = self._int(term, width)
        if factor == 1:
            return value
        return self._add(MulOp, [value, self._constant(factor, width)], width)

    def _quotient(self, size: FloorDiv, width: IntegerType) -> SSAValue:
        """`divide` rounds to zero: a dividend that may be negative is made a multiple first."""
        lhs, rhs = self._int(size.lhs, width), self._int(size.rhs, width)
        if self._may_be_negative(size.lhs):
            rest = self._int(size.lhs % size.rhs, width)
            lhs = self._add(SubtractOp, [lhs, rest], width)
        return self._add(DivOp, [lhs, rhs], width)

    def _remainder(self, size: Mod, width: IntegerType) -> SSAValue:
        """`remainder` has the sign of the dividend, ours never is negative."""
        lhs, rhs = self._int(size.lhs, width), self._int(size.rhs, width)
        rest = self._add(RemOp, [lhs, rhs], width)
        if not self._may_be_negative(size.lhs):
            return rest
        above = self._add(AddOp, [rest, rhs], width)
        negative = self._compare("<", [rest, self._constant(0, width)])
        return self._add(SelectOp, [negative, above, rest], width)

    def _may_be_negative(self, size: Expr) -> bool:
        low = self._prover.bounds(size)[0]
        return low is None or low < 0

    # operations

    def _chain(
        self, base: type[BinaryOp], values: Sequence[SSAValue], width: IntegerType
    ) -> SSAValue:
        return reduce(lambda left, right: self._add(base, [left, right], width), values)

    def _compare(self, op: str, sides: Sequence[SSAValue]) -> SSAValue:
        words: dict[str, Attribute] = {
            "comparison_direction": final_attribute(ComparisonDirectionAttr, STABLEHLO)(
                DIRECTIONS[op]
            ),
            "compare_type": final_attribute(ComparisonTypeAttr, STABLEHLO)("SIGNED"),
        }
        return self._add(CompareOp, sides, i1, words)

    def _constant(self, number: int, width: IntegerType) -> SSAValue:
        key = number, width
        if key not in self._made:
            value = DenseIntOrFPElementsAttr.from_list(TensorType(width, []), [number])
            self._made[key] = self._add(ConstantOp, [], width, {"value": value})
        return self._made[key]

    def _add(
        self,
        base: type[HloOp],
        operands: Sequence[SSAValue],
        element: IntegerType,
        properties: Mapping[str, Attribute] | None = None,
    ) -> SSAValue:
        op = final(base, STABLEHLO).create(
            operands=operands,
            result_types=[TensorType(element, [])],
            properties=dict(properties or {}),
        )
        self.block.insert_ops_before([op], self.before)
        return op.results[0]


def _needs_room(condition: Comparison) -> bool:
    """True when 32 bits may not hold the numbers of a condition on sizes of 32 bits."""
    return any(
        isinstance(node, Sum | Product) or (isinstance(node, Const) and abs(node.number) >= 1 << 31)
        for node in postorder(condition)
    )
