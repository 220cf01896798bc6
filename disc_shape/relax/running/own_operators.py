"""Operators without an HLO form, in numpy: effects, aliases, sizes that depend on data."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias

import numpy as np

from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.operators.effects import CONDITION, formatted
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.running.suppression import suppressed, suppressed_by_class
from disc_shape.relax.running.values import Scalar, Value, as_array, describe

Own: TypeAlias = Callable[[OperatorOp, Sequence[Value]], Value]


def tensor(value: Value, index: int = 0) -> Array:
    """An operand that is a tensor."""
    array = as_array(value)
    if array is None:
        raise OperatorError(f"operand {index} is {describe(value)}, expected a tensor")
    return array


def number(value: Value) -> int:
    """A scalar operand."""
    if not isinstance(value, Scalar):
        raise OperatorError(f"an operand is {describe(value)}, expected a scalar")
    return int(value.number)


def hint_on_device(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """The operand itself."""
    return operands[0]


def shown(values: Sequence[Value]) -> list[str]:
    """Values as messages show them."""
    return [str(one.number) if isinstance(one, Scalar) else str(one) for one in values]


def print_(op: OperatorOp, operands: Sequence[Value]) -> Value:
    """Prints values; unit."""
    print(formatted(str(op.values()["format"] or ""), shown(operands)))
    return ()


def assert_op(op: OperatorOp, operands: Sequence[Value]) -> Value:
    """Ends the run unless the condition holds; unit."""
    condition, *values = operands
    holds = number(condition) if isinstance(condition, Scalar) else tensor(condition).item()
    if not holds:
        text = formatted(str(op.values()["format"] or CONDITION), shown(values))
        raise GuardError(f"{op.name}: {text}", op)
    return ()


def nonzero(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """The indices of what is not zero: a row for each dimension."""
    value = tensor(operands[0])
    if value.ndim == 0:
        return np.zeros((0, int(bool(value))), np.int64)
    return np.stack(np.nonzero(value)).astype(np.int64)


def unique(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """The distinct elements in order, and what else is requested."""
    value = tensor(operands[0])
    flags = [bool(number(one)) for one in operands[2:5]]
    axis = number(operands[5]) if len(operands) > 5 else None
    found = np.unique(value, True, True, True, axis)
    rest = [
        np.asarray(one, np.int64).reshape(-1)
        for one, wanted in zip(found[1:], flags, strict=True)
        if wanted
    ]
    return (found[0], *rest) if rest else found[0]


def dynamic_strided_slice(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """Python's slices, at indices that are data."""
    value, *bounds = [tensor(one, index) for index, one in enumerate(operands)]
    if any(one.shape != (value.ndim,) for one in bounds):
        raise OperatorError(f"begin, end and strides have {value.ndim} elements each")
    begins, ends, steps = ([int(one) for one in bound] for bound in bounds)
    if 0 in steps:
        raise OperatorError("a step is 0")
    return value[tuple(map(slice, begins, ends, steps))].copy()


OWN: Mapping[str, Own] = {
    "hint_on_device": hint_on_device,
    "print": print_,
    "assert_op": assert_op,
    "nonzero": nonzero,
    "unique": unique,
    "dynamic_strided_slice": dynamic_strided_slice,
    "vision.non_max_suppression": suppressed,
    "vision.all_class_non_max_suppression": suppressed_by_class,
}
"""What each operator does."""
