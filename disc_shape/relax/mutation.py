"""Arguments that an external function writes are not used afterwards (RLX-341)."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax.calls import CallInplacePackedOp
from disc_shape.dialects.relax.casts import BindOp, MatchCastOp
from disc_shape.dialects.relax.structure import DataflowOp, OutputOp
from disc_shape.dialects.relax.tuples import GetOp, TupleOp
from disc_shape.errors import OperationError
from disc_shape.relax.origins import origin
from disc_shape.traversal import ancestor_in


def mutation_errors(module: ModuleOp) -> list[OperationError]:
    """The uses of a value after a call that writes it, or of another name for it."""
    found: dict[Operation, CallInplacePackedOp] = {}
    for op in module.walk():
        if isinstance(op, CallInplacePackedOp):
            for index in (one for one in op.result_arguments if 0 <= one < len(op.arguments)):
                found.update(dict.fromkeys(uses_after(op.arguments[index], op), op))
    return [use_error(op, found[op]) for op in module.walk() if op in found]


def use_error(use: Operation, writer: CallInplacePackedOp) -> OperationError:
    """A use of a value that a call has written before."""
    text = f"an operand has been written by '{writer.symbol.data}' before [RLX-341]"
    return OperationError(f"{use.name}: {text}", use)


def uses_after(value: SSAValue, writer: Operation) -> list[Operation]:
    """The operations after a call that use a value by a name that it has before."""
    root = origin(value)
    names, found = [root], dict[Operation, None]()
    for name in names:
        for use in name.uses:
            if isinstance(op := use.operation, GetOp) and origin(op.result) is not root:
                continue  # Another member of a tuple that holds the value.
            if is_later(writer, op):
                found[op] = None
            else:
                new = renamed(op, use.index)
                names += [one for one in new if one not in names]
    return list(found)


def renamed(op: Operation, index: int) -> list[SSAValue]:
    """The other names that an operation gives to an operand; a tuple holds it."""
    outer = op.parent_op()
    match op:
        case BindOp() | MatchCastOp() | TupleOp() | GetOp():
            return list(op.results)
        case OutputOp() if isinstance(outer, DataflowOp):
            return [outer.results[index]]
        case _:
            return []


def is_later(first: Operation, second: Operation) -> bool:
    """Whether an operation runs after another one, where both run."""
    around: Operation | None = first
    while around is not None and around.parent is not None:
        if (other := ancestor_in(second, around.parent)) is not None:
            return other is not around and around.is_before_in_block(other)
        around = around.parent_op()
    return False
