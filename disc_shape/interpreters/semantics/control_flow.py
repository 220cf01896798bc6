"""Calls, branches and loops of func, scf, cf and HLO."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from xdsl.dialects.builtin import IntegerType
from xdsl.dialects.scf import ConditionOp
from xdsl.ir import Attribute, Operation

from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Frame, Step, check_sizes, semantics
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array, DType, KernelError
from disc_shape.interpreters.pure import pure, pure_of_each
from disc_shape.interpreters.reading import (
    attribute,
    dense_array,
    int_of,
    named,
    symbol_of,
    text_of,
)
from disc_shape.interpreters.values import element_dtype, make_tuple, sizes_of, tuple_element


def call_function(op: Operation, name: str) -> Step:
    """One activation of a function of the module."""

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        interpreter = frame.interpreter
        return interpreter.call(interpreter.function(name, op), ins, op, frame)

    return step


@semantics("func.call")
def bind_call(op: Operation) -> Step:
    """The step of `func.call`."""
    return call_function(op, symbol_of(attribute(op, "callee"), op))


@semantics("hlo.composite")
def bind_composite(op: Operation) -> Step:
    """The results of a composite are those of its decomposition."""
    return call_function(op, symbol_of(attribute(op, "decomposition"), op))


@semantics("cf.assert")
def bind_assert(op: Operation) -> Step:
    """The step of `cf.assert`."""
    message = text_of(op, "msg", "assertion failed")

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        if not bool(ins[0]):
            raise GuardError(message, op)
        return ()

    return step


@semantics("scf.if", "hlo.if")
def bind_if(op: Operation) -> Step:
    """The step of `scf.if` and `hlo.if`."""

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        region = op.regions[0 if bool(ins[0]) else 1]
        return frame.run_region(region, ())[1]

    return step


@semantics("hlo.case")
def bind_case(op: Operation) -> Step:
    """An index out of range chooses the last branch."""

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        index, last = int(ins[0]), len(op.regions) - 1
        return frame.run_region(op.regions[index if 0 <= index <= last else last], ())[1]

    return step


@semantics("scf.index_switch")
def bind_index_switch(op: Operation) -> Step:
    """The step of `scf.index_switch`."""
    cases = dense_array(attribute(op, "cases"))

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        index = int(ins[0])
        region = 1 + cases.index(index) if index in cases else 0
        return frame.run_region(op.regions[region], ())[1]

    return step


@semantics("hlo.while")
def bind_hlo_while(op: Operation) -> Step:
    """The step of `hlo.while`."""
    condition, body = op.regions

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        state = list(ins)
        while bool(frame.run_region(condition, state)[1][0]):
            state = frame.run_region(body, state)[1]
        return state

    return step


@semantics("scf.while")
def bind_scf_while(op: Operation) -> Step:
    """The step of `scf.while`."""
    before, after = op.regions

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        state = list(ins)
        while True:
            terminator, values = frame.run_region(before, state)
            if not isinstance(terminator, ConditionOp):
                raise OperationError(f"'{op.name}' does not end in scf.condition", op)
            if not bool(values[0]):
                return values[1:]
            state = frame.run_region(after, values[1:])[1]

    return step


@semantics("scf.for")
def bind_for(op: Operation) -> Step:
    """The step of `scf.for`."""

    def step(frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        low, high, stride = (int(value) for value in ins[:3])
        if stride <= 0:
            raise KernelError(f"step is {stride}, expected > 0")
        state, kind = list(ins[3:]), ins[0].dtype
        for index in range(low, high, stride):
            state = frame.run_region(op.regions[0], [np.asarray(index).astype(kind), *state])[1]
        return state

    return step


@semantics("hlo.fusion")
def bind_fusion(op: Operation) -> Step:
    """The results of a fusion are those of its region."""
    return lambda frame, ins: frame.run_region(op.regions[0], ins)[1]


@semantics("builtin.unrealized_conversion_cast")
def bind_conversion_cast(op: Operation) -> Step:
    """The step of `builtin.unrealized_conversion_cast`: integers may change their sign alone."""
    signs = [
        element_dtype(cast("Attribute", result.type))
        if isinstance(result.type, IntegerType)
        else None
        for result in op.results
    ]

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        ins = [
            value.view(sign) if sign is not None and is_same_width(value, sign) else value
            for value, sign in zip(ins, signs, strict=True)
        ]
        for index, (result, value) in enumerate(zip(op.results, ins, strict=True)):
            sizes = sizes_of(result.type)
            if sizes is not None:
                check_sizes(sizes, value, f"operand {index} of '{op.name}'", op)
        return ins

    return step


def is_same_width(value: Array, other: DType) -> bool:
    """Whether a value is an integer of the width of a type of integers."""
    kinds = value.dtype.kind in "iu" and other.kind in "iu"
    return kinds and value.dtype.itemsize == other.itemsize


pure(("hlo.optimization_barrier", "hlo.domain"), lambda ins: ins)
# Declarations inside functions do nothing.
pure(("hlo.trace", "func.func", "builtin.module"), lambda _: ())
pure("hlo.tuple", lambda ins: make_tuple(list(ins)))
pure_of_each("hlo.get_tuple_element", tuple_element, named(int_of, "index"))
