"""Statements about the symbols of one function, each with the status that it has."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from xdsl.dialects.builtin import UNKNOWN_LOC, LocationAttr

from disc_shape.analysis.known_info import has_known_info
from disc_shape.analysis.regions import values_inside
from disc_shape.dialects.disc_shape import value_symbols
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.symbolic import And, Comparison, Cond, Expr, Prover, Status, compare, const
from disc_shape.symbolic.comparisons import simplify_comparisons


class Statements:
    """
    Adds facts about the symbols of one function to those that the graph will hold. Symbols that are
    not written into types yet cannot be looked up there, and no status is examined.
    """

    def __init__(self, symbols: FunctionSymbols, is_written: bool):
        self.symbols = symbols
        self._is_trusted = symbols.derived is symbols.shapes or not is_written
        self._own_sizes = {} if self._is_trusted else own_sizes(symbols)
        self._answers: dict[tuple[int, Cond], bool] = {}
        """What the operations imply, by the facts known then: many of them state the same."""

    @cached_property
    def _implied(self) -> dict[str, Expr]:
        """What symbols stand for by operations alone; few functions state what these imply."""
        return implied_sizes(self.symbols, self._own_sizes)

    @cached_property
    def _of_all_sizes(self) -> Prover:
        """Knows no more than that no size is negative."""
        return Prover(explains=False, effort=self.symbols.shapes.state.prover.effort)

    def record(self, condition: Cond, status: Status, location: LocationAttr = UNKNOWN_LOC) -> None:
        """
        Add a fact about sizes, if all of its symbols are in the output. `location` is that of the
        operation which states or implies it.
        """
        renamed = self.symbols.renamed_condition(condition)
        if renamed is not None:
            self.add(renamed, status, location)

    def add(self, condition: Cond, status: Status, location: LocationAttr = UNKNOWN_LOC) -> None:
        """Add a fact about symbols of the output in its simplest form, unless all sizes have it."""
        for part in conjuncts(simplify_comparisons(condition)):
            orders = isinstance(part, Comparison) and part.op in ("<=", ">=")
            if part.symbols and not (orders and self._of_all_sizes.proves(part)):
                self.state(part, status, location)

    def state(self, condition: Cond, status: Status, location: LocationAttr = UNKNOWN_LOC) -> None:
        """
        Add a fact; it is derived only if the operations imply it of the values that its symbols are
        written on, since a guarded fact that has been used looks like an implied one.
        """
        if status is Status.DERIVED and not self._is_trusted:
            prover = self.symbols.derived.state.prover
            mapping = self._sizes_of(condition, self._implied)
            if len(mapping) < len(condition.symbols) and self._defines(condition, mapping):
                mapping = self._sizes_of(condition, self._implied)
            known = len(mapping) == len(condition.symbols)
            if not known or not self._are_implied(prover, condition.substitute(mapping)):
                status = self._promise
        self.symbols.module.add_fact(condition, status, location)

    def _are_implied(self, prover: Prover, condition: Cond) -> bool:
        """Whether the operations imply a condition on sizes."""
        key = prover.epoch, condition
        answer = self._answers.get(key)
        if answer is None:
            answer = self._answers[key] = prover.proves(condition)
        return answer

    def _sizes_of(self, condition: Cond, implied: Mapping[str, Expr]) -> dict[Expr, Expr]:
        """The sizes that the symbols of a condition are known to stand for."""
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            declared = self.symbols.module.by_name.get(symbol.name)
            number = None if declared is None else declared.value
            size = implied.get(symbol.name) if number is None else const(number)
            if size is not None:
                mapping[symbol] = size
        return mapping

    def _defines(self, condition: Cond, mapping: Mapping[Expr, Expr]) -> bool:
        """
        Whether a condition is the first to say what a symbol is that no value has: `k == 2*S0`.
        Later conditions on that symbol must follow from this one.
        """
        unknown = [symbol for symbol in condition.symbols if symbol not in mapping]
        if len(unknown) > 1 or not isinstance(condition, Comparison):
            return False
        (symbol,) = unknown
        sides = [(condition.lhs, condition.rhs), (condition.rhs, condition.lhs)]
        for side, other in sides:
            if condition.op == "==" and side is symbol and symbol not in other.symbols:
                size = other.substitute(dict(mapping))
                if self.symbols.derived.state.prover.proves(compare(">=", size, 0)):
                    self._implied[symbol.name] = size
                    return True
        return False

    @property
    def implied_status(self) -> Status:
        """
        The status of a fact that operations imply. Once assumptions have simplified the operations,
        what these imply may depend on an assumption.
        """
        is_relied_on = self.symbols.bindings.saved.is_relied_on
        return self._promise if is_relied_on else Status.DERIVED

    @property
    def _promise(self) -> Status:
        """The status of facts that operations do not imply: the weakest that the function has."""
        assumed = any(fact.status is Status.ASSUMED for fact in self.symbols.bindings.saved.facts)
        assumed |= has_known_info(self.symbols.shapes.body)
        return Status.ASSUMED if assumed else Status.GUARDED


def own_sizes(symbols: FunctionSymbols) -> dict[str, Expr]:
    """By operations alone, the sizes of the names of the input that are the function's own."""
    return {
        name: size
        for name, size in symbols.function.derived_sizes.items()
        if name in symbols.module.outside
        and symbols.module.owners.get(name) is symbols.function.function
    }


def implied_sizes(symbols: FunctionSymbols, own: Mapping[str, Expr]) -> dict[str, Expr]:
    """
    By operations alone, the size of each symbol of the output: its `own_sizes`, or that of the
    first value that the symbol is written on.
    """
    state, copies = symbols.derived.state, symbols.shapes.state.copies
    found = dict(own)
    for value in values_inside(symbols.shapes.body):
        names = value_symbols(value)
        if names is None:
            continue
        sizes = state.recorded_dims(value)
        while sizes is None and value in copies:
            value = copies[value]
            sizes = state.recorded_dims(value)
        for name, size in zip(names, sizes or (), strict=bool(sizes)):
            if name is not None:
                found.setdefault(name, size)
    return found


def conjuncts(condition: Cond) -> tuple[Cond, ...]:
    """The parts of a conjunction, or the condition itself."""
    return condition.args if isinstance(condition, And) else (condition,)
