"""Normal form of a module of the dialect (RLX-093 to 098): what SSA does not give by itself."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.builtin import TupleType as TupleAttr
from xdsl.ir import Block, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.dialects.relax.aliases import BindOp, GetOp, TupleOp, member_of
from disc_shape.dialects.relax.calls import CallTirOp
from disc_shape.dialects.relax.structure import DataflowOp, OutputOp, SeqOp
from disc_shape.errors import OperationError, rule_error


def normalize_module(module: ModuleOp) -> None:
    """
    Bring a module into normal form: sequences in the place of values join the operations around
    them, adjacent dataflow blocks become one, empty ones go, and the arguments of a primitive
    function are listed. A second run changes nothing.
    """
    # Inner operations come first: what is moved outwards is normal already.
    for op in reversed(list(module.walk())):
        if isinstance(op, SeqOp):
            flatten(op)
        elif isinstance(op, CallTirOp):
            list_arguments(op)
        elif isinstance(op, DataflowOp) and isinstance(op.parent_op(), DataflowOp):
            inline(op)
    blocks = [block for op in module.walk() for region in op.regions for block in region.blocks]
    for block in blocks:
        merge_dataflow(block)


def flatten(op: SeqOp) -> None:
    """
    Put the operations of a sequence in its place.

        %0 = relax.seq { %1 = f; relax.yield %1 } -> T   =>   %1 = f
                                                              %0 = relax.bind %1 : T -> T
    """
    (value,) = take_outputs(op)
    Rewriter.inline_block(op.body.block, InsertPoint.before(op))
    Rewriter.replace_op(op, BindOp(value, op.result.type))


def inline(op: DataflowOp) -> None:
    """Put the operations of a dataflow block inside another one in its place."""
    values = take_outputs(op)
    Rewriter.inline_block(op.body.block, InsertPoint.before(op))
    Rewriter.replace_op(op, [], values)


def take_outputs(op: DataflowOp | SeqOp) -> list[SSAValue]:
    """Remove the terminator of a dataflow block or a sequence; what it gives."""
    last = op.body.block.last_op
    assert last is not None
    values = list(last.operands)
    Rewriter.erase_op(last)
    return values


def merge_dataflow(block: Block) -> None:
    """Merge adjacent dataflow blocks of a block, and drop empty ones (RLX-093)."""
    previous: DataflowOp | None = None
    for op in list(block.ops):
        if not isinstance(op, DataflowOp):
            previous = None
            continue
        if len(op.body.block.ops) == 1:
            values = take_outputs(op)
            Rewriter.replace_op(op, [], values)
        elif previous is None:
            previous = op
        else:
            previous = merged(previous, op)


def merged(first: DataflowOp, second: DataflowOp) -> DataflowOp:
    """
    One dataflow block of two.

        %a = relax.dataflow { f; relax.output %x }      %a, %b = relax.dataflow {
        %b = relax.dataflow { g; relax.output %y }  =>    f; g; relax.output %x, %y
                                                        }
    """
    inside = take_outputs(first)
    known: dict[SSAValue, SSAValue] = dict(zip(first.outputs, inside, strict=True))
    for op in second.body.walk():
        op.operands = [known.get(value, value) for value in op.operands]
    outputs = [*inside, *take_outputs(second)]
    Rewriter.inline_block(second.body.block, InsertPoint.at_end(first.body.block))
    first.body.block.add_op(OutputOp(outputs))
    results = [*first.outputs, *second.outputs]
    both = DataflowOp(first.detach_region(first.body), [one.type for one in results])
    Rewriter.insert_op(both, InsertPoint.before(first))
    for new, old in zip(both.outputs, results, strict=True):
        old.replace_all_uses_with(new)
    Rewriter.erase_op(second)
    Rewriter.erase_op(first)
    return both


def list_arguments(op: CallTirOp) -> None:
    """
    List the arguments of a primitive function that are given as one tuple (RLX-095).

        relax.call_tir @pf(%t)   =>   %0 = relax.get %t[0]
                                      relax.call_tir @pf(%0)
    """
    if len(op.arguments) != 1:
        return
    (argument,) = op.arguments
    if isinstance(argument.owner, TupleOp):
        members = list(argument.owner.operands)
    elif isinstance(argument.type, TupleAttr):
        gets = [
            GetOp(argument, index, member_of(argument.type, index))
            for index in range(len(argument.type.types))
        ]
        Rewriter.insert_op(gets, InsertPoint.before(op))
        members = [get.result for get in gets]
    else:
        return
    callee, type_ = op.callee.root_reference.data, op.result.type
    new = CallTirOp(callee, members, op.integers, type_, op.inplace_indices)
    new.attributes.update(op.attributes)
    Rewriter.replace_op(op, new)


def check_sequences(module: ModuleOp) -> list[OperationError]:
    """Where a module is not in normal form (RLX-091, 093, 133)."""
    found: list[OperationError] = []
    for op in module.walk():
        if isinstance(op, SeqOp):
            found.append(rule_error(op, "a sequence is bound to a value", "RLX-091"))
        elif isinstance(op, DataflowOp):
            if isinstance(op.next_op, DataflowOp):
                text = "adjacent dataflow blocks are not merged [RLX-093]"
                found.append(OperationError(f"{op.name}: {text}", op.next_op))
            if len(op.body.block.ops) == 1:
                found.append(rule_error(op, "the block is empty", "RLX-093"))
    return found
