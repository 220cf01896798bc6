"""Evaluators of reductions of small integer tensors: numbers of elements, largest sizes."""

from __future__ import annotations

from xdsl.ir import Operation, Region

from disc_shape.dialects.hlo import binary
from disc_shape.dialects.hlo.attributes import ints
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.relations.contents import linear, positions, representable, static_shape
from disc_shape.relations.integers import Item, both, complete, either, unlike
from disc_shape.relations.rules import evaluates
from disc_shape.relations.state import Content, RelationState
from disc_shape.symbolic import Cond, Expr, maximum, minimum


def combination(body: Region) -> type[Operation] | None:
    """The class of the single operation that a reduction body applies to its two arguments."""
    block = body.block
    ops = list(block.ops)
    if len(ops) != 2 or len(block.args) != 2:
        return None
    combine, end = ops
    if len(combine.results) != 1 or list(end.operands) != [combine.results[0]]:
        return None
    if len(combine.operands) != 2 or set(combine.operands) != set(block.args):
        return None
    return type(combine)


def combined(cls: type[Operation], a: Item, b: Item, state: RelationState) -> Item | None:
    """Two elements put together by an operation of class `cls`."""
    if isinstance(a, Expr) and isinstance(b, Expr):
        if issubclass(cls, binary.AddOp):
            return a + b
        if issubclass(cls, binary.MulOp):
            return a * b
        if issubclass(cls, binary.MaxOp):
            return maximum(a, b)
        return minimum(a, b) if issubclass(cls, binary.MinOp) else None
    if isinstance(a, Cond) and isinstance(b, Cond):
        if issubclass(cls, binary.AndOp | binary.MulOp | binary.MinOp):
            return both(state, a, b)
        if issubclass(cls, binary.OrOp | binary.AddOp | binary.MaxOp):
            return either(state, a, b)
        return unlike(state, a, b) if issubclass(cls, binary.XorOp) else None
    return None


@evaluates(ReduceOp)
def reduce(op: ReduceOp, state: RelationState) -> Content:
    cls = combination(op.body)
    if cls is None or len(op.inputs) != 1:
        return None
    items, start = state.content(op.inputs[0]), state.content(op.init_values[0])
    before, after = static_shape(op.inputs[0]), static_shape(op.results[0])
    if items is None or start is None or before is None or after is None:
        return None
    gone = set(ints(op.dimensions))
    found: list[Item | None] = [start[0] for _ in positions(after)]
    for item, index in zip(items, positions(before), strict=True):
        at = linear([i for axis, i in enumerate(index) if axis not in gone], after)
        current = found[at]
        found[at] = None if current is None else combined(cls, current, item, state)
    result = op.results[0]
    return complete(state, result, [representable(state, result, item) for item in found])
