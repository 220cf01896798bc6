"""What modes and layouts in attributes change, against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import context, parse
from unit.relax.test_scattering import floats, forms, program, same

from disc_shape.errors import OperationError
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.relax.running import run_module


@pytest.mark.parametrize("mode", ["reflect", "replicate", "circular"])
@pytest.mark.parametrize("sizes", [(3, 4), (4, 1), (3, 0)])
def test_elements_around_an_operand(mode: str, sizes: tuple[int, int]) -> None:
    values, words = floats(*sizes), f'{{pad_width = [2, 1, 0, 0], pad_mode = "{mode}"}}'
    places = np.arange(-2, sizes[0] + 1)
    if mode == "reflect":
        places = sizes[0] - 1 - abs(sizes[0] - 1 - abs(places))
    places = places % sizes[0] if mode == "circular" else np.clip(places, 0, sizes[0] - 1)
    same("nn.pad", [values], values[places], words)


@pytest.mark.parametrize(("mode", "size"), [("reflect", 2), ("replicate", 0), ("circular", 0)])
def test_too_few_elements_to_pad(mode: str, size: int) -> None:
    words = f'{{pad_width = [2, 1], pad_mode = "{mode}"}}'
    text = program("nn.pad", [f"!relax.tensor<[{size}], f32>"], words, {}, "")
    with pytest.raises(OperationError, match=f"axis 0 has {size} elements, which are too few"):
        RelaxInferPass().apply(context(), parse(text))
    module = forms(program("nn.pad", ["!relax.tensor<[@n], f32>"], words, {}, ""))[0]
    with pytest.raises(OperationError, match="too few"):
        run_module(module, [floats(size)])


def element(row: list[float], index: int, mode: str) -> float:
    """The element at an index, which may be out of range."""
    if mode == "nan" and not 0 <= index < len(row):
        return float("nan")
    return row[index % len(row) if mode == "wrap" else min(max(index, 0), len(row) - 1)]


@pytest.mark.parametrize("mode", ["fast", "clip", "wrap", "nan"])
@pytest.mark.parametrize("size", [1, 4])
def test_elements_at_indices_out_of_range(mode: str, size: int) -> None:
    places, rows = [[-1, 0, 3], [4, 9, -9]], floats(2, size)
    wanted = [
        [[element(row, place, mode) for place in some] for some in places]
        for row in rows.astype(float).tolist()
    ]
    words = f'{{axis = 1 : i64, mode = "{mode}"}}'
    same("take", [rows, np.array(places, np.int32)], wanted, words)


@pytest.mark.parametrize("name", ["nn.max_pool2d", "nn.avg_pool2d", "nn.adaptive_avg_pool2d"])
def test_pools_into_another_layout(name: str) -> None:
    values = floats(2, 3, 4, 6)
    words, parts = "pool_size = [2, 3], strides = [2, 3]", values.reshape(2, 3, 2, 2, 2, 3)
    if name == "nn.adaptive_avg_pool2d":
        words = "output_size = [2, 2]"
    wanted = parts.max((3, 5)) if "max" in name else parts.astype(float).mean((3, 5))
    words = f'{{{words}, layout = "NCHW", out_layout = "NHWC"}}'
    same(name, [values], np.moveaxis(wanted, 1, 3), words, known=[(2, 3)])


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("nn.pad", '{pad_width = [1, 1, 1, 1, 1, 1, 1, 1], pad_mode = "edge"}', "mode is 'edge'"),
        ("nn.max_pool2d", '{layout = "NCHW", out_layout = "NCDW"}', "'NCDW' has not the axes"),
        ("nn.max_pool2d", '{layout = "NCHW", out_layout = "NCW"}', "'NCW' has not the axes"),
    ],
)
def test_words_that_say_nothing(name: str, words: str, message: str) -> None:
    text = program(name, ["!relax.tensor<[2, 3, 4, 5], f32>"], words, {}, "")
    with pytest.raises(OperationError, match=message):
        RelaxInferPass().apply(context(), parse(text))


def test_a_resize_without_the_neighbours_outside_is_typed_and_not_lowered() -> None:
    extra = "%s = relax.shape [8, 9] // !relax.shape<[8, 9]>"
    words = '{method = "cubic", cubic_exclude = 1 : i64}'
    types = ["!relax.tensor<[@b, 3, 4, 5], f32>"]
    module = parse(program("image.resize2d", types, words, {}, extra))
    RelaxInferPass().apply(context(), module)
    assert "-> !relax.tensor<[@b, 3, 8, 9], f32>" in str(module)
    with pytest.raises(OperationError, match="without the neighbours outside has no form in HLO"):
        ConvertRelaxToHloPass().apply(context(), module)
