"""
Programs of HLO that operators stand for: an operator builds one, operation by operation, and knows
the sizes of each value as it goes, from the relations.

What holds the integers of shape operands is left to the subclass: a program that is only typed
takes them from outside, one that is lowered computes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    Float32Type,
    IndexType,
    IntegerType,
    TensorType,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.analysis.solver import Solver
from disc_shape.dialects import DIALECTS, load_dialect
from disc_shape.dialects.hlo.attributes import i64_array, i64_attr
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO
from disc_shape.dialects.relax.literals import element_of
from disc_shape.relations import relation_of
from disc_shape.relax.operators.operand_facts import UNKNOWN_ELEMENT, OperandFacts
from disc_shape.symbolic import Cond, Expr, const
from disc_shape.typesystem.types import PrimType


@cache
def operations() -> Mapping[str, type[Operation]]:
    """The operations of HLO by name."""
    dialects = [load_dialect(DIALECTS[name]) for name in ("stablehlo", "chlo")]
    return {op.name: op for dialect in dialects for op in dialect.operations}


def combiner(name: str, element: Attribute) -> Region:
    """The body that combines two numbers by `name`, a binary operation."""
    scalar = TensorType(element, [])
    body = Block(arg_types=[scalar, scalar])
    inner = operations()[f"stablehlo.{name}"].create(
        operands=list(body.args), result_types=[scalar]
    )
    body.add_ops([inner, operations()["stablehlo.return"].create(operands=inner.results)])
    return Region(body)


class Elementwise(OperandFacts, ABC):
    """Adds operations to a block: any, and those on single elements."""

    def __init__(self, solver: Solver, block: Block) -> None:
        super().__init__(solver)
        self.block = block

    @abstractmethod
    def integers(self, items: Sequence[Expr]) -> SSAValue:
        """A tensor of indices that holds these integers."""

    @abstractmethod
    def size(self, size: Expr, element: Attribute) -> SSAValue:
        """A size as a tensor of rank 0."""

    @abstractmethod
    def require(self, condition: Cond, text: str) -> None:
        """What the operator refuses at run time otherwise; it is known from here on."""

    @abstractmethod
    def number(self, scalar: PrimType, element: Attribute) -> SSAValue:
        """A scalar as a tensor of rank 0."""

    # operations

    def add(
        self,
        name: str,
        operands: Sequence[SSAValue],
        rank: int,
        element: Attribute | None = None,
        properties: Mapping[str, Attribute] | None = None,
        regions: Sequence[Region] = (),
    ) -> SSAValue:
        """One operation with one result of this rank; its elements are those of the first one."""
        kind = self.element(operands[0]) if element is None else element
        type_ = TensorType(kind, [DYNAMIC_INDEX] * rank)
        return self.add_all(name, operands, [type_], properties, regions)[0]

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

    def unary(self, name: str, value: SSAValue) -> SSAValue:
        """A function of one number."""
        return self.add(name, [value], self.rank(value))

    def binary(self, name: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """A function of two numbers, of operands that broadcast."""
        rank = max(self.rank(lhs), self.rank(rhs))
        element = self.element(rhs) if self.is_unknown(lhs) else self.element(lhs)
        return self.add(f"chlo.broadcast_{name}", [lhs, rhs], rank, element)

    def compare(self, direction: str, lhs: SSAValue, rhs: SSAValue) -> SSAValue:
        """Where a comparison holds, of operands that broadcast."""
        words = {"comparison_direction": final_attribute(ComparisonDirectionAttr, CHLO)(direction)}
        rank = max(self.rank(lhs), self.rank(rhs))
        return self.add("chlo.broadcast_compare", [lhs, rhs], rank, IntegerType(1), words)

    def select(self, pred: SSAValue, on_true: SSAValue, on_false: SSAValue) -> SSAValue:
        """One of two numbers, of operands that broadcast."""
        rank = max(self.rank(pred), self.rank(on_true), self.rank(on_false))
        operands = [pred, on_true, on_false]
        return self.add("chlo.broadcast_select", operands, rank, self.element(on_true))

    def where(self, pred: SSAValue, on_true: SSAValue, on_false: SSAValue) -> SSAValue:
        """One of two numbers, of operands of one shape."""
        operands = [pred, on_true, on_false]
        return self.add("stablehlo.select", operands, self.rank(pred), self.element(on_true))

    def convert(self, value: SSAValue, element: Attribute) -> SSAValue:
        """The same numbers in another element type."""
        if self.element(value) == element:
            return value
        return self.add("stablehlo.convert", [value], self.rank(value), element)

    def constant(self, number: complex, element: Attribute) -> SSAValue:
        """A scalar."""
        type_ = TensorType(element, [])
        if isinstance(element, IntegerType | IndexType):
            integers = cast("TensorType[IntegerType]", type_)
            value = DenseIntOrFPElementsAttr.from_list(integers, [int(number.real)])
        else:
            known = Float32Type() if element == UNKNOWN_ELEMENT else element
            floats = cast("TensorType[Float32Type]", TensorType(known, []))
            value = DenseIntOrFPElementsAttr.from_list(floats, [float(number.real)])
        return self.add_all("stablehlo.constant", [], [type_], {"value": value})[0]


class Program(Elementwise):
    """Adds operations to a block."""

    def reshape(self, value: SSAValue, sizes: Sequence[Expr]) -> SSAValue:
        """The same elements in another shape."""
        operands = [value, self.integers(sizes)]
        return self.add("stablehlo.dynamic_reshape", operands, len(sizes))

    def broadcast(
        self, value: SSAValue, sizes: Sequence[Expr], dimensions: Sequence[int]
    ) -> SSAValue:
        """A value repeated to `sizes`; its dimensions become those listed."""
        properties = {"broadcast_dimensions": i64_array(dimensions)}
        operands = [value, self.integers(sizes)]
        return self.add(
            "stablehlo.dynamic_broadcast_in_dim", operands, len(sizes), None, properties
        )

    def full(self, number: complex, sizes: Sequence[Expr], element: Attribute) -> SSAValue:
        """One number everywhere."""
        return self.broadcast(self.constant(number, element), sizes, ())

    def transpose(self, value: SSAValue, axes: Sequence[int]) -> SSAValue:
        """The dimensions in another order."""
        properties = {"permutation": i64_array(axes)}
        return self.add("stablehlo.transpose", [value], len(axes), None, properties)

    def concatenate(self, values: Sequence[SSAValue], axis: int) -> SSAValue:
        """Values one after the other along an axis."""
        properties = {"dimension": i64_attr(axis)}
        return self.add("stablehlo.concatenate", values, self.rank(values[0]), None, properties)

    def slice(
        self,
        value: SSAValue,
        starts: Sequence[Expr],
        limits: Sequence[Expr],
        steps: Sequence[Expr],
    ) -> SSAValue:
        """Part of a value: `0 <= start <= limit <= size`, and positive steps."""
        operands = [value, self.integers(starts), self.integers(limits), self.integers(steps)]
        return self.add("stablehlo.real_dynamic_slice", operands, self.rank(value))

    def pad(
        self,
        value: SSAValue,
        number: SSAValue,
        low: Sequence[Expr],
        high: Sequence[Expr],
        inside: Sequence[int] = (),
    ) -> SSAValue:
        """A value with more elements around it, and between its elements."""
        between = self.integers([const(one) for one in inside or [0] * len(low)])
        operands = [value, number, self.integers(low), self.integers(high), between]
        return self.add("stablehlo.dynamic_pad", operands, self.rank(value))

    def reverse(self, value: SSAValue, axes: Sequence[int]) -> SSAValue:
        """A value with the order of its elements turned around."""
        properties = {"dimensions": i64_array(axes)}
        return self.add("stablehlo.reverse", [value], self.rank(value), None, properties)

    def iota(self, sizes: Sequence[Expr], axis: int, element: Attribute) -> SSAValue:
        """Each element is its index along an axis."""
        properties = {"iota_dimension": i64_attr(axis)}
        operands = [self.integers(sizes)]
        return self.add("stablehlo.dynamic_iota", operands, len(sizes), element, properties)

    def take(self, value: SSAValue, indices: SSAValue, axis: int) -> SSAValue:
        """Slices of a value along an axis, at indices."""
        properties = {"dim": i64_attr(axis), "batch_dims": i64_attr(0)}
        rank = self.rank(value) - 1 + self.rank(indices)
        return self.add("stablehlo.torch_index_select", [value, indices], rank, None, properties)

    def reduce(self, value: SSAValue, axes: Sequence[int], name: str, start: complex) -> SSAValue:
        """Elements combined along axes by `name`, a binary operation."""
        element = self.element(value)
        return self.add(
            "stablehlo.reduce",
            [value, self.constant(start, element)],
            self.rank(value) - len(axes),
            None,
            {"dimensions": i64_array(axes)},
            [combiner(name, element)],
        )

    def dot(
        self,
        lhs: SSAValue,
        rhs: SSAValue,
        contracting: tuple[Sequence[int], Sequence[int]],
        batching: tuple[Sequence[int], Sequence[int]] = ((), ()),
        element: Attribute | None = None,
    ) -> SSAValue:
        """Products, summed over the contracting dimensions."""
        numbers = final_attribute(DotDimensionNumbers, STABLEHLO)
        words = numbers.of(
            lhs_batching_dimensions=tuple(batching[0]),
            rhs_batching_dimensions=tuple(batching[1]),
            lhs_contracting_dimensions=tuple(contracting[0]),
            rhs_contracting_dimensions=tuple(contracting[1]),
        )
        rank = self.rank(lhs) + self.rank(rhs) - 2 * len(contracting[0]) - len(batching[0])
        return self.add(
            "stablehlo.dot_general", [lhs, rhs], rank, element, {"dot_dimension_numbers": words}
        )


class TypedProgram(Program):
    """A program that is only typed: integers of shape operands are arguments of its block."""

    def integers(self, items: Sequence[Expr]) -> SSAValue:
        type_ = TensorType(IndexType(), [len(items)])
        value = self.block.insert_arg(type_, len(self.block.args))
        self.state.set_elements(value, items)
        return value

    def size(self, size: Expr, element: Attribute) -> SSAValue:
        type_ = TensorType(element, [])
        value = self.block.insert_arg(type_, len(self.block.args))
        if isinstance(element, IntegerType):
            self.state.set_elements(value, [size])
        return value

    def require(self, condition: Cond, text: str) -> None:
        self.state.prover.assume(condition)

    def number(self, scalar: PrimType, element: Attribute) -> SSAValue:
        return self.block.insert_arg(TensorType(element, []), len(self.block.args))

    def argument(self, element: str | None, sizes: Sequence[Expr]) -> SSAValue:
        """An operand of the operator."""
        known = UNKNOWN_ELEMENT if element is None else element_of(element)
        type_ = TensorType(known, [DYNAMIC_INDEX] * len(sizes))
        value = self.block.insert_arg(type_, len(self.block.args))
        self.state.set_dims(value, sizes)
        return value
