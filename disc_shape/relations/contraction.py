"""Relations of contractions: sums over dimensions that both operands share."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.contraction import DotGeneralOp, DotOp, EinsumOp, UnaryEinsumOp
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr

if TYPE_CHECKING:
    from disc_shape.dialects.hlo.ragged import SparseDotOp


def pairwise(
    op: Operation,
    what: str,
    lhs: Sequence[Expr],
    rhs: Sequence[Expr],
    pairs: Iterable[tuple[int, int]],
    state: RelationState,
) -> None:
    """State that dimensions of two operands are equal in pairs."""
    for left, right in pairs:
        why = f"{what} dimensions {left} and {right} of '{op.name}' operands are one size"
        state.equal(lhs[left], rhs[right], op, why)


def contracted(
    op: DotGeneralOp | SparseDotOp, state: RelationState, same_contracting: bool = True
) -> bool:
    """
    State the sizes of a sum over the contracting dimensions of two operands, which are equal in
    pairs unless an operand holds only some of its elements.
    """
    numbers = op.dot_dimension_numbers
    assert isinstance(numbers, DotDimensionNumbers)
    lhs, rhs = state.dims(op.lhs), state.dims(op.rhs)
    left_batch, right_batch = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    left_inner, right_inner = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    pairwise(op, "batching", lhs, rhs, zip(left_batch, right_batch, strict=True), state)
    if same_contracting:
        pairwise(op, "contracting", lhs, rhs, zip(left_inner, right_inner, strict=True), state)
    sizes = [lhs[index] for index in left_batch]
    sizes += free_dimensions(lhs, {*left_batch, *left_inner})
    sizes += free_dimensions(rhs, {*right_batch, *right_inner})
    state.define_all(op.result, sizes, op, f"free dimensions of '{op.name}'")
    return True


@relation("DotGeneral", "StableHLO, dot_general (c9), (c10), (c12)", DotGeneralOp)
def dot_general(op: DotGeneralOp, state: RelationState) -> bool:
    """
    Batching and contracting dimensions are equal in pairs; the result has the batching and the free
    dimensions.
    """
    return contracted(op, state)


def free_dimensions(sizes: Sequence[Expr], used: set[int]) -> list[Expr]:
    """The sizes of the dimensions that are neither batching nor contracting."""
    return [size for index, size in enumerate(sizes) if index not in used]


@relation("Dot", "XLA, Dot: vectors and matrices", DotOp)
def dot(op: DotOp, state: RelationState) -> bool:
    """
    The last dimension of the left operand is the first one of the right operand; the result has the
    others. Source: XLA, Dot.
    """
    lhs, rhs = state.dims(op.lhs), state.dims(op.rhs)
    pairwise(op, "contracting", lhs, rhs, [(len(lhs) - 1, 0)], state)
    state.define_all(op.result, [*lhs[:-1], *rhs[1:]], op, f"free dimensions of '{op.name}'")
    return True


@relation("Einsum", "XLA, Einsum: one size for each label", EinsumOp, UnaryEinsumOp)
def einsum(op: EinsumOp | UnaryEinsumOp, state: RelationState) -> bool:
    """Dimensions with one label have one size. Source: XLA, Einsum."""
    inputs, _, output = op.einsum_config.data.replace(" ", "").partition("->")
    sizes: dict[str, Expr] = {}
    for labels, value in zip(inputs.split(","), op.operands, strict=True):
        for key, size in _labelled(op, labels, value, state):
            first = sizes.setdefault(key, size)
            if first is not size:
                state.equal(first, size, op, f"label {key} of '{op.name}' is one size")
    start = _before_ellipsis(op, output, op.result, state)
    for index, key in enumerate(start):
        if key not in sizes:
            state.fail(op, f"label {key} of the result of '{op.name}' is that of no operand")
        state.define(op.result, index, sizes[key], op, f"label {key} of '{op.name}'")
    return True


def _labelled(
    op: Operation, labels: str, value: SSAValue, state: RelationState
) -> list[tuple[str, Expr]]:
    """Each dimension of a value with its label."""
    return list(zip(_before_ellipsis(op, labels, value, state), state.dims(value), strict=True))


def _before_ellipsis(
    op: Operation, labels: str, value: SSAValue, state: RelationState
) -> list[str]:
    """The label of each dimension; dimensions under `...` are numbered from the last one."""
    head, dots, tail = labels.partition("...")
    hidden = state.rank(value) - len(head) - len(tail)
    if hidden < 0 or (not dots and hidden):
        state.fail(
            op, f"'{op.name}' has {len(head) + len(tail)} labels for rank {state.rank(value)}"
        )
    return [*head, *(f"...{index}" for index in range(-hidden, 0)), *tail]
