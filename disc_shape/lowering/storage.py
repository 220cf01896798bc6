"""Storages: ownership and live ranges of memory.

Every buffer is an alias of all or a part of one *storage*: a `memref.alloc`, a function argument or
a global. Several values may share a storage: views of it, and values written in place of values
after their last use.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.ir import Block, SSAValue

NEVER = 1 << 62
"""The position of a last use in another block, which cannot be determined."""


@dataclass(eq=False)
class Storage:
    """One piece of memory."""

    memref: SSAValue
    """The buffer that is all of it."""
    owner: Block | None = None
    """The block that must free or donate it; None when it is borrowed or read-only."""
    last_use: int = -1
    """The position in the owner at which the live range ends: the last use of any alias."""


@dataclass(frozen=True, eq=False)
class Place:
    """The buffer of a value, and the storage that it aliases."""

    memref: SSAValue
    """The buffer to read it from."""
    storage: Storage
    whole: bool = True
    """Whether it is all of the storage, in the storage's own type."""
