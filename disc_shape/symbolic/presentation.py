"""From normal forms back to what people and IR want to read.

Made-up quotients are written by the visible expression they divide (`4*t` is `s` again, a lone
`t` is `s//4`), and the pairs that normalisation spread out are folded: `x - d*(x//d)` is `x % d`,
`x + max(y - x, 0)` is `max(x, y)`, `max(x, 0) - max(x - 3, 0)` is `min(max(x, 0), 3)`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from disc_shape.symbolic.budget import BUDGET
from disc_shape.symbolic.choice import Max, maximum, minimum
from disc_shape.symbolic.dims import HIDDEN, Dim
from disc_shape.symbolic.division import FloorDiv, floordiv, modulo
from disc_shape.symbolic.domains import clamps, is_positive_part
from disc_shape.symbolic.monomials import divide_monomial, power_product
from disc_shape.symbolic.nodes import Node, postorder
from disc_shape.symbolic.normal import NormalForms
from disc_shape.symbolic.terms import (
    Const,
    Expr,
    Product,
    Sum,
    Symbol,
    as_expr,
    const,
    factors_of,
    linear,
    multiply,
    parts,
    times,
)

Face: TypeAlias = tuple[Expr, Expr, Expr]


class Presentation:
    """Canonical expressions, as they leave the prover."""

    def __init__(self, normals: NormalForms) -> None:
        self.store = normals.store
        self.normals = normals
        self.faces: dict[Symbol, tuple[int, Face]] = {}
        """By made-up symbol: its visible form, and when that was computed."""
        self.folded = self.store.work.effort.folded

    def canonical(self, e: Expr) -> Expr:
        """The simplest known expression for a value; the same object for values known to be equal
        by definitions and identities."""
        normal: Expr | None = None
        if type(e) is Symbol:
            dim = self.store.dims.get(e)
            free = dim is not None and dim.definition is None
            normal = e if free else self.normals.root(e)
            if type(normal) is Symbol and normal.label[0] != HIDDEN:
                return normal
        known = self.store.shown.get(e)
        if known is not None and known[0] == self.store.epoch:
            return known[1]
        if normal is None:
            self.store.work.begin()
            normal = self.normals.of(e)
        result = self.shown(normal)
        self.store.shown[e] = (self.store.epoch, result)
        return result

    def shown(self, e: Expr) -> Expr:
        """A normal expression without made-up symbols and with folded pairs."""
        known = self.folded.get(e)
        if known is not None:
            return known
        is_visible = not any(s.label[0] == HIDDEN for s in e.symbols)
        if e.polynomial and is_visible:
            return e
        done: dict[Node, Node] = {}
        for node in postorder(e):
            if not isinstance(node, Expr):
                done[node] = node.rebuild(done)
            elif isinstance(node, Sum):
                done[node] = fold(self.show_polynomial(node, done))
            elif isinstance(node, Product):
                done[node] = self.show_polynomial(node, done)
            elif isinstance(node, Symbol):
                done[node] = self.show_symbol(node)
            else:
                done[node] = fold(as_expr(node.rebuild(done)))
        result = as_expr(done[e])
        if is_visible:
            self.folded[e] = result
        return result

    def show_symbol(self, symbol: Symbol) -> Expr:
        """A made-up symbol as a quotient of visible ones; any other as it is."""
        if symbol.label[0] != HIDDEN:
            return symbol
        face = self.face_of(self.store.dims[symbol])
        if face is None:
            return symbol
        whole, factor, rest = face
        number = factor.constant
        if number is not None and number < 0:
            # exact, so the sign may leave
            return -floordiv(whole - rest, const(-number))
        return floordiv(whole - rest, factor)

    def face_of(self, dim: Dim) -> tuple[Expr, Expr, Expr] | None:
        """The visible form of a made-up symbol; made-up symbols in it are older ones."""
        face = dim.face
        if face is None:
            return None
        epoch, shown = self.faces.get(dim.symbol, (-1, face))
        if epoch != self.store.epoch:
            whole, factor, rest = face
            shown = self.shown(whole), self.shown(factor), self.shown(rest)
            self.faces[dim.symbol] = (self.store.epoch, shown)
        return shown

    def show_polynomial(self, e: Expr, done: dict[Node, Node]) -> Expr:
        """A sum of monomials with each factor*t written as the whole it divides."""
        constant, terms = parts(e)
        items: list[tuple[Expr, int]] = []
        for term, k in terms:
            value, k = self.show_monomial(term, k, done)
            items.append((value, k))
        return linear(constant, items)

    def show_monomial(self, term: Expr, k: int, done: dict[Node, Node]) -> tuple[Expr, int]:
        """A monomial with its coefficient, made-up factors written as what they divide."""
        have = dict(factors_of(term))
        wholes: list[Expr] = []
        for factor in list(have):
            if not isinstance(factor, Symbol) or factor.label[0] != HIDDEN:
                continue
            face = self.face_of(self.store.dims[factor])
            if face is None:
                continue
            whole, divisor, rest = face
            number = divisor.constant
            while have[factor]:
                if number is not None:
                    if k % number:
                        break
                    k //= number
                else:
                    needed = dict(factors_of(divisor))
                    if not all(have.get(f, 0) >= n for f, n in needed.items()):
                        break
                    for f, n in needed.items():
                        have[f] -= n
                have[factor] -= 1
                wholes.append(linear(0, [(whole, 1), (rest, -1)]))
        shown = [(as_expr(done.get(factor, factor)), n) for factor, n in have.items()]
        return power_product([*shown, *((whole, 1) for whole in wholes)]), k


def fold(e: Expr) -> Expr:
    """
    Fold `x - d*(x//d)`, `x + max(y - x, 0)` and `max(x, c) - max(x - n, c)` where that makes an
    expression smaller.
    """
    for _ in range(BUDGET.iterations):
        best = min([e, *foldings(e)], key=weight)
        if best is e:
            break
        e = best
    return e


def foldings(e: Expr) -> Iterator[Expr]:
    """Other ways to write an expression, in which one term or two are written anew."""
    _, terms = parts(e)
    for term, k in terms:
        for folded in candidates(term, k):
            yield linear(0, [(e, 1), (term, -k), *folded])
    for left, right, k, lowest, width in clamps(terms):
        c = left.args[1]
        shown = minimum(left, c + width) - c + lowest
        yield linear(0, [(e, 1), (left, -k), (right, k), (shown, k)])


def candidates(term: Expr, k: int) -> Iterator[list[tuple[Expr, int]]]:
    """Other ways to write k * term: items that sum up to it."""
    if isinstance(term, FloorDiv):
        d = term.rhs.constant
        if d is not None and d > 1 and k % d == 0:
            j, y = k // d, term.lhs
            yield [(y, j), (modulo(y, term.rhs), -j)]
            if parts(y)[0]:
                # -(y//d) is the quotient of the complement
                other = linear(d - 1, [(y, -1)])
                yield [(other, -j), (modulo(other, term.rhs), j)]
    elif isinstance(term, Max) and is_positive_part(term):
        # max(a - b, 0) == max(a, b) - b == a - min(a, b), for every split of d
        for a, b in splits(*parts(term.args[0])):
            yield [(maximum(a, b), k), (b, -k)]
            yield [(a, k), (minimum(a, b), -k)]
    elif isinstance(term, Product):
        for factor, n in term.factors:
            if isinstance(factor, FloorDiv) and n == 1 and factor.rhs.constant is None:
                outer = divide_monomial(term, times(factor, factor.rhs))
                if outer is not None:
                    y = factor.lhs
                    yield [(multiply(outer, y), k), (multiply(outer, modulo(y, factor.rhs)), -k)]
                    return


def splits(constant: int, terms: tuple[tuple[Expr, int], ...]) -> list[tuple[Expr, Expr]]:
    """Ways to write an expression as a - b."""
    positive = [(t, k) for t, k in terms if k > 0]
    negative = [(t, -k) for t, k in terms if k < 0]
    return [
        (linear(constant, positive), linear(0, negative)),
        (linear(0, positive), linear(-constant, negative)),
    ]


def weight(e: Expr) -> int:
    """How much there is to read and to compute: operators, with the constant."""
    if isinstance(e, Sum):
        return (
            2 * e.size
            + 2 * (e.constant_term != 0)
            + sum(1 for _, k in e.terms if k < 0)
            + sum(2 for _, k in e.terms if k not in (1, -1))
        )
    return 2 * e.size if not isinstance(e, Const) else 1
