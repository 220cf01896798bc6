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
    MemRefType,
    NoneAttr,
    SymbolRefAttr,
    TensorType,
    TupleType,
    UnitAttr,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue

from disc_shape.traversal import type_of

DIMS = "disc_shape.dims"
"""The attribute that carries the list of an operation's result, or of each of its results."""

OLD_DIMS = "kDiscSymbolicDimAttr"
"""The name of that attribute in the older C++ system, which is read on buffers."""

ARGUMENT_DIMS = "disc_shape.arg_dims"
"""The attribute that carries, for each region, a list per argument of its first block."""

Symbols: TypeAlias = tuple[str | None, ...]
TypeT = TypeVar("TypeT", bound=Attribute)

_UNIT = UnitAttr()


def get_symbols(type_: Attribute) -> Symbols | None:
    """The symbols of an encoded tensor type; None when the type carries none."""
    if type(type_) is not TensorType or type(type_.encoding) is not ArrayAttr:
        return None
    return symbols_of(type_.encoding)


def symbols_of(attr: Attribute | None) -> Symbols | None:
    """The symbols of a list `[@S0, unit]`; None when `attr` is anything else."""
    if type(attr) is not ArrayAttr:
        return None
    names: list[str | None] = []
    for entry in attr.data:
        kind = type(entry)
        if kind is UnitAttr:
            names.append(None)
        elif isinstance(entry, SymbolRefAttr):
            if entry.nested_references.data:
                return None
            names.append(entry.root_reference.data)
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

    A fully static type carries none. An encoding of another dialect (such as
    `#stablehlo.bounds`) stays, and the type with it.
    """
    if is_foreign(type_):
        return type_
    shape = type_.get_shape()
    if len(names) != len(shape):
        raise ValueError(f"{len(names)} symbols for the {len(shape)} dimensions of {type_}")
    if all(size >= 0 for size in shape):
        return TensorType(type_.element_type, type_.shape)
    return TensorType(type_.element_type, type_.shape, symbol_list(names))


def is_foreign(type_: TensorType[Attribute]) -> bool:
    """Whether the type's encoding slot holds something that is no list of symbols."""
    if isinstance(type_.encoding, NoneAttr):
        return False
    return symbols_of(type_.encoding) is None


def strip(type_: TypeT) -> TypeT:
    """`type_` without symbols, inside function and tuple types too; foreign encodings stay."""
    # Most types have no symbols, and to find one in a table takes longer than to look at it.
    if type(type_) is TensorType and type(type_.encoding) is NoneAttr:
        return type_
    # Equal types are mostly one object, and the hash of a type takes a look at all of it.
    known = _RECENT.get(id(type_))
    if known is None or known[0] is not type_:
        if len(_RECENT) >= MAX_RECENT:
            _RECENT.clear()
        known = _RECENT[id(type_)] = (type_, _stripped(type_))
    return cast(TypeT, known[1])


MAX_RECENT = 1 << 10
_RECENT: dict[int, tuple[Attribute, Attribute]] = {}
"""Types, and the same without symbols, by the address of the first."""


@lru_cache(maxsize=1 << 16)
def _stripped(type_: TypeT) -> TypeT:
    if isinstance(type_, TensorType):
        tensor = cast("TensorType[Attribute]", type_)
        if get_symbols(tensor) is None:
            return cast(TypeT, tensor)
        return cast(TypeT, TensorType(tensor.element_type, tensor.shape))
    if isinstance(type_, FunctionType):
        inputs = [strip(one) for one in type_.inputs]
        return cast(TypeT, FunctionType.from_lists(inputs, [strip(one) for one in type_.outputs]))
    if isinstance(type_, TupleType):
        elements = tuple(strip(one) for one in type_.types)
        return cast(TypeT, TupleType(elements))
    return type_


def value_symbols(value: SSAValue) -> Symbols | None:
    """The symbols of a value: of its type, or else of the attribute for types without encodings."""
    symbols = get_symbols(type_of(value))
    if symbols is not None:
        return symbols
    if type(value) is OpResult:
        attributes = value.op.attributes
        if not attributes:
            return None
        attr = attributes.get(DIMS)
        if attr is None and type(value.type) is MemRefType:
            attr = attributes.get(OLD_DIMS)
        return _entry(attr, value.index, len(value.op.results))
    if isinstance(value, BlockArgument):
        return _argument_symbols(value)
    return None


def _entry(attr: Attribute | None, index: int, count: int) -> Symbols | None:
    """The list at `index`; an operation with one result may leave out the outer brackets."""
    if type(attr) is not ArrayAttr:
        return None
    entries = attr.data
    if count == 1 and not (len(entries) == 1 and isinstance(entries[0], ArrayAttr)):
        return symbols_of(attr)
    return symbols_of(entries[index]) if index < len(entries) else None


def _argument_symbols(argument: BlockArgument) -> Symbols | None:
    """The symbols of block arguments in attributes of the operation around the block."""
    block = argument.owner
    region = block.parent_region()
    parent = block.parent_op()
    if region is None or parent is None or region.first_block is not block:
        return None
    # A function's arguments have a dictionary each, other operations one list per region.
    dictionaries = parent.get_attr_or_prop("arg_attrs")
    if dictionaries is not None and isinstance(dictionaries, ArrayAttr):
        data = cast("ArrayAttr[Attribute]", dictionaries).data
        if argument.index < len(data):
            return noted_symbols(data[argument.index], argument.type)
        return None
    lists = parent.attributes.get(ARGUMENT_DIMS)
    if lists is None or not isinstance(lists, ArrayAttr):
        return None
    regions = cast("ArrayAttr[Attribute]", lists).data
    at = parent.get_region_index(region)
    if at >= len(regions) or not isinstance(regions[at], ArrayAttr):
        return None
    entries = cast("ArrayAttr[Attribute]", regions[at]).data
    return symbols_of(entries[argument.index]) if argument.index < len(entries) else None


def noted_symbols(dictionary: Attribute, type_: Attribute) -> Symbols | None:
    """The symbols in the attributes of an argument or result of a function."""
    attr = dictionary_entry(dictionary, DIMS)
    if attr is None and isinstance(type_, MemRefType):
        attr = dictionary_entry(dictionary, OLD_DIMS)
    return symbols_of(attr)


def dictionary_entry(attr: Attribute, key: str) -> Attribute | None:
    """The entry `key` of a dictionary attribute."""
    return attr.data.get(key) if isinstance(attr, DictionaryAttr) else None


def dims_attribute(lists: Sequence[Symbols | None]) -> ArrayAttr[Attribute]:
    """The value of `disc_shape.dims` for an operation with these results."""
    if len(lists) == 1 and lists[0] is not None:
        return symbol_list(lists[0])
    return ArrayAttr([_UNIT if names is None else symbol_list(names) for names in lists])


def note_symbols(value: SSAValue, names: Sequence[str | None]) -> None:
    """Put the symbols of a value whose type has no room for them where `value_symbols` finds them.

        %0 = stablehlo.tanh %x {disc_shape.dims = [@s]} : tensor<?xf32, #stablehlo.bounds<16>>
        %1 = memref.alloc(%n) {disc_shape.dims = [@s]} : memref<?xf32>

    That is on its operation, on its function, or on the operation around its region. Arguments of
    further blocks have no place for them.
    """
    if isinstance(value, OpResult):
        lists = _noted(value.op.results, value, names)
        value.op.attributes[DIMS] = dims_attribute(lists)
    elif isinstance(value, BlockArgument):
        _note_argument(value, names)


def _noted(
    values: Sequence[SSAValue], one: SSAValue, names: Sequence[str | None]
) -> list[Symbols | None]:
    """The attribute with the symbols of some values, of which `one` now has these symbols."""
    others = (None if get_symbols(value.type) else value_symbols(value) for value in values)
    return [
        tuple(names) if value is one else other for value, other in zip(values, others, strict=True)
    ]


def _note_argument(argument: BlockArgument, names: Sequence[str | None]) -> None:
    region, parent = argument.block.parent_region(), argument.block.parent_op()
    if region is None or parent is None or region.first_block is not argument.block:
        return
    if isinstance(parent, FuncOp):
        count = len(parent.function_type.inputs)
        dictionaries = list(parent.arg_attrs or [DictionaryAttr({})] * count)
        data = {**dictionaries[argument.index].data, DIMS: symbol_list(tuple(names))}
        dictionaries[argument.index] = DictionaryAttr(data)
        parent.arg_attrs = ArrayAttr(dictionaries)
        return
    blocks = [one.first_block for one in parent.regions]
    lists = [_noted(block.args, argument, names) if block is not None else [] for block in blocks]
    _write_argument_lists(parent, lists)


def forget_symbols(value: SSAValue) -> None:
    """Remove the symbols of a result or of a block argument from attributes."""
    if type(value) is OpResult:
        attributes = value.op.attributes
        if not attributes:
            return None
        if DIMS in attributes:
            lists = [None if one is value else value_symbols(one) for one in value.op.results]
            if any(lists):
                attributes[DIMS] = dims_attribute(lists)
            else:
                del attributes[DIMS]
    elif isinstance(value, BlockArgument):
        _forget_argument(value)


def _forget_argument(argument: BlockArgument) -> None:
    """Only arguments of a region's first block have a record."""
    block = argument.block
    region, parent = block.parent_region(), block.parent_op()
    if region is None or parent is None or region.first_block is not block:
        return
    if isinstance(parent, FuncOp):
        dictionaries = list(parent.arg_attrs or ())
        if dictionaries and DIMS in (data := dictionaries[argument.index].data):
            kept = {name: attr for name, attr in data.items() if name != DIMS}
            dictionaries[argument.index] = DictionaryAttr(kept)
            parent.arg_attrs = (
                ArrayAttr(dictionaries) if any(one.data for one in dictionaries) else None
            )
    elif ARGUMENT_DIMS in parent.attributes:
        rows = [
            [None if one is argument else _argument_symbols(one) for one in first.args]
            if (first := one.first_block) is not None
            else []
            for one in parent.regions
        ]
        _write_argument_lists(parent, rows)


def _write_argument_lists(op: Operation, rows: Sequence[Sequence[Symbols | None]]) -> None:
    """Record the symbols of the arguments of each region, or nothing where none are known."""
    if not any(entry for row in rows for entry in row):
        op.attributes.pop(ARGUMENT_DIMS, None)
        return
    op.attributes[ARGUMENT_DIMS] = ArrayAttr(
        ArrayAttr([_UNIT if entry is None else symbol_list(entry) for entry in row]) for row in rows
    )


def result_symbols(function: FuncOp) -> list[Symbols | None]:
    """The symbols that the attributes of a function's results give."""
    dictionaries, types = function.res_attrs, function.function_type.outputs
    if dictionaries is None:
        return [None] * len(types)
    return [noted_symbols(*pair) for pair in zip(dictionaries, types, strict=True)]


def note_result_symbols(function: FuncOp, index: int, names: Symbols) -> None:
    """Put symbols on a result of a function."""
    count = len(function.function_type.outputs)
    dictionaries = list(function.res_attrs or [DictionaryAttr({})] * count)
    data = {**dictionaries[index].data, DIMS: symbol_list(names)}
    dictionaries[index] = DictionaryAttr(data)
    function.res_attrs = ArrayAttr(dictionaries)
