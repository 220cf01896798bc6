"""numpy semantics of every dialect: run a program, and check what it claims of its own sizes."""

from disc_shape.interpreters.api import Report, check, run
from disc_shape.interpreters.errors import ClaimError, GuardError
from disc_shape.interpreters.inputs import random_inputs

__all__ = ("ClaimError", "GuardError", "Report", "check", "random_inputs", "run")
