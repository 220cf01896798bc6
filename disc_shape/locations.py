"""
Locations of the front end: which line of the user's program an operation comes from.

A pass keeps them as MLIR's passes do. An operation that replaces another takes its location; one
that takes the place of several equal ones has them fused; the body of a function that is inlined is
located at the call; what a pass inserts for an operation is located where that operation is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    LocationAttr,
    NameLoc,
    NoneAttr,
    UnknownLoc,
)
from xdsl.ir import Attribute, Block, BlockArgument, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from disc_shape.traversal import operations

MAX_FUSED = 8
"""How many locations of equal operations are kept of one; more help no reader."""


_ORIGINALS: WeakKeyDictionary[Operation, Operation] = WeakKeyDictionary()
"""What operations are created for that no text has."""


class SourceLine(NamedTuple):
    """A line of the program that a front end has read."""

    file: str
    line: int
    column: int
    function: str
    """The function that the line belongs to; empty if unknown."""

    @property
    def position(self) -> str:
        """`file:line:col`."""
        return f"{self.file}:{self.line}:{self.column}"

    def __str__(self) -> str:
        return f"{self.position} in '{self.function}'" if self.function else self.position


def is_unknown(location: Attribute) -> bool:
    """True for `loc(unknown)`."""
    return isinstance(location, UnknownLoc)


def inherit(new: Operation, old: Operation) -> None:
    """Let an operation without a location have that of the operation that it is created for."""
    if is_unknown(new.location):
        new.location = old.location


def trace(new: Operation, old: Operation) -> None:
    """Let what is wrong with an operation be reported where the one is that it is created for."""
    inherit(new, old)
    _ORIGINALS[new] = original(old)


def trace_copy(copy: Operation, source: Operation) -> None:
    """`trace` for a copy of an operation and those inside."""
    for new, old in zip(copy.walk(), source.walk(), strict=True):
        trace(new, old)


def original(op: Operation) -> Operation:
    """The operation that another one is created for, through others too; else itself."""
    return _ORIGINALS.get(op, op)


def fuse(kept: Operation, gone: Operation) -> None:
    """
    Let an operation have the location of an equal one as well, which it replaces.

        %2 = stablehlo.tanh %0 loc("a.py":1:0)
        %3 = stablehlo.tanh %0 loc("a.py":2:0)
    =>
        %2 = stablehlo.tanh %0 loc(fused["a.py":1:0, "a.py":2:0])
    """
    if kept.location is not gone.location:
        kept.location = fused((kept.location, gone.location))


def fused(locations: Iterable[LocationAttr]) -> LocationAttr:
    """
    One location for several: unknown ones are dropped, and equal ones merged. They are compared,
    which ends at the first difference or at a common part, and not hashed: that goes through all
    calls around each of them.
    """
    found: list[LocationAttr] = []
    for location in locations:
        parts = (location,)
        if isinstance(location, FusedLoc) and isinstance(location.metadata, NoneAttr):
            parts = _parts(location)
        for part in parts:
            if len(found) < MAX_FUSED and not is_unknown(part) and part not in found:
                found.append(part)
    if len(found) < 2:
        return found[0] if found else UNKNOWN_LOC
    return FusedLoc(tuple(found), NoneAttr())


def locate_at_call(ops: Iterable[Operation], call: LocationAttr) -> None:
    """Locate the operations of a function that is inlined at a call."""
    if is_unknown(call):
        return
    at_call: dict[int, tuple[LocationAttr, LocationAttr]] = {}
    for op in ops:
        inside = op.location
        if id(inside) not in at_call:
            located = call if is_unknown(inside) else CallSiteLoc(inside, call)
            at_call[id(inside)] = inside, located
        op.location = at_call[id(inside)][1]


def fill_locations(region: Region) -> None:
    """
    Locate the operations that have no location, which passes have inserted for others: where the
    first user of their results is, else where the operand is defined that comes last (a store, a
    `memref.dealloc`), else where the operation around them is.

        %0 = tensor.dim %x, %c0 loc(unknown)
        %1 = tensor.from_elements %0, %c4 loc(unknown)
        %2 = stablehlo.dynamic_reshape %x, %1 loc("net.py":12:8)
    =>
        all three at loc("net.py":12:8)

    A region without any location is left alone, as are terminators.
    """
    ops = operations(region)
    if all([type(op.location) is UnknownLoc for op in ops]):
        return
    order = {op: number for number, op in enumerate(ops)}
    _locate_at_users(order)
    for op in order:
        if is_unknown(op.location) and not op.has_trait(IsTerminator) and not op.results:
            op.location = _surrounding_location(op, order)
    _locate_at_users(order)
    for op in order:
        if is_unknown(op.location) and not op.has_trait(IsTerminator):
            op.location = _surrounding_location(op, order)


def _locate_at_users(order: dict[Operation, int]) -> None:
    """Locate operations where their first user is, given the operations in program order."""
    for op in reversed(order):
        if is_unknown(op.location) and op.results:
            users = {use.operation for result in op.results for use in result.uses}
            located = [user for user in users if not is_unknown(user.location)]
            if located:
                op.location = min(located, key=order.__getitem__).location


def _surrounding_location(op: Operation, order: Mapping[Operation, int]) -> LocationAttr:
    """The location of the operand that is defined last, else of the operation around `op`."""
    makers = [one for value in op.operands if isinstance(one := value.owner, Operation)]
    located = [one for one in makers if one in order and not is_unknown(one.location)]
    if located:
        return max(located, key=order.__getitem__).location
    outer = op.parent_op()
    return UNKNOWN_LOC if outer is None or outer not in order else outer.location


def source_lines(location: Attribute) -> Iterator[SourceLine]:
    """
    The lines that a location names, the innermost call first; of fused locations the first:

        loc(callsite("softmax"("net.py":7:15) at "main"("net.py":22:8)))

    is line 7 of `net.py` in `softmax`, called from line 22 in `main`.
    """
    yield from _lines(location, "")


def _lines(location: Attribute, function: str) -> Iterator[SourceLine]:
    match location:
        case FileLineColLoc():
            line, column = location.line.data, location.column.data
            yield SourceLine(location.filename.data, line, column, function)
        case NameLoc():
            yield from _lines(location.location, location.desc.data)
        case CallSiteLoc():
            yield from _lines(location.callee, "")
            yield from _lines(location.caller, "")
        case FusedLoc():
            found = (list(_lines(part, function)) for part in _parts(location))
            yield from next(filter(None, found), ())
        case _:
            return


def source_line(op: Operation) -> SourceLine | None:
    """The line of the user's program that an operation comes from, or None if no one is known."""
    return next(source_lines(op.location), None)


def source_name(value: SSAValue) -> str | None:
    """
    The name that the front end gives to a value: that of the argument's location (`loc("x")`), else
    the name in the text. None for a value without a name.
    """
    if isinstance(value, BlockArgument):
        location = value.location
        if isinstance(location, NameLoc) and location.desc.data:
            return location.desc.data
    return value.name_hint


def pass_argument_locations(arguments: Iterable[SSAValue], block: Block) -> None:
    """
    Before a call is inlined: arguments of the caller that are passed on have the location (the
    name) of the argument of the callee, if they have none.
    """
    for value, argument in zip(arguments, block.args, strict=True):
        if isinstance(value, BlockArgument) and is_unknown(value.location):
            value.location = argument.location


def _parts(location: FusedLoc) -> tuple[LocationAttr, ...]:
    parts = location.locations
    return cast("ArrayAttr[LocationAttr]", parts).data if isinstance(parts, ArrayAttr) else ()
