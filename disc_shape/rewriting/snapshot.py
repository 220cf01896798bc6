"""The contents of a module, so that two states of it can be compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain
from operator import attrgetter

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.traversal import operands_of, operations, successors_of, types_of

_hint_of: Callable[[SSAValue], str | None] = attrgetter("_name")
_name_of: Callable[[Operation], str] = attrgetter("name")
_parent_of: Callable[[Operation], Block | None] = attrgetter("parent")
_results_of: Callable[[Operation], Sequence[SSAValue]] = attrgetter("results")
_properties_of: Callable[[Operation], dict[str, Attribute]] = attrgetter("properties")
_attributes_of: Callable[[Operation], dict[str, Attribute]] = attrgetter("attributes")


def snapshot(module: ModuleOp) -> list[object]:
    """
    All that the text of a module is made of: equal for two states of a module that print the same.
    """
    ops = [module, *operations(module.body)]
    regions = [op.regions for op in ops]
    blocks = [[*region.blocks] for region in chain.from_iterable(regions)]
    arguments = [block.args for block in chain.from_iterable(blocks)]
    operands, results = [*map(operands_of, ops)], [*map(_results_of, ops)]
    successors = [*map(successors_of, ops)]
    dictionaries = [*map(_properties_of, ops), *map(_attributes_of, ops)]
    defined = [*chain.from_iterable(results), *chain.from_iterable(arguments)]
    seen: list[object] = [*map(_name_of, ops), *types_of(defined), *map(_hint_of, defined)]
    seen += chain.from_iterable([one.items() for one in dictionaries])
    for lists in (operands, results, successors, regions, dictionaries, blocks, arguments):
        seen.append(None)
        seen += map(len, lists)
    used = [*map(id, defined), *map(id, chain.from_iterable(operands))]
    used += map(id, chain.from_iterable(successors))
    used += map(id, chain.from_iterable(blocks))
    used += map(id, map(_parent_of, ops))
    # Values and blocks are numbered in the order in which they occur here.
    numbers = {address: number for number, address in enumerate(dict.fromkeys(used))}
    seen += map(numbers.__getitem__, used)
    return seen
