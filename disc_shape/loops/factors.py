"""Which sizes, and which products of sizes, are known to be equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import OpResult, SSAValue

from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects.disc_shape import TiePredicateMulEqOp
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.loops.numbers import Size

Level = Literal["none", "static", "equal", "product", "all"]
"""What loops may rest on, each more than those before; see `lmhlo-to-loops`."""

LEVELS: tuple[Level, ...] = ("none", "static", "equal", "product", "all")

Monomial: TypeAlias = "tuple[int, frozenset[tuple[str | SSAValue, int]]]"
"""A number, and factors that are not known with their exponents."""

Definitions: TypeAlias = Mapping[str, Sequence[str | int]]
"""The factors of the symbols that are products."""


def definitions_of(module: ModuleOp) -> Definitions:
    """The symbols that are products wherever they are used, by the constraint graph."""
    found: dict[str, Sequence[str | int]] = {}
    saved = saved_constraints(module)
    for fact in saved.facts:
        op = fact.op
        if isinstance(op, TiePredicateMulEqOp) and op.status == "derived":
            product, *factors = op.terms
            known = [saved.size(one) or one if isinstance(one, str) else one for one in factors]
            known = [one for one in known if one is not None]
            if isinstance(product, str) and len(known) == len(factors) and product not in known:
                found.setdefault(product, known)
    return found


class Factors:
    """Takes sizes apart into factors: equal products have equal factors."""

    def __init__(self, definitions: Definitions, level: Level = "all") -> None:
        self._rank = LEVELS.index(level)
        nothing: Definitions = {}
        self._definitions = definitions if self.allows("product") else nothing

    def allows(self, level: Level) -> bool:
        """Whether loops may rest on facts of a level."""
        return self._rank >= LEVELS.index(level)

    def of(self, sizes: Sequence[Size]) -> Monomial:
        """The product of sizes."""
        number, factors = 1, Counter[str | SSAValue]()
        stack: list[int | str | SSAValue] = [_atom(size) for size in sizes]
        steps = 0
        while stack:
            part, steps = stack.pop(), steps + 1
            if isinstance(part, int):
                number *= part
                continue
            op = part.op if isinstance(part, OpResult) else None
            if isinstance(part, str) and part in self._definitions and steps < DEPTH:
                stack += self._definitions[part]
            elif isinstance(op, arith.MuliOp) and self.allows("product"):
                stack += op.operands
            elif isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
                number *= int_of(op.value)
            else:
                factors[part] += 1
        return number, frozenset(factors.items())

    def same(self, one: Sequence[Size], other: Sequence[Size]) -> bool:
        """Whether two products are known to be equal."""
        if list(one) == list(other):
            return True
        known = self.of(one), self.of(other)
        if not known[0][1] and not known[1][1]:
            return self.allows("static") and known[0] == known[1]
        return self.allows("equal") and known[0] == known[1]

    def quotient(self, size: Monomial, divisor: Monomial) -> Monomial | None:
        """What is left of a product without some of its factors."""
        if not self.allows("product") or divisor[0] == 0 or size[0] % divisor[0]:
            return None
        have = Counter(dict(size[1]))
        have.subtract(dict(divisor[1]))
        if any(count < 0 for count in have.values()):
            return None
        rest = {factor: count for factor, count in have.items() if count}
        return size[0] // divisor[0], frozenset(rest.items())


DEPTH = 64
"""The number of steps in which a size is taken apart."""


def _atom(size: Size) -> int | str | SSAValue:
    return size.value if isinstance(size.value, int) or size.name is None else size.name
