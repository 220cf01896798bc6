"""Analysis, simplification and writing back, for all functions of a module."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib import import_module

from xdsl.dialects import arith, func
from xdsl.dialects.builtin import ModuleOp, UnitAttr
from xdsl.ir import Region, SSAValue

from disc_shape.analysis.call_graph import called_functions
from disc_shape.analysis.false_guards import warn_of_false_guards
from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.constraints.graph import write_constraints
from disc_shape.constraints.symbols import ModuleLabels, reserved_names
from disc_shape.notes import note_spent
from disc_shape.rewriting.cleanup import clean, drop_dead
from disc_shape.rewriting.constant_arguments import analyse_constant_arguments
from disc_shape.rewriting.function import Rewriter
from disc_shape.rewriting.function_labels import FunctionLabels
from disc_shape.rewriting.recording import record_facts
from disc_shape.rewriting.rules import casts, ties
from disc_shape.rewriting.sizes.consumers import ShapeComputation
from disc_shape.rewriting.sizes.sizes import INDEX
from disc_shape.rewriting.types import TypeWriter
from disc_shape.statistics import count
from disc_shape.symbolic import Effort

RULES = tuple(
    import_module(f"disc_shape.rewriting.rules.{name}")
    for name in (
        "branches",
        "broadcasts",
        "casts",
        "created",
        "elements",
        "folding",
        "guards",
        "integers",
        "linearization",
        "neutral",
        "reductions",
        "reshapes",
        "slices",
        "ties",
        "transposes",
        "trivial",
        "views",
        "windows",
    )
)
"""The modules whose rules the walk uses."""

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
class Steps:
    """Which steps to take, and how."""

    simplify: bool = True
    """Run the rules; without them only shape computation is rewritten."""
    annotate: bool = True
    """Write refined types, symbols and the graph."""
    tie: bool = False
    """Tie sizes to values with `tie_shape`."""
    keep_signature: bool = False
    """Leave function types as they are."""
    entry: str = ""
    """The function to work on; all when empty."""


def run_steps(
    module: ModuleOp,
    steps: Steps,
    names: Mapping[SSAValue, str] | None = None,
    effort: Effort | None = None,
) -> int:
    """
    Take the steps on the functions of a module; `names` are what front ends call integers, and
    `effort` is the work that provers may do. Returns how many changes were made from which another
    analysis may infer more.

    Raises `OperationError` when facts contradict each other; nothing has been written then.
    """
    effort = effort or Effort()
    was_spent = effort.is_spent
    called = called_functions(module)
    if steps.annotate and not steps.keep_signature:
        analysis = analyse_constant_arguments(module, steps.entry, called, effort)
    else:
        analysis = ShapeAnalysis(module, steps.entry, effort)
    for facts in analysis.functions:
        warn_of_false_guards(facts.shapes.guards)
    labels = ModuleLabels(analysis.saved, reserved_names(module), set((names or {}).values()))
    worked_on = {facts.function for facts in analysis.functions}
    labels.keep_elsewhere(
        [
            op
            for op in module.body.block.ops
            if isinstance(op, func.FuncOp) and op not in worked_on and op is not labels.saved.graph
        ]
    )
    kept = [
        facts
        for facts in analysis.functions
        if steps.keep_signature or facts.function.sym_name.data in called
    ]
    for facts in kept:
        elsewhere = {
            name for one in analysis.functions if one is not facts for name in one.bindings.sizes
        }
        labels.keep_signature(facts.function, elsewhere)
    discoveries = 0
    for facts in analysis.functions:
        rewriter = rewrite(facts, steps)
        if steps.annotate:
            keep = any(facts is one for one in kept)
            function_labels = FunctionLabels(labels, facts, names or {})
            TypeWriter(rewriter, function_labels).write(facts.function, keep)
            casts.drop_idle_casts(facts.function.body)
            record_facts(function_labels, rewriter.successors)
        if steps.tie:
            rewriter.renew()
            ties.tie_values(rewriter, facts.derived.state.prover)
            clean(facts.function.body)
            # Ties compute sizes that nothing computed before; what reads them supposes no wrap.
            facts.shapes.state.supposes_no_wrap |= computes_sizes(facts.function.body)
            rewriter.discoveries.note()
        rewriter.sizes.made.arrange(facts.function.body)
        if steps.keep_signature:
            # Casts at the boundary name sizes that had no name when the function was analysed.
            rewriter.discoveries.note()
        rewriter.discoveries.note_types()
        discoveries += rewriter.discoveries.count
    if steps.annotate:
        labels.keep_the_rest([facts.bindings.sizes for facts in analysis.functions])
        write_constraints(module, labels, simplified=True, effort=effort)
    if not was_spent:
        note_spent(effort, "the shape analysis")
    if any(facts.shapes.state.supposes_no_wrap for facts in analysis.functions):
        module.attributes[NO_WRAP] = UnitAttr()
    return discoveries


def computes_sizes(body: Region) -> bool:
    """True when a function does arithmetic on `index` values."""
    return any(isinstance(op, ARITHMETIC) and op.results[0].type == INDEX for op in body.walk())


def rewrite(facts: FunctionFacts, steps: Steps) -> Rewriter:
    """Simplify one function until nothing changes; the rewriter that did it."""
    rewriter = Rewriter(facts.shapes, use_rules=steps.simplify)
    for walks in range(1, MAX_WALKS + 1):
        before = rewriter.changes
        rewriter.rewind()
        rewriter.run()
        if rewriter.changes == before:
            break
        count("shape-optimization: walks", walks)
    drop_dead(facts.function.body)
    if len(rewriter.sizes.made):
        rewriter.renew()
    ShapeComputation(rewriter).run()
    clean(facts.function.body)
    statistics = facts.shapes.solver.statistics
    count("shape-optimization: operations visited", facts.shapes.visited)
    count("shape-optimization: relations run", statistics.runs)
    count("shape-optimization: relations run again", statistics.reruns)
    count("shape-optimization: relations discharged", statistics.discharged)
    count("shape-optimization: symbols learned about", statistics.changes)
    count("shape-optimization: changes", rewriter.changes)
    return rewriter


def clean_module(module: ModuleOp) -> None:
    """Drop what is computed twice or not used, everywhere; fold constant shapes."""
    fold_shapes(module)
    clean(module.body)


def fold_shapes(module: ModuleOp) -> bool:
    """Fold constant shapes; whether there were any."""
    if not any(op.name.startswith("shape.") for op in module.walk()):
        return False
    from disc_shape.dialects.shape.canonical import simplify

    return simplify(module)
