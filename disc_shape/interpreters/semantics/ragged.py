"""Products of ragged data: consecutive rows of one operand belong to one group each."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from xdsl.ir import Operation

from disc_shape.dialects.hlo.ragged import (
    NestedRaggedDotDimensionNumbers,
    RaggedDotDimensionNumbers,
    RaggedNumbers,
)
from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Step, semantics
from disc_shape.interpreters.kernels.arrays import Array, DType, KernelError, index_array
from disc_shape.interpreters.kernels.contraction import dot_general
from disc_shape.interpreters.reading import attribute
from disc_shape.interpreters.semantics.movement import result_dtype


@semantics("hlo.ragged_dot")
def bind_ragged_dot(op: Operation) -> Step:
    """The step of `hlo.ragged_dot`."""
    attr = attribute(op, "ragged_dot_dimension_numbers")
    if not isinstance(attr, RaggedDotDimensionNumbers | NestedRaggedDotDimensionNumbers):
        raise OperationError(f"'{op.name}' has no ragged_dot_dimension_numbers", op)
    numbers, dtype = attr.numbers, result_dtype(op)
    return lambda _frame, ins: (ragged_dot(ins[0], ins[1], ins[2], numbers, dtype),)


def ragged_dot(
    lhs: Array, rhs: Array, group_sizes: Array, numbers: RaggedNumbers, dtype: DType
) -> Array:
    """The product in which each row of the ragged dimension meets its own group's part of `rhs`.

    Rows after the last group give zero. A ragged dimension that is summed over gives one result
    for each group, in front; a batching one does not need its groups.
    """
    ragged = numbers.lhs_ragged[0]
    batching = numbers.lhs_batching, numbers.rhs_batching
    contracting = numbers.lhs_contracting, numbers.rhs_contracting
    if ragged in numbers.lhs_batching:
        return dot_general(lhs, rhs, batching, contracting, dtype)
    groups = rows_of_groups(group_sizes)
    if ragged in numbers.lhs_contracting:
        other = numbers.rhs_contracting[numbers.lhs_contracting.index(ragged)]
        nothing = dot_general(lhs, rhs, batching, contracting, dtype)[np.newaxis][:0]
        parts = [
            dot_general(
                _rows(lhs, ragged, one), _rows(rhs, other, one), batching, contracting, dtype
            )
            for one in groups
        ]
        return np.stack(parts) if parts else nothing
    return _grouped(lhs, rhs, groups, numbers, dtype)


def _rows(array: Array, dimension: int, rows: slice) -> Array:
    """Some rows of one dimension."""
    return array[(slice(None),) * dimension + (rows,)]


def _grouped(
    lhs: Array, rhs: Array, groups: Sequence[slice], numbers: RaggedNumbers, dtype: DType
) -> Array:
    """A part of `rhs` for each group; every row of the result comes from its own one."""
    group, ragged = numbers.rhs_group[0], numbers.lhs_ragged[0]
    if rhs.shape[group] != len(groups):
        raise KernelError(f"{rhs.shape[group]} parts are given for {len(groups)} groups")
    batching = numbers.lhs_batching, tuple(d - (d > group) for d in numbers.rhs_batching)
    contracting = numbers.lhs_contracting, tuple(d - (d > group) for d in numbers.rhs_contracting)
    kept = [d for d in range(lhs.ndim) if d not in (*batching[0], *contracting[0])]
    place = len(batching[0]) + kept.index(ragged)
    some = np.zeros([size for d, size in enumerate(rhs.shape) if d != group], rhs.dtype)
    result = np.zeros(dot_general(lhs, some, batching, contracting, dtype).shape, dtype)
    for index, rows in enumerate(groups):
        part = np.take(rhs, index, group)
        found = dot_general(_rows(lhs, ragged, rows), part, batching, contracting, dtype)
        result[(slice(None),) * place + (rows,)] = found
    return result


def rows_of_groups(group_sizes: Array) -> list[slice]:
    """The rows of each group: they follow each other."""
    if group_sizes.ndim != 1:
        raise KernelError(
            f"group sizes of rank {group_sizes.ndim} are not supported, expected rank 1"
        )
    ends = [0, *np.cumsum(index_array(group_sizes)).tolist()]
    return [slice(low, high) for low, high in pairwise(ends)]
