"""What modes and layouts in attributes change, against numpy."""

from __future__ import annotations

import numpy as np
import pytest
from fuzz.harness import context, parse
from numpy.typing import NDArray
from unit.relax.test_scattering import floats, forms, program, same

from disc_shape.dialects.relax.operator_rows import operator_rows
from disc_shape.errors import OperationError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.relax.lowering.operator_calls import NO_HLO
from disc_shape.relax.operators.rows import BUILDS, RULES
from disc_shape.relax.operators.typing import load_families
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


def test_indices_are_integers() -> None:
    text = program("take", ["!relax.tensor<[3], f32>"] * 2, "{axis = 0 : i64}", {}, "")
    with pytest.raises(OperationError, match="operand 1 has elements of type f32, not integers"):
        RelaxInferPass().apply(context(), parse(text))


@pytest.mark.parametrize("name", ["nn.max_pool2d", "nn.avg_pool2d", "nn.adaptive_avg_pool2d"])
def test_pools_into_another_layout(name: str) -> None:
    values = floats(2, 3, 4, 6)
    words, parts = "pool_size = [2, 3], strides = [2, 3]", values.reshape(2, 3, 2, 2, 2, 3)
    if name == "nn.adaptive_avg_pool2d":
        words = "output_size = [2, 2]"
    wanted = parts.max((3, 5)) if "max" in name else parts.astype(float).mean((3, 5))
    words = f'{{{words}, layout = "NCHW", out_layout = "NHWC"}}'
    same(name, [values], np.moveaxis(wanted, 1, 3), words, known=[(2, 3)])


@pytest.mark.parametrize("sizes", [(8, 3), (6, 3), (1, 1), (0, 2)])
def test_elements_laid_out_in_blocks(sizes: tuple[int, int]) -> None:
    values, (rows, columns) = floats(*sizes), sizes
    blocks = -(-rows // 4)
    wanted = np.full((4 * blocks, columns), 2.5)
    wanted[:rows] = values
    wanted = wanted.reshape(blocks, 4, columns).transpose(0, 2, 1)
    words = "{index_map = affine_map<(i, j) -> (i floordiv 4, j, i mod 4)>, pad_value = 2.5 : f64}"
    same("layout_transform", [values], wanted, words)
    same("layout_transform", [values], values.T, "{index_map = affine_map<(i, j) -> (j, i)>}")


def test_the_type_of_blocks() -> None:
    words = "{index_map = affine_map<(i, j) -> (i floordiv 4, j mod 2, j floordiv 2, i mod 4)>}"
    text = program("layout_transform", ["!relax.tensor<[4 * @n, @m], f32>"], words, {}, "")
    module = parse(text)
    RelaxInferPass().apply(context(), module)
    assert "-> !relax.tensor<[@n, 2, (@m + 1) floordiv 2, 4], f32>" in str(module)


@pytest.mark.parametrize(
    "results", ["(i + j, j)", "(i)", "(i, j, i)", "(i floordiv 4, j)", "(i mod 4, i floordiv 2, j)"]
)
def test_other_maps_are_typed_and_not_lowered(results: str) -> None:
    words = f"{{index_map = affine_map<(i, j) -> {results}>}}"
    module = parse(program("layout_transform", ["!relax.tensor<[3, @m], f32>"], words, {}, ""))
    RelaxInferPass().apply(context(), module)
    dims = ", ".join("?" * len(results.split(",")))
    assert f"-> !relax.tensor<[{dims}], f32>" in str(module)
    with pytest.raises(OperationError, match="not one of axes, or of their blocks and insides"):
        ConvertRelaxToHloPass().apply(context(), module)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ('{index_map = "i"}', "attribute 'index_map' is i, expected an affine map"),
        ("{index_map = [1 : i64]}", r"attribute 'index_map' is \(1,\), expected an affine map"),
        ("{index_map = affine_map<(i) -> (i)>}", "the map is of 1 indices, the operand of rank 2"),
    ],
)
def test_what_is_no_map(words: str, message: str) -> None:
    text = program("layout_transform", ["!relax.tensor<[3, @m], f32>"], words, {}, "")
    with pytest.raises(OperationError, match=message):
        RelaxInferPass().apply(context(), parse(text))


def test_each_operator_has_a_type() -> None:
    load_families()
    assert operator_rows().keys() == BUILDS.keys() | RULES.keys()


def test_each_operator_has_a_form_or_a_reason() -> None:
    load_families()
    assert not BUILDS.keys() & NO_HLO.keys()
    assert NO_HLO.keys() <= RULES.keys()


@pytest.mark.parametrize(
    ("name", "words", "message"),
    [
        ("nn.pad", '{pad_width = [1, 1, 1, 1, 1, 1, 1, 1], pad_mode = "edge"}', "mode is 'edge'"),
        ("nn.max_pool2d", "{pool_size = 0 : i64}", "one of the sizes is 0, expected 1 or more"),
        ("nn.avg_pool2d", "{strides = 0 : i64}", "one of the strides is 0, expected 1 or more"),
        ("nn.max_pool2d", "{dilation = [1, -1]}", "one of the dilations is -1, expected 1"),
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


def contracted(subscripts: str, *arrays: Array) -> NDArray[np.float32]:
    """The sum of products that numpy computes."""
    given = [one.astype(np.float32) for one in arrays]
    return np.asarray(np.einsum(subscripts, *given), np.float32)


@pytest.mark.parametrize(
    ("subscripts", "sizes"),
    [
        ("ii", [(3, 3)]),
        ("ii->i", [(3, 3)]),
        ("iji->j", [(2, 3, 2)]),
        ("...ij->...ji", [(2, 3, 4)]),
        ("i...", [(2, 3)]),
        ("...ij,jk->...ik", [(2, 3, 4), (4, 2)]),
        ("...i,...i->...", [(2, 3), (1, 3)]),
        ("...i,i...->...", [(4, 2, 3), (3, 2)]),
    ],
)
def test_sums_over_labels(subscripts: str, sizes: list[tuple[int, ...]]) -> None:
    """A label twice is a diagonal; `...` are all other dimensions, which broadcast."""
    arrays = [floats(*one) for one in sizes]
    wanted = contracted(subscripts, *arrays)
    same("einsum", arrays, wanted, f'{{subscripts = "{subscripts}"}}', {0: len(arrays)})


def test_heads_that_share_keys() -> None:
    """Each head of the keys serves as many heads of the queries that follow each other."""
    query, key, value = floats(2, 3, 4, 2), floats(2, 5, 2, 2), floats(2, 5, 2, 3)
    wide = [one.repeat(2, 2) for one in (key, value)]
    scores = contracted("bqhd,bkhd->bhqk", query, wide[0]) / np.sqrt(2)
    raised = np.exp(scores)
    wanted = contracted("bhqk,bkhd->bqhd", raised / raised.sum(3, keepdims=True), wide[1])
    same("nn.attention", [query, key, value], wanted, known=[[2], [2], [2]])


def test_one_section_is_no_tuple() -> None:
    values = floats(3, 4)
    same("split", [values], values, "{indices_or_sections = 1 : i64}")


def test_means_of_integers() -> None:
    values = np.arange(12, dtype=np.int32).reshape(1, 1, 12)
    words = "{pool_size = array<i64: 3>, strides = array<i64: 3>}"
    same("nn.avg_pool1d", [values], [[[1, 4, 7, 10]]], words)
