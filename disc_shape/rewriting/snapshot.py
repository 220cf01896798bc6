"""The contents of a module, so that two states of it can be compared."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import SSAValue

from disc_shape.traversal import operands_of, operations, successors_of, types_of

_hint_of: Callable[[SSAValue], str | None] = attrgetter("_name")


def snapshot(module: ModuleOp) -> list[object]:
    """
    All that the text of a module is made of, in its order: equal for two states of a module that
    print the same.
    """
    seen: list[object] = []
    used: list[int] = []
    """The addresses of values and blocks, which are numbered in the order in which they occur."""
    for op in (module, *operations(module.body)):
        operands, results = operands_of(op), op.results
        successors, regions = successors_of(op), op.regions
        used.append(id(op.parent))
        used += map(id, operands)
        used += map(id, results)
        used += map(id, successors)
        seen += (op.name, len(operands), len(results), len(successors), len(regions))
        seen += types_of(results)
        seen += map(_hint_of, results)
        seen += op.properties.items()
        seen.append(None)
        seen += op.attributes.items()
        seen.append(None)
        for region in regions:
            seen.append(len(region.blocks))
            for block in region.blocks:
                arguments = block.args
                used.append(id(block))
                used += map(id, arguments)
                seen += (len(arguments), *types_of(arguments), *map(_hint_of, arguments))
    numbers = {address: number for number, address in enumerate(dict.fromkeys(used))}
    seen += map(numbers.__getitem__, used)
    return seen
