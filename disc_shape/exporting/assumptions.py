"""
Facts about sizes for IREE: bounds, divisors, and which sizes are equal.

IREE removes assertions whose condition an assumption implies, so that assumptions follow the guards
that they come from: checks of sizes move to the top of the function, before everything else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import gcd

from xdsl.builder import Builder
from xdsl.dialects import arith, scf, tensor
from xdsl.dialects.builtin import DYNAMIC_INDEX, IntegerAttr
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.rewriter import InsertPoint, Rewriter

from disc_shape.analysis.module import FunctionFacts
from disc_shape.analysis.shape_analysis import FunctionShapes
from disc_shape.cards import card_of
from disc_shape.cards.indices import rank_of, shape_of
from disc_shape.dialects.hlo.control_flow import CaseOp, IfOp, WhileOp
from disc_shape.dialects.iree import AssumeIntOp, FlowTieShapeOp
from disc_shape.relations.guards import is_guard
from disc_shape.relations.value_types import as_tensor
from disc_shape.rewriting.cleanup import clean
from disc_shape.symbolic import Expr

GREATEST = (1 << 62) - 1
"""Bounds above this are not stated."""

Place = tuple[int, int]
"""The number of an argument, and a dimension of it."""


@dataclass(frozen=True)
class SizeFacts:
    """What is known of a size."""

    size: Expr
    low: int | None
    high: int | None
    divisor: int | None

    @property
    def says_something(self) -> bool:
        """Whether any fact is known."""
        return (self.low, self.high, self.divisor) != (None, None, None)


@dataclass(frozen=True)
class ArgumentFacts:
    """The sizes of the arguments of a function."""

    derived: Mapping[Place, SizeFacts]
    """What operations imply, whatever is checked."""
    trusted: Mapping[Place, SizeFacts]
    """What holds after all guards."""

    @staticmethod
    def of(facts: FunctionFacts) -> ArgumentFacts:
        """The facts of an analysis, to be used once the function has changed."""
        block = facts.function.body.blocks[0]
        return ArgumentFacts(*(sizes_of(block, one) for one in (facts.derived, facts.shapes)))


def sizes_of(block: Block, shapes: FunctionShapes) -> dict[Place, SizeFacts]:
    """The unknown sizes of the arguments of a block."""
    prover = shapes.state.prover
    found: dict[Place, SizeFacts] = {}
    for number, argument in enumerate(block.args):
        if as_tensor(argument.type) is None:
            continue
        sizes = shapes.state.dims(argument)
        for axis, known in enumerate(shape_of(argument)):
            if known != DYNAMIC_INDEX:
                continue
            low, high = prover.range(sizes[axis])
            divisor = gcd(*prover.residue(sizes[axis]))
            found[number, axis] = SizeFacts(
                prover.canonical(sizes[axis]),
                low if low is not None and low > 0 else None,
                high if high is not None and high <= GREATEST else None,
                divisor if divisor > 1 else None,
            )
    return found


def state_facts(function: FuncOp, known: ArgumentFacts) -> None:
    """
    Check sizes first, then state what is known of them, for every operation that follows.

        func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
          ...
          cf.assert %even, "n is odd"
    =>
        func.func @main(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
          %n = tensor.dim %x, %c1 : tensor<?x?xf32>
          ...
          cf.assert %even, "n is odd"
          %1 = util.assume.int %n<umin = 2, udiv = 2> : index
          %2 = flow.tensor.tie_shape %x : tensor<?x?xf32>{%0, %1}

    Where checks of data are left, only facts that hold without guards are stated. Where control
    flow yields tensors of unknown sizes, none are: IREE mixes up tensors that a loop carries when
    it knows that their sizes are one assumed number.
    """
    block = function.body.blocks[0]
    first = block.first_op
    assert first is not None
    build = Builder(InsertPoint.before(first))
    left = hoist_checks(function, build)
    if any(yields_unknown_sizes(op) for op in whole(function).walk()):
        known = ArgumentFacts({}, {})
    ties = SizeWriter(known.derived if left else known.trusted, build)
    for number, argument in enumerate(block.args):
        uses = [use for use in argument.uses if follows(use.operation, first)]
        tied = ties.tied(number, argument) if uses else None
        if tied is not None:
            for use in uses:
                use.operation.operands[use.index] = tied
    clean(function.body)


CONTROL_FLOW = (CaseOp, IfOp, WhileOp, scf.IfOp, scf.ForOp, scf.WhileOp)
"""The operations that loops and branches of a program for IREE are."""


def yields_unknown_sizes(op: Operation) -> bool:
    """Whether an operation of control flow has a result of unknown sizes."""
    dynamic = any(DYNAMIC_INDEX in shape_of(result) for result in op.results)
    return dynamic and isinstance(op, CONTROL_FLOW)


def whole(function: FuncOp) -> Operation:
    """The module of a function."""
    return function.parent_op() or function


def follows(op: Operation, first: Operation) -> bool:
    """Whether an operation, or the one around it, was in the function before checks moved."""
    block = first.parent
    at: Operation | None = op
    while at is not None and at.parent is not block:
        at = at.parent_op()
    while at is not None and at is not first:
        at = at.prev_op
    return at is first


@dataclass
class SizeWriter:
    """Writes sizes and what is known of them, equal ones once."""

    facts: Mapping[Place, SizeFacts]
    build: Builder

    def __post_init__(self) -> None:
        self.written: dict[Expr, SSAValue] = {}

    def tied(self, number: int, argument: BlockArgument) -> SSAValue | None:
        """An argument with its sizes; None where there are no facts about them."""
        axes = [axis for axis in range(rank_of(argument)) if (number, axis) in self.facts]
        known = [self.facts[number, axis] for axis in axes]
        if not any(one.says_something or one.size in self.written for one in known):
            return None
        sizes = [
            self.size(argument, axis, one) for axis, one in zip(axes, known, strict=True)
        ]  # fmt: skip
        return self.build.insert(FlowTieShapeOp(argument, sizes)).result

    def size(self, argument: SSAValue, axis: int, facts: SizeFacts) -> SSAValue:
        """A size, with its facts."""
        if facts.size not in self.written:
            at = self.build.insert(arith.ConstantOp(IntegerAttr.from_index_int_value(axis)))
            size = self.build.insert(tensor.DimOp(argument, at)).result
            if facts.says_something:
                assumed = AssumeIntOp(
                    size, umin=facts.low, umax=facts.high, udiv=facts.divisor
                )  # fmt: skip
                size = self.build.insert(assumed).result
            self.written[facts.size] = size
        return self.written[facts.size]


def hoist_checks(function: FuncOp, build: Builder) -> bool:
    """
    Copy the guards of a function that check sizes to a place at its top, with what they are
    computed from, and erase them where they were. Returns whether guards are left.
    """
    block = function.body.blocks[0]
    copies: dict[SSAValue, SSAValue] = {argument: argument for argument in block.args}
    left = False
    for op in list(whole(function).walk()):
        if not is_guard(op):
            continue
        needed = computed_from(op)
        if op.parent is not block or needed is None:
            left = True
            continue
        for one in needed:
            if one is op or one.results[0] not in copies:
                build.insert(one.clone(copies))
        Rewriter.erase_op(op)
    return left


def computed_from(guard: Operation) -> list[Operation] | None:
    """
    The operations that a guard is computed from, itself last; None when it reads data, or what
    has effects or regions.
    """
    found: dict[Operation, None] = {}
    work: list[tuple[Operation, bool]] = [(guard, False)]
    while work:
        op, visited = work.pop()
        if visited:
            found[op] = None
            continue
        if op in found:
            continue
        if not is_on_sizes(op, guard):
            return None
        work.append((op, True))
        operands = op.operands[1:] if reads_argument(op) else op.operands
        work += [(one.op, False) for one in reversed(operands) if isinstance(one, OpResult)]
    return list(found)


SCALARS = (arith.Arith.name, tensor.Tensor.name)
"""The dialects whose operations compute sizes, beside those with an elements rule."""


def is_on_sizes(op: Operation, guard: Operation) -> bool:
    """Whether an operation may be copied: it computes with sizes and constants alone."""
    if op is guard:
        return True
    known = op.dialect_name() in SCALARS or card_of(op).elements is not None
    plain = known and not op.regions and not is_guard(op)
    data = any(isinstance(one, BlockArgument) for one in op.operands)
    return plain and op.parent is guard.parent and (not data or reads_argument(op))


def reads_argument(op: Operation) -> bool:
    """Whether an operation reads a size of an argument."""
    return card_of(op).reads_sizes and isinstance(op.operands[0], BlockArgument)
