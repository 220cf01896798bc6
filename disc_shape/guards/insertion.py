"""Checks of assumptions: at the entry of a function, or where the values are known."""

from __future__ import annotations

from collections.abc import Sequence
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
from disc_shape.constraints.free_symbols import free_symbols, without_free_symbols
from disc_shape.constraints.graph import write_constraints
from disc_shape.constraints.reader import saved_constraints
from disc_shape.constraints.symbols import SymbolFact, is_named
from disc_shape.dialects.disc_shape import get_symbols
from disc_shape.dialects.hlo.calls import CustomCallOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.errors import OperationError
from disc_shape.guards.hlo import HloConditions, can_be_checked
from disc_shape.guards.inner_checks import NO_VALUE, InnerChecks
from disc_shape.notes import note
from disc_shape.relations import RelationState
from disc_shape.rewriting.sizes.conditions import condition_value
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import TRUE, Comparison, Cond, Contradiction, Expr, Prover, Status, sym
from disc_shape.symbolic.comparisons import simplify_comparisons
from disc_shape.symbolic.conditions import conjuncts


@dataclass(frozen=True)
class Place:
    """Where the size of a symbol can be read."""

    argument: int
    axis: int

    def __str__(self) -> str:
        return f"dimension {self.axis} of argument {self.argument}"


@dataclass(frozen=True)
class Promise:
    """An assumed fact of a module."""

    fact: SymbolFact
    condition: Cond | None
    """The fact over symbols that values carry; None where no equation says what others are."""

    @property
    def pieces(self) -> Sequence[Cond]:
        """What must be checked; nothing where that cannot be computed."""
        return () if self.condition is None else conjuncts(self.condition)


class Promises:
    """The assumed facts of a module, and where the sizes of arguments of a function are read."""

    def __init__(self, module: ModuleOp, function: func.FuncOp) -> None:
        self.module = module
        saved = saved_constraints(module)
        self.symbols = copied_symbols(module, saved)
        self.places = argument_places(function)
        for name, op in saved.symbols.items():
            if op.size is not None:
                self.places.pop(name, None)
        open_names = (name for name, op in saved.symbols.items() if op.size is None)
        free = free_symbols(module, open_names)
        facts = self.symbols.facts
        self.keys = [key for key, one in facts.items() if one.status is Status.ASSUMED]
        conditions = without_free_symbols([facts[key].condition for key in self.keys], free)
        self.found: list[Promise] = []
        for key, condition in zip(self.keys, conditions, strict=True):
            stated = facts[key].condition
            if condition is TRUE and stated is not TRUE and saved.is_relied_on:
                condition = None  # The value that carried the symbol may have been replaced.
            elif condition is None and not saved.is_relied_on:
                if all(one.name in free for one in stated.symbols):
                    condition = TRUE  # No value has these sizes, and nothing depends on them.
            known = None if condition is None else simplify_comparisons(condition)
            self.found.append(Promise(facts[key], known))
        self.named = {
            name
            for name in self.places
            if name not in saved.symbols or is_named(saved.symbols[name])
        }

    def is_of_arguments(self, promise: Promise) -> bool:
        """Whether arguments carry all symbols of a promise."""
        condition = promise.condition
        return condition is not None and all(one.name in self.places for one in condition.symbols)

    def guard(self, promises: Sequence[Promise]) -> None:
        """Write into the constraint graph that promises are checked."""
        for key, promise in zip(self.keys, self.found, strict=True):
            if promise in promises:
                self.symbols.facts[key] = replace(promise.fact, status=Status.GUARDED)
        write_constraints(self.module, self.symbols)

    def check_inside(self, inner: InnerChecks) -> tuple[list[Promise], list[Promise]]:
        """
        Check promises about symbols that other values carry where these are known: those that are
        checked, and those that cannot be.
        """
        checked: list[Promise] = []
        left: list[Promise] = []
        for promise in self.found:
            if self.is_of_arguments(promise):
                continue
            parts = promise.pieces
            done = parts and all(map(can_be_checked, parts)) and all(map(inner.insert, parts))
            (checked if done else left).append(promise)
        return checked, left


def insert_checks(module: ModuleOp, entry: str | None, as_assertions: bool) -> None:
    """
    Check the assumptions about the arguments of a function, by its name or the only public one, at
    its entry, others where the values are known that they are about. A remark names those that
    cannot be checked.
    """
    function = entry_function(module, entry)
    promises = Promises(module, function)
    checked, left = promises.check_inside(InnerChecks(module, as_assertions))
    mine: list[Promise] = []
    for promise in promises.found:
        if promises.is_of_arguments(promise):
            whole = promise.condition is not None and can_be_checked(promise.condition)
            (mine if whole else left).append(promise)
    Checks(function, promises.places, as_assertions, promises.named).insert(
        [piece for promise in mine for piece in promise.pieces]
    )
    promises.guard([*mine, *checked])
    for promise in left:
        note(f"promise {promise.fact.condition} is not checked: {NO_VALUE}")


def check_promises_inside(module: ModuleOp, function: func.FuncOp) -> None:
    """
    Check promises that calls of `function` cannot be checked for, about sizes of other values than
    its arguments. `OperationError` for one that cannot be checked.
    """
    promises = Promises(module, function)
    checked, left = promises.check_inside(InnerChecks(module, as_assertions=True))
    if left:
        shown = left[0].fact.condition
        raise OperationError(f"promise {shown} cannot be checked: {NO_VALUE}")
    if checked:
        promises.guard(checked)


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
