"""
What was found in a program: the program before and after, and one analysis of each.

Facts and guards are explained on the program as it was read, with its private functions inlined:
there every operation has a position in the user's file. What only the program after its passes
states, such as a promise that a pass added, is explained there.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import BlockArgument, Operation, OpResult, SSAValue

from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.analysis.saved_facts import named_values
from disc_shape.constraints.reader import SavedConstraints, saved_constraints
from disc_shape.dialects.disc_shape import PredicateOp, value_symbols
from disc_shape.errors import OperationError
from disc_shape.frontends.arguments import import_facts
from disc_shape.locations import source_line
from disc_shape.reporting.found import Because, Signature
from disc_shape.reporting.names import Names
from disc_shape.reporting.signatures import ArgumentNames, signature_of
from disc_shape.reporting.source import Source
from disc_shape.rewriting.inlining import inline_private_functions
from disc_shape.symbolic import Cond, Expr, Reason, Truth

LAZY_LIMIT = 200
"""Facts and guards that are explained; the others are listed without reasons."""


@dataclass(eq=False)
class Function:
    """One function of the program after its passes, and the same one as it was read."""

    after: FunctionFacts
    before: FunctionFacts | None
    names: Names
    """The names of sizes in the program after."""
    old_names: Names | None
    """The names of sizes in the program before: those of arguments, and of operations that stay."""

    @property
    def name(self) -> str:
        """The name of the function."""
        return self.after.function.sym_name.data

    @property
    def is_public(self) -> bool:
        """Whether the function can be called from outside."""
        visibility = self.after.function.sym_visibility
        return visibility is None or visibility.data == "public"


class Findings:
    """
    A program as it was read and after its passes, and the answers to questions about both. Raises
    `OperationError` when the facts of the program after its passes contradict each other.
    """

    def __init__(self, original: ModuleOp, optimized: ModuleOp, source: Source) -> None:
        self.source = source
        self.optimized = optimized
        self.original = original
        self.argument_names = ArgumentNames(original)
        self.saved: SavedConstraints = saved_constraints(optimized)
        self.analysis = ShapeAnalysis(optimized)
        """The analysis of the program after its passes."""

    @cached_property
    def inlined(self) -> ModuleOp:
        """A copy of the program as it was read, with its private functions inlined."""
        inlined = self.original.clone()
        self.source.copy_positions(self.original, inlined)
        import_facts(inlined)
        inline_private_functions(inlined, keep_names=False)
        return inlined

    @cached_property
    def functions(self) -> list[Function]:
        """The functions, in order."""
        old: dict[str, FunctionFacts] = {}
        if self.original is not self.optimized:
            try:
                analysis = ShapeAnalysis(self.inlined)
                old = {facts.function.sym_name.data: facts for facts in analysis.functions}
            except OperationError:
                # A function that passes have removed may contradict itself.
                old = {}
        found: list[Function] = []
        for facts in self.analysis.functions:
            before = old.get(facts.function.sym_name.data)
            names = Names(facts, facts.bindings.sizes)
            sizes = {} if before is None else self._old_sizes(before, facts)
            found.append(
                Function(facts, before, names, None if before is None else Names(before, sizes))
            )
        return found

    def _old_sizes(self, before: FunctionFacts, after: FunctionFacts) -> dict[str, Expr]:
        """The size that each name denotes in the program before, where some value shows it."""
        sizes: dict[str, Expr] = {}
        for old, new in self._pairs(before.function, after.function):
            names = value_symbols(new)
            if names is None or not before.shapes.state.is_ranked(old):
                continue
            dims = before.shapes.state.raw_dims(old)
            if len(dims) == len(names):
                for name, size in zip(names, dims, strict=True):
                    if name is not None and self.saved.size(name) is None:
                        sizes.setdefault(name, size)
        return sizes

    def _pairs(self, before: FuncOp, after: FuncOp) -> Iterator[tuple[SSAValue, SSAValue]]:
        """Values of a function before, each with the value that it is after."""
        old_args, new_args = before.body.blocks[0].args, after.body.blocks[0].args
        if len(old_args) == len(new_args):
            yield from zip(old_args, new_args, strict=True)
        begins = (self.source.begin_of(op) for op in before.body.walk())
        old_ops: dict[int, Operation | None] = {}
        for op, begin in zip(before.body.walk(), begins, strict=True):
            if begin is not None:
                old_ops[begin] = None if begin in old_ops else op
        for op in after.body.walk():
            begin = self.source.begin_of(op)
            old = None if begin is None else old_ops.get(begin)
            if old is not None and len(old.results) == len(op.results):
                yield from zip(old.results, op.results, strict=True)

    # -- reasons

    def locate(self, op: Operation) -> str:
        """The line of the user's program that an operation comes from, else its own position."""
        line = source_line(op)
        return self.source.of(op) if line is None else line.position

    def because(self, reason: Reason, names: Names) -> Because:
        """A reason, with the position of its operation."""
        op = reason.handle if isinstance(reason.handle, Operation) else None
        location = "" if op is None else self.locate(op)
        text = names.describe(reason.text)
        if isinstance(op, PredicateOp):
            text = self._predicate_text(op, names) or text
            if self.source.begin_of(op) is None and source_line(op) is None:
                location = ""
        return Because(text, reason.status.value, location, self.source.line_of(op))

    def _predicate_text(self, op: PredicateOp, names: Names) -> str:
        """
        A predicate by the names of the program after its passes: the graph of the program before
        may call the same sizes otherwise.
        """
        for saved in (self._old_saved, self.saved):
            for fact in saved.facts:
                if fact.op is op:
                    sizes = names.facts.bindings.sizes
                    known: dict[Expr, Expr] = {
                        one: sizes[one.name] for one in fact.condition.symbols if one.name in sizes
                    }
                    condition = names.condition(fact.condition.substitute(known))
                    return f"'{condition}' in the graph"
        return ""

    @cached_property
    def _old_saved(self) -> SavedConstraints:
        """The symbols and facts of the program before."""
        return saved_constraints(self.inlined)

    def reasons_for(self, condition: Cond) -> tuple[Because, ...]:
        """Facts that suffice for a condition over names; empty where it is not implied."""
        for function in self.functions:
            for names in (function.old_names, function.names):
                asked = None if names is None else names.in_sizes(condition)
                if names is None or asked is None:
                    continue
                answer = names.prover.decide(asked)
                if answer.truth is Truth.YES:
                    chain = tuple(self.because(one, names) for one in answer.explain())
                    if [one.text for one in chain] == [f"'{condition}' in the graph"]:
                        return ()  # It is stated as it is, by no operation.
                    return chain or self.definition_of(condition, function)
        return ()

    def definition_of(self, condition: Cond, function: Function) -> tuple[Because, ...]:
        """Where the last symbol of a condition comes from that no argument has."""
        for symbol in reversed(condition.symbols):
            value = self.first_value(str(symbol.name), function)
            if isinstance(value, OpResult):
                text = f"{symbol.name} is a size of the result of '{value.op.name}'"
                where = self.locate(value.op)
                return (Because(text, "derived", where, self.source.line_of(value.op)),)
        return ()

    def first_value(self, name: str, function: Function) -> SSAValue | None:
        """The first value of the program after that has a size of this name."""
        return self._carriers(function).get(name, (None, 0))[0]

    def origin(self, name: str) -> tuple[str, Operation | None]:
        """Where a symbol comes from, in words: `dimension 1 of x`, and its operation."""
        for function in self.functions:
            value, index = self._carriers(function).get(name, (None, 0))
            if value is None:
                continue
            of_which = "" if len(self.functions) == 1 else f" of @{function.name}"
            if isinstance(value, OpResult):
                return f"dimension {index} of '{value.op.name}'{of_which}", value.op
            assert isinstance(value, BlockArgument)
            return f"dimension {index} of {self.argument_names.of(value)}{of_which}", None
        return "", None

    def _carriers(self, function: Function) -> dict[str, tuple[SSAValue | None, int]]:
        known = self._first_values.get(function)
        if known is None:
            known = self._first_values[function] = {}
            for value, _ in named_values(function.after.shapes):
                for index, name in enumerate(value_symbols(value) or ()):
                    if name is not None:
                        known.setdefault(name, (value, index))
        return known

    @cached_property
    def _first_values(self) -> dict[Function, dict[str, tuple[SSAValue | None, int]]]:
        return {}

    def signatures(self) -> list[Signature]:
        """The public functions, each dynamic size by its name or as an expression over names."""
        return [
            signature_of(one.after.function, one.names, self.argument_names)
            for one in self.functions
            if one.is_public
        ]
