"""How the members of a written kernel read its inputs."""

from __future__ import annotations

from itertools import count

from xdsl.ir import Block, SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.dialects.disc_shape.shaping import untied
from disc_shape.fusion.facts import Facts
from disc_shape.fusion.graph import Node
from disc_shape.fusion.reader import read_graph
from disc_shape.fusion.views import View, identity, read_through

ELSEWHERE = View(None, 0, False, False, "elsewhere")
"""An index other than that of the output."""


def read_at_output(block: Block) -> list[bool]:
    """
    For each argument of the block of a kernel whether all members read it at the index at which
    results are written, and nowhere else. Results whose shapes differ have no such index, but for
    axes of size one.

    A reduction of rows reads other places of the row, but only before the row is written: its loops
    and those of the output are the same.
    """
    last = block.last_op
    assert last is not None
    outputs = [untied(value) for value in last.operands]
    spaces = {*map(_space, outputs)}
    if len(outputs) > 1 and (len(spaces) != 1 or None in spaces):
        return [False] * len(block.args)
    views = _views(block, outputs)
    shapes = {tuple(shape_of(value)) for value in outputs}
    found: list[bool] = []
    for argument in block.args:
        seen = views.get(argument, set())
        same = tuple(shape_of(argument)) in shapes
        at_output = identity([size == 1 for size in shape_of(argument)])
        found.append(
            bool(seen)
            and all(view.is_flat or (same and view.axes == at_output.axes) for view in seen)
        )
    return found


def _space(value: SSAValue) -> tuple[int | str, ...] | None:
    """The sizes of a tensor that are not one, in numbers and symbols; None for an unknown one."""
    sizes = shape_of(value)
    names = value_symbols(value) or (None,) * len(sizes)
    found = [
        size if size >= 0 else name for size, name in zip(sizes, names, strict=True) if size != 1
    ]
    known = tuple(one for one in found if one is not None)
    return known if len(known) == len(found) else None


def _views(block: Block, outputs: list[SSAValue]) -> dict[SSAValue, set[View]]:
    """Where the loops of a kernel read each value."""
    views: dict[SSAValue, set[View]] = {}
    for value in outputs:
        view = identity([size == 1 for size in shape_of(value)])
        views.setdefault(value, set()).add(view)
    graph = read_graph(block, Facts())
    nodes = {node.op: node for node in graph.nodes}
    last = block.last_op
    for op in reversed(list(block.ops)):
        if op is last or isinstance(op, TieShapeOp):
            continue
        node = nodes.get(op)
        if node is None:
            for operand in op.operands:
                views.setdefault(untied(operand), set()).add(ELSEWHERE)
            continue
        for view in views.get(op.results[0], set()):
            _read_operands(node, view, views)
    return views


def _read_operands(node: Node, view: View, views: dict[SSAValue, set[View]]) -> None:
    loops = count(view.level)
    reduced = [None if shape_of(value)[axis] == 1 else next(loops) for value, axis in node.reduced]
    for read in node.reads:
        found = ELSEWHERE
        if node.cost != "contraction":
            found = read_through(view, read, node.rank, reduced)
        views.setdefault(read.value, set()).add(found)
