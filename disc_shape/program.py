"""
Programs from Python, in one line each.

    import disc_shape

    program = disc_shape.load("model.mlir").optimize()
    program.symbols                     # what every `?` is
    program.facts()                     # what is known of them
    program.explain("s % 4 == 0")       # yes, no or unknown, and why
    program.run(x, w)                   # on numpy arrays, by the reference semantics

`load` and `parse` read whatever `disc-opt` reads, and `load` compiled programs as well. All passes
remain plain xDSL passes: the `ModuleOp` is `program.module`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass, PassPipeline
from xdsl.utils.arg_spec import parse_pipeline

from disc_shape.analysis.call_graph import entry_function
from disc_shape.archives import BEGINNINGS, COMPILED, LONGEST
from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects import factories
from disc_shape.errors import OperationError, UserError
from disc_shape.lazy import load as load_lazily
from disc_shape.passes import PASSES
from disc_shape.reading.input import Contents, contents, decode, opened
from disc_shape.reporting.findings import Findings
from disc_shape.reporting.found import Explanation, FactInfo, GuardInfo, SymbolInfo
from disc_shape.reporting.questions import answer_to, facts_of, guards_of, symbols_of
from disc_shape.symbolic import parse_cond
from disc_shape.tools import errors
from disc_shape.tools.constants import LargeConstantPrinter
from disc_shape.tools.source import SourceMap, SourceParser
from disc_shape.tools.verified import VerifiedOperations
from disc_shape.tools.verifier import InvalidOperation, verify_operations, verify_order
from disc_shape.universe import everything

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike

    from disc_shape.interpreters import Report
    from disc_shape.interpreters.kernels.arrays import Array
    from disc_shape.reporting.report import Report as ProgramReport

BUFFERS = "shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,deallocate-buffers"
"""The passes that lower a program to buffers."""

TO_HLO = {
    "relax": "relax-normalize,relax-infer,convert-relax-to-hlo",
    "relay": "relay-infer-types,relay-monomorphize,convert-relay-to-hlo",
}
"""The passes that lower programs of Relax and Relay, by the dialect of their functions."""


class ProgramError(UserError):
    """A program that cannot be read, or whose facts contradict each other: `file:line:col: ...`."""


def read_any(path: str | Path) -> object:
    """A program as text, or a compiled one; raises as `load` does."""
    with opened(str(path)) as stream:
        data = contents(stream)  # Once: a pipe has nothing more.
        if data[:LONGEST].startswith(BEGINNINGS):
            return cast("Callable[[str | Path], object]", load_lazily(COMPILED))(path)
        return _read(data, str(path))


def read_program(path: str | Path) -> Program:
    """Read a program from text in a file; raises as `load` does."""
    with opened(str(path)) as stream:
        return _read(contents(stream), str(path))


def parse(text: str, name: str = "<text>") -> Program:
    """Read a program from text; `name` stands for the file in messages. Raises `ProgramError`."""
    return _read(text.encode(), name)


def context_of_everything() -> Context:
    """A context with the dialects that `disc-opt` has: ours, and all that xDSL discovers."""
    context = Context()
    for dialect, factory in {**everything().all_dialects, **factories()}.items():
        context.register_dialect(dialect, factory)
    return context


def _read(data: Contents, name: str) -> Program:
    source = SourceMap(name, "")
    context = context_of_everything()
    parser: SourceParser | None = None
    try:
        source.text = decode(data)
        parser = SourceParser(context, source)
        module = parser.parse_module()
        if verify_operations(module, VerifiedOperations()) or parser.ahead.met:
            verify_order(module)
    except InvalidOperation as invalid:
        cause = invalid.__cause__ or invalid
        raise ProgramError(
            str(errors.operation_failure(cause, invalid.operation, source))
        ) from cause
    except Exception as error:
        position = 0 if parser is None else parser.pos
        raise ProgramError(str(errors.parse_failure(error, source, position))) from error
    return Program(module, source)


def run_passes(module: ModuleOp, pipeline: str) -> None:
    """
    Change a module by the passes of a pipeline, ours and xDSL's. Raises what they raise, and
    `ProgramError` for an unknown one.
    """
    from xdsl.transforms import get_all_passes

    others, passes = get_all_passes(), list[ModulePass]()
    for spec in parse_pipeline(pipeline):
        if spec.name in PASSES:
            found = cast("type[ModulePass]", load_lazily(PASSES[spec.name]))
        elif spec.name in others:
            found = others[spec.name]()
        else:
            raise ProgramError(f"unknown pass '{spec.name}'")
        passes.append(found.from_spec(spec))
    PassPipeline(tuple(passes)).apply(context_of_everything(), module)


def passes_to_hlo(module: ModuleOp) -> str | None:
    """The passes that lower a module of Relax or Relay to HLO; None for other modules."""
    found = (TO_HLO.get(op.dialect_name()) for op in module.body.block.ops)
    return next((pipeline for pipeline in found if pipeline is not None), None)


def lower_to_hlo(module: ModuleOp) -> None:
    """
    Replace the functions of a module of Relax or Relay by functions of HLO; others stay. Raises
    `OperationError` where it does not lower.
    """
    if (pipeline := passes_to_hlo(module)) is not None:
        run_passes(module, pipeline)


@dataclass(eq=False, repr=False)
class Program:
    """A program and what is known of its sizes."""

    module: ModuleOp
    """The program in IR, for passes of xDSL's and one's own."""
    source: SourceMap = field(default_factory=lambda: SourceMap("<module>", ""))
    """Where the operations stood in the text that was read."""
    origin: ModuleOp | None = None
    """The program before `optimize`, on which facts and guards are explained."""

    def __repr__(self) -> str:
        count = sum(1 for op in self.module.walk() if op is not self.module)
        return f"<Program of {self.source.name}: {count} operations>"

    @property
    def text(self) -> str:
        """The program as text, with the data that its attributes name."""
        stream = StringIO()
        printer = LargeConstantPrinter(stream=stream)
        printer.print_op(self.module)
        printer.print_metadata((Builtin,))
        return stream.getvalue() + "\n"

    def optimize(self, *, entry: str = "", keep_signature: bool = False) -> Program:
        """
        A copy after `shape-optimization`: types carry symbols, facts stand in the constraint graph.
        Raises `ProgramError` when facts contradict each other.
        """
        from disc_shape.passes.shape_optimization import optimize_shapes

        copy = self.copy()
        try:
            optimize_shapes(copy.module, entry=entry, keep_signature=keep_signature)
        except OperationError as error:
            raise ProgramError(
                str(errors.operation_failure(error, copy.module, self.source))
            ) from error
        copy.origin = self.copy().module if self.origin is None else self.origin
        return copy

    def lower(self, pipeline: str = BUFFERS) -> Program:
        """A copy after a pass pipeline; by default the one that lowers to buffers."""
        copy = self.copy()
        run_passes(copy.module, pipeline)
        return copy

    def copy(self) -> Program:
        """The same program, to be changed by itself."""
        module = self.module.clone()
        self.source.copy_positions(self.module, module)
        return Program(module, self.source, self.origin)

    @property
    def symbols(self) -> list[SymbolInfo]:
        """The symbols, in order; before `optimize` those that the program would have after."""
        return symbols_of(self._findings)

    def facts(self) -> list[FactInfo]:
        """
        The predicates of the constraint graph, each with its status, the facts that suffice for it
        and the operation that states it; as for `symbols` those that `optimize` writes.
        """
        return facts_of(self._findings)

    @property
    def guards(self) -> list[GuardInfo]:
        """
        The checks that the program makes when it runs, over the names of symbols: those that no
        facts before them imply, each with sizes that it refuses, where some are found.
        """
        return [one for one in guards_of(self._findings) if one.verdict != "decided"]

    def explain(self, question: str, *, entry: str | None = None) -> Explanation:
        """
        Whether a condition over symbols, such as `s % 4 == 0`, holds in every legal run, and why.
        Raises `ProgramError` for a condition that cannot be read or names no symbol of the program.
        """
        try:
            condition = parse_cond(question)
        except ValueError as error:
            raise ProgramError(f"'{question}': {errors.one_line(str(error))}") from error
        findings = self._findings
        wanted = entry_function(findings.optimized, entry)
        function = next(one for one in findings.functions if one.after.function is wanted)
        sizes = function.names.sizes
        unknown = [one.name for one in condition.symbols if one.name not in sizes]
        if unknown:
            names = ", ".join(sizes) or "none"
            raise ProgramError(f"'{question}': no symbol '{unknown[0]}' (the program has {names})")
        return answer_to(question, condition, function, findings)

    def report(self) -> ProgramReport:
        """
        The report: `report.save("out.html")` writes a page, and text under every other extension.
        """
        from disc_shape.reporting.report import Report

        return Report.of(self._findings, self.source.name)

    def run(self, *arrays: ArrayLike, entry: str | None = None) -> list[Array]:
        """
        The results on numpy arrays, by the reference semantics. Raises `GuardError` when a check of
        the program fails, `OperationError` for arrays that do not fit it. Needs numpy.
        """
        from disc_shape.interpreters import run

        return run(self.module, *arrays, entry=entry)

    def check(self, *arrays: ArrayLike, entry: str | None = None) -> Report:
        """Run, and compare each claim on sizes with the run; raises `ClaimError` at a false one."""
        from disc_shape.interpreters import check

        return check(self.module, *arrays, entry=entry)

    def location(self, op: Operation) -> str:
        """`file:line:col` of an operation that was read, else the name of the file."""
        return self.source.of(op)

    def _repr_html_(self) -> str:
        """How notebooks show a program: its report."""
        from disc_shape.reporting.page import framed

        return framed(self.report().html)

    @cached_property
    def _findings(self) -> Findings:
        """What is known of the program, or of a copy after `shape-optimization`."""
        original, module = self.origin or self.module, self.module
        if not saved_constraints(module).symbols:
            module = self.optimize().module
        try:
            return Findings(original, module, self.source)
        except OperationError as error:
            raise ProgramError(
                str(errors.operation_failure(error, self.module, self.source))
            ) from error
