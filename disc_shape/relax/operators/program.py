"""
Programs of HLO that operators stand for: an operator builds one, operation by operation, and knows
the sizes of each value as it goes, from the relations.

What holds the integers of shape operands is left to the subclass: a program that is only typed
takes them from outside, one that is lowered computes them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    DenseIntOrFPElementsAttr,
    Float32Type,
    FloatTF32Type,
    IndexType,
    IntegerType,
    TensorType,
    i1,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue

from disc_shape.analysis.solver import Solver
from disc_shape.dialects.hlo.attributes import i64_array, i64_attr
from disc_shape.dialects.hlo.enums import ComparisonDirectionAttr
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers
from disc_shape.dialects.hlo.op import CHLO, STABLEHLO
from disc_shape.relations import RelationState, relation_of
from disc_shape.relax.operators.bodies import combiner, operations
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.symbolic import Cond, Expr, Truth, const, product
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts

Term: TypeAlias = "Tensor | Expr | complex"
"""An operand: a number or a size is a scalar of the other operand's element type."""

UNKNOWN_ELEMENT = FloatTF32Type()
"""Stands for an element type that is not known: no operator has such elements."""
ZERO, ONE = const(0), const(1)


@dataclass(frozen=True, eq=False)
class Facts:
    """A tensor of a program, what is known of it, and the refusal of what does not fit."""

    program: Program
    value: SSAValue
    what: str = "an operand"
    """What it is, for messages."""

    @property
    def sizes(self) -> tuple[Expr, ...]:
        """The sizes."""
        return self.program.dims(self.value)

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return self.program.rank(self.value)

    @property
    def element(self) -> Attribute:
        """The element type."""
        return self.program.element(self.value)

    def tensor_type(self, sizes: Sequence[Expr | None] | None = None) -> ts.TensorType:
        """The type of a tensor with its elements and other sizes; without these, of any rank."""
        shape = Shape(None if sizes is None else tuple(sizes))
        return ts.TensorType(shape, None if self.is_unknown else str(self.element))

    @property
    def is_unknown(self) -> bool:
        """Whether the element type is not known."""
        return self.element == UNKNOWN_ELEMENT

    @property
    def is_float(self) -> bool:
        """Whether the elements may be floats."""
        return not isinstance(self.element, IntegerType)

    def axis(self, axis: int, more: int = 0) -> int:
        """An axis counted from 0, with `more` new ones; negative ones count from the end."""
        rank = self.rank + more
        if not -rank <= axis < rank:
            raise OperatorError(f"axis {axis} is out of range for rank {rank}")
        return axis % rank

    def axes(self, axes: Sequence[int], more: int = 0) -> list[int]:
        """Axes counted from 0, each listed once."""
        found = [self.axis(one, more) for one in axes]
        if len(set(found)) != len(found):
            raise OperatorError(f"axes {', '.join(map(str, axes))} name one axis twice")
        return found

    def want_rank(self, rank: int, what: str = "") -> None:
        """Refuse another rank."""
        if self.rank != rank:
            raise OperatorError(f"{what or self.what} has rank {self.rank}, expected {rank}")

    def want_least_rank(self, rank: int) -> None:
        """Refuse a smaller rank."""
        if self.rank < rank:
            raise OperatorError(f"{self.what} has rank {self.rank}, expected {rank} or more")

    def want_elements(self, fits: bool, otherwise: str = "") -> None:
        """Refuse elements that do not fit."""
        if not fits and not self.is_unknown:
            text = f"{self.what} has elements of type {self.element}"
            raise OperatorError(f"{text}, {otherwise}" if otherwise else text)


def want_equal_elements(*values: Facts) -> None:
    """Refuse different element types."""
    known = [one.element for one in values if not one.is_unknown]
    for one in known[1:]:
        if one != known[0]:
            raise OperatorError(f"operands have elements of types {known[0]} and {one}")


class Tensor(Facts):
    """A tensor with the operations of HLO on it."""

    def apply(
        self,
        name: str,
        *others: Facts | SSAValue,
        rank: int | None = None,
        element: Attribute | None = None,
        body: Region | None = None,
        **properties: Attribute,
    ) -> Tensor:
        """One operation with one result; its rank and elements are those of this tensor."""
        full = name if "." in name else f"stablehlo.{name}"
        shape = [DYNAMIC_INDEX] * (self.rank if rank is None else rank)
        type_ = TensorType(self.element if element is None else element, shape)
        operands = [one.value if isinstance(one, Facts) else one for one in (self, *others)]
        regions = () if body is None else (body,)
        (value,) = self.program.add_all(full, operands, [type_], properties, regions)
        return Tensor(self.program, value)

    # elements

    def scalar(self, term: Term) -> Tensor:
        """An operand as a tensor; a number and a size are of the elements of this one."""
        if isinstance(term, Tensor):
            return term
        if isinstance(term, Expr):
            return self.program.size(term, self.element)
        return self.program.constant(term, self.element)

    def binary(self, name: str, other: Term) -> Tensor:
        """A function of two numbers, of operands that broadcast."""
        rhs = self.scalar(other)
        element = rhs.element if self.is_unknown else self.element
        rank = max(self.rank, rhs.rank)
        return self.apply(f"chlo.broadcast_{name}", rhs, rank=rank, element=element)

    def __add__(self, other: Term) -> Tensor:
        return self.binary("add", other)

    def __sub__(self, other: Term) -> Tensor:
        return self.binary("subtract", other)

    def __mul__(self, other: Term) -> Tensor:
        return self.binary("multiply", other)

    def __truediv__(self, other: Term) -> Tensor:
        return self.binary("divide", other)

    def __neg__(self) -> Tensor:
        self.want_elements(self.element != i1)
        return self.apply("negate")

    def exp(self) -> Tensor:
        """The exponential."""
        return self.apply("exponential")

    def clamped(self, low: Term, high: Term) -> Tensor:
        """Numbers not below `low` and not above `high`."""
        bottom, top = self.scalar(low), self.scalar(high)
        return self.binary("maximum", bottom).binary("minimum", top)

    def compare(self, direction: str, other: Term) -> Tensor:
        """Where a comparison holds, of operands that broadcast."""
        rhs = self.scalar(other)
        word = final_attribute(ComparisonDirectionAttr, CHLO)(direction)
        rank = max(self.rank, rhs.rank)
        name = "chlo.broadcast_compare"
        return self.apply(name, rhs, rank=rank, element=i1, comparison_direction=word)

    def select(self, on_true: Tensor, on_false: Tensor) -> Tensor:
        """One of two numbers where this holds or not, of operands that broadcast."""
        rank = max(self.rank, on_true.rank, on_false.rank)
        operands = on_true, on_false
        return self.apply("chlo.broadcast_select", *operands, rank=rank, element=on_true.element)

    def where(self, on_true: Tensor, on_false: Tensor) -> Tensor:
        """One of two numbers where this holds or not, of operands of one shape."""
        return self.apply("select", on_true, on_false, element=on_true.element)

    def convert(self, element: Attribute) -> Tensor:
        """The same numbers in another element type."""
        return self if self.element == element else self.apply("convert", element=element)

    def filled(self, number: complex, sizes: Sequence[Expr] | None = None) -> Tensor:
        """One number in this shape, or in another one."""
        return self.program.full(number, self.sizes if sizes is None else sizes, self.element)

    # shapes

    def reshape(self, sizes: Sequence[Expr]) -> Tensor:
        """The same elements in another shape."""
        return self.apply("dynamic_reshape", self.program.integers(sizes), rank=len(sizes))

    def flat(self) -> Tensor:
        """All elements in one dimension."""
        return self.reshape([product(self.sizes)])

    def broadcast(self, sizes: Sequence[Expr], dims: Sequence[int] | None = None) -> Tensor:
        """Repeated to `sizes`; the dimensions become those listed, else the last ones."""
        rank = len(sizes)
        listed = i64_array(range(rank - self.rank, rank) if dims is None else dims)
        wide = self.program.integers(sizes)
        name = "dynamic_broadcast_in_dim"
        return self.apply(name, wide, rank=rank, broadcast_dimensions=listed)

    def spread(self, sizes: Sequence[Expr], axis: int) -> Tensor:
        """Repeated to `sizes`, which have one more dimension, at an axis."""
        return self.broadcast(sizes, [one for one in range(len(sizes)) if one != axis])

    def transpose(self, axes: Sequence[int]) -> Tensor:
        """The dimensions in another order."""
        return self.apply("transpose", permutation=i64_array(axes))

    def slice(
        self, starts: Sequence[Expr], limits: Sequence[Expr], steps: Sequence[Expr]
    ) -> Tensor:
        """A part: `0 <= start <= limit <= size`, and positive steps."""
        bounds = map(self.program.integers, (starts, limits, steps))
        return self.apply("real_dynamic_slice", *bounds)

    def part(self, axis: int, start: Expr, limit: Expr, step: Expr = ONE) -> Tensor:
        """The elements between two indices along an axis, as in `slice`."""
        starts: list[Expr] = [ZERO] * self.rank
        steps: list[Expr] = [ONE] * self.rank
        limits = list(self.sizes)
        starts[axis], limits[axis], steps[axis] = start, limit, step
        return self.slice(starts, limits, steps)

    def pad(
        self, number: complex, low: Sequence[Expr], high: Sequence[Expr], inside: Sequence[int] = ()
    ) -> Tensor:
        """More elements before and after each dimension, and between its elements."""
        scalar = self.scalar(number)
        between = self.program.integers([const(one) for one in inside or [0] * self.rank])
        around = self.program.integers(low), self.program.integers(high)
        return self.apply("dynamic_pad", scalar, *around, between)

    def reverse(self, axes: Sequence[int]) -> Tensor:
        """The order of the elements along axes turned around."""
        return self.apply("reverse", dimensions=i64_array(axes))

    def take(self, indices: Tensor, axis: int) -> Tensor:
        """Slices along an axis, at indices."""
        rank = self.rank - 1 + indices.rank
        dim, batch = i64_attr(axis), i64_attr(0)
        return self.apply("torch_index_select", indices, rank=rank, dim=dim, batch_dims=batch)

    def reduce(self, axes: Sequence[int], name: str, start: complex) -> Tensor:
        """Elements combined along axes by `name`, a binary operation."""
        rank, body = self.rank - len(axes), combiner(name, self.element)
        scalar = self.scalar(start)
        return self.apply("reduce", scalar, rank=rank, body=body, dimensions=i64_array(axes))

    def dot(
        self,
        other: Tensor,
        contracting: tuple[Sequence[int], Sequence[int]],
        batching: tuple[Sequence[int], Sequence[int]] = ((), ()),
        element: Attribute | None = None,
    ) -> Tensor:
        """Products with the elements of another tensor, summed over the contracting dimensions."""
        numbers = final_attribute(DotDimensionNumbers, STABLEHLO).of(
            lhs_batching_dimensions=tuple(batching[0]),
            rhs_batching_dimensions=tuple(batching[1]),
            lhs_contracting_dimensions=tuple(contracting[0]),
            rhs_contracting_dimensions=tuple(contracting[1]),
        )
        rank = self.rank + other.rank - 2 * len(contracting[0]) - len(batching[0])
        return self.apply(
            "dot_general", other, rank=rank, element=element, dot_dimension_numbers=numbers
        )


class Program(ABC):
    """Adds operations to a block."""

    def __init__(self, solver: Solver, block: Block) -> None:
        self.solver = solver
        self.block = block

    @abstractmethod
    def integers(self, items: Sequence[Expr]) -> SSAValue:
        """A tensor of indices that holds these integers."""

    @abstractmethod
    def numbers(self, items: Sequence[Expr], shape: Sequence[int]) -> SSAValue:
        """A tensor of this shape with integers as its elements."""

    @abstractmethod
    def require(self, condition: Cond, text: str) -> None:
        """What the operator refuses at run time otherwise; it is known from here on."""

    @abstractmethod
    def number(self, scalar: ts.PrimType, element: Attribute) -> Tensor:
        """A scalar as a tensor of rank 0."""

    def want(self, condition: Cond, refused: str, text: str = "") -> None:
        """Refuse what holds in no run; one in which it does not hold stops with `text`."""
        if self.state.prover.truth(condition) is Truth.NO:
            raise OperatorError(refused)
        self.require(condition, text or refused)

    def size(self, size: Expr, element: Attribute) -> Tensor:
        """A size as a tensor of rank 0."""
        return Tensor(self, self.numbers([size], ())).convert(element)

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
        """One operation of HLO by its name; its results."""
        kind, words = operations()[name], dict(properties or {})
        op = kind.create(operands=operands, result_types=types, properties=words, regions=regions)
        return self.add(op)

    def add(self, op: Operation) -> Sequence[SSAValue]:
        """An operation of HLO, whose relation is run at once."""
        self.block.add_op(op)
        if (relation := relation_of(op)) is not None:
            self.solver.run(op, relation)
        return op.results

    def constant(self, number: complex, element: Attribute) -> Tensor:
        """A scalar."""
        is_whole = isinstance(element, IntegerType | IndexType)
        known = Float32Type() if element == UNKNOWN_ELEMENT else element
        type_ = cast("TensorType[Float32Type]", TensorType(known, []))
        try:
            value = DenseIntOrFPElementsAttr.from_list(
                type_, [(int if is_whole else float)(number.real)]
            )
        except (ValueError, OverflowError):
            raise OperatorError(f"{number} is no number of type {element}") from None
        wanted = TensorType(element, [])
        return Tensor(self, self.add_all("stablehlo.constant", [], [wanted], {"value": value})[0])

    def full(self, number: complex, sizes: Sequence[Expr], element: Attribute) -> Tensor:
        """One number everywhere."""
        return self.constant(number, element).broadcast(sizes)

    def iota(self, sizes: Sequence[Expr], axis: int, element: Attribute) -> Tensor:
        """Each element is its index along an axis."""
        type_ = TensorType(element, [DYNAMIC_INDEX] * len(sizes))
        words = {"iota_dimension": i64_attr(axis)}
        operands = [self.integers(sizes)]
        return Tensor(self, self.add_all("stablehlo.dynamic_iota", operands, [type_], words)[0])
