"""Calls, branches and loops of func, scf, cf and HLO."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects.builtin import IntegerType
from xdsl.dialects.scf import ConditionOp
from xdsl.ir import Operation

from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Frame, Step, check_sizes, semantics
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array, KernelError
from disc_shape.interpreters.reading import attribute, dense_array, int_of, symbol_of, text_of
from disc_shape.interpreters.values import dtype_of, make_tuple, sizes_of, tuple_element


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


@semantics("hlo.optimization_barrier")
def bind_barrier(_op: Operation) -> Step:
    """The step of `hlo.optimization_barrier`."""
    return lambda _frame, ins: ins


@semantics("hlo.domain")
def bind_domain(_op: Operation) -> Step:
    """The step of `hlo.domain`."""
    return lambda _frame, ins: ins


@semantics("hlo.trace")
def bind_trace(_op: Operation) -> Step:
    """The step of `hlo.trace`."""
    return lambda _frame, _ins: ()


@semantics("hlo.fusion")
def bind_fusion(op: Operation) -> Step:
    """The results of a fusion are those of its region."""
    return lambda frame, ins: frame.run_region(op.regions[0], ins)[1]


@semantics("hlo.tuple")
def bind_tuple(_op: Operation) -> Step:
    """The step of `hlo.tuple`."""
    return lambda _frame, ins: (make_tuple(list(ins)),)


@semantics("hlo.get_tuple_element")
def bind_get_tuple_element(op: Operation) -> Step:
    """The step of `hlo.get_tuple_element`."""
    index = int_of(op, "index")
    return lambda _frame, ins: (tuple_element(ins[0], index),)


@semantics("builtin.unrealized_conversion_cast")
def bind_conversion_cast(op: Operation) -> Step:
    """The step of `builtin.unrealized_conversion_cast`; integers of one width keep their bits."""
    kinds = [
        dtype_of(result.type) if isinstance(result.type, IntegerType) else None
        for result in op.results
    ]

    def step(_frame: Frame, ins: Sequence[Array]) -> Sequence[Array]:
        for index, (result, value) in enumerate(zip(op.results, ins, strict=True)):
            sizes = sizes_of(result.type)
            if sizes is not None:
                check_sizes(sizes, value, f"operand {index} of '{op.name}'", op)
        return [
            one if kind is None or one.dtype.kind not in "iu" else one.view(kind)
            for one, kind in zip(ins, kinds, strict=True)
        ]

    return step


@semantics("func.func", "builtin.module")
def bind_declaration(_op: Operation) -> Step:
    """Declarations inside functions do nothing."""
    return lambda _frame, _ins: ()
