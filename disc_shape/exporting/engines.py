"""What each engine takes: the steps that turn an optimized program into it."""

from __future__ import annotations

from typing import Literal

from xdsl.dialects import tensor
from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Operation

from disc_shape.analysis.call_graph import is_private
from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.decompositions.legalize import legalize_chlo
from disc_shape.dialects.hlo.control_flow import WhileOp
from disc_shape.dialects.hlo.windowed import SortOp
from disc_shape.exporting.assumptions import ArgumentFacts, state_facts
from disc_shape.exporting.dimensions import choose_dimensions
from disc_shape.exporting.export import check_divisors, export_stablehlo, functions_of
from disc_shape.exporting.iree import (
    fill_splat,
    has_unsigned_numbers,
    read_windows,
    refuse,
    rejected_by_iree,
    widen_index,
)
from disc_shape.exporting.iree_bodies import hoist_assertions
from disc_shape.exporting.iree_complex import split_product
from disc_shape.exporting.iree_contractions import hide_broadcasts
from disc_shape.exporting.iree_conversions import round_to_bf16
from disc_shape.exporting.iree_functions import expand_wrong_functions
from disc_shape.exporting.iree_loops import (
    branch_loops,
    has_known_sizes,
    separate_carried_values,
    separate_yielded_values,
    tie_carried_values,
    unroll_loop,
)
from disc_shape.exporting.iree_reshapes import hide_insertion, hide_sizes
from disc_shape.exporting.iree_sorting import sort_stably
from disc_shape.exporting.loops import drop_invariant_values
from disc_shape.exporting.scalars import ScalarElements
from disc_shape.linalg_conversion import convert
from disc_shape.traversal import post_order

EngineName = Literal["iree", "xla", "mlir"]


def export_for_engine(module: ModuleOp, engine: EngineName) -> None:
    """
    Write an optimized module as an engine takes it; `OperationError` for an operation that has no
    form in it.
    """
    if engine == "xla":
        export_stablehlo(module, "stablehlo")
        return
    legalize_chlo(module)
    for function in functions_of(module):
        check_divisors(function, ScalarElements())
    if engine == "mlir":
        convert(module)
        return
    choose_dimensions(module)
    for op in list(post_order(module)):
        if isinstance(op, WhileOp):
            unroll_loop(op)
        split_product(op)
    analysis = ShapeAnalysis(module)
    known = [
        (one.function, ArgumentFacts.of(one))
        for one in analysis.functions
        if not is_private(one.function)
    ]
    if has_unsigned_numbers(module):
        convert(module, analysis=analysis, marks=True)
    else:
        convert(module, rejected_by_iree, analysis, marks=True)
        export_stablehlo(module, "index")
    for function, facts in known:
        state_facts(function, facts)
    for op in list(post_order(module)):
        drop_invariant_values(op)
    tie_loops(module)
    for op in list(module.walk()):
        refuse(op)
        hoist_assertions(op)
        hide_sizes(op)
        hide_insertion(op)
        hide_broadcasts(op)
        widen_index(op)
        round_to_bf16(op)
        if isinstance(op, GenericOp):
            read_windows(op)
        elif isinstance(op, SortOp):
            sort_stably(op)
        elif isinstance(op, tensor.SplatOp):
            fill_splat(op)
        else:
            separate_carried_values(op)
            separate_yielded_values(op)
    for function in functions_of(module):
        expand_wrong_functions(function)
        branch_loops(function)


def tie_loops(module: ModuleOp) -> None:
    """State the sizes of what loops carry."""
    if any(map(carries_sizes, module.walk())):
        for one in ShapeAnalysis(module).functions:
            # What is tied is a new value, of which the analysis knows nothing: users come first.
            for op in reversed([op for op in one.function.walk() if carries_sizes(op)]):
                tie_carried_values(op, one.shapes)


def carries_sizes(op: Operation) -> bool:
    """Whether an operation is a loop that carries tensors of unknown sizes."""
    return isinstance(op, WhileOp) and not all(map(has_known_sizes, op.operands))
