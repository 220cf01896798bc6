"""
Programs from Python, in one line each.

    import disc_shape

    program = disc_shape.load("model.mlir").optimize()
    program.symbols                     # what every `?` is
    program.facts()                     # what is known of them
    program.explain("s % 4 == 0")       # yes, no or unknown, and why
    program.run(x, w)                   # on numpy arrays, by the reference semantics

`load` and `parse` read whatever `disc-opt` reads. All passes remain plain xDSL passes: the
`ModuleOp` is `program.module`.
"""

from __future__ import annotations

import html
from dataclasses import dataclass, field
from functools import cached_property
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, cast

from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass, PassPipeline
from xdsl.universe import Universe
from xdsl.utils.arg_spec import parse_pipeline

from disc_shape.analysis.call_graph import entry_function
from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.constraints.reader import saved_constraints
from disc_shape.dialects import factories
from disc_shape.errors import OperationError
from disc_shape.lazy import load as load_lazily
from disc_shape.passes import PASSES
from disc_shape.symbolic import Cond, Expr, Reason, parse_cond, sym
from disc_shape.tools import errors
from disc_shape.tools.constants import LargeConstantPrinter
from disc_shape.tools.source import SourceMap, SourceParser, decode
from disc_shape.tools.verified import VerifiedOperations
from disc_shape.tools.verifier import InvalidOperation, verify_operations, verify_order

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from disc_shape.interpreters import Report
    from disc_shape.interpreters.kernels.arrays import Array

BUFFERS = "shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,deallocate-buffers"
"""The passes that lower a program to buffers."""


class ProgramError(ValueError):
    """A program that cannot be read, or whose facts contradict each other: `file:line:col: ...`."""


@dataclass(frozen=True)
class SymbolInfo:
    """One symbol of a program."""

    name: str
    value: int | None
    """The number that it is, if that is known."""
    ranges: tuple[tuple[int, int | None], ...]
    """Closed intervals, one of which holds its number; None for no upper bound."""
    likely_values: tuple[int, ...]

    def __str__(self) -> str:
        if self.value is not None:
            return f"{self.name} = {self.value}"
        ends = (f"[{low}, {'?' if high is None else high}]" for low, high in self.ranges)
        likely = f", likely {', '.join(map(str, self.likely_values))}" if self.likely_values else ""
        return f"{self.name} in {' or '.join(ends)}{likely}"


@dataclass(frozen=True)
class FactInfo:
    """One predicate of the constraint graph."""

    condition: str
    """The condition over the names of symbols, such as `s % 4 == 0`."""
    status: str
    """`derived` (every legal run), `guarded` (checked by the program) or `assumed` (promised)."""
    location: str
    """`file:line:col` of the predicate."""

    def __str__(self) -> str:
        return f"{self.condition} ({self.status})"


@dataclass(frozen=True)
class Explanation:
    """The answer to a question about sizes, with the facts that lead to it."""

    question: str
    answer: str
    """`yes` and `no` hold for every legal run; else `unknown`."""
    reasons: tuple[str, ...]
    """A chain of facts for yes and no; for unknown two assignments that differ, if found."""

    def __str__(self) -> str:
        return "\n".join([f"{self.question}: {self.answer}", *(f"  {one}" for one in self.reasons)])


def load(path: str | Path) -> Program:
    """
    Read a program from a file, as `disc-opt` does. Raises `ProgramError` for text that cannot be
    read or is no valid program, `OSError` for files that cannot be opened.
    """
    return _read(Path(path).read_bytes(), str(path))


def parse(text: str, name: str = "<text>") -> Program:
    """Read a program from text; `name` stands for the file in messages. Raises `ProgramError`."""
    return _read(text.encode(), name)


def context_of_everything() -> Context:
    """A context with the dialects that `disc-opt` has: ours, and all that xDSL discovers."""
    context = Context()
    for dialect, factory in {**Universe.get_multiverse().all_dialects, **factories()}.items():
        context.register_dialect(dialect, factory)
    return context


def _read(data: bytes, name: str) -> Program:
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


@dataclass(eq=False)
class Program:
    """A program and what is known of its sizes."""

    module: ModuleOp
    """The program in IR, for passes of xDSL's and one's own."""
    source: SourceMap = field(default_factory=lambda: SourceMap("<module>", ""))
    """Where the operations stood in the text that was read."""

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
        return copy

    def lower(self, pipeline: str = BUFFERS) -> Program:
        """A copy after a pass pipeline; by default the one that lowers to buffers."""
        from xdsl.transforms import get_all_passes

        copy, context = self.copy(), context_of_everything()
        others, passes = get_all_passes(), list[ModulePass]()
        for spec in parse_pipeline(pipeline):
            if spec.name in PASSES:
                found = cast("type[ModulePass]", load_lazily(PASSES[spec.name]))
            elif spec.name in others:
                found = others[spec.name]()
            else:
                raise ProgramError(f"unknown pass '{spec.name}'")
            passes.append(found.from_spec(spec))
        PassPipeline(tuple(passes)).apply(context, copy.module)
        return copy

    def copy(self) -> Program:
        """The same program, to be changed by itself."""
        return Program(self.module.clone(), self.source)

    @property
    def symbols(self) -> list[SymbolInfo]:
        """The symbols, in order; before `optimize` those that the program would have after."""
        return [
            SymbolInfo(name, op.size, tuple(op.intervals), tuple(op.likely))
            for name, op in saved_constraints(self._named_program.module).symbols.items()
        ]

    def facts(self) -> list[FactInfo]:
        """The predicates of the constraint graph; as for `symbols` those that `optimize` writes."""
        return [
            FactInfo(str(fact.condition), fact.status.value, self.location(fact.op))
            for fact in saved_constraints(self._named_program.module).facts
        ]

    @property
    def guards(self) -> list[str]:
        """
        The conditions that the program checks when it runs, over the names of symbols: those that
        no other facts imply.
        """
        return [
            self._named(guard.condition, facts)
            for facts in self._named_program._analysis.functions
            for guard in facts.shapes.guards
            if not guard.proved
        ]

    def explain(self, question: str, *, entry: str | None = None) -> Explanation:
        """
        Whether a condition over symbols, such as `s % 4 == 0`, holds in every legal run, and why.
        Raises `ProgramError` for a condition that cannot be read or names no symbol of the program.
        """
        facts = self._named_program._facts_of(entry)
        sizes = facts.bindings.sizes
        try:
            condition = parse_cond(question)
        except ValueError as error:
            raise ProgramError(f"'{question}': {errors.one_line(str(error))}") from error
        unknown = [one.name for one in condition.symbols if one.name not in sizes]
        if unknown:
            names = ", ".join(sizes) or "none"
            raise ProgramError(f"'{question}': no symbol '{unknown[0]}' (the program has {names})")
        values: dict[Expr, Expr] = {one: sizes[one.name] for one in condition.symbols}
        answer = facts.shapes.state.prover.decide(condition.substitute(values))
        reasons = tuple(self._described(reason, facts) for reason in answer.explain())
        return Explanation(question, answer.truth.value, reasons)

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
        """How notebooks show a program: its symbols, its facts, its text."""
        rows = "".join(f"<li><code>{html.escape(str(one))}</code></li>" for one in self.symbols)
        facts = "".join(f"<li><code>{html.escape(str(one))}</code></li>" for one in self.facts())
        return (
            f"<b>symbols</b><ul>{rows}</ul><b>facts</b><ul>{facts}</ul>"
            f"<details><summary>text</summary><pre>{html.escape(self.text)}</pre></details>"
        )

    @cached_property
    def _named_program(self) -> Program:
        """The program with symbols: itself, or a copy after `shape-optimization`."""
        return self if saved_constraints(self.module).symbols else self.optimize()

    @cached_property
    def _analysis(self) -> ShapeAnalysis:
        return ShapeAnalysis(self.module)

    def _facts_of(self, entry: str | None) -> FunctionFacts:
        function = entry_function(self.module, entry)
        return next(one for one in self._analysis.functions if one.function is function)

    def _named(self, condition: Cond | None, facts: FunctionFacts) -> str:
        """A condition over the names of symbols, where sizes have names."""
        if condition is None:
            return "a condition that is not on sizes"
        canonical = facts.shapes.state.prover.canonical
        names: dict[Expr, Expr] = {}
        for name, size in facts.bindings.sizes.items():
            names.setdefault(canonical(size), sym(name))
        known: dict[Expr, Expr] = {
            one: names[size] for one in condition.symbols if (size := canonical(one)) in names
        }
        return str(condition.substitute(known))

    def _described(self, reason: Reason, facts: FunctionFacts) -> str:
        """A reason with the position of its operation, in terms of symbols."""
        text = str(reason)
        for name, size in facts.bindings.sizes.items():
            text = text.replace(str(size), name) if size.constant is None else text
        op = reason.handle
        return f"{self.location(op)}: {text}" if isinstance(op, Operation) else text
