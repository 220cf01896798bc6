"""Terms as programs write them: parameters by their own names, unknowns as holes."""

from __future__ import annotations

from dataclasses import dataclass, replace

from disc_shape.dialects.relay.types import type_text
from disc_shape.symbolic import Expr, Symbol, sym
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.terms import T
from disc_shape.typesystem.types import Type
from disc_shape.typesystem.unification import Unifier, is_hole, plain


@dataclass
class Closing(ts.TermMap):
    """Resolves terms and gives parameters the names of their declarations."""

    unifier: Unifier

    def leaf(self, term: ts.Hole | ts.Parameter) -> Type:
        if isinstance(term, ts.Parameter):
            return ts.Parameter(plain(term.name))
        found = self.unifier.find(term)
        return ts.Hole(found.kind) if isinstance(found, ts.Hole) else self.term(found)

    def size(self, size: ts.Size) -> ts.Size:
        size = self.unifier.size(size)
        if isinstance(size, Symbol) and is_hole(size):
            return ts.Hole("dim")
        if not isinstance(size, Expr):
            return size
        # An unknown inside of an expression is shown as `_7`.
        names: dict[Expr, Expr] = {
            one: sym(f"_{one.label[1:]}" if is_hole(one) else plain(one.label))
            for one in size.symbols
        }
        return size.substitute(names)

    def inside(self, term: T) -> T:
        found = ts.TermMap.inside(self, term)
        if isinstance(found, ts.Function):
            parameters = tuple((plain(name), kind) for name, kind in found.parameters)
            return replace(found, parameters=parameters)
        return found


def text(unifier: Unifier, term: Type) -> str:
    """A term in full, for messages."""
    return type_text(Closing(unifier).term(term))
