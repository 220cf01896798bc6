"""
Reads the constraints that a module already carries: symbols, the constraint graph, and the
symbols in types.

Names are only labels for sizes. A name denotes the first size that has it; every further size with
the same name is equal to it. So an analysis of IR with names makes the same symbols as one without.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from xdsl.dialects.builtin import TensorType
from xdsl.dialects.func import FuncOp, ReturnOp
from xdsl.ir import Block, Operation, OpResult, Region, SSAValue

from disc_shape.analysis.known_info import carries_known_info, claims
from disc_shape.analysis.regions import may_not_run, values_inside
from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.class_table import Kind
from disc_shape.constraints.contradictions import contradictions_as_errors
from disc_shape.constraints.reader import SavedConstraints, reason_of
from disc_shape.dialects.disc_shape import (
    BindDimOp,
    value_symbols,
)
from disc_shape.dialects.disc_shape.encoding import Symbols, result_symbols
from disc_shape.relations.size_table import resolve_stand_ins
from disc_shape.relations.value_types import RANKED
from disc_shape.symbolic import (
    Contradiction,
    Expr,
    Reason,
    Status,
    Symbol,
    const,
    sym,
)
from disc_shape.traversal import operations, type_of

_IS_BINDING = Kind(BindDimOp)


@dataclass
class Carried:
    """What the operations of a function carry about sizes: all of its analyses read the same."""

    symbols: Sequence[tuple[SSAValue, Symbols]] = ()
    """The ranked values with symbols, in program order."""
    bindings: Sequence[BindDimOp] = ()
    has_known_info: bool = False
    """Whether there are facts of the older system about slices and pads."""

    @staticmethod
    def by(body: Region) -> Carried:
        """What the operations in a function carry."""
        ops = operations(body)
        symbols = [
            (value, names)
            for value in ranked_values(body)
            if (names := value_symbols(value)) is not None
        ]
        bindings = [op for op in ops if _IS_BINDING[type(op)] and isinstance(op, BindDimOp)]
        known = any(carries_known_info(op) for op in ops if op.attributes)
        return Carried(symbols, bindings, known)


@dataclass
class Bindings:
    """The sizes that the names of a module denote in one function."""

    shapes: FunctionShapes
    saved: SavedConstraints
    carried: Carried = field(default_factory=Carried)
    sizes: dict[str, Expr] = field(default_factory=dict[str, Expr])
    """For each name in the function, the first size that has it."""
    _conditional: set[str] = field(default_factory=set[str])
    """The names that occur only in regions that may not run."""

    def __post_init__(self) -> None:
        self._arguments = set(self.shapes.body.blocks[0].args)

    def load(self) -> None:
        """
        Add the facts of types, `bind_dim` and the graph to the analysis.

        Raises `OperationError` when they contradict the operations.
        """
        with contradictions_as_errors(self.shapes.state):
            bound = list(self._named_sizes())
            for name, size, _, _ in bound:
                if name not in self.sizes:
                    number = self.saved.size(name)
                    self.sizes[name] = size if number is None else const(number)
            always = {name for name, _, _, conditional in bound if not conditional}
            self._conditional = {name for name, _, _, _ in bound} - always
            self._load_symbols()
            # The graph has the reasons of equal sizes; types only repeat them.
            self._load_facts()
            for name, size, value, conditional in bound:
                if not conditional and self.sizes[name] is not size:
                    self._bind(name, size, value)
            self._load_known_info()
            resolve_stand_ins(self.shapes.state)
            self.shapes.solver.drain()

    def _named_sizes(self) -> Iterator[tuple[str, Expr, SSAValue, bool]]:
        """
        Each name in the function: its size, the value that has it, and whether that is defined in a
        region that may not run.
        """
        shapes = self.shapes
        left_out, conditionals = shapes.left_out, shapes.conditional_values
        for value, names in self.carried.symbols:
            if left_out and region_of(value) in left_out:
                continue
            conditional = value in conditionals
            if type(type_of(value)) is not TensorType:
                self.saved.tied.update(name for name in names if name is not None)
            for name, size in zip(names, shapes.state.raw_dims(value), strict=True):
                if name is not None:
                    yield name, size, value, conditional
        yield from self._returned_sizes()
        for op in self.carried.bindings:
            size = shapes.state.integer(op.size)
            if size is not None:
                self.saved.tied.add(op.symbol)
                yield op.symbol, size, op.size, may_not_run(op, shapes.body)

    def _returned_sizes(self) -> Iterator[tuple[str, Expr, SSAValue, bool]]:
        """The names that result attributes give to the sizes of returned values."""
        function = self._function()
        if not isinstance(function, FuncOp) or function.res_attrs is None:
            return
        lists = result_symbols(function)
        self.saved.tied.update(name for names in lists for name in names or () if name is not None)
        lasts = [block.last_op for block in self.shapes.body.blocks]
        returns = [last for last in lasts if isinstance(last, ReturnOp)]
        if len(returns) != 1:
            return
        for names, value in zip(lists, returns[0].operands, strict=True):
            if names is None or not self.shapes.state.is_ranked(value):
                continue
            # A name may be there by a guard, so operations alone do not imply it.
            conditional = value in self.shapes.conditional_values or not self.shapes.trust_guards
            for name, size in zip(names, self.shapes.state.raw_dims(value), strict=True):
                if name is not None:
                    yield name, size, value, conditional

    def _bind(self, name: str, size: Expr, value: SSAValue) -> None:
        """State that a value, which is always defined, has the size of the name."""
        known = self.sizes[name]
        if self._may_be_named_by_guard(value):
            return
        symbol = self.saved.symbols.get(name)
        if symbol is not None and symbol.size is not None:
            with self._clash(("'@", name, "' is ", symbol.size), size):
                reason = Reason(f"'@{name}' is {symbol.size}", symbol)
                self.shapes.state.prover.add_equal(size, known, reason)
            return
        op = value.op if isinstance(value, OpResult) else self._function()
        self.shapes.state.equal(known, size, op, f"both sizes are '@{name}'")

    def _may_be_named_by_guard(self, value: SSAValue) -> bool:
        """
        True when a value may have its symbols by a guard or an assumption, so that the analysis of
        operations alone must not use them. Symbols of arguments never depend on guards.
        """
        return not self.shapes.trust_guards and value not in self._arguments

    def _load_symbols(self) -> None:
        if not self.shapes.trust_guards:
            return
        prover = self.shapes.state.prover
        for name, op in self.saved.symbols.items():
            size = self.sizes.get(name)
            if size is None or not self.holds_outside([name]):
                continue
            if op.intervals != ((0, None),):
                pieces = " or ".join(interval_text(*interval) for interval in op.intervals)
                with self._clash(("'@", name, "' lies in ", pieces), size):
                    reason = Reason(f"ranges of '@{name}'", op)
                    prover.add_intervals(size, list(op.intervals), reason)
            if op.likely and isinstance(size, Symbol):
                prover.add_likely(size, op.likely)

    def holds_outside(self, names: Sequence[str]) -> bool:
        """
        Whether a fact about some names holds wherever it is read. A fact about a name of
        a region that may not run holds in that region only, unless it has no other name and the
        size is defined in the region.
        """
        return self._conditional.isdisjoint(names) or (len(names) == 1 and self.may_stay(names))

    def may_stay(self, names: Sequence[str]) -> bool:
        """
        Whether a fact about some names may be written again: none of them is another name, in a
        region that may not run, for a size that has one outside.
        """
        return all(self._is_own(name) for name in names if name in self._conditional)

    def _is_own(self, name: str) -> bool:
        """Whether the size of a name is defined in a region that may not run."""
        state, size = self.shapes.state, self.sizes[name]
        anchor = state.anchors.get(size)
        return (
            anchor is not None
            and anchor.value in self.shapes.conditional_values
            and state.prover.canonical(size) is size
        )

    def _load_facts(self) -> None:
        prover = self.shapes.state.prover
        for fact in self.saved.facts:
            names = [symbol.name for symbol in fact.condition.symbols]
            if names and not any(name in self.sizes for name in names):
                continue
            if fact.status is not Status.DERIVED and not self.shapes.trust_guards:
                continue
            if not self.holds_outside(names):
                continue
            for name in names:
                if name not in self.sizes:
                    number = self.saved.size(name)
                    fresh = self.shapes.state.fresh() if number is None else const(number)
                    self.sizes[name] = fresh
            mapping: dict[Expr, Expr] = {sym(name): self.sizes[name] for name in names}
            condition = fact.condition.substitute(mapping)
            said = ("'", fact.condition, "' is ", fact.status.value)
            with self._clash(said, *mapping.values()):
                prover.assume(condition, reason_of(fact))

    def _load_known_info(self) -> None:
        """Assume the facts of the older system about slices and pads that run on every call."""
        if not self.shapes.trust_guards or not self.carried.has_known_info:
            return
        for op in operations(self.shapes.body):
            if any(result in self.shapes.conditional_values for result in op.results):
                continue
            if op.parent_region() is not self.shapes.body:
                continue
            for condition in claims(op, self.shapes):
                reason = Reason(f"known info of '{op.name}'", op, Status.ASSUMED)
                with self._clash(("known info of '", op.name, "' is assumed")):
                    self.shapes.state.prover.assume(condition, reason)

    @contextmanager
    def _clash(self, said: Sequence[object], *sizes: Expr) -> Generator[None]:
        """
        Add to a contradiction the claim of the module, the parts of which are `said`, and the sizes
        that operations imply.
        """
        prover = self.shapes.state.prover
        known = [prover.canonical(size) for size in sizes]
        try:
            yield
        except Contradiction as error:
            numbers = " and ".join(str(one) for one in known if one.constant is not None)
            found = f": found {numbers}" if numbers else ""
            what = "".join(map(str, said))
            message = f"{what}, which contradicts what else is known{found}"
            raise Contradiction(message, error.chain) from None

    def _function(self) -> Operation:
        parent = self.shapes.body.parent
        assert parent is not None
        return parent


def interval_text(low: int, high: int | None) -> str:
    """`[1, 64]` or `[1, ?]`."""
    return f"[{low}, {'?' if high is None else high}]"


def ranked_values(body: Region) -> list[SSAValue]:
    """The ranked values in a region, in program order."""
    return [value for value in values_inside(body) if type_of(value).name in RANKED]


def named_values(shapes: FunctionShapes) -> Iterator[tuple[SSAValue, bool]]:
    """
    The ranked values of a function in program order, with whether each is in a region that may
    not run; without those in regions that the analysis has left out.
    """
    left_out = shapes.left_out
    conditional = shapes.conditional_values
    for value in ranked_values(shapes.body):
        if not (left_out and region_of(value) in left_out):
            yield value, bool(conditional) and value in conditional


def region_of(value: SSAValue) -> Region | None:
    """The region that a value is defined in."""
    owner = value.owner
    return owner.parent if isinstance(owner, Block) else owner.parent_region()
