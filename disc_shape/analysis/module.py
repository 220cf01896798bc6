"""The analysis of a whole module, and the questions that can be asked of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.dialects import func
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue

from disc_shape.analysis.callers import Callers, Entry, agreement_of
from disc_shape.analysis.calls import (
    ModuleSchemes,
    Scheme,
    Schemes,
    ShapeResults,
    scheme_of,
)
from disc_shape.analysis.correspondence import Correspondence
from disc_shape.analysis.equal_sizes import merge_equal_sizes
from disc_shape.analysis.saved_facts import Bindings, Carried
from disc_shape.analysis.shape_analysis import FunctionShapes, Skipped
from disc_shape.analysis.site_facts import NOTHING, Agreement, Site
from disc_shape.constraints.callees import callee_of, functions_in
from disc_shape.constraints.reader import SavedConstraints, saved_constraints
from disc_shape.dialects.disc_shape import GRAPH
from disc_shape.errors import OperationError
from disc_shape.relations.size_table import Dims
from disc_shape.symbolic import Answer, Effort, Expr, Prover, Reason, Status, compare, const

Size: TypeAlias = "tuple[SSAValue, int] | Expr | int"
"""
A size in a question: one dimension of a value, an expression over answers of `dims`, or a number.
"""


@dataclass
class FunctionFacts:
    """The facts about one function."""

    function: func.FuncOp
    bindings: Bindings
    derived: FunctionShapes
    """
    The facts that operations alone imply; the same as `shapes` in a function without guards and
    assumptions.
    """
    derived_sizes: Mapping[str, Expr]
    """The size of each name of the module in `derived`."""

    def __post_init__(self) -> None:
        states = self.shapes.state, self.derived.state
        self._alone = None if self.is_implied else Correspondence(*states)

    @property
    def shapes(self) -> FunctionShapes:
        """All facts, those of guards and assumptions included."""
        return self.bindings.shapes

    @property
    def is_implied(self) -> bool:
        """Whether operations alone imply all facts."""
        return self.derived is self.shapes

    @property
    def has_decided_sizes(self) -> bool:
        """Whether guards decide sizes of which operations alone say nothing."""
        return self._alone is not None and not self._alone.is_exact

    def alone(self, size: Expr) -> Expr:
        """A size of `shapes` in the symbols of `derived`."""
        return size if self._alone is None else self._alone.of(size)

    def implied(self, size: Expr) -> Expr:
        """What operations alone imply of a size of `shapes`, in the symbols of `derived`."""
        return self.derived.state.prover.canonical(self.alone(size))

    def implies(self, left: Expr, right: Expr) -> bool:
        """Whether operations alone imply that two sizes of `shapes` are equal."""
        equal = compare("==", self.alone(left), self.alone(right))
        return self.derived.state.prover.proves(equal)


def with_decompositions(entry: str, functions: Sequence[func.FuncOp]) -> list[func.FuncOp]:
    """
    The function called `entry` and the decompositions of composites in it, and in those, in the
    order of the module: inlining never merges them into the function.
    """
    by_name = {function.sym_name.data: function for function in functions}
    found: set[str] = set()
    work = [entry]
    while work:
        name = work.pop()
        if name in found or name not in by_name:
            continue
        found.add(name)
        for op in by_name[name].body.walk():
            callee = None if isinstance(op, func.CallOp) else callee_of(op)
            if callee is not None:
                work.append(callee)
    return [function for name, function in by_name.items() if name in found]


class ShapeAnalysis:
    """
    The facts about the sizes in a module.

        analysis = ShapeAnalysis(module)
        analysis.dims(value)                            # one expression per dimension
        analysis.equal((a, 0), (b, 1)).truth            # Truth.YES, Truth.NO or Truth.UNKNOWN
        analysis.equal((a, 0), (b, 1)).explain()        # the facts that imply it

    The analysis is a snapshot: it does not follow later changes of the module. `entry` names the
    only function to analyse, with the decompositions of its composites; all functions with a body
    when empty. The regions of `skipped` operations are left out where symbols name all sizes on
    their borders: nothing is known of the values inside. Raises `OperationError` when
    facts contradict each other, and when there is no such function.
    """

    def __init__(
        self,
        module: ModuleOp,
        entry: str = "",
        effort: Effort | None = None,
        skipped: Skipped = (),
    ):
        self._skipped = skipped
        self.effort = effort or Effort()
        """The work that the provers of all functions may do, together."""
        self.saved: SavedConstraints = saved_constraints(module)
        self._schemes = ModuleSchemes(
            Schemes(module, self._read_derived), Schemes(module, self._read_trusted)
        )
        functions = [
            op for op in functions_in(module) if op.body.blocks and op.sym_name.data != GRAPH
        ]
        if entry:
            functions = with_decompositions(entry, functions)
        analysed = self._analyse(functions, Callers(module) if len(functions) > 1 else None)
        self.functions: list[FunctionFacts] = [analysed[function] for function in functions]
        if entry and not self.functions:
            raise OperationError(f"there is no function '@{entry}' with a body", module)
        self._by_body = {facts.function.body: facts for facts in self.functions}

    def _analyse(
        self, functions: Sequence[func.FuncOp], callers: Callers | None
    ) -> dict[func.FuncOp, FunctionFacts]:
        """The facts of functions, callers before those they call."""
        analysed: dict[func.FuncOp, FunctionFacts] = {}
        if callers is None:
            for function in functions:
                analysed[function] = analyse(
                    function, self.saved, self._schemes, self.effort, skipped=self._skipped
                )
            return analysed
        selected = set(functions)
        trusted: dict[func.CallOp, Site] = {}
        derived: dict[func.CallOp, Site] = {}
        for function in callers.order:
            if function not in selected:
                continue
            calls = callers.calls.get(function, ())
            known = agreement_of(calls, trusted)
            implied = agreement_of(calls, derived).with_numbers(known)
            facts = analyse(
                function, self.saved, self._schemes, self.effort, known, implied, self._skipped
            )
            analysed[function] = facts
            trusted.update(facts.shapes.calls)
            derived.update(facts.derived.calls)
        return analysed

    def _read_derived(self, function: func.FuncOp, results: ShapeResults) -> Scheme | None:
        """The scheme of a function by its operations alone."""
        return self._read_scheme(function, results, trust_guards=False)

    def _read_trusted(self, function: func.FuncOp, results: ShapeResults) -> Scheme | None:
        """The scheme of a function once its guards have passed."""
        return self._read_scheme(function, results, trust_guards=True)

    def _read_scheme(
        self, function: func.FuncOp, results: ShapeResults, trust_guards: bool
    ) -> Scheme | None:
        promises = (Status.ASSUMED,) if trust_guards else (Status.ASSUMED, Status.GUARDED)
        shapes = FunctionShapes(
            function.body,
            trust_guards=trust_guards,
            promised_names=self.saved.promised_names(*promises),
            schemes=self._schemes,
            returned=results,
            effort=self.effort,
        )
        shapes.run()
        checks = [
            guard.condition
            for guard in shapes.guards
            if guard.condition is not None and not guard.proved and not guard.conditional
        ]
        return scheme_of(function, shapes.state, checks)

    def function_of(self, value: SSAValue) -> FunctionFacts:
        """The facts of the function that defines a value."""
        owner = value.owner
        region: Region | None = owner.parent if isinstance(owner, Block) else owner.parent_region()
        while region is not None:
            if region in self._by_body:
                return self._by_body[region]
            parent: Operation | None = region.parent
            region = parent.parent_region() if parent is not None else None
        raise ValueError("the value is not defined in an analysed function")

    def dims(self, value: SSAValue) -> Dims:
        """The sizes of a ranked value; equal sizes of one function are the same object."""
        return self.function_of(value).shapes.state.dims(value)

    def equal(self, left: Size, right: Size) -> Answer:
        """Are two sizes of one function the same number in every legal run?"""
        prover = self._prover(left, right)
        return prover.equal(self._size(left), self._size(right))

    def product_equal(self, left: Sequence[Size], right: Sequence[Size]) -> Answer:
        """Do two groups of sizes have the same product in every legal run?"""
        prover = self._prover(*left, *right)
        return prover.product_equal(
            [self._size(size) for size in left], [self._size(size) for size in right]
        )

    def range(self, size: Size) -> tuple[int | None, int | None]:
        """The smallest and the largest number that a size can be; None where there is no bound."""
        return self._prover(size).range(self._size(size))

    def explain(self, left: Size, right: Size) -> list[Reason]:
        """The facts that make two sizes equal or different; empty when neither is known."""
        return self.equal(left, right).explain()

    def _size(self, size: Size) -> Expr:
        if isinstance(size, int):
            return const(size)
        if isinstance(size, Expr):
            return size
        # Not `dims`: equal sizes are one expression there, and there is nothing to explain.
        return self.function_of(size[0]).shapes.state.raw_dims(size[0])[size[1]]

    def _prover(self, *sizes: Size) -> Prover:
        for size in sizes:
            if isinstance(size, tuple):
                return self.function_of(size[0]).shapes.state.prover
        if len(self.functions) != 1:
            raise ValueError("a question needs a value to say which function it is about")
        return self.functions[0].shapes.state.prover


def analyse(
    function: func.FuncOp,
    saved: SavedConstraints,
    schemes: ModuleSchemes,
    effort: Effort,
    trusted: Agreement = NOTHING,
    derived: Agreement = NOTHING,
    skipped: Skipped = (),
) -> FunctionFacts:
    """
    Analyse a function twice: with its guards, and by its operations alone. `trusted` and `derived`
    are the facts about its arguments that hold at all calls, in the one sense and in the other.
    """
    implied = Entry(derived, Status.DERIVED)
    entries = (implied,) if derived.implies(trusted) else (implied, Entry(trusted, Status.GUARDED))
    assumed = saved.promised_names(Status.ASSUMED)
    shapes = FunctionShapes(
        function.body,
        promised_names=assumed,
        schemes=schemes,
        entries=entries,
        effort=effort,
        skipped=skipped,
    )
    shapes.run()
    bindings = Bindings(shapes, saved, Carried.by(function.body))
    bindings.load()
    merge_equal_sizes(shapes)
    promised = any(fact.status is not Status.DERIVED for fact in saved.facts)
    promised |= bindings.carried.has_known_info
    if all(guard.proved for guard in shapes.guards) and not promised and len(entries) == 1:
        return FunctionFacts(function, bindings, shapes, bindings.sizes)
    alone = FunctionShapes(
        function.body,
        trust_guards=False,
        promised_names=saved.promised_names(Status.ASSUMED, Status.GUARDED),
        schemes=schemes,
        demand=shapes.demand,
        known_loops=shapes.loops,
        entries=(implied,),
        effort=effort,
        skipped=skipped,
    )
    alone.run()
    bindings_alone = Bindings(alone, saved, bindings.carried)
    bindings_alone.load()
    merge_equal_sizes(alone, shapes)
    return FunctionFacts(function, bindings, alone, bindings_alone.sizes)
