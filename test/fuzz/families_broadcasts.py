"""Families of broadcasts from sizes that may be 1."""

from __future__ import annotations

from fuzz.builder import Builder, Value
from fuzz.families import dynamic_broadcast, family, is_number
from fuzz.sizes import Base, Const, evaluate


def open_value(b: Builder, rank: int | None = None) -> Value | None:
    """A value of numbers with a size that is not known."""
    return b.pick(
        lambda v: (
            is_number(v)
            and (rank is None or v.rank == rank)
            and any(isinstance(s, Base) for s in v.sizes)
        )
    )


@family
def open_broadcast(b: Builder) -> bool:
    """A broadcast to another size: legal when the old one is 1 or equal."""
    x = open_value(b)
    others = [s for v in b.values for s in v.sizes if isinstance(s, Base)]
    if x is None or not others:
        return False
    sizes = list(x.sizes)
    at = b.random.randrange(x.rank)
    old, new = sizes[at], b.random.choice(others)
    if isinstance(old, Const):
        return False
    sizes[at] = new
    b.require(lambda env: evaluate(old, env) in (1, evaluate(new, env)))
    dynamic_broadcast(b, x, sizes, range(x.rank))
    return True
