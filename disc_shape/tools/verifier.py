"""Verification of a whole module, one operation at a time, so that an error has a location.

xDSL looks a callee up by a scan of the whole symbol table, which takes seconds for programs of a
few thousand functions. Here a call that agrees with its callee is accepted from a table; all others
are verified by xDSL, which reports the error. Operations whose verifiers in xDSL check less than
MLIR's are checked again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import FunctionType, ModuleOp, StringAttr, SymbolRefAttr
from xdsl.ir import Operation
from xdsl.traits import SymbolOpInterface
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.checks import CHECKS, USES
from disc_shape.errors import OperationError
from disc_shape.progress import PROGRESS
from disc_shape.tools.definitions import Definition
from disc_shape.tools.verified import VerifiedOperations
from disc_shape.traversal import inside_out

if TYPE_CHECKING:
    from xdsl.dialects.func import FuncOp


class InvalidOperation(Exception):
    """An operation that does not verify; the reason is the cause of this exception."""

    def __init__(self, operation: Operation) -> None:
        super().__init__(operation.name)
        self.operation = operation


def verify_operations(module: ModuleOp, verified: VerifiedOperations) -> bool:
    """
    Verify every operation of the module, nested ones first; InvalidOperation at the first.

    Operations in `verified` are skipped, and those that verify are added to it. The result is
    whether some region has several blocks.
    """
    functions = functions_of(module)
    branches = False
    uses: dict[type[Operation], list[Operation]] = {}
    right = verified.right
    for op in inside_out(module):
        PROGRESS.advance()
        if functions and "callee" in op.properties and agrees(op, module, functions):
            continue
        key = verified.key(op)
        if key in right:
            continue
        try:
            verify_one(op, verified.definition(type(op)))
            cls = type(op)
            if (check := CHECKS.found[cls]) is not None:
                check(op)
            if USES.found[cls] is not None:
                uses.setdefault(cls, []).append(op)
            for region in op.regions:
                for block in region.blocks:
                    if block.first_op is None:
                        block.verify()
                    if block.next_block is not None:
                        branches = True
        except Exception as error:
            culprit, cause = blamed(op, error)
            raise InvalidOperation(culprit) from cause
        if key is not None:
            right.add(key)
    try:
        for cls, ops in uses.items():
            if (check_uses := USES.find(cls)) is not None:
                check_uses(module, ops)
    except VerifyException as error:
        raise InvalidOperation(module) from error
    return branches


def verify_one(op: Operation, definition: Definition | None) -> None:
    """Verify one operation, by the definition of its class if that accepts it, else by xDSL."""
    if definition is not None:
        try:
            return definition.verify(op)
        except Exception:  # xDSL reports what it is.
            pass
    return op.verify(verify_nested_ops=False)


def blamed(op: Operation, error: Exception) -> tuple[Operation, Exception]:
    """The operation to name for an error in verifying `op`, and the error.

    Some verifiers read operations around theirs, or symbols that are defined there, which have not
    been verified yet.
    """
    if isinstance(error, VerifyException):
        return op, error
    parent = op.parent_op()
    while parent is not None:
        for other in (parent, *operations_in(parent)):
            try:
                other.verify(verify_nested_ops=False)
            except VerifyException as found:
                return other, found
            except Exception:  # The same error, or one further out.
                pass
        parent = parent.parent_op()
    return op, error


def operations_in(op: Operation) -> list[Operation]:
    """The operations directly inside of `op`."""
    return [child for region in op.regions for block in region.blocks for child in block.ops]


def verify_order(module: ModuleOp) -> None:
    """Check that values are defined before they are used; InvalidOperation at the first."""
    from disc_shape.analysis.dominance import verify_dominance

    try:
        verify_dominance(module)
    except OperationError as error:
        raise InvalidOperation(error.operation or module) from error


def functions_of(module: ModuleOp) -> dict[str, FuncOp]:
    """The well-formed functions of a module by name."""
    if len(module.body.blocks) != 1 or not any(
        op.has_trait(SymbolOpInterface) for op in module.ops
    ):
        # A module without symbols does not need `func`, which takes time to load.
        return {}
    from xdsl.dialects.func import FuncOp

    return {
        op.sym_name.data: op
        for op in module.ops
        if op.__class__ is FuncOp and isinstance(op, FuncOp) and is_well_formed(op)
    }


def is_well_formed(func: FuncOp) -> bool:
    """Whether a function has a name and a type, of the right kinds: none is verified yet."""
    name, type_ = func.properties.get("sym_name"), func.properties.get("function_type")
    return isinstance(name, StringAttr) and isinstance(type_, FunctionType)


def agrees(call: Operation, module: ModuleOp, functions: Mapping[str, FuncOp]) -> bool:
    """Whether an operation is a call that is right: its callee is in the table, the types agree."""
    symbol = call.properties.get("callee")
    if type(symbol) is not SymbolRefAttr:
        return False
    from xdsl.dialects.func import CallOp, FuncOp

    if not isinstance(call, CallOp):
        return False
    callee = functions.get(symbol.root_reference.data)
    if callee is None or symbol.nested_references.data or call.next_op is None:
        return False
    function = call.parent_op()
    while function is not None and not isinstance(function, FuncOp | ModuleOp):
        function = function.parent_op()
    if not isinstance(function, FuncOp) or function.parent_op() is not module:
        return False
    type_ = callee.function_type
    return type_.inputs.data == call.operand_types and type_.outputs.data == call.result_types
