"""What plans of memory may depend on: the levels of `hlo-fusion`."""

from __future__ import annotations

from disc_shape.fusion.facts import LEVELS, Level


def allows(level: Level, needed: Level) -> bool:
    """Whether a level includes another one."""
    return LEVELS.index(level) >= LEVELS.index(needed)
