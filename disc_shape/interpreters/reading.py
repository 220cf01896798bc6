"""Reading the attributes of operations, whether they are properties or discardable ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Concatenate, ParamSpec, TypeVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Block, Data, Operation

from disc_shape.dialects.hlo.attributes import ints, pairs
from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array

P = ParamSpec("P")
T = TypeVar("T")

__all__ = ("ints", "pairs")


def named(
    read: Callable[Concatenate[Operation, P], T], *words: P.args, **options: P.kwargs
) -> Callable[[Operation], T]:
    """The parameter of a kernel that `read` finds under a name, or else a default."""
    return lambda op: read(op, *words, **options)


def attribute(op: Operation, name: str) -> Attribute | None:
    """An attribute of an operation, wherever it is stored."""
    found = op.properties.get(name)
    return op.attributes.get(name) if found is None else found


def required(op: Operation, name: str) -> Attribute:
    """An attribute of an operation; OperationError if it has none."""
    found = attribute(op, name)
    if found is None:
        raise OperationError(f"'{op.name}' has no attribute {name}", op)
    return found


def ints_of(op: Operation, name: str) -> tuple[int, ...]:
    """A list of integers, empty when absent."""
    return ints(attribute(op, name))


def pairs_of(op: Operation, name: str) -> tuple[tuple[int, int], ...]:
    """A list of pairs of integers, empty when absent."""
    return pairs(attribute(op, name))


def flags_of(op: Operation, name: str) -> tuple[bool, ...]:
    """A list of booleans (``array<i1: ...>``, a dense or a plain array), empty when absent."""
    found = attribute(op, name)
    if isinstance(found, ArrayAttr):
        return tuple(_flag(item) for item in cast("ArrayAttr[Attribute]", found).data)
    return tuple(bool(value) for value in ints(found))


def _flag(attr: Attribute) -> bool:
    return isinstance(attr, IntegerAttr) and bool(attr.value.data)


def int_of(op: Operation, name: str, default: int | None = None) -> int:
    """One integer or boolean attribute."""
    found = attribute(op, name)
    if isinstance(found, IntegerAttr):
        return found.value.data
    if found is None and default is not None:
        return default
    raise OperationError(f"'{op.name}' has no integer attribute {name}", op)


def flag_of(op: Operation, name: str, default: bool = False) -> bool:
    """A boolean attribute."""
    found = attribute(op, name)
    return default if found is None else _flag(found)


def float_of(op: Operation, name: str) -> float:
    """A float attribute; OperationError if it has none."""
    found = required(op, name)
    if not isinstance(found, FloatAttr):
        raise OperationError(f"'{op.name}' has no float attribute {name}", op)
    return float(found.value.data)


def word_of(op: Operation, name: str, default: str = "") -> str:
    """The word of an enumeration or string attribute."""
    found = attribute(op, name)
    word = cast("Data[object]", found).data if isinstance(found, Data) else default
    return word if isinstance(word, str) else default


def text_of(op: Operation, name: str, default: str = "") -> str:
    """A string attribute."""
    found = attribute(op, name)
    return found.data if isinstance(found, StringAttr) else default


def symbol_of(attr: Attribute | None, op: Operation) -> str:
    """The name a symbol reference names."""
    if isinstance(attr, SymbolRefAttr):
        return attr.string_value()
    raise OperationError(f"'{op.name}' names no symbol", op)


def only_block(op: Operation, index: int = 0) -> Block:
    """The first block of a region; OperationError if it is empty."""
    block = op.regions[index].first_block
    if block is None:
        raise OperationError(f"region {index} of '{op.name}' is empty", op)
    return block


def dense_array(attr: Attribute | None) -> tuple[int, ...]:
    """The integers of a dense array, none for any other attribute."""
    if isinstance(attr, DenseArrayBase):
        return tuple(int(value) for value in attr.get_values())
    return ()


def halves(op: Operation, values: Sequence[Array]) -> tuple[list[Array], list[Array]]:
    """Operands that come as as many inputs as initial values."""
    if len(values) % 2:
        raise OperationError(f"'{op.name}' has {len(values)} operands, expected an even number", op)
    middle = len(values) // 2
    return list(values[:middle]), list(values[middle:])
