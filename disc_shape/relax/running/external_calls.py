"""Calls of external functions (RLX-308 to 311, 338 to 341)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from xdsl.ir import Operation

from disc_shape.dialects.relax.calls import NamedCall
from disc_shape.dialects.relax.literals import element_of
from disc_shape.errors import OperationError
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.externals import External, first_line
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.interpreters.values import element_dtype
from disc_shape.relax.running.scope import Mismatch, Scope
from disc_shape.relax.running.values import Packed, Value, read
from disc_shape.typesystem.types import TensorType, TupleType, Type


class ExternalCalls:
    """The functions that a run may call by name."""

    def __init__(self, functions: Mapping[str, External]) -> None:
        self.functions = functions

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

    def named(self, op: NamedCall, arguments: Sequence[Value], type_: Type, scope: Scope) -> Value:
        """A call by name; results of destination-passing ones are allocated by their type."""
        packed = self.find(op.symbol.data, op)
        if not op.DPS:
            return self.call(packed, arguments, op)
        results = allocated(type_, scope, op)
        self.call(packed, [*arguments, *results], op)
        return one_or_tuple(results, type_)


def allocated(type_: Type, scope: Scope, op: Operation) -> list[Array]:
    """New arrays for the results of a type (RLX-333, 338)."""
    fields = type_.fields if isinstance(type_, TupleType) else (type_,)
    found: list[Array] = []
    try:
        for field in fields:
            if isinstance(field, TensorType) and field.element is not None:
                sizes = [scope.size(dim) for dim in field.shape.known]
                if any(size < 0 for size in sizes):
                    raise Mismatch(f"a result has the sizes {sizes}")
                found.append(np.zeros(sizes, element_dtype(element_of(field.element))))
    except Mismatch as error:
        raise GuardError(f"{op.name}: {error}", op) from None
    return found


def one_or_tuple(results: Sequence[Array], type_: Type) -> Value:
    """One result by itself, none or several as a tuple (RLX-332)."""
    return tuple(results) if isinstance(type_, TupleType) else results[0]
