"""
Names for sizes: the symbols of a module, and the facts written about them.

Naming is deterministic. A size whose source has a name keeps it; the others are `@S0`, `@S1`, ...
in the order in which the output first uses them. A name never denotes two sizes of one
function, and unnamed symbols are never shared between functions.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import cast

from xdsl.dialects import func
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    ArrayAttr,
    DictionaryAttr,
    LocationAttr,
    ModuleOp,
    SymbolRefAttr,
)
from xdsl.ir import Attribute, Operation, ParametrizedAttribute
from xdsl.utils.symbol_table import get_name_if_symbol

from disc_shape.constraints.reader import SavedConstraints
from disc_shape.dialects.disc_shape import GRAPH, SymbolDimOp, get_symbols
from disc_shape.locations import is_unknown
from disc_shape.symbolic import Comparison, Cond, Expr, Status
from disc_shape.symbolic.comparisons import simplify_comparisons
from disc_shape.symbolic.division import Division
from disc_shape.symbolic.nodes import postorder
from disc_shape.traversal import listed

AUTOMATIC = re.compile(r"[SC]\d+")
"""Names that we give; only these are given anew."""

RANKS = (Status.DERIVED, Status.GUARDED, Status.ASSUMED)
"""How well a fact is founded, best first."""


@dataclass
class DeclaredSymbol:
    """One symbol of the output."""

    name: str
    named: bool
    value: int | None = None
    range: tuple[int, int | None] = (0, None)
    saved: SymbolDimOp | None = None
    likely: tuple[int, ...] | None = None
    """None for those that the symbol had before."""


@dataclass(frozen=True)
class SymbolFact:
    """A fact over symbols of the output, called by their names."""

    condition: Cond
    status: Status
    location: LocationAttr = field(default=UNKNOWN_LOC, compare=False)
    """That of the operation that states or implies it."""


def is_named(op: SymbolDimOp) -> bool:
    """True for a symbol whose name came from outside."""
    return op.named is not None or (op.size is None and AUTOMATIC.fullmatch(op.symbol) is None)


def reserved_names(module: ModuleOp) -> set[str]:
    """The names that no size can have: those of other symbols of a module, and the graph's."""
    names = {GRAPH}
    for op in listed(module.body.block):
        if not isinstance(op, SymbolDimOp) and (name := get_name_if_symbol(op)) is not None:
            names.add(name)
    return names


def names_of(function: Operation) -> set[str]:
    """All flat symbol names that types and attributes inside a function mention."""
    names: set[str] = set()
    visited: set[Attribute] = set()
    work: list[Attribute] = []
    for op in function.walk():
        work += [*op.attributes.values(), *op.properties.values()]
        work += [result.type for result in op.results]
        work += [arg.type for region in op.regions for block in region.blocks for arg in block.args]
    while work:
        attribute = work.pop()
        if attribute in visited:
            continue
        visited.add(attribute)
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
class ModuleSymbols:
    """The symbols of one module, in order of first use."""

    saved: SavedConstraints
    reserved: set[str]
    """Names of other symbols of the module, such as functions."""
    expected: set[str] = field(default_factory=set[str])
    """Names that front ends may still give."""
    by_name: dict[str, DeclaredSymbol] = field(default_factory=dict[str, DeclaredSymbol])
    written: set[str] = field(default_factory=set[str])
    """The symbols in types."""
    facts: dict[str, SymbolFact] = field(default_factory=dict[str, SymbolFact])
    """The facts to write, keyed by their text so that each is written once."""
    owners: dict[str, func.FuncOp | None] = field(default_factory=dict[str, "func.FuncOp | None"])
    """
    The one function with a size of each name from outside: facts implied by operations of one
    function need not hold in another.
    """
    _weak: dict[str, Status] = field(default_factory=dict[str, Status])
    _next: int = 0
    _constants: dict[int, str] = field(default_factory=dict[int, str])
    pinned: dict[str, DeclaredSymbol] = field(default_factory=dict[str, DeclaredSymbol])
    """Constants that an operation which stays names, and no size of the output uses yet."""

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
        self.pinned[name] = DeclaredSymbol(name, is_named(self.saved.symbols[name]), number)
        self._constants.setdefault(number, name)
        self.written.add(name)

    def constant(self, value: int) -> str:
        """The symbol of a known size."""
        name = self._constants.get(value)
        if name is None:
            name = f"C{value}"
            while name in self.by_name or not self._may_be_given(name):
                name += "_"
            self._constants[value] = name
        if name not in self.by_name:
            self.by_name[name] = self.pinned.pop(
                name, DeclaredSymbol(name, named=False, value=value)
            )
        return name

    def add_pinned(self) -> None:
        """Have the constants that something names which stays, and nothing else."""
        self.by_name.update(self.pinned)

    def fresh(self) -> str:
        """A new symbol without a name of its own."""
        while f"S{self._next}" in self.by_name or not self._may_be_given(f"S{self._next}"):
            self._next += 1
        name = f"S{self._next}"
        self._next += 1
        self.by_name[name] = DeclaredSymbol(name, named=False)
        return name

    def _may_be_given(self, name: str) -> bool:
        """
        Whether a symbol without a name of its own may be called so: nothing else is, nor would be
        if case did not matter, as PyTorch's `s0` beside `S0`.
        """
        others = (self.reserved, self.outside, self.expected)
        return not any(one in taken for taken in others for one in (name, name.lower()))

    def keep(self, name: str) -> str:
        """A symbol whose name came from outside, or that is in a signature that stays."""
        if name not in self.by_name:
            saved = self.saved.symbols.get(name)
            named = saved is None or is_named(saved)
            self.by_name[name] = DeclaredSymbol(name, named=named, saved=saved)
        return name

    def claim(self, name: str, function: func.FuncOp) -> bool:
        """Record a name for a size of `function`, unless another function uses it."""
        return self.owners.setdefault(name, function) is function

    def keep_signature(self, function: func.FuncOp, elsewhere: Collection[str]) -> None:
        """
        Keep the names of the symbols in a signature. A name that other functions use too
        (`elsewhere`) belongs to no function, so that no fact of one is stated for all.
        """
        type = function.function_type
        names = [name for one in (*type.inputs, *type.outputs) for name in names_in(one)]
        for name in dict.fromkeys(names):
            if name in self.saved.symbols and self.saved.size(name) is None:
                self.outside.add(name)
                if name in elsewhere:
                    self.owners[name] = None
                    self.keep(name)

    def keep_elsewhere(self, functions: Sequence[func.FuncOp]) -> None:
        """Keep the facts about symbols of functions that are not being rewritten."""
        names: set[str] = set()
        for function in functions:
            names.update(names_of(function))
        for name in sorted(names & self.saved.symbols.keys()):
            self.owners[name] = None
            self._pin(name)
        for fact in self.saved.facts:
            about = {symbol.name for symbol in fact.condition.symbols}
            if about & names and about <= names | self.outside:
                self.add_fact(fact.condition, fact.status, fact.op.location)

    def keep_the_rest(self, bound: Sequence[Collection[str]]) -> None:
        """
        Keep the facts of symbols that no function has a size for; `bound` are the symbols that each
        function has one for.
        """
        for name in self.saved.symbols:
            if name in self.outside and name not in self.by_name:
                self.by_name[self.keep(name)].value = self.saved.size(name)
        for fact in self.saved.facts:
            names = [symbol.name for symbol in fact.condition.symbols]
            recorded = any(all(name in known for name in names) for known in bound)
            if not recorded and all(name in self.outside for name in names):
                if not self._follows_from_values(fact.condition):
                    self.add_fact(fact.condition, fact.status, fact.op.location)

    def _follows_from_values(self, condition: Cond) -> bool:
        """Whether all symbols of a condition are constants that make it true."""
        values = {symbol.name: self.saved.size(symbol.name) for symbol in condition.symbols}
        known = {name: value for name, value in values.items() if value is not None}
        try:
            return len(known) == len(values) and condition.evaluate(known)
        except ZeroDivisionError:
            return False

    def from_front_end(self, name: str) -> str | None:
        """
        A new symbol that a front end names, None where another one has that name. Where the module
        has something else of that name, such as a function, an underscore is added.
        """
        if re.fullmatch(r"[A-Za-z_][A-Za-z0-9_]*", name) is None:
            return None
        while name in self.reserved:
            name += "_"
        if name in self.outside or name in self.by_name:
            return None
        self.by_name[name] = DeclaredSymbol(name, named=True)
        return name

    def add_fact(
        self, condition: Cond, status: Status, location: LocationAttr = UNKNOWN_LOC
    ) -> None:
        """
        Write this fact, once, with the best reason that it has and the location of that. What
        divides by zero says nothing: no run gets there.
        """
        if divides_by_zero(condition):
            return
        key = str(simplify_comparisons(condition))
        status = max(status, self._weak.get(key, status), key=RANKS.index)
        known = self.facts.get(key)
        if known is None or RANKS.index(status) < RANKS.index(known.status):
            self.facts[key] = SymbolFact(condition, status, location)
        elif is_unknown(known.location) and status is known.status:
            self.facts[key] = replace(known, location=location)

    def weaken(self, condition: Cond, status: Status) -> None:
        """Let a fact have this status at best, from now on as well."""
        key = str(simplify_comparisons(condition))
        self._weak[key] = status
        known = self.facts.get(key)
        if known is not None and RANKS.index(known.status) < RANKS.index(status):
            self.facts[key] = replace(known, status=status)

    def stated_facts(self) -> list[SymbolFact]:
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


def divides_by_zero(condition: Cond) -> bool:
    """Whether a part of a condition is a quotient or remainder by a constant 0."""
    if isinstance(condition, Comparison) and condition.lhs.polynomial and condition.rhs.polynomial:
        return False
    return any(
        isinstance(node, Division) and node.rhs.constant == 0 for node in postorder(condition)
    )


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
