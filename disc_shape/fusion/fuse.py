"""Fusion of a whole module."""

from __future__ import annotations

from collections.abc import Container
from typing import cast

from xdsl.dialects import func, scf
from xdsl.dialects.builtin import ArrayAttr, ModuleOp, SymbolRefAttr
from xdsl.ir import Attribute, Block, Operation

from disc_shape import statistics
from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.class_table import Kind
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.shape import AssumingOp
from disc_shape.fusion.facts import Facts, Level
from disc_shape.fusion.kernels import Limits
from disc_shape.fusion.known_sizes import forward_sizes, list_scalars
from disc_shape.fusion.outline import outline
from disc_shape.fusion.planner import plan
from disc_shape.fusion.reader import read_graph
from disc_shape.relations.guards import is_guard
from disc_shape.traversal import erase_dead, operations

HOLDS_KERNELS = Kind(
    AssumingOp,
    CaseOp,
    IfOp,
    WhileOp,
    func.FuncOp,
    scf.ForOp,
    scf.IfOp,
    scf.IndexSwitchOp,
    scf.WhileOp,
)
"""Operations whose regions hold kernels; those of others compute scalars, or are kernels."""

COMPUTATIONS = "called_computations"
"""The attribute of a custom call that names functions of scalars."""


def fuse(module: ModuleOp, limits: Limits, level: Level) -> None:
    """Group the operations of each block of a module into kernels."""
    facts = Facts(lambda: ShapeAnalysis(module), level)
    functions = [op for op in module.ops if isinstance(op, func.FuncOp)]
    for function in functions:
        forward_sizes(function.body)
        list_scalars(function.body)
        erase_dead(function.body)
    guarded: set[Operation] = set()
    for function in functions:
        guarded |= before_guards(function)
    for block in blocks_of(module):
        fuse_block(block, facts, limits, guarded)
    for function in functions:
        erase_dead(function.body)  # Members whose copies in regions are all that is read.


def blocks_of(module: ModuleOp) -> list[Block]:
    """The blocks of a module that hold programs on tensors."""
    scalar = scalar_functions(module)
    return [
        block
        for op in operations(module.body)
        if HOLDS_KERNELS[type(op)] and not is_skipped(op, scalar)
        for region in op.regions
        for block in region.blocks
    ]


def before_guards(function: func.FuncOp) -> set[Operation]:
    """
    The operations that a guard follows in the text: a check, or a call, which may hold one. What a
    guard establishes, or an operation after it, holds there only if the guard will pass.
    """
    ops = operations(function.body)
    while ops and not (is_guard(ops[-1]) or isinstance(ops[-1], func.CallOp)):
        ops.pop()
    return set(ops)


def is_skipped(op: Operation, scalar: set[str]) -> bool:
    """Whether an operation is a function that is no program: the graph, or one of scalars."""
    return isinstance(op, func.FuncOp) and op.sym_name.data in (GRAPH, *scalar)


def scalar_functions(module: ModuleOp) -> set[str]:
    """The functions that operations run on scalars, as they would a region."""
    found: set[str] = set()
    for op in operations(module.body):
        attr = op.get_attr_or_prop(COMPUTATIONS)
        names = cast("ArrayAttr[Attribute]", attr).data if isinstance(attr, ArrayAttr) else ()
        found.update(one.string_value() for one in names if isinstance(one, SymbolRefAttr))
    return found


def fuse_block(
    block: Block, facts: Facts, limits: Limits, guarded: Container[Operation] = ()
) -> None:
    """Group the operations directly in a block into kernels."""
    graph = read_graph(block, facts, guarded)
    made = plan(graph, facts, limits)
    for kernel in made.kernels:
        if outline(kernel, graph) is not None:
            statistics.count("hlo-fusion: kernels written as regions")
