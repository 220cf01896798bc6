"""
Operations whose regions run once, or of whose regions one runs: what holds on all paths holds
after.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.agreement import (
    Site,
    join_sites,
    site_of,
    slots_of,
    state_agreement,
    state_around,
)
from disc_shape.analysis.regions import Flow, Runs
from disc_shape.relations import RelationState
from disc_shape.relations.size_table import Dims
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr, compare, negate
from disc_shape.symbolic.intervals import Interval, Residue, join, join_residues


class RegionReader(Protocol):
    """What reading regions needs of the walk over their function."""

    state: RelationState

    def walk(self, region: Region) -> None: ...
    def define_arguments(self, block: Block) -> None: ...
    def scope(self, *regions: Region, loop: bool = False) -> AbstractContextManager[object]: ...


class End(NamedTuple):
    """The end of one region."""

    region: int
    site: Site
    """What is known there of what it hands on."""


MAX_BASES = 4
"""With how many of the sizes that it may be a joined size is compared."""


@dataclass
class BranchReader:
    """Reads the regions of one operation and joins its results."""

    reader: RegionReader
    op: Operation
    flow: Flow
    ends: list[End] = field(default_factory=list["End"])
    """The ends of the regions that can run."""
    shared: dict[tuple[int, int], list[Expr]] = field(
        default_factory=dict[tuple[int, int], list[Expr]]
    )
    """
    For dimensions of results: what the first of those regions says that they are, and all others
    so far prove.
    """

    @property
    def state(self) -> RelationState:
        return self.reader.state

    def run(self) -> None:
        """Read the regions and give the results what is known of them."""
        if self.flow.runs is Runs.ONCE:
            self._enter()
            for region in self.op.regions:
                self.reader.walk(region)
            known = [self._sizes(values) for values in self.flow.yields]
            self._join_sizes(known, known)
            self._join_contents([[self._content(one) for one in each] for each in self.flow.yields])
        else:
            self._read_alternatives()

    def _enter(self) -> None:
        """Give the arguments of a region that runs once what is known of the operands."""
        state, why = self.state, f"'{self.op.name}' hands it to its region"
        for operand, argument in self.flow.entering:
            if state.is_ranked(argument):
                state.define_all(argument, state.raw_dims(operand), self.op, why)
            if argument in state.relevant and (content := self._content(operand)) is not None:
                state.define_content(argument, content)
        for region in self.op.regions:
            self.reader.define_arguments(region.blocks[0])

    def _read_alternatives(self) -> None:
        regions = [region for region in self.op.regions if region.blocks]
        raw: list[list[Dims]] = []
        known: list[list[Dims]] = []
        contents: list[list[Content]] = []
        for index, (region, values) in enumerate(zip(regions, self.flow.yields, strict=True)):
            with self.reader.scope(region) as reachable:
                self._assume_choice(index)
                self.reader.define_arguments(region.blocks[0])
                self.reader.walk(region)
                raw.append(self._sizes(values, raw=True))
                known.append(self._sizes(values))
                contents.append([self._content(value) for value in values])
                self._note_shared(raw[-1], known[-1])
                self.ends.append(End(index, site_of(self._asked(values), self.state)))
            if not reachable:
                del raw[len(known) :]
                del contents[len(known) :]
        if self.flow.exhaustive and known:
            self._join_sizes(known, raw)
            self._join_contents(contents)
            self._join_facts(raw)

    def _note_shared(self, raw: Sequence[Dims], known: Sequence[Dims]) -> None:
        """What a region that has just been read says of sizes that are known outside too."""
        proves_equal = self.state.prover.proves_equal
        for index, result in enumerate(self.op.results):
            for axis, size in enumerate(known[index] if is_dynamic(result.type) else ()):
                place = index, axis
                if not self.ends:
                    forms = dict.fromkeys((raw[index][axis], size, *self._from_outside(place)))
                    self.shared[place] = [one for one in forms if not self._born_inside(one)]
                self.shared[place] = [
                    one
                    for one in self.shared[place]
                    if one is size or one is raw[index][axis] or proves_equal(one, size)
                ]

    def _from_outside(self, place: tuple[int, int]) -> Iterator[Expr]:
        """One size of the values that regions hand on without having made them."""
        index, axis = place
        for values in self.flow.yields:
            if not _is_inside(values[index], self.op):
                yield self.state.raw_dims(values[index])[axis]

    def _asked(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """Those of the values that regions hand on for whose results something can be learned."""
        return [
            value
            for value, result in zip(values, self.op.results, strict=True)
            if is_dynamic(result.type) or result in self.state.relevant
        ]

    def _content(self, value: SSAValue) -> Content:
        return self.state.content(value) if value in self.state.relevant else None

    def _join_contents(self, contents: Sequence[Sequence[Content]]) -> None:
        """Give results the integers and conditions on which all regions agree."""
        state = self.state
        for index, result in enumerate(self.op.results):
            if result in state.relevant:
                found = {branch[index] for branch in contents}
                content = next(iter(found))
                if len(found) == 1 and not any(map(self._born_inside, content or ())):
                    state.define_content(result, content)

    def _join_facts(self, raw: Sequence[Sequence[Dims]]) -> None:
        """What holds of the results whichever region runs: equal ones, bounds and remainders."""
        state, op = self.state, self.op
        why = f"whichever region of '{op.name}' runs"
        asked = self._asked(op.results)
        state_agreement(
            join_sites([end.site for end in self.ends]),
            dict(slots_of(asked, state)),
            op,
            why,
            state,
        )
        for index, result in enumerate(op.results):
            for axis in range(state.rank(result)) if is_dynamic(result.type) else ():
                sizes = [state.prover.canonical(branch[index][axis]) for branch in raw]
                if len(set(sizes)) > 1 and not any(map(self._born_inside, sizes)):
                    self._compare_with_each(state.dim(result, axis), sizes, why)

    def _compare_with_each(self, joined: Expr, sizes: Sequence[Expr], why: str) -> None:
        """How far a joined size is from each of those that it may be."""
        state = self.state
        bases = [size for size in dict.fromkeys(sizes) if size.constant is None][:MAX_BASES]
        around: list[Interval] = [(0, 0)] * len(bases)
        residues: list[Residue] = [(0, 0)] * len(bases)
        for end, size in zip(self.ends, sizes, strict=True):
            with self.reader.scope():
                self._assume_choice(end.region)
                for place, base in enumerate(bases):
                    around[place] = join(around[place], state.prover.bounds(size - base))
                    found = state.prover.residue(size - base)
                    residues[place] = join_residues(residues[place], found)
        for base, one, residue in zip(bases, around, residues, strict=True):
            state_around(joined - base, one, residue, self.op, why, state)

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
                if len(sizes) > 1 and (shared := self.shared.get((index, axis))):
                    size, sizes = shared[0], set(shared[:1])
                if len(sizes) == 1 and not self._born_inside(size):
                    state.define(result, axis, size, self.op, f"regions of '{self.op.name}' agree")

    def _origin(self, number: Expr, sizes: Sequence[Expr]) -> Expr:
        """
        What is `number` outside of the regions too, so that a contradiction can name what made it
        so; the number itself where nothing is.
        """
        canonical = self.state.prover.canonical
        return next((size for size in sizes if canonical(size) is number), number)

    def _born_inside(self, size: Expr | Cond) -> bool:
        """
        True when a size is only known inside the regions of the operation because one of its
        symbols lives there.
        """
        for symbol in size.symbols:
            home = self.state.homes.get(symbol)
            if home is not None and _is_inside(home.value, self.op):
                return self.flow.runs is not Runs.ONCE
        return False


def _is_inside(value: SSAValue, op: Operation) -> bool:
    owner = _owner_operation(value)
    return any(region.is_ancestor(owner) for region in op.regions)


def _owner_operation(value: SSAValue) -> Operation:
    owner = value.op if isinstance(value, OpResult) else value.owner
    if isinstance(owner, Operation):
        return owner
    parent = owner.parent_op()
    assert parent is not None, "a value of a function body has a parent operation"
    return parent
