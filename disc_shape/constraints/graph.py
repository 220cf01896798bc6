"""
Writes symbols and the facts about them as IR: `SymbolDim` operations and the constraint graph.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from xdsl.dialects.builtin import ModuleOp
from xdsl.ir.affine import AffineConstantExpr, AffineDimExpr, AffineExpr, AffineMap

from disc_shape.constraints.graph_content import (
    Declaration,
    Form,
    GraphContent,
    Statement,
    Term,
    are_written,
)
from disc_shape.constraints.implied_facts import without_implied
from disc_shape.constraints.symbols import DeclaredSymbol, ModuleSymbols, SymbolFact
from disc_shape.dialects.disc_shape import (
    GRAPH,
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
from disc_shape.symbolic import (
    Comparison,
    Cond,
    Effort,
    Expr,
    Mod,
    Product,
    Status,
    Sum,
    const,
    sym,
)
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
    Replace the symbols and the graph of a module by those of `symbols`, at its end; what is there
    already stays. A graph that assumes something is marked when the module has been `simplified` by
    it: from then on operations may depend on it.
    """
    facts = without_implied(symbols.stated_facts(), symbols.by_name, effort)
    content = content_of(facts)
    symbols.add_pinned()
    declarations = [
        declaration_of(declared, GRAPH if declared.name in content.symbols else None)
        for declared in symbols.by_name.values()
        if not is_unused(declared, content.symbols, symbols.written)
    ]
    assumes = any(fact.status is Status.ASSUMED for fact in symbols.facts.values())
    is_marked = assumes and (simplified or symbols.saved.is_relied_on)
    block, graph = module.body.block, symbols.saved.graph
    ops = listed(block)
    if are_written(ops, graph, content, is_marked, declarations):
        return
    for op in ops:
        if isinstance(op, SymbolDimOp) or op is graph:
            op.detach()
            op.erase(safe_erase=False)
    if content.statements:
        block.add_op(content.function(is_marked))
    block.add_ops([declaration.operation() for declaration in declarations])


def is_unused(
    declared: DeclaredSymbol, mentioned: Collection[str], written: Collection[str]
) -> bool:
    """Whether a symbol is a constant that was made for this output, and nothing names it."""
    is_new = declared.value is not None and not declared.named and declared.saved is None
    return is_new and declared.name not in mentioned and declared.name not in written


def declaration_of(declared: DeclaredSymbol, graph: str | None) -> Declaration:
    """What is written of a symbol; `graph` is the function with the predicates about it."""
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
    likely = likely if value is None else ()
    return Declaration(declared.name, value, intervals, likely, declared.named, graph)


def content_of(facts: Iterable[SymbolFact]) -> GraphContent:
    """A graph that states some facts, each in the one form that its kind has."""
    content = GraphContent()
    for fact in facts:
        content.statements.append(
            Statement(form_of(fact.condition, content), STATUS[fact.status], fact.location)
        )
    return content


def form_of(condition: Cond, content: GraphContent) -> Form:
    """The form of a fact; `content` gets its terms."""
    found = None
    if isinstance(condition, Comparison):
        lhs, rhs = condition.lhs, condition.rhs
        if condition.op == "==":
            found = _equality(lhs, rhs) or _equality(rhs, lhs)
        elif condition.op == "<" and _is_term(lhs, rhs):
            found = Form(TiePredicateLtOp, _terms(lhs, rhs))
    if found is None:
        names = [symbol.name for symbol in condition.symbols]
        renamed: dict[Expr, Expr] = {sym(name): sym(f"d{at}") for at, name in enumerate(names)}
        found = Form(TiePredicateOp, names, str(condition.substitute(renamed)))
    if found.kind is TiePredicateAffineEqOp:
        content.mention(*found.terms[1:])
    content.mention(*found.terms)
    return found


def _equality(lhs: Expr, rhs: Expr) -> Form | None:
    """The form of an equality, if one begins with its left side."""
    if isinstance(lhs, Mod) and rhs.constant == 0 and _is_term(lhs.lhs, lhs.rhs):
        return Form(TiePredicateDivisibleOp, _terms(lhs.lhs, lhs.rhs))
    left, right = _factors(lhs), _factors(rhs)
    if left and right and len(left) > 1 and len(right) > 1:
        return Form(TiePredicateGroupMulEqOp, _terms(*left, *right), len(left))
    if lhs.name is None:
        return None
    if _is_term(rhs):
        return Form(TiePredicateEqOp, _terms(lhs, rhs))
    if right and not any(factor.constant is not None for factor in right):
        return Form(TiePredicateMulEqOp, _terms(lhs, *right))
    affine = _affine(rhs)
    if affine is not None:
        expr, names = affine
        return Form(TiePredicateAffineEqOp, [lhs.name, *names], AffineMap(len(names), 0, (expr,)))
    if right:
        return Form(TiePredicateMulEqOp, _terms(lhs, *right))
    return None


def _is_term(*sizes: Expr) -> bool:
    return all(size.name is not None or _is_index(size) for size in sizes)


def _terms(*sizes: Expr) -> list[Term]:
    """Symbols and numbers as operands."""
    return [_term(size) for size in sizes]


def _term(size: Expr) -> Term:
    if size.constant is not None:
        return size.constant
    assert size.name is not None
    return size.name


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
