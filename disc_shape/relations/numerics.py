"""Relations of batch normalization, matrix factorizations and Fourier transforms."""

from __future__ import annotations

from disc_shape.dialects.hlo.attributes import int_of, ints
from disc_shape.dialects.hlo.linear_algebra import CholeskyOp, FftOp, TriangularSolveOp
from disc_shape.dialects.hlo.normalization import (
    BatchNormGradOp,
    BatchNormInferenceOp,
    BatchNormOp,
    BatchNormTrainingOp,
)
from disc_shape.relations.elementwise import same_shape
from disc_shape.relations.integers import ZERO, never_zero
from disc_shape.relations.rules import relation
from disc_shape.relations.state import RelationState
from disc_shape.symbolic import Expr, compare, const, select


def normalized(op: BatchNormOp, state: RelationState) -> bool:
    """
    Operand, output and their gradients have one shape; scale, offset, mean, variance and their
    gradients have one element for each feature.
    """
    values = (*op.operands, *op.results)
    rank = state.rank(values[0])
    same_shape([value for value in values if state.rank(value) == rank], op, state)
    features = state.dim(values[0], int_of(op.feature_index))
    for vector in values:
        if state.rank(vector) != rank:
            state.define_all(vector, [features], op, f"'{op.name}' has a number for each feature")
    return True


for _class, _source in (
    (BatchNormTrainingOp, "batch_norm_training (c3) to (c7)"),
    (BatchNormInferenceOp, "batch_norm_inference (c3) to (c7)"),
    (BatchNormGradOp, "batch_norm_grad (c3), (c4)"),
):
    relation("BatchNorm", f"StableHLO, {_source}", _class)(normalized)


@relation("Square", "StableHLO, cholesky (c1), (c3)", CholeskyOp)
def cholesky(op: CholeskyOp, state: RelationState) -> bool:
    """The matrices are square; the result has the shape of the operand."""
    same_shape([op.a, op.result], op, state)
    sizes = state.dims(op.a)
    state.equal(sizes[-2], sizes[-1], op, f"matrices of '{op.name}' are square")
    return True


@relation("TriangularSolve", "StableHLO, triangular_solve (c3), (c4)", TriangularSolveOp)
def triangular_solve(op: TriangularSolveOp, state: RelationState) -> bool:
    """The matrices are square and fit the right-hand sides; the result has the shape of `b`."""
    same_shape([op.b, op.result], op, state)
    a, b = state.dims(op.a), state.dims(op.b)
    state.equal(a[-2], a[-1], op, f"matrices of '{op.name}' are square")
    side = -2 if op.left_side.value.data else -1
    state.equal(a[-1], b[side], op, f"matrices and unknowns of '{op.name}' fit")
    for index, (left, right) in enumerate(zip(a[:-2], b[:-2], strict=True)):
        state.equal(left, right, op, f"batch dimension {index} of '{op.name}' is one size")
    return True


def halved(size: Expr, state: RelationState) -> Expr:
    """The last size of the transform of a real tensor, whose other half is its mirror image."""
    half = size // 2 + 1
    return half if never_zero(state, size) else select(compare("==", size, 0), ZERO, half)


@relation("Fft", "StableHLO, fft (c4), (c5)", FftOp)
def fft(op: FftOp, state: RelationState) -> bool:
    """
    The transform keeps the shape; that of a real tensor has half of the last dimension, plus one.
    """
    lengths, kind = [const(length) for length in ints(op.fft_length)], op.fft_type.data
    if kind not in ("RFFT", "IRFFT"):
        same_shape([op.operand, op.result], op, state)
        return True
    real, other = (op.operand, op.result) if kind == "RFFT" else (op.result, op.operand)
    first = state.rank(real) - len(lengths)
    for axis, length in enumerate(lengths, first):
        state.define(real, axis, length, op, f"length of '{op.name}'")
    # Either side may be the one that is known: the transform is written from the real one.
    for axis in range(first):
        state.define(other, axis, state.dim(real, axis), op, f"'{op.name}' keeps dimension {axis}")
    sizes = state.dims(real)
    for axis, size in enumerate(sizes[first:-1], first):
        state.define(other, axis, size, op, f"'{op.name}' keeps dimension {axis}")
    state.define(other, len(sizes) - 1, halved(sizes[-1], state), op, f"half of '{op.name}'")
    return True
