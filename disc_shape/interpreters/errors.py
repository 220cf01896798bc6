"""How a run can end early."""

from disc_shape.errors import GuardError, IllegalInputsError, OperationError

__all__ = ("ClaimError", "GuardError", "IllegalInputsError")


class ClaimError(OperationError):
    """The IR states a fact about a size that is false in this run."""
