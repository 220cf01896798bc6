"""Checks of assumptions about the arguments of a function at its entry."""

from __future__ import annotations

from dataclasses import dataclass, replace

from xdsl.dialects import cf, func
from xdsl.dialects.builtin import (
    ArrayAttr,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    i1,
    i32,
)
from xdsl.ir import Block

from disc_shape.analysis.call_graph import entry_function
from disc_shape.constraints.builder import copied_symbols
from disc_shape.constraints.free_symbols import free_symbols, pieces, without_free_symbols
from disc_shape.constraints.graph import write_constraints
from disc_shape.constraints.reader import saved_constraints
from disc_shape.constraints.symbols import is_named
from disc_shape.dialects.disc_shape import get_symbols
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.guards.hlo import HloConditions, can_be_checked
from disc_shape.relations import RelationState
from disc_shape.rewriting.sizes.conditions import condition_value
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import Comparison, Cond, Contradiction, Expr, Prover, Status, sym
from disc_shape.symbolic.comparisons import simplify_comparisons


@dataclass(frozen=True)
class Place:
    """Where the size of a symbol can be read."""

    argument: int
    axis: int

    def __str__(self) -> str:
        return f"dimension {self.axis} of argument {self.argument}"


def insert_checks(module: ModuleOp, entry: str | None, as_assertions: bool) -> None:
    """
    Check the assumptions about the arguments of a function, by its name or the only public one, at
    its entry.
    """
    function = entry_function(module, entry)
    saved = saved_constraints(module)
    symbols = copied_symbols(module, saved)
    places = argument_places(function)
    for name, op in saved.symbols.items():
        if op.size is not None:
            places.pop(name, None)
    open_names = (name for name, op in saved.symbols.items() if op.size is None)
    free = free_symbols(module, open_names)
    assumed = [(key, one) for key, one in symbols.facts.items() if one.status is Status.ASSUMED]
    checked = without_free_symbols([fact.condition for _, fact in assumed], free)
    mine = [
        (key, fact, simplified)
        for (key, fact), condition in zip(assumed, checked, strict=True)
        if condition is not None
        and can_be_checked(simplified := simplify_comparisons(condition))
        and all(symbol.name in places for symbol in simplified.symbols)
    ]
    named = {name for name in places if name not in saved.symbols or is_named(saved.symbols[name])}
    Checks(function, places, as_assertions, named).insert(
        [piece for _, _, condition in mine for piece in pieces(condition)]
    )
    for key, fact, _ in mine:
        symbols.facts[key] = replace(fact, status=Status.GUARDED)
    write_constraints(module, symbols)


def argument_places(function: func.FuncOp) -> dict[str, Place]:
    """For each symbol in the types of the arguments, the first dimension that carries it."""
    places: dict[str, Place] = {}
    for index, argument in enumerate(function.body.blocks[0].args):
        for axis, name in enumerate(get_symbols(argument.type) or ()):
            if name is not None:
                places.setdefault(name, Place(index, axis))
    return places


def fewest(conditions: list[Cond]) -> list[Cond]:
    """
    Conditions that together imply all of `conditions`: equalities first, nothing implied by those
    before it.
    """
    kept: list[Cond] = []
    for condition in sorted(conditions, key=lambda one: not _is_equality(one)):
        if not _follows(condition, kept):
            kept.append(condition)
    for condition in list(kept):
        others = [one for one in kept if one is not condition]
        if _follows(condition, others):
            kept = others
    return kept


def _follows(condition: Cond, others: list[Cond]) -> bool:
    """Whether conditions imply another one; never when they contradict each other."""
    prover = Prover()
    try:
        for other in others:
            prover.assume(other)
    except Contradiction:
        # No run can pass all checks; each is inserted, so that one of them reports it.
        return False
    return prover.proves(condition)


def _is_equality(condition: Cond) -> bool:
    return isinstance(condition, Comparison) and condition.op == "=="


class Checks:
    """Builds the checks of one function."""

    def __init__(
        self,
        function: func.FuncOp,
        places: dict[str, Place],
        as_assertions: bool,
        named: set[str],
    ):
        self.named = named
        """The symbols whose names came from outside and stay."""
        self.block: Block = function.body.blocks[0]
        self.places = places
        self.as_assertions = as_assertions
        self.first = self.block.first_op
        self.state = RelationState()
        self.symbols: dict[Expr, Expr] = {}
        for name, place in places.items():
            value = self.block.args[place.argument]
            self.symbols[sym(name)] = self.state.raw_dims(value)[place.axis]
        self.sizes = Sizes(self.state, Order(function.body), self.block)
        assert self.first is not None
        dimensions = {
            name: (self.block.args[place.argument], place.axis) for name, place in places.items()
        }
        self.conditions = HloConditions(self.block, self.first, dimensions)

    def insert(self, conditions: list[Cond]) -> None:
        """Insert checks for as few of the conditions as imply them all."""
        for condition in fewest(conditions):
            self._insert(condition)

    def _insert(self, condition: Cond) -> None:
        names = [symbol.name for symbol in condition.symbols]
        if self.as_assertions:
            self._assertion(condition, names)
            return
        assert self.first is not None
        value = condition_value(condition.substitute(self.symbols), self.first, self.sizes)
        assert value is not None, "a condition that can be checked can be computed"
        where = " and ".join(f"{self._shown(name)} is {self.places[name]}" for name in names)
        message = f"expected {self._text(condition)}, where {where}"
        self.block.insert_ops_before([cf.AssertOp(value, StringAttr(message))], self.first)

    def _shown(self, name: str) -> str:
        """
        A size in a message: its name, or, for a symbol with a generated name, which may change, its
        dimension as the language of `assume-shapes` writes it.
        """
        if name in self.named:
            return name
        place = self.places[name]
        hint = self.block.args[place.argument].name_hint
        return f"{hint or f'arg{place.argument}'}[{place.axis}]"

    def _text(self, condition: Cond) -> str:
        mapping: dict[Expr, Expr] = {
            symbol: sym(self._shown(symbol.name)) for symbol in condition.symbols
        }
        return str(condition.substitute(mapping))

    def _assertion(self, condition: Cond, names: list[str]) -> None:
        assert self.first is not None
        truth = self.conditions.truth(condition)
        numbers = [self.conditions.size(name) for name in names]
        found = " and ".join(
            f"{self._shown(name)} = {{{index}}} ({self.places[name]})"
            for index, name in enumerate(names)
        )
        message = f"expected {self._text(condition)}, found {found}"
        call = final(CustomCallOp, "stablehlo").create(
            operands=[truth, *numbers],
            properties={
                "call_target_name": StringAttr("shape_assertion"),
                "has_side_effect": IntegerAttr(1, i1),
                "api_version": IntegerAttr(2, i32),
                "backend_config": StringAttr(""),
                "called_computations": ArrayAttr([]),
            },
            attributes={"error_message": StringAttr(message)},
        )
        self.block.insert_ops_before([call], self.first)
