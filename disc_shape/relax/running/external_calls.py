"""External functions, and primitive ones with an implementation (RLX-308 to 311, 338 to 341)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from xdsl.dialects import func
from xdsl.ir import Operation

from disc_shape.errors import OperationError
from disc_shape.interpreters.core import Interpreter
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import External, first_line
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.passing import argument_of, plain
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.running.values import Packed, Scalar, Value, as_array, describe, read


class ExternalCalls:
    """The functions that a run may call by name."""

    def __init__(self, info: ModuleInfo, functions: Mapping[str, External]) -> None:
        self.functions = functions
        self.info = info
        self.interpreter = Interpreter(info.module)

    def find(self, name: str, op: Operation) -> Packed:
        """The function of a name; an error when it is reached and missing (RLX-308)."""
        found = self.functions.get(name)
        if found is None:
            raise OperationError(
                f"{op.name}: no external function is called '{name}'; --externals registers some"
                " [RLX-308]",
                op,
            )
        return Packed(name, found)

    def call(self, packed: Packed, arguments: Sequence[Value], op: Operation) -> Value:
        """The result of an external function; whatever it raises is one error."""
        try:
            return read(packed.function(*arguments))
        except OperationError:
            raise
        except Exception as error:
            text = f"{type(error).__name__}: {first_line(error)}"
            raise GuardError(f"{op.name}: '{packed.name}' failed: {text}", op) from error

    def primitive(self, name: str, op: Operation) -> Packed:
        """A primitive function: its implementation, or the external function of its name."""
        implementation = self.info.primitives[name].implementation
        if implementation is None:
            return self.find(name, op)
        function = self.interpreter.function(implementation.root_reference.data, op)
        return Packed(name, lambda *arguments: self.implemented(function, arguments, op))

    def implemented(self, function: func.FuncOp, arguments: Sequence[Value], op: Operation) -> None:
        """
        Run a function on memrefs or of tensors; what it has written, or returns, is written to the
        arguments.
        """
        arrays, places = [array_of(one, op) for one in arguments], function.body.block.args
        name = f"@{function.sym_name.data}"
        if len(places) != len(arrays):
            text = f"{name} takes {len(places)} arguments, got {len(arrays)}"
            raise GuardError(f"{op.name}: {text}", op)
        values = [argument_of(function, *pair) for pair in zip(places, arrays, strict=True)]
        with np.errstate(all="ignore"):
            results = self.interpreter.call(function, values)
        if results:
            buffers = [
                array for array, one in zip(arrays, arguments, strict=True) if is_buffer(one)
            ]
            arrays, values = buffers[-len(results) :], list(results)
        for array, value in zip(arrays, values, strict=True):
            written = plain(f"an argument of {name}", value, function)
            if written.shape != array.shape:
                text = f"{name} returns the sizes {written.shape}, expected {array.shape}"
                raise GuardError(f"{op.name}: {text}", op)
            if written is not array:
                array[...] = written


def is_buffer(value: Value) -> bool:
    """Whether an argument is a tensor, no integer."""
    return not isinstance(value, Scalar)


def array_of(value: Value, op: Operation) -> Array:
    """An argument as an array: a tensor, or a scalar."""
    array = value.array if isinstance(value, Scalar) else as_array(value)
    if array is None:
        raise GuardError(f"{op.name}: an argument is {describe(value)}, expected a tensor", op)
    return array


def written_results(
    arguments: Sequence[Value], new: Sequence[Value], places: Sequence[int]
) -> list[Value]:
    """The results of a call: new arrays, or the arguments that it writes (RLX-337)."""
    found = list(new)
    for place, index in enumerate(places):
        argument, result = as_array(arguments[index]) if index >= 0 else None, as_array(new[place])
        if argument is not None and result is not None:
            if argument.shape != result.shape:
                raise OperatorError(
                    f"result {place} has the sizes {result.shape}, argument {index} has"
                    f" {argument.shape}",
                    "RLX-337",
                )
            found[place] = argument
    return found
