"""A wider search for two valuations that show a question to be open, made when somebody asks why.

The few valuations of `models.py` are what one question may cost; whoever wants to see the two that
differ pays for more: values near the numbers of the question and of what is known around it, near
the ends of ranges, small ones and large ones, picked by a fixed sequence, so that the same question
gives the same valuations.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from disc_shape.symbolic.conditions import Cond
from disc_shape.symbolic.models import Models, Valuation
from disc_shape.symbolic.nodes import Node, postorder
from disc_shape.symbolic.terms import Const, Sum, Symbol, parts

SYMBOL_LIMIT: Final = 48
"""Free symbols of one valuation."""
TRIES: Final = 1500
"""Valuations tried for one question."""
SMALL: Final = (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 12, 16, 24, 31, 64, 97, 100, 1000)
"""Values above a lower bound."""
NUMBER_LIMIT: Final = 24
"""Numbers of a question that values are near to."""


class Sequence:
    """Numbers that look random and are always the same (a linear congruential generator)."""

    def __init__(self) -> None:
        self.state = 20011

    def below(self, n: int) -> int:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % (1 << 64)
        return (self.state >> 33) % n


def around(models: Models, cond: Cond, symbols: tuple[Symbol, ...]) -> Iterator[Valuation]:
    """Valuations of some free symbols, and of all that facts tie to them and to those of a
    condition over normal operands."""
    found = models.neighbourhood(tuple(dict.fromkeys((*cond.symbols, *symbols))), SYMBOL_LIMIT)
    if found is not None:
        free, statements = found
        yield from valuations(models, free, statements, numbers([cond, *statements]))


def numbers(nodes: list[Node]) -> list[int]:
    """The numbers in some conditions."""
    found: dict[int, None] = {}
    for root in nodes:
        for node in postorder(root):
            if isinstance(node, Const):
                found[abs(node.number)] = None
            elif isinstance(node, Sum):
                constant, terms = parts(node)
                found.update(dict.fromkeys((abs(constant), *(abs(k) for _, k in terms))))
    return list(found)[:NUMBER_LIMIT]


def valuations(
    models: Models, symbols: list[Symbol], statements: list[Node], near: list[int]
) -> Iterator[Valuation]:
    """Valuations that fit the statements."""
    pick = Sequence()
    for turn in range(TRIES):
        # few small values first: what facts say of products rarely fits large ones
        pool = SMALL[: 2 + turn % len(SMALL)]
        model: Valuation = {}
        for symbol in symbols:
            dim = models.store.dims[symbol]
            lo, hi = dim.lo, dim.hi
            if dim.holes:
                lo, hi = dim.holes[pick.below(len(dim.holes))]
            choice = pick.below(8)
            if choice == 0 and hi is not None:
                value = hi - pool[pick.below(len(pool))]
            elif choice < 3 and near:
                value = near[pick.below(len(near))] + pick.below(3) - 1
            elif choice == 3 and model:
                value = model[symbols[pick.below(len(model))]]
            else:
                value = pool[pick.below(len(pool))] + (lo or 0)
            if lo is None and hi is None and pick.below(2):
                value = -value
            if lo is not None and value < lo:
                value = lo
            if hi is not None and value > hi:
                value = hi
            model[symbol] = value
        if models.fits(model, statements):
            yield model
