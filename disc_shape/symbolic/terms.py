"""Expressions over dimensions: immutable, canonical, and one object per expression.

Expressions are mathematical integers of any size; `//` and `%` are Python's (floor).  Nodes are
interned: equality is identity, and a node keys a dictionary at the price of a pointer.  A sum is
one constant and a sorted list of (monomial, coefficient); a product is a sorted list of (factor,
exponent) without a coefficient.  A product of sums is multiplied out while the result stays small,
because only then do equal polynomials become the same object.

This file holds the nodes and `+ - *`; `division.py` has `//` and `%`, `choice.py` the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import reduce
from math import prod
from typing import TypeAlias

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.nodes import Node, arrange, gather_symbols, label_of, sum_text, wrapped


class Expr(Node):
    """An integer expression."""

    __slots__ = ()

    linear: bool = False
    """Whether it is a constant, a symbol, or a sum of multiples of symbols."""
    polynomial: bool = False
    """Whether it is made of symbols by sums and products alone: nothing in it waits for facts."""

    constant: int | None = None
    """The value of a constant, else None."""

    @property
    def name(self) -> str | None:
        """The name of a symbol, else None."""
        return None

    def evaluate(self, env: Mapping[str, int]) -> int:
        """The value under an assignment of the symbols; division by zero raises."""
        return self.value(env)

    def substitute(self, mapping: Mapping[Expr, Expr]) -> Expr:
        """This expression with every occurrence of a key replaced."""
        if type(self) is Symbol or type(self) is Const:
            return mapping.get(self, self)
        return as_expr(self.replaced(dict[Node, Node](mapping.items())))

    def __add__(self, other: Expr | int) -> Expr:
        return linear(0, ((self, 1), (as_operand(other), 1)))

    __radd__ = __add__

    def __sub__(self, other: Expr | int) -> Expr:
        return linear(0, ((self, 1), (as_operand(other), -1)))

    def __rsub__(self, other: Expr | int) -> Expr:
        return linear(0, ((as_operand(other), 1), (self, -1)))

    def __neg__(self) -> Expr:
        return scale(self, -1)

    def __mul__(self, other: Expr | int) -> Expr:
        return multiply(self, as_operand(other))

    __rmul__ = __mul__

    def __floordiv__(self, other: Expr | int) -> Expr:
        from disc_shape.symbolic.division import floordiv

        return floordiv(self, as_operand(other))

    def __rfloordiv__(self, other: int) -> Expr:
        return const(other) // self

    def __mod__(self, other: Expr | int) -> Expr:
        from disc_shape.symbolic.division import modulo

        return modulo(self, as_operand(other))

    def __rmod__(self, other: int) -> Expr:
        return const(other) % self


Terms: TypeAlias = tuple[tuple[Expr, int], ...]
"""(monomial, coefficient) of a sum or (factor, exponent) of a product, sorted."""


class Const(Expr):
    """An integer."""

    __slots__ = ("constant", "number")
    number: int
    linear = True
    polynomial = True

    def compute(self, values: Mapping[Node, int]) -> int:
        return self.number


class Symbol(Expr):
    """A named integer, a dimension unless it is declared otherwise."""

    __slots__ = ("label",)
    label: str
    linear = True
    polynomial = True

    @property
    def name(self) -> str:
        return self.label

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        # not kept in `free`: a hundred thousand cycles for the garbage collector
        return (self,)


class Sum(Expr):
    """`constant_term` plus every coefficient times its monomial."""

    __slots__ = ("constant_term", "linear", "polynomial", "terms")
    constant_term: int
    terms: Terms
    linear: bool
    polynomial: bool
    rank = 5

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(term for term, _ in self.terms)

    def render(self) -> str:
        items: list[tuple[str, str, int]] = []
        for t, k in self.terms:
            # after a coefficient "4*a*b" but "4*(a//b)"
            items.append((wrapped(t, 6), wrapped(t, 6 if isinstance(t, Product) else 7), k))
        return sum_text(self.constant_term, items)

    @property
    def details(self) -> str:
        return f"{self.constant_term},{[k for _, k in self.terms]}"

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        if self.free is None:
            if self.linear:
                self.free = symbols_in(self.terms)
                return self.free
            if not self.polynomial:
                return gather_symbols(self)
            found = {symbol for term, _ in self.terms for symbol in term.symbols}
            self.free = tuple(sorted(found, key=label_of))
        return self.free

    def compute(self, values: Mapping[Node, int]) -> int:
        return self.constant_term + sum(k * values[term] for term, k in self.terms)

    def rebuild(self, changed: Mapping[Node, Node]) -> Expr:
        return linear(self.constant_term, [(as_expr(changed[term]), k) for term, k in self.terms])


class Product(Expr):
    """The product of every factor to its exponent; at least two factors or an exponent over one."""

    __slots__ = ("factors", "polynomial")
    factors: Terms
    polynomial: bool
    rank = 6

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple([factor for factor, _ in self.factors])

    def render(self) -> str:
        return "*".join([wrapped(factor, 7) for factor, n in self.factors for _ in range(n)])

    @property
    def details(self) -> str:
        return str([n for _, n in self.factors])

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        if self.free is None:
            self.free = symbols_in(self.factors) if self.polynomial else gather_symbols(self)
        return self.free

    def compute(self, values: Mapping[Node, int]) -> int:
        return prod([values[factor] ** n for factor, n in self.factors])

    def rebuild(self, changed: Mapping[Node, Node]) -> Expr:
        factors = [as_expr(changed[factor]) for factor, n in self.factors for _ in range(n)]
        return reduce(multiply, factors)


def symbols_in(terms: Terms) -> tuple[Symbol, ...]:
    """The terms or factors that are symbols; they are sorted by name already."""
    return tuple([term for term, _ in terms if type(term) is Symbol])


SYMBOLS: dict[str, Symbol] = {}
CONSTANTS: dict[int, Const] = {}
SUMS: dict[tuple[int, Terms], Sum] = {}
PRODUCTS: dict[Terms, Product] = {}


def const(number: int) -> Const:
    """The integer `number`."""
    found = CONSTANTS.get(number)
    if found is None:
        found = Const()
        found.number = found.constant = number
        found.size, found.text, found.free = 1, str(number), ()
        CONSTANTS[number] = found
    return found


def sym(name: str) -> Symbol:
    """The symbol of this name: always the same object."""
    found = SYMBOLS.get(name)
    if found is None:
        found = Symbol()
        found.label, found.size, found.text, found.free = name, 1, name, None
        SYMBOLS[name] = found
    return found


def as_operand(value: object) -> Expr:
    """An expression from an operand of an operator; a TypeError for anything but integers."""
    if isinstance(value, Expr):
        return value
    if not isinstance(value, int):
        raise TypeError(f"an operand is an expression or an integer, not {value!r}")
    return const(value)


def as_expr(node: Node) -> Expr:
    """Narrow a node to an expression."""
    assert isinstance(node, Expr)
    return node


def make_sum(constant: int, coefficients: Mapping[Expr, int]) -> Expr:
    """The sum with these coefficients of monomials (none of them a sum or a constant)."""
    items = list(coefficients.items())
    if 0 in coefficients.values():
        items = [(term, k) for term, k in items if k]
    if len(items) > 1:
        arrange(items)
    return ordered_sum(constant, tuple(items))


def interned_sum(constant: int, terms: Terms) -> Sum:
    """The sum with these terms, sorted, none of them with a coefficient of 0."""
    key = (constant, terms)
    found = SUMS.get(key)
    if found is None:
        found = SUMS[key] = Sum()
        found.constant_term, found.terms, found.text, found.free = constant, terms, "", None
        size = 1
        plain = polynomial = True
        for term, k in terms:
            if type(term) is Symbol:
                size += 1 if k == 1 else 2
            else:
                size += term.size if k == 1 else term.size + 1
                plain = False
                polynomial = polynomial and term.polynomial
        found.size, found.linear, found.polynomial = size, plain, polynomial
    return found


def ordered_sum(constant: int, terms: Terms) -> Expr:
    """The sum with terms as another sum has them: sorted, none of them with a coefficient of 0."""
    if not terms:
        return const(constant)
    if constant == 0 and len(terms) == 1 and terms[0][1] == 1:
        return terms[0][0]
    return interned_sum(constant, terms)


def minus(a: Expr, b: Expr) -> Expr:
    """a - b."""
    if type(a) is not Symbol or type(b) is not Symbol or a is b:
        return linear(0, ((a, 1), (b, -1)))
    return interned_sum(0, ((a, 1), (b, -1)) if a.text < b.text else ((b, -1), (a, 1)))


def affine(e: Expr, k: int, c: int) -> Expr:
    """k * e + c, for a k that is not 0."""
    if isinstance(e, Sum):
        return ordered_sum(k * e.constant_term + c, tuple([(t, k * j) for t, j in e.terms]))
    if isinstance(e, Const):
        return const(k * e.number + c)
    return e if k == 1 and c == 0 else interned_sum(c, ((e, k),))


def make_product(exponents: Mapping[Expr, int]) -> Expr:
    """The product of these factors (none of them a product or a constant)."""
    items = list(exponents.items())
    if 0 in exponents.values():
        items = [(factor, n) for factor, n in items if n]
    if not items:
        return ONE
    if len(items) == 1:
        if items[0][1] == 1:
            return items[0][0]
    else:
        arrange(items)
    factors = tuple(items)
    found = PRODUCTS.get(factors)
    if found is None:
        found = Product()
        found.factors, found.text, found.free = factors, "", None
        found.size, found.polynomial = 1, True
        for factor, n in factors:
            found.size += factor.size * n
            found.polynomial = found.polynomial and type(factor) is Symbol
        PRODUCTS[factors] = found
    return found


def parts(e: Expr) -> tuple[int, Terms]:
    """An expression as constant and terms."""
    if isinstance(e, Sum):
        return e.constant_term, e.terms
    if isinstance(e, Const):
        return e.number, ()
    return 0, ((e, 1),)


def factors_of(monomial: Expr) -> Terms:
    """A monomial as factors."""
    return monomial.factors if isinstance(monomial, Product) else ((monomial, 1),)


def linear(constant: int, items: Iterable[tuple[Expr, int]]) -> Expr:
    """constant + sum of k * e, where each e may be any expression."""
    total: dict[Expr, int] = {}
    for e, k in items:
        kind = type(e)
        if kind is Symbol:
            total[e] = total.get(e, 0) + k
        elif isinstance(e, Sum):
            constant += k * e.constant_term
            for term, j in e.terms:
                total[term] = total.get(term, 0) + k * j
        elif isinstance(e, Const):
            constant += k * e.number
        else:
            total[e] = total.get(e, 0) + k
    return make_sum(constant, total)


def scale(e: Expr, k: int) -> Expr:
    """k * e."""
    return affine(e, k, 0) if k else ZERO


def times(a: Expr, b: Expr) -> Expr:
    """The product of two monomials."""
    exponents = dict(factors_of(a))
    for factor, n in factors_of(b):
        exponents[factor] = exponents.get(factor, 0) + n
    return make_product(exponents)


def multiply(a: Expr, b: Expr) -> Expr:
    """The product of two expressions, multiplied out while it stays small."""
    if isinstance(a, Const):
        return scale(b, a.number)
    if isinstance(b, Const):
        return scale(a, b.number)
    ca, ta = parts(a)
    cb, tb = parts(b)
    if (len(ta) + (ca != 0)) * (len(tb) + (cb != 0)) > BUDGET.nodes:
        return times(a, b)
    total: dict[Expr, int] = {}
    for ma, ka in ta:
        if cb:
            total[ma] = total.get(ma, 0) + ka * cb
        for mb, kb in tb:
            m = times(ma, mb)
            total[m] = total.get(m, 0) + ka * kb
    if ca:
        for mb, kb in tb:
            total[mb] = total.get(mb, 0) + kb * ca
    return make_sum(ca * cb, total)


ZERO: Const = const(0)
ONE: Const = const(1)
