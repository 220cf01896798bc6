"""Kinds: a parameter stands only where its kind fits (RLY-20 to 23), a type call has one argument
for each parameter of the data type (RLY-90, 91), and a tensor has a base type (RLY-06).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import repeat

from xdsl.ir import Operation

from disc_shape.dialects.relay.types import part_text, type_text
from disc_shape.errors import OperationError
from disc_shape.symbolic import Expr
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type

WORDS: Mapping[ts.Kind, str] = {
    "type": "a type",
    "base": "a base type",
    "shape": "a shape",
    "dim": "a dimension",
}
PARTS: Mapping[type, Iterable[ts.Kind]] = {ts.Tensor: ("shape", "base"), ts.Dims: repeat("dim")}
"""The kinds of the parts of a term, all types where nothing else is said."""


@dataclass(frozen=True)
class KindCheck:
    """Checks terms at an operation. Raises `OperationError` at what is ill-kinded."""

    op: Operation
    arities: Mapping[str, int]
    """How many parameters each data type has."""
    scope: Mapping[str, str] = field(default_factory=dict[str, str])
    """The kinds of the parameters in scope."""

    def fail(self, message: str, rule: str) -> OperationError:
        """An error at the operation."""
        return OperationError(f"{message} [{rule}]", self.op)

    def inside(self, parameters: Iterable[tuple[str, str]]) -> KindCheck:
        """The check inside of what declares parameters (RLY-20)."""
        own: dict[str, str] = {}
        for name, kind in parameters:
            if kind not in ts.KINDS:
                kinds = ", ".join(ts.KINDS)
                raise self.fail(f"@{name} is of kind '{kind}', expected one of {kinds}", "RLY-20")
            if name in own:
                raise self.fail(f"parameter @{name} is declared twice", "RLY-20")
            own[name] = kind
        return replace(self, scope={**self.scope, **own})

    def term(self, term: Type, expected: ts.Kind | None = "type") -> None:
        """A term where one of kind `expected` is due; None for a parameter of any kind."""
        if isinstance(term, ts.Parameter):
            self.name(term.name, expected)
            return
        kind = ts.kind_of(term)
        if expected is not None and kind != expected:
            rule = "RLY-06" if expected == "base" and kind == "type" else "RLY-22"
            text = type_text(term) if kind == "type" else part_text(term)
            raise self.fail(f"{text} is {WORDS[kind or 'type']}, expected {WORDS[expected]}", rule)
        inner = self
        match term:
            case ts.Dim(size=Expr() as size):
                if ts.is_negative(size):
                    raise self.fail(f"a dimension is {size}, expected 0 or more", "RLY-07")
                for symbol in size.symbols:
                    self.name(symbol.label, "dim")
            case ts.Data():
                self.data(term)
            case ts.Function():
                inner = self.inside(term.parameters)
            case _:
                pass
        for part, due in zip(ts.parts(term), PARTS.get(type(term), repeat("type")), strict=False):
            inner.term(part, due)

    def name(self, name: str, expected: ts.Kind | None) -> None:
        """A parameter is in scope and of its kind (RLY-21)."""
        kind = self.scope.get(name)
        if kind is None:
            raise self.fail(f"@{name} is no type parameter that is in scope", "RLY-14")
        if expected not in (None, kind):
            message = f"@{name} is of kind {kind}, but is used as one of kind {expected}"
            raise self.fail(message, "RLY-21")

    def data(self, term: ts.Data) -> None:
        """A type call names a data type and gives one argument for each parameter."""
        arity = self.arities.get(term.name)
        if arity is None:
            raise self.fail(f"no data type is called @{term.name}", "RLY-87")
        if arity != len(term.arguments):
            given = f"{len(term.arguments)} in {type_text(term)}"
            raise self.fail(f"@{term.name} takes {arity} type arguments, got {given}", "RLY-90")
