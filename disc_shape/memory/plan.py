"""Plans of memory: which buffers share one allocation, and where in it they lie."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects import memref
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue

from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.dialects.lmhlo.fusion import BufferFusionOp
from disc_shape.loops.allocation import allocate_scratch
from disc_shape.lowering.reuse import guards_before
from disc_shape.memory.amounts import Amount, plus
from disc_shape.memory.carried import RAISED, carry_memory
from disc_shape.memory.facts import Level
from disc_shape.memory.hoisting import is_hoistable
from disc_shape.memory.lifetimes import (
    Lifetime,
    Times,
    ancestor_in,
    conflicts_of,
    lifetimes,
    times_of,
)
from disc_shape.memory.names import NamedAmounts
from disc_shape.memory.packing import Buffers, Packing, packings
from disc_shape.memory.peak import Moment, Simulation, Steps, UnknownPeakError
from disc_shape.memory.results import Lender, Lent, before_all
from disc_shape.memory.samples import is_illegal, is_legal, numbers, samples
from disc_shape.memory.sizes import LegalNumbers, Sizes, size_at

CUTS = 8
"""The number of points of time at which two arenas are tried, one for what ends before."""

TRIED = 32
"""The number of buffers that are tried one by one."""


@dataclass
class Arena:
    """One allocation and the buffers in it."""

    buffers: Buffers
    sizes: Sizes
    values: Sequence[Sequence[int]]
    """The values of the terms at some sizes."""
    before: Operation
    """The operation of the function's block before which it is allocated."""
    after: Operation
    """The operation of the function's block after which it is freed."""

    @cached_property
    def choices(self) -> list[Packing]:
        """The packings that the run chooses from."""
        return packings(self.buffers, self.sizes, self.values)

    def need(self, values: Sequence[int]) -> int:
        """The bytes of the arena, given the values of the terms."""
        return min(choice.arena_at(values) for choice in self.choices)

    def least(self, values: Sequence[int]) -> int:
        """The bytes that any packing needs."""
        return self.buffers.live_at([size_at(one, values) for one in self.buffers.amounts])


@dataclass
class FunctionPlan:
    """The arenas of a function, one after the other, and its peak."""

    function: FuncOp
    sizes: Sizes
    times: Times
    arenas: list[Arena]
    lent: Sequence[Lent] = ()
    """Results that are allocated before the arena, whose memory buffers use until then."""
    peak: str | None = None
    """
    The most bytes that are allocated at once, as an expression over the symbols of the module; None
    where these do not tell.
    """
    exact: bool = False
    """Whether each run allocates exactly as much; at most as much otherwise."""

    @property
    def sign(self) -> str:
        """How the peak of a run compares with the expression."""
        return "==" if self.exact else "<="


def plans_of(module: ModuleOp, level: Level) -> Iterator[tuple[FunctionFacts, FunctionPlan]]:
    """The functions of a module and their plans; their loops carry memory first."""
    allocate_scratch(module)
    # Sizes inside of kernels are no sizes of buffers.
    functions = ShapeAnalysis(module, skipped=(BufferFusionOp,)).functions
    ratios = [carry_memory(facts, level) for facts in functions]
    if any(ratio is not None for ratio in ratios):
        functions = ShapeAnalysis(module, skipped=(BufferFusionOp,)).functions
    for facts, ratio in zip(functions, ratios, strict=True):
        yield facts, plan_function(facts, level, RAISED / (ratio or 1))


def plan_function(facts: FunctionFacts, level: Level, raised: float = RAISED) -> FunctionPlan:
    """
    Plan the memory of a function. Where one arena raises the peak too much, at some of the sizes
    that are tried, results lend their memory to buffers that are dead before, or there is one arena
    for each stretch of time in which buffers are alive, and then buffers stay allocations of their
    own, the largest first. `raised` is how many times what allocations need is not too much.
    """
    times = times_of(facts.function)
    lives = [life for life in lifetimes(facts.function, times) if _is_known_early(life)]
    guards = guards_before(facts)
    first = min((guards[life.alloc] for life in lives), default=0)
    sizes = Sizes(facts, first, level)
    body = facts.function.body
    amounts = {
        life: sizes.aligned(
            life.alloc,
            certain=life.alloc.parent_region() is body and guards[life.alloc] == first,
        )
        for life in lives
    }
    planner = Planner(facts, sizes, times, amounts, raised)
    plan = planner.plan(lives)
    find_peak(plan, facts)
    return plan


def _is_known_early(life: Lifetime) -> bool:
    """Whether the sizes of a buffer can be computed where its function begins."""
    return all(is_hoistable(size) for size in life.alloc.dynamic_sizes)


@dataclass
class Planner:
    """Tries plans of one function."""

    facts: FunctionFacts
    sizes: Sizes
    times: Times
    amounts: Mapping[Lifetime, Amount]
    raised: float
    legal: Sequence[int] = ()
    """The places of the samples at which all holds that is proved of sizes."""
    possible: Sequence[int] = ()
    """Those of the samples that no fact is known to exclude; all where it excludes all of them."""

    def plan(self, lives: Sequence[Lifetime]) -> FunctionPlan:
        """The first plan that does not raise the peak too much; see `plan_function`."""
        if len(self.facts.function.body.blocks) != 1:
            return self._plan([], [])
        # What else is allocated adds terms.
        moments = self._moments([])
        values = samples(self.sizes)
        places = list(enumerate(numbers(self.sizes)))
        self.legal = [place for place, one in places if is_legal(one, self.sizes)]
        possible = [place for place, one in places if not is_illegal(one, self.sizes)]
        self.possible = possible or range(len(places))
        self.sizes.legal = LegalNumbers([values[place] for place in self.legal])
        if moments is None:
            return self._plan(stretches(lives), values)
        limits = list(peaks(moments, [], Arena.least, values))
        tried: list[object] = []
        for groups, lent in self._groupings(lives, values):
            if (groups, lent) in tried:
                continue
            tried.append((groups, lent))
            plan = self._plan(groups, values, lent)
            if not self._raises(plan, values, limits):
                return plan
        return self._fitting(lives, values, limits)

    def _fitting(
        self,
        lives: Sequence[Lifetime],
        values: Sequence[Sequence[int]],
        limits: Sequence[int],
    ) -> FunctionPlan:
        """An arena for as many buffers as it holds without raising the peak, the largest first."""
        kept: set[Lifetime] = set()
        order = sorted(lives, key=lambda life: self._size(life, values), reverse=True)
        for life in order[:TRIED]:
            together = {life} if life.family is None else exchanged_with(life, lives)
            group = [one for one in lives if one in kept | together]
            if not self._raises(self._plan([group], values), values, limits):
                kept |= together
        return self._plan([[life for life in lives if life in kept]] if kept else [], values)

    def _groupings(
        self, lives: Sequence[Lifetime], values: Sequence[Sequence[int]]
    ) -> Iterator[tuple[list[list[Lifetime]], list[Lent]]]:
        """The arenas to try, by the lifetimes of their buffers: few arenas first."""
        if not lives:
            return
        yield [list(lives)], []
        if lent := Lender(self.facts, self.sizes, self.times, lives).lend(self.amounts, values):
            users = {life for one in lent for life in one.buffers}
            yield [[life for life in lives if life not in users]], lent
        yield stretches(lives), []
        for point in self._late_allocations(lives):
            early = [life for life in lives if life.end < point]
            late = [life for life in lives if life.end >= point]
            yield [group for group in (early, late) if group], []

    def _late_allocations(self, lives: Sequence[Lifetime]) -> list[int]:
        """When buffers are allocated that belong to no arena, last ones first."""
        block = self.facts.function.body.block
        planned = {life.alloc for life in lives}
        found = [
            self.times.enter[op]
            for op in block.ops
            if isinstance(op, memref.AllocOp) and op not in planned
        ]
        return found[::-1][:CUTS]

    def _plan(
        self,
        groups: Sequence[Sequence[Lifetime]],
        values: Sequence[Sequence[int]],
        lent: Sequence[Lent] = (),
    ) -> FunctionPlan:
        arenas = [self._arena(group, values) for group in groups if group]
        return FunctionPlan(self.facts.function, self.sizes, self.times, arenas, lent)

    def _size(self, life: Lifetime, values: Sequence[Sequence[int]]) -> int:
        return max(size_at(self.amounts[life], one) for one in values)

    def _arena(self, lives: Sequence[Lifetime], values: Sequence[Sequence[int]]) -> Arena:
        amounts = [self.amounts[life] for life in lives]
        buffers = Buffers(lives, amounts, conflicts_of(lives))
        block = self.facts.function.body.block
        last = max(lives, key=lambda life: life.end)
        before, after = (ancestor_in(op, block) for op in (lives[0].first, last.last))
        assert before is not None
        assert after is not None
        return Arena(buffers, self.sizes, values, before, after)

    def _raises(
        self, plan: FunctionPlan, values: Sequence[Sequence[int]], limits: Sequence[int]
    ) -> bool:
        """Whether a plan needs much more than allocations that are freed after their last uses."""
        moments = self._moments(plan.arenas, plan.lent)
        assert moments is not None

        def raises(need: Callable[[Arena, Sequence[int]], int], places: Iterable[int]) -> bool:
            found = peaks(moments, plan.arenas, need, [values[place] for place in places])
            return any(
                new > self.raised * limits[place] for place, new in zip(places, found, strict=True)
            )

        # Most plans fail however they are packed.
        return raises(Arena.least, self.legal) or raises(Arena.need, self.possible)

    def _bytes(self, value: SSAValue) -> Amount:
        """The bytes of a buffer; as many as in an arena for one that may be in it."""
        found = self._sizes.get(value)
        if found is None:
            found = self._sizes[value] = self.sizes.bytes_of(value)
        return found

    @cached_property
    def _sizes(self) -> dict[SSAValue, Amount]:
        """The bytes of buffers, those of an arena first."""
        return {life.alloc.memref: size for life, size in self.amounts.items()}

    @cached_property
    def _steps(self) -> Steps:
        return Steps()

    def _moments(
        self, arenas: Sequence[Arena], lent: Sequence[Lent] = ()
    ) -> Iterable[Moment] | None:
        """What a plan has allocated at once; None where it is unknown."""
        simulation = simulated(self._bytes, arenas, lent)
        simulation.steps = self._steps
        try:
            simulation.run(self.facts.function)
        except UnknownPeakError:
            return None
        return simulation.moments


def peaks(
    moments: Iterable[Moment],
    arenas: Sequence[Arena],
    need: Callable[[Arena, Sequence[int]], int],
    values: Sequence[Sequence[int]],
) -> Iterator[int]:
    """The peak of a plan at each sample, given how many bytes an arena needs."""
    for one in values:
        needs = [need(arena, one) for arena in arenas]
        totals = [
            size_at(alive, one) + sum([needs[number] for number in numbers])
            for numbers, alive in moments
        ]
        yield max(totals, default=0)


def find_peak(plan: FunctionPlan, facts: FunctionFacts) -> None:
    """Note the peak of a plan over the symbols of the module, where they tell it."""
    names = NamedAmounts(facts)
    simulation = simulated(names.size_of, plan.arenas, plan.lent)
    texts: list[str] = []
    try:
        simulation.run(plan.function)
        alone: list[Amount] = []
        for numbers, alive in simulation.moments:
            arenas = [plan.arenas[number] for number in numbers]
            if all(len(arena.choices) == 1 for arena in arenas):
                totals = [alive]
                for arena in arenas:
                    ends = [names.named(one, plan.sizes) for one in arena.choices[0].arena]
                    totals = [plus(end, total) for end in ends for total in totals]
                alone.extend(totals)
            else:
                parts = [text_of(arena, plan.sizes, names) for arena in arenas]
                texts.append(" + ".join([*(names.texts([alive]) if alive else ()), *parts]))
    except UnknownPeakError:
        return
    plan.peak = call("max", [*(names.texts(alone) if alone else ()), *texts])
    plan.exact = simulation.exact


def text_of(arena: Arena, sizes: Sizes, names: NamedAmounts) -> str:
    """The size of an arena in the prover's syntax: that of the smallest packing."""
    choices = [[names.named(one, sizes) for one in choice.arena] for choice in arena.choices]
    return call("min", [call("max", names.texts(one)) for one in choices])


def call(name: str, operands: Sequence[str]) -> str:
    """A function of some operands in the prover's syntax; of one operand, that itself."""
    return (
        operands[0] if len(operands) == 1 else f"{name}({', '.join(operands)})" if operands else "0"
    )


def simulated(
    size_of: Callable[[SSAValue], Amount], arenas: Sequence[Arena], lent: Sequence[Lent]
) -> Simulation:
    """A simulation of a function with these arenas and results that lend their memory."""
    planned: set[Operation] = set()
    for life in planned_lives(arenas, lent):
        planned.update((life.alloc, *life.frees))
    begins: dict[Operation, list[int]] = {}
    ends: dict[Operation, list[int]] = {}
    for number, arena in enumerate(arenas):
        begins.setdefault(arena.before, []).append(number)
        ends.setdefault(arena.after, []).append(number)
    early: dict[Operation, list[memref.AllocOp]] = {}
    if lent:
        results = [one.result for one in lent]
        planned.update(results)
        early[first_of(arenas, lent)] = results
    return Simulation(size_of, planned, begins, ends, early)


def planned_lives(arenas: Sequence[Arena], lent: Sequence[Lent]) -> list[Lifetime]:
    """The buffers in arenas and in the memory of results, in the order of their lives."""
    lives = [life for arena in arenas for life in arena.buffers.lives]
    lives += [life for one in lent for life in one.buffers]
    return sorted(lives, key=lambda life: life.start)


def first_of(arenas: Sequence[Arena], lent: Sequence[Lent]) -> Operation:
    """The operation of a function's block with which the first planned buffer begins."""
    return before_all(planned_lives(arenas, lent))


def exchanged_with(life: Lifetime, lives: Sequence[Lifetime]) -> set[Lifetime]:
    """The buffers that loops exchange for a buffer, all in an arena or none."""
    return {one for one in lives if one.family == life.family}


def stretches(lives: Sequence[Lifetime]) -> list[list[Lifetime]]:
    """Lifetimes in groups such that none is alive between one group and the next."""
    groups: list[list[Lifetime]] = []
    end = -1
    for life in lives:
        if not groups or life.start > end:
            groups.append([])
        groups[-1].append(life)
        end = max(end, life.end)
    return groups
