"""What the operations on ranked tensors share."""

from collections.abc import Sequence
from typing import TypeAlias, cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, UnrankedTensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import base

Value: TypeAlias = SSAValue | Operation
RankedTensor: TypeAlias = TensorType[Attribute]

RANKED = base(TensorType[Attribute])
ANY_TENSOR = RANKED | base(UnrankedTensorType[Attribute])


def any_tensor(value: SSAValue) -> RankedTensor | UnrankedTensorType[Attribute]:
    """The type of a value that is known to be a tensor."""
    assert isinstance(value.type, TensorType | UnrankedTensorType)
    return cast("RankedTensor | UnrankedTensorType[Attribute]", value.type)


def ranked(value: SSAValue) -> RankedTensor:
    """The type of a value that is known to be a ranked tensor."""
    assert isinstance(value.type, TensorType)
    return cast("RankedTensor", value.type)


def compatible(lhs: Sequence[int], rhs: Sequence[int]) -> bool:
    """Whether two shapes can be equal: one rank, and static sizes that agree."""
    return len(lhs) == len(rhs) and all(
        a == b or DYNAMIC_INDEX in (a, b) for a, b in zip(lhs, rhs, strict=True)
    )


def shape_text(shape: Sequence[int]) -> str:
    """`?x4` for a shape."""
    return "x".join("?" if size == DYNAMIC_INDEX else str(size) for size in shape) or "()"
