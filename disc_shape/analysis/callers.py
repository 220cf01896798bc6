"""
What all calls of a private function agree on.

The walk over a caller notes, at each call, what is known there of the sizes and integers that it
hands over: from operations before the call and guards kept before it, so that a guard inside the
function may be decided by it. Where all calls of a function are known, what holds at each of them
holds at the entry of the function: numbers, equal sizes, sizes computed from others, bounds and
remainders.

What is learned of a caller only later, from operations and guards behind the call, and what is
promised of it, does not reach the function: its guards could be decided by it, and then nothing
would be checked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import SSAValue

from disc_shape.call_graph import CallGraph, is_private
from disc_shape.relations import RelationState
from disc_shape.symbolic import Expr, Status, compare, const, sym
from disc_shape.symbolic.intervals import Interval, Residue, join, join_residues
from disc_shape.symbolic.terms import Sum


class Slot(NamedTuple):
    """One size of an argument, or one integer that it holds."""

    argument: int
    position: int
    of_contents: bool

    @property
    def symbol(self) -> Expr:
        """What stands for the slot where no function is meant."""
        return sym(f"{self.argument}.{self.position}{'e' if self.of_contents else 'd'}")


class Known(NamedTuple):
    """What is known of a slot at one call."""

    size: Expr
    bounds: Interval
    residue: Residue


Site = Mapping[Slot, Known]
"""What is known of the arguments at one call."""


@dataclass(frozen=True)
class Agreed:
    """What holds at every call of a function, over the symbols of its slots."""

    equal: tuple[tuple[Slot, Expr], ...] = ()
    bounds: tuple[tuple[Slot, Interval, Residue], ...] = ()

    def says(self, other: Agreed) -> bool:
        """True when this says all that `other` says."""
        return set(other.equal) <= set(self.equal) and set(other.bounds) <= set(self.bounds)

    def with_numbers(self, other: Agreed) -> Agreed:
        """
        This with the numbers of `other`. Types say numbers whatever they rest on, cut off from
        arguments by casts; so in IR that has been optimized they are all that is handed over. Each
        run that enters the function has passed the guards in front of the call that a number rests
        on, and no type of a public argument is made of it.
        """
        numbers = {slot: size for slot, size in other.equal if size.constant is not None}
        kept = [(slot, size) for slot, size in self.equal if slot not in numbers]
        bounds = [one for one in self.bounds if one[0] not in numbers]
        return Agreed((*numbers.items(), *kept), tuple(bounds)) if numbers else self


NOTHING = Agreed()


class Entry(NamedTuple):
    """What callers say of the arguments of a function, and what that rests on."""

    agreed: Agreed
    status: Status


def slots_of(values: Sequence[SSAValue], state: RelationState) -> Iterator[tuple[Slot, Expr]]:
    """The sizes of values, and the integers in those that play a part in shapes."""
    for index, value in enumerate(values):
        if state.is_ranked(value):
            for axis, size in enumerate(state.dims(value)):
                yield Slot(index, axis, of_contents=False), size
        if value in state.relevant:
            for position, item in enumerate(state.content(value) or ()):
                if isinstance(item, Expr):
                    yield Slot(index, position, of_contents=True), item


def site_of(op: CallOp, state: RelationState) -> Site:
    """What is known now of the operands of a call."""
    prover = state.prover
    return {
        slot: Known(size, prover.range(size), prover.residue(size))
        for slot, size in slots_of(op.operands, state)
    }


def enter(entry: Entry, function: FuncOp, state: RelationState) -> None:
    """State at the entry of a function what its callers agree on."""
    agreed, why = entry.agreed, f"all calls of '@{function.sym_name.data}' agree"
    own = dict(slots_of(function.body.blocks[0].args, state))
    symbols = {slot.symbol: size for slot, size in own.items()}
    before, state.status = state.status, entry.status
    for slot, size in agreed.equal:
        if slot in own and all(symbol in symbols for symbol in size.symbols):
            state.equal(own[slot], size.substitute(symbols), function, why)
    for slot, (low, high), (modulus, remainder) in agreed.bounds:
        if slot not in own:
            continue
        size = own[slot]
        least, most = state.prover.range(size)
        if low is not None and (least is None or least < low):
            state.at_most(const(low), size, function, why)
        if high is not None and (most is None or most > high):
            state.at_most(size, const(high), function, why)
        if modulus > 1:
            state.assume(compare("==", size % modulus, remainder), function, why)
    state.status = before


def agreement_of(calls: Sequence[CallOp], met: Mapping[CallOp, Site]) -> Agreed:
    """What holds at each of the calls; nothing unless the walks over the callers met them all."""
    if any(call not in met for call in calls):
        return NOTHING
    return agreement([met[call] for call in calls])


def agreement(sites: Sequence[Site]) -> Agreed:
    """What holds at each of the calls; nothing when there is none."""
    if not sites:
        return NOTHING
    slots = [slot for slot in sites[0] if all(slot in site for site in sites)]
    first: dict[tuple[Expr, ...], Slot] = {}
    equal: list[tuple[Slot, Expr]] = []
    for slot in slots:
        sizes = tuple(site[slot].size for site in sites)
        number = sizes[0].constant
        if number is not None and all(size is sizes[0] for size in sizes):
            equal.append((slot, sizes[0]))
        elif sizes in first:
            equal.append((slot, first[sizes].symbol))
        else:
            first[sizes] = slot
    equal.extend(_computed(list(first.values()), sites))
    given = {slot for slot, _ in equal}
    bounds: list[tuple[Slot, Interval, Residue]] = []
    for slot in first.values():
        if slot in given:
            continue
        around, residue = sites[0][slot].bounds, sites[0][slot].residue
        for site in sites[1:]:
            around = join(around, site[slot].bounds)
            residue = join_residues(residue, site[slot].residue)
        if around != (None, None) or residue[0] > 1:
            bounds.append((slot, around, residue))
    return Agreed(tuple(equal), tuple(bounds))


def _computed(slots: Sequence[Slot], sites: Sequence[Site]) -> Iterator[tuple[Slot, Expr]]:
    """
    Sizes that others determine: what the first call suggests, where all others confirm it.

    At a call with sizes `s` and `4 * s` the second one is four times the first one; at a call with
    `s - 2` and `s - 3` the second one is the first one minus 1.
    """
    known: dict[Expr, Expr] = {}
    """The symbols of the first call in terms of slots."""
    bare = [slot for slot in slots if sites[0][slot].size.name is not None]
    for slot in bare:
        known.setdefault(sites[0][slot].size, slot.symbol)
    at_sites = [{slot.symbol: site[slot].size for slot in slots} for site in sites]
    for slot in slots:
        size = sites[0][slot].size
        if size.constant is not None or size.name is not None:
            continue
        unknown = [symbol for symbol in size.symbols if symbol not in known]
        if not unknown:
            guess = size.substitute(known)
            if all(
                guess.substitute(values) is site[slot].size
                for values, site in zip(at_sites, sites, strict=True)
            ):
                yield slot, guess
        elif len(unknown) == 1:
            solved = _solved(size, unknown[0], slot.symbol)
            if solved is not None:
                known[unknown[0]] = solved.substitute(known)


def _solved(size: Expr, unknown: Expr, value: Expr) -> Expr | None:
    """The symbol `unknown` where `size`, in which it stands once and alone, is `value`."""
    if not isinstance(size, Sum):
        return None
    holding = [(term, factor) for term, factor in size.terms if unknown in term.symbols]
    if len(holding) != 1 or holding[0][0] is not unknown or abs(holding[0][1]) != 1:
        return None
    factor = holding[0][1]
    rest = size - unknown * factor
    return value - rest if factor > 0 else rest - value


@dataclass
class Callers:
    """The calls of the private functions of a module, and the order to read functions in."""

    module: ModuleOp
    order: list[FuncOp] = field(default_factory=list[FuncOp])
    """All functions, callers before those they call."""
    calls: dict[FuncOp, list[CallOp]] = field(default_factory=dict[FuncOp, "list[CallOp]"])
    """All calls of functions that only these calls can run, and never from within themselves."""

    def __post_init__(self) -> None:
        graph = CallGraph.of(self.module)
        components = graph.components()
        recursive = {
            name
            for component in components
            for name in component
            if len(component) > 1 or name in graph.functions[name].calls
        }
        mentioned = {
            name for node in (*graph.functions.values(), *graph.outside) for name in node.mentions
        }
        calls: dict[str, list[CallOp]] = {}
        for node in (*graph.functions.values(), *graph.outside):
            for op in node.call_ops:
                calls.setdefault(op.callee.string_value(), []).append(op)
        for component in components:
            for name in component:
                node = graph.functions[name]
                function = node.op
                if not isinstance(function, FuncOp) or not function.body.blocks:
                    continue
                self.order.append(function)
                closed = is_private(function) and name not in recursive | mentioned
                if closed and name in calls:
                    self.calls[function] = calls[name]
        self.order.reverse()
