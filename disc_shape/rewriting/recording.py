"""
What the output says about the symbols of one function: where each fact comes from.

Equalities between a size and its definition, between two names of one size, what guards have
checked, what the input has said before, products, ranges and likely sizes. A fact whose symbols do
not all stand in the output is left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from xdsl.ir import Operation

from disc_shape.analysis.known_info import has_known_info
from disc_shape.analysis.regions import values_inside
from disc_shape.constraints.graph import LARGEST_INDEX
from disc_shape.constraints.likely import allowed, likely_symbols, values_of
from disc_shape.constraints.reader import SavedFact
from disc_shape.dialects.disc_shape import PredicateOp, value_symbols
from disc_shape.rewriting.function_labels import FunctionLabels
from disc_shape.rewriting.implied_equalities import through_unnamed
from disc_shape.symbolic import TRUE, And, Comparison, Cond, Expr, Status, Sum, compare, const, sym
from disc_shape.symbolic.comparisons import simplify_comparisons


def orders_sizes(statement: Comparison) -> bool:
    """True for `<=` and `>=` between sizes; what numbers bound a size are its ranges."""
    return statement.op in ("<=", ">=") and len(set(statement.symbols)) > 1


def record_facts(
    labels: FunctionLabels, successors: Mapping[Operation, Operation] | None = None
) -> None:
    """
    Collect what the output has to say about the symbols of a function that has its names.
    `successors` are the operations in the place of others, whose facts they imply.
    """
    FactRecorder(labels, successors or {}).record()


@dataclass
class FactRecorder:
    """Collects facts over the symbols of one function."""

    labels: FunctionLabels
    successors: Mapping[Operation, Operation]

    def __post_init__(self) -> None:
        self.module = self.labels.module
        self.function = self.labels.function
        self.shapes = self.function.shapes
        self.derived = self.function.derived
        self.bindings = self.function.bindings

    def record(self) -> None:
        """Collect what the output has to say about the symbols of this function."""
        self._implied = None if self.derived is self.shapes else implied_sizes(self.labels)
        self._keep_tied()
        self._record_definitions()
        self._record_aliases()
        self._record_guards()
        self._record_saved()
        self._record_products()
        self._record_ranges()
        self._record_likely()
        self._keep_promises()

    def _keep_tied(self) -> None:
        """Name the sizes that `bind_dim` names, wherever no type does."""
        canonical = self.shapes.state.prover.canonical
        for name, size in self.bindings.sizes.items():
            known = name in self.module.labels or name in self.module.pinned
            if name in self.bindings.saved.tied and not known:
                if self.module.claim(name, self.function.function):
                    self.labels.names.setdefault(canonical(size), name)
                self.module.keep(name)

    def _record_definitions(self) -> None:
        for size, name in list(self.labels.names.items()):
            if size.name is None:
                right = self.labels.renamed(size)
                if right is not None:
                    self._state(compare("==", sym(name), right), self._status(size))
                else:
                    self._record_around(size, name)

    def _record_around(self, size: Expr, name: str) -> None:
        """
        Bounds of a size by others, where the rest of it has no symbol in the output: a cache that
        grows by an unknown number of rows is at least as large as it was.
        """
        shown, rest = const(0), const(0)
        for term, factor in size.terms if isinstance(size, Sum) else ():
            if self.labels.renamed(term) is None:
                rest = rest + term * factor
            else:
                shown = shown + term * factor
        known = self.labels.renamed(shown)
        if not shown.symbols or known is None or self.derived is not self.shapes:
            return
        constant = size.constant_term if isinstance(size, Sum) else 0
        low, high = self.shapes.state.prover.bounds(rest)
        # That an element of 32 bits or more is within the range of its type is no news of sizes.
        if low is not None and low > -(1 << 31):
            self.module.add_fact(compare("<=", known + constant + low, sym(name)), Status.DERIVED)
        if high is not None and high < (1 << 31) - 1:
            self.module.add_fact(compare("<=", sym(name), known + constant + high), Status.DERIVED)

    def _status(self, size: Expr) -> Status:
        """
        Why a size is what it is: guarded when the chain of facts that says so has a guard in it.
        """
        for symbol in self.shapes.state.anchors:
            if self.shapes.state.prover.canonical(symbol) is size:
                return self.labels.status_of_equality(symbol, size)
        return self.labels.reasons.get(size, Status.DERIVED)

    def _record_aliases(self) -> None:
        canonical = self.shapes.state.prover.canonical
        firsts: dict[Expr, str] = {}
        for name, size in self.bindings.sizes.items():
            if name not in self.module.outside:
                continue
            if not self.module.claim(name, self.function.function):
                continue
            if not self.bindings.may_stay([name]):
                continue
            known = canonical(size)
            alone = self.derived.state.prover.canonical(self.function.derived_sizes.get(name, size))
            first = firsts.setdefault(alone, name)
            if first != name and known.constant is not None and alone.constant is None:
                # That both are one number rests on less than that they are equal.
                self.module.keep(name)
                self._state(compare("==", sym(name), sym(first)), Status.DERIVED)
                continue
            own = self.labels.names.get(known)
            right = self.labels.renamed(known) if own is None else sym(own)
            if known.constant is None and (name in self.module.labels) and right is sym(name):
                continue
            if name in self.labels.own.values() or right is None:
                continue
            if own == name:
                continue
            self.module.keep(name)
            self._state(
                compare("==", sym(name), right), self.labels.status_of_equality(size, known)
            )

    def _record_guards(self) -> None:
        if not self.shapes.trust_guards:
            return
        for guard in self.shapes.guards:
            if guard.condition is not None and not guard.proved and not guard.conditional:
                self._record(guard.condition, Status.GUARDED)

    def _record_saved(self) -> None:
        for fact in self.bindings.saved.facts:
            names = [symbol.name for symbol in fact.condition.symbols]
            if self._may_be_implied(fact) and self._is_derived(fact.condition):
                continue
            if not self.bindings.may_stay(names):
                continue
            if all(name in self.bindings.sizes for name in names):
                mapping: dict[Expr, Expr] = {}
                for name in names:
                    kept = self._kept_name(name)
                    if kept is not None:
                        mapping[sym(name)] = kept
                condition = fact.condition.substitute(mapping)
                if len(mapping) == len(names) and not self._says_nothing(condition):
                    self._add(condition, fact.status)

    def _says_nothing(self, condition: Cond) -> bool:
        """
        Whether the sizes that symbols of the module are known to have make it trivial, such as
        `b*s == 8*s` where `@b` is 8.
        """
        numbers: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            number = self.bindings.saved.size(symbol.name)
            if number is not None:
                numbers[symbol] = const(number)
        return len(condition.symbols) > len(numbers) and condition.substitute(numbers) is TRUE

    def _is_derived(self, condition: Cond) -> bool:
        """Whether operations alone imply a condition over symbols of the module."""
        sizes = self.function.derived_sizes
        if self.derived is self.shapes or any(one.name not in sizes for one in condition.symbols):
            return False
        mapping: dict[Expr, Expr] = {one: sizes[one.name] for one in condition.symbols}
        return self.derived.state.prover.proves(condition.substitute(mapping))

    def _kept_name(self, name: str) -> Expr | None:
        owner = self.module.owners.get(name, self.function.function)
        is_own = owner is self.function.function or owner is None
        if is_own and name in self.module.labels and name in self.module.outside:
            return sym(name)
        size = self.bindings.sizes[name]
        renamed = self.labels.renamed(size)
        own = self.labels.names.get(self.shapes.state.prover.canonical(size))
        if renamed is None and own is not None:
            return sym(own)
        if renamed is None:
            # Nothing else mentions it any more; the fact still does.
            for symbol in self.shapes.state.prover.canonical(size).symbols:
                self.labels.of(symbol)
            renamed = self.labels.renamed(size)
        return renamed

    def _record_products(self) -> None:
        equalities: list[Comparison] = []
        for fact in self.shapes.state.prover.facts():
            statement = fact.statement
            handle = fact.reason.handle
            joins = isinstance(handle, Operation) and bool(handle.regions or handle.successors)
            if (
                isinstance(statement, Comparison)
                # How sizes are ordered follows from the operations, except where branches join and
                # where an operation has gone.
                and (
                    statement.op == "=="
                    or (orders_sizes(statement) and (joins or self._has_gone(handle)))
                )
                and fact.reason.status is Status.DERIVED
                and not isinstance(handle, PredicateOp)
            ):
                known: dict[Expr, Expr] = {
                    symbol: self.shapes.state.prover.canonical(symbol)
                    for symbol in statement.symbols
                }
                condition = statement.substitute(known)
                if self.labels.renamed_condition(condition) is not None:
                    self._record(condition, Status.DERIVED)
                elif isinstance(condition, Comparison) and condition.op == "==":
                    equalities.append(condition)
        for condition in through_unnamed(equalities, self._named):
            self._add(condition, Status.DERIVED)

    def _named(self, size: Expr) -> Expr | None:
        """A size by its own name, or in terms of those of its symbols as they stand in it."""
        names = self.labels.names
        if size in names:
            return sym(names[size])
        mapping: dict[Expr, Expr] = {one: sym(names[one]) for one in size.symbols if one in names}
        return size.substitute(mapping) if len(mapping) == len(size.symbols) else None

    def _has_gone(self, handle: object) -> bool:
        """Whether the operation behind a fact has been erased, and none has taken its place."""
        if not isinstance(handle, Operation):
            return False
        op: Operation | None = handle
        while op in self.successors:
            op = self.successors[op]
        while op is not None and op is not self.function.function:
            op = op.parent_op()
        return op is None

    def _record(self, condition: Cond, status: Status) -> None:
        renamed = self.labels.renamed_condition(condition)
        if renamed is not None:
            self._add(renamed, status)

    def _add(self, condition: Cond, status: Status) -> None:
        for part in conjuncts(simplify_comparisons(condition)):
            if part.symbols:
                self._state(part, status)

    def _keep_promises(self) -> None:
        """
        What was guarded or assumed stays so: by now types and sizes rest on it as well, and make
        it look implied.
        """
        for fact in self.bindings.saved.facts:
            names = [symbol.name for symbol in fact.condition.symbols]
            written = self._may_be_implied(fact) and self.module.outside.issuperset(names)
            if fact.status is Status.DERIVED or written:
                continue
            if not self.bindings.may_stay(names):
                continue
            mapping: dict[Expr, Expr] = {}
            for name in names:
                size = self.bindings.sizes.get(name)
                new = self._name_of(name, size) if size is not None else None
                if new is not None:
                    mapping[sym(name)] = new
            if len(mapping) == len(names):
                for part in conjuncts(simplify_comparisons(fact.condition.substitute(mapping))):
                    self.module.weaken(part, fact.status)

    def _may_be_implied(self, fact: SavedFact) -> bool:
        """
        Whether a fact may turn out to hold whatever is promised: an assumption that somebody has
        written, as long as nothing has been computed with the help of assumptions.
        """
        return fact.status is Status.ASSUMED and not self.bindings.saved.is_relied_on

    def _name_of(self, name: str, size: Expr) -> Expr | None:
        """What a symbol of the input is called in the output."""
        if name in self.module.outside and name in self.module.labels:
            return sym(name)
        own = self.labels.names.get(self.shapes.state.prover.canonical(size))
        return self.labels.renamed(size) if own is None else sym(own)

    def _state(self, condition: Cond, status: Status) -> None:
        """
        Write a fact, as derived only if the operations imply it of the values that its symbols
        stand for: what is known of them may have made a guarded fact look like an implied one.
        """
        if status is Status.DERIVED and self._implied is not None:
            mapping: dict[Expr, Expr] = {}
            for symbol in condition.symbols:
                label = self.module.labels.get(symbol.name)
                number = None if label is None else label.value
                size = self._implied.get(symbol.name) if number is None else const(number)
                if size is not None:
                    mapping[symbol] = size
            known = len(mapping) == len(condition.symbols)
            if known and not self.derived.state.prover.proves(condition.substitute(mapping)):
                status = self._promise
        self.module.add_fact(condition, status)

    @property
    def _promise(self) -> Status:
        """What all rests on that operations do not imply: the weakest of what there is."""
        assumed = any(fact.status is Status.ASSUMED for fact in self.bindings.saved.facts)
        assumed |= has_known_info(self.shapes.body)
        return Status.ASSUMED if assumed else Status.GUARDED

    def _record_ranges(self) -> None:
        canonical = self.shapes.state.prover.canonical
        for name, size in self.bindings.sizes.items():
            label = self.module.labels.get(self.labels.names.get(canonical(size), ""))
            if label is not None and label.saved is None:
                label.saved = self.bindings.saved.symbols.get(name)
        if self.derived is not self.shapes:
            # What is known of ranges then rests on guards, which the graph states.
            return
        for size, name in self.labels.names.items():
            label = self.module.labels[name]
            if size.name is not None or not self.labels.names.keys() >= set(size.symbols):
                low, high = self.derived.state.prover.bounds(size)
                # That an index is a number of 64 bits is no news.
                label.range = (max(low or 0, 0), high if high != LARGEST_INDEX else None)

    def _record_likely(self) -> None:
        """Work out likely sizes from those that somebody has given, for all symbols in use."""
        saved = self.bindings.saved.symbols
        given = {
            size: saved[name].likely
            for name, size in self.bindings.sizes.items()
            if name in saved and saved[name].likely
        }
        if not given:
            return
        known = likely_symbols(self.shapes.state.prover, given)
        for size, name in self.labels.names.items():
            label = self.module.labels[name]
            if not (label.named and label.saved is not None and label.saved.likely):
                intervals = (label.range,) if label.saved is None else label.saved.intervals
                label.likely = allowed(values_of(size, known), intervals)


def implied_sizes(labels: FunctionLabels) -> dict[str, Expr]:
    """
    What operations alone make of the size that each symbol of the output stands for: of the first
    one that it is written on.
    """
    state, copies = labels.derived.state, labels.shapes.state.copies
    found = {
        name: size
        for name, size in labels.function.derived_sizes.items()
        if name in labels.module.outside
        and labels.module.owners.get(name) is labels.function.function
    }
    for value in values_inside(labels.shapes.body):
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
