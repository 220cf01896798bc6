"""The HLO of operators, in the function that it becomes a part of."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager

from xdsl.dialects import arith, cf, tensor
from xdsl.dialects.builtin import (
    DenseIntOrFPElementsAttr,
    StringAttr,
    TensorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Block, Operation, SSAValue

from disc_shape.analysis.solver import Solver
from disc_shape.constraints.types import refine_static_sizes
from disc_shape.exporting.shapes import assertion_call
from disc_shape.locations import trace
from disc_shape.relations import RelationState
from disc_shape.relax.lowering.arithmetic import Arithmetic
from disc_shape.relax.lowering.values import Scalar
from disc_shape.relax.operators.program import Program, Tensor
from disc_shape.symbolic import TRUE, Cond, Expr, Prover, compare
from disc_shape.typesystem.types import PrimType


class LoweringProgram(Program):
    """
    A program that runs: integers are computed from sizes, and what an operator refuses is checked.
    The types of its values have the sizes that are numbers in every run.
    """

    def __init__(self, block: Block) -> None:
        super().__init__(Solver(RelationState(Prover())), block)
        self.arithmetic = Arithmetic(self.state, block)
        self.depth = 0
        """How many regions are around the block."""
        self.at: Operation | None = None
        """The operation that is lowered: what fails in a run is reported where it is."""

    @contextmanager
    def inside(self, block: Block) -> Generator[None]:
        """Add to a block in a region; after it, nothing is known of what is in it."""
        around = self.block, self.arithmetic
        self.block, self.arithmetic = block, self.arithmetic.inside(block)
        self.depth += 1
        self.solver.push()
        try:
            yield
        finally:
            self.solver.pop()
            self.depth -= 1
            self.block, self.arithmetic = around

    def insert(self, op: Operation) -> Sequence[SSAValue]:
        """Add an operation that is no part of HLO."""
        self.block.add_op(op)
        self.traced()
        return op.results

    def traced(self) -> None:
        """Trace what is added last to the operation that is lowered."""
        last = self.block.last_op
        if self.at is not None and last is not None:
            trace(last, self.at)

    @property
    def what(self) -> str:
        """The operation that is lowered, for messages."""
        return "" if self.at is None else self.at.name

    def add(self, op: Operation) -> Sequence[SSAValue]:
        """An operation of HLO, whose results have the sizes that are known."""
        results = super().add(op)
        self.traced()
        for value in results:
            refine_static_sizes(value, self.dims(value))
        return results

    def integers(self, items: Sequence[Expr]) -> SSAValue:
        value = self.arithmetic.vector(items)
        self.state.set_elements(value, items)
        return value

    def numbers(self, items: Sequence[Expr], shape: Sequence[int]) -> SSAValue:
        type_ = TensorType(i64, shape)
        if not items:
            empty = DenseIntOrFPElementsAttr.from_list(type_, [])
            return self.insert(arith.ConstantOp(empty))[0]
        indices = map(self.arithmetic.value, items)
        values = [self.insert(arith.IndexCastOp(one, i64))[0] for one in indices]
        op = tensor.FromElementsOp.create(operands=values, result_types=[type_])
        (value,) = self.insert(op)
        self.state.set_elements(value, items)
        return value

    def number(self, scalar: PrimType, element: Attribute) -> Tensor:
        assert isinstance(scalar, Scalar)
        return Tensor(self, scalar.tensor).convert(element)

    def require(self, condition: Cond, text: str) -> None:
        self.check(condition, text)

    def check(self, condition: Cond, message: str) -> None:
        """Stop a run in which a condition does not hold; nothing where it is known to hold."""
        if condition is TRUE or self.state.prover.proves(condition):
            return
        self.insert(
            cf.AssertOp(self.arithmetic.value(condition), StringAttr(f"{self.what}: {message}"))
        )
        self.state.prover.assume(condition)

    def check_equal(self, expected: Expr, size: Expr, place: str, text: str) -> None:
        """Stop a run in which a size is another one, with both where no branch is around it."""
        condition = compare("==", expected, size)
        if self.state.prover.proves(condition):
            return
        if self.depth:
            self.check(condition, f"{place} is not {text}")
            return
        truth = self.arithmetic.value(condition)
        type_ = TensorType(i1, [])
        held = tensor.FromElementsOp.create(operands=[truth], result_types=[type_])
        self.insert(held)
        shown = [self.numbers([one], ()) for one in (size, expected)]
        own = "" if expected.constant is not None else f"{text} = "
        message = f"{self.what}: {place} is {{0}}, expected {own}{{1}}"
        self.insert(assertion_call(held.result, message, shown))
        self.state.prover.assume(condition)

    def cast(self, value: SSAValue, type_: TensorType[Attribute]) -> SSAValue:
        """A value in a type with more or fewer sizes."""
        if value.type == type_:
            return value
        op = tensor.CastOp(value, type_)
        self.insert(op)
        self.state.set_dims(op.dest, self.dims(value))
        return op.dest
