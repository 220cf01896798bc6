"""Dimension-wise checks of tensor types, for verifiers.

An unknown size is None. Encodings are ignored: they carry constraints that passes refine value by
value. A check fails only when it fails for every run: two sizes of which one is unknown agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from operator import attrgetter
from typing import cast

from xdsl.dialects.builtin import DYNAMIC_INDEX, TensorType, UnrankedTensorType, i32
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.utils.exceptions import VerifyException

from disc_shape.class_table import Kind
from disc_shape.dialects.hlo.narrow import as_tensor, is_unsigned, unranked_element
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.types import BoundsAttr, TypeExtensionsAttr
from disc_shape.traversal import operands_of, types_of

Dims = tuple[int | None, ...]
WITH_BOUNDS = (BoundsAttr, TypeExtensionsAttr)
HAS_BOUNDS = Kind(*WITH_BOUNDS)
_IS_VALUE = Kind(SSAValue)


class UnknownRank(VerifyException):
    """A check needs the sizes of a tensor of unknown rank."""


_type_of: Callable[[object], Attribute] = attrgetter("_type")


def type_of(value: SSAValue | Attribute) -> Attribute:
    """The type of a value; a type is its own."""
    return _type_of(value) if _IS_VALUE[value.__class__] else cast("Attribute", value)


def tensor_type(value: SSAValue | Attribute) -> TensorType[Attribute]:
    """The tensor type of a value that a constraint has checked to be a tensor."""
    found = _type_of(value) if _IS_VALUE[value.__class__] else value
    if type(found) is not TensorType:
        found = type_of(value)
        problem = VerifyException if unranked_element(found) is None else UnknownRank
        raise problem(f"expected a tensor, got {found}")
    return found


def dims(value: SSAValue | Attribute) -> Dims:
    """The sizes of a tensor, None for those that vary."""
    sizes = tensor_type(value).shape.data
    return tuple(None if size.data == DYNAMIC_INDEX else size.data for size in sizes)


def element_type(value: SSAValue | Attribute) -> Attribute:
    """The element type of a tensor, ranked or not."""
    unranked = unranked_element(type_of(value))
    return tensor_type(value).element_type if unranked is None else unranked


def rank(value: SSAValue | Attribute) -> int:
    """The number of dimensions of a tensor."""
    return len(tensor_type(value).shape.data)


def is_tensor(type_: Attribute) -> bool:
    """Whether a type is that of tensors, ranked or not."""
    return as_tensor(type_) is not None or unranked_element(type_) is not None


def has_unranked(op: Operation) -> bool:
    """Whether the rank of an operand or result is not known."""
    return UnrankedTensorType in map(type, types_of((*op.results, *operands_of(op))))


def agree(left: int | None, right: int | None) -> bool:
    """Whether two sizes can be equal."""
    return left == right or left is None or right is None


def require(holds: bool, message: str) -> None:
    """Raise with `message` unless `holds`."""
    if not holds:
        raise VerifyException(message)


def check_same_sizes(op: Operation, what: str, left: Dims, right: Dims) -> Dims:
    """Both shapes have one rank and no dimension where they surely differ.

    The sizes that either of them knows are returned.
    """
    if len(left) != len(right):
        raise VerifyException(f"ranks of '{op.name}' {what} differ: {len(left)} and {len(right)}")
    for index, (a, b) in enumerate(zip(left, right, strict=True)):
        if not agree(a, b):
            raise VerifyException(f"dimension {index} of '{op.name}' {what} differ: {a} and {b}")
    return tuple(b if a is None else a for a, b in zip(left, right, strict=True))


def check_same_shape(op: Operation, what: str, *types: Attribute) -> Dims:
    """All tensors can have one shape; the sizes that any of them knows are returned."""
    first = types[0]
    known = dims(first)
    for other in types[1:]:
        if other is not first and other != first:
            known = check_same_sizes(op, what, known, dims(other))
    check_bounds(op, what, known, types)
    return known


def check_bounds(op: Operation, what: str, known: Dims, types: Iterable[Attribute]) -> None:
    """No size that is known is above a bound that an encoding gives for its dimension."""
    for type_ in types:
        encoding = tensor_type(type_).encoding
        if not HAS_BOUNDS[type(encoding)] or not isinstance(encoding, WITH_BOUNDS):
            continue
        for index, (size, bound) in enumerate(zip(known, encoding.bounds, strict=False)):
            if size is not None and bound is not None and size > bound:
                raise VerifyException(
                    f"dimension {index} of '{op.name}' {what} is {size}, above its bound {bound}"
                )


def unquantized(element: Attribute, scales: bool) -> object:
    """What two element types must have in common.

    Quantized types may differ in the dimension that their scales belong to, and where an operation
    computes in the expressed numbers (`scales` is false) in the scales as well.
    """
    if not element.name.startswith("quant."):
        return element
    from disc_shape.dialects.quant import UniformQuantizedType

    if not isinstance(element, UniformQuantizedType):
        return element
    uniform = element.data
    several = uniform.axis is not None
    return (uniform.storage, uniform.expressed, several, uniform.scales if scales else None)


def stored(element: Attribute) -> Attribute:
    """The type that elements are stored in: integers for quantized ones."""
    if not element.name.startswith("quant."):
        return element
    from disc_shape.dialects.quant import UniformQuantizedType

    return element.data.storage.type if isinstance(element, UniformQuantizedType) else element


def check_same_element(op: Operation, what: str, *types: Attribute, scales: bool = True) -> None:
    """All tensors have the first one's element type; quantized ones may differ in scale or axis."""
    first = element_type(types[0])
    for other in types[1:]:
        element = element_type(other)
        if element != first and unquantized(element, scales) != unquantized(first, scales):
            raise VerifyException(
                f"element types of '{op.name}' {what} differ: {first} and {element}"
            )


def check_same_type(op: Operation, what: str, *types: Attribute, scales: bool = False) -> None:
    """All tensors have one element type and can have one shape.

    Quantized ones may differ in scales unless these are asked for.
    """
    first = types[0]
    known: Dims | None = None
    for other in types[1:]:
        if other is not first and other != first:
            check_same_element(op, what, first, other, scales=scales)
            known = check_same_sizes(op, what, known or dims(first), dims(other))
    if known is not None:
        check_bounds(op, what, known, types)


def check_dimension(op: Operation, what: str, dimension: int, upper: int) -> None:
    """A dimension number is one of 0 to `upper` - 1."""
    if not 0 <= dimension < upper:
        raise VerifyException(
            f"{what} {dimension} of '{op.name}' is out of range: expected 0 to {upper - 1}"
        )


def check_dimensions(op: Operation, what: str, dimensions: Sequence[int], upper: int) -> None:
    """Dimension numbers are in range."""
    for dimension in dimensions:
        check_dimension(op, what, dimension, upper)


def check_unique(op: Operation, what: str, dimensions: Sequence[int]) -> None:
    """No dimension number occurs twice."""
    if len(set(dimensions)) != len(dimensions):
        raise VerifyException(f"{what} of '{op.name}' repeat a dimension: {list(dimensions)}")


def check_sorted(op: Operation, what: str, dimensions: Sequence[int]) -> None:
    """Dimension numbers are in ascending order."""
    if list(dimensions) != sorted(dimensions):
        raise VerifyException(f"{what} of '{op.name}' are not ascending: {list(dimensions)}")


def check_count(op: Operation, what: str, found: int, expected: int) -> None:
    """A list has the length that something else fixes."""
    if found != expected:
        raise VerifyException(f"'{op.name}' has {found} {what}, expected {expected}")


def check_each(op: Operation, what: str, values: Iterable[int], least: int) -> None:
    """Every number of a list is at least `least`."""
    for index, value in enumerate(values):
        if value < least:
            raise VerifyException(
                f"{what} {index} of '{op.name}' is {value}, expected at least {least}"
            )


def largest(value: SSAValue) -> Dims:
    """The sizes of a tensor; of those that are not known, the bounds that its encoding gives."""
    encoding, sizes = tensor_type(value).encoding, dims(value)
    if not HAS_BOUNDS[type(encoding)] or not isinstance(encoding, BoundsAttr | TypeExtensionsAttr):
        return sizes
    both = zip(sizes, encoding.bounds, strict=False)
    return tuple(bound if size is None else size for size, bound in both)


def check_static(op: Operation, value: SSAValue) -> None:
    """
    The sizes of a result that nothing else determines are static. A buffer that is written
    determines them.
    """
    check_bounded(op, value)
    if not (isinstance(op, HloOp) and op.ON_BUFFERS) and None in dims(value):
        raise VerifyException(
            f"dimension {dims(value).index(None)} of '{op.name}' result is bounded, expected a "
            "static size"
        )


def check_bounded(op: Operation, value: SSAValue) -> None:
    """The sizes of a result are static (see `check_static`), or one is bounded by its encoding."""
    if isinstance(op, HloOp) and op.ON_BUFFERS:
        return
    bounded = [index for index, size in enumerate(dims(value)) if size is None]
    for index, size in enumerate(largest(value)):
        if size is None:
            raise VerifyException(
                f"dimension {index} of '{op.name}' result is dynamic, expected a static size"
            )
    require(
        len(bounded) <= 1,
        f"dimensions {bounded} of '{op.name}' result are bounded, expected 1 at most",
    )


def check_has_sign(op: Operation, value: SSAValue) -> None:
    """The elements of a tensor are no unsigned integers."""
    element = element_type(value)
    require(
        not is_unsigned(element),
        f"element type of '{op.name}' operand is {element}, expected no unsigned integer",
    )


def check_scalar(op: Operation, what: str, value: SSAValue) -> None:
    """A tensor has rank 0."""
    if found := rank(value):
        raise VerifyException(f"{what} of '{op.name}' has rank {found}, expected 0")


def check_int32(op: Operation, what: str, value: SSAValue) -> None:
    """A tensor holds signless 32-bit integers."""
    if (found := element_type(value)) != i32:
        raise VerifyException(f"{what} of '{op.name}' has elements of type {found}, expected i32")


def check_shape_operand(op: Operation, what: str, operand: SSAValue, expected: int) -> None:
    """An operand that lists sizes has rank 1 and, when its length is known, the right length."""
    found = dims(operand)
    require(len(found) == 1, f"{what} of '{op.name}' has rank {len(found)}, expected 1")
    if not agree(found[0], expected):
        raise VerifyException(f"{what} of '{op.name}' has {found[0]} elements, expected {expected}")
    require(
        found[0] is not None or not op.name.startswith("stablehlo."),
        f"{what} of '{op.name}' has a length that is not static, expected {expected}",
    )


def values_agree(left: Attribute, right: Attribute) -> bool:
    """Whether two types can be one: equal, or tensors that can be."""
    if left == right:
        return True
    if not is_tensor(left) or not is_tensor(right):
        return False
    elements = (element_type(left), element_type(right))
    if unquantized(elements[0], False) != unquantized(elements[1], False):
        return False
    one, other = as_tensor(left), as_tensor(right)
    if one is None or other is None:
        return True
    first, second = dims(one), dims(other)
    return len(first) == len(second) and all(map(agree, first, second))


def check_same_values(
    op: Operation, what: str, left: Sequence[Attribute], right: Sequence[Attribute]
) -> None:
    """Two lists of types have one length and agree one by one."""
    if len(left) != len(right):
        raise VerifyException(f"numbers of '{op.name}' {what} differ: {len(left)} and {len(right)}")
    for index, (a, b) in enumerate(zip(left, right, strict=True)):
        if not values_agree(a, b):
            raise VerifyException(f"types {index} of '{op.name}' {what} differ: {a} and {b}")
