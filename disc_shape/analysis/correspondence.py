"""
Sizes of one analysis in the symbols of another analysis of the same function.

An analysis numbers its symbols as it makes them. Once one of two analyses has derived a size that
the other one made a symbol for, the same number means different sizes in them. What they have in
common are the places where sizes can be read: the anchors of symbols.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeVar

from disc_shape.relations import RelationState
from disc_shape.relations.size_table import first_difference, number_of
from disc_shape.symbolic import Cond, Expr, Symbol

N = TypeVar("N", Expr, Cond)


@dataclass
class Correspondence:
    """
    Takes sizes and conditions of `source` to `target`. A symbol becomes what `target` knows of the
    place where it can be read; one that can be read nowhere becomes a new symbol, about which
    nothing is known, not even that it is no negative number.
    """

    source: RelationState
    target: RelationState
    _known: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])

    def __post_init__(self) -> None:
        self._first = first_difference(self.source, self.target)
        self.is_exact = self._first == self.source.count == self.target.count
        """Whether both have made the same symbols."""

    def of(self, node: N) -> N:
        """A size or condition in the symbols of `target`."""
        mapping: dict[Expr, Expr] = {}
        for symbol in node.symbols:
            other = self._symbol(symbol)
            if other is not symbol:
                mapping[symbol] = other
        return node.substitute(mapping) if mapping else node

    def _symbol(self, symbol: Symbol) -> Expr:
        if number_of(symbol) < self._first:
            return symbol
        known = self._known.get(symbol)
        if known is None:
            known = self._known[symbol] = self._read(symbol) or self.target.fresh(None)
        return known

    def _read(self, symbol: Expr) -> Expr | None:
        """What the place where a symbol can be read has, None where `target` knows of none."""
        anchor = self.source.anchors.get(symbol)
        if anchor is None:
            return None
        if anchor.of_contents:
            items = self.target.raw_elements(anchor.value)
        else:
            items = self.target.recorded_dims(anchor.value)
        return None if items is None else items[anchor.position]
