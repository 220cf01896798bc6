"""Control flow: `scf`, `cf`, calls, checks and returns as blocks of the `llvm` dialect."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, cf, func, llvm, scf
from xdsl.dialects.builtin import DenseArrayBase, i64
from xdsl.ir import Block, Operation, SSAValue

from disc_shape.native.call_state import FAILED_CHECK, OK
from disc_shape.native.callbacks import call_back
from disc_shape.native.emitter import Unsupported
from disc_shape.native.parts import are_parts, convert_parts
from disc_shape.native.routine import Routine, registered
from disc_shape.native.unrolling import BLOCK, is_rolled, keep_rolled, length_of, unrolled


@registered(scf.ForOp)
def convert_for(op: Operation, routine: Routine) -> None:
    """A loop: a block that compares, its body, and the block after it."""
    assert isinstance(op, scf.ForOp)
    emitter, body = routine.emitter, op.body.block
    note_reductions(op, routine)
    header = routine.block_for(body.args)
    start = routine.parts(op.iter_args, [value.type for value in body.args[1:]])
    emitter.branch(header, [routine.scalar(op.lb), *start])
    emitter.block = header
    routine.bind_parts(body.args, header.args)
    inside = emitter.add_block()
    after = Block()
    more = emitter.compare("slt", header.args[0], routine.scalar(op.ub))
    emitter.branch_if(more, inside, after)
    emitter.block = inside
    *operations, last = body.ops
    routine.convert_all(operations)
    carried = routine.parts(last.operands, [value.type for value in body.args[1:]])
    step = emitter.index(llvm.AddOp, header.args[0], routine.scalar(op.step))
    emitter.branch(header, [step, *carried])
    if BLOCK not in op.attributes and is_rolled(op.lb, op.ub, op.step, length_of(body)):
        keep_rolled(emitter.block.last_op)
    emitter.region.add_block(after)
    emitter.block = after
    routine.bind_parts(op.res, header.args[1:])


def note_reductions(op: scf.ForOp, routine: Routine) -> None:
    """Note sums and products over all iterations: nothing else reads what they carry."""
    body = op.body.block
    last = body.last_op
    assert last is not None
    for carried, value in zip(body.args[1:], last.operands, strict=True):
        combined = value.owner
        if (
            isinstance(combined, arith.AddfOp | arith.MulfOp)
            and combined.parent is body
            and carried.has_one_use()
            and carried in combined.operands
            and combined.result.has_one_use()
        ):
            routine.reassociated.add(combined)


@registered(scf.ParallelOp)
def convert_parallel(op: Operation, routine: Routine) -> None:
    """Nested loops, one iteration after the other, or a loop whose iterations threads run."""
    assert isinstance(op, scf.ParallelOp)
    if are_parts(op, routine):
        convert_parts(op, routine)
        return
    emitter, body = routine.emitter, op.body.block
    headers: list[tuple[Block, Block]] = []
    carried = [routine.scalar(one) for one in op.initVals]
    types = [i64, *(one.type for one in carried)]
    bounds = zip(op.lowerBound, op.upperBound, body.args, strict=True)
    for low, high, counter in bounds:
        header, after = emitter.add_block(types), Block()
        emitter.branch(header, [routine.scalar(low), *carried])
        carried = list(header.args[1:])
        emitter.block = header
        routine.bind(counter, header.args[0])
        inside = emitter.add_block()
        more = emitter.compare("slt", header.args[0], routine.scalar(high))
        emitter.branch_if(more, inside, after)
        emitter.block = inside
        headers.append((header, after))
    *operations, last = body.ops
    routine.convert_all(operations)
    assert isinstance(last, scf.ReduceOp)
    carried = combined(last, carried, routine)
    length = length_of(body)
    bounds = zip(op.lowerBound, op.upperBound, op.step, strict=True)
    for (header, after), (low, high, step) in reversed([*zip(headers, bounds, strict=True)]):
        following = emitter.index(llvm.AddOp, header.args[0], routine.scalar(step))
        emitter.branch(header, [following, *carried])
        if is_rolled(low, high, step, length):
            keep_rolled(emitter.block.last_op)
        length = unrolled(low, high, step, length)
        emitter.region.add_block(after)
        emitter.block = after
        carried = list(header.args[1:])
    for result, value in zip(op.res, carried, strict=True):
        routine.bind(result, value)


def combined(op: scf.ReduceOp, carried: Sequence[SSAValue], routine: Routine) -> list[SSAValue]:
    """What is carried after an iteration."""
    found: list[SSAValue] = []
    for region, value, given in zip(op.reductions, carried, op.args, strict=True):
        block = region.block
        routine.bind(block.args[0], value)
        routine.bind(block.args[1], routine.scalar(given))
        *operations, last = block.ops
        routine.convert_all(operations)
        found.append(routine.scalar(last.operands[0]))
    return found


@registered(scf.IfOp)
def convert_if(op: Operation, routine: Routine) -> None:
    """One of two regions."""
    assert isinstance(op, scf.IfOp)
    otherwise = op.false_region.blocks.first
    blocks = [op.true_region.block, *([] if otherwise is None else [otherwise])]
    starts = convert_branches(op, blocks, routine)
    condition, (before, after) = routine.scalar(op.cond), starts[-1]
    targets = [start for start, _ in starts[:-1]]
    before.add_op(llvm.CondBrOp(condition, targets[0], [], targets[1] if otherwise else after, []))


def convert_branches(
    op: Operation, blocks: Sequence[Block], routine: Routine
) -> list[tuple[Block, Block]]:
    """
    Convert regions of which one runs. The blocks in which they begin, and last the block before
    them, which must branch to one of them, with the block after them.
    """
    emitter, before = routine.emitter, routine.emitter.block
    starts: list[Block] = []
    ends: list[tuple[Block, list[SSAValue]]] = []
    types = [value.type for value in op.results]
    for block in blocks:
        emitter.block = emitter.add_block()
        starts.append(emitter.block)
        *operations, last = block.ops
        routine.convert_all(operations)
        given = routine.parts(last.operands, types)
        ends.append((emitter.block, given))
    after = routine.block_for(op.results)
    for end, given in ends:
        end.add_op(llvm.BrOp(after, *given))
    emitter.block = after
    routine.bind_parts(op.results, after.args)
    return [*((start, after) for start in starts), (before, after)]


@registered(scf.IndexSwitchOp)
def convert_index_switch(op: Operation, routine: Routine) -> None:
    """One of several regions, by comparisons in a row."""
    assert isinstance(op, scf.IndexSwitchOp)
    cases = [int(case) for case in op.cases.get_values()]
    blocks = [*(region.block for region in op.case_regions), op.default_region.block]
    emitter, index = routine.emitter, routine.scalar(op.arg)
    *starts, (before, after) = convert_branches(op, blocks, routine)
    emitter.block = before
    choose(routine, index, cases, [start for start, _ in starts[:-1]], starts[-1][0])
    emitter.block = after


def choose(
    routine: Routine, flag: SSAValue, cases: Sequence[int], blocks: Sequence[Block], other: Block
) -> None:
    """Continue in the block of the first case that a number is, else in another."""
    emitter = routine.emitter
    for case, block in zip(cases, blocks, strict=True):
        same = emitter.compare("eq", flag, emitter.constant(case, flag.type))
        following = Block()
        emitter.region.insert_block_after(following, emitter.block)
        emitter.branch_if(same, block, following)
        emitter.block = following
    emitter.branch(other)


@registered(scf.WhileOp)
def convert_while(op: Operation, routine: Routine) -> None:
    """A loop: the region that decides, the one that follows, and the block after it."""
    assert isinstance(op, scf.WhileOp)
    emitter = routine.emitter
    before, body = op.before_region.block, op.after_region.block
    header = routine.block_for(before.args)
    emitter.branch(header, routine.parts(op.arguments, [one.type for one in before.args]))
    emitter.block = header
    routine.bind_parts(before.args, header.args)
    *operations, last = before.ops
    assert isinstance(last, scf.ConditionOp)
    routine.convert_all(operations)
    given = routine.parts(last.args, [one.type for one in body.args])
    inside, after = routine.block_for(body.args), routine.block_for(op.res)
    emitter.region.detach_block(after)
    emitter.branch_if(routine.scalar(last.condition), inside, after, given, given)
    emitter.block = inside
    routine.bind_parts(body.args, inside.args)
    *operations, last = body.ops
    routine.convert_all(operations)
    emitter.branch(header, routine.parts(last.operands, [one.type for one in before.args]))
    emitter.region.add_block(after)
    emitter.block = after
    routine.bind_parts(op.res, after.args)


@registered(scf.ExecuteRegionOp)
def convert_execute_region(op: Operation, routine: Routine) -> None:
    """A region of one block, as if its operations stood outside."""
    assert isinstance(op, scf.ExecuteRegionOp)
    if len(op.region.blocks) != 1:
        raise Unsupported("'scf.execute_region' with branches has no form as machine code", op)
    *operations, last = op.region.block.ops
    routine.convert_all(operations)
    for result, value in zip(op.results, last.operands, strict=True):
        copy_binding(routine, result, value)


def copy_binding(routine: Routine, result: SSAValue, value: SSAValue) -> None:
    """Let a value stand for a result of the same type."""
    routine.bind_parts([result], routine.parts([value], [result.type]))


def convert_blocks(routine: Routine, blocks: Sequence[Block]) -> None:
    """The body of a function that branches."""
    emitter = routine.emitter
    targets: dict[Block, Block] = {}
    for block in blocks[1:]:
        targets[block] = routine.block_for(block.args)
    for block in blocks:
        if block in targets:
            emitter.region.detach_block(targets[block])
            emitter.region.add_block(targets[block])
            emitter.block = targets[block]
            routine.bind_parts(block.args, targets[block].args)
        last = block.last_op
        for op in block.ops:
            if op is last and isinstance(op, cf.BranchOp | cf.ConditionalBranchOp | cf.SwitchOp):
                convert_branch(routine, op, targets)
            else:
                routine.convert(op)


def convert_branch(
    routine: Routine,
    op: cf.BranchOp | cf.ConditionalBranchOp | cf.SwitchOp,
    targets: dict[Block, Block],
) -> None:
    """A branch: through a block of its own where it takes values to a target."""
    emitter = routine.emitter

    def through(target: Block, values: Sequence[SSAValue]) -> Block:
        block = Block()
        emitter.region.insert_block_after(block, emitter.block)
        given = routine.parts(values, [one.type for one in target.args])
        block.add_op(llvm.BrOp(targets[target], *given))
        return block

    if isinstance(op, cf.BranchOp):
        given = routine.parts(op.arguments, [one.type for one in op.successor.args])
        emitter.branch(targets[op.successor], given)
    elif isinstance(op, cf.ConditionalBranchOp):
        then = through(op.then_block, op.then_arguments)
        otherwise = through(op.else_block, op.else_arguments)
        emitter.branch_if(routine.scalar(op.cond), then, otherwise)
    else:
        cases = [] if op.case_values is None else [int(one) for one in op.case_values.get_values()]
        given, blocks = list(op.case_operands), list[Block]()
        counts = op.case_operand_segments.get_values()
        for target, count in zip(op.case_blocks, counts, strict=True):
            blocks.append(through(target, given[: int(count)]))
            given = given[int(count) :]
        other = through(op.default_block, op.default_operands)
        choose(routine, routine.scalar(op.flag), cases, blocks, other)


@registered(func.CallOp)
def convert_call(op: Operation, routine: Routine) -> None:
    """A call of a function, which may stop the run, of a kernel, or of the interpreter."""
    assert isinstance(op, func.CallOp)
    emitter = routine.emitter
    callee = routine.tables.callees[op.callee.string_value()]
    if callee.callback is not None:
        call_back(routine, callee.callback, op.arguments, op.res)
        return
    given = routine.parts(op.arguments, callee.types)
    if callee.is_kernel:
        emitter.call(callee.name, given)
        return
    found = emitter.call(callee.name, [routine.needed_context(), *given], callee.returned)
    assert found is not None
    kinds = callee.result_parts
    values = [
        emitter.insert(llvm.ExtractValueOp(DenseArrayBase.from_list(i64, [place]), found, kind))
        for place, kind in enumerate([i64, *kinds] if kinds else [])
    ] or [found]
    pass_on(routine, values[0])
    routine.bind_parts(op.results, values[1:])


def pass_on(routine: Routine, status: SSAValue) -> None:
    """Stop for the reason for which a called function has stopped, if it has."""
    emitter = routine.emitter
    stopped, on = emitter.add_block(), emitter.add_block()
    done = emitter.compare("eq", status, emitter.constant(OK, i64))
    emitter.branch_if(done, on, stopped)
    emitter.block = stopped
    callee = routine.callee
    if callee is None or not callee.result_parts:
        stopped.add_op(llvm.ReturnOp(status))
    else:
        result = emitter.undefined(callee.returned)
        place = DenseArrayBase.from_list(i64, [0])
        stopped.add_op(llvm.ReturnOp(emitter.insert(llvm.InsertValueOp(place, result, status))))
    emitter.block = on


@registered(func.ReturnOp)
def convert_return(op: Operation, routine: Routine) -> None:
    """The end of a function."""
    assert isinstance(op, func.ReturnOp)
    callee = routine.callee
    assert callee is not None
    if callee.is_kernel:
        routine.emitter.block.add_op(llvm.ReturnOp())
    else:
        routine.leave(OK, routine.parts(op.arguments, callee.results))


@registered(cf.AssertOp)
def convert_assert(op: Operation, routine: Routine) -> None:
    """A check: its number is left in the state of the call when it fails."""
    assert isinstance(op, cf.AssertOp)
    emitter = routine.emitter
    failed, on = emitter.add_block(), emitter.add_block()
    emitter.branch_if(routine.scalar(op.arg), on, failed)
    emitter.block = failed
    routine.leave_with(op.msg.data, FAILED_CHECK)
    emitter.block = on
