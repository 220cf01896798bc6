"""
Conditionals, loops and branches between blocks.

The receiver of a buffer owns it: yielded values, loop-carried values and operands of branches are
donated, or copied where they must not be; see `Memory.donate`.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import cf, scf, tensor
from xdsl.dialects.builtin import ArrayAttr, DenseArrayBase, UnitAttr, i64
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.traits import IsTerminator

from disc_shape.dialects.disc_shape import TieShapeOp
from disc_shape.dialects.disc_shape.encoding import (
    ARGUMENT_DIMS,
    DIMS,
    Symbols,
    dims_attribute,
    symbol_list,
)
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, ReturnOp, WhileOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.errors import OperationError
from disc_shape.lowering.donation import allocate_as_donated
from disc_shape.lowering.function import FunctionLowering
from disc_shape.lowering.ownership import is_buffer
from disc_shape.lowering.registry import LOWERINGS, lowers
from disc_shape.lowering.scalars import is_number, scalar_of
from disc_shape.lowering.types import lowered
from disc_shape.lowering.writer import no_form


def lower_exit(op: Operation, lowering: FunctionLowering) -> None:
    """Write the replacement that the parent operation has registered for a terminator."""
    write = lowering.exits.get(op)
    if write is None:
        raise no_form(op)
    write()


# conditionals


@lowers(IfOp)
def lower_if(op: IfOp, lowering: FunctionLowering) -> None:
    """
    Branch on the scalar loaded from the predicate; both regions yield a buffer.

        %1 = "stablehlo.if"(%p) ({ ...  stablehlo.return %0 }, { ... })
            : (tensor<i1>) -> tensor<?xf32>
    =>
        %c = memref.load %p[] : memref<i1>
        %1 = scf.if %c -> (memref<?xf32>) { ...  scf.yield %0 } else { ... }
    """
    pred = lowering.contents.scalar(op.pred)
    types = _lower_branches(op, lowering)
    then, otherwise = _detached(op)
    new = scf.IfOp(pred, types, then, otherwise)
    _receive_results(op, lowering.writer.emit(new), lowering)


@lowers(CaseOp)
def lower_case(op: CaseOp, lowering: FunctionLowering) -> None:
    """
    Branch on the scalar loaded from the index; the last region is the default.

        %1 = "stablehlo.case"(%i) ({ ... }, { ... }) : (tensor<i32>) -> tensor<?xf32>
    =>
        %n = memref.load %i[] : memref<i32>
        %m = arith.index_cast %n : i32 to index
        %1 = scf.index_switch %m -> memref<?xf32> case 0 { ... } default { ... }
    """
    index = lowering.writer.as_index(lowering.contents.scalar(op.index))
    types = _lower_branches(op, lowering)
    *cases, default = _detached(op)
    numbers = DenseArrayBase.from_list(i64, list(range(len(cases))))
    new = scf.IndexSwitchOp(index, numbers, default, cases, types)
    _receive_results(op, lowering.writer.emit(new), lowering)


@lowers(scf.IfOp, scf.IndexSwitchOp, scf.ParallelOp)
def lower_choice(op: Operation, lowering: FunctionLowering) -> None:
    """The same operation with buffers as results: `scf.if`, `index_switch`."""
    types = _lower_branches(op, lowering)
    new = type(op).create(
        operands=list(op.operands),
        result_types=types,
        properties=op.properties,
        attributes=op.attributes,
        regions=_detached(op),
    )
    _receive_results(op, lowering.writer.emit(new), lowering)


def _lower_branches(op: Operation, lowering: FunctionLowering) -> list[Attribute]:
    wanted = [result.type for result in op.results]
    for region in op.regions:
        for block in region.blocks:
            last = block.last_op
            if isinstance(last, scf.YieldOp | ReturnOp):
                _exit_with_yield(last, wanted, lowering)
        lowering.lower_region(region)
    return [lowered(type_, op) for type_ in wanted]


def _exit_with_yield(
    last: Operation, wanted: Sequence[Attribute], lowering: FunctionLowering
) -> None:
    def write() -> None:
        allocate_as_donated(last.operands, lowering)
        lowering.writer.emit(scf.YieldOp(*lowering.memory.donate(last.operands, wanted)))

    lowering.exits[last] = write


# loops


@lowers(WhileOp)
def lower_while(op: WhileOp, lowering: FunctionLowering) -> None:
    """
    Carry buffers in `scf.while`; the condition reads and forwards them. Counters are carried as
    numbers. A value that no iteration changes is not carried but read from outside.

        %1 = stablehlo.while(%x = %0) : tensor<?xf32>
            cond { ...  stablehlo.return %go : tensor<i1> } do { ...  stablehlo.return %2 }
    =>
        %1 = scf.while (%x = %0) : (memref<?xf32>) -> memref<?xf32> {
          %c = memref.load %go[] : memref<i1>
          scf.condition(%c) %x : memref<?xf32>
        } do {
        ^bb0(%y: memref<?xf32>):
          ...  scf.yield %2 : memref<?xf32>
        }
    """
    cond, body = op.cond.block, op.body.block
    decision, step = _last(cond), _last(body)
    carried = [
        index for index in range(len(op.operands)) if not _drop_invariant(op, index, step, lowering)
    ]
    wanted = [cond.args[index].type for index in carried]
    before = [cond.args[index] for index in carried]
    steps = [step.operands[index] for index in carried]
    lists = [
        [lowering.places.symbols(block.args[index]) for index in carried] for block in (cond, body)
    ]
    for index in carried:
        if lowered(body.args[index].type, op) != lowered(cond.args[index].type, op):
            raise OperationError(f"arguments {index} of the regions of '{op.name}' differ", op)
    numbers = [is_number(op.operands[index]) for index in carried]
    inits = _passed([op.operands[index] for index in carried], wanted, numbers, lowering)
    # From the last one, since each argument that is added moves those after it.
    counters = {index: cond.args[index] for index, one in zip(carried, numbers, strict=True) if one}
    scalars = {one: lowering.pass_scalar(one) for one in reversed(counters.values())}
    after = [body.args[index] for index in counters]
    for argument in reversed(after):
        lowering.pass_scalar(argument)

    def decide() -> None:
        go = lowering.contents.scalar(decision.operands[0])
        values = [scalars[one] if one in scalars else lowering.places.buffer(one) for one in before]
        lowering.writer.emit(scf.ConditionOp(go, *values))

    def go_on() -> None:
        lowering.writer.emit(scf.YieldOp(*_passed(steps, wanted, numbers, lowering)))

    lowering.exits[decision], lowering.exits[step] = decide, go_on
    lowering.lower_region(op.cond, borrowed=True)
    lowering.lower_region(op.body)
    types = [one.type for one in inits]
    new = lowering.writer.emit(scf.WhileOp(inits, types, *_detached(op)))
    if any(any(names) for names in lists):
        new.attributes[ARGUMENT_DIMS] = argument_dims(lists)
    results = [op.results[index] for index in carried]
    receive(results, new, lowering)


def _passed(
    values: Sequence[SSAValue],
    wanted: Sequence[Attribute],
    numbers: Sequence[bool],
    lowering: FunctionLowering,
) -> list[SSAValue]:
    """The operands that a loop carries: numbers, and buffers that it takes over."""
    kept = [index for index, number in enumerate(numbers) if not number]
    buffers = iter(
        lowering.memory.donate([values[one] for one in kept], [wanted[one] for one in kept])
    )
    return [
        scalar_of(value, lowering) if number else next(buffers)
        for value, number in zip(values, numbers, strict=True)
    ]


def _drop_invariant(op: WhileOp, index: int, step: Operation, lowering: FunctionLowering) -> bool:
    """
    Whether a loop carries a tensor unchanged. If so, its region arguments and its result become
    aliases of the initial value.
    """
    init, result = op.operands[index], op.results[index]
    arguments = (op.cond.block.args[index], op.body.block.args[index])
    yielded = step.operands[index]
    while isinstance(tie := yielded.owner, TieShapeOp):
        yielded = tie.value
    same = all(value.type == init.type for value in (*arguments, result))
    if as_tensor(init.type) is None or yielded is not arguments[1] or not same:
        return False
    for argument in arguments:
        lowering.drop_argument(argument, init)
    lowering.alias(result, init)
    return True


@lowers(scf.ForOp)
def lower_for(op: scf.ForOp, lowering: FunctionLowering) -> None:
    """
    Carry buffers.

        %1 = scf.for %i = %a to %b step %c iter_args(%x = %0) -> (tensor<?xf32>) { ... }
    =>
        %1 = scf.for %i = %a to %b step %c iter_args(%x = %0) -> (memref<?xf32>) { ... }
    """
    last = _last(op.body.block)
    wanted = [argument.type for argument in op.body.block.args[1:]]
    lists = [[None, *(lowering.places.symbols(argument) for argument in op.body.block.args[1:])]]
    inits = lowering.memory.donate(op.iter_args, wanted)
    _exit_with_yield(last, wanted, lowering)
    lowering.lower_region(op.body)
    new = type(op).create(
        operands=[op.lb, op.ub, op.step, *inits],
        result_types=[lowered(type_, op) for type_ in wanted],
        properties=op.properties,
        attributes=op.attributes,
        regions=_detached(op),
    )
    if any(any(names) for names in lists):
        new.attributes[ARGUMENT_DIMS] = argument_dims(lists)
    _receive_results(op, lowering.writer.emit(new), lowering)


@lowers(scf.WhileOp)
def lower_scf_while(op: scf.WhileOp, lowering: FunctionLowering) -> None:
    """
    Carry buffers; the condition donates those that it forwards.

        scf.condition(%c) %x : tensor<?xf32>     =>   scf.condition(%c) %x : memref<?xf32>
    """
    before, after = op.before_region.block, op.after_region.block
    condition, last = _last(before), _last(after)
    assert isinstance(condition, scf.ConditionOp)
    carried = [argument.type for argument in before.args]
    forwarded = [argument.type for argument in after.args]
    lists = [
        [lowering.places.symbols(argument) for argument in block.args] for block in (before, after)
    ]
    inits = lowering.memory.donate(op.arguments, carried)

    def decide() -> None:
        values = lowering.memory.donate(condition.args, forwarded)
        lowering.writer.emit(scf.ConditionOp(condition.condition, *values))

    lowering.exits[condition] = decide
    _exit_with_yield(last, carried, lowering)
    lowering.lower_region(op.before_region)
    lowering.lower_region(op.after_region)
    types = [lowered(type_, op) for type_ in forwarded]
    new = lowering.writer.emit(scf.WhileOp(inits, types, *_detached(op)))
    if any(any(names) for names in lists):
        new.attributes[ARGUMENT_DIMS] = argument_dims(lists)
    _receive_results(op, new, lowering)


# branches


@lowers(cf.BranchOp)
def lower_branch(op: cf.BranchOp, lowering: FunctionLowering) -> None:
    """
    Donate buffers to the block.

        cf.br ^bb1(%0 : tensor<?xf32>)     =>   cf.br ^bb1(%0 : memref<?xf32>)
    """
    wanted = [argument.type for argument in lowering.arguments(op.successor)]
    lowering.writer.emit(cf.BranchOp(op.successor, *lowering.memory.donate(op.arguments, wanted)))


@lowers(cf.ConditionalBranchOp)
def lower_conditional_branch(op: cf.ConditionalBranchOp, lowering: FunctionLowering) -> None:
    """
    Donate buffers, each to one of the two blocks.

        cf.cond_br %c, ^bb1(%0 : tensor<?xf32>), ^bb2
    =>
        cf.cond_br %c, ^bb1(%0 : memref<?xf32>), ^bb2
    """
    blocks = (op.then_block, op.else_block)
    wanted = [argument.type for block in blocks for argument in lowering.arguments(block)]
    given = lowering.memory.donate([*op.then_arguments, *op.else_arguments], wanted)
    count = len(op.then_arguments)
    lowering.writer.emit(
        cf.ConditionalBranchOp(op.cond, blocks[0], given[:count], blocks[1], given[count:])
    )


@lowers(cf.SwitchOp)
def lower_switch(op: cf.SwitchOp, lowering: FunctionLowering) -> None:
    """
    Donate buffers, each to one of the blocks.

        cf.switch %n : i32, [default: ^bb1(%0 : tensor<?xf32>), 4: ^bb2]
    =>
        cf.switch %n : i32, [default: ^bb1(%0 : memref<?xf32>), 4: ^bb2]
    """
    lists = [op.default_operands, *op.case_operand]
    blocks = [op.default_block, *op.case_blocks]
    wanted = [argument.type for block in blocks for argument in lowering.arguments(block)]
    given = lowering.memory.donate([value for values in lists for value in values], wanted)
    operands = [op.flag, *given]
    lowering.writer.emit(
        cf.SwitchOp.create(
            operands=operands,
            successors=list(op.successors),
            properties=op.properties,
            attributes=op.attributes,
        )
    )


# helpers


def _last(block: Block) -> Operation:
    last = block.last_op
    assert last is not None
    assert last.has_trait(IsTerminator)
    return last


def _detached(op: Operation) -> list[Region]:
    return [op.detach_region(region) for region in list(op.regions)]


def argument_dims(lists: Sequence[Sequence[Symbols | None]]) -> Attribute:
    """The attribute with a list of symbols for each argument of each region."""
    return ArrayAttr(
        [
            ArrayAttr([UnitAttr() if names is None else symbol_list(names) for names in region])
            for region in lists
        ]
    )


def _receive_results(op: Operation, new: Operation, lowering: FunctionLowering) -> None:
    receive(list(op.results), new, lowering)


def receive(results: Sequence[SSAValue], new: Operation, lowering: FunctionLowering) -> None:
    """Bind the results of an operation to those of its replacement, which the block owns."""
    lists = [lowering.places.symbols(result) for result in results]
    if any(lists):
        new.attributes[DIMS] = dims_attribute(lists)
    for result, received in zip(results, new.results, strict=True):
        if as_tensor(result.type) is not None and not is_buffer(received):
            lowering.contents.define(result, [received])
        else:
            lowering.places.receive(result, received)


LOWERINGS.register(lower_exit, ReturnOp, scf.YieldOp, scf.ConditionOp, tensor.YieldOp)
