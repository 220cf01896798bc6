"""The symbols that types carry: `tensor<?x10xf32, [@S0, @C10]>`.

An entry is the name of a symbol, or None for `unit` (no claim). Values whose type has no free
encoding slot (memrefs, region arguments of foreign operations) carry the same list in the
discardable attribute `disc_shape.dims`; an operation with several results carries a list of lists.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias, TypeVar, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DictionaryAttr,
    FunctionType,
    NoneAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
)
from xdsl.ir import Attribute, BlockArgument, OpResult, SSAValue, TypeAttribute

DIMS = "disc_shape.dims"
"""The attribute that carries the list of an operation's result, or of each of its results."""

ARGUMENT_DIMS = "disc_shape.arg_dims"
"""The attribute that carries, for each region, a list per argument of its first block."""

Symbols: TypeAlias = tuple[str | None, ...]
TypeT = TypeVar("TypeT", bound=Attribute)

_UNIT = UnitAttr()


def get_symbols(type_: Attribute) -> Symbols | None:
    """The symbols of an encoded tensor type; None when the type carries none."""
    if not isinstance(type_, TensorType):
        return None
    encoding = cast("TensorType[Attribute]", type_).encoding
    if not isinstance(encoding, ArrayAttr):
        return None
    return symbols_of(cast("ArrayAttr[Attribute]", encoding))


def symbols_of(attr: Attribute | None) -> Symbols | None:
    """The symbols of a list `[@S0, unit]`; None when `attr` is anything else."""
    if not isinstance(attr, ArrayAttr):
        return None
    names: list[str | None] = []
    for entry in cast("ArrayAttr[Attribute]", attr).data:
        if isinstance(entry, SymbolRefAttr):
            if entry.nested_references.data:
                return None
            names.append(entry.root_reference.data)
        elif isinstance(entry, UnitAttr):
            names.append(None)
        else:
            return None
    return tuple(names)


@lru_cache(maxsize=1 << 16)
def reference(name: str) -> SymbolRefAttr:
    """The attribute `@name`."""
    return SymbolRefAttr(name)


@lru_cache(maxsize=1 << 16)
def symbol_list(names: Symbols) -> ArrayAttr[Attribute]:
    """The attribute `[@S0, unit]`."""
    return ArrayAttr([_UNIT if name is None else reference(name) for name in names])


@lru_cache(maxsize=1 << 16)
def with_symbols(type_: TensorType[Attribute], names: Symbols) -> TensorType[Attribute]:
    """`type_` carrying these symbols, one per dimension.

    A type that needs none carries none: fully static, or nothing claimed. An encoding that is
    somebody else's (such as `#stablehlo.bounds`) stays, and the type with it.
    """
    if is_foreign(type_):
        return type_
    shape = type_.get_shape()
    if len(names) != len(shape):
        raise ValueError(f"{len(names)} symbols for the {len(shape)} dimensions of {type_}")
    if all(size >= 0 for size in shape) or all(name is None for name in names):
        return TensorType(type_.element_type, type_.shape)
    return TensorType(type_.element_type, type_.shape, symbol_list(names))


def is_foreign(type_: TensorType[Attribute]) -> bool:
    """Whether the type's encoding slot holds something that is no list of symbols."""
    if isinstance(type_.encoding, NoneAttr):
        return False
    return symbols_of(type_.encoding) is None


@lru_cache(maxsize=1 << 16)
def strip(type_: TypeT) -> TypeT:
    """`type_` without symbols, inside function and tuple types too; foreign encodings stay."""
    if isinstance(type_, TensorType):
        tensor = cast("TensorType[Attribute]", type_)
        if get_symbols(tensor) is None:
            return cast(TypeT, tensor)
        return cast(TypeT, TensorType(tensor.element_type, tensor.shape))
    if isinstance(type_, FunctionType):
        inputs = [strip(one) for one in type_.inputs]
        return cast(TypeT, FunctionType.from_lists(inputs, [strip(one) for one in type_.outputs]))
    if isinstance(type_, TupleType):
        elements = tuple(cast("TypeAttribute", strip(one)) for one in type_.types)
        return cast(TypeT, TupleType(elements))
    return type_


def value_symbols(value: SSAValue) -> Symbols | None:
    """The symbols of a value: of its type, else of the attribute that stands in for it."""
    symbols = get_symbols(value.type)
    if symbols is not None:
        return symbols
    if isinstance(value, OpResult):
        return _entry(value.op.attributes.get(DIMS), value.index, len(value.op.results))
    if isinstance(value, BlockArgument):
        return _argument_symbols(value)
    return None


def _entry(attr: Attribute | None, index: int, count: int) -> Symbols | None:
    """The list at `index`; an operation with one result may leave out the outer brackets."""
    if not isinstance(attr, ArrayAttr):
        return None
    entries = cast("ArrayAttr[Attribute]", attr).data
    if count == 1 and not (len(entries) == 1 and isinstance(entries[0], ArrayAttr)):
        return symbols_of(cast("ArrayAttr[Attribute]", attr))
    return symbols_of(entries[index]) if index < len(entries) else None


def _argument_symbols(argument: BlockArgument) -> Symbols | None:
    """What the operation around a block says about its arguments."""
    block = argument.owner
    region = block.parent_region()
    parent = block.parent_op()
    if region is None or parent is None or region.first_block is not block:
        return None
    # A function's arguments have a dictionary each, other operations one list per region.
    dictionaries = parent.get_attr_or_prop("arg_attrs")
    if isinstance(dictionaries, ArrayAttr):
        data = cast("ArrayAttr[Attribute]", dictionaries).data
        if argument.index < len(data):
            return symbols_of(dictionary_entry(data[argument.index], DIMS))
        return None
    lists = parent.attributes.get(ARGUMENT_DIMS)
    if not isinstance(lists, ArrayAttr):
        return None
    regions = cast("ArrayAttr[Attribute]", lists).data
    at = parent.get_region_index(region)
    if at >= len(regions) or not isinstance(regions[at], ArrayAttr):
        return None
    entries = cast("ArrayAttr[Attribute]", regions[at]).data
    return symbols_of(entries[argument.index]) if argument.index < len(entries) else None


def dictionary_entry(attr: Attribute, key: str) -> Attribute | None:
    """The entry `key` of a dictionary attribute."""
    return attr.data.get(key) if isinstance(attr, DictionaryAttr) else None


def dims_attribute(lists: Sequence[Symbols | None]) -> ArrayAttr[Attribute]:
    """The value of `disc_shape.dims` for an operation with these results."""
    if len(lists) == 1 and lists[0] is not None:
        return symbol_list(lists[0])
    return ArrayAttr([_UNIT if names is None else symbol_list(names) for names in lists])
