"""Amounts over the symbols of the module, as a function's peak is printed."""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.ir import SSAValue

from disc_shape.analysis.module import FunctionFacts
from disc_shape.dialects.disc_shape.encoding import value_symbols
from disc_shape.lowering.types import as_buffer, width_of
from disc_shape.memory.amounts import NOTHING, Amount, amount, largest, plus
from disc_shape.memory.lifetimes import ALIGNMENT
from disc_shape.memory.peak import UnknownPeakError
from disc_shape.memory.sizes import Sizes, round_up
from disc_shape.symbolic import Expr, Symbol, const, product, sym
from disc_shape.symbolic.terms import parts


class NamedAmounts:
    """Amounts of bytes whose terms are expressions over symbols of the module."""

    def __init__(self, facts: FunctionFacts) -> None:
        self.terms: list[Expr] = [const(1)]
        self._numbers: dict[Expr, int] = {self.terms[0]: 0}
        self._texts: dict[int, str] = {}
        """What each term that rounds up rounds, as text."""
        sizes = facts.derived_sizes
        normal = facts.derived.state.prover.normal
        names = {
            form: sym(name)
            for name, one in sizes.items()
            for form in (normal(one), one)
            if isinstance(form, Symbol)
        }
        self._names: dict[Expr, Expr] = {**names}
        self._sizes = {
            name: one.substitute({**names})
            for name, one in sizes.items()
            if one.polynomial
            and not isinstance(one, Symbol)
            and all(part in names for part in one.symbols)
        }
        """The sizes of symbols that others determine."""

    def size_of(self, value: SSAValue) -> Amount:
        """The bytes of a buffer. Raises `UnknownPeakError` where a size has no symbol."""
        type_ = as_buffer(value.type)
        width = None if type_ is None else width_of(type_.element_type)
        if type_ is None or width is None:
            raise UnknownPeakError
        shape = type_.get_shape()
        names = value_symbols(value) or (None,) * len(shape)
        dims: list[Expr] = []
        for size, name in zip(shape, names, strict=True):
            if size != DYNAMIC_INDEX:
                dims.append(const(size))
            elif name is None:
                raise UnknownPeakError
            else:
                dims.append(self._sizes.get(name, sym(name)))
        return self.amount_of(product(dims) * width)

    def named(self, of: Amount, sizes: Sizes) -> Amount:
        """
        An amount over the symbols of the analysis over those of the module. Raises
        `UnknownPeakError` where one has no symbol there.
        """
        found = NOTHING
        for number, count in of:
            term = sizes.terms[number]
            if number in sizes.inner:
                found = plus(found, self._rounded(self._inner(number, sizes), count))
            elif all(symbol in self._names for symbol in term.symbols):
                found = plus(found, self.amount_of(term.substitute(self._names) * count))
            else:
                raise UnknownPeakError
        return found

    def _inner(self, number: int, sizes: Sizes) -> Expr:
        """The bytes that a term rounds up."""
        inner = sizes.inner[number]
        if number in sizes.allocs:
            return self.expression(self.size_of(sizes.allocs[number].alloc.memref))
        if all(symbol in self._names for symbol in inner.symbols):
            return inner.substitute(self._names)
        raise UnknownPeakError

    def _rounded(self, count: Expr, times: int) -> Amount:
        constant, terms = parts(count)
        if not constant and all(one % ALIGNMENT == 0 for _, one in terms):
            return self.amount_of(count * times)
        number = self._number(round_up(count))
        self._texts[number] = str(count)
        return amount({number: times})

    def amount_of(self, expr: Expr) -> Amount:
        """An expression as an amount."""
        constant, terms = parts(expr)
        if constant < 0 or any(count < 0 for _, count in terms):
            constant, terms = 0, ((expr, 1),)
        counts = {self._number(term): count for term, count in terms}
        return amount({**counts, 0: constant})

    def _number(self, term: Expr) -> int:
        found = self._numbers.get(term)
        if found is None:
            found = self._numbers[term] = len(self.terms)
            self.terms.append(term)
        return found

    def expression(self, of: Amount) -> Expr:
        """An amount as an expression."""
        return sum((self.terms[term] * count for term, count in of), const(0))

    def texts(self, amounts: Iterable[Amount]) -> list[str]:
        """The largest of some amounts in the prover's syntax."""
        return [self._text(one) for one in largest(amounts)]

    def _text(self, of: Amount) -> str:
        plain = tuple((term, count) for term, count in of if term not in self._texts)
        rounded = [
            f"{count * ALIGNMENT}*ceildiv({self._texts[term]}, {ALIGNMENT})"
            for term, count in of
            if term in self._texts
        ]
        if plain or not rounded:
            rounded.insert(0, str(self.expression(plain)))
        return " + ".join(rounded)
