"""
One type where control flow joins.

A value carried around a loop has one type at the entry, in the regions and at the exit, symbols
included. What does not hold at all of them is taken out of that type, and values are cast where
they go in and come out.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, NoneAttr, TensorType
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.regions import (
    Carried,
    Edges,
    Flow,
    Forwarded,
    Runs,
    edges_to,
    switch_edges,
)
from disc_shape.cards import card_of
from disc_shape.constraints.types import set_type
from disc_shape.dialects.disc_shape import get_symbols, strip, with_symbols
from disc_shape.relations.state import RelationState
from disc_shape.relations.value_types import as_tensor


def join_types(op: Operation, flow: Flow, state: RelationState) -> None:
    """Make the types agree wherever values enter, are carried in, and leave the regions of `op`."""
    for carried in flow.carried:
        _join_carried(op, carried, state)
    for forwarded in flow.forwarded:
        _join_forwarded(op, forwarded, state)
    for operand, argument in flow.entering:
        _join_entering(op, operand, argument, state)
    if flow.runs is Runs.LOOP:
        return
    regions = [one for one in op.regions if one.blocks]
    for values, region in zip(flow.yields, regions, strict=True):
        last = region.blocks[0].last_op
        if last is not None:
            for index, value in enumerate(values):
                wanted = op.results[index].type
                if value.type != wanted and as_tensor(wanted) is not None:
                    if not _retype_cast(value, wanted):
                        last.operands[index] = cast_value(value, wanted, last, state)


def _retype_cast(value: SSAValue, wanted: Attribute) -> bool:
    """
    Let a cast to a type without symbols give the type wanted, where that has all static sizes that
    the cast gives: none is lost that a run must have. False where it does not.

        %1 = tensor.cast %0 : tensor<?xf32, [@S0]> to tensor<?xf32>
        scf.yield %1 : tensor<?xf32>                        // the result: tensor<?xf32, [@S1]>
    =>
        %1 = tensor.cast %0 : tensor<?xf32, [@S0]> to tensor<?xf32, [@S1]>
        scf.yield %1 : tensor<?xf32, [@S1]>
    """
    op, given, new = value.owner, as_tensor(value.type), as_tensor(wanted)
    if not isinstance(op, tensor.CastOp) or not value.has_one_use():
        return False
    if given is None or new is None or contradict(op.source.type, wanted):
        return False
    if get_symbols(given) is not None:
        return False  # The sizes are named where they are known.
    sizes = zip(given.get_shape(), new.get_shape(), strict=True)
    if any(size not in (DYNAMIC_INDEX, other) for size, other in sizes):
        return False
    set_type(value, wanted)
    return True


def join_choice(op: arith.SelectOp, state: RelationState) -> None:
    """
    Give the values that a scalar chooses from, whose sizes may differ, and the result one type.

        %0 = arith.select %c, %x, %y : tensor<?xf32, [@S0]>    // %y: tensor<?xf32, [@S1]>
    =>
        %1 = tensor.cast %x : tensor<?xf32, [@S0]> to tensor<?xf32>
        %2 = tensor.cast %y : tensor<?xf32, [@S1]> to tensor<?xf32>
        %0 = arith.select %c, %1, %2 : tensor<?xf32>
    """
    values = (op.lhs, op.rhs, op.result)
    types = [type for value in values if (type := as_tensor(value.type)) is not None]
    if len(types) < len(values) or all(type == types[0] for type in types):
        return
    if as_tensor(op.cond.type) is not None:
        return
    joined = joined_type(types)
    for index in (1, 2):
        _cast_operand(op, index, joined, state)
    _retype(op.result, joined, state)


def agree_operands(op: Operation, state: RelationState) -> None:
    """
    Cast operands to the type of the result where a verifier insists on it: the result type may use
    facts of a guard between it and the definition of the operand.

        %0 = arith.addf %x, %x : tensor<?xf32, [@S0]>    // the result: tensor<1xf32>
    =>
        %1 = tensor.cast %x : tensor<?xf32, [@S0]> to tensor<1xf32>
        %0 = arith.addf %1, %1 : tensor<1xf32>
    """
    same_types = card_of(op).same_types
    if same_types is None or not op.results:
        return
    like, positions = same_types(op)
    wanted = as_tensor(like.type)
    if wanted is None:
        return
    casts: dict[SSAValue, SSAValue] = {}
    for index in positions:
        value = op.operands[index]
        type = as_tensor(value.type)
        if type is None or type == wanted:
            continue
        if type.element_type == wanted.element_type and len(type.shape) == len(wanted.shape):
            if value not in casts:
                casts[value] = cast_value(value, wanted, op, state)
            op.operands[index] = casts[value]


def _join_carried(op: Operation, carried: Carried, state: RelationState) -> None:
    leaving = [] if carried.result is None else [carried.result]
    values = [carried.init, *carried.arguments, *carried.steps, *leaving]
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
    for result in leaving:
        _retype(result, joined, state)


def _join_forwarded(op: Operation, forwarded: Forwarded, state: RelationState) -> None:
    """
    What the condition of a loop forwards, the argument that receives it and the result.

        scf.condition(%p) %0 : tensor<?xf32, [@S0]>    // of the result: tensor<?xf32, [@S1]>
    =>
        %1 = tensor.cast %0 : tensor<?xf32, [@S0]> to tensor<?xf32>
        scf.condition(%p) %1 : tensor<?xf32>
    """
    values: list[SSAValue] = [forwarded.source, forwarded.argument, forwarded.result]
    types = [type for value in values if (type := as_tensor(value.type)) is not None]
    last = op.regions[0].blocks[0].last_op
    if last is None or len(types) != len(values) or all(type == types[0] for type in types):
        return
    joined = joined_type(types)
    _cast_operand(last, 1 + forwarded.result.index, joined, state)
    _retype(forwarded.argument, joined, state)
    _retype(forwarded.result, joined, state)


def _join_entering(
    op: Operation, operand: SSAValue, argument: BlockArgument, state: RelationState
) -> None:
    """
    An operand and the region argument that it is, if both are tensors.

        mhlo.fusion(%x) ({ ^bb0(%a: tensor<?xf32, [@S0]>): ... })    // %x: tensor<?xf32>
    =>
        %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@S0]>
        mhlo.fusion(%0) ({ ^bb0(%a: tensor<?xf32, [@S0]>): ... })
    """
    types = as_tensor(operand.type), as_tensor(argument.type)
    if None not in types and types[0] != types[1]:
        _cast_operand(op, argument.index, argument.type, state)


def join_blocks(region: Region, state: RelationState) -> None:
    """
    Give block arguments the most precise type on which all branches agree, and cast the operands of
    several returns to the result types of the function.

    A cast before a conditional branch runs whichever successor is taken: it may only drop symbols.
    """
    if len(region.blocks) < 2:
        return
    for block in region.blocks:
        edges = edges_to(block) or ()
        for argument in block.args:
            _join_argument(argument, edges, state)
        for branch, values in edges:
            for argument, value in zip(block.args, values, strict=True):
                if value.type != argument.type and as_tensor(argument.type) is not None:
                    _cast_on_edge(branch, block, argument, value, state)
    function = region.parent
    returns = [block.last_op for block in region.blocks if isinstance(block.last_op, func.ReturnOp)]
    if isinstance(function, func.FuncOp) and len(returns) > 1:
        for last in returns:
            for index, wanted in enumerate(function.function_type.outputs):
                _cast_operand(last, index, wanted, state)


def _join_argument(argument: BlockArgument, edges: Edges, state: RelationState) -> None:
    from xdsl.dialects import cf

    conditional = [values for branch, values in edges if not isinstance(branch, cf.BranchOp)]
    values = [argument, *(values[argument.index] for values in conditional)]
    types = [type for value in values if (type := as_tensor(value.type)) is not None]
    if len(types) == len(values) > 1:
        _retype(argument, joined_type(types), state)


def _cast_on_edge(
    branch: Operation,
    block: Block,
    argument: BlockArgument,
    value: SSAValue,
    state: RelationState,
) -> None:
    from xdsl.dialects import cf

    offset = 0
    if isinstance(branch, cf.SwitchOp):
        offset = 1
        for target, _, values in switch_edges(branch):
            if target is block:
                _cast_operand(branch, offset + argument.index, argument.type, state)
            offset += len(values)
        return
    if isinstance(branch, cf.ConditionalBranchOp):
        offset = 1
        if branch.else_block is block and not (
            branch.then_block is block and branch.then_arguments[argument.index] is value
        ):
            offset += len(branch.then_arguments)
    _cast_operand(branch, offset + argument.index, argument.type, state)


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
    """The most precise type that holds for values of all these types."""
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
    agreed = [_agreed(size, column) for size, *column in zip(shape, *names, strict=True)]
    return with_symbols(joined, tuple(agreed))


def _agreed(size: int, names: Sequence[str | None]) -> str | None:
    """The symbol that all types give to a dimension; a static one has the symbol of its number."""
    found = set(names) - {None} if size != DYNAMIC_INDEX else set(names)
    return found.pop() if len(found) == 1 else None


def contradict(left: Attribute, right: Attribute) -> bool:
    """True for tensor types with different static sizes in one dimension."""
    one, other = as_tensor(left), as_tensor(right)
    if one is None or other is None:
        return False
    return any(
        a != b and DYNAMIC_INDEX not in (a, b)
        for a, b in zip(one.get_shape(), other.get_shape(), strict=True)
    )


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
    """
    `value` as another type of the same sizes, for one user. Types that contradict each other, as
    they do in code that never runs, are cast by way of a dynamic type without symbols.
    """
    if contradict(value.type, type):
        common = joined_type([one for one in (as_tensor(value.type), as_tensor(type)) if one])
        value = cast_value(value, common, before, state)
    op = tensor.CastOp.create(operands=[value], result_types=[type])
    block = before.parent
    assert block is not None
    block.insert_ops_before([op], before)
    state.copy_value(value, op.results[0])
    return op.results[0]
