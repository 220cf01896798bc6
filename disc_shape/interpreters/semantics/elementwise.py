"""Elementwise HLO operations, and the forms that `lifted` regions use."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.interpreters.core import BINDERS, Binder, Frame, Step, semantics
from disc_shape.interpreters.kernels import elementwise, floats
from disc_shape.interpreters.kernels.arrays import Array, same_shapes
from disc_shape.interpreters.quantized import quantized
from disc_shape.interpreters.reading import int_of, required, word_of
from disc_shape.interpreters.values import constant, dtype_of

LIFTED: dict[str, Binder] = {}
"""Binders of elementwise operations whose steps also take operands that numpy would broadcast."""

UFUNCS: dict[str, np.ufunc] = {
    "add": np.add,
    "multiply": np.multiply,
    "maximum": np.maximum,
    "minimum": np.minimum,
    "and": np.bitwise_and,
    "or": np.bitwise_or,
    "xor": np.bitwise_xor,
}
"""Operations of HLO that are one associative numpy function."""


def _unary(function: Callable[[Array], Array]) -> Binder:
    def bind(_op: Operation) -> Step:
        return lambda _frame, ins: (function(ins[0]),)

    return bind


def _binary(function: Callable[[Array, Array], Array]) -> Binder:
    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if ins[0].shape != ins[1].shape:
            same_shapes(ins)
        return (function(ins[0], ins[1]),)

    return lambda _op: step


def _binary_lifted(function: Callable[[Array, Array], Array]) -> Binder:
    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        return (function(ins[0], ins[1]),)

    return lambda _op: step


for _name, _function in elementwise.UNARY.items():
    BINDERS[f"hlo.{_name}"] = LIFTED[_name] = _unary(_function)
for _name, _function2 in elementwise.BINARY.items():
    BINDERS[f"hlo.{_name}"] = _binary(_function2)
    LIFTED[_name] = _binary_lifted(_function2)


@semantics("hlo.constant")
def bind_constant(op: Operation) -> Step:
    """The step of `hlo.constant`."""
    value, dtype = constant(required(op, "value")), dtype_of(op.results[0].type)
    if dtype is not None and quantized(op.results[0].type) is not None:
        value = value.astype(dtype)  # The signless integers of the text, with the storage's sign.
    return lambda _frame, _ins: (value,)


@semantics("hlo.convert", "hlo.stochastic_convert")
def bind_convert(op: Operation) -> Step:
    """Random bits, where they are given, are as many as the elements."""
    dtype = dtype_of(op.results[0].type) or np.dtype(np.bool_)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        return (elementwise.convert(ins[0], dtype),)

    return step


def _comparison(op: Operation) -> tuple[str, str]:
    return word_of(op, "comparison_direction"), word_of(op, "compare_type", "NOTYPE")


@semantics("hlo.compare")
def bind_compare(op: Operation) -> Step:
    """The step of `hlo.compare`."""
    direction, kind = _comparison(op)

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        same_shapes(ins)
        return (elementwise.compare(ins[0], ins[1], direction, kind),)

    return step


def _lifted_compare(op: Operation) -> Step:
    direction, kind = _comparison(op)
    return lambda _frame, ins: (elementwise.compare(ins[0], ins[1], direction, kind),)


@semantics("hlo.select")
def bind_select(_op: Operation) -> Step:
    """The step of `hlo.select`."""
    return lambda _frame, ins: (elementwise.select(ins[0], ins[1], ins[2]),)


def _lifted_select(_op: Operation) -> Step:
    return lambda _frame, ins: (np.where(ins[0], ins[1], ins[2]),)


@semantics("hlo.clamp")
def bind_clamp(_op: Operation) -> Step:
    """The step of `hlo.clamp`."""
    return lambda _frame, ins: (elementwise.clamp(ins[0], ins[1], ins[2]),)


def _lifted_clamp(_op: Operation) -> Step:
    return lambda _frame, ins: (elementwise.minimum(elementwise.maximum(ins[1], ins[0]), ins[2]),)


@semantics("hlo.reduce_precision")
def bind_reduce_precision(op: Operation) -> Step:
    """The step of `hlo.reduce_precision`."""
    exponent, mantissa = int_of(op, "exponent_bits"), int_of(op, "mantissa_bits")
    return lambda _frame, ins: (floats.reduce_precision(ins[0], exponent, mantissa),)


@semantics("hlo.copy")
def bind_copy(_op: Operation) -> Step:
    """The step of `hlo.copy`."""
    return lambda _frame, ins: (ins[0],)


_OTHERS: dict[str, Binder] = {
    "clamp": _lifted_clamp,
    "compare": _lifted_compare,
    "constant": bind_constant,
    "convert": bind_convert,
    "copy": bind_copy,
    "reduce_precision": bind_reduce_precision,
    "select": _lifted_select,
}
LIFTED.update(_OTHERS)
