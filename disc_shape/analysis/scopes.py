"""
Scopes: the parts of a function that may not run, and the values defined in them.

`RegionWalk` is the part of the walk over a function that readers of control flow use.
"""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Protocol

from xdsl.ir import Block, Region, SSAValue

from disc_shape.analysis.guard_records import GuardRecords
from disc_shape.analysis.loop_invariants import Loops
from disc_shape.analysis.solver import Solver
from disc_shape.relations import RelationFailure, RelationState
from disc_shape.symbolic import Contradiction


@dataclass
class Reachable:
    """Whether a scope can run at all; truthy when it can."""

    yes: bool = True

    def __bool__(self) -> bool:
        return self.yes


@dataclass
class Scopes:
    """The stack of open scopes; facts of a scope are dropped when it ends."""

    state: RelationState
    solver: Solver
    guards: GuardRecords
    unreachable: set[Region | Block] = field(default_factory=set["Region | Block"])
    """Regions and blocks whose operations contradict known facts: no legal run enters them."""
    conditional_values: set[SSAValue] = field(default_factory=set[SSAValue])
    """Ranked values defined in regions that may not run."""
    _open: list[list[SSAValue]] = field(default_factory=list["list[SSAValue]"])
    """For each open scope the values defined in it."""
    _guards_before: dict[SSAValue, int] = field(default_factory=dict[SSAValue, int])
    """For values defined in a scope: how many kept guards were read before them."""

    @property
    def conditional(self) -> bool:
        """Whether the operation being read is in a part of the program that may not run."""
        return bool(self._open)

    def add(self, value: SSAValue) -> None:
        """Record a value that the innermost open scope defines."""
        self._open[-1].append(value)
        self._guards_before[value] = self.guards.kept

    def forget_unreachable(self, region: Region) -> None:
        """Drop the records of a region and those nested in it, before it is read again."""
        self.unreachable = {one for one in self.unreachable if not region.is_ancestor(one)}

    @contextmanager
    def open(self, *regions: Region, loop: bool = False) -> Generator[Reachable]:
        """
        Open a scope for `regions`. Its facts are dropped at the end; the sizes of its own values
        keep the form that they have then. A contradiction inside means that it never runs.
        """
        reachable = Reachable()
        self.solver.push()
        self._open.append([])
        self.state.loop_depth += loop
        try:
            yield reachable
        except (Contradiction, RelationFailure):
            reachable.yes = False
            self.unreachable.update(regions)
        finally:
            values = self._open.pop()
            for value in values:
                # A fact learned after a kept guard that the value precedes would let the guard
                # prove itself.
                self.state.freeze(value, self.guards.learned_since(self._guards_before[value]))
            if self._open:
                self._open[-1].extend(values)
            self.state.loop_depth -= loop
            self.solver.pop()


class RegionWalk(Protocol):
    """The walk over the function that contains the region, branch or loop being read."""

    state: RelationState
    scopes: Scopes
    guard_records: GuardRecords
    loops: Loops
    known_loops: Loops

    def walk(self, region: Region) -> None:
        """Read a region."""
        ...

    def walk_block(self, block: Block) -> None:
        """Read the operations of a block."""
        ...

    def define_arguments(self, block: Block) -> None:
        """Give the arguments of a block sizes of their own where they have none yet."""
        ...
