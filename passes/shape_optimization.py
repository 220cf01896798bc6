"""The composite pass: everything that disc_shape does to a program on tensors."""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.passes import ModulePass

from disc_shape.analysis.front_end_names import collect_front_end_names, mark_front_end_names
from disc_shape.constraints.types import restore_signature
from disc_shape.dialects.disc_shape.legacy import convert_legacy
from disc_shape.frontends.arguments import import_facts
from disc_shape.rewriting.inlining import inline_private_functions, remove_unused_functions
from disc_shape.rewriting.snapshot import snapshot
from disc_shape.rewriting.steps import (
    SolvedModule,
    canonicalize,
    finish,
    fold_shapes,
    materialize_sizes,
    simplify,
    solve,
    tie_sizes,
    write_graph,
    write_types,
)
from disc_shape.symbolic import Effort
from disc_shape.traversal import Census

MAX_RUNS = 8
"""
Almost always one run infers everything. Another one follows changes from which an analysis may
infer more, until nothing changes.
"""


@dataclass(frozen=True)
class ShapeOptimizationPass(ModulePass):
    """
    Find every relation between dimensions, write it into the IR, and simplify the program by it.

    Private functions are inlined, common subexpressions are eliminated, the relations of all
    operations are solved, and the result is used: types are refined, proved guards are removed,
    dynamic operations become static or are removed, and one value is used for each distinct size.
    Types then carry symbols, and the constraint graph holds the facts about symbols. Running the
    pass on its own output changes nothing.

    Before:

        func.func @main(%0: tensor<?x10xf32>, %1: tensor<10x?xf32>) -> tensor<?x?xf32> {
          %2 = stablehlo.add %0, %1 : (tensor<?x10xf32>, tensor<10x?xf32>) -> tensor<?x?xf32>
          return %2 : tensor<?x?xf32>
        }

    After:

        func.func @main(%0: tensor<10x10xf32>, %1: tensor<10x10xf32>) -> tensor<10x10xf32> {
          %2 = stablehlo.add %0, %1 : tensor<10x10xf32>
          return %2 : tensor<10x10xf32>
        }

    Options:

    - `entry`: the function to optimize, with the decompositions of its composites; all functions
      with a body when empty.
    - `inline`: inline private functions first.
    - `keep-signature`: leave the types of function arguments and results as they are, and cast at
      the boundary.
    - `keep-tie-shape`: tie the sizes to every dynamic value with `disc_shape.tie_shape`, for
      bufferization.

    Calls that are not inlined are analysed as well: the relations between arguments and results of
    a function are instantiated for each call, and a relation between operands that holds at all
    calls of a private function holds inside it.

    Limitations: facts about a private function take all of its callers into account; they do not
    hold when it is run by itself. Nothing is inferred for calls of a function that calls itself.
    """

    name = "shape-optimization"

    entry: str = ""
    inline: bool = True
    keep_signature: bool = False
    keep_tie_shape: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Optimize a module; raises `OperationError` when its facts contradict each other."""
        optimize_shapes(
            op,
            entry=self.entry,
            inline=self.inline,
            keep_signature=self.keep_signature,
            keep_tie_shape=self.keep_tie_shape,
        )


def optimize_shapes(
    module: ModuleOp,
    *,
    entry: str = "",
    inline: bool = True,
    keep_signature: bool = False,
    keep_tie_shape: bool = False,
) -> None:
    """
    The pass as a function, for other pipelines; the options are those of the pass.

    Raises `OperationError` when the facts of the module contradict each other. The first run almost
    always detects that, before it annotates anything.
    """
    census = Census.of(module)
    if convert_legacy(module, census):
        census = Census.of(module)
    signatures = [
        (op, op.function_type)
        for op in module.body.block.ops
        if keep_signature and isinstance(op, FuncOp) and op.body.blocks
    ]
    census = Census.of(module) if import_facts(module, census) else census
    for function, types in signatures:
        restore_signature(function, types)
    # Options ask for steps that are changes each time; else most programs are analysed once.
    before = snapshot(module) if keep_signature or keep_tie_shape else None
    effort = Effort()
    for _ in range(MAX_RUNS):
        solved = stage_one(
            module, census, entry, inline=inline, keep_signature=keep_signature, effort=effort
        )
        is_decided = solved.has_decided_sizes
        if is_decided and before is None:
            before = snapshot(module)
        discoveries = stage_two(solved, keep_tie_shape=keep_tie_shape)
        removed = inline and remove_unused_functions(module)
        if not (removed or discoveries or is_decided or fold_shapes(module)):
            break
        after = snapshot(module)
        if after == before:
            break
        before, census = after, Census.of(module)


def stage_one(
    module: ModuleOp,
    census: Census,
    entry: str,
    *,
    inline: bool,
    keep_signature: bool,
    effort: Effort,
) -> SolvedModule:
    """
    Make every size explicit: an expression over the sizes of arguments, equal sizes the same one.
    No step adds operations of the kinds that the others look up in the `census` of the module.
    """
    has_names = mark_front_end_names(module, census)
    if inline:
        inline_private_functions(module, keep_names=False)
    canonicalize(module, census)
    names = collect_front_end_names(module) if has_names else None
    return solve(
        module,
        entry,
        keep_signature=keep_signature,
        front_end_names=names,
        effort=effort,
        census=census,
    )


def stage_two(solved: SolvedModule, *, keep_tie_shape: bool) -> int:
    """
    Simplify the program by what stage one has inferred, and write it into the IR. Returns how many
    changes were made from which another analysis may infer more.
    """
    simplify(solved)
    materialize_sizes(solved, explicit=keep_tie_shape)
    write_types(solved)
    if keep_tie_shape:
        tie_sizes(solved)
    write_graph(solved)
    return finish(solved)
