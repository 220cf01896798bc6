"""
Writes symbols and the facts about them as IR: `SymbolDim` operations and the constraint graph.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import FunctionType, IndexType, IntegerAttr, ModuleOp, UnitAttr
from xdsl.ir import Block, Region, SSAValue
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from disc_shape.constraints.implied_facts import without_implied
from disc_shape.constraints.reader import RELIED_ON
from disc_shape.constraints.symbols import DeclaredSymbol, ModuleSymbols, SymbolFact
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
from disc_shape.dialects.xdsl_extras.affine_text import sum_of
from disc_shape.symbolic import Comparison, Effort, Expr, Mod, Product, Status, Sum, const, sym
from disc_shape.traversal import listed

LARGEST_INDEX = (1 << 63) - 1
"""The largest number of type `index`, in which sizes are counted."""

STATUS: dict[Status, FactStatus] = {
    Status.DERIVED: "derived",
    Status.GUARDED: "guarded",
    Status.ASSUMED: "assumed",
}


def write_constraints(
    module: ModuleOp,
    symbols: ModuleSymbols,
    *,
    simplified: bool = False,
    effort: Effort | None = None,
) -> None:
    """
    Replace the symbols and the graph of a module by those of `symbols`, at its end. A graph that
    assumes something is marked when the module has been `simplified` by it: from then on operations
    may depend on it.
    """
    block = module.body.block
    for op in listed(block):
        if isinstance(op, SymbolDimOp) or op is symbols.saved.graph:
            op.detach()
            op.erase(safe_erase=False)
    writer = GraphWriter()
    for fact in without_implied(symbols.stated_facts(), symbols.by_name, effort):
        writer.add(fact)
    mentioned = writer.mentioned
    symbols.add_pinned()
    if writer.ops:
        graph = writer.function()
        assumes = any(fact.status is Status.ASSUMED for fact in symbols.facts.values())
        if assumes and (simplified or symbols.saved.is_relied_on):
            graph.attributes[RELIED_ON] = UnitAttr()
        block.add_op(graph)
    for declared in symbols.by_name.values():
        if declared.value is not None and not declared.named and declared.saved is None:
            if declared.name not in mentioned and declared.name not in symbols.written:
                continue
        block.add_op(_symbol(declared, GRAPH if declared.name in mentioned else None))


def _symbol(declared: DeclaredSymbol, graph: str | None) -> SymbolDimOp:
    saved = declared.saved
    intervals = () if saved is None or declared.value is not None else saved.intervals
    if declared.value is None and (not intervals or tuple(intervals) == ((0, None),)):
        low, high = declared.range
        # Sums of 64-bit numbers have ends that no size has, and no attribute holds.
        high = None if high is None or high > LARGEST_INDEX else high
        intervals = () if (low, high) == (0, None) or low > LARGEST_INDEX else ((low, high),)
    value = declared.value
    if value is None and len(intervals) == 1 and intervals[0][0] == intervals[0][1]:
        value, intervals = intervals[0][0], ()
    likely = declared.likely
    if likely is None:
        likely = () if saved is None else saved.likely
    return SymbolDimOp(
        declared.name,
        value=value,
        intervals=intervals,
        likely_values=likely if value is None else (),
        named=declared.named,
        graph=graph,
    )


class GraphWriter:
    """Builds the body of the constraint graph."""

    def __init__(self) -> None:
        self.ops: list[PredicateOp] = []
        self._dims: dict[str, DimOp] = {}
        self._constants: dict[int, arith.ConstantOp] = {}

    @property
    def mentioned(self) -> set[str]:
        """The names of the symbols that some predicate is about."""
        return set(self._dims)

    def add(self, fact: SymbolFact) -> None:
        """Add one fact, in the one form that its kind has."""
        status = STATUS[fact.status]
        condition = fact.condition
        op = None
        if isinstance(condition, Comparison):
            if condition.op == "==":
                op = self._equality(condition.lhs, condition.rhs, status)
                op = op or self._equality(condition.rhs, condition.lhs, status)
            elif condition.op == "<" and self._is_term(condition.lhs, condition.rhs):
                op = TiePredicateLtOp(self._term(condition.lhs), self._term(condition.rhs), status)
        if op is None:
            names = [symbol.name for symbol in condition.symbols]
            renamed: dict[Expr, Expr] = {
                sym(name): sym(f"d{index}") for index, name in enumerate(names)
            }
            text = str(condition.substitute(renamed))
            op = TiePredicateOp(text, [self._dim(name) for name in names], status)
        op.location = fact.location
        self.ops.append(op)

    def function(self) -> func.FuncOp:
        """The finished graph."""
        block = Block()
        block.add_ops(self._constants.values())
        block.add_ops(self._dims.values())
        block.add_ops(self.ops)
        block.add_op(func.ReturnOp())
        return func.FuncOp(GRAPH, FunctionType.from_lists([], []), Region(block))

    def _equality(self, lhs: Expr, rhs: Expr, status: FactStatus) -> PredicateOp | None:
        if isinstance(lhs, Mod) and rhs.constant == 0 and self._is_term(lhs.lhs, lhs.rhs):
            return TiePredicateDivisibleOp(self._term(lhs.lhs), self._term(lhs.rhs), status)
        left, right = _factors(lhs), _factors(rhs)
        if left and right and len(left) > 1 and len(right) > 1:
            return TiePredicateGroupMulEqOp(self._terms(left), self._terms(right), status)
        if lhs.name is None:
            return None
        if self._is_term(rhs):
            return TiePredicateEqOp(self._term(lhs), self._term(rhs), status)
        if right and not any(factor.constant is not None for factor in right):
            return TiePredicateMulEqOp(self._term(lhs), self._terms(right), status)
        affine = _affine(rhs)
        if affine is not None:
            expr, names = affine
            dims = [self._dim(name) for name in names]
            return TiePredicateAffineEqOp(
                self._term(lhs), AffineMap(len(names), 0, (expr,)), dims, status
            )
        if right:
            return TiePredicateMulEqOp(self._term(lhs), self._terms(right), status)
        return None

    def _is_term(self, *sizes: Expr) -> bool:
        return all(size.name is not None or _is_index(size) for size in sizes)

    def _terms(self, sizes: Sequence[Expr]) -> list[SSAValue]:
        return [self._term(size) for size in sizes]

    def _term(self, size: Expr) -> SSAValue:
        if size.constant is not None:
            op = self._constants.get(size.constant)
            if op is None:
                attr = IntegerAttr(size.constant, IndexType())
                op = self._constants[size.constant] = arith.ConstantOp(attr)
                op.result.name_hint = f"c{size.constant}" if size.constant >= 0 else None
            return op.result
        assert size.name is not None
        return self._dim(size.name).result

    def _dim(self, name: str) -> DimOp:
        op = self._dims.get(name)
        if op is None:
            op = self._dims[name] = DimOp(name)
            # A quoted name, such as @"2*b", is none for a value.
            op.result.name_hint = name if SSAValue.is_valid_name(name) else None
        return op


def _is_index(size: Expr) -> bool:
    """Whether a size is a number that an attribute of type `index` holds: one of 64 bits."""
    return size.constant is not None and -LARGEST_INDEX <= size.constant <= LARGEST_INDEX


def _factors(size: Expr) -> list[Expr]:
    """The factors of a product of symbols, a constant first; empty for anything else."""
    coefficient, monomial = 1, size
    if isinstance(size, Sum):
        if size.constant_term or len(size.terms) != 1:
            return []
        monomial, coefficient = size.terms[0]
    if coefficient < 0 or not _is_index(const(coefficient)):
        return []
    if isinstance(monomial, Product):
        factors = [base for base, power in monomial.factors for _ in range(power)]
    else:
        factors = [monomial]
    if any(factor.name is None for factor in factors):
        return []
    return [const(coefficient), *factors] if coefficient != 1 else factors


def _affine(size: Expr) -> tuple[AffineExpr, list[str]] | None:
    """A linear sum of symbols as an affine expression over their list, else None."""
    constant, terms = (
        (size.constant_term, size.terms) if isinstance(size, Sum) else (0, ((size, 1),))
    )
    if not _is_index(const(constant)):
        return None
    names: list[str] = []
    parts: list[AffineExpr] = []
    for term, coefficient in terms:
        if term.name is None or not _is_index(const(coefficient)):
            return None
        part: AffineExpr = AffineDimExpr(len(names))
        names.append(term.name)
        parts.append(part if coefficient == 1 else part * AffineConstantExpr(coefficient))
    if not parts:
        return None
    if constant:
        parts.append(AffineConstantExpr(constant))
    return sum_of(parts), names
