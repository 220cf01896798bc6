"""
The facts that the output states about the symbols of one function.

Equalities between a size and its definition, between two names of one size, conditions of
guards, saved facts of the input, products, ranges and likely sizes. A fact whose symbols are
not all in the output is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.dialects.builtin import UNKNOWN_LOC
from xdsl.ir import Operation

from disc_shape.constraints.graph import LARGEST_INDEX
from disc_shape.constraints.likely import allowed, likely_symbols, values_of
from disc_shape.dialects.disc_shape import PredicateOp
from disc_shape.rewriting.decisions import decisions_in
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.rewriting.implied_equalities import through_unnamed
from disc_shape.rewriting.saved_facts import SavedFacts
from disc_shape.rewriting.statements import Statements
from disc_shape.symbolic import Comparison, Cond, Expr, Status, Sum, compare, const, sym


def orders_sizes(statement: Comparison) -> bool:
    """True for `<=` and `>=` between sizes; what numbers bound a size are its ranges."""
    return statement.op in ("<=", ">=") and len(set(statement.symbols)) > 1


def orders_alone(
    handle: object, function: Operation, successors: Mapping[Operation, Operation]
) -> bool:
    """
    Whether how an operation orders sizes does not follow from the output: branches join there, or
    it has been erased, and none has replaced it.
    """
    if not isinstance(handle, Operation):
        return False
    if handle.regions or handle.successors:
        return True
    op: Operation | None = handle
    while op in successors:
        op = successors[op]
    while op is not None and op is not function:
        op = op.parent_op()
    return op is None


def record_facts(
    symbols: FunctionSymbols,
    successors: Mapping[Operation, Operation] | None = None,
    *,
    is_written: bool = True,
) -> None:
    """
    Collect the facts about the symbols of a function whose sizes have their names. `successors` are
    the operations that have replaced others, whose facts they imply; `is_written` is whether the
    symbols are in the types.
    """
    FactRecorder(symbols, successors or {}, is_written).record()


@dataclass
class FactRecorder:
    """Collects facts over the symbols of one function."""

    symbols: FunctionSymbols
    successors: Mapping[Operation, Operation]
    is_written: bool

    def __post_init__(self) -> None:
        self.module = self.symbols.module
        self.function = self.symbols.function
        self.shapes = self.function.shapes
        self.derived = self.function.derived
        self.bindings = self.function.bindings
        self.statements = Statements(self.symbols, self.is_written)

    def record(self) -> None:
        """Collect all facts about the symbols of this function."""
        saved = SavedFacts(self.symbols, self.statements)
        saved.keep_tied()
        self._record_definitions()
        self._record_aliases()
        self._record_guards()
        saved.record()
        self._record_products()
        self._record_ranges()
        self._record_likely()
        saved.keep_promises()

    def _record_definitions(self) -> None:
        state = self.shapes.state
        anchors: dict[Expr, Expr] = {}
        for symbol in state.anchors:
            anchors.setdefault(state.prover.canonical(symbol), symbol)
        for size, name in list(self.symbols.names.items()):
            if size.name is None:
                right = self.symbols.renamed(size)
                if right is not None:
                    status = self._status(size, anchors.get(size))
                    self.statements.state(compare("==", sym(name), right), status)
                else:
                    self._record_around(size, name)

    def _record_around(self, size: Expr, name: str) -> None:
        """
        Bounds of a size by others, where a part of it has no symbol in the output: a cache that
        grows by an unknown number of rows is at least as large as before.
        """
        shown, rest = const(0), const(0)
        for term, factor in size.terms if isinstance(size, Sum) else ():
            if self.symbols.renamed(term) is None:
                rest = rest + term * factor
            else:
                shown = shown + term * factor
        known = self.symbols.renamed(shown)
        if not shown.symbols or known is None or not self.function.is_implied:
            return
        constant = size.constant_term if isinstance(size, Sum) else 0
        low, high = self.shapes.state.prover.bounds(rest)
        # The range of a type of 32 bits or more is not worth a fact.
        if low is not None and low > -(1 << 31):
            self.module.add_fact(compare("<=", known + constant + low, sym(name)), Status.DERIVED)
        if high is not None and high < (1 << 31) - 1:
            self.module.add_fact(compare("<=", sym(name), known + constant + high), Status.DERIVED)

    def _status(self, size: Expr, anchor: Expr | None) -> Status:
        """
        The status of the definition of a size, which an anchor may be equal to: guarded when the
        chain of facts has a guard in it.
        """
        if anchor is not None:
            return self.symbols.status_of_equality(anchor, size)
        return self.symbols.reasons.get(size, Status.DERIVED)

    def _record_aliases(self) -> None:
        canonical = self.shapes.state.prover.canonical
        firsts: dict[Expr, str] = {}
        for name, size in self.bindings.sizes.items():
            if name not in self.module.outside:
                continue
            is_own = self.module.claim(name, self.function.function)
            if not is_own or not self.bindings.may_stay([name]):
                continue
            known = canonical(size)
            alone = self.function.derived_sizes.get(name) or self.function.alone(size)
            alone = self.derived.state.prover.canonical(alone)
            first = firsts.setdefault(alone, name)
            if first != name and known.constant is not None and alone.constant is None:
                # That both are one number may be guarded; that they are equal is derived.
                self.module.keep(name)
                self.statements.state(compare("==", sym(name), sym(first)), Status.DERIVED)
                continue
            own = self.symbols.names.get(known)
            right = self.symbols.renamed(known) if own is None else sym(own)
            if known.constant is None and (name in self.module.by_name) and right is sym(name):
                continue
            if name in self.symbols.own.values() or right is None:
                continue
            if own == name:
                continue
            self.module.keep(name)
            self.statements.state(
                compare("==", sym(name), right), self.symbols.status_of_equality(size, known)
            )

    def _record_guards(self) -> None:
        if not self.shapes.trust_guards:
            return
        for guard in self.shapes.guards:
            if guard.condition is not None and not guard.proved and not guard.conditional:
                location = guard.op.location
                self.statements.record(guard.condition, Status.GUARDED, location)

    def _record_products(self) -> None:
        equalities: list[Comparison] = []
        status = self.statements.implied_status
        for fact in self.shapes.state.prover.facts():
            statement = fact.statement
            handle = fact.reason.handle
            if (
                isinstance(statement, Comparison)
                and (statement.op == "==" or self._is_order_alone(statement, handle))
                and fact.reason.status is Status.DERIVED
                and not isinstance(handle, PredicateOp)
            ):
                known: dict[Expr, Expr] = {
                    symbol: self.shapes.state.prover.canonical(symbol)
                    for symbol in statement.symbols
                }
                condition = self._decided(statement.substitute(known), status)
                if self.symbols.renamed_condition(condition) is not None:
                    location = handle.location if isinstance(handle, Operation) else UNKNOWN_LOC
                    self.statements.record(condition, status, location)
                elif isinstance(condition, Comparison) and condition.op == "==":
                    equalities.append(condition)
        for condition in through_unnamed(equalities, self._named):
            self.statements.add(condition, status)

    def _is_order_alone(self, statement: Comparison, handle: object) -> bool:
        function = self.function.function
        return orders_sizes(statement) and orders_alone(handle, function, self.successors)

    def _decided(self, condition: Cond, status: Status) -> Cond:
        """
        A condition without the minima and maxima that operations decide, also those after it: in
        `2*(min(n, 9)//2) == min(n, 9)`, `n` is even and at most 8. What decides them may follow
        from this very condition, and is recorded where no range says it.
        """
        found = decisions_in(condition, self.function.implied)
        if not found.chosen:
            return condition
        decided = condition.substitute(found.chosen)
        if not decided.symbols or self.symbols.renamed_condition(decided) is None:
            return condition
        for order in found.orders:
            if self.derived is not self.shapes or not order.is_range:
                self.statements.record(order.condition, status)
        return decided

    def _named(self, size: Expr) -> Expr | None:
        """A size by its own name, or in terms of the names of its symbols."""
        names = self.symbols.names
        if size in names:
            return sym(names[size])
        mapping: dict[Expr, Expr] = {one: sym(names[one]) for one in size.symbols if one in names}
        return size.substitute(mapping) if len(mapping) == len(size.symbols) else None

    def _record_ranges(self) -> None:
        canonical = self.shapes.state.prover.canonical
        for name, size in self.bindings.sizes.items():
            declared = self.module.by_name.get(self.symbols.names.get(canonical(size), ""))
            if declared is not None and declared.saved is None:
                declared.saved = self.bindings.saved.symbols.get(name)
        if self.derived is not self.shapes:
            # Ranges may follow from guards then, which the graph states.
            return
        for size, name in self.symbols.names.items():
            declared = self.module.by_name[name]
            if size.name is not None or not self.symbols.names.keys() >= set(size.symbols):
                low, high = self.derived.state.prover.bounds(size)
                # The range of an index of 64 bits is not worth a fact.
                declared.range = (max(low or 0, 0), high if high != LARGEST_INDEX else None)

    def _record_likely(self) -> None:
        """Infer the likely sizes of all symbols in use from those that the user has given."""
        saved = self.bindings.saved.symbols
        given = {
            size: saved[name].likely
            for name, size in self.bindings.sizes.items()
            if name in saved and saved[name].likely
        }
        if not given:
            return
        known = likely_symbols(self.shapes.state.prover, given)
        for size, name in self.symbols.names.items():
            declared = self.module.by_name[name]
            if not (declared.named and declared.saved is not None and declared.saved.likely):
                intervals = (
                    (declared.range,) if declared.saved is None else declared.saved.intervals
                )
                declared.likely = allowed(values_of(size, known), intervals)
