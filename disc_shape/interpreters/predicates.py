"""The predicates of a module's constraint graph, compared with the sizes of each activation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp

from disc_shape.dialects.disc_shape.predicates import PredicateOp
from disc_shape.dialects.disc_shape.symbols import SymbolDimOp
from disc_shape.interpreters.errors import ClaimError
from disc_shape.interpreters.free_symbols import FreeSymbols, NoSolution

if TYPE_CHECKING:
    from disc_shape.symbolic import Cond

Sizes = dict[str, int | None]
"""The symbols of a predicate, and their numbers in an activation, None where there is none."""


@dataclass
class Predicate:
    """One predicate of the constraint graph."""

    op: PredicateOp
    terms: tuple[str | int | None, ...]
    condition: Cond

    def text(self) -> str:
        """The predicate over its own symbols."""

        def named(match: re.Match[str]) -> str:
            term = self.terms[int(match[1])]
            return f"@{term}" if isinstance(term, str) else str(term)

        return re.sub(r"\bd(\d+)\b", named, self.op.text)

    @property
    def symbols(self) -> tuple[str, ...]:
        """The names of its symbols."""
        return tuple(dict.fromkeys(term for term in self.terms if isinstance(term, str)))

    def over_names(self, sizes: Mapping[str, int | None]) -> Cond:
        """The condition over the names of its symbols, those with a size replaced by it."""
        from disc_shape.symbolic import Expr, const, sym

        mapping: dict[Expr, Expr] = {}
        for index, term in enumerate(self.terms):
            size = sizes.get(term) if isinstance(term, str) else term
            mapping[sym(f"d{index}")] = sym(str(term)) if size is None else const(size)
        return self.condition.substitute(mapping)

    def claim(self) -> str:
        """How a message begins that the predicate is false."""
        return f"'{self.op.name}' claims {self.text()} ({self.op.status}), which is"


@dataclass
class Predicates:
    """The predicates of one module, and which of them were compared in some activation."""

    module: ModuleOp
    symbols: Mapping[str, SymbolDimOp]
    all: list[Predicate] = field(default_factory=list[Predicate])
    _compared: set[PredicateOp] = field(default_factory=set[PredicateOp])
    _missing: dict[PredicateOp, tuple[str, ...]] = field(
        default_factory=dict[PredicateOp, tuple[str, ...]]
    )

    def __post_init__(self) -> None:
        self.free = FreeSymbols(self.module, self.symbols)
        for op in self.module.body.block.ops:
            block = op.body.first_block if isinstance(op, FuncOp) else None
            for inner in () if block is None else block.ops:
                if isinstance(inner, PredicateOp):
                    from disc_shape.symbolic import parse_cond

                    self.all.append(Predicate(inner, inner.terms, parse_cond(inner.text)))

    def compare(self, known: Mapping[str, int], function: FuncOp) -> int:
        """
        Compare all predicates whose symbols have numbers in one activation; how many these were.
        ClaimError at the first false one. Free symbols get the numbers that predicates determine.
        """
        count = 0
        open_: list[tuple[Predicate, Sizes]] = []
        for predicate in self.all:
            sizes = {name: self._size(known, name) for name in predicate.symbols}
            missing = tuple(name for name, size in sizes.items() if size is None)
            if None not in predicate.terms and not missing:
                self._check(predicate, sizes, function)
                count += 1
                continue
            self._missing[predicate.op] = missing
            if None not in predicate.terms and self.free.names.issuperset(missing):
                open_.append((predicate, sizes))
        for predicate, sizes in self._solved(open_, function):
            self._check(predicate, sizes, function)
            count += 1
        return count

    def not_compared(self) -> dict[PredicateOp, tuple[str, ...]]:
        """
        The predicates that were compared in no activation, and their symbols without a number.
        """
        return {
            one.op: self._missing.get(one.op, one.symbols)
            for one in self.all
            if one.op not in self._compared
        }

    def _size(self, known: Mapping[str, int], name: str) -> int | None:
        """The number of a symbol in an activation; a constant's where no value carries it."""
        symbol = self.symbols.get(name)
        return known.get(name, None if symbol is None else symbol.size)

    def _solved(
        self, predicates: list[tuple[Predicate, Sizes]], function: FuncOp
    ) -> Iterator[tuple[Predicate, Sizes]]:
        """Those of some predicates over free symbols whose symbols all have numbers after all."""
        if not predicates:
            return
        try:
            found = self.free.solve([one.over_names(sizes) for one, sizes in predicates])
        except NoSolution as error:
            predicate, sizes = predicates[error.index]
            free = ", ".join(f"@{name}" for name, size in sizes.items() if size is None)
            others = " that the other predicates allow" if len(predicates) > 1 else ""
            raise ClaimError(
                f"{predicate.claim()} false in @{function.sym_name.data}{numbers(sizes)} and every"
                f" {free}{others}",
                predicate.op,
            ) from None
        for predicate, sizes in predicates:
            solved = {name: found.get(name) if n is None else n for name, n in sizes.items()}
            if None not in solved.values():
                yield predicate, solved

    def _check(self, predicate: Predicate, sizes: Sizes, function: FuncOp) -> None:
        """Compare one predicate, whose symbols have numbers."""
        self._compared.add(predicate.op)
        values: dict[str, int] = {}
        for index, term in enumerate(predicate.terms):
            size = sizes[term] if isinstance(term, str) else term
            if size is not None:
                values[f"d{index}"] = size
        try:
            true, how = predicate.condition.evaluate(values), "false"
        except ZeroDivisionError:
            true, how = False, "a division by zero"
        if not true:
            raise ClaimError(
                f"{predicate.claim()} {how} in @{function.sym_name.data}{numbers(sizes)}",
                predicate.op,
            )


def numbers(sizes: Sizes) -> str:
    """The numbers of symbols in a message."""
    shown = ", ".join(f"@{name} = {size}" for name, size in sizes.items() if size is not None)
    return f" for {shown}" if shown else ""
