"""Linear inequalities over the integers: elimination of variables with a limit on work.

Fourier and Motzkin's method on sparse integer rows; every row is divided by the common divisor of
its coefficients and its constant rounded down, which is exact for integers (Pugh, 1991). Only
used to *refute*: deriving `-1 >= 0` proves that the rows have no integer solution.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import gcd, prod
from typing import TypeAlias

from disc_shape.symbolic.nodes import sort_text
from disc_shape.symbolic.terms import Expr, parts

Row: TypeAlias = tuple[int, dict[Expr, int]]
"""constant + sum of coefficient * variable >= 0."""
Key: TypeAlias = tuple[tuple[Expr, int], ...]
"""The coefficients of a row, sorted."""


def row_of(e: Expr) -> Row:
    """The row of a sum that is at least 0."""
    constant, terms = parts(e)
    return constant, dict(terms)


class Rows:
    """Rows by their coefficients; of parallel rows only the tightest."""

    def __init__(self) -> None:
        self.table: dict[Key, int] = {}
        self.contradiction = False

    def add(self, constant: int, coefficients: dict[Expr, int]) -> None:
        """Add a row, divided by the common divisor of its coefficients."""
        items = [(v, k) for v, k in coefficients.items() if k]
        if not items:
            if constant < 0:
                self.contradiction = True
            return
        g = gcd(*[k for _, k in items])
        constant //= g
        items = [(v, k // g) for v, k in items]
        items.sort(key=lambda item: sort_text(item[0]))
        key = tuple(items)
        old = self.table.get(key)
        if old is None or constant < old:
            self.table[key] = constant
            opposite = self.table.get(tuple((v, -k) for v, k in items))
            if opposite is not None and opposite + constant < 0:
                self.contradiction = True


def infeasible(rows: Iterable[Row], affords: Callable[[int], bool]) -> bool:
    """Whether the rows surely have no integer solution; coefficients are counted as work."""
    system = Rows()
    for constant, coefficients in rows:
        system.add(constant, coefficients)
        if system.contradiction:
            return True
    while system.table:
        if not affords(sum(map(len, system.table))):
            return False
        counts: dict[Expr, list[int]] = {}
        for key in system.table:
            for v, k in key:
                counts.setdefault(v, [0, 0])[k > 0] += 1
        variable = min(counts, key=lambda v: (prod(counts[v]) - sum(counts[v]), sort_text(v)))
        uppers: list[tuple[int, int, Key]] = []
        lowers: list[tuple[int, int, Key]] = []
        rest = Rows()
        for key, constant in system.table.items():
            k = next((k for v, k in key if v is variable), 0)
            if k > 0:
                lowers.append((k, constant, key))
            elif k < 0:
                uppers.append((-k, constant, key))
            else:
                rest.table[key] = constant
        if not affords(2 * len(counts) * len(uppers) * len(lowers)):
            return False
        for k, c, key in lowers:
            for j, d, other in uppers:
                total: dict[Expr, int] = {v: i * j for v, i in key if v is not variable}
                for v, i in other:
                    if v is not variable:
                        total[v] = total.get(v, 0) + i * k
                rest.add(c * j + d * k, total)
                if rest.contradiction:
                    return True
        system = rest
    return False
