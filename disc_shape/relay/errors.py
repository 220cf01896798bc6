"""Errors in programs, each by a rule of the type system."""

from xdsl.ir import Operation

from disc_shape.errors import OperationError


def rule_error(op: Operation, message: str, rule: str) -> OperationError:
    """What is wrong at an operation."""
    return OperationError(f"{op.name}: {message} [{rule}]", op)
