"""Boxes of detectors, and attention of sequences one after the other, against numpy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, cast

import numpy as np
import pytest
from fuzz.harness import context, parse
from unit.relax.test_scattering import computed, forms, program, same
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.values import as_array, flattened

Numbers: TypeAlias = np.ndarray[tuple[int, ...], np.dtype[np.float32]]

RANDOM = np.random.default_rng(5)


def floats(*sizes: int) -> Numbers:
    return RANDOM.standard_normal(sizes).astype(np.float32)


def member(name: str, arrays: Sequence[Array], words: str, at: int) -> list[Array]:
    """One result of an operator that has several, in all forms."""
    kinds = [
        f"!relax.tensor<[{', '.join(f'@d{place}_{axis}' for axis in range(one.ndim))}], f32>"
        for place, one in enumerate(arrays)
    ]
    text = program(name, kinds, words, {}, "").replace(
        "relax.return %r", f"%v = relax.get %r[{at}] : !relax.infer\nrelax.return %v"
    )
    return [computed(module, arrays, lowered=index > 0) for index, module in enumerate(forms(text))]


def counted(data: Numbers, least: float, class_at: int, score_at: int) -> list[Array]:
    """The boxes that count, box by box."""
    batch, boxes, _ = data.shape
    counts = np.zeros(batch, np.int32)
    moved = np.full(data.shape, -1, np.float32)
    origins = np.full((batch, boxes), -1, np.int32)
    for image, box in np.ndindex(batch, boxes):
        row = data[image, box]
        if row[score_at] > least and (class_at < 0 or row[class_at] >= 0):
            moved[image, counts[image]] = row
            origins[image, counts[image]] = box
            counts[image] += 1
    return [counts, moved, origins]


@pytest.mark.parametrize("sizes", [(2, 5, 6), (1, 1, 2), (2, 0, 6), (0, 3, 2)])
@pytest.mark.parametrize("class_at", [-1, 0])
def test_valid_counts(sizes: tuple[int, int, int], class_at: int) -> None:
    data = floats(*sizes)
    words = f"{{score_threshold = -0.25 : f64, id_index = {class_at} : i64}}"
    for at, wanted in enumerate(counted(data, -0.25, class_at, 1)):
        for found in member("vision.get_valid_counts", [data], words, at):
            np.testing.assert_array_equal(found, wanted)


def decoded(offsets: Numbers, anchor: Numbers, variances: tuple[float, ...]) -> Numbers:
    """The boxes that offsets from an anchor say, box by box."""
    batch, count = len(offsets), anchor.shape[1]
    found = np.zeros((batch, count, 4), np.float32)
    for image, box in np.ndindex(batch, count):
        x, y, width, height = offsets[image, 4 * box : 4 * box + 4] * variances
        left, top, right, bottom = (float(one) for one in anchor[0, box])
        wide, high = right - left, bottom - top
        center = (top + bottom) / 2 + y * high, (left + right) / 2 + x * wide
        half = np.exp(height) * high / 2, np.exp(width) * wide / 2
        found[image, box, :2] = np.subtract(center, half)
        found[image, box, 2:] = np.add(center, half)
    return found


@pytest.mark.parametrize("count", [0, 1, 3])
@pytest.mark.parametrize("flag", [False, True])
def test_decoded_boxes_and_scores(count: int, flag: bool) -> None:
    arrays = [floats(2, 3, count), floats(2, 4 * count), floats(1, count, 4)]
    word = str(flag).lower()
    words = (
        f"{{clip = {word}, apply_softmax = {word}, keep_background = {word}, threshold = 0.2 : f64,"
        " variances = [0.5, 1.0, 0.25, 2.0]}"
    )
    boxes = decoded(arrays[1], arrays[2], (0.5, 1.0, 0.25, 2.0))
    scores = arrays[0]
    if flag:
        boxes = np.clip(boxes, 0, 1)
        raised = np.exp(scores)
        scores = raised / raised.sum(1, keepdims=True)
    scores = np.where(scores >= 0.2, scores, 0)
    scores[:, 0] *= flag
    for at, wanted in enumerate((boxes, scores)):
        for found in member("vision.multibox_transform_loc", arrays, words, at):
            np.testing.assert_allclose(found.astype(float), wanted.astype(float), 1e-4, 1e-5)


def attended(query: Numbers, key: Numbers, value: Numbers, mask: str | None) -> Numbers:
    """The attention of one sequence of (length, head, features)."""
    scores = np.einsum("qhd,khd->hqk", query, key) / np.sqrt(query.shape[2])
    if mask is not None:
        shift = key.shape[0] - query.shape[0] if mask == "BottomRight" else 0
        scores = np.where(np.tri(*scores.shape[1:], k=shift, dtype=bool), scores, -np.inf)
    raised = np.exp(scores)
    return np.einsum("hqk,khd->qhd", raised / raised.sum(2, keepdims=True), value)


@pytest.mark.parametrize("mask", [None, "TopLeft", "BottomRight"])
@pytest.mark.parametrize(
    ("starts", "others"),
    [([0, 2, 2, 5], [0, 3, 3, 7]), ([0, 1], [0, 1]), ([0, 2, 3], [0, 2, 2]), ([0, 0], [0, 0])],
)
def test_attention_of_sequences(mask: str | None, starts: list[int], others: list[int]) -> None:
    query, key, value = (floats(1, size, 2, 4) for size in (starts[-1], others[-1], others[-1]))
    wanted = np.zeros(query.shape, np.float32)
    for at in range(len(starts) - 1):
        own, seen = slice(*starts[at : at + 2]), slice(*others[at : at + 2])
        if others[at] < others[at + 1]:
            wanted[0, own] = attended(query[0, own], key[0, seen], value[0, seen], mask)
    longest = [np.array(np.diff(one).max(), np.int32) for one in (starts, others)]
    arrays = [query, key, value, np.array(starts, np.int32), np.array(others, np.int32), *longest]
    words = "" if mask is None else f'{{causal_mask = "{mask}"}}'
    known = [(0, 2, 3), (0, 2, 3), (0, 2, 3)]
    same("nn.attention_var_len", arrays, wanted, words, known=known)


BOXES = np.array([[0, 0, 2, 2], [0, 0, 2, 1], [5, 5, 6, 6], [2, 2, 0, 0], [0, 0, 2, 1.9]])
"""The second one is half of the first; the fourth is the first, from its other corner."""
SCORES = np.array([0.5, 0.9, 0.1, 0.4, -1])
DETECTIONS = np.column_stack([[0, 0, 0, 1, 0], SCORES, BOXES]).astype(np.float32)[None]


def typed_call(name: str, types: list[str], words: str) -> ModuleOp:
    """A call of an operator, typed."""
    listed = [f"!relax.tensor<{one}>" for one in types]
    module = parse(program(name, listed, words, {}, ""))
    RelaxInferPass().apply(context(), module)
    return module


def results(module: ModuleOp, arrays: Sequence[Array]) -> list[Numbers]:
    return [cast("Numbers", as_array(one)) for one in flattened(run_module(module, arrays).result)]


@pytest.mark.parametrize(
    ("words", "stay"),
    [
        ("iou_threshold = 0.5 : f64", [1, 3, 2]),
        ("iou_threshold = 0.51 : f64", [1, 0, 3, 2]),
        ("force_suppress = true", [1, 2]),
        ("id_index = -1 : i64", [1, 2]),
        ("top_k = 2 : i64", [1]),
        ("max_output_size = 2 : i64", [1, 3]),
        ("max_output_size = 0 : i64", [1, 3, 2]),
    ],
)
def test_boxes_that_stay(words: str, stay: list[int]) -> None:
    arrays = [DETECTIONS, np.array([5], np.int32), np.arange(10, 15, dtype=np.int32)[None]]
    types = ["[@b, @n, 6], f32", "[@b], i32", "[@b, @n], i32"]
    module = typed_call("vision.non_max_suppression", types, f"{{{words}}}")
    origins, counts = results(module, arrays)
    assert "-> tuple<!relax.tensor<[@b, @n], i32>, !relax.tensor<[@b, 1], i32>>" in str(module)
    np.testing.assert_array_equal(counts, [[len(stay)]])
    wanted = [[*(10 + one for one in stay), *[-1] * (5 - len(stay))]]
    np.testing.assert_array_equal(origins, wanted)
    words = f"{{{words}, return_indices = false, invalid_to_bottom = true}}"
    module = typed_call("vision.non_max_suppression", types, words)
    (rows,) = results(module, arrays)
    np.testing.assert_array_equal(rows[0, : len(stay)], DETECTIONS[0, stay])
    np.testing.assert_array_equal(rows[0, len(stay) :], -1)


@pytest.mark.parametrize("count", [-1, 0, 1])
def test_only_boxes_that_count_stay(count: int) -> None:
    arrays = [DETECTIONS, np.array([count], np.int32), np.zeros((1, 5), np.int32)]
    types = ["[@b, @n, 6], f32", "[@b], i32", "[@b, @n], i32"]
    words = "{return_indices = false}"
    module = typed_call("vision.non_max_suppression", types, words)
    (rows,) = results(module, arrays)
    assert np.sum(rows[0, :, 1] > 0) == max(count, 0)


LIMITS = ["[], i64", "[1], f32", "[], f32"]


@pytest.mark.parametrize(
    ("most", "overlap", "least", "stay"),
    [
        (9, 0.5, 0.0, [(0, 1), (0, 2), (1, 0), (1, 2)]),
        (9, 0.6, 0.3, [(0, 1), (0, 0), (1, 0), (1, 1), (1, 2)]),
        (1, 0.5, 0.0, [(0, 1), (1, 0)]),
        (0, 0.5, 0.0, []),
        (9, 0.5, 2.0, []),
    ],
)
def test_boxes_of_each_class(
    most: int, overlap: float, least: float, stay: list[tuple[int, int]]
) -> None:
    scores = np.stack([SCORES, [0.9, 0.6, 0.5, 0.3, 0.2]]).astype(np.float32)[None]
    numbers = [np.array(most), np.array([overlap], np.float32), np.array(least, np.float32)]
    arrays = [BOXES.astype(np.float32)[None], scores, *numbers]
    types = ["[1, 5, 4], f32", "[1, 2, 5], f32", *LIMITS]
    name = "vision.all_class_non_max_suppression"
    module = typed_call(name, types, "")
    assert "-> tuple<!relax.tensor<[?, 3], i64>, !relax.tensor<[1], i64>>" in str(module)
    places, total = results(module, arrays)
    np.testing.assert_array_equal(places, np.array([(0, *one) for one in stay]).reshape(-1, 3))
    np.testing.assert_array_equal(total, [len(stay)])
    module = typed_call(name, types, '{output_format = "tensorflow"}')
    places, best, total = results(module, arrays)
    np.testing.assert_array_equal(places[0], [*stay, *[(0, 0)] * (10 - len(stay))])
    np.testing.assert_array_equal(best[0, : len(stay)], [scores[0][one] for one in stay])
    np.testing.assert_array_equal(best[0, len(stay) :], 0)
    np.testing.assert_array_equal(total, [len(stay)])


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("{soft_nms_sigma = 0.5 : f64}", "not run with scores that decay"),
        ("{coord_start = 3 : i64}", "boxes of 6 numbers have no 3 to 6"),
        ("{score_index = 6 : i64}", "boxes of 6 numbers"),
        ("{id_index = 6 : i64}", "boxes of 6 numbers"),
        ('{top_k = "all"}', "attribute 'top_k' is all, expected a number"),
    ],
)
def test_suppressions_that_do_not_run(words: str, message: str) -> None:
    arrays = [DETECTIONS, np.array([5], np.int32), np.zeros((1, 5), np.int32)]
    types = ["[1, 5, 6], f32", "[1], i32", "[1, 5], i32"]
    module = typed_call("vision.non_max_suppression", types, words)
    with pytest.raises(OperationError, match=message):
        run_module(module, arrays)


def test_sizes_of_suppressions_are_checked() -> None:
    kinds = ["[@b, @n, 6], f32", "[@c], i32", "[@b, @n], i32"]
    module = typed_call("vision.non_max_suppression", kinds, "")
    arrays = [DETECTIONS, np.zeros(2, np.int32), np.zeros((1, 5), np.int32)]
    with pytest.raises(OperationError, match="their counts and their indices are not of equal"):
        run_module(module, arrays)
    kinds = ["[@b, @n, 4], f32", "[@b, 2, @m], f32", "[], i64", "[@k], f32", "[], f32"]
    module = typed_call("vision.all_class_non_max_suppression", kinds, "")
    numbers = np.array(1), np.zeros(1, np.float32), np.array(0, np.float32)
    places, scores = np.zeros((1, 3, 4), np.float32), np.zeros((1, 2, 4), np.float32)
    with pytest.raises(OperationError, match="for scores of shape"):
        run_module(module, [places, scores, *numbers])
    numbers = np.array(1), np.zeros(2, np.float32), np.array(0, np.float32)
    with pytest.raises(OperationError, match="operand 3 has 2 elements, expected 1"):
        run_module(module, [places, scores[:, :, :3], *numbers])


@pytest.mark.parametrize(
    ("name", "types", "words", "why"),
    [
        (
            "vision.non_max_suppression",
            ["[@b, @n, 6], f32", "[@b], i32", "[@b, @n], i32"],
            "",
            "which boxes stay depends on those before them",
        ),
        (
            "vision.all_class_non_max_suppression",
            ["[1, 5, 4], f32", "[1, 2, 5], f32", *LIMITS],
            "",
            "its sizes depend on data",
        ),
    ],
)
def test_what_has_no_form_says_why(name: str, types: list[str], words: str, why: str) -> None:
    module = typed_call(name, types, words)
    message = f"relax.{name}: the operator cannot be lowered: {why}"
    with pytest.raises(OperationError, match=message):
        ConvertRelaxToHloPass().apply(context(), module)


ROWS = "[1, 5, 2, 4], f32"


@pytest.mark.parametrize(
    ("name", "types", "words", "message"),
    [
        ("vision.get_valid_counts", ["[2, 5], f32"], "", "has rank 2"),
        ("vision.get_valid_counts", ["[2, 5, 1], f32"], "", "the score is 2, expected at most 1"),
        ("vision.get_valid_counts", ["[2, 5, 1], f32"], "{score_index = -1}", "score is -1"),
        ("vision.get_valid_counts", ["[2, 5, 2], i32"], "", "not floats"),
        (
            "vision.multibox_transform_loc",
            ["[2, 3, 5], f32", "[2, 16], f32", "[1, 5, 4], f32"],
            "",
            "differs: 20 and 16",
        ),
        (
            "vision.multibox_transform_loc",
            ["[2, 3, 4], f32", "[2, 16], f32", "[2, 4, 4], f32"],
            "",
            "differs: 1 and 2",
        ),
        (
            "vision.multibox_transform_loc",
            ["[2, 3, 4], f32", "[2, 16], f32", "[1, 4, 4], f32"],
            "{variances = [1.0]}",
            "expected 4 numbers",
        ),
        ("vision.non_max_suppression", ["[5, 6], f32", "[1], i32", "[1, 5], i32"], "", "rank 2"),
        (
            "vision.all_class_non_max_suppression",
            ["[1, 5, 4], f32", "[2, 5], f32", *LIMITS],
            "",
            "operand 1 has rank 2, expected 3",
        ),
        (
            "vision.all_class_non_max_suppression",
            ["[1, 5, 4], f32", "[1, 2, 5], f32", *LIMITS],
            '{output_format = "coco"}',
            "the format is 'coco', expected onnx or tensorflow",
        ),
        (
            "nn.attention_var_len",
            ["[2, 5, 2, 4], f32", ROWS, ROWS, "[3], i32", "[3], i32", "[], i32", "[], i32"],
            "",
            "differs: 1 and 2",
        ),
        (
            "nn.attention_var_len",
            [ROWS, ROWS, ROWS, "[3], i32", "[2], i32", "[], i32", "[], i32"],
            "",
            "differs: 3 and 2",
        ),
        (
            "nn.attention_var_len",
            [ROWS, ROWS, ROWS, "[3], f32", "[3], i32", "[], i32", "[], i32"],
            "",
            "not integers",
        ),
    ],
)
def test_what_no_run_can_accept(name: str, types: list[str], words: str, message: str) -> None:
    listed = [f"!relax.tensor<{one}>" for one in types]
    words = words.replace("= -1}", "= -1 : i64}")
    with pytest.raises(OperationError, match=message):
        RelaxInferPass().apply(context(), parse(program(name, listed, words, {}, "")))


def test_a_window_of_keys_is_typed_and_not_lowered() -> None:
    types = ["!relax.tensor<[@b, @q, 2, 4], f32>", *["!relax.tensor<[@b, @k, 2, 4], f32>"] * 2]
    module = parse(program("nn.attention", types, "{window_size = 2 : i64}", {}, ""))
    RelaxInferPass().apply(context(), module)
    assert "-> !relax.tensor<[@b, @q, 2, 4], f32>" in str(module)
    with pytest.raises(OperationError, match="a window of keys has no form in HLO"):
        ConvertRelaxToHloPass().apply(context(), module)
