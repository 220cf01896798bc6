"""`disc-opt --report`: the report of the program that the command reads."""

from __future__ import annotations

from pathlib import Path

from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.tools import errors
from disc_shape.tools.errors import Failure
from disc_shape.tools.source import SourceMap

KINDS = (".html", ".htm", ".txt")
"""The extensions of reports: a page, or text."""


def check_report(path: str, programs: int, program: str) -> None:
    """Refuse a file whose extension names no kind of report, and many programs in one report."""
    if Path(path).suffix.lower() not in KINDS:
        raise Failure(f"{program}: error: --report writes .html or .txt, not '{path}'")
    if programs > 1:
        raise Failure(f"{program}: error: --report takes one program")


def copy_of(module: ModuleOp, source: SourceMap) -> ModuleOp:
    """The program as it was read, for the report of what passes make of it."""
    copy = module.clone()
    source.copy_positions(module, copy)
    return copy


def write_report(path: str, original: ModuleOp, module: ModuleOp, source: SourceMap) -> None:
    """
    Write the report of a program after its passes; of one without symbols, that of the program
    after `shape-optimization`. Raises a `Failure` where its facts contradict each other.
    """
    from disc_shape.constraints.reader import saved_constraints
    from disc_shape.passes.shape_optimization import optimize_shapes
    from disc_shape.reporting.findings import Findings
    from disc_shape.reporting.report import Report

    optimized = module
    try:
        if not saved_constraints(module).symbols:
            optimized = copy_of(module, source)
            optimize_shapes(optimized)
        Report.of(Findings(original, optimized, source), Path(source.name).name).save(path)
    except OperationError as error:
        raise errors.operation_failure(error, module, source) from error
