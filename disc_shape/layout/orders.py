"""Orders of dimensions: permutations, and values and types in another order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeVar, cast

from xdsl.dialects import arith
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, IndexType, IntegerType, TensorType
from xdsl.dialects.tensor import FromElementsOp
from xdsl.ir import Attribute, Operation, SSAValue

from disc_shape.dialects.disc_shape.encoding import get_symbols, with_symbols
from disc_shape.dialects.hlo.attributes import ints, ints_attr
from disc_shape.dialects.hlo.creation import ConstantOp
from disc_shape.dialects.hlo.factory import twin
from disc_shape.dialects.hlo.movement import TransposeOp
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import prefix_of

T = TypeVar("T")
Order: TypeAlias = Sequence[int]
"""For each dimension of a permuted value the one that it is of another value."""

SIZES = (FromElementsOp, ConstantOp, arith.ConstantOp)
"""Operations that list sizes, so that the list can be written in another order."""


def is_identity(order: Order) -> bool:
    """Whether an order keeps all dimensions where they are."""
    return list(order) == list(range(len(order)))


def inverse(order: Order) -> Order:
    """The order that restores what another one permutes."""
    return tuple(order.index(axis) for axis in range(len(order)))


def composed(order: Order, then: Order) -> Order:
    """One order, and then another one of the result."""
    return tuple(order[axis] for axis in then)


def permuted(values: Sequence[T], order: Order) -> list[T]:
    """One entry for each dimension, in an order."""
    return [values[axis] for axis in order]


def permuted_type(type_: Attribute, order: Order) -> TensorType[Attribute]:
    """The type of a tensor whose dimensions are in an order, symbols included."""
    tensor = as_tensor(type_)
    assert tensor is not None
    names = get_symbols(tensor)
    found = TensorType(tensor.element_type, permuted(tensor.get_shape(), order))
    return found if names is None else with_symbols(found, tuple(permuted(names, order)))


def transposed(value: SSAValue, order: Order, like: Operation) -> TransposeOp:
    """A transpose of a value, in the dialect of an operation."""
    return twin(TransposeOp, like).create(
        operands=[value],
        result_types=[permuted_type(value.type, order)],
        properties={"permutation": ints_attr(order, prefix_of(like.name))},
    )


def order_of(op: TransposeOp) -> Order:
    """The order of a transpose."""
    return ints(op.permutation)


def can_permute(sizes: SSAValue) -> bool:
    """Whether a list of sizes can be written in another order."""
    return isinstance(sizes.owner, SIZES)


def permuted_sizes(sizes: SSAValue, order: Order) -> Operation:
    """
    A list of sizes in another order.

        tensor.from_elements %a, %b  =>  tensor.from_elements %b, %a
    """
    owner = sizes.owner
    if isinstance(owner, FromElementsOp):
        return FromElementsOp.create(
            operands=permuted(owner.operands, order), result_types=[sizes.type]
        )
    assert isinstance(owner, (ConstantOp, arith.ConstantOp))
    numbers = permuted(ints(owner.properties["value"]), order)
    type_ = cast("TensorType[IntegerType | IndexType]", sizes.type)
    new = owner.clone()
    new.properties["value"] = DenseIntOrFPElementsAttr.from_list(type_, numbers)
    return new
