"""What each engine takes: the steps that turn an optimized program into it."""

from __future__ import annotations

from typing import Literal

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.linalg.ops import GenericOp
from xdsl.ir import Block, SSAValue

from disc_shape.analysis.call_graph import entry_function
from disc_shape.analysis.module import ShapeAnalysis
from disc_shape.decompositions.legalize import legalize_chlo
from disc_shape.exporting.assumptions import ArgumentFacts, state_facts
from disc_shape.exporting.export import export_stablehlo
from disc_shape.exporting.iree import (
    copy_initial_values,
    has_unsigned_numbers,
    read_windows,
    rejected_by_iree,
)
from disc_shape.exporting.loops import drop_invariant_values
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
    if engine == "mlir":
        convert(module)
        return
    analysis = ShapeAnalysis(module)
    function = entry_function(module)
    facts = next(one for one in analysis.functions if one.function is function)
    known = ArgumentFacts.of(facts)
    if has_unsigned_numbers(module):
        convert(module, analysis=analysis)
    else:
        convert(module, rejected_by_iree, analysis)
        export_stablehlo(module, "index")
    state_facts(function, known)
    for op in list(post_order(module)):
        drop_invariant_values(op)
    copies: dict[tuple[Block | None, SSAValue], SSAValue] = {}
    for op in list(module.walk()):
        copy_initial_values(op, copies)
        if isinstance(op, GenericOp):
            read_windows(op)
