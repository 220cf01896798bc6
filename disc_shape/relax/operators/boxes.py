"""Operators on boxes that detectors predict: which count, and where they are."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i32, i64

from disc_shape.relax.operators.errors import OperatorError
from disc_shape.relax.operators.indexing import Rows, column_of, want_at_most, want_equal
from disc_shape.relax.operators.movement import stack
from disc_shape.relax.operators.ordering import ordered
from disc_shape.relax.operators.program import ONE
from disc_shape.relax.operators.reduction import softmax_of
from disc_shape.relax.operators.rows import Call, Floats, Same, Tensor, builds
from disc_shape.symbolic import const


@builds("vision.get_valid_counts")
def valid_counts(
    data: Floats, *, score_threshold: float, id_index: int, score_index: int
) -> Sequence[Tensor]:
    """
    How many boxes have a score above a number, and a class if they have one; these boxes moved to
    the front, and where they come from. After them everything is -1.
    """
    data.want_rank(3)
    for name, at in (("score", score_index), ("class", max(id_index, 0))):
        if at < 0:
            raise OperatorError(f"the index of the {name} is {at}, expected 0 or more")
        want_at_most(const(at + 1), data.sizes[2], f"the end of the {name}", data.program)
    valid = column_of(data, score_index).compare("GT", score_threshold)
    if id_index >= 0:
        valid = valid.apply("and", column_of(data, id_index).compare("GE", 0))
    shape, boxes = valid.sizes, data.sizes
    count = valid.convert(i32).reduce([1], "add", 0)
    order = ordered(valid.apply("not").convert(i32), 1, False, i32)[1]
    kept = data.program.iota(shape, 1, i32).compare("LT", count.broadcast(shape, [0]))
    moved = Rows(data, [data.program.iota(shape, 0, i64), order.convert(i64)], shape).taken()
    wide = kept.broadcast(boxes, [0, 1])
    return count, wide.where(moved, data.filled(-1)), kept.where(order, order.filled(-1))


@builds("vision.multibox_transform_loc")
def decoded_boxes(
    scores: Floats,
    places: Same,
    anchor: Same,
    *,
    clip: bool,
    threshold: float,
    keep_background: bool,
    apply_softmax: bool,
    call: Call,
) -> Sequence[Tensor]:
    """
    Boxes (y, x, y end, x end) around those of an anchor (x, y, x end, y end), moved and resized by
    (x, y, width, height) for each of (batch, boxes); and the scores of (batch, classes, boxes) that
    reach the threshold, 0 in the place of others.
    """
    for one, rank in ((scores, 3), (places, 2), (anchor, 3)):
        one.want_rank(rank)
    batch, _, count = scores.sizes
    want_equal([batch, count * 4], places, "the boxes and operand 1")
    want_equal([ONE, count, const(4)], anchor, "the boxes and operand 2")
    variances = call.attributes["variances"]
    listed = variances if isinstance(variances, tuple) else ()
    factors = [one for one in listed if isinstance(one, int | float)]
    if len(factors) != 4:
        raise OperatorError(f"the variances are {variances}, expected 4 numbers")
    offsets, ends = places.reshape([batch, count, const(4)]), anchor.reshape([count, const(4)])
    lows: list[Tensor] = []
    highs: list[Tensor] = []
    for at in (1, 0):
        low, high = column_of(ends, at), column_of(ends, at + 2)
        extent = high - low
        center = column_of(offsets, at) * factors[at] * extent + (low + high) * 0.5
        half = (column_of(offsets, at + 2) * factors[at + 2]).exp() * extent * 0.5
        lows.append(center - half)
        highs.append(center + half)
    boxes = stack([*lows, *highs], axis=2)
    if apply_softmax:
        scores = softmax_of(scores, 1)
    scores = scores * scores.compare("GE", threshold).convert(scores.element)
    if not keep_background:
        classes = scores.program.iota(scores.sizes, 1, i64)
        scores = classes.compare("EQ", 0).where(scores.filled(0), scores)
    return boxes.clamped(0, 1) if clip else boxes, scores
