"""How the members of a written kernel read its inputs."""

from __future__ import annotations

from itertools import count

from xdsl.ir import Block, SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.dialects.disc_shape import TieShapeOp
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
    results are written, and nowhere else. Results of several shapes have no such index.

    A reduction of rows reads other places of the row, but only before the row is written: its loops
    and those of the output are the same.
    """
    last = block.last_op
    assert last is not None
    outputs = [untied(value) for value in last.operands]
    if len({value.type for value in outputs}) != 1:
        return [False] * len(block.args)
    views = _views(block, outputs)
    units = [size == 1 for size in shape_of(outputs[0])]
    at_output = identity(units)
    found: list[bool] = []
    for argument in block.args:
        seen = views.get(argument, set())
        same = shape_of(argument) == shape_of(outputs[0])
        found.append(
            bool(seen)
            and all(view.is_flat or (same and view.axes == at_output.axes) for view in seen)
        )
    return found


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
