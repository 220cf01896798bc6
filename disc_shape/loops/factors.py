"""Which sizes, and which products of sizes, are known to be equal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import prod
from typing import Literal, TypeAlias

from xdsl.dialects import arith
from xdsl.dialects.builtin import IntegerAttr, ModuleOp
from xdsl.ir import OpResult, SSAValue

from disc_shape.constraints.reader import SavedConstraints, saved_constraints
from disc_shape.dialects.hlo.attributes import int_of
from disc_shape.loops.numbers import Size
from disc_shape.symbolic import Comparison, Expr, Status
from disc_shape.symbolic.terms import Symbol, factors_of, parts

Level = Literal["none", "static", "equal", "product", "all"]
"""What loops may depend on, each more than those before; see `lmhlo-to-loops`."""

LEVELS: tuple[Level, ...] = ("none", "static", "equal", "product", "all")

Monomial: TypeAlias = "tuple[int, frozenset[tuple[str | SSAValue, int]]]"
"""A number, and factors that are not known with their exponents."""


@dataclass(frozen=True)
class Definitions:
    """What the constraint graph says of products wherever sizes are used."""

    factors: Mapping[str, Sequence[str | int]] = field(
        default_factory=dict[str, "Sequence[str | int]"]
    )
    """The factors of the symbols that are products."""
    equal: Mapping[str, Sequence[tuple[Monomial, Monomial]]] = field(
        default_factory=dict[str, "Sequence[tuple[Monomial, Monomial]]"]
    )
    """Other products that are equal, by a symbol of the first one."""


def definitions_of(module: ModuleOp) -> Definitions:
    """The products in the constraint graph of a module that operations imply."""
    factors: dict[str, Sequence[str | int]] = {}
    equal: dict[str, list[tuple[Monomial, Monomial]]] = {}
    saved = saved_constraints(module)
    for fact in saved.facts:
        condition = fact.condition
        if (
            fact.status is not Status.DERIVED
            or not isinstance(condition, Comparison)
            or condition.op != "=="
        ):
            continue
        left, right = (_factors_in(one, saved) for one in (condition.lhs, condition.rhs))
        if left is None or right is None:
            continue
        name = condition.lhs.name
        if name is not None and name in left and name not in right and name not in factors:
            factors[name] = right
        else:
            names = sorted(one for one in left if isinstance(one, str))
            for first in names[:1]:
                equal.setdefault(first, []).append((_monomial(left), _monomial(right)))
    return Definitions(factors, equal)


def _factors_in(expr: Expr, saved: SavedConstraints) -> list[str | int] | None:
    """The symbols and the number whose product an expression is."""
    constant, terms = parts(expr)
    if constant or len(terms) != 1:
        return None
    ((monomial, coefficient),) = terms
    found: list[str | int] = [coefficient]
    for factor, exponent in factors_of(monomial):
        if not isinstance(factor, Symbol):
            return None
        size = saved.size(factor.name)
        found += [factor.name if size is None else size] * exponent
    return found


def _monomial(factors: Sequence[str | int]) -> Monomial:
    names = Counter[str | SSAValue](one for one in factors if isinstance(one, str))
    return prod(one for one in factors if isinstance(one, int)), frozenset(names.items())


class Factors:
    """Takes sizes apart into factors: equal products have equal factors."""

    def __init__(self, definitions: Definitions, level: Level = "all") -> None:
        self._rank = LEVELS.index(level)
        self._definitions = definitions if self.allows("product") else Definitions()

    def allows(self, level: Level) -> bool:
        """Whether loops may depend on facts of a level."""
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
            if isinstance(part, str) and part in self._definitions.factors and steps < DEPTH:
                stack += self._definitions.factors[part]
            elif isinstance(op, arith.MuliOp) and self.allows("product"):
                stack += op.operands
            elif isinstance(op, arith.ConstantOp) and isinstance(op.value, IntegerAttr):
                number *= int_of(op.value)
            else:
                factors[part] += 1
        return self._replaced((number, frozenset(factors.items())))

    def _replaced(self, product: Monomial) -> Monomial:
        """A product in which one side of each equation stands for the other."""
        known = self._definitions.equal
        names = sorted(name for name, _ in product[1] if isinstance(name, str))
        for left, right in (pair for name in names for pair in known.get(name, ())):
            rest = self.quotient(product, left)
            if rest is not None:
                factors = Counter(dict(rest[1]))
                factors.update(dict(right[1]))
                product = rest[0] * right[0], frozenset(factors.items())
        return product

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


def agree(ones: Sequence[Size], others: Sequence[Size], factors: Factors) -> bool:
    """Whether two lists of sizes are known to be equal."""
    return len(ones) == len(others) and all(
        factors.same([one], [other]) for one, other in zip(ones, others, strict=True)
    )


DEPTH = 64
"""The number of steps in which a size is taken apart."""


def _atom(size: Size) -> int | str | SSAValue:
    return size.value if isinstance(size.value, int) or size.name is None else size.name
