"""
The oracle: numpy semantics of every dialect, to run a program and to check the facts that it states
about its sizes.

On purpose it reads no relations, no elements rules and no cards: it repeats what the compiler knows
of operations in a form of its own, so that tests compare two independent definitions.
"""

from disc_shape.interpreters.api import Report, check, run
from disc_shape.interpreters.errors import ClaimError, GuardError
from disc_shape.interpreters.externals import external
from disc_shape.interpreters.inputs import random_inputs

__all__ = ("ClaimError", "GuardError", "Report", "check", "external", "random_inputs", "run")
