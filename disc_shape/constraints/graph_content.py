"""
What the symbols and the constraint graph of a module hold, before there are operations for it.

It can be compared with the operations that a module has: these stay where they are what would be
written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import FunctionType, IndexType, IntegerAttr, LocationAttr, UnitAttr, i64
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.ir.affine import AffineMap

from disc_shape.constraints.reader import RELIED_ON
from disc_shape.dialects.disc_shape import (
    GRAPH,
    DimOp,
    PredicateOp,
    SymbolDimOp,
    TiePredicateAffineEqOp,
    TiePredicateDivisibleOp,
    TiePredicateEqOp,
    TiePredicateGroupMulEqOp,
    TiePredicateLtOp,
    TiePredicateMulEqOp,
    TiePredicateOp,
)
from disc_shape.dialects.disc_shape.predicates import FactStatus
from disc_shape.dialects.disc_shape.symbols import Interval, interval_list
from disc_shape.locations import is_unknown
from disc_shape.traversal import listed

Term: TypeAlias = "str | int"
"""The name of a symbol, or a number."""

PROPERTIES = frozenset({"sym_name", "function_type"})
"""The properties of a graph."""


class Form(NamedTuple):
    """An operation that says a fact."""

    kind: type[PredicateOp]
    terms: Sequence[Term]
    """Its operands."""
    detail: str | AffineMap | int = ""
    """The condition, the map, or how many terms are left of the equality, as the class needs it."""


class Statement(NamedTuple):
    """A predicate of the graph."""

    form: Form
    status: FactStatus
    location: LocationAttr

    def operation(self, values: Sequence[SSAValue]) -> PredicateOp:
        """The predicate over the values of its terms."""
        (kind, _, detail), status = self.form, self.status
        if isinstance(detail, AffineMap):
            op = TiePredicateAffineEqOp(values[0], detail, values[1:], status)
        elif isinstance(detail, int):
            op = TiePredicateGroupMulEqOp(values[:detail], values[detail:], status)
        elif kind is TiePredicateMulEqOp:
            op = TiePredicateMulEqOp(values[0], values[1:], status)
        elif kind is TiePredicateOp:
            op = TiePredicateOp(detail, values, status)
        elif kind is TiePredicateDivisibleOp:
            op = TiePredicateDivisibleOp(values[0], values[1], status)
        elif kind is TiePredicateLtOp:
            op = TiePredicateLtOp(values[0], values[1], status)
        else:
            op = TiePredicateEqOp(values[0], values[1], status)
        op.location = self.location
        return op

    def is_stated_by(self, op: Operation) -> bool:
        """Whether an operation is the predicate."""
        kind, terms, detail = self.form
        return (
            isinstance(op, PredicateOp)
            and type(op) is kind
            and op.terms == tuple(terms)
            and op.status == self.status
            and not op.attributes
            and op.location == self.location
            and detail_of(op) == detail
        )


def detail_of(op: PredicateOp) -> str | AffineMap | int:
    """What a predicate holds besides its operands."""
    match op:
        case TiePredicateOp():
            return op.condition.data
        case TiePredicateAffineEqOp():
            return op.affine_attr.data
        case TiePredicateGroupMulEqOp():
            return len(op.lhs)
        case _:
            return ""


@dataclass
class GraphContent:
    """The body of a constraint graph: what it names, in the order of first use, and predicates."""

    constants: dict[int, None] = field(default_factory=dict[int, None])
    symbols: dict[str, None] = field(default_factory=dict[str, None])
    statements: list[Statement] = field(default_factory=list[Statement])

    def mention(self, *terms: Term) -> None:
        """Have a value for each of some terms."""
        for term in terms:
            if isinstance(term, int):
                self.constants.setdefault(term)
            else:
                self.symbols.setdefault(term)

    def function(self, is_marked: bool) -> func.FuncOp:
        """The graph; it says so if operations may depend on what it assumes."""
        block = Block()
        values: dict[Term, SSAValue] = {}
        for number in self.constants:
            constant = arith.ConstantOp(IntegerAttr(number, IndexType()))
            block.add_op(constant)
            values[number] = constant.result
        for name in self.symbols:
            dim = DimOp(name)
            block.add_op(dim)
            values[name] = dim.result
        for term, value in values.items():
            value.name_hint = hint_of(term)
        for statement in self.statements:
            block.add_op(statement.operation([values[term] for term in statement.form.terms]))
        block.add_op(func.ReturnOp())
        graph = func.FuncOp(GRAPH, FunctionType.from_lists([], []), Region(block))
        if is_marked:
            graph.attributes[RELIED_ON] = UnitAttr()
        return graph

    def is_held_by(self, graph: func.FuncOp, is_marked: bool) -> bool:
        """Whether a constraint graph is what `function` would build."""
        block, attributes = graph.body.first_block, graph.attributes
        if (
            block is None
            or block.next_block is not None
            or graph.properties.keys() != PROPERTIES
            or len(attributes) != is_marked
            or (is_marked and RELIED_ON not in attributes)
            or not is_unknown(graph.location)
        ):
            return False
        ops = listed(block)
        middle = len(self.constants) + len(self.symbols)
        if len(ops) != middle + len(self.statements) + 1 or not is_bare(ops[-1]):
            return False
        return all(map(is_value_of, ops, (*self.constants, *self.symbols))) and all(
            statement.is_stated_by(op)
            for statement, op in zip(self.statements, ops[middle:-1], strict=True)
        )


def hint_of(term: Term) -> str | None:
    """The name of the value of a term."""
    if isinstance(term, int):
        return f"c{term}" if term >= 0 else None
    # A quoted name, such as @"2*b", is none for a value.
    return term if SSAValue.is_valid_name(term) else None


def is_value_of(op: Operation, term: Term) -> bool:
    """Whether an operation of a graph is the one that is written for a term."""
    if isinstance(term, int):
        if not isinstance(op, arith.ConstantOp) or not isinstance(op.value, IntegerAttr):
            return False
        found: Term = op.value.value.data
    elif type(op) is DimOp:
        found = op.symbol
    else:
        return False
    return found == term and op.results[0].name_hint == hint_of(term) and is_bare(op)


def is_bare(op: Operation) -> bool:
    """Whether an operation has no attributes and no location."""
    return not op.attributes and is_unknown(op.location)


class Declaration(NamedTuple):
    """The operation of a symbol."""

    name: str
    value: int | None
    intervals: Sequence[Interval]
    likely: Sequence[int]
    is_named: bool
    graph: str | None
    """The function with the predicates about the symbol."""

    def operation(self) -> SymbolDimOp:
        """The operation."""
        return SymbolDimOp(
            self.name,
            value=self.value,
            intervals=self.intervals,
            likely_values=self.likely,
            named=self.is_named,
            graph=self.graph,
        )

    def is_made_by(self, op: Operation) -> bool:
        """Whether an operation is what `operation` would build."""
        if type(op) is not SymbolDimOp or not is_bare(op):
            return False
        value, ranges = op.value, op.ranges
        present = (value is not None, ranges is not None, self.is_named, self.graph is not None)
        return (
            op.symbol == self.name
            and len(op.properties) == 1 + sum(present) + bool(self.likely)
            and (None if value is None else value.value.data) == self.value
            and (value is None or value.type == i64)
            and (ranges is not None) == bool(self.intervals)
            and (ranges is None or ranges == interval_list(self.intervals))
            and op.likely == tuple(self.likely)
            and (op.named is not None) == self.is_named
            and op.graph == self.graph
        )


def are_written(
    ops: Sequence[Operation],
    graph: func.FuncOp | None,
    content: GraphContent,
    is_marked: bool,
    declarations: Sequence[Declaration],
) -> bool:
    """
    Whether the operations of a module end with the graph and the symbols that would be written, and
    hold no other symbols. `graph` is the constraint graph among them.
    """
    split = len(ops) - len(declarations)
    if split < 0 or any(isinstance(op, SymbolDimOp) for op in ops[:split]):
        return False
    if not all(
        declaration.is_made_by(op)
        for declaration, op in zip(declarations, ops[split:], strict=True)
    ):
        return False
    if not content.statements:
        return graph is None
    return graph is not None and ops[split - 1] is graph and content.is_held_by(graph, is_marked)
