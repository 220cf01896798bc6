"""The contents of a module, so that two states of it can be compared."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, SSAValue

from disc_shape.traversal import pre_order


def snapshot(module: ModuleOp) -> list[object]:
    """
    All that the text of a module is made of, in its order: equal for two states of a module that
    print the same.
    """
    seen: list[object] = []
    values: dict[SSAValue, int] = {}
    blocks: dict[Block, int] = {}
    for op in pre_order(module):
        seen.append(op.name)
        for operand in op.operands:
            seen.append(values.setdefault(operand, len(values)))
        seen.extend(blocks.setdefault(block, len(blocks)) for block in op.successors)
        seen += op.properties.items()
        if op.attributes:
            seen += op.attributes.items()
        _define(seen, values, op.results)
        seen.append(op.parent and blocks.setdefault(op.parent, len(blocks)))
        for region in op.regions:
            seen.append(len(region.blocks))
            for block in region.blocks:
                seen.append(blocks.setdefault(block, len(blocks)))
                _define(seen, values, block.args)
    return seen


def _define(seen: list[object], values: dict[SSAValue, int], defined: Sequence[SSAValue]) -> None:
    seen.append(len(defined))
    for value in defined:
        values.setdefault(value, len(values))
        seen += (value.type, value.name_hint)
