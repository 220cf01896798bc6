"""Who owns the memory behind a value, and for how long it is read.

Every buffer is a piece of some *storage*: what one `memref.alloc` gave, a function argument, a
global. Several values may live in one storage: views of it, and values written in place of those
that nobody reads any more.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Block, SSAValue

NEVER = 1 << 62
"""The position of a last use that cannot be told: in another block."""


@dataclass(eq=False)
class Storage:
    """One piece of memory."""

    memref: SSAValue
    """The whole of it."""
    owner: Block | None = None
    """The block that must free it or pass it on; None when it is borrowed or read-only."""
    last_use: int = -1
    """The last position, in the owner, of a use of a value that lives here."""


@dataclass(frozen=True, eq=False)
class Place:
    """Where a value lives."""

    memref: SSAValue
    """The buffer to read it from."""
    storage: Storage
    whole: bool = True
    """Whether it is all of the storage, in the storage's own type."""
