"""What quantized operands and results demand of one another.

StableHLO specification, the constraints that begin with `is_quantized` or `is_per_axis_quantized`.
A tensor that is quantized along a dimension has a scale for each of its indices; operations that
move dimensions move the scales with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TypeGuard

from xdsl.ir import Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.shapes import Dims, check_same_element, dims, element_type, require
from disc_shape.dialects.quant import Uniform, UniformQuantizedType


def uniform_of(value: SSAValue) -> Uniform | None:
    """How the elements of a tensor are quantized, if they are."""
    element = element_type(value)
    return element.data if isinstance(element, UniformQuantizedType) else None


def have_one_plain_element(value: SSAValue, *others: SSAValue) -> bool:
    """Whether tensors have one element type that is not quantized, as most do: a quick look."""
    element = element_type(value)
    if isinstance(element, UniformQuantizedType):
        return False
    return all(element_type(other) is element for other in others)


def check_added(op: Operation, lhs: SSAValue, rhs: SSAValue, result: SSAValue) -> None:
    """`add` (c2) to (c7): one way to store, one expressed type, and the axis of each operand that
    has one is the result's."""
    if have_one_plain_element(lhs, rhs, result):
        return
    kinds = [uniform_of(value) for value in (lhs, rhs, result)]
    quantized = [kind for kind in kinds if kind is not None]
    if len(quantized) < len(kinds):
        check_same_element(op, "operands", lhs.type, rhs.type)
        check_same_element(op, "operands and result", lhs.type, result.type)
        return
    _check_agree(op, "storage types", [kind.storage.type for kind in quantized])
    _check_agree(op, "expressed types", [kind.expressed for kind in quantized])
    left, right, made = (kind.axis for kind in quantized)
    given = {axis for axis in (left, right) if axis is not None}
    if given != (set() if made is None else {made}):
        raise VerifyException(
            f"quantized dimensions of '{op.name}' operands and result differ: {left}, {right} and "
            f"{made}"
        )


def _check_agree(op: Operation, what: str, found: Sequence[object]) -> None:
    for other in found[1:]:
        require(
            found[0] == other,
            f"{what} of '{op.name}' operands and result differ: {found[0]} and {other}",
        )


def check_multiplied(op: Operation, lhs: SSAValue, rhs: SSAValue, result: SSAValue) -> bool:
    """Whether a product of tensors is quantized; its quantized types agree.

    `convolution` (c28), (c31) to (c34), `dot_general` (c14), (c17) to (c20): the right side is
    quantized, the left side where the result is; all are stored alike and express the same type.
    """
    left, right, made = (uniform_of(value) for value in (lhs, rhs, result))
    if left is None and right is None and made is None:
        return False
    if right is None or (left is None) != (made is None):
        raise VerifyException(
            f"'{op.name}' is quantized in part: expected a quantized right side, and left side and "
            "result both quantized or neither"
        )
    if left is None or made is None:
        wanted = [element_type(lhs), right.expressed, element_type(result)]
        _check_agree(op, "expressed types", wanted)
        return True
    _check_agree(op, "storage types", [left.storage.type, right.storage.type])
    _check_agree(op, "expressed types", [left.expressed, right.expressed, made.expressed])
    require(
        right.axis is not None or made.axis is None,
        f"result of '{op.name}' is quantized along a dimension, expected one scale as in the right "
        "side",
    )
    return True


def check_zero_points(op: Operation, rhs: SSAValue) -> None:
    """`dot_general` (c15): zero stands for zero on the right side."""
    element = element_type(rhs)
    points = [scale.zero_point for scale in element.scales] if _is_uniform(element) else []
    for point in points:
        require(point == 0, f"zero point of the right side of '{op.name}' is {point}, expected 0")


def _is_uniform(element: object) -> TypeGuard[UniformQuantizedType]:
    return isinstance(element, UniformQuantizedType)


def check_axis(op: Operation, what: str, value: SSAValue, expected: int) -> None:
    """The scales of a tensor, if it has several, belong to one certain dimension."""
    uniform = uniform_of(value)
    if uniform is not None and uniform.axis not in (None, expected):
        raise VerifyException(
            f"quantized dimension of '{op.name}' {what} is {uniform.axis}, expected {expected}"
        )


def axes(operand: SSAValue, result: SSAValue) -> tuple[int, int] | None:
    """The dimensions that the scales of operand and result belong to, if both have one."""
    one, other = uniform_of(operand), uniform_of(result)
    if one is None or other is None or one.axis is None or other.axis is None:
        return None
    return one.axis, other.axis


def check_reshaped_scales(op: Operation, operand: SSAValue, result: SSAValue) -> None:
    """`reshape` (c3): as many indices before the quantized dimension, and along it."""
    if have_one_plain_element(operand, result):
        return
    check_same_element(op, "operand and result", operand.type, result.type)
    if (found := axes(operand, result)) is None:
        return
    before, after = (
        _count_before(sizes, axis)
        for sizes, axis in zip((dims(operand), dims(result)), found, strict=True)
    )
    require(
        before is None or after is None or before == after,
        f"sizes before the quantized dimension of '{op.name}' operand and result differ: product "
        f"{before} and {after}",
    )


def _count_before(sizes: Dims, axis: int) -> int | None:
    known = [size for size in sizes[:axis] if size is not None]
    return prod(known) if len(known) == axis else None


def check_stretched_scales(
    op: Operation, operand: SSAValue, result: SSAValue, dimensions: Sequence[int]
) -> None:
    """`broadcast_in_dim` (c1), (c6): the quantized dimension goes where the broadcast takes it; the
    only scale of one that is stretched is that of each of its new indices."""
    if have_one_plain_element(operand, result):
        return
    element, made = element_type(operand), element_type(result)
    if (found := axes(operand, result)) is None or not (_is_uniform(element) and _is_uniform(made)):
        check_same_element(op, "operand and result", operand.type, result.type)
        return
    axis, _ = found
    if axis < len(dimensions):
        check_axis(op, "result", result, dimensions[axis])
    if len(element.scales) == 1:
        require(
            set(made.scales) <= set(element.scales),
            f"scales of '{op.name}' operand and result differ: {element} and {made}",
        )
    else:
        check_same_element(op, "operand and result", operand.type, result.type)
