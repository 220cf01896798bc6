"""
Checks of what operations demand of sizes, where no engine checks it.

The sizes of arguments are checked when a compiled program is called, against the facts that
operations imply. What is left are demands on integers that are data, demands inside of regions
that may not run, and broadcasts that may or may not expand, which imply no fact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from xdsl.builder import Builder
from xdsl.dialects import arith, cf, tensor
from xdsl.dialects.builtin import ModuleOp, StringAttr, TensorType, i1, i64
from xdsl.dialects.func import CallOp, FuncOp
from xdsl.ir import Attribute, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint

from disc_shape.analysis.call_graph import is_private
from disc_shape.analysis.callers import Callers, Entry, agreement_of
from disc_shape.analysis.module import FunctionFacts, ShapeAnalysis
from disc_shape.analysis.regions import flow_of
from disc_shape.analysis.saved_facts import Bindings
from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.analysis.site_facts import Site
from disc_shape.errors import OperationError
from disc_shape.exporting.shapes import assertion_call
from disc_shape.guards.element_bodies import state_indices
from disc_shape.relations import Relation, RelationState, relation_of
from disc_shape.relations.guards import is_guard
from disc_shape.relations.size_table import Anchor
from disc_shape.relations.statements import MAX_FACT_SIZE, ZERO, Provenance
from disc_shape.rewriting.sizes.conditions import condition_value
from disc_shape.rewriting.sizes.order import Order
from disc_shape.rewriting.sizes.sizes import Sizes
from disc_shape.symbolic import (
    Comparison,
    Cond,
    Expr,
    FloorDiv,
    Prover,
    Status,
    Symbol,
    compare,
    product,
    sym,
)
from disc_shape.symbolic.comparisons import simplify_comparisons


def check_operations(module: ModuleOp) -> None:
    """
    Insert a check before each operation for what it demands of sizes, unless the program checks it
    already or a call does.

        %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : ...
    =>
        %t = arith.ori %is_one, %is_same : i1
        cf.assert %t, "'stablehlo.dynamic_broadcast_in_dim': dimension 0 ..."
        %1 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : ...

    Raises `OperationError` when operations that always run contradict each other.
    """
    demanded = DemandAnalysis(module).demanded
    found = [demand for shapes in demanded.values() for demand in shapes.demands.all()]
    if all(one.is_range for one in found) and not any(map(is_guard, module.walk())):
        return  # Ranges of arguments are written into the constraint graph.
    for function, shapes in demanded.items():
        bare = without_facts(shapes.state)
        sizes = Sizes(bare, Order(function.body), function.body.blocks[0], total=True)
        for op, demands in shapes.demands.found.items():
            for demand in demands:
                insert_check(op, demand, sizes, shapes.state)


def without_facts(state: RelationState) -> RelationState:
    """
    A state that knows where symbols are read, and nothing else: what a check compares must not be
    computed by the fact that it checks.
    """
    bare = RelationState(anchors=state.anchors, other_anchors=state.other_anchors)
    for rank, (symbol, anchor) in enumerate(state.anchors.items()):
        assert isinstance(symbol, Symbol)
        bare.prover.declare(symbol, lo=None if anchor.of_contents else 0, rank=rank)
    for value, sizes in state.known_sizes():
        if isinstance(value, BlockArgument):
            # What a loop carries is read in each of its regions, which may know demands already.
            bare.set_dims(value, state.recorded_dims(first_argument(value)) or sizes)
    return bare


def first_argument(value: BlockArgument) -> BlockArgument:
    """The argument of the first region of a loop that an argument of another region is."""
    loop = value.block.parent_op()
    flow = None if loop is None else flow_of(loop)
    for carried in () if flow is None else flow.carried:
        if value in carried.arguments:
            return carried.arguments[0]
    return value


@dataclass(frozen=True)
class Demand:
    """What an operation demands of sizes."""

    condition: Cond
    why: str
    conditional: bool
    """Whether the operation is in a region that may not run."""
    is_range: bool = False
    """
    Whether it bounds the size of an argument by a number: then it becomes a fact that calls are
    checked for, in a program without promises and guards.
    """


class Demands(RelationState):
    """
    A state to which operations state nothing but their results; what else they state is recorded as
    a demand, and known from then on.
    """

    op: Operation | None = None
    """The operation whose relation runs for the first time."""
    conditional: bool = False
    arguments: frozenset[SSAValue] = frozenset()
    """The values whose sizes are checked before the program runs."""
    promised: bool = False
    """Whether the module has promises."""

    def __init__(self, state: RelationState) -> None:
        super().__init__(prover=state.prover)
        self.found: dict[Operation, list[Demand]] = {}

    def all(self) -> Iterator[Demand]:
        """What is demanded."""
        for demands in self.found.values():
            yield from demands

    def start(self, op: Operation, conditional: bool) -> None:
        """From now on the relation of an operation runs."""
        self.op, self.conditional = op, conditional
        self.found.pop(op, None)

    def equal(
        self, left: Expr, right: Expr, op: Operation, why: str, provenance: Provenance | None = None
    ) -> None:
        """A fact where it defines a size of a result, else a demand."""
        sides = [self.prover.canonical(side) for side in (left, right)]
        if op is self.op and not any(map(self._is_result, sides)):
            self._demand(compare("==", left, right), why)
        super().equal(left, right, op, why, provenance)

    def product_equal(
        self, left: Sequence[Expr], right: Sequence[Expr], op: Operation, why: str
    ) -> None:
        """A demand."""
        if op is self.op:
            self._demand(compare("==", product(left), product(right)), why)
        super().product_equal(left, right, op, why)

    def at_most(self, left: Expr, right: Expr, op: Operation, why: str) -> None:
        """A demand."""
        if op is self.op and not (left is ZERO and is_quotient_of_sizes(right, self.prover)):
            self._demand(compare("<=", left, right), why)
        super().at_most(left, right, op, why)

    def assume(self, condition: Cond, op: Operation, why: str) -> None:
        """A demand."""
        if op is self.op:
            self._demand(condition, why)
        super().assume(condition, op, why)

    def undecided(self, condition: Cond, op: Operation, why: str) -> None:
        """A demand."""
        if op is self.op:
            self._demand(condition, why)
            self.prover.assume(condition, self.reason(why, op))

    def _stand_in(self, size: Expr, value: SSAValue, index: int, op: Operation) -> Expr:
        """The expression itself: checks are made before there is a value that has the size."""
        return size

    def _is_result(self, size: Expr) -> bool:
        """Whether a size is that of a result, of which nothing is known yet."""
        anchor = self.anchors.get(size)
        if anchor is None or anchor.of_contents or self.op is None:
            return False
        return anchor.value in self.op.results

    def _demand(self, condition: Cond, why: str) -> None:
        condition = simplify_comparisons(condition)
        is_fact = self._is_fact(condition)
        is_range = is_fact and isinstance(condition, Comparison) and condition.op != "=="
        if self.op is None or (is_fact and not is_range) or self.prover.proves(condition):
            return
        demand = Demand(condition, why, self.conditional, is_range)
        self.found.setdefault(self.op, []).append(demand)

    def _is_fact(self, condition: Cond) -> bool:
        """Whether a condition becomes a fact about arguments, which calls are checked for."""
        if self.conditional or not isinstance(condition, Comparison):
            return False
        if condition.op != "==" and (self.promised or len(condition.symbols) > 1):
            return False  # Inequalities between sizes are kept only where they serve a guard.
        if condition.lhs.size + condition.rhs.size > MAX_FACT_SIZE:
            return False
        anchors = [self.anchors.get(symbol) for symbol in condition.symbols]
        return all(
            one is not None and not one.of_contents and one.value in self.arguments
            for one in anchors
        )


@dataclass
class DemandShapes(FunctionShapes):
    """The facts of one function, and what its operations demand."""

    is_public: bool = False
    """Whether calls from outside are checked."""
    promised: bool = False
    """Whether the module has promises."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.demands.promised = self.promised
        if self.is_public:
            self.demands.arguments = frozenset(self.body.blocks[0].args)

    def new_state(self) -> RelationState:
        """A state that records demands."""
        self.demands = Demands(super().new_state())
        return self.demands

    def relate(self, op: Operation, relation: Relation) -> None:
        """Record what the relation of an operation demands."""
        self.demands.start(op, self.scopes.conditional)
        super().relate(op, relation)
        self.demands.op = None

    def _visit(self, op: Operation) -> None:
        """Record what the operations demand that compute an element, too."""
        super()._visit(op)
        if not op.regions or relation_of(op) is None or flow_of(op) is not None:
            return
        for region in op.regions:
            with self.scopes.open(region, loop=True):
                for block in region.blocks:
                    self.define_arguments(block)
                state_indices(op, self.state)
                self.walk(region)


class DemandAnalysis(ShapeAnalysis):
    """What the operations of all functions of a module demand."""

    def __init__(self, module: ModuleOp) -> None:
        self.demanded: dict[FuncOp, DemandShapes] = {}
        super().__init__(module)

    def _analyse(
        self, functions: Sequence[FuncOp], callers: Callers | None
    ) -> dict[FuncOp, FunctionFacts]:
        """Each function once, callers before those they call."""
        sites: dict[CallOp, Site] = {}
        analysed: dict[FuncOp, FunctionFacts] = {}
        for function in functions if callers is None else callers.order:
            if function not in functions:
                continue
            calls = () if callers is None else callers.calls.get(function, ())
            shapes = DemandShapes(
                function.body,
                schemes=self._schemes,
                entries=(Entry(agreement_of(calls, sites), Status.DERIVED),),
                effort=self.effort,
                is_public=not is_private(function),
                promised=any(fact.status is Status.ASSUMED for fact in self.saved.facts),
            )
            shapes.run()
            sites.update(shapes.calls)
            self.demanded[function] = shapes
            analysed[function] = FunctionFacts(function, Bindings(shapes, self.saved), shapes, {})
        return analysed


def is_quotient_of_sizes(size: Expr, prover: Prover) -> bool:
    """
    Whether a number is a quotient of two that are not negative: neither is it then, and a divisor
    of zero is checked for where programs divide.
    """
    return isinstance(size, FloorDiv) and all(
        (low := prover.bounds(side)[0]) is not None and low >= 0 for side in (size.lhs, size.rhs)
    )


def insert_check(op: Operation, demand: Demand, sizes: Sizes, state: RelationState) -> None:
    """
    Check a demand before an operation; `OperationError` where its sizes cannot be computed there.
    """
    truth = condition_value(demand.condition, op, sizes)
    if truth is None:
        raise OperationError(f"{demand.why}, which cannot be checked", op)
    build = Builder(InsertPoint.before(op))
    anchors = {symbol: state.anchors[symbol] for symbol in demand.condition.symbols}
    message = f"{demand.why}: expected {shown(demand.condition, anchors)}"
    numbers = [sizes.index(symbol, op) for symbol in anchors]
    known = [number for number in numbers if number is not None]
    if demand.conditional or len(known) < len(numbers):
        build.insert(cf.AssertOp(truth, StringAttr(message)))
        return
    found = " and ".join(
        f"{name_of(anchor)} = {{{place}}}" for place, anchor in enumerate(anchors.values())
    )
    # StableHLO has no tensors of indices.
    casts = [build.insert(arith.IndexCastOp(number, i64)).result for number in known]
    values = [as_tensor(number, i64, build) for number in casts]
    build.insert(assertion_call(as_tensor(truth, i1, build), f"{message}, found {found}", values))


def as_tensor(scalar: SSAValue, element: Attribute, build: Builder) -> SSAValue:
    """A scalar as a tensor."""
    new = tensor.FromElementsOp.create(operands=[scalar], result_types=[TensorType(element, [])])
    return build.insert(new).results[0]


def shown(condition: Cond, anchors: Mapping[Symbol, Anchor]) -> str:
    """A condition in a message: sizes by the values that have them."""
    mapping: dict[Expr, Expr] = {symbol: sym(name_of(anchor)) for symbol, anchor in anchors.items()}
    return str(condition.substitute(mapping))


def name_of(anchor: Anchor) -> str:
    """A size or element of a value: `x[0]` is a size of argument `x`."""
    value = anchor.value
    hint = value.name_hint
    if isinstance(value, BlockArgument):
        hint = hint or f"arg{value.index}"
    elif isinstance(value, OpResult):
        hint = hint or value.op.name
    return f"{'element ' if anchor.of_contents else ''}{hint}[{anchor.position}]"
