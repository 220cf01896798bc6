"""Evaluators of MLIR's affine dialect: sizes and offsets of tiles, written as maps."""

from __future__ import annotations

from functools import reduce

from xdsl.dialects import affine
from xdsl.ir import SSAValue
from xdsl.ir.affine import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineSymExpr,
)

from disc_shape.relations.integers import at_least
from disc_shape.relations.machine import holds
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.symbolic import Expr, ceildiv, const, minimum


def applied(
    map: AffineExpr, dims: list[Expr], symbols: list[Expr], result: SSAValue, state: RelationState
) -> Expr | None:
    """
    What an index expression gives; None where it divides by what may not be positive, which is
    undefined, and for data that may have wrapped before it is divided.
    """
    match map:
        case AffineConstantExpr():
            return const(map.value)
        case AffineDimExpr():
            return dims[map.position]
        case AffineSymExpr():
            return symbols[map.position]
        case AffineBinaryOpExpr():
            left = applied(map.lhs, dims, symbols, result, state)
            right = applied(map.rhs, dims, symbols, result, state)
            if left is None or right is None:
                return None
            return combined(map.kind, left, right, result, state)
        case _:
            return None


def combined(
    kind: AffineBinaryOpKind, left: Expr, right: Expr, result: SSAValue, state: RelationState
) -> Expr | None:
    """Two index expressions put together."""
    if kind is AffineBinaryOpKind.Add:
        return left + right
    if kind is AffineBinaryOpKind.Mul:
        return left * right
    if not at_least(state, right, 1):
        return None
    if result not in state.into_shapes and not holds(result, left, state):
        return None
    if kind is AffineBinaryOpKind.Mod:
        return left % right
    return left // right if kind is AffineBinaryOpKind.FloorDiv else ceildiv(left, right)


def values_of(op: affine.ApplyOp | affine.MinOp, state: RelationState) -> list[Expr] | None:
    """What each result of the map of an operation gives; None where one is unknown."""
    numbers = [state.integer(operand) for operand in op.operands]
    known = [number for number in numbers if number is not None]
    if len(known) != len(numbers):
        return None
    count, result = op.map.data.num_dims, op.results[0]
    found = [
        applied(map, known[:count], known[count:], result, state) for map in op.map.data.results
    ]
    values = [value for value in found if value is not None]
    return values if len(values) == len(found) else None


@evaluates(affine.ApplyOp)
def apply(op: affine.ApplyOp, state: RelationState) -> Content:
    """Evaluate each result of the map at the integers of the operands."""
    values = values_of(op, state)
    return None if values is None else tuple(values)


@evaluates(affine.MinOp)
def least(op: affine.MinOp, state: RelationState) -> Content:
    """The smallest result of the map, unless one of them may wrap."""
    values = values_of(op, state)
    if not values:
        return None
    wraps = op.result not in state.into_shapes
    if wraps and not all(holds(op.result, value, state) for value in values):
        return None
    return (reduce(minimum, values),)
