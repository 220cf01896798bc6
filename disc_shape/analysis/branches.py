"""
Operations whose regions run once, or of whose regions one runs: facts that hold on all paths hold
after the operation.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.ir import Operation, OpResult, SSAValue

from disc_shape.analysis.regions import Flow, Runs
from disc_shape.analysis.scopes import RegionWalk
from disc_shape.analysis.site_facts import (
    Site,
    join_sites,
    site_of,
    slots_of,
    state_agreement,
    state_around,
)
from disc_shape.relations import RelationState
from disc_shape.relations.size_table import Dims
from disc_shape.relations.state import Content
from disc_shape.relations.value_types import is_dynamic
from disc_shape.symbolic import Cond, Expr, compare, negate
from disc_shape.symbolic.intervals import Interval, Residue, join, join_residues


class End(NamedTuple):
    """The end of one region."""

    region: int
    site: Site
    """The facts about the yielded values there."""


MAX_BASES = 4
"""A joined size is compared with at most this many of the sizes that regions yield."""


@dataclass
class BranchReader:
    """Reads the regions of one operation and joins its results."""

    walk: RegionWalk
    op: Operation
    flow: Flow
    ends: list[End] = field(default_factory=list["End"])
    """The ends of the regions that can run."""
    shared: dict[tuple[int, int], list[Expr]] = field(
        default_factory=dict[tuple[int, int], list[Expr]]
    )
    """
    For dimensions of results: the sizes that the first of those regions yields, as far as all
    others prove them equal to theirs.
    """

    @property
    def state(self) -> RelationState:
        """The state of the function that the operation is in."""
        return self.walk.state

    def run(self) -> None:
        """Read the regions and define the sizes and integers of the results."""
        if self.flow.runs is Runs.ONCE:
            self._enter()
            for region in self.op.regions:
                self.walk.walk(region)
            known = [self._sizes(values) for values in self.flow.yields]
            self._join_sizes(known, known)
            self._join_contents([[self._content(one) for one in each] for each in self.flow.yields])
        else:
            self._read_alternatives()

    def _enter(self) -> None:
        """Define the arguments of a region that runs once by the operands."""
        state, why = self.state, f"'{self.op.name}' passes it to its region"
        for operand, argument in self.flow.entering:
            if state.is_ranked(argument):
                state.define_all(argument, state.raw_dims(operand), self.op, why)
            if argument in state.relevant and (content := self._content(operand)) is not None:
                state.define_content(argument, content)
        for region in self.op.regions:
            self.walk.define_arguments(region.blocks[0])

    def _read_alternatives(self) -> None:
        regions = [region for region in self.op.regions if region.blocks]
        raw: list[list[Dims]] = []
        known: list[list[Dims]] = []
        contents: list[list[Content]] = []
        for index, (region, values) in enumerate(zip(regions, self.flow.yields, strict=True)):
            with self.walk.scopes.open(region) as reachable:
                self._assume_choice(index)
                self.walk.define_arguments(region.blocks[0])
                self.walk.walk(region)
                raw.append(self._sizes(values, raw=True))
                known.append(self._sizes(values))
                contents.append([self._content(value) for value in values])
                self._keep_shared(raw[-1], known[-1])
                self.ends.append(End(index, site_of(self._of_interest(values), self.state)))
            if not reachable:
                del raw[len(known) :]
                del contents[len(known) :]
        if self.flow.exhaustive and known:
            self._join_sizes(known, raw)
            self._join_contents(contents)
            self._join_facts(raw)

    def _keep_shared(self, raw: Sequence[Dims], known: Sequence[Dims]) -> None:
        """Keep the shared sizes that the region just read proves."""
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
        """One size of the yielded values that are defined outside of the regions."""
        index, axis = place
        for values in self.flow.yields:
            if not _is_inside(values[index], self.op):
                yield self.state.raw_dims(values[index])[axis]

    def _of_interest(self, values: Sequence[SSAValue]) -> list[SSAValue]:
        """The yielded values whose results have dynamic sizes or relevant integers."""
        return [
            value
            for value, result in zip(values, self.op.results, strict=True)
            if is_dynamic(result.type) or result in self.state.relevant
        ]

    def _content(self, value: SSAValue) -> Content:
        return self.state.content(value) if value in self.state.relevant else None

    def _join_contents(self, contents: Sequence[Sequence[Content]]) -> None:
        """Define the integers and conditions of results that are equal in all regions."""
        state = self.state
        for index, result in enumerate(self.op.results):
            if result in state.relevant and all(contents):
                found = {branch[index] for branch in contents}
                content = next(iter(found))
                if len(found) == 1 and not any(map(self._born_inside, content or ())):
                    state.define_content(result, content)

    def _join_facts(self, raw: Sequence[Sequence[Dims]]) -> None:
        """State the facts about results that hold at the ends of all regions."""
        state, op = self.state, self.op
        why = f"whichever region of '{op.name}' runs"
        values = self._of_interest(op.results)
        state_agreement(
            join_sites([end.site for end in self.ends]),
            dict(slots_of(values, state)),
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
        """State the range of the difference between a joined size and each yielded one."""
        state = self.state
        bases = [size for size in dict.fromkeys(sizes) if size.constant is None][:MAX_BASES]
        around: list[Interval] = [(0, 0)] * len(bases)
        residues: list[Residue] = [(0, 0)] * len(bases)
        for end, size in zip(self.ends, sizes, strict=True):
            with self.walk.scopes.open():
                self._assume_choice(end.region)
                for place, base in enumerate(bases):
                    around[place] = join(around[place], state.prover.bounds(size - base))
                    found = state.prover.residue(size - base)
                    residues[place] = join_residues(residues[place], found)
        for base, one, residue in zip(bases, around, residues, strict=True):
            state_around(joined - base, one, residue, self.op, why, state)

    def _assume_choice(self, index: int) -> None:
        """State the condition under which this region runs."""
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
        """Define the sizes of results that are equal in all regions."""
        state = self.state
        canonical = state.prover.canonical
        for index, result in enumerate(self.op.results):
            if not is_dynamic(result.type) or not all(raw):
                continue  # The results of a kernel on buffers are no values of its region.
            for axis in range(state.rank(result)):
                candidates = {canonical(branch[index][axis]) for branch in raw}
                agreed = {branch[index][axis] for branch in known}
                sizes = candidates if len(candidates) == 1 else agreed
                size = next(iter(sizes))
                if size.constant is not None:
                    size = _origin(size, [branch[index][axis] for branch in raw], state)
                if len(sizes) > 1 and (shared := self.shared.get((index, axis))):
                    size, sizes = shared[0], set(shared[:1])
                if len(sizes) == 1 and not self._born_inside(size):
                    state.define(result, axis, size, self.op, f"regions of '{self.op.name}' agree")

    def _born_inside(self, size: Expr | Cond) -> bool:
        """
        True when a size is only known inside the regions of the operation because one of its
        symbols has its anchor there.
        """
        for symbol in size.symbols:
            anchor = self.state.anchors.get(symbol)
            if anchor is not None and _is_inside(anchor.value, self.op):
                return self.flow.runs is not Runs.ONCE
        return False


def _origin(number: Expr, sizes: Sequence[Expr], state: RelationState) -> Expr:
    """
    A yielded size whose canonical form is `number`, so that a contradiction can name the operations
    that imply it; the number itself when there is none.
    """
    canonical = state.prover.canonical
    return next((size for size in sizes if canonical(size) is number), number)


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
