"""
Floats that are at most zero in every iteration of a loop, or NaN.

A softmax subtracts from each number the maximum of all of them, so that no exponential is greater
than 1. Of such numbers exponentials are cheaper: none is infinite.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from enum import Enum

from xdsl.dialects import arith, math, memref, scf
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.traits import is_side_effect_free

from disc_shape.expansions.functions import float_constant
from disc_shape.native.outlining import root_of
from disc_shape.native.routine import NO_ALIAS

DEEPEST = 8
"""Operations that are followed from a number to what tells its sign."""
MOST = 64
"""Pairs of values that are compared for one number: kernels may be long."""


class Sign(Enum):
    """What is known of a float, unless it is NaN."""

    AT_LEAST_ZERO = 1
    AT_MOST_ZERO = -1

    def opposite(self) -> Sign:
        """That of the negative number."""
        return Sign(-self.value)


def is_at_most_zero(op: math.ExpOp) -> bool:
    """Whether an exponential is one of numbers that are at most zero, or NaN."""
    return sign_of(op.operand) is Sign.AT_MOST_ZERO


def sign_of(value: SSAValue, depth: int = DEEPEST) -> Sign | None:
    """The sign of a float, where its definition tells it within so many operations."""
    if depth == 0:
        return None
    match value.owner:
        case math.AbsFOp() | math.ExpOp() | math.SqrtOp():
            return Sign.AT_LEAST_ZERO
        case arith.NegfOp() as op:
            found = sign_of(op.operand, depth - 1)
            return None if found is None else found.opposite()
        case arith.MulfOp() as op if op.lhs is op.rhs:
            return Sign.AT_LEAST_ZERO
        case arith.MulfOp() | arith.DivfOp() as op:
            if isinstance(op, arith.DivfOp) and float_constant(op.rhs) in (None, 0.0):
                return None  # A zero may have either sign, and then its quotients have.
            first = sign_of(op.lhs, depth - 1)
            second = None if first is None else sign_of(op.rhs, depth - 1)
            return None if first is None or second is None else Sign(first.value * second.value)
        case arith.SubfOp() as op if is_maximum(op.rhs, op.lhs, op):
            return Sign.AT_MOST_ZERO
        case arith.ConstantOp():
            number = float_constant(value)
            if number is None:
                return None
            return Sign.AT_LEAST_ZERO if number >= 0 else Sign.AT_MOST_ZERO
        case _:
            return None


def is_maximum(value: SSAValue, element: SSAValue, op: Operation) -> bool:
    """
    Whether a value is the maximum of numbers, among which is one that a loop computes.

        %m = scf.for %i = %c0 to %n step %c1 iter_args(%a = %low) -> (f32) {
          %0 = memref.load %x[%i] : memref<?xf32>
          %1 = arith.maximumf %a, %0 : f32
          scf.yield %1 : f32
        }
        scf.for %j = %c0 to %n step %c1 {
          %2 = memref.load %x[%j] : memref<?xf32>
          %3 = arith.subf %2, %m : f32                  // at most zero
        }
    """
    if not isinstance(value, OpResult) or not isinstance(value.op, scf.ForOp):
        return False
    first, second = value.op, op.parent_op()
    if (
        not isinstance(second, scf.ForOp)
        or first.parent is not second.parent
        or not all(map(is_same_number, first.operands[:3], second.operands[:3]))
    ):
        return False
    carried = first.body.block.args[1 + value.index]
    last = first.body.block.last_op
    assert last is not None
    maximum = last.operands[value.index].owner
    if not isinstance(maximum, arith.MaximumfOp) or maximum.parent is not first.body.block:
        return False
    others = [one for one in maximum.operands if one is not carried]
    if len(others) != 1:
        return False
    return Comparison(first, second).is_same(others[0], element)


def is_same_number(value: SSAValue, other: SSAValue) -> bool:
    """Whether two values are one, or equal constants."""
    return value is other or (
        isinstance(value.owner, arith.ConstantOp)
        and isinstance(other.owner, arith.ConstantOp)
        and value.owner.properties == other.owner.properties
    )


class Comparison:
    """What two loops over the same numbers compute, the second one after the first one."""

    def __init__(self, first: scf.ForOp, second: scf.ForOp) -> None:
        self.first = first
        self.second = second
        self.same: dict[SSAValue, SSAValue] = {counter_of(first): counter_of(second)}
        """Values of the first loop, and those of the second one that equal them."""
        self.left = MOST
        """Pairs that may still be compared."""

    def is_same(self, value: SSAValue, other: SSAValue) -> bool:
        """Whether a value of the first loop equals one of the second loop in the same iteration."""
        if value is other or self.same.get(value) is other:
            return True
        if not isinstance(other, OpResult) or self.left == 0:
            return False
        self.left -= 1
        load = other.op if isinstance(other.op, memref.LoadOp) else None
        stored = None if load is None else self.stored(value, load)
        if stored is None and not self.is_same_operation(value, other):
            return False
        if load is not None and not self.stays(load, stored):
            return False
        self.same[value] = other
        return True

    def is_same_operation(self, value: SSAValue, other: OpResult) -> bool:
        """Whether two values are results of one operation on operands that are the same."""
        if not isinstance(value, OpResult) or value.index != other.index:
            return False
        op, one = value.op, other.op
        return (
            type(op) is type(one)
            and not op.regions
            and (isinstance(op, memref.LoadOp) or is_side_effect_free(op))
            and op.properties == one.properties
            and value.type == other.type
            and self.are_same(op.operands, one.operands)
        )

    def are_same(self, values: Sequence[SSAValue], others: Sequence[SSAValue]) -> bool:
        """Whether each value of the first loop equals one of the second loop."""
        return len(values) == len(others) and all(map(self.is_same, values, others))

    def stored(self, value: SSAValue, load: memref.LoadOp) -> memref.StoreOp | None:
        """The store by which the first loop writes a value where a load of the second one reads."""
        for use in value.uses:
            op = use.operation
            if (
                isinstance(op, memref.StoreOp)
                and op.parent is self.first.body.block
                and op.value is value
                and op.memref is load.memref
                and counter_of(self.first) in op.indices
                and self.are_same(op.indices, load.indices)
            ):
                return op
        return None

    def stays(self, load: memref.LoadOp, stored: memref.StoreOp | None) -> bool:
        """
        Whether what a load in the second loop reads has not been written since the first loop
        began, but by a store there: each iteration may only write the element that it reads.
        """
        for op in between(self.first, self.second):
            for one in op.walk():
                if isinstance(one, memref.StoreOp):
                    harmless = one is stored or self.is_own(one, load)
                    if not harmless and may_share(one.memref, load.memref):
                        return False
                elif not (
                    isinstance(one, memref.LoadOp | scf.ForOp | scf.IfOp | scf.YieldOp)
                    or is_side_effect_free(one)
                ):
                    return False
        return True

    def is_own(self, store: memref.StoreOp, load: memref.LoadOp) -> bool:
        """Whether the second loop writes only the element that it reads in the same iteration."""
        block = self.second.body.block
        return (
            store.parent is load.parent is block
            and load.is_before_in_block(store)
            and store.memref is load.memref
            and list(store.indices) == list(load.indices)
            and counter_of(self.second) in store.indices
        )


def counter_of(loop: scf.ForOp) -> SSAValue:
    """What a loop counts."""
    return loop.body.block.args[0]


def between(first: Operation, last: Operation) -> Iterator[Operation]:
    """Operations of a block from one to another one that is after it."""
    op: Operation | None = first
    while op is not None:
        yield op
        op = None if op is last else op.next_op


def may_share(one: SSAValue, other: SSAValue) -> bool:
    """Whether two buffers may have memory in common: of one function, or of its arguments."""
    left, right = root_of(one), root_of(other)
    return left is right or not (is_alone(left) or is_alone(right))


def is_alone(root: SSAValue) -> bool:
    """Whether a buffer shares memory with no other one."""
    if isinstance(root, OpResult):
        return isinstance(root.op, memref.AllocOp | memref.AllocaOp)
    return isinstance(root, BlockArgument) and is_marked(root.block, root.index)


def is_marked(block: Block, number: int) -> bool:
    """Whether an argument of a function is `llvm.noalias`."""
    function = block.parent_op()
    if not isinstance(function, FuncOp) or function.arg_attrs is None:
        return False
    return NO_ALIAS in function.arg_attrs.data[number].data
