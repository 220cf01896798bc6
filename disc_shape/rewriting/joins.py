"""
One type where control flow joins.

A value carried around a loop has one type at the entry, in the regions and at the exit, symbols
included. What does not hold at all of them is taken out of that type, and values are cast where
they go in and come out.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, NoneAttr, TensorType
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from disc_shape.analysis.regions import Carried, Flow
from disc_shape.dialects.disc_shape import get_symbols, strip, with_symbols
from disc_shape.relations.state import RelationState, as_tensor
from disc_shape.rewriting.refine import set_type


def join_types(op: Operation, flow: Flow, state: RelationState) -> None:
    """Make the types agree wherever values enter, go around in, and leave the regions of `op`."""
    for carried in flow.carried:
        _join_carried(op, carried, state)
    regions = [] if flow.carried else [one for one in op.regions if one.blocks]
    for values, region in zip(flow.yields, regions, strict=True):
        last = region.blocks[0].last_op
        if last is not None:
            for index, value in enumerate(values):
                wanted = op.results[index].type
                if value.type != wanted and as_tensor(wanted) is not None:
                    last.operands[index] = cast_value(value, wanted, last, state)


def _join_carried(op: Operation, carried: Carried, state: RelationState) -> None:
    values = [carried.init, *carried.arguments, *carried.steps, carried.result]
    types = [as_tensor(value.type) for value in values]
    known = [type for type in types if type is not None]
    if len(known) != len(types) or all(type == known[0] for type in known):
        return
    joined = joined_type(known)
    for argument in carried.arguments:
        _retype(argument, joined, state)
    for step in carried.steps:
        for use in list(step.uses):
            user = use.operation
            if user.parent_op() is op and user.parent is not None and user.parent.last_op is user:
                _cast_operand(user, use.index, joined, state)
    for index, operand in enumerate(op.operands):
        if operand is carried.init:
            _cast_operand(op, index, joined, state)
    _retype(carried.result, joined, state)


def _cast_operand(user: Operation, index: int, wanted: Attribute, state: RelationState) -> None:
    value = user.operands[index]
    if value.type != wanted:
        user.operands[index] = cast_value(value, wanted, user, state)


def _retype(value: SSAValue, joined: TensorType[Attribute], state: RelationState) -> None:
    """Give a value the joined type; those that use it go on with what was known of it."""
    before = value.type
    if before == joined:
        return
    set_type(value, joined)
    cast_users(value, before, state)


def joined_type(types: Sequence[TensorType[Attribute]]) -> TensorType[Attribute]:
    """The most that all of these types say."""
    first = types[0]
    shapes = [type.get_shape() for type in types]
    plain = as_tensor(strip(first))
    encoding = None if plain is None else plain.encoding
    shape = [
        column[0] if len(set(column)) == 1 else DYNAMIC_INDEX
        for column in zip(*shapes, strict=True)
    ]
    names = [get_symbols(type) or (None,) * len(shape) for type in types]
    joined = TensorType(first.element_type, shape, encoding or NoneAttr())
    agreed = [column[0] if len(set(column)) == 1 else None for column in zip(*names, strict=True)]
    return with_symbols(joined, tuple(agreed))


def cast_users(value: SSAValue, type: Attribute, state: RelationState) -> SSAValue | None:
    """Let all users of `value` see it as another type; the cast value, None without users."""
    if value.first_use is None:
        return None
    cast = tensor.CastOp.create(operands=[value], result_types=[type])
    if isinstance(value, OpResult):
        block = value.op.parent
        assert block is not None
        block.insert_ops_after([cast], value.op)
    else:
        block = value.owner
        assert isinstance(block, Block)
        assert block.first_op is not None
        block.insert_ops_before([cast], block.first_op)
    state.copy_value(value, cast.results[0])
    value.replace_uses_with_if(cast.results[0], lambda use: use.operation is not cast)
    return cast.results[0]


def cast_value(
    value: SSAValue, type: Attribute, before: Operation, state: RelationState
) -> SSAValue:
    """`value` as another type of the same sizes, for one user."""
    op = tensor.CastOp.create(operands=[value], result_types=[type])
    block = before.parent
    assert block is not None
    block.insert_ops_before([op], before)
    state.copy_value(value, op.results[0])
    return op.results[0]
