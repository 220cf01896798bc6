"""The criteria of a whole module (RLX-122, 123), and all of them together."""

from __future__ import annotations

from xdsl.dialects.builtin import ModuleOp, StringAttr

from disc_shape.dialects.relax.function_ops import GLOBAL_SYMBOL, FuncOp
from disc_shape.errors import OperationError, OperationErrors, rule_error
from disc_shape.relax.derivation import Derivation
from disc_shape.relax.module_info import ModuleInfo
from disc_shape.relax.mutation import mutation_errors
from disc_shape.relax.normalize import check_sequences


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
    errors = [error for op in functions.values() if (error := symbol_error(op)) is not None]
    if functions and all(op.sym_visibility is not None for op in functions.values()):
        first = next(iter(functions.values()))
        errors.append(OperationError("no function of the module is public [RLX-122]", first))
    return errors


def symbol_error(op: FuncOp) -> OperationError | None:
    """An external symbol other than the function's name (RLX-123)."""
    symbol, name = op.attributes.get(GLOBAL_SYMBOL), op.sym_name.data
    if not isinstance(symbol, StringAttr) or symbol.data == name:
        return None
    return rule_error(op, f"the external symbol of @{name} is @{symbol.data}", "RLX-123")
