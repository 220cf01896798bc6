"""Converts regions block by block."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.analysis.dominance import reverse_postorder
from disc_shape.linalg_conversion.operations import convert_operation
from disc_shape.linalg_conversion.types import converted
from disc_shape.linalg_conversion.values import Values


def convert_blocks(old: Region, new: Region, values: Values) -> None:
    """
    Fill the blocks of a new region, which has a block for each of the old one, those that dominate
    others first. Blocks that nothing reaches are dropped.
    """
    for before, after in zip(old.blocks, new.blocks, strict=True):
        values.blocks[before] = after
    order = reverse_postorder(old)
    for before in set(old.blocks).difference(order):
        new.erase_block(values.blocks[before])
    for number, before in enumerate(order):
        after = values.blocks[before]
        for argument, counterpart in zip(before.args, after.args, strict=True):
            values.bind_argument(argument, counterpart)
        place = InsertPoint.at_end(after)
        if number:
            with values.writer.at(place):
                convert_block(before, values)
        else:
            # What the entry block computes dominates the others.
            values.writer.move(place)
            values.read_sizes(before.args)
            convert_block(before, values)


def convert_region(old: Region, values: Values) -> Region:
    """A converted copy of a region, which may have no blocks."""
    blocks = [Block(arg_types=[converted(one.type) for one in block.args]) for block in old.blocks]
    new = Region(blocks)
    if not blocks:
        return new
    with values.writer.at(InsertPoint.at_end(blocks[0])):
        convert_blocks(old, new, values)
    return new


def convert_block(block: Block, values: Values) -> None:
    """Emit the counterparts of all operations of a block."""
    for op in block.ops:
        convert_operation(op, values)


def convert_body(block: Block, values: Values) -> Sequence[SSAValue]:
    """Emit the counterparts of all operations but the terminator; returns its operands."""
    last = block.last_op
    assert last is not None
    for op in block.ops:
        if op is not last:
            convert_operation(op, values)
    return last.operands


def clone(op: Operation, values: Values) -> Operation:
    """Emit an operation again, on counterparts and with converted regions."""
    new = type(op).create(
        operands=[values.tensor(operand) for operand in op.operands],
        result_types=[converted(result.type) for result in op.results],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
        successors=[values.blocks[block] for block in op.successors],
        regions=[convert_region(region, values) for region in op.regions],
    )
    values.writer.insert(new)
    return new
