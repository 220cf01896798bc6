"""What regions of HLO operations look like, and how they are checked and printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.printer import Printer

from disc_shape.dialects.hlo.shapes import check_same_values, require


def block_of(op: Operation, what: str, region: Region) -> Block:
    """The only block of a region."""
    first = region.blocks.first
    if first is None or first.next_block is not None:
        require(False, f"{what} of '{op.name}' has {len(region.blocks)} blocks, expected 1")
    return cast(Block, first)


def returned(op: Operation, what: str, region: Region) -> Sequence[SSAValue]:
    """What a region gives: the operands of its terminator."""
    last = block_of(op, what, region).last_op
    name = None if last is None else last.name
    if last is None or last.name.rpartition(".")[2] != "return":
        require(False, f"{what} of '{op.name}' ends with {name}, expected a return")
        return ()
    return last.operands


def check_region(
    op: Operation,
    what: str,
    region: Region,
    arguments: Sequence[Attribute],
    results: Sequence[Attribute] | None,
) -> None:
    """A region takes and gives values of these types; None: what it gives is checked elsewhere."""
    block = block_of(op, what, region)
    check_same_values(op, f"{what} arguments", [one.type for one in block.args], arguments)
    given = [one.type for one in returned(op, what, region)]
    if results is not None:
        check_same_values(op, f"{what} results", given, results)


def share_names(printer: Printer, values: Sequence[SSAValue], like: Sequence[SSAValue]) -> None:
    """Print `values` under the names that `like` have already.

    The two regions of a `while` share the names of their arguments in print.
    """
    names = cast("dict[SSAValue, str]", vars(printer)["_ssa_values"])
    for value, other in zip(values, like, strict=True):
        names[value] = names[other]


def print_arguments(printer: Printer, arguments: Sequence[SSAValue]) -> None:
    """`%0: type, %1: type`."""
    for index, argument in enumerate(arguments):
        printer.print_string(", " if index else "")
        printer.print_ssa_value(argument)
        printer.print_string(": ")
        printer.print_attribute(argument.type)
