"""
The symbols of values whose types have none.

Arguments and results of a function that is called have types without symbols, on which all calls
must agree; they are cast to types with symbols inside, and back before a return. A cast changes no
size, and a buffer has its symbols beside its type, so both sides of a cast can have them.
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
    """Returns the symbol of a number, None in a module without symbols."""

    def __call__(self, number: int, *, named: bool = False) -> str | None: ...


def adopted_names(body: Region, constant: Constant) -> Names:
    """
    The symbols of the tensors of a function beside those in types: a result of a cast adopts those
    of the operand, and the operand those of the result. After a check a cast may use facts that do
    not hold before it, so an operand adopts symbols only where no operation that may check sizes
    lies between its definition and the cast. Static sizes on the other side of a cast give the
    symbols of these numbers.

        %r = func.call @f(%x) : (tensor<?xf32>) -> tensor<?xf32>            %r has @n
        %1 = tensor.cast %r : tensor<?xf32> to tensor<?xf32, [@n]>
        ...
        %3 = tensor.cast %2 : tensor<?xf32, [@n]> to tensor<?xf32>          %3 has @n
    """
    names: Names = {}
    for region in (body, *(inner for op in body.walk() for inner in op.regions)):
        for block in region.blocks:
            # Arguments of later blocks cannot have symbols beside their types.
            fresh = block.args if block is region.first_block else ()
            _adopt_in(block, names, fresh, constant)
    return names


def note_adopted_names(body: Region) -> None:
    """
    Write the symbols that arguments and results of calls adopt from casts beside them, because a
    cast that only sizes are read from is erased when the sizes are computed otherwise.

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
        elif not _is_computation(op):
            fresh = set(op.results)


def _is_computation(op: Operation) -> bool:
    """Whether an operation checks nothing: facts that hold after it hold before it as well."""
    return op.dialect_name() in (arith.Arith.name, tensor.Tensor.name) and not op.regions


def _adopt(value: SSAValue, other: SSAValue, names: Names, constant: Constant) -> None:
    """
    Let a ranked tensor have the symbols of another one of its sizes where it has none itself. A
    static size adopts nothing where the other tensor has `?`, since a check may relate the two.
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
