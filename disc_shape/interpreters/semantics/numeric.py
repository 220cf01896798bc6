"""HLO operations that compute more than one element at a time: contractions, transforms, ..."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import ArrayAttr
from xdsl.ir import Attribute, Operation

from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers
from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Frame, Step, semantics
from disc_shape.interpreters.kernels import (
    contraction,
    linear,
    normalization,
    random,
    shapes,
    sorting,
)
from disc_shape.interpreters.kernels.arrays import Array, integers
from disc_shape.interpreters.kernels.contraction import ConvDims, ConvWindow
from disc_shape.interpreters.pure import pure, pure_of_each
from disc_shape.interpreters.reading import (
    attribute,
    flag_of,
    flags_of,
    float_of,
    int_of,
    ints_of,
    named,
    pairs_of,
    text_of,
    word_of,
)
from disc_shape.interpreters.semantics.movement import result_dtype, static_shape


@semantics("hlo.dot_general")
def bind_dot_general(op: Operation) -> Step:
    """The step of `hlo.dot_general`."""
    numbers = attribute(op, "dot_dimension_numbers")
    if not isinstance(numbers, DotDimensionNumbers):
        raise OperationError(f"'{op.name}' has no dot_dimension_numbers", op)
    batching = numbers.lhs_batching_dimensions, numbers.rhs_batching_dimensions
    contracting = numbers.lhs_contracting_dimensions, numbers.rhs_contracting_dimensions
    dtype = result_dtype(op)
    return lambda _frame, ins: (
        contraction.dot_general(ins[0], ins[1], batching, contracting, dtype),
    )


@semantics("hlo.dot")
def bind_dot(op: Operation) -> Step:
    """The step of `hlo.dot`."""
    dtype = result_dtype(op)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        contracting = (ins[0].ndim - 1,), (0,)
        return (contraction.dot_general(ins[0], ins[1], ((), ()), contracting, dtype),)

    return step


def _conv_dims(op: Operation) -> ConvDims:
    numbers = attribute(op, "dimension_numbers")
    assert isinstance(numbers, ConvDimensionNumbers)
    lhs, kernel, output = numbers.data
    return ConvDims(
        *(lhs.first, lhs.second, lhs.spatial),
        *(kernel.first, kernel.second, kernel.spatial),
        *(output.first, output.second, output.spatial),
    )


@semantics("hlo.convolution", "hlo.dynamic_conv")
def bind_convolution(op: Operation) -> Step:
    """The step of `hlo.convolution` and `hlo.dynamic_conv`."""
    dims, dtype = _conv_dims(op), result_dtype(op)
    groups = int_of(op, "feature_group_count", 1), int_of(op, "batch_group_count", 1)
    static = pairs_of(op, "padding")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        padding = static
        if len(ins) == 3:
            flat = integers(ins[2])
            padding = tuple(zip(flat[::2], flat[1::2], strict=True))
        window = ConvWindow.of(
            len(dims.input_spatial),
            ints_of(op, "window_strides"),
            padding,
            ints_of(op, "lhs_dilation"),
            ints_of(op, "rhs_dilation"),
            flags_of(op, "window_reversal"),
        )
        return (contraction.convolution(ins[0], ins[1], dims, window, *groups, dtype),)

    return step


@semantics("hlo.triangular_solve")
def bind_triangular_solve(op: Operation) -> Step:
    """The step of `hlo.triangular_solve`."""

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        result = linear.triangular_solve(
            ins[0],
            ins[1],
            left_side=flag_of(op, "left_side"),
            lower=flag_of(op, "lower"),
            unit_diagonal=flag_of(op, "unit_diagonal"),
            transpose_a=word_of(op, "transpose_a", "NO_TRANSPOSE"),
        )
        return (result,)

    return step


@semantics("hlo.rng")
def bind_rng(op: Operation) -> Step:
    """The step of `hlo.rng`."""
    kind = word_of(op, "rng_distribution", "UNIFORM")
    return lambda frame, ins: (random.rng(ins[0], ins[1], ins[2], kind, frame.interpreter.random),)


def dynamic_rng_bit_generator(op: Operation) -> Step:
    """The custom call that takes its output shape as an operand."""
    dtype = result_dtype(op, 1)
    return lambda _frame, ins: random.rng_bit_generator(ins[0], shapes.target_shape(ins[1]), dtype)


@semantics("hlo.topk", "hlo.top_k")
def bind_top_k(op: Operation) -> Step:
    """The step of `hlo.topk` and `hlo.top_k`."""
    size, largest = int_of(op, "k"), flag_of(op, "largest", True)
    dtype = result_dtype(op, 1)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        values, indices = sorting.top_k(ins[0], size, largest=largest)
        return values, indices.astype(dtype)

    return step


def dynamic_top_k(op: Operation) -> Step:
    """The custom call that takes k as an operand."""
    dtype = result_dtype(op, 1)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        values, indices = sorting.top_k(ins[0], int(ins[1]))
        return values, indices.astype(dtype)

    return step


@semantics("hlo.xla.rng_get_and_update_state")
def bind_rng_state(op: Operation) -> Step:
    """The step of `hlo.xla.rng_get_and_update_state`."""
    delta = int_of(op, "delta")

    def step(frame: Frame, _ins: Sequence[Array]) -> Sequence[Array]:
        low = int(frame.interpreter.random.integers(0, 2**62))
        return (np.asarray([0, low + delta], np.uint64),)

    return step


def symbols_in(attr: Attribute | None) -> list[Attribute]:
    """The elements of an array of symbol references."""
    return list(cast("ArrayAttr[Attribute]", attr).data) if isinstance(attr, ArrayAttr) else []


EPSILON = named(float_of, "epsilon"), named(int_of, "feature_index")

pure(
    ("hlo.einsum", "hlo.unary_einsum"),
    lambda ins, equation, dtype: contraction.einsum(equation, ins, dtype),
    named(text_of, "einsum_config"),
    result_dtype,
)
pure_of_each("hlo.fft", linear.fft, named(word_of, "fft_type"), named(ints_of, "fft_length"))
pure(
    "hlo.cholesky", lambda ins, lower: linear.cholesky(ins[0], lower=lower), named(flag_of, "lower")
)
pure_of_each("hlo.batch_norm_inference", normalization.batch_norm_inference, *EPSILON)
pure_of_each("hlo.batch_norm_training", normalization.batch_norm_training, *EPSILON)
pure_of_each("hlo.batch_norm_grad", normalization.batch_norm_grad, *EPSILON)
pure_of_each(
    "hlo.rng_bit_generator",
    random.rng_bit_generator,
    named(static_shape, 1),
    named(result_dtype, 1),
)
