"""How a run can end early."""

from disc_shape.errors import OperationError


class GuardError(OperationError):
    """A check that the program itself makes has failed: these inputs are not for it."""

    verbatim = True


class IllegalInputsError(OperationError):
    """An operation has no result for its operands: these inputs are not for the program."""


class ClaimError(OperationError):
    """The IR states a fact about a size that is false in this run."""
