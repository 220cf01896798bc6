"""
The symbols of values whose types have no room for them.

What crosses the boundary of a function that is called has a type without symbols, since all calls
must agree on it; it is cast to symbols where it comes in and back where it goes out. A cast changes
no size, and a buffer carries its symbols beside its type, so both sides of a cast can have them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from xdsl.dialects import arith, func, tensor
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import (
    Symbols,
    get_symbols,
    is_foreign,
    note_symbols,
    value_symbols,
)
from disc_shape.dialects.hlo.narrow import as_tensor

Names: TypeAlias = "dict[SSAValue, Symbols]"


class Constant(Protocol):
    """Gives the symbol of a number, if sizes are named at all."""

    def __call__(self, number: int, *, named: bool = False) -> str | None: ...


def adopted_names(body: Region, constant: Constant) -> Names:
    """
    The symbols of the tensors of a function that types do not give: those of what a value is cast
    from, and those that it is cast to at once. Behind a check a cast may say more than was true in
    front of it, so a cast names its operand only where nothing that could check it stands
    between the two. What is cast to or from static sizes has the symbols of these numbers.

        %r = func.call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>            %r has @n
        %1 = tensor.cast %r : tensor<?xf32> to tensor<?xf32, [@n]>
        ...
        %3 = tensor.cast %2 : tensor<?xf32, [@n]> to tensor<?xf32>          %3 has @n
    """
    names: Names = {}
    for region in (body, *(inner for op in body.walk() for inner in op.regions)):
        for block in region.blocks:
            # The arguments of further blocks have no place for symbols.
            fresh = block.args if block is region.first_block else ()
            _adopt_in(block, names, fresh, constant)
    return names


def note_adopted_names(body: Region) -> None:
    """
    Write the symbols of arguments and of what calls give beside them, where a cast gives them whose
    result nothing but sizes reads: such a cast goes when these are computed otherwise.

        func.func private @f(%x: tensor<?xf32>) {
          %1 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@n]>
          %2 = tensor.dim %1, %c0 : tensor<?xf32, [@n]>
    =>
        func.func private @f(%x: tensor<?xf32> {disc_shape.dims = [@n]}) {
    """
    block = body.first_block
    if block is None:
        return
    names = adopted_names(body, lambda number, named=False: None)
    calls = (op for op in body.walk() if isinstance(op, func.CallOp))
    for value in (*block.args, *(result for op in calls for result in op.results)):
        found, type_ = names.get(value), as_tensor(value.type)
        if found is None or type_ is None or is_foreign(type_):
            continue
        sizes = zip(found, type_.get_shape(), strict=True)
        if all(name is not None or size >= 0 for name, size in sizes):
            note_symbols(value, found)


def _adopt_in(
    block: Block, names: Names, arguments: Sequence[SSAValue], constant: Constant
) -> None:
    fresh: set[SSAValue] = set(arguments)
    for op in block.ops:
        if isinstance(op, TieShapeOp):
            _adopt(op.result, op.value, names, constant)
            if op.value in fresh:
                fresh.add(op.result)
        elif isinstance(op, tensor.CastOp):
            _adopt(op.dest, op.source, names, constant)
            value = op.source
            if value in fresh:
                _adopt(value, op.dest, names, constant)
                while isinstance(value.owner, TieShapeOp):
                    value = value.owner.value
                    _adopt(value, op.dest, names, constant)
        elif not _checks_nothing(op):
            fresh = set(op.results)


def _checks_nothing(op: Operation) -> bool:
    """Whether what holds behind an operation holds in front of it: it is plain computation."""
    return op.dialect_name() in (arith.Arith.name, tensor.Tensor.name) and not op.regions


def _adopt(value: SSAValue, other: SSAValue, names: Names, constant: Constant) -> None:
    """
    Let a ranked tensor have the symbols of another of its sizes where it has none itself. What has
    a static size where the other one has `?` adopts nothing there: a check may stand between.
    """
    type_, others = as_tensor(value.type), as_tensor(other.type)
    if type_ is None or others is None or type_.has_static_shape():
        return
    own = names_of(value, names)
    if own is not None and None not in own:
        return
    given = names_of(other, names) or (None,) * len(others.get_shape())
    found: list[str | None] = []
    for name, size, theirs in zip(given, type_.get_shape(), others.get_shape(), strict=True):
        if theirs >= 0:
            found.append(name or constant(theirs, named=own is not None))
        else:
            found.append(name if size < 0 else None)
    if any(found):
        names[value] = _merged(own, tuple(found))


def names_of(value: SSAValue, names: Names) -> Symbols | None:
    """The symbols of a value: those that it has adopted, else those of its type."""
    return names.get(value) or value_symbols(value)


def _merged(own: Symbols | None, other: Symbols) -> Symbols:
    return (
        other if own is None else tuple(mine or its for mine, its in zip(own, other, strict=True))
    )


def returned_names(function: func.FuncOp, names: Names) -> list[Symbols | None]:
    """The symbols of the results of a function: those on which all of its returns agree."""
    found = [get_symbols(type_) for type_ in function.function_type.outputs]
    returns = [
        block.last_op for block in function.body.blocks if isinstance(block.last_op, func.ReturnOp)
    ]
    for index, own in enumerate(found):
        lists = [names_of(last.operands[index], names) or () for last in returns]
        if (own is None or None in own) and lists and all(lists):
            agreed = (one[0] if len(set(one)) == 1 else None for one in zip(*lists, strict=True))
            found[index] = _merged(own, tuple(agreed))
    return found
