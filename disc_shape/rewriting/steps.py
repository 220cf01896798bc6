"""
The steps of `shape-optimization`, each a function on a module.

`canonicalize` and `solve` prepare; the steps after them take the solution from one to the next. A
pass lists the steps that it takes, in the order in which `docs/two_stages.md` explains them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from xdsl.dialects import arith
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Operation, Region, SSAValue

from disc_shape.analysis.false_guards import warn_of_false_guards
from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.constraints.callees import called_functions, functions_in
from disc_shape.constraints.graph import write_constraints
from disc_shape.constraints.reader import SavedFact
from disc_shape.constraints.symbols import ModuleSymbols, SymbolFact, reserved_names
from disc_shape.locations import fill_locations
from disc_shape.notes import note_spent
from disc_shape.rewriting.cleanup import clean, drop_dead
from disc_shape.rewriting.constant_arguments import analyse_constant_arguments
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.function_symbols import FunctionSymbols
from disc_shape.rewriting.recording import record_facts
from disc_shape.rewriting.registry import FAMILIES
from disc_shape.rewriting.rules import casts, ties
from disc_shape.rewriting.sizes.constants import INDEX
from disc_shape.rewriting.sizes.consumers import ShapeComputation
from disc_shape.rewriting.static_slices import write_static_slices
from disc_shape.rewriting.types import TypeWriter
from disc_shape.rewriting.walk import RuleWalk
from disc_shape.statistics import count
from disc_shape.symbolic import Effort, Status
from disc_shape.traversal import Census, operations

FAMILIES.load_common()

NO_WRAP = "disc_shape.no_wrap"
"""
Marks a module whose facts suppose that integer arithmetic which reaches a shape operand or a guard
does not wrap around.
"""

ARITHMETIC = (arith.AddiOp, arith.SubiOp, arith.MuliOp)

MAX_WALKS = 8
"""
Rules only ever remove or simplify, so few walks reach the fixpoint; this bounds them all the
same.
"""


@dataclass(frozen=True)
class SolvedFunction:
    """A function whose relations are solved, and the rewriter that applies the solution."""

    facts: FunctionFacts
    rewriter: Rewriter
    keeps_signature: bool
    """Whether its type must stay: the function is called, or an option demands it."""


@dataclass(frozen=True)
class SolvedModule:
    """A module whose relations are solved: what all steps after `solve` work on."""

    module: ModuleOp
    functions: Sequence[SolvedFunction]
    symbols: ModuleSymbols
    front_end_names: Mapping[SSAValue, str]
    keep_signature: bool
    effort: Effort
    is_noted: bool
    """Whether it has been noted that provers stopped early."""

    @property
    def has_decided_sizes(self) -> bool:
        """
        Whether guards decide sizes of which operations alone say nothing. Where they become
        operands, operations say more of them than this analysis knows.
        """
        return any(function.facts.has_decided_sizes for function in self.functions)


def canonicalize(module: ModuleOp, census: Census | None = None) -> None:
    """Fold constant shapes, then eliminate common subexpressions and dead code."""
    fold_shapes(module, census)
    clean(module.body)


def solve(
    module: ModuleOp,
    entry: str = "",
    *,
    keep_signature: bool = False,
    front_end_names: Mapping[SSAValue, str] | None = None,
    effort: Effort | None = None,
    census: Census | None = None,
) -> SolvedModule:
    """
    Solve the relations of all operations, with union-find over symbols: every size becomes an
    expression over the sizes of arguments, and equal sizes one equivalence class.

    `entry` is the function to work on, all functions with a body when empty; `front_end_names` are
    the names that front ends give to integers; `effort` is the work that provers may do; a `census`
    of the module saves a walk. Without `keep_signature`, argument types get the sizes that their
    symbols have as values; nothing else changes. Raises `OperationError` when facts contradict each
    other; nothing has changed then.
    """
    effort = effort or Effort()
    was_spent = effort.is_spent
    called = called_functions(module, census)
    if keep_signature:
        analysis = ShapeAnalysis(module, entry, effort)
    else:
        analysis = analyse_constant_arguments(module, entry, called, effort)
    for facts in analysis.functions:
        warn_of_false_guards(facts.shapes.guards)
    names = front_end_names or {}
    symbols = ModuleSymbols(analysis.saved, reserved_names(module), set(names.values()))
    worked_on = {facts.function for facts in analysis.functions}
    symbols.keep_elsewhere(
        [op for op in functions_in(module) if op not in worked_on and op is not symbols.saved.graph]
    )
    functions: list[SolvedFunction] = []
    for facts in analysis.functions:
        keeps = keep_signature or facts.function.sym_name.data in called
        if keeps:
            others = (one for one in analysis.functions if one is not facts)
            elsewhere = {name for one in others for name in one.bindings.sizes}
            symbols.keep_signature(facts.function, elsewhere)
        functions.append(SolvedFunction(facts, Rewriter(facts.shapes), keeps))
    return SolvedModule(module, functions, symbols, names, keep_signature, effort, was_spent)


def simplify(solved: SolvedModule) -> None:
    """
    Run the rewrite rules on every function until none applies. No walk follows one after whose
    changes no rule can apply.
    """
    for function in solved.functions:
        rewriter = function.rewriter
        for walks in range(1, MAX_WALKS + 1):
            before = rewriter.changes
            RuleWalk(rewriter).run()
            if rewriter.changes == before:
                break
            count("shape-optimization: walks", walks)
            if rewriter.is_settled:
                break
        rewriter.discoveries.note_demand()


def materialize_sizes(solved: SolvedModule, *, explicit: bool = False) -> None:
    """
    Compute the sizes that operations use: one SSA value for each distinct size. Unless all sizes
    are made `explicit`, a short computation from data stays what it is.
    """
    for function in solved.functions:
        materialize_sizes_of(function.rewriter, explicit=explicit)


def materialize_sizes_of(rewriter: Rewriter, *, explicit: bool = False) -> None:
    """Compute the sizes that the operations of one function use."""
    shapes = rewriter.shapes
    drop_dead(shapes.body)
    if len(rewriter.sizes.inserted):
        rewriter.renew()
    ShapeComputation(rewriter, explicit).run()
    clean(shapes.body)
    solver = shapes.solver
    statistics = solver.statistics
    count("shape-optimization: operations visited", shapes.visited)
    count("shape-optimization: relations run", statistics.run)
    count("shape-optimization: relations run again", statistics.rerun)
    count("shape-optimization: relations discharged", statistics.discharged)
    count("shape-optimization: symbols learned about", solver.changes)
    count("shape-optimization: changes", rewriter.changes)


def write_types(solved: SolvedModule) -> None:
    """Write sizes and symbols into all types, and collect the facts about these symbols."""
    for function in solved.functions:
        facts, rewriter = function.facts, function.rewriter
        symbols = FunctionSymbols(solved.symbols, facts, solved.front_end_names)
        TypeWriter(rewriter, symbols).write(facts.function, function.keeps_signature)
        ops = operations(facts.function.body)
        if write_static_slices(facts.function, ops):
            ops = operations(facts.function.body)
        casts.drop_idle_casts(ops)
        record_facts(symbols, rewriter.successors)
        if solved.keep_signature:
            # Casts at the boundary name sizes that had no name when the function was analysed.
            rewriter.discoveries.note()


def tie_sizes(solved: SolvedModule) -> None:
    """Tie every dynamic value to its sizes with `disc_shape.tie_shape`."""
    for function in solved.functions:
        facts, rewriter = function.facts, function.rewriter
        rewriter.renew()
        ties.tie_values(rewriter, facts)
        clean(facts.function.body)
        # Ties compute sizes that nothing computed before; what reads them supposes no wrap.
        facts.shapes.state.assumes_no_wrap |= computes_sizes(facts.function.body)
        rewriter.discoveries.note()


def write_graph(solved: SolvedModule) -> None:
    """Write symbols and constraint graph; facts of the input stay as long as they hold."""
    solved.symbols.keep_the_rest([one.facts.bindings.sizes for one in solved.functions])
    write_constraints(solved.module, solved.symbols, simplified=True, effort=solved.effort)
    if has_promises(solved.symbols.saved.facts) and not has_promises(solved.symbols.facts.values()):
        # Without promises, the ranges that operations imply are written.
        for function in solved.functions:
            function.rewriter.discoveries.note()


def has_promises(facts: Iterable[SavedFact | SymbolFact]) -> bool:
    """Whether some of the facts hold because they are checked or promised."""
    return any(fact.status is not Status.DERIVED for fact in facts)


def finish(solved: SolvedModule) -> int:
    """
    Put created operations into the order of their uses, and note what the result supposes. Returns
    how many changes were made from which another analysis may infer more.
    """
    discoveries = 0
    for function in solved.functions:
        body = function.facts.function.body
        inserted, found = function.rewriter.sizes.inserted, function.rewriter.discoveries
        inserted.arrange(body)
        fill_locations(body)
        found.note_types()
        found.note_divisors()
        found.note_integers(inserted.left_integers(body))
        discoveries += found.count
    if not solved.is_noted:
        note_spent(solved.effort, "the shape analysis")
    if any(one.facts.shapes.state.assumes_no_wrap for one in solved.functions):
        solved.module.attributes[NO_WRAP] = UnitAttr()
    return discoveries


def computes_sizes(body: Region) -> bool:
    """True when a function does arithmetic on `index` values."""
    return any(
        isinstance(op, ARITHMETIC) and op.results[0].type == INDEX for op in operations(body)
    )


class _OfShape(dict[type[Operation], bool]):
    """Whether a class is of MLIR's shape dialect."""

    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = key.dialect_name() == "shape"
        return found


IS_OF_SHAPE = _OfShape()


def fold_shapes(module: ModuleOp, census: Census | None = None) -> bool:
    """Fold constant shapes; whether there were any. A `census` of the module saves a walk."""
    if not (census or Census.of(module)).has(IS_OF_SHAPE):
        return False
    from disc_shape.rewriting.shape_dialect import simplify

    return simplify(module)
