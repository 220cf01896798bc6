"""
Reads the constraints that a module carries: symbols and the predicates of the constraint graph.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation

from disc_shape.class_table import Kind
from disc_shape.dialects.disc_shape import GRAPH, PredicateOp, SymbolDimOp
from disc_shape.symbolic import Comparison, Cond, Expr, Reason, Status, const, parse_cond, sym
from disc_shape.traversal import listed, operations

RELIED_ON = "disc_shape.relied_on"
"""Marks a graph by whose assumptions the program has been simplified."""

STATUS = {"derived": Status.DERIVED, "guarded": Status.GUARDED, "assumed": Status.ASSUMED}


@dataclass(frozen=True)
class SavedFact:
    """A predicate of the graph, over symbols called like the symbols of the module."""

    condition: Cond
    status: Status
    op: Operation


@dataclass
class SavedConstraints:
    """The symbols and facts of the constraint graph of a module."""

    symbols: dict[str, SymbolDimOp] = field(default_factory=dict[str, SymbolDimOp])
    facts: list[SavedFact] = field(default_factory=list[SavedFact])
    graph: FuncOp | None = None
    tied: set[str] = field(default_factory=set[str])
    """
    The symbols that `bind_dim` and `disc_shape.dims` name in the functions analysed so far: they
    keep their names.
    """

    @property
    def is_relied_on(self) -> bool:
        """
        True when the module may have been simplified by assumptions of the graph, so that its
        operations imply them.
        """
        return self.graph is not None and RELIED_ON in self.graph.attributes

    def promised_names(self, *statuses: Status) -> frozenset[str]:
        """The symbols that a fact of one of these statuses makes equal to something."""
        return frozenset(
            symbol.name
            for fact in self.facts
            if fact.status in statuses
            and isinstance(fact.condition, Comparison)
            and fact.condition.op == "=="
            for symbol in fact.condition.symbols
        )

    def size(self, name: str) -> int | None:
        """The size of a constant symbol."""
        op = self.symbols.get(name)
        return None if op is None else op.size


_IS_PREDICATE = Kind(PredicateOp)


def saved_constraints(module: ModuleOp) -> SavedConstraints:
    """The symbols and predicates of a module."""
    saved = SavedConstraints()
    for op in listed(module.body.block):
        if isinstance(op, SymbolDimOp):
            saved.symbols[op.symbol] = op
        elif isinstance(op, FuncOp) and op.sym_name.data == GRAPH:
            saved.graph = op
    if saved.graph is not None:
        for op in operations(saved.graph.body):
            if _IS_PREDICATE[op.__class__] and isinstance(op, PredicateOp):
                fact = _fact(op)
                if fact is not None:
                    saved.facts.append(fact)
    return saved


def _fact(op: PredicateOp) -> SavedFact | None:
    terms: dict[Expr, Expr] = {}
    for index, term in enumerate(op.terms):
        if term is None:
            return None
        terms[sym(f"d{index}")] = const(term) if isinstance(term, int) else sym(term)
    return SavedFact(parse_cond(op.text).substitute(terms), STATUS[op.status], op)


def reason_of(fact: SavedFact) -> Reason:
    """A predicate of the graph as a reason."""
    return Reason(f"'{fact.condition}' in the graph", fact.op, fact.status)
