"""The values that operands should have: scalars, conditions and integers, from shared sizes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, Operation, OpResult, SSAValue

from disc_shape.class_table import Kind
from disc_shape.dialects.disc_shape import DelinearizeOp, LinearizeOp
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.relations import evaluator_of
from disc_shape.relations.demand import source_operands
from disc_shape.relations.guards import is_guard
from disc_shape.relations.machine import holds
from disc_shape.relations.value_types import SHAPE_TYPE, as_tensor, element_count, scalar_type
from disc_shape.rewriting.conversions import index_cast
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.sizes.conditions import condition_value
from disc_shape.rewriting.sizes.inserted import UsedInteger
from disc_shape.symbolic import Expr, negate
from disc_shape.traversal import operands_of, types_of

INDEX_SPACES = (LinearizeOp, DelinearizeOp)
"""Index arithmetic that names the sizes of its spaces."""

MAX_CHAIN = 64
"""Computations are followed back over at most so many operations to see how long they are."""


_IS_OF_FRONT_END = Kind(HloOp, func.CallOp)


class OperandValues:
    """Computes the operands of one function anew where that is shorter; None to leave one."""

    def __init__(self, rewriter: Rewriter):
        self.rewriter = rewriter
        self.sizes = rewriter.sizes

    def scalar(self, op: Operation, operand: SSAValue) -> SSAValue | None:
        """An operand of one element: an index, a condition or an integer used as data."""
        type = operand.type
        if scalar_type(type) == i1:
            return self._condition(op, operand) if is_guard(op) else self._decided(op, operand)
        items = self.rewriter.elements(operand)
        if items is None or len(items) != 1 or element_count(type) != 1:
            return None
        if type.__class__ is IndexType:
            # Positions and indices stay what they are, so that later passes can cancel them.
            stays = isinstance(operand.owner, INDEX_SPACES) and items[0].constant is None
            return None if stays else self.sizes.index(items[0], op)
        return self._number(op, operand, items[0])

    def _decided(self, op: Operation, operand: SSAValue) -> SSAValue | None:
        """
        A condition used as data, when it is the same in every legal run.

            %1 = arith.cmpi sge, %s, %c0 : index
            %2 = arith.select %1, %a, %b : f32
        =>
            %true = arith.constant true
            %2 = arith.select %true, %a, %b : f32
        """
        condition = self.rewriter.state.condition(operand)
        block = op.parent
        if condition is None or block is None or isinstance(operand.owner, arith.ConstantOp):
            return None
        if self.rewriter.proves(condition):
            truth = 1
        elif self.rewriter.proves(negate(condition)):
            truth = 0
        else:
            return None
        constant = arith.ConstantOp(IntegerAttr(truth, i1))
        block.insert_ops_before([constant], op)
        if op.regions or op.successors:
            self.rewriter.discoveries.note()
        return self._packed(constant.result, operand, op)

    def _condition(self, op: Operation, operand: SSAValue) -> SSAValue | None:
        """
        The condition of a guard that stays, by the facts known before the guard.

            %9 = stablehlo.compare EQ, %8, %c0 ...      // after a page of arithmetic: s % 4 == 0
            stablehlo.custom_call @shape_assertion(%9, ...) ...
        =>
            %r = arith.remsi %s, %c4 : index
            %ok = arith.cmpi eq, %r, %c0 : index
            %t = tensor.from_elements %ok : tensor<i1>
            stablehlo.custom_call @shape_assertion(%t, ...) ...
        """
        guard = self.rewriter.guards.get(op)
        if guard is None or guard.condition is None or operand is not op.operands[0]:
            return None
        if is_lean(operand, guard.condition.size):
            return None
        value = condition_value(guard.condition, op, self.sizes)
        if value is not None and guard.conditional:
            # Facts of a loop or branch are forgotten after it; in it the condition may be shorter.
            self.rewriter.discoveries.note()
        return None if value is None else self._packed(value, operand, op)

    def _number(self, op: Operation, operand: SSAValue, number: Expr) -> SSAValue | None:
        """
        An integer used as data, computed from sizes when that is shorter.

            %q = select(...)                // a page of arithmetic: s // 4
            %f = stablehlo.convert %q : (tensor<i32>) -> tensor<f32>
        =>
            %0 = arith.floordivsi %s, %c4 : index
            %1 = arith.index_cast %0 : index to i32
            %2 = tensor.from_elements %1 : tensor<i32>
            %f = stablehlo.convert %2 : (tensor<i32>) -> tensor<f32>
        """
        if is_lean(operand, number.size + 2) or self._is_read(number):
            return None
        element = as_integer(operand.type)
        if number.constant is not None:
            return self._constant(number.constant, operand, op)
        value = self.sizes.index(number, op)
        block = op.parent
        if value is None or block is None or element is None:
            return None
        cast = index_cast(value, element)
        if isinstance(cast, SSAValue):
            return self._packed(cast, operand, op)
        block.insert_ops_before([cast], op)
        packed = self._packed(cast.results[0], operand, op)
        is_read = holds(value, number, self.rewriter.state)
        self.sizes.inserted.integers[cast] = UsedInteger(packed, is_read)
        return packed

    def integers(self, op: Operation, operand: SSAValue) -> SSAValue | None:
        """
        A shape operand that must hold integers of a given type, computed from shared sizes when
        that is shorter.

            %p = stablehlo.concatenate %a, %b, dim = 0      // a page of arithmetic for each
            %1 = "stablehlo.dynamic_conv"(%x, %k, %p) ...
        =>
            %0 = arith.index_cast %s : index to i32
            %p = tensor.from_elements %0, %0 : tensor<1x2xi32>
            %1 = "stablehlo.dynamic_conv"(%x, %k, %p) ...
        """
        items = self.rewriter.elements(operand)
        type, element = as_tensor(operand.type), as_integer(operand.type)
        if not items or type is None or element is None or element.width.data < 32:
            return None
        if isinstance(operand.owner, ConstantOp):
            return None
        different = {item for item in items if item.constant is None}
        if different and is_lean(operand, 1 + sum(1 + item.size for item in different)):
            return None
        return self.sizes.vector(items, op, TensorType(element, type.get_shape()))

    def shape(self, op: Operation, operand: SSAValue) -> SSAValue | None:
        """
        A shape used as data, computed from shared sizes when that is no longer.

            %2 = shape.broadcast %0, %1 : tensor<2xindex>, tensor<2xindex> -> tensor<2xindex>
            return %2 : tensor<2xindex>             // %0 is [%a, 1], %1 is [1, %b]
        =>
            %2 = tensor.from_elements %a, %b : tensor<2xindex>
            return %2 : tensor<2xindex>
        """
        items, type = self.rewriter.elements(operand), operand.type
        if items is None or not isinstance(operand, OpResult) or evaluator_of(operand.op) is None:
            return None
        different = {item for item in items if item.constant is None}
        cost = 1 + sum(item.size for item in different)
        made = isinstance(operand.op, tensor.FromElementsOp)
        if not made and count_operations(operand, cost) < cost:
            return None
        vector = self.sizes.vector(items, op)
        return None if vector is None else as_shape(vector, type, op)

    def are_shorter(self, vectors: Sequence[SSAValue]) -> bool:
        """
        True for vectors of integers that are read from data and computed in a few operations, if no
        other fact shows more of them: as vectors of `index` their elements would be read and cast,
        and put together again.
        """
        reads = False
        for vector in vectors:
            known = self.rewriter.elements(vector) or ()
            if known != self.rewriter.state.raw_elements(vector):
                return False
            items = {item for item in known if item.constant is None}
            reads |= any(self._is_read(symbol) for item in items for symbol in item.symbols)
            if items and not is_lean(vector, 1 + sum(1 + item.size for item in items)):
                return False
        return reads

    def _is_read(self, number: Expr) -> bool:
        """True for an integer that a value of the program holds: there is nothing to compute."""
        anchor = self.rewriter.state.anchors.get(number)
        return anchor is not None and anchor.of_contents

    def _constant(self, number: int, like: SSAValue, user: Operation) -> SSAValue | None:
        """A constant of the type of `like`, right before its user."""
        block, vector = user.parent, as_tensor(like.type)
        element = as_integer(like.type)
        if block is None or element is None:
            return None
        if vector is None:
            op = arith.ConstantOp(IntegerAttr(number, element))
        else:
            type = TensorType(element, vector.shape)
            op = arith.ConstantOp(DenseIntOrFPElementsAttr.from_list(type, [number]))
        block.insert_ops_before([op], user)
        return op.result

    def _packed(self, value: SSAValue, like: SSAValue, user: Operation) -> SSAValue:
        """A scalar as a tensor of one element where `like` is one."""
        block = user.parent
        vector = as_tensor(like.type)
        if block is None or vector is None:
            return value
        pack = tensor.FromElementsOp.create(operands=[value], result_types=[vector])
        block.insert_ops_before([pack], user)
        return pack.results[0]


def as_integer(type: Attribute) -> IntegerType | None:
    """The integer type of a scalar or of the elements of a tensor."""
    element = scalar_type(type)
    return cast("IntegerType", element) if isinstance(element, IntegerType) else None


def is_lean(value: SSAValue, size: int) -> bool:
    """
    True for block arguments, and for what a front end computes in at most `size` operations. What
    this package has computed is computed anew, so that a second run gives the same text.
    """
    if not isinstance(value, OpResult):
        return True
    return _IS_OF_FRONT_END[type(value.op)] and chain_length(value) <= size


def holds_shape(type: Attribute) -> bool:
    """True for vectors of `index` and for the shapes of MLIR's shape dialect."""
    vector = as_tensor(type)
    if vector is None:
        return type.name == SHAPE_TYPE
    return vector.element_type.__class__ is IndexType and len(vector.shape.data) == 1


def as_shape(vector: SSAValue, type: Attribute, user: Operation) -> SSAValue | None:
    """A vector of sizes as a shape of a type that an operation uses; None for other types."""
    block = user.parent
    if vector.type == type:
        return vector
    if type.name != SHAPE_TYPE or block is None:
        return None
    from disc_shape.dialects.shape import FromExtentTensorOp  # loaded with the first shape

    shape = FromExtentTensorOp(vector)
    block.insert_ops_before([shape], user)
    return shape.results[0]


def count_operations(shape: OpResult, limit: int) -> int:
    """How many operations compute a shape, constants aside; no more than `limit` are counted."""
    seen: set[Operation] = set()
    work: list[SSAValue] = [shape]
    while work and len(seen) < limit:
        current = work.pop()
        if not isinstance(current, OpResult) or current.op in seen:
            continue
        sources = list(source_operands(current.op))
        if evaluator_of(current.op) is not None and (sources or current.op.operands):
            seen.add(current.op)
            work.extend(sources)
    return len(seen)


def chain_length(value: SSAValue) -> int:
    """
    How many operations compute an integer or condition from sizes and constants; at most about
    `MAX_CHAIN`.
    """
    seen: set[Operation] = set()
    work = [value]
    while work and len(seen) < MAX_CHAIN:
        current = work.pop()
        if not isinstance(current, OpResult) or current.op in seen:
            continue
        op = current.op
        operands = operands_of(op)
        if not operands or evaluator_of(op) is None:
            continue
        if None in map(element_count, types_of(operands)):
            continue
        seen.add(op)
        work.extend(operands)
    return len(seen)
