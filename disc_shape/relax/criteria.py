"""The criteria of a whole module (RLX-122, 123, 341), and all of them together."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, StringAttr
from xdsl.ir import Operation, SSAValue

from disc_shape.dialects.relax.aliases import BindOp, GetOp, MatchCastOp, TupleOp
from disc_shape.dialects.relax.calls import CallInplacePackedOp
from disc_shape.dialects.relax.function_ops import GLOBAL_SYMBOL
from disc_shape.dialects.relax.structure import DataflowOp, OutputOp
from disc_shape.errors import OperationError, OperationErrors, rule_error
from disc_shape.relax.derivation import Derivation
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.normalize import check_sequences
from disc_shape.relax.origins import origin
from disc_shape.traversal import ancestor_in


def infer_types(module: ModuleOp, *, refines: bool = False) -> None:
    """
    Write the type of each value, with `refines` also where a wider one is written; raises all
    errors at once.
    """
    raise_all(Derivation(module, writes=True, refines=refines).run())


def check_module(module: ModuleOp) -> None:
    """Check all criteria of a module; raises all errors at once."""
    raise_all(
        [
            *linkage_errors(module),
            *check_sequences(module),
            *Derivation(module, writes=False).run(),
            *mutation_errors(module),
        ]
    )


def raise_all(errors: list[OperationError]) -> None:
    """Raise errors, each with a line of its own."""
    if errors:
        raise OperationErrors(errors)


def linkage_errors(module: ModuleOp) -> list[OperationError]:
    """Some function is public, and its external symbol is its name."""
    functions = ModuleInfo(module).functions
    errors: list[OperationError] = []
    for name, op in functions.items():
        symbol = op.attributes.get(GLOBAL_SYMBOL)
        if isinstance(symbol, StringAttr) and symbol.data != name:
            text = f"the external symbol of @{name} is @{symbol.data}"
            errors.append(rule_error(op, text, "RLX-123"))
    if functions and all(op.sym_visibility is not None for op in functions.values()):
        first = next(iter(functions.values()))
        errors.append(OperationError("no function of the module is public [RLX-122]", first))
    return errors


def mutation_errors(module: ModuleOp) -> list[OperationError]:
    """The uses of a value after a call that writes it, or of another name for it."""
    found: dict[Operation, CallInplacePackedOp] = {}
    for op in module.walk():
        if isinstance(op, CallInplacePackedOp):
            for index in (one for one in op.result_arguments if 0 <= one < len(op.arguments)):
                found.update(dict.fromkeys(uses_after(op.arguments[index], op), op))
    return [
        rule_error(
            op, f"an operand has been written by '{found[op].symbol.data}' before", "RLX-341"
        )
        for op in module.walk()
        if op in found
    ]


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
