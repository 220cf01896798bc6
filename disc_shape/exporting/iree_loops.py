"""Loops as IREE compiles them."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.builder import Builder
from xdsl.dialects import arith, cf, scf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, AnyFloat, IntegerAttr, i1
from xdsl.dialects.func import FuncOp
from xdsl.dialects.linalg.ops import FillOp
from xdsl.ir import Block, BlockArgument, Operation, SSAValue
from xdsl.rewriter import BlockInsertPoint, InsertPoint, Rewriter

from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.dialects.hlo.binary import AddOp
from disc_shape.dialects.hlo.comparison import CompareOp
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.iree import FlowTieShapeOp, OptimizationBarrierOp
from disc_shape.exporting.hlo import known_number
from disc_shape.exporting.iree import copy_of
from disc_shape.relations.value_types import as_tensor

MAX_TRIPS = 8
"""Loops of at most so many iterations, known before they run, are unrolled ..."""

MAX_OPERATIONS = 512
"""... where that makes at most so many operations."""


def unroll_loop(op: WhileOp) -> None:
    """
    Write a loop of few iterations as these iterations: IREE mixes up what two such loops over
    tensors of the same unknown sizes carry, as those are by which JAX draws random numbers.

        %1:2 = stablehlo.while(%i = %c0, %a = %x) cond { %i < 2 } do { return %i + 1, f(%a) }
    =>
        %2 = f(%x)
        %1 = f(%2)
    """
    trips = trip_count(op)
    body = op.regions[1].block
    if trips is None or trips > MAX_TRIPS or trips * len(body.ops) > MAX_OPERATIONS:
        return
    build, values = Builder(InsertPoint.before(op)), list(op.operands)
    last = body.last_op
    assert last is not None
    for _ in range(trips):
        copies: dict[SSAValue, SSAValue] = dict(zip(body.args, values, strict=True))
        for inner in body.ops:
            if inner is not last:
                build.insert(inner.clone(copies))
        values = [copies.get(operand, operand) for operand in last.operands]
    Rewriter.replace_op(op, [], values)


def trip_count(op: WhileOp) -> int | None:
    """How often a loop runs that counts from a constant up to another one; None for others."""
    condition, body = (region.block for region in op.regions)
    last, again = condition.last_op, body.last_op
    test = None if last is None else last.operands[0].owner
    if not isinstance(test, CompareOp) or again is None:
        return None
    counter, end = test.lhs, known_number(test.rhs)
    if test.comparison_direction.data != "LT" or counter.owner is not condition:
        return None
    assert isinstance(counter, BlockArgument)
    start = known_number(op.operands[counter.index])
    step = again.operands[counter.index].owner
    if start is None or end is None or not isinstance(step, AddOp):
        return None
    grows = step.lhs is body.args[counter.index] and known_number(step.rhs) == 1
    return max(0, end - start) if grows else None


def separate_carried_values(op: Operation) -> None:
    """
    Hide where the tensors of unknown sizes come from that a loop carries: IREE puts those of one
    iteration into one buffer, and forgets on the way to the next one where each of them begins. A
    tensor that a loop carries more than once has a buffer only once: the others are copies.

        %1:2 = stablehlo.while(%a = %x, %b = %y) : tensor<?xf32>, tensor<?xf32>
        ... do {
          ...
          stablehlo.return %p, %q : tensor<?xf32>, tensor<?xf32>
    =>
        %2 = util.optimization_barrier %x : tensor<?xf32>
        %3 = flow.tensor.tie_shape %2 : tensor<?xf32>{%n}
        ...
        %1:2 = stablehlo.while(%a = %3, %b = %4) : tensor<?xf32>, tensor<?xf32>
        ... do {
          ...
          %5 = util.optimization_barrier %p : tensor<?xf32>
          %6 = flow.tensor.tie_shape %5 : tensor<?xf32>{%m}
          ...
          stablehlo.return %6, %7 : tensor<?xf32>, tensor<?xf32>
    """
    if not isinstance(op, WhileOp | scf.WhileOp | scf.ForOp):
        return
    if all(has_known_sizes(value) for value in op.operands):
        return
    last = op.regions[-1].block.last_op
    assert last is not None
    for user in (op, last):
        build, carried = Builder(InsertPoint.before(user)), list[SSAValue]()
        for place, value in enumerate(user.operands):
            type_ = as_tensor(value.type)
            if type_ is not None and type_.get_shape():
                new = hidden(value, build)
                if any(are_same(value, other) for other in carried):
                    new = hidden(copy_of(new, build), build)
                carried.append(value)
                user.operands[place] = new


def separate_yielded_values(op: Operation) -> None:
    """
    Hide where the tensors of unknown sizes come from that branches yield: of those that were there
    before, IREE takes one with the sizes of the other.

        %0 = scf.if %p -> (tensor<?xf32>) {
          scf.yield %x : tensor<?xf32>
    =>
        %0 = scf.if %p -> (tensor<?xf32>) {
          %1 = util.optimization_barrier %x : tensor<?xf32>
          %2 = flow.tensor.tie_shape %1 : tensor<?xf32>{%n}
          scf.yield %2 : tensor<?xf32>
    """
    if not isinstance(op, IfOp | CaseOp | scf.IfOp | scf.IndexSwitchOp):
        return
    for block in (block for region in op.regions for block in region.blocks):
        last = block.last_op
        assert last is not None
        build = Builder(InsertPoint.before(last))
        for place, value in enumerate(last.operands):
            if not has_known_sizes(value):
                last.operands[place] = hidden(value, build)


def are_same(value: SSAValue, other: SSAValue) -> bool:
    """Whether two tensors are one, or one once equal operations are merged."""
    if value is other:
        return True
    one, two = value.owner, other.owner
    if not isinstance(one, Operation) or not isinstance(two, Operation):
        return False
    return (
        one.name == two.name
        and (not one.regions or isinstance(one, FillOp))
        and len(one.operands) == len(two.operands)
        and (one.properties, one.attributes) == (two.properties, two.attributes)
        and all(map(are_same, one.operands, two.operands))
    )


def hidden(value: SSAValue, build: Builder, like: SSAValue | None = None) -> SSAValue:
    """A tensor of which no pass knows where it comes from, but its sizes, those of `like`."""
    sizes = sizes_of(like or value, build)
    barrier = build.insert(OptimizationBarrierOp([value])).results[0]
    return build.insert(FlowTieShapeOp(barrier, sizes)).result if sizes else barrier


def sizes_of(value: SSAValue, build: Builder) -> list[SSAValue]:
    """The unknown sizes of a tensor."""
    type_ = as_tensor(value.type)
    assert type_ is not None
    sizes: list[SSAValue] = []
    for axis, size in enumerate(type_.get_shape()):
        if size == DYNAMIC_INDEX:
            place = build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis)))
            sizes.append(build.insert(tensor.DimOp(value, place)).result)
    return sizes


def has_known_sizes(value: SSAValue) -> bool:
    """Whether a value is no tensor of unknown sizes."""
    type_ = as_tensor(value.type)
    return type_ is None or type_.has_static_shape()


def tie_carried_values(op: Operation, shapes: FunctionShapes) -> None:
    """
    State the sizes of what a loop carries, where they are those from before the loop: of a loop in
    another one, and of what a branch in it yields, IREE does not find them.

        %1:2 = stablehlo.while(%i = %0, %a = %x) : tensor<i32>, tensor<?xf32>
        ... do {
          %2 = stablehlo.tanh %a : tensor<?xf32>
    =>
        %n = tensor.dim %x, %c0 : tensor<?xf32>
        %1:2 = stablehlo.while(%i = %0, %a = %x) : tensor<i32>, tensor<?xf32>
        ... do {
          %3 = flow.tensor.tie_shape %a : tensor<?xf32>{%n}
          %2 = stablehlo.tanh %3 : tensor<?xf32>
    """
    if not isinstance(op, WhileOp):
        return
    state, before = shapes.state, Builder(InsertPoint.before(op))
    last = op.body.block.last_op
    assert last is not None
    for place, value in enumerate(op.operands):
        type_ = as_tensor(value.type)
        if type_ is None or type_.has_static_shape():
            continue
        body, result = op.body.block, op.results[place]
        argument = body.args[place]
        sizes = sizes_of(value, before)
        if state.dims(argument) == state.dims(value):
            tie(argument, sizes, InsertPoint.at_start(body))
        if state.dims(result) == state.dims(value):
            tie(result, sizes, InsertPoint.after(op))
        following = last.operands[place]
        branch = following.owner
        if isinstance(branch, IfOp | CaseOp) and state.dims(following) == state.dims(value):
            tie(following, sizes, InsertPoint.after(branch))


def tie(value: SSAValue, sizes: Sequence[SSAValue], place: InsertPoint) -> None:
    """Tie a value to its sizes, and use it like that."""
    tied = FlowTieShapeOp(value, sizes)
    value.replace_all_uses_with(tied.result)
    tied.operands[0] = value
    Rewriter.insert_op(tied, place)


def branch_loops(function: FuncOp, *, every: bool = False) -> bool:
    """
    Write loops whose condition reads floats as blocks, or every loop: IREE's compiler stops at such
    a loop where what the condition reads is computed by a reduction. A loop inside of another
    operation stays. Whether there was one to write.

        %1 = stablehlo.while(%a = %x) : tensor<f32> cond { ... } do { ... }
    =>
          cf.br ^head(%x : tensor<f32>)
        ^head(%a: tensor<f32>):
          ...
          cf.cond_br %go, ^body, ^rest
        ^body:
          ...
          cf.br ^head(%next : tensor<f32>)
        ^rest:
    """
    loops = [op for block in function.body.blocks for op in block.ops if isinstance(op, WhileOp)]
    chosen = [op for op in loops if every or reads_floats(op.regions[0].block)]
    for op in chosen:
        branch_loop(op)
    return bool(chosen)


def reads_floats(condition: Block) -> bool:
    """Whether a condition is computed of floats among the values that the loop carries."""
    last = condition.last_op
    work: list[SSAValue] = [] if last is None else list(last.operands)
    seen: set[SSAValue] = set()
    while work:
        value = work.pop()
        if value in seen:
            continue
        seen.add(value)
        type_ = as_tensor(value.type)
        if value.owner is condition and type_ and isinstance(type_.element_type, AnyFloat):
            return True
        if isinstance(value.owner, Operation) and value.owner.parent is condition:
            work += value.owner.operands
    return False


def branch_loop(op: WhileOp) -> None:
    """Write one loop as blocks."""
    before = op.parent
    assert before is not None
    region = before.parent
    assert region is not None
    condition, body = (region_.block for region_ in op.regions)
    rest = before.split_before(op)
    Rewriter.inline_region(op.regions[0], BlockInsertPoint.before(rest))
    Rewriter.inline_region(op.regions[1], BlockInsertPoint.before(rest))
    before.add_op(cf.BranchOp(condition, *op.operands))
    last = condition.last_op
    assert last is not None
    go = tensor.ExtractOp(last.operands[0], [], i1)
    Rewriter.erase_op(last)
    condition.add_ops([go, cf.ConditionalBranchOp(go.result, body, list(condition.args), rest, [])])
    last = body.last_op
    assert last is not None
    again = cf.BranchOp(condition, *last.operands)
    Rewriter.erase_op(last)
    body.add_op(again)
    Rewriter.replace_op(op, [], list(condition.args))
