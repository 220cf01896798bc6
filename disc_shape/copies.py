"""Copies of operations."""

from __future__ import annotations

from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Block, Operation, Region, SSAValue


def copy_of(
    op: Operation, values: dict[SSAValue, SSAValue], location: LocationAttr | None = None
) -> Operation:
    """
    A copy of an operation, in no block, as `Operation.clone` makes it in twice the time: it sets
    operands twice, for values that are used before they are defined. There are none of these here,
    and no branches.

    `values` has the values that others are replaced by, and gets those of the copy. `location` is
    that of the copy and all in it; None keeps their own ones.
    """
    copy = type(op).create(
        operands=[values.get(one, one) for one in op.operands],
        result_types=[one.type for one in op.results],
        properties=op.properties,
        attributes=op.attributes,
        location=op.location if location is None else location,
        regions=[_copy_of_region(one, values, location) for one in op.regions],
    )
    for old, new in zip(op.results, copy.results, strict=True):
        values[old] = new
        new.name_hint = old.name_hint
    return copy


def _copy_of_region(
    region: Region, values: dict[SSAValue, SSAValue], location: LocationAttr | None
) -> Region:
    blocks: list[Block] = []
    for block in region.blocks:
        new_block = Block(arg_types=block.arg_types)
        for old, new in zip(block.args, new_block.args, strict=True):
            values[old] = new
            new.name_hint = old.name_hint
            new.location = old.location
        new_block.add_ops(copy_of(op, values, location) for op in block.ops)
        blocks.append(new_block)
    return Region(blocks)
