"""Predicates over free symbols: those that no value of the module carries.

A run assigns a number to a symbol where a value has its size. A free symbol is in no type, so
it denotes some number that makes its predicates true: `@s == 2*@half` states that `@s` is even.
The other sizes of an activation may determine that number, or show that there is none.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp

from disc_shape.dialects.disc_shape.symbols import SymbolDimOp

if TYPE_CHECKING:
    from disc_shape.symbolic import Cond

TRIED = 1_000
"""How many assignments are tried where bounds leave so few."""


class NoSolution(Exception):
    """No number makes a predicate true together with those before it."""

    def __init__(self, index: int) -> None:
        super().__init__(index)
        self.index = index
        """Which of the predicates it is."""


@dataclass
class FreeSymbols:
    """The free symbols of one module."""

    module: ModuleOp
    symbols: Mapping[str, SymbolDimOp]
    _known: dict[tuple[Cond, ...], dict[str, int]] = field(
        default_factory=dict["tuple[Cond, ...]", "dict[str, int]"]
    )

    @cached_property
    def names(self) -> frozenset[str]:
        """The symbols without a value that no value carries."""
        from disc_shape.constraints.free_symbols import free_symbols

        open_names = (name for name, op in self.symbols.items() if op.size is None)
        return free_symbols(self.module, open_names)

    def solve(self, conditions: Sequence[Cond]) -> dict[str, int]:
        """
        The numbers of those free symbols that conditions over them determine; NoSolution when the
        conditions and the ranges of the symbols cannot all hold.
        """
        key = tuple(conditions)
        if key not in self._known:
            self._known[key] = self._solve(conditions)
        return self._known[key]

    def _solve(self, conditions: Sequence[Cond]) -> dict[str, int]:
        from disc_shape.symbolic import Contradiction, Prover, sym

        prover = Prover()
        free = list(dict.fromkeys(s.name for one in conditions for s in one.symbols))
        for name in free:
            for condition in in_ranges(self.symbols[name]):
                prover.assume(condition)
        for index, condition in enumerate(conditions):
            try:
                prover.assume(condition)
            except Contradiction:
                raise NoSolution(index) from None
        found: dict[str, int] = {}
        for group in connected(conditions):
            ranges: list[range] = []
            for name in group:
                number = prover.canonical(sym(name)).constant
                low, high = (number, number) if number is not None else prover.bounds(sym(name))
                if high is None:
                    break
                ranges.append(range(low or 0, high + 1))
            else:
                found |= self._only_one(group, ranges, conditions)
        return found

    def _only_one(
        self, group: Sequence[str], ranges: Sequence[range], conditions: Sequence[Cond]
    ) -> dict[str, int]:
        """The numbers on which all fitting assignments agree, where few are possible."""
        count = 1
        for one in ranges:
            count *= len(one)
        if count > TRIED:
            return {}
        own = [i for i, one in enumerate(conditions) if any(s.name in group for s in one.symbols)]
        fitting = [
            sizes
            for numbers in product(*ranges)
            if (sizes := dict(zip(group, numbers, strict=True)))
            and all(self.symbols[name].allows(size) for name, size in sizes.items())
            and all(holds(conditions[index], sizes) for index in own)
        ]
        if not fitting:
            raise NoSolution(own[-1])
        return {
            name: size
            for name, size in fitting[0].items()
            if all(sizes[name] == size for sizes in fitting)
        }


def in_ranges(symbol: SymbolDimOp) -> Iterator[Cond]:
    """The ranges of a symbol, as conditions over its name."""
    from disc_shape.symbolic import compare, conj, disj, sym

    size = sym(symbol.symbol)
    yield disj(
        conj([compare(">=", size, low), *([] if high is None else [compare("<=", size, high)])])
        for low, high in symbol.intervals
    )


def holds(condition: Cond, sizes: Mapping[str, int]) -> bool:
    """Whether a condition is true of some numbers; a division by zero makes it false."""
    try:
        return condition.evaluate(dict(sizes))
    except ZeroDivisionError:
        return False


def connected(conditions: Iterable[Cond]) -> list[list[str]]:
    """The symbols of conditions, those together that conditions relate."""
    groups: dict[str, list[str]] = {}
    for condition in conditions:
        names = dict.fromkeys(symbol.name for symbol in condition.symbols)
        merged = list(dict.fromkeys(n for name in names for n in groups.get(name, [name])))
        for name in merged:
            groups[name] = merged
    return list({id(group): group for group in groups.values()}.values())
