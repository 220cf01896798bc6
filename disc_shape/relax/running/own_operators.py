"""
Operators without an HLO form, in numpy: effects, aliases, sizes that depend on data, and boxes of
which some stay by those that stay before them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeAlias, cast

import numpy as np

from disc_shape.dialects.relax.operators import OperatorOp
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.relax.operators.effects import CONDITION, formatted
from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.running.values import Scalar, Value, as_array, describe

Own: TypeAlias = Callable[[OperatorOp, Sequence[Value]], Value]


def tensor(value: Value, index: int = 0) -> Array:
    """An operand that is a tensor."""
    array = as_array(value)
    if array is None:
        raise OperatorError(f"operand {index} is {describe(value)}, expected a tensor")
    return array


def number(value: Value) -> int:
    """A scalar operand."""
    if not isinstance(value, Scalar):
        raise OperatorError(f"an operand is {describe(value)}, expected a scalar")
    return int(value.number)


def hint_on_device(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """The operand itself."""
    return operands[0]


def shown(values: Sequence[Value]) -> list[str]:
    """Values as messages show them."""
    return [str(one.number) if isinstance(one, Scalar) else str(one) for one in values]


def print_(op: OperatorOp, operands: Sequence[Value]) -> Value:
    """Prints values; unit."""
    print(formatted(str(op.values()["format"] or ""), shown(operands)))
    return ()


def assert_op(op: OperatorOp, operands: Sequence[Value]) -> Value:
    """Ends the run unless the condition holds; unit."""
    condition, *values = operands
    holds = number(condition) if isinstance(condition, Scalar) else only(condition, 0)
    if not holds:
        text = formatted(str(op.values()["format"] or CONDITION), shown(values))
        raise GuardError(f"{op.name}: {text}", op)
    return ()


def nonzero(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """The indices of what is not zero: a row for each dimension."""
    value = tensor(operands[0])
    if value.ndim == 0:
        return np.zeros((0, int(bool(value))), np.int64)
    return np.stack(np.nonzero(value)).astype(np.int64)


def unique(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """The distinct elements in order, and what else is requested."""
    value = tensor(operands[0])
    flags = [bool(number(one)) for one in operands[2:5]]
    axis = number(operands[5]) if len(operands) > 5 else None
    if axis is not None and not -value.ndim <= axis < value.ndim:
        raise OperatorError(f"axis {axis} is out of range for rank {value.ndim}")
    found = np.unique(value, True, True, True, axis)
    rest = [
        np.asarray(one, np.int64).reshape(-1)
        for one, wanted in zip(found[1:], flags, strict=True)
        if wanted
    ]
    return (found[0], *rest) if rest else found[0]


def dynamic_strided_slice(_op: OperatorOp, operands: Sequence[Value]) -> Value:
    """Python's slices, at indices that are data."""
    value, *bounds = [tensor(one, index) for index, one in enumerate(operands)]
    if any(one.shape != (value.ndim,) for one in bounds):
        raise OperatorError(f"begin, end and strides have {value.ndim} elements each")
    begins, ends, steps = ([int(one) for one in bound] for bound in bounds)
    if 0 in steps:
        raise OperatorError("a step is 0")
    return value[tuple(map(slice, begins, ends, steps))].copy()


Numbers: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
"""An array of numbers."""


def numbers(value: Value, index: int, rank: int | None = None) -> Numbers:
    """A tensor or scalar operand, of a rank."""
    array = value.array if isinstance(value, Scalar) else as_array(value)
    if array is None or rank not in (None, array.ndim):
        wanted = "numbers" if rank is None else f"a tensor of rank {rank}"
        raise OperatorError(f"operand {index} is {describe(value)}, expected {wanted}")
    return cast("Numbers", array)


def only(value: Value, index: int) -> float:
    """The one number of an operand."""
    array = numbers(value, index)
    if array.size != 1:
        raise OperatorError(f"operand {index} has {array.size} elements, expected 1")
    return float(array.reshape(()))


def word(op: OperatorOp, name: str) -> float:
    """A number in an attribute; true is 1."""
    value = op.values()[name]
    if not isinstance(value, int | float):
        raise OperatorError(f"attribute '{name}' is {value}, expected a number")
    return value


def overlaps(box: Numbers, others: Numbers) -> Numbers:
    """The area that a box shares with each of others over that of both; corners in any order."""
    (low, high), (lows, highs) = (
        (np.minimum(one[..., :2], one[..., 2:]), np.maximum(one[..., :2], one[..., 2:]))
        for one in (box, others)
    )
    common = np.prod(np.maximum(np.minimum(high, highs) - np.maximum(low, lows), 0), -1)
    union = np.prod(high - low) + np.prod(highs - lows, -1) - common
    return np.where(union > 0, common / np.where(union > 0, union, 1), 0)


def staying(
    boxes: Numbers, threshold: float, most: int | None, classes: Numbers | None = None
) -> list[int]:
    """
    The places of boxes, in order, that no box of their class that stays before them overlaps by a
    threshold or more; the first ones, `most` or all.
    """
    found: list[int] = []
    alive = np.ones(len(boxes), np.bool_)
    for at in range(len(boxes)):
        if alive[at] and len(found) != most:
            found.append(at)
            same = alive if classes is None else classes == classes[at]
            alive &= ~(same & (overlaps(boxes[at], boxes) >= threshold))
    return found


def suppressed(op: OperatorOp, operands: Sequence[Value]) -> Value:
    """
    Of the boxes of each image, the best ones first, those that stay; all others are -1. With
    `return_indices` where they come from and how many there are.
    """
    data, counts, indices = (numbers(one, at, (3, 1, 2)[at]) for at, one in enumerate(operands))
    images, _, size = data.shape
    start, score, class_at = (
        int(word(op, name)) for name in ("coord_start", "score_index", "id_index")
    )
    if counts.shape != (images,) or indices.shape != data.shape[:2]:
        raise OperatorError("the boxes, their counts and their indices are not of equal sizes")
    if not (0 <= start <= size - 4 and 0 <= score < size and class_at < size):
        raise OperatorError(f"boxes of {size} numbers have no {start} to {start + 3}, {score}")
    if word(op, "soft_nms_sigma") > 0:
        raise OperatorError("the operator is not run with scores that decay")
    best, most = int(word(op, "top_k")), int(word(op, "max_output_size"))
    most, threshold = most if most > 0 else None, word(op, "iou_threshold")
    found, origins = np.full_like(data, -1), np.full(indices.shape, -1, np.int32)
    kept = np.zeros((images, 1), np.int32)
    for image, boxes in enumerate(data):
        order = np.argsort(-boxes[: max(int(counts[image]), 0), score], kind="stable")
        order = order[:best] if best > 0 else order
        order = order[boxes[order, score] > 0]
        ranked = boxes[order]
        classes = None if class_at < 0 or word(op, "force_suppress") else ranked[:, class_at]
        stay = staying(ranked[:, start : start + 4], threshold, most, classes)
        places = list(range(len(stay))) if word(op, "invalid_to_bottom") else stay
        found[image, places] = ranked[stay]
        origins[image, : len(stay)] = indices[image, order[stay]]
        kept[image] = len(stay)
    return (origins, kept) if word(op, "return_indices") else found


def suppressed_by_class(op: OperatorOp, operands: Sequence[Value]) -> Value:
    """
    The places (image, class, box) of the boxes that stay, class by class, the best ones first, and
    how many there are. In the format "tensorflow" the places (class, box) and the scores of each
    image, and after them zeros.
    """
    boxes, scores = (numbers(one, at, 3) for at, one in enumerate(operands[:2]))
    most, overlap, least = (only(one, at) for at, one in enumerate(operands[2:], 2))
    images, classes, count = scores.shape
    if boxes.shape != (images, count, 4):
        raise OperatorError(f"boxes of shape {boxes.shape} for scores of shape {scores.shape}")
    listed: list[list[tuple[int, int]]] = []
    for image in range(images):
        listed.append([])
        for at, row in enumerate(scores[image]):
            order = np.argsort(-row, kind="stable")
            order = order[row[order] > least]
            stay = staying(boxes[image, order], overlap, max(int(most), 0)) if overlap > 0 else []
            listed[-1] += [(at, int(order[one])) for one in stay]
    totals = np.array([len(rows) for rows in listed], np.int64)
    if op.values()["output_format"] == "onnx":
        places = [(image, *row) for image, rows in enumerate(listed) for row in rows]
        return np.array(places, np.int64).reshape(-1, 3), totals.sum(keepdims=True)
    found = np.zeros((images, classes * count, 2), np.int64)
    best = np.zeros((images, classes * count), np.float32)
    for image, rows in enumerate(listed):
        for place, row in enumerate(rows):
            found[image, place], best[image, place] = row, scores[image][row]
    return found, best, totals


OWN: Mapping[str, Own] = {
    "hint_on_device": hint_on_device,
    "print": print_,
    "assert_op": assert_op,
    "nonzero": nonzero,
    "unique": unique,
    "dynamic_strided_slice": dynamic_strided_slice,
    "vision.non_max_suppression": suppressed,
    "vision.all_class_non_max_suppression": suppressed_by_class,
}
"""What each operator does."""
