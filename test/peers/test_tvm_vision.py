"""Operators on images, boxes, sequences and samples compute what TVM's virtual machine computes."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest
from fuzz.harness import context
from peers.test_tvm_operator_types import typed_by_tvm
from peers.test_tvm_runs import agree, by_tvm
from tvm import relax
from tvm.relax import op
from xdsl.dialects.builtin import ModuleOp

from disc_shape.constraints.types import set_type
from disc_shape.dialects.relax.types import INFER
from disc_shape.frontends.relax import from_tvm
from disc_shape.interpreters import run
from disc_shape.interpreters.externals import ShapeValue
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.relax.running import run_module

RANDOM = np.random.default_rng(0)
REGIONS = np.array(
    [[0, 0, 0, 4, 4], [1, 1.5, 0.5, 7, 3], [1, -3, -2, 2, 2], [0, 5, 4, 20, 20], [0, 3, 3, 2, 1]],
    np.float32,
)
NOT_LOWERED = ("non_max_suppression", "all_class")


def floats(*sizes: int, low: float = -1.5, high: float = 1.5) -> np.ndarray:
    return RANDOM.uniform(low, high, sizes).astype(np.float32)


def boxes(images: int, count: int) -> np.ndarray:
    """Boxes that overlap: where they begin and end."""
    low = floats(images, count, 2, low=0, high=1)
    return np.concatenate([low, low + floats(images, count, 2, low=0.1, high=0.6)], 2)


def detections(images: int, count: int) -> list[np.ndarray]:
    """Boxes with a class and a score, how many count, and their indices."""
    classes = RANDOM.integers(0, 2, (images, count, 1)).astype(np.float32)
    data = np.concatenate([classes, floats(images, count, 1), boxes(images, count)], 2)
    counts = np.array([count, max(count - 3, 0)][:images], np.int32)
    return [data, counts, np.tile(np.arange(count, dtype=np.int32) * 3, (images, 1))]


def blocked(i: object, j: object) -> list[object]:
    return [i // 4, j, i % 4]


def channels_blocked(n: object, c: object, h: object, w: object) -> list[object]:
    return [n, w // 16, c, h, w % 16]


def number(value: float, dtype: str) -> object:
    return relax.const(np.array(value, dtype))


def calls() -> dict[str, tuple[Callable[..., object], Sequence[np.ndarray]]]:
    """Operators and their operands by name."""
    found: dict[str, tuple[Callable[..., object], Sequence[np.ndarray]]] = {}

    def add(build: Callable[..., object], *arrays: np.ndarray, **words: object) -> None:
        sizes = ["x".join(map(str, one.shape)) for one in arrays]
        shown = {key: getattr(one, "__name__", one) for key, one in words.items()}
        name = " ".join([build.__name__, *sizes, *(f"{key}={one}" for key, one in shown.items())])
        found[name] = (lambda *given: build(*given, **words)), arrays

    image, vision = op.image, op.vision
    for sizes in ((3, 4, 5), (3, 1, 1)):
        for axis in (0, [1], -1):
            add(op.median, floats(*sizes), axis=axis)
        add(op.median, floats(*sizes), axis=None)
    for axis, batch in ((1, 0), (0, 1), (2, 0), (-1, -3)):
        lengths = np.array([2, 0, 9, 4, 3][: (3, 4, 5)[batch]], np.int32)
        add(op.reverse_sequence, floats(3, 4, 5), lengths, seq_axis=axis, batch_axis=batch)
    add(op.reverse_sequence, floats(0, 3), np.zeros(0, np.int64))
    rows = floats(3, 6, low=0, high=1)
    drawn, listed = floats(5, 1, low=0, high=1), np.array([[0], [2], [1], [1], [0]])
    add(op.multinomial_from_uniform, rows / rows.sum(1, keepdims=True), drawn, listed)
    add(op.multinomial_from_uniform, rows, drawn[:0], listed[:0], dtype="int32")
    for corners in (True, False):
        add(image.affine_grid, floats(2, 2, 3), size=(4, 5), align_corners=corners)
        add(image.affine_grid, floats(1, 3, 4), size=(2, 3, 4), align_corners=corners)
        for padding in ("zeros", "border", "reflection"):
            # TVM compiles the last kind for half a minute.
            slow = padding == "reflection" and not corners
            for method in ("nearest", "bilinear") if slow else ("nearest", "bilinear", "bicubic"):
                words = {"method": method, "padding_mode": padding, "align_corners": corners}
                add(image.grid_sample, floats(2, 3, 5, 6), floats(2, 2, 4, 3), **words)
        add(image.grid_sample, floats(1, 2, 1, 1), floats(1, 2, 2, 1), align_corners=corners)
    add(image.grid_sample, floats(1, 1, 3, 4, 5), floats(1, 3, 2, 2, 2), layout="NCDHW")
    for layout, sizes in (("NCHW", (2, 3, 6, 8)), ("NHWC", (2, 6, 8, 3))):
        for mode in ("avg", "max"):
            words = {"sample_ratio": 2, "aligned": mode == "avg", "layout": layout, "mode": mode}
            words |= {"pooled_size": (2, 3), "spatial_scale": 0.7}
            add(vision.roi_align, floats(*sizes), REGIONS, **words)
    add(vision.roi_pool, floats(2, 3, 6, 8), REGIONS, pooled_size=(2, 3), spatial_scale=0.7)
    add(vision.roi_pool, floats(2, 3, 6, 8), REGIONS[:0], pooled_size=(2, 3), spatial_scale=0.7)
    for images, count in ((2, 9), (1, 1), (2, 0)):
        data, *rest = detections(images, count)
        add(vision.get_valid_counts, data, score_threshold=0.1)
        add(vision.get_valid_counts, data, score_threshold=0.1, id_index=-1, score_index=2)
        for words in ({}, {"force_suppress": True}, {"top_k": 4}, {"max_output_size": 2}):
            add(vision.non_max_suppression, data, *rest, **words)
            add(vision.non_max_suppression, data, *rest, return_indices=False, **words)
        words = {"return_indices": False, "invalid_to_bottom": True, "id_index": -1}
        add(vision.non_max_suppression, data, *rest, **words)
        operands = floats(images, 3, count), floats(images, 4 * count), floats(1, count, 4)
        add(vision.multibox_transform_loc, *operands, threshold=0.3)
        words = {"clip": True, "keep_background": False, "apply_softmax": False}
        add(vision.multibox_transform_loc, *operands, variances=(0.1, 0.2, 0.3, 0.4), **words)
    for fill in (None, 2.5):
        add(op.layout_transform, floats(6, 3), index_map=blocked, pad_value=fill)
    add(op.layout_transform, floats(2, 3, 5, 32), index_map=channels_blocked)
    for mode in ("constant", "reflect", "replicate", "circular"):
        add(op.nn.pad, floats(3, 4, 5), pad_width=[1, 2, 0, 0, 3, 1], pad_mode=mode)
    for mode in ("fast", "wrap", "clip", "nan"):
        places = [[0, 3, 1]] if mode == "fast" else [[-1, 7, -9], [4, 3, 0]]
        add(op.take, floats(3, 4, 2), np.array(places), axis=1, mode=mode)
    for kind in ("onnx", "tensorflow"):
        for most, overlap in ((2, 0.3), (8, 0.5), (0, 0.5), (2, 0.0)):
            limits = number(most, "int64"), number(overlap, "float32"), number(0.2, "float32")

            def all_class(places: object, scores: object, *, limits=limits, **words) -> object:
                return vision.all_class_non_max_suppression(places, scores, *limits, **words)

            all_class.__name__ = f"all_class {most} {overlap}"
            scores = floats(2, 3, 8, low=0, high=1)
            add(all_class, boxes(2, 8), scores, output_format=kind)
    return found


CALLS = calls()


def without_types(module: ModuleOp) -> ModuleOp:
    """A module whose types are inferred, whatever TVM has written."""
    for one in module.walk():
        if one.name == "relax.func":
            one.properties.pop("result_type", None)
        elif one.name.startswith(("relax.image", "relax.vision", "relax.bind")):
            set_type(one.results[0], INFER)
    RelaxInferPass().apply(context(), module)
    return module


@pytest.mark.parametrize("name", CALLS)
def test_an_operator_computes_what_tvm_does(name: str) -> None:
    build, arrays = CALLS[name]
    variables = [
        relax.Var(f"x{at}", relax.TensorType(one.shape, str(one.dtype)))
        for at, one in enumerate(arrays)
    ]
    module, reason = typed_by_tvm(build(*variables), variables)
    assert reason is None
    values = [*arrays, ShapeValue([1, 1, 1])]
    wanted = by_tvm(module, "main", values)
    ours = without_types(from_tvm(module))
    agree(run_module(ours, values).result, wanted)
    if not name.startswith(NOT_LOWERED):
        ConvertRelaxToHloPass().apply(context(), ours)
        agree(run(ours, *values), wanted)


@pytest.mark.parametrize("size", [1, 2, 7])
@pytest.mark.parametrize("periodic", [False, True])
def test_a_window_is_that_of_tvm(size: int, periodic: bool) -> None:
    module, reason = typed_by_tvm(op.hamming_window(size, periodic, 0.54, 0.46, "float32"), [])
    assert reason is None
    values = [ShapeValue([1, 1, 1])]
    agree(run_module(from_tvm(module), values).result, by_tvm(module, "main", values))
