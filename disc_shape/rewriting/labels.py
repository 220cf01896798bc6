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
from disc_shape.dialects.disc_shape import SymbolDimOp, get_symbols
from disc_shape.symbolic import Comparison, Cond, Expr, Status, compare, sym
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
    _weak: dict[str, Status] = field(default_factory=dict[str, Status])
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
        status = max(status, self._weak.get(key, status), key=RANKS.index)
        known = self.facts.get(key)
        if known is None or RANKS.index(status) < RANKS.index(known.status):
            self.facts[key] = LabelFact(condition, status)

    def weaken(self, condition: Cond, status: Status) -> None:
        """Let a fact have this status at best, from now on as well."""
        self._weak[str(tidy(condition))] = status
        known = self.facts.get(str(tidy(condition)))
        if known is not None and RANKS.index(known.status) < RANKS.index(status):
            self.facts[str(tidy(condition))] = LabelFact(known.condition, status)

    def stated_facts(self) -> list[LabelFact]:
        """
        The facts to write: those but lower bounds of what has a higher one for as good a reason
        (`d >= 1` beside `d >= 4`), and the same of upper bounds.
        """
        tightest: dict[tuple[Expr, int], dict[int, int]] = {}
        bounds = {key: bound_in(fact.condition) for key, fact in self.facts.items()}
        for key, bound in bounds.items():
            if bound is not None:
                size, sign, number = bound
                known = tightest.setdefault((size, sign), {})
                # What holds for a better reason bounds a size wherever the weaker reason does.
                for rank in range(RANKS.index(self.facts[key].status), len(RANKS)):
                    known[rank] = max(known.get(rank, number), number)
        return [
            fact
            for key, fact in self.facts.items()
            if (bound := bounds[key]) is None
            or tightest[bound[:2]][RANKS.index(fact.status)] == bound[2]
        ]


def bound_in(condition: Cond) -> tuple[Expr, int, int] | None:
    """
    For a bound of a size by a number: the size, 1 and the number for `size >= number`, the size, -1
    and the negative number for `size <= number`.
    """
    if not isinstance(condition, Comparison) or condition.rhs.constant is None:
        return None
    sign = {">=": 1, ">": 1, "<=": -1, "<": -1}.get(condition.op)
    if sign is None:
        return None
    return condition.lhs, sign, sign * condition.rhs.constant + (condition.op in (">", "<"))


@dataclass
class FunctionLabels:
    """The symbols of one function."""

    module: ModuleLabels
    function: FunctionFacts
    front_end: FrontEndNames
    names: dict[Expr, str] = field(default_factory=dict[Expr, str])
    """The symbols of sizes in canonical form."""
    own: dict[Expr, str] = field(default_factory=dict[Expr, str])
    """
    Symbols of arguments that a guard or an assumption makes equal to something else, by what
    operations imply.
    """

    lent: dict[Expr, Expr] = field(default_factory=dict[Expr, Expr])
    """For sizes called by the name of an argument that operations alone do not give that size."""

    reasons: dict[Expr, Status] = field(default_factory=dict[Expr, Status])
    """Why values have a size, where that is not what operations imply."""

    _noted: set[tuple[Expr, Expr]] = field(default_factory=set[tuple[Expr, Expr]])

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
        name = self.names.get(size)
        if name is None:
            if self.varies(size):
                return None
            name = self.names[size] = self._choose(self._candidates.get(size, ()))
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
        if own in self.own:
            return self.own[own] or self.of(known)
        if known is own and known not in self.lent:
            self.own[own] = ""
            return self.of(known)
        if known.constant is None and known not in self.names:
            # The first argument of a class lends its name to the whole class.
            self.own[own] = ""
            self.lent[known] = size
            self.names[known] = self._choose(
                [*self._own_candidates.get(own, ()), *self._candidates.get(known, ())]
            )
            return self.names[known]
        name = self.own[own] = self._choose(self._own_candidates.get(own, ()))
        other = self.of(known)
        if other is not None:
            right = known if known.constant is not None else sym(other)
            status = self.status_of_equality(size, self.lent.get(known, known))
            if self.derived.state.prover.canonical(size).constant is None:
                # What operations imply alone would be in `own`: the rest is a guard's or a promise.
                status = Status.ASSUMED if status is Status.ASSUMED else Status.GUARDED
            self.module.add_fact(compare("==", sym(name), right), status)
        return name

    def varies(self, size: Expr) -> bool:
        """True when a size may be different numbers within one activation."""
        varying = self.shapes.state.varying
        return bool(varying) and any(symbol in varying for symbol in size.symbols)

    def note_reason(self, size: Expr, raw: Expr) -> None:
        """
        Note why values of size `raw` have the size that they are named by, where that is more than
        what operations imply: `4 * (n // 8)` for `n // 2`, since `n` is promised to be even.
        """
        if self.derived is self.shapes or raw is size or size.name is not None:
            return
        if (size, raw) in self._noted:
            return
        self._noted.add((size, raw))
        if self.derived.state.prover.proves(compare("==", raw, size)):
            return
        status = self.status_of_equality(raw, size)
        known = self.reasons.get(size, Status.DERIVED)
        self.reasons[size] = max(status, known, key=RANKS.index)

    def status_of_equality(self, left: Expr, right: Expr) -> Status:
        """Why two sizes are equal, by the weakest reason in the chain of facts."""
        reasons = self.shapes.state.prover.equal(left, right).explain()
        statuses = {reason.status for reason in reasons}
        if Status.ASSUMED in statuses:
            return Status.ASSUMED
        return Status.GUARDED if Status.GUARDED in statuses else Status.DERIVED

    def _choose(self, candidates: Sequence[str]) -> str:
        for name in candidates:
            if name in self.module.outside and name not in self.module.labels:
                if self.module.claim(name, self.function):
                    return self.module.keep(name)
                continue
            if self.module.may_be_named(name):
                return self.module.keep(name)
        return self.module.fresh()

    # in terms of symbols of the output

    def renamed(self, size: Expr) -> Expr | None:
        """
        A size in terms of symbols of the output, None when one of its symbols is not in the
        output.
        """
        canonical = self.shapes.state.prover.canonical
        known = canonical(size)
        if known.constant is not None:
            return known
        if size.name is not None and known in self.names:
            return sym(self.names[known])
        mapping: dict[Expr, Expr] = {}
        for symbol in known.symbols:
            name = self.names.get(symbol)
            if name is None:
                return None
            mapping[symbol] = sym(name)
        return known.substitute(mapping)

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
            own = self.own.get(self.derived.state.prover.canonical(symbol))
            renamed = sym(own) if own else self.renamed(symbol)
            if renamed is None:
                return None
            mapping[symbol] = renamed
        return condition.substitute(mapping)
