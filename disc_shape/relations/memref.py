"""Relations and evaluators of MLIR's memref dialect: sizes of buffers and of views of them."""

from __future__ import annotations

from xdsl.dialects import memref
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.hlo.attributes import constant_ints, ints
from disc_shape.relations.arith import constant_items
from disc_shape.relations.buffers import Constant, Same, Stored, filling_of
from disc_shape.relations.core import EVALUATORS, MAKES
from disc_shape.relations.create import dynamic_sizes
from disc_shape.relations.operands import mixed_sizes
from disc_shape.relations.reshape import merged
from disc_shape.relations.rules import evaluates, relation
from disc_shape.relations.slice import take_box
from disc_shape.relations.state import Content, RelationState
from disc_shape.relations.tensor import position


@relation(
    "Create",
    "MLIR, memref.alloc and memref.alloca",
    memref.AllocOp,
    memref.AllocaOp,
)
def allocate(op: memref.AllocOp | memref.AllocaOp, state: RelationState) -> bool:
    """The operands are the dynamic sizes of the buffer, in order."""
    return dynamic_sizes(op, op.memref, op.dynamic_sizes, state)


@relation("Create", "MLIR, memref.view", memref.ViewOp)
def view(op: memref.ViewOp, state: RelationState) -> bool:
    """The operands are the dynamic sizes of the view, in order."""
    return dynamic_sizes(op, op.result, op.sizes, state)


@relation(
    "Cast",
    "MLIR, memref.cast: a cast changes no size",
    memref.CastOp,
)
def cast(op: memref.CastOp, state: RelationState) -> bool:
    """A cast changes no size. Source: MLIR, memref.cast."""
    state.same_shape([op.source, op.dest], op, f"'{op.name}' changes no size")
    return True


@relation("SameShape", "MLIR, memref.copy", memref.CopyOp)
def copy(op: memref.CopyOp, state: RelationState) -> bool:
    """Source and destination have one shape."""
    state.same_shape([op.source, op.destination], op, f"'{op.name}' copies all elements")
    return True


@relation(
    "ReinterpretCast",
    "MLIR, memref.reinterpret_cast",
    memref.ReinterpretCastOp,
)
def reinterpret_cast(op: memref.ReinterpretCastOp, state: RelationState) -> bool:
    """The result has the sizes that the operation lists."""
    sizes = mixed_sizes(ints(op.static_sizes), op.sizes, state)
    state.define_all(op.result, sizes, op, f"sizes of '{op.name}'")
    return True


relation("ExtractSlice", "MLIR, memref.subview", memref.SubviewOp)(take_box)


@relation("Collapse", "MLIR, memref.collapse_shape", memref.CollapseShapeOp)
def collapse_shape(op: memref.CollapseShapeOp, state: RelationState) -> bool:
    """Each size of the result is the product of a group of sizes of the operand."""
    return merged(op, op.src, op.result, op.reassociation, state)


@relation("Expand", "MLIR, memref.expand_shape", memref.ExpandShapeOp)
def expand_shape(op: memref.ExpandShapeOp, state: RelationState) -> bool:
    """Each size of the operand is the product of a group of sizes of the result."""
    sizes = mixed_sizes(ints(op.static_output_shape), op.output_shape, state)
    state.define_all(op.result, sizes, op, f"output shape of '{op.name}'")
    return merged(op, op.result, op.src, op.reassociation, state)


@evaluates(memref.LoadOp)
def load(op: memref.LoadOp, state: RelationState) -> Content:
    """The element at constant indices of a buffer with known contents."""
    items, at = state.content(op.memref), position(op.memref, tuple(op.indices), state)
    return None if items is None or at is None else (items[at],)


@evaluates(memref.CastOp, memref.CollapseShapeOp, memref.ExpandShapeOp)
def whole_view(
    op: memref.CastOp | memref.CollapseShapeOp | memref.ExpandShapeOp, state: RelationState
) -> Content:
    """The contents of the buffer that the view covers as a whole."""
    return write_once_contents(op.results[0], state)


@evaluates(memref.GetGlobalOp)
def get_global(op: memref.GetGlobalOp, state: RelationState) -> Content:
    """The contents of a constant global buffer."""
    return write_once_contents(op.memref, state)


def written(op: Operation) -> list[SSAValue]:
    """The buffer that a store or a copy writes to."""
    return [op.operands[1]]


def stored(op: Operation, state: RelationState) -> list[Content]:
    """What that buffer holds from now on."""
    return [write_once_contents(op.operands[1], state)]


def write_once_contents(buffer: SSAValue, state: RelationState) -> Content:
    """The contents of a write-once buffer, as far as its sources have been read."""
    if buffer not in state.relevant:
        return None
    match filling_of(buffer):
        case Stored(values):
            items = [state.content(one) for one in values if state.has_content(one)]
            found = tuple(item for one in items for item in one or ())
            return found if len(found) == len(values) else None
        case Same(source):
            return state.content(source)
        case Constant(value):
            numbers = constant_ints(value)
            return None if numbers is None else constant_items(numbers, buffer)
        case _:
            return None


EVALUATORS.register(stored, memref.StoreOp, memref.CopyOp)
MAKES.register(written, memref.StoreOp, memref.CopyOp)
