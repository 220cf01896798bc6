"""Primitive functions: an implementation on memrefs, or an external function of the same name."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation

from disc_shape.dialects.relax.calls import CallTirOp
from disc_shape.dialects.relax.types import type_of
from disc_shape.interpreters.core import Interpreter
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.passing import argument_of, plain
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.running.external_calls import ExternalCalls, allocated, one_or_tuple
from disc_shape.relax.running.scope import Scope
from disc_shape.relax.running.values import Packed, Scalar, Value, as_array, describe
from disc_shape.typesystem.types import OBJECT, PrimType


class PrimitiveCalls:
    """Calls of primitive functions, which write their results (RLX-333)."""

    def __init__(self, module: ModuleOp, info: ModuleInfo, externals: ExternalCalls) -> None:
        self.info = info
        self.externals = externals
        self.interpreter = Interpreter(module)

    def packed(self, name: str, op: Operation) -> Packed:
        """A primitive function as a function of Python."""
        implementation = self.info.primitives[name].implementation
        if implementation is None:
            return self.externals.find(name, op)
        function = self.interpreter.function(implementation.root_reference.data, op)
        return Packed(name, lambda *arguments: self.implemented(function, arguments, op))

    def implemented(self, function: func.FuncOp, arguments: Sequence[Value], op: Operation) -> None:
        """Run a function on memrefs; what it has written is written to the arguments."""
        arrays = [array_of(one, op) for one in arguments]
        places = function.body.block.args
        if len(places) != len(arrays):
            raise GuardError(
                f"{op.name}: @{function.sym_name.data} takes {len(places)} arguments, got"
                f" {len(arrays)}",
                op,
            )
        values = [argument_of(function, *pair) for pair in zip(places, arrays, strict=True)]
        with np.errstate(all="ignore"):
            self.interpreter.call(function, values)
        for array, value in zip(arrays, values, strict=True):
            written = plain(f"an argument of @{function.sym_name.data}", value, function)
            if written is not array:
                array[...] = written

    def call_tir(self, op: CallTirOp, scope: Scope) -> Value:
        """A call with results that are allocated by their types, or are arguments (RLX-337)."""
        type_ = type_of(op.result.type, scope.names) or OBJECT
        arguments = [scope.values[one] for one in op.arguments]
        results = allocated(type_, scope, op)
        for place, index in enumerate(op.result_arguments):
            argument = as_array(arguments[index]) if index >= 0 else None
            if argument is not None:
                if argument.shape != results[place].shape:
                    raise GuardError(
                        f"{op.name}: result {place} has the sizes {results[place].shape}, argument"
                        f" {index} has {argument.shape} [RLX-337]",
                        op,
                    )
                results[place] = argument
        new = [one for one in results if not any(one is given for given in arguments)]
        integers = None if op.integers is None else scope.values[op.integers]
        name = op.callee.root_reference.data
        passed = self.in_order(name, [*arguments, *new], integers)
        self.externals.call(self.packed(name, op), passed, op)
        return one_or_tuple(results, type_)

    def in_order(self, name: str, buffers: Sequence[Value], integers: Value) -> list[Value]:
        """Buffers and integers in the order of the function's parameters."""
        left = list(buffers)
        numbers = list(integers) if isinstance(integers, ShapeValue) else []
        found: list[Value] = []
        for parameter in self.info.primitives[name].parameters:
            type_ = type_of(parameter)
            if isinstance(type_, PrimType):
                if numbers:
                    found.append(Scalar(type_.element, numbers.pop(0)))
            elif left:
                found.append(left.pop(0))
        return [*found, *left]


def array_of(value: Value, op: Operation) -> Array:
    """An argument as an array: a tensor, or a scalar."""
    array = value.array if isinstance(value, Scalar) else as_array(value)
    if array is None:
        raise GuardError(f"{op.name}: an argument is {describe(value)}, expected a tensor", op)
    return array
