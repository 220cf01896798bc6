"""
The oracle: numpy semantics of every dialect, to run a program and to check the facts that it states
about its sizes.

On purpose it reads no relations, no elements rules and no cards: it repeats what the compiler knows
of operations in a form of its own, so that tests compare two independent definitions.

What is named here is loaded when it is first used: errors and arrays need none of it.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from disc_shape.interpreters.api import Report, check, run
    from disc_shape.interpreters.errors import ClaimError, GuardError
    from disc_shape.interpreters.externals import external
    from disc_shape.interpreters.inputs import random_inputs

__all__ = ("ClaimError", "GuardError", "Report", "check", "external", "random_inputs", "run")

_LAZY = {
    "ClaimError": "disc_shape.interpreters.errors:ClaimError",
    "GuardError": "disc_shape.interpreters.errors:GuardError",
    "Report": "disc_shape.interpreters.api:Report",
    "check": "disc_shape.interpreters.api:check",
    "external": "disc_shape.interpreters.externals:external",
    "random_inputs": "disc_shape.interpreters.inputs:random_inputs",
    "run": "disc_shape.interpreters.api:run",
}


def __getattr__(name: str) -> object:
    from disc_shape.lazy import load

    if name in _LAZY:
        return load(_LAZY[name])
    raise AttributeError(f"module '{__name__}' has no attribute '{name}'")
