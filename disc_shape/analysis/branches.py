"""
Operations whose regions run once, or of whose regions one runs: what holds on all paths holds
after.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.regions import Flow, Runs
from disc_shape.relations import RelationState
from disc_shape.relations.state import Dims
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr, compare, negate


class RegionReader(Protocol):
    """What reading regions needs of the walk over their function."""

    state: RelationState

    def walk(self, region: Region) -> None: ...
    def settle_arguments(self, block: Block) -> None: ...
    def scope(self, *regions: Region, loop: bool = False) -> AbstractContextManager[object]: ...


@dataclass
class BranchReader:
    """Reads the regions of one operation and joins its results."""

    reader: RegionReader
    op: Operation
    flow: Flow

    @property
    def state(self) -> RelationState:
        return self.reader.state

    def run(self) -> None:
        """Read the regions and give the results what is known of them."""
        if self.flow.runs is Runs.ONCE:
            for region in self.op.regions:
                self.reader.walk(region)
            known = [self._sizes(values) for values in self.flow.yields]
            self._join_sizes(known, known)
        else:
            self._read_alternatives()

    def _read_alternatives(self) -> None:
        regions = [region for region in self.op.regions if region.blocks]
        raw: list[list[Dims]] = []
        known: list[list[Dims]] = []
        for index, (region, values) in enumerate(zip(regions, self.flow.yields, strict=True)):
            with self.reader.scope(region) as reachable:
                self._assume_choice(index)
                self.reader.settle_arguments(region.blocks[0])
                self.reader.walk(region)
                raw.append(self._sizes(values, raw=True))
                known.append(self._sizes(values))
            if not reachable:
                del raw[len(known) :]
        if self.flow.exhaustive and known:
            self._join_sizes(known, raw)

    def _assume_choice(self, index: int) -> None:
        """What decides between the regions has decided for this one."""
        choice, state, op = self.flow.choice, self.state, self.op
        if choice is None or choice.value not in state.relevant:
            return
        content = state.content(choice.value)
        if content is None or len(content) != 1:
            return
        item, number = content[0], choice.numbers[index]
        if isinstance(item, Cond):
            state.assume(item if number else negate(item), op, "the region was chosen")
        elif number is not None:
            state.assume(compare("==", item, number), op, "the region was chosen")
        else:
            for other in choice.numbers:
                if other is not None:
                    state.assume(compare("!=", item, other), op, "no other region was chosen")

    def _sizes(self, values: Sequence[SSAValue], raw: bool = False) -> list[Dims]:
        """The sizes of each value; none for values without sizes."""
        read = self.state.raw_dims if raw else self.state.dims
        return [read(value) if self.state.is_ranked(value) else () for value in values]

    def _join_sizes(self, known: Sequence[Sequence[Dims]], raw: Sequence[Sequence[Dims]]) -> None:
        """Give results the sizes on which all regions agree."""
        state = self.state
        canonical = state.prover.canonical
        for index, result in enumerate(self.op.results):
            if not is_dynamic(result.type):
                continue
            for axis in range(state.rank(result)):
                candidates = {canonical(branch[index][axis]) for branch in raw}
                agreed = {branch[index][axis] for branch in known}
                sizes = candidates if len(candidates) == 1 else agreed
                size = next(iter(sizes))
                if size.constant is not None:
                    size = self._origin(size, [branch[index][axis] for branch in raw])
                if len(sizes) == 1 and not self._born_inside(size):
                    state.define(result, axis, size, self.op, f"regions of '{self.op.name}' agree")

    def _origin(self, number: Expr, sizes: Sequence[Expr]) -> Expr:
        """
        What is `number` outside of the regions too, so that a contradiction can name what made it
        so; the number itself where nothing is.
        """
        canonical = self.state.prover.canonical
        return next((size for size in sizes if canonical(size) is number), number)

    def _born_inside(self, size: Expr) -> bool:
        """
        True when a size is only known inside the regions of the operation because one of its
        symbols lives there.
        """
        for symbol in size.symbols:
            home = self.state.homes.get(symbol)
            if home is not None and any(
                region.is_ancestor(_owner_operation(home.value)) for region in self.op.regions
            ):
                return self.flow.runs is not Runs.ONCE
        return False


def _owner_operation(value: SSAValue) -> Operation:
    owner = value.op if isinstance(value, OpResult) else value.owner
    if isinstance(owner, Operation):
        return owner
    parent = owner.parent_op()
    assert parent is not None, "a value of a function body has a parent operation"
    return parent
