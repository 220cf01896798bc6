"""
The join of facts at several program points: all calls of a function, or the terminators of all
branches.

At each point a *site* records the facts about the same slots, which are sizes and integers of the
values passed on. The facts that hold at every site hold for the values that receive them: numbers,
equal sizes, sizes computed from others, bounds and remainders.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from xdsl.ir import Operation, SSAValue

from disc_shape.relations import RelationState
from disc_shape.symbolic import Expr, compare, const, sym
from disc_shape.symbolic.intervals import Interval, Residue, join, join_residues
from disc_shape.symbolic.terms import Sum


class Slot(NamedTuple):
    """One size of one of several values, or one integer that it holds."""

    value: int
    position: int
    of_contents: bool

    @property
    def symbol(self) -> Expr:
        """The symbol that denotes the slot at every site."""
        return sym(f"{self.value}.{self.position}{'e' if self.of_contents else 'd'}")


class Known(NamedTuple):
    """The facts about a slot at one site."""

    size: Expr
    bounds: Interval
    residue: Residue


Site = Mapping[Slot, Known]
"""The facts at one program point."""


@dataclass(frozen=True)
class Agreement:
    """The facts that hold at every site, over the symbols of the slots."""

    equal: tuple[tuple[Slot, Expr], ...] = ()
    bounds: tuple[tuple[Slot, Interval, Residue], ...] = ()

    def implies(self, other: Agreement) -> bool:
        """Whether every fact of `other` is a fact of this."""
        return set(other.equal) <= set(self.equal) and set(other.bounds) <= set(self.bounds)

    def with_numbers(self, other: Agreement) -> Agreement:
        """
        This agreement with the numbers of `other`, which guards may have implied. In optimized IR
        static types of operands, after casts, carry such numbers without their provenance. Using
        them is sound: each run that enters the function has passed the guards before the call, and
        no type of a public argument is derived from them.
        """
        numbers = {slot: size for slot, size in other.equal if size.constant is not None}
        kept = [(slot, size) for slot, size in self.equal if slot not in numbers]
        bounds = [one for one in self.bounds if one[0] not in numbers]
        return Agreement((*numbers.items(), *kept), tuple(bounds)) if numbers else self


NOTHING = Agreement()


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


def site_of(values: Sequence[SSAValue], state: RelationState) -> Site:
    """The site of values: the facts known now."""
    prover = state.prover
    return {
        slot: Known(size, prover.bounds(size), prover.residue(size))
        for slot, size in slots_of(values, state)
    }


def join_sites(sites: Sequence[Site]) -> Agreement:
    """The facts that hold at each site; none when there is no site."""
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
    return Agreement(tuple(equal), tuple(bounds))


def _computed(slots: Sequence[Slot], sites: Sequence[Site]) -> Iterator[tuple[Slot, Expr]]:
    """
    Sizes that others determine: a form that the first site suggests and all others confirm.

    At a site with sizes `s` and `4 * s` the second one is four times the first one; in one with
    `s - 2` and `s - 3` the second one is the first one minus 1.
    """
    known: dict[Expr, Expr] = {}
    """The symbols of the first site in terms of slots."""
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
    """The solution of `size == value` for `unknown`, which is one term of the sum `size`."""
    if not isinstance(size, Sum):
        return None
    holding = [(term, factor) for term, factor in size.terms if unknown in term.symbols]
    if len(holding) != 1 or holding[0][0] is not unknown or abs(holding[0][1]) != 1:
        return None
    factor = holding[0][1]
    rest = size - unknown * factor
    return value - rest if factor > 0 else rest - value


def state_agreement(
    agreement: Agreement, own: Mapping[Slot, Expr], op: Operation, why: str, state: RelationState
) -> None:
    """State the facts of an agreement for the slots `own`."""
    symbols = {slot.symbol: size for slot, size in own.items()}
    for slot, size in agreement.equal:
        if slot in own and all(symbol in symbols for symbol in size.symbols):
            state.equal(own[slot], size.substitute(symbols), op, why)
    for slot, around, residue in agreement.bounds:
        if slot in own:
            state_around(own[slot], around, residue, op, why, state)


def state_around(
    size: Expr, around: Interval, residue: Residue, op: Operation, why: str, state: RelationState
) -> None:
    """State that a size is in an interval and a residue class, unless the prover knows it."""
    (low, high), (modulus, remainder) = around, residue
    least, most = state.prover.bounds(size)
    if low is not None and (least is None or least < low):
        state.at_most(const(low), size, op, why)
    if high is not None and (most is None or most > high):
        state.at_most(size, const(high), op, why)
    if modulus > 1:
        state.assume(compare("==", size % modulus, remainder), op, why)
