"""Kinds: a parameter stands only where its kind fits (RLY-20 to 23), a type call has one argument
for each parameter of the data type (RLY-90, 91), and a tensor has a base type (RLY-06).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.ir import Operation

from disc_shape.dialects.relay.types import part_text, type_text
from disc_shape.errors import OperationError
from disc_shape.typesystem import terms as ts
from disc_shape.typesystem.types import Type

WORDS: Mapping[ts.Kind, str] = {
    "type": "a type",
    "base": "a base type",
    "shape": "a shape",
    "dim": "a dimension",
}


@dataclass
class KindCheck:
    """Checks terms at an operation. Raises `OperationError` at what is ill-kinded."""

    op: Operation
    arities: Mapping[str, int]
    """How many parameters each data type has."""
    scope: Mapping[str, str]
    """The kinds of the parameters in scope."""

    def fail(self, message: str, rule: str) -> OperationError:
        """An error at the operation."""
        return OperationError(f"{message} [{rule}]", self.op)

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
        match term:
            case ts.Tensor():
                self.term(term.shape, "shape")
                self.term(term.element, "base")
            case ts.Function():
                self.function(term)
            case ts.Dims():
                for size in term.sizes:
                    self.size(size)
            case ts.Dim():
                self.size(term.size)
            case _:
                if isinstance(term, ts.Data):
                    self.data(term)
                for part in ts.parts(term):
                    self.term(part)

    def name(self, name: str, expected: ts.Kind | None) -> None:
        """A parameter is in scope and of its kind (RLY-21)."""
        kind = self.scope.get(name)
        if kind is None:
            raise self.fail(f"@{name} is no type parameter that is in scope", "RLY-14")
        if expected is not None and kind != expected:
            rule = "RLY-21"
            raise self.fail(
                f"@{name} is of kind {kind}, but is used as one of kind {expected}", rule
            )

    def size(self, size: ts.Size) -> None:
        """A dimension is over parameters of kind dim."""
        if size is not None and not isinstance(size, ts.Hole):
            for symbol in size.symbols:
                self.name(symbol.label, "dim")

    def data(self, term: ts.Data) -> None:
        """A type call names a data type and gives one argument for each parameter."""
        arity = self.arities.get(term.name)
        if arity is None:
            raise self.fail(f"no data type is called @{term.name}", "RLY-87")
        if arity != len(term.arguments):
            raise self.fail(
                f"@{term.name} takes {arity} type arguments, got {len(term.arguments)} in"
                f" {type_text(term)}",
                "RLY-90",
            )

    def function(self, term: ts.Function) -> None:
        """A function type, whose parameters are in scope inside of it."""
        inner = KindCheck(self.op, self.arities, declared(self, term.parameters))
        for part in ts.parts(term):
            inner.term(part)


def declared(check: KindCheck, parameters: tuple[tuple[str, str], ...]) -> dict[str, str]:
    """The scope inside of what declares parameters (RLY-20)."""
    own: dict[str, str] = {}
    for name, kind in parameters:
        if kind not in ts.KINDS:
            raise check.fail(
                f"@{name} is of kind '{kind}', expected one of {', '.join(ts.KINDS)}", "RLY-20"
            )
        if name in own:
            raise check.fail(f"parameter @{name} is declared twice", "RLY-20")
        own[name] = kind
    return {**check.scope, **own}
