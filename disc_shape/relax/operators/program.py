"""
Programs of HLO that operators stand for: an operator builds one, operation by operation, and knows
the sizes of each value as it goes, from the relations.

What holds the integers of shape operands is left to the subclass: a program that is only typed
takes them from outside, one that is lowered computes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    Float32Type,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Block, Region, SSAValue

from disc_shape.analysis.solver import Solver
from disc_shape.dialects.hlo.attributes import i64_attr
from disc_shape.dialects.relax.literals import element_of
from disc_shape.relations import RelationState, relation_of
from disc_shape.relax.operators.bodies import operations
from disc_shape.relax.operators.tensor import UNKNOWN_ELEMENT, Tensor
from disc_shape.symbolic import Cond, Expr, Truth
from disc_shape.typesystem.types import PrimType


class Program(ABC):
    """Adds operations to a block."""

    def __init__(self, solver: Solver, block: Block) -> None:
        self.solver = solver
        self.block = block

    @abstractmethod
    def integers(self, items: Sequence[Expr]) -> SSAValue:
        """A tensor of indices that holds these integers."""

    @abstractmethod
    def size(self, size: Expr, element: Attribute) -> Tensor:
        """A size as a tensor of rank 0."""

    @abstractmethod
    def require(self, condition: Cond, text: str) -> None:
        """What the operator refuses at run time otherwise; it is known from here on."""

    @abstractmethod
    def number(self, scalar: PrimType, element: Attribute) -> Tensor:
        """A scalar as a tensor of rank 0."""

    # facts

    @property
    def state(self) -> RelationState:
        """What is known of sizes."""
        return self.solver.state

    def dims(self, value: SSAValue) -> tuple[Expr, ...]:
        """The sizes of a value."""
        return self.state.dims(value)

    def rank(self, value: SSAValue) -> int:
        """The number of dimensions of a value."""
        return self.state.rank(value)

    def element(self, value: SSAValue) -> Attribute:
        """The element type of a value."""
        return cast("TensorType[Attribute]", value.type).element_type

    def differ(self, one: Expr, other: Expr) -> bool:
        """Whether two sizes differ in every run."""
        return self.state.prover.equal(one, other).truth is Truth.NO

    def equal(self, one: Expr, other: Expr) -> bool:
        """Whether two sizes are equal in every run."""
        return self.state.prover.proves_equal(one, other)

    # operations

    def add_all(
        self,
        name: str,
        operands: Sequence[SSAValue],
        types: Sequence[Attribute],
        properties: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
    ) -> Sequence[SSAValue]:
        """One operation, whose relation is run at once."""
        op = operations()[name].create(
            operands=operands,
            result_types=types,
            properties=dict(properties or {}),
            regions=regions,
        )
        self.block.add_op(op)
        relation = relation_of(op)
        if relation is not None:
            self.solver.run(op, relation)
        return op.results

    def constant(self, number: complex, element: Attribute) -> Tensor:
        """A scalar."""
        type_ = TensorType(element, [])
        if isinstance(element, IntegerType | IndexType):
            integers = cast("TensorType[IntegerType]", type_)
            value = DenseIntOrFPElementsAttr.from_list(integers, [int(number.real)])
        else:
            known = Float32Type() if element == UNKNOWN_ELEMENT else element
            floats = cast("TensorType[Float32Type]", TensorType(known, []))
            value = DenseIntOrFPElementsAttr.from_list(floats, [float(number.real)])
        return Tensor(self, self.add_all("stablehlo.constant", [], [type_], {"value": value})[0])

    def full(self, number: complex, sizes: Sequence[Expr], element: Attribute) -> Tensor:
        """One number everywhere."""
        return self.constant(number, element).broadcast(sizes)

    def iota(self, sizes: Sequence[Expr], axis: int, element: Attribute) -> Tensor:
        """Each element is its index along an axis."""
        type_ = TensorType(element, [DYNAMIC_INDEX] * len(sizes))
        words = {"iota_dimension": i64_attr(axis)}
        operands = [self.integers(sizes)]
        return Tensor(self, self.add_all("stablehlo.dynamic_iota", operands, [type_], words)[0])


class TypedProgram(Program):
    """A program that is only typed: integers of shape operands are arguments of its block."""

    def argument(self, element: Attribute, shape: Sequence[int] = ()) -> SSAValue:
        """A value from outside."""
        return self.block.insert_arg(TensorType(element, shape), len(self.block.args))

    def integers(self, items: Sequence[Expr]) -> SSAValue:
        value = self.argument(IndexType(), [len(items)])
        self.state.set_elements(value, items)
        return value

    def size(self, size: Expr, element: Attribute) -> Tensor:
        value = self.argument(element)
        if isinstance(element, IntegerType):
            self.state.set_elements(value, [size])
        return Tensor(self, value)

    def require(self, condition: Cond, text: str) -> None:
        self.state.prover.assume(condition)

    def number(self, scalar: PrimType, element: Attribute) -> Tensor:
        return Tensor(self, self.argument(element))

    def operand(self, element: str | None, sizes: Sequence[Expr]) -> SSAValue:
        """A tensor operand of the operator."""
        known = UNKNOWN_ELEMENT if element is None else element_of(element)
        value = self.argument(known, [DYNAMIC_INDEX] * len(sizes))
        self.state.set_dims(value, sizes)
        return value
