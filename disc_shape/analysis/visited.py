"""What the walk over a function meets: guards, and parts of the program that may not run."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Operation

from disc_shape.symbolic import Cond


@dataclass
class Guard:
    """A check in the program, as it was met."""

    op: Operation
    condition: Cond | None
    """What it checks, in terms of what was known before it; None when that is not understood."""
    proved: bool
    """True when operations and guards before it imply the condition."""
    conditional: bool
    """True when the guard stands in a region that may not run."""
    refuted: bool = False
    """True when operations and guards before it imply that the condition is false."""


@dataclass
class Reachable:
    """Whether a scope can run at all; truthy when it can."""

    yes: bool = True

    def __bool__(self) -> bool:
        return self.yes
