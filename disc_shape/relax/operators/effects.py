"""Operators without an HLO form: effects, objects, devices, shapes, sizes that depend on data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import zip_longest

from disc_shape.dialects.relax.operator_rows import Value
from disc_shape.dialects.relax.types import type_text
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.rows import typed
from disc_shape.symbolic import Expr
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem import types as ts

Attributes = Mapping[str, Value]
CONDITION = "the condition is false"
"""The message of a check that has none of its own."""


@typed("print")
def print_(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """Unit."""
    return ts.UNIT


@typed("assert_op")
def assert_op(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """Unit; the condition is a boolean scalar."""
    want(operands[0], "the condition", "i1", 0)
    return ts.UNIT


def formatted(text: str, values: Sequence[str]) -> str:
    """A format with values in the place of its `{}`, or the values one after the other."""
    if "{}" not in text:
        return " ".join([text, *values] if text else values)
    first, *others = text.split("{}")
    places = zip_longest(values[: len(others)], others, fillvalue="{}")
    return first + "".join(f"{value}{part}" for value, part in places)


def want(type_: ts.Type, what: str, element: str, rank: int) -> None:
    """Refuse tensors of other elements or of another rank."""
    if isinstance(type_, ts.TensorType):
        if type_.element not in (None, element):
            raise OperatorError(f"{what} has elements of type {type_.element}, expected {element}")
        if type_.shape.rank not in (None, rank):
            raise OperatorError(f"{what} has rank {type_.shape.rank}, expected {rank}")


def tensor(operands: Sequence[ts.Type]) -> ts.TensorType:
    """The first operand, which is a tensor."""
    first = operands[0]
    return first if isinstance(first, ts.TensorType) else ts.TensorType()


@typed("to_vdevice", "hint_on_device")
def to_device(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """The operand on the device of the attribute, all members of a tuple too (RLX-345)."""
    device = attributes["device"]
    for one in ts.leaves(operands[0]):
        if not isinstance(one, ts.TensorType):
            raise OperatorError(f"a {type_text(one)} is moved, expected tensors", "RLX-345")
    return ts.on_device(operands[0], None if device is None else str(device))


def integers(*sizes: Expr | int | None) -> ts.TensorType:
    """Tensors of i64."""
    return ts.TensorType(Shape.of(sizes), "i64")


@typed("nonzero")
def nonzero(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """The indices of what is not zero: a row for each dimension."""
    return integers(tensor(operands).shape.rank, None)


@typed("dynamic_strided_slice")
def dynamic_strided_slice(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """The rank stays; the sizes depend on data."""
    first = tensor(operands)
    for index, one in enumerate(operands[1:], 1):
        want(one, f"operand {index}", "i64", 1)
        length = next(one.shape.known, None) if isinstance(one, ts.TensorType) else None
        if length is not None and None not in (length.constant, first.shape.rank):
            if length.constant != first.shape.rank:
                text = f"operand {index} has {length} elements, expected {first.shape.rank}"
                raise OperatorError(text)
    return ts.TensorType(Shape.of_rank(first.shape.rank), first.element)


@typed("unique")
def unique(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """The distinct elements, and what else is asked for."""
    first = tensor(operands)
    flags = [one.value for one in operands[2:5] if isinstance(one, ts.PrimType)]
    if any(one is None or one.constant is None for one in flags):
        return ts.OBJECT
    along = len(operands) > 5
    rank = first.shape.rank if along else 1
    found: list[ts.Type] = [ts.TensorType(Shape.of_rank(rank), first.element)]
    found += [integers(None) for one in flags if one and one.constant]
    return found[0] if len(found) == 1 else ts.TupleType(tuple(found))


def ranked(operands: Sequence[ts.Type], *ranks: int) -> list[tuple[Expr | None, ...]]:
    """The sizes of the first operands, which are tensors of these ranks."""
    found: list[tuple[Expr | None, ...]] = []
    for index, (one, rank) in enumerate(zip(operands, ranks, strict=False)):
        shape = one.shape if isinstance(one, ts.TensorType) else Shape()
        if shape.rank not in (None, rank):
            raise OperatorError(f"operand {index} has rank {shape.rank}, expected {rank}")
        found.append(shape.dims or (None,) * rank)
    return found


@typed("vision.non_max_suppression")
def non_max_suppression(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """The boxes, or for each where it comes from and how many there are; both for soft scores."""
    sizes, _, _ = ranked(operands, 3, 1, 2)
    boxes = ts.TensorType(Shape.of(sizes), tensor(operands).element)
    if not attributes["return_indices"]:
        return boxes
    found = ts.TensorType(Shape.of(sizes[:2]), "i32"), ts.TensorType(Shape.of([sizes[0], 1]), "i32")
    sigma = attributes["soft_nms_sigma"]
    return ts.TupleType((boxes, *found) if isinstance(sigma, int | float) and sigma > 0 else found)


@typed("vision.all_class_non_max_suppression")
def all_class_non_max_suppression(operands: Sequence[ts.Type], attributes: Attributes) -> ts.Type:
    """The places of the boxes that stay, their scores if asked for, and how many there are."""
    _, (images, classes, count) = ranked(operands, 3, 3)
    format_ = attributes["output_format"]
    if format_ not in ("onnx", "tensorflow"):
        raise OperatorError(f"the format is '{format_}', expected onnx or tensorflow")
    if format_ == "onnx":
        return ts.TupleType((integers(None, 3), integers(1)))
    most = None if classes is None or count is None else classes * count
    scores = ts.TensorType(Shape.of([images, most]), "f32")
    return ts.TupleType((integers(images, most, 2), scores, integers(images)))
