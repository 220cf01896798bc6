"""
Names for sizes: which symbol stands for which size in each function of a module.

Naming is deterministic. A size whose source has a name keeps it; the others are `@S0`, `@S1`, ...
in the order in which the output first uses them. A name never stands for two sizes of one
function, and unnamed symbols are never shared between functions.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import ArrayAttr, DictionaryAttr, ModuleOp, SymbolRefAttr
from xdsl.ir import Attribute, Operation, ParametrizedAttribute, SSAValue
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.analysis.constraints import SavedConstraints
from disc_shape.analysis.module import FunctionFacts
from disc_shape.dialects.disc_shape import PredicateOp, SymbolDimOp, get_symbols
from disc_shape.rewriting.likely import allowed, likely_symbols, values_of
from disc_shape.symbolic import And, Comparison, Cond, Expr, Status, Sum, compare, const, sym
from disc_shape.symbolic.tidy import tidy

AUTOMATIC = re.compile(r"[SC]\d+")
"""Names that we give; only these are given anew."""

RANKS = (Status.DERIVED, Status.GUARDED, Status.ASSUMED)
"""How well a fact is founded, best first."""

FrontEndNames = Mapping[SSAValue, str]
"""Names that a front end gives to integers."""


@dataclass
class Label:
    """One symbol of the output."""

    name: str
    named: bool
    value: int | None = None
    range: tuple[int, int | None] = (0, None)
    saved: SymbolDimOp | None = None
    likely: tuple[int, ...] | None = None
    """None for those that the symbol had before."""


@dataclass(frozen=True)
class LabelFact:
    """A fact over symbols of the output, called by their names."""

    condition: Cond
    status: Status


def is_named(op: SymbolDimOp) -> bool:
    """True for a symbol whose name came from outside."""
    return op.named is not None or (op.size is None and AUTOMATIC.fullmatch(op.symbol) is None)


def reserved_names(module: ModuleOp) -> set[str]:
    """The names of all symbols of a module that are not sizes."""
    names: set[str] = set()
    for op in module.body.block.ops:
        if not isinstance(op, SymbolDimOp) and (name := get_name_if_symbol(op)) is not None:
            names.add(name)
    return names


def names_of(function: Operation) -> set[str]:
    """All flat symbol names that types and attributes inside a function mention."""
    names: set[str] = set()
    met: set[Attribute] = set()
    work: list[Attribute] = []
    for op in function.walk():
        work += [*op.attributes.values(), *op.properties.values()]
        work += [result.type for result in op.results]
        work += [arg.type for region in op.regions for block in region.blocks for arg in block.args]
    while work:
        attribute = work.pop()
        if attribute in met:
            continue
        met.add(attribute)
        if isinstance(attribute, SymbolRefAttr):
            names.add(attribute.root_reference.data)
        elif isinstance(attribute, ArrayAttr):
            work += cast("ArrayAttr[Attribute]", attribute).data
        elif isinstance(attribute, DictionaryAttr):
            work += attribute.data.values()
        elif isinstance(attribute, ParametrizedAttribute):
            work += attribute.parameters
    return names


def names_in(type: Attribute) -> list[str]:
    """The symbols in the encoding of a type, in order."""
    return [name for name in get_symbols(type) or () if name is not None]


@dataclass
class ModuleLabels:
    """The symbols of one module, in order of first use."""

    saved: SavedConstraints
    reserved: set[str]
    """Names of other symbols of the module, such as functions."""
    labels: dict[str, Label] = field(default_factory=dict[str, Label])
    written: set[str] = field(default_factory=set[str])
    """The symbols that stand in types."""
    facts: dict[str, LabelFact] = field(default_factory=dict[str, LabelFact])
    """The facts to write, keyed by their text so that each is written once."""
    owners: dict[str, FunctionFacts | None] = field(
        default_factory=dict[str, "FunctionFacts | None"]
    )
    """
    The one function that each name from outside stands for a size of: what operations of one
    function imply need not hold in another.
    """
    _next: int = 0
    _constants: dict[int, str] = field(default_factory=dict[int, str])
    pinned: dict[str, Label] = field(default_factory=dict[str, Label])
    """Constants that something names which stays, as long as nothing else has asked for them."""

    def __post_init__(self) -> None:
        self.outside = {name for name, op in self.saved.symbols.items() if is_named(op)}
        for name in sorted(self.saved.tied & self.saved.symbols.keys()):
            self._pin(name)

    def _pin(self, name: str) -> None:
        """Leave a symbol as it is called, because something that stays names it."""
        number = self.saved.size(name)
        if number is None:
            self.outside.add(name)
            return
        self.pinned[name] = Label(name, is_named(self.saved.symbols[name]), number)
        self._constants.setdefault(number, name)
        self.written.add(name)

    def constant(self, value: int) -> str:
        """The symbol of a known size."""
        name = self._constants.get(value)
        if name is None:
            name = f"C{value}"
            while name in self.reserved or name in self.outside:
                name += "_"
            self._constants[value] = name
        if name not in self.labels:
            self.labels[name] = self.pinned.pop(name, Label(name, named=False, value=value))
        return name

    def add_pinned(self) -> None:
        """Have the constants that something names which stays, and nothing else."""
        self.labels.update(self.pinned)

    def fresh(self) -> str:
        """A new symbol without a name of its own."""
        while any(
            f"S{self._next}" in taken for taken in (self.reserved, self.outside, self.labels)
        ):
            self._next += 1
        name = f"S{self._next}"
        self._next += 1
        self.labels[name] = Label(name, named=False)
        return name

    def keep(self, name: str) -> str:
        """A symbol whose name came from outside, or stands in a signature that stays."""
        if name not in self.labels:
            saved = self.saved.symbols.get(name)
            named = saved is None or is_named(saved)
            self.labels[name] = Label(name, named=named, saved=saved)
        return name

    def claim(self, name: str, function: FunctionFacts) -> bool:
        """Let a name stand for a size of `function`, unless it does for one of another function."""
        return self.owners.setdefault(name, function) is function

    def keep_signature(self, facts: FunctionFacts, others: Sequence[FunctionFacts]) -> None:
        """
        Leave the symbols that a signature names as they are called. One that other functions name
        as well belongs to none of them, so that no fact of one is stated of all.
        """
        type = facts.function.function_type
        names = [name for one in (*type.inputs, *type.outputs) for name in names_in(one)]
        for name in dict.fromkeys(names):
            if name in self.saved.symbols and self.saved.size(name) is None:
                self.outside.add(name)
                if any(other is not facts and name in other.bindings.sizes for other in others):
                    self.owners[name] = None
                    self.keep(name)

    def keep_elsewhere(self, functions: Sequence[func.FuncOp]) -> None:
        """Leave what is said of the symbols of functions that nobody works on."""
        names: set[str] = set()
        for function in functions:
            names.update(names_of(function))
        for name in sorted(names & self.saved.symbols.keys()):
            self.owners[name] = None
            self._pin(name)
        for fact in self.saved.facts:
            about = {symbol.name for symbol in fact.condition.symbols}
            if about & names and about <= names | self.outside:
                self.add_fact(fact.condition, fact.status)

    def keep_the_rest(self, functions: Sequence[FunctionFacts]) -> None:
        """Keep what somebody has written about symbols that no function has a size for."""
        for name in self.saved.symbols:
            if name in self.outside and name not in self.labels:
                self.labels[self.keep(name)].value = self.saved.size(name)
        for fact in self.saved.facts:
            names = [symbol.name for symbol in fact.condition.symbols]
            recorded = any(
                all(name in facts.bindings.sizes for name in names) for facts in functions
            )
            if not recorded and all(name in self.outside for name in names):
                self.add_fact(fact.condition, fact.status)

    def may_be_named(self, name: str) -> bool:
        """True when a front end's name can become the name of a symbol."""
        return (
            re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) is not None
            and name not in self.reserved
            and name not in self.outside
            and name not in self.labels
            and AUTOMATIC.fullmatch(name) is None
        )

    def add_fact(self, condition: Cond, status: Status) -> None:
        """Write this fact, once and with the best reason that it has."""
        key = str(tidy(condition))
        known = self.facts.get(key)
        if known is None or RANKS.index(status) < RANKS.index(known.status):
            self.facts[key] = LabelFact(condition, status)


@dataclass
class FunctionLabels:
    """The symbols of one function."""

    module: ModuleLabels
    function: FunctionFacts
    front_end: FrontEndNames
    _names: dict[Expr, str] = field(default_factory=dict[Expr, str])
    _own: dict[Expr, str] = field(default_factory=dict[Expr, str])
    """
    Symbols of arguments that a guard or an assumption makes equal to something else, by what
    operations imply.
    """

    _lent: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    """For sizes called by the name of an argument that operations alone do not give that size."""

    def __post_init__(self) -> None:
        self.shapes = self.function.shapes
        self.derived = self.function.derived
        self.bindings = self.function.bindings
        self._candidates: dict[Expr, list[str]] = {}
        self._own_candidates: dict[Expr, list[str]] = {}
        canonical = self.shapes.state.prover.canonical
        for name, size in self.bindings.sizes.items():
            if name in self.module.outside:
                self._candidates.setdefault(canonical(size), []).append(name)
                self._own_candidates.setdefault(
                    self.derived.state.prover.canonical(size), []
                ).append(name)
        for value, name in self.front_end.items():
            size = self.shapes.state.integer(value) if value in self.shapes.state.relevant else None
            if size is not None and size.name is not None:
                self._candidates.setdefault(size, []).append(name)
                self._own_candidates.setdefault(size, []).append(name)

    # sizes

    def of(self, size: Expr) -> str | None:
        """
        The symbol of a size in canonical form; None for one that varies within an activation.
        """
        if size.constant is not None:
            return self.module.constant(size.constant)
        name = self._names.get(size)
        if name is None:
            if self.varies(size):
                return None
            name = self._names[size] = self._choose(self._candidates.get(size, ()))
        return name

    def of_argument(self, size: Expr) -> str | None:
        """
        The symbol of a size of a public argument. What rests on a guard or an assumption does not
        enter its type: the argument then keeps a symbol of its own, and the graph says what it is
        equal to, and why.
        """
        known = self.shapes.state.prover.canonical(size)
        own = self.derived.state.prover.canonical(size)
        if own.constant is not None:
            own = size
        if own in self._own:
            return self._own[own] or self.of(known)
        if known is own and known not in self._lent:
            self._own[own] = ""
            return self.of(known)
        if known.constant is None and known not in self._names:
            # The first argument of a class lends its name to the whole class.
            self._own[own] = ""
            self._lent[known] = size
            self._names[known] = self._choose(
                [*self._own_candidates.get(own, ()), *self._candidates.get(known, ())]
            )
            return self._names[known]
        name = self._own[own] = self._choose(self._own_candidates.get(own, ()))
        other = self.of(known)
        if other is not None:
            right = known if known.constant is not None else sym(other)
            status = self._status_of_equality(size, self._lent.get(known, known))
            if self.derived.state.prover.canonical(size).constant is None:
                # What operations imply alone would be in `own`: the rest is a guard's or a promise.
                status = Status.ASSUMED if status is Status.ASSUMED else Status.GUARDED
            self.module.add_fact(compare("==", sym(name), right), status)
        return name

    def varies(self, size: Expr) -> bool:
        """True when a size may be different numbers within one activation."""
        varying = self.shapes.state.varying
        return bool(varying) and any(symbol in varying for symbol in size.symbols)

    def _choose(self, candidates: Sequence[str]) -> str:
        for name in candidates:
            if name in self.module.outside and name not in self.module.labels:
                if self.module.claim(name, self.function):
                    return self.module.keep(name)
                continue
            if self.module.may_be_named(name):
                return self.module.keep(name)
        return self.module.fresh()

    # facts

    def record_facts(self) -> None:
        """Collect what the output has to say about the symbols of this function."""
        self._keep_tied()
        self._record_definitions()
        self._record_aliases()
        self._record_guards()
        self._record_saved()
        self._record_products()
        self._record_ranges()
        self._record_likely()

    def _keep_tied(self) -> None:
        """Name the sizes that `bind_dim` names, wherever no type does."""
        canonical = self.shapes.state.prover.canonical
        for name, size in self.bindings.sizes.items():
            known = name in self.module.labels or name in self.module.pinned
            if name in self.bindings.saved.tied and not known:
                if self.module.claim(name, self.function):
                    self._names.setdefault(canonical(size), name)
                self.module.keep(name)

    def _record_definitions(self) -> None:
        for size, name in list(self._names.items()):
            if size.name is None:
                right = self.renamed(size)
                if right is not None:
                    self.module.add_fact(compare("==", sym(name), right), self._status(size))
                else:
                    self._record_around(size, name)

    def _record_around(self, size: Expr, name: str) -> None:
        """
        Bounds of a size by others, where the rest of it has no symbol in the output: a cache that
        grows by an unknown number of rows is at least as large as it was.
        """
        shown, rest = const(0), const(0)
        for term, factor in size.terms if isinstance(size, Sum) else ():
            if self.renamed(term) is None:
                rest = rest + term * factor
            else:
                shown = shown + term * factor
        known = self.renamed(shown)
        if not shown.symbols or known is None or self.derived is not self.shapes:
            return
        constant = size.constant_term if isinstance(size, Sum) else 0
        low, high = self.shapes.state.prover.range(rest)
        if low is not None:
            self.module.add_fact(compare("<=", known + constant + low, sym(name)), Status.DERIVED)
        if high is not None:
            self.module.add_fact(compare("<=", sym(name), known + constant + high), Status.DERIVED)

    def _status(self, size: Expr) -> Status:
        """
        Why a size is what it is: guarded when the chain of facts that says so has a guard in it.
        """
        for symbol in self.shapes.state.homes:
            if self.shapes.state.prover.canonical(symbol) is size:
                return self._status_of_equality(symbol, size)
        return Status.DERIVED

    def _status_of_equality(self, left: Expr, right: Expr) -> Status:
        reasons = self.shapes.state.prover.equal(left, right).explain()
        statuses = {reason.status for reason in reasons}
        if Status.ASSUMED in statuses:
            return Status.ASSUMED
        return Status.GUARDED if Status.GUARDED in statuses else Status.DERIVED

    def _record_aliases(self) -> None:
        canonical = self.shapes.state.prover.canonical
        firsts: dict[Expr, str] = {}
        for name, size in self.bindings.sizes.items():
            if name not in self.module.outside or not self.module.claim(name, self.function):
                continue
            known = canonical(size)
            alone = self.derived.state.prover.canonical(self.function.derived_sizes.get(name, size))
            first = firsts.setdefault(alone, name)
            if first != name and known.constant is not None and alone.constant is None:
                # That both are one number rests on less than that they are equal.
                self.module.keep(name)
                self.module.add_fact(compare("==", sym(name), sym(first)), Status.DERIVED)
                continue
            right = self.renamed(known) if known not in self._names else sym(self._names[known])
            if known.constant is None and (name in self.module.labels) and right is sym(name):
                continue
            if name in self._own.values() or right is None:
                continue
            if self._names.get(known) == name:
                continue
            self.module.keep(name)
            self.module.add_fact(
                compare("==", sym(name), right), self._status_of_equality(size, known)
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
            if fact.status is Status.ASSUMED and self._is_derived(fact.condition):
                continue
            if all(name in self.bindings.sizes for name in names):
                mapping: dict[Expr, Expr] = {}
                for name in names:
                    kept = self._kept_name(name)
                    if kept is not None:
                        mapping[sym(name)] = kept
                if len(mapping) == len(names):
                    self._add(fact.condition.substitute(mapping), fact.status)

    def _is_derived(self, condition: Cond) -> bool:
        """Whether operations alone imply a condition over symbols of the module."""
        sizes = self.function.derived_sizes
        if self.derived is self.shapes or any(one.name not in sizes for one in condition.symbols):
            return False
        mapping: dict[Expr, Expr] = {one: sizes[one.name] for one in condition.symbols}
        return self.derived.state.prover.proves(condition.substitute(mapping))

    def _kept_name(self, name: str) -> Expr | None:
        owner = self.module.owners.get(name, self.function)
        is_own = owner is self.function or owner is None
        if is_own and name in self.module.labels and name in self.module.outside:
            return sym(name)
        size = self.bindings.sizes[name]
        renamed = self.renamed(size)
        own = self._names.get(self.shapes.state.prover.canonical(size))
        if renamed is None and own is not None:
            return sym(own)
        if renamed is None:
            # Nothing else mentions it any more; the fact still does.
            for symbol in self.shapes.state.prover.canonical(size).symbols:
                self.of(symbol)
            renamed = self.renamed(size)
        return renamed

    def _record_products(self) -> None:
        for fact in self.shapes.state.prover.facts():
            statement = fact.statement
            if (
                isinstance(statement, Comparison)
                and statement.op == "=="
                and fact.reason.status is Status.DERIVED
                and not isinstance(fact.reason.handle, PredicateOp)
            ):
                known: dict[Expr, Expr] = {
                    symbol: self.shapes.state.prover.canonical(symbol)
                    for symbol in statement.symbols
                }
                self._record(statement.substitute(known), Status.DERIVED)

    def _record(self, condition: Cond, status: Status) -> None:
        renamed = self.renamed_condition(condition)
        if renamed is not None:
            self._add(renamed, status)

    def renamed_condition(self, condition: Cond) -> Cond | None:
        """
        A condition in terms of symbols of the output, None when one of its symbols is not in the
        output.
        """
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            renamed = self.renamed(symbol)
            if renamed is None:
                return None
            mapping[symbol] = renamed
        return condition.substitute(mapping)

    def own_condition(self, condition: Cond) -> Cond | None:
        """
        A condition as it was before it was checked: in terms of the symbols that arguments have
        of their own.
        """
        mapping: dict[Expr, Expr] = {}
        for symbol in condition.symbols:
            own = self._own.get(self.derived.state.prover.canonical(symbol))
            renamed = sym(own) if own else self.renamed(symbol)
            if renamed is None:
                return None
            mapping[symbol] = renamed
        return condition.substitute(mapping)

    def _add(self, condition: Cond, status: Status) -> None:
        for part in conjuncts(tidy(condition)):
            if part.symbols:
                self.module.add_fact(part, status)

    def _record_ranges(self) -> None:
        canonical = self.shapes.state.prover.canonical
        for name, size in self.bindings.sizes.items():
            label = self.module.labels.get(self._names.get(canonical(size), ""))
            if label is not None and label.saved is None:
                label.saved = self.bindings.saved.symbols.get(name)
        if self.derived is not self.shapes:
            # What is known of ranges then rests on guards, which the graph states.
            return
        for size, name in self._names.items():
            label = self.module.labels[name]
            if size.name is not None:
                low, high = self.derived.state.prover.range(size)
                label.range = (max(low or 0, 0), high)

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
        for size, name in self._names.items():
            label = self.module.labels[name]
            if not (label.named and label.saved is not None and label.saved.likely):
                intervals = (label.range,) if label.saved is None else label.saved.intervals
                label.likely = allowed(values_of(size, known), intervals)

    def renamed(self, size: Expr) -> Expr | None:
        """
        A size in terms of symbols of the output, None when one of its symbols is not in the
        output.
        """
        canonical = self.shapes.state.prover.canonical
        known = canonical(size)
        if known.constant is not None:
            return known
        if size.name is not None and known in self._names:
            return sym(self._names[known])
        mapping: dict[Expr, Expr] = {}
        for symbol in known.symbols:
            name = self._names.get(symbol)
            if name is None:
                return None
            mapping[symbol] = sym(name)
        return known.substitute(mapping)


def conjuncts(condition: Cond) -> tuple[Cond, ...]:
    """The parts of a conjunction, or the condition itself."""
    return condition.args if isinstance(condition, And) else (condition,)
