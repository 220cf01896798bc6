"""Scatters, lookups, quantization, resizes and transposed convolutions against numpy."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Sequence
from operator import add, mul
from typing import cast

import numpy as np
import pytest
from fuzz.harness import context, parse
from xdsl.dialects.builtin import ModuleOp

from disc_shape.errors import OperationError, OperationWarning
from disc_shape.interpreters import run
from disc_shape.interpreters.errors import GuardError
from disc_shape.interpreters.kernels.arrays import Array
from disc_shape.passes.convert_relax_to_hlo import ConvertRelaxToHloPass
from disc_shape.passes.relax_infer import RelaxInferPass
from disc_shape.passes.shape_optimization import ShapeOptimizationPass
from disc_shape.relax.running import run_module
from disc_shape.relax.running.arguments import arrays_of
from disc_shape.relax.running.values import as_array

ELEMENTS = {
    "float32": "f32",
    "int64": "i64",
    "int32": "i32",
    "int8": "i8",
    "uint8": "ui8",
    "bool": "i1",
}
KINDS = "f32", "i64", "f32"
"""The elements of data, indices and updates."""
RANDOM = np.random.default_rng(3)


def program(name: str, types: Sequence[str], rest: str, tuples: dict[int, int], extra: str) -> str:
    """A function that calls one operator; `tuples` are the places where several are one operand."""
    parameters = ", ".join(f"%a{at}: {type_}" for at, type_ in enumerate(types))
    lines, operands = [extra] if extra else [], list[tuple[str, str]]()
    at = 0
    while at < len(types):
        count = tuples.get(at, 0)
        if not count:
            operands.append((f"%a{at}", types[at]))
            at += 1
            continue
        names = ", ".join(f"%a{one}" for one in range(at, at + count))
        kind = f"tuple<{', '.join(types[at : at + count])}>"
        lines.append(f"%t{at} = relax.tuple({names}) : {kind}")
        operands.append((f"%t{at}", kind))
        at += count
    for line in extra.splitlines():
        value = line.partition(" = ")[0].strip()
        kind = line.partition("// ")[2]
        operands.append((value, kind))
    values, kinds = (", ".join(one) for one in zip(*operands, strict=True))
    lines.append(f"%r = relax.{name} {values} {rest} : ({kinds}) -> !relax.infer")
    lines.append("relax.return %r : !relax.infer")
    return f"relax.func @main({parameters}) {{\n" + "\n".join(lines) + "\n}"


def forms(text: str) -> list[ModuleOp]:
    """The program typed, lowered, and optimized."""
    found: list[ModuleOp] = []
    for passes in (
        [],
        [ConvertRelaxToHloPass()],
        [ConvertRelaxToHloPass(), ShapeOptimizationPass()],
    ):
        module = parse(text)
        for one in (RelaxInferPass(), *passes):
            one.apply(context(), module)
            module.verify()
        found.append(module)
    return found


def computed(module: ModuleOp, arrays: Sequence[Array], *, lowered: bool) -> Array:
    if lowered:
        (found,) = run(module, *arrays)
        return found
    (own,) = arrays_of(run_module(module, arrays).result)
    return cast("Array", as_array(own))


def same(
    name: str,
    arrays: Sequence[Array],
    expected: object,
    rest: str = "",
    tuples: dict[int, int] | None = None,
    extra: str = "",
    known: Sequence[Sequence[int]] = (),
) -> None:
    """The operator computes what numpy does, with all sizes symbols and in all forms."""
    types: list[str] = []
    for at, array in enumerate(arrays):
        fixed = known[at] if at < len(known) else ()
        dims = [
            str(size) if place in fixed else f"@d{at}_{place}"
            for place, size in enumerate(array.shape)
        ]
        types.append(f"!relax.tensor<[{', '.join(dims)}], {ELEMENTS[array.dtype.name]}>")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", OperationWarning)
        modules = forms(program(name, types, rest, tuples or {}, extra))
    wanted = np.asarray(expected)
    for index, module in enumerate(modules):
        found = computed(module, arrays, lowered=index > 0)
        assert found.shape == wanted.shape, index
        np.testing.assert_allclose(found.astype(float), wanted.astype(float), 1e-4, 1e-5)


def floats(*sizes: int) -> Array:
    return RANDOM.standard_normal(sizes).astype(np.float32)


def second(_old: float, new: float) -> float:
    return new


@pytest.mark.parametrize(
    ("reduction", "combine"),
    [("update", second), ("add", add), ("mul", mul), ("max", max), ("min", min)],
)
@pytest.mark.parametrize("axis", [0, 1, -1])
def test_scatter_elements(
    reduction: str, combine: Callable[[float, float], float], axis: int
) -> None:
    data, updates = floats(3, 4), floats(2, 3)
    indices = np.array([[0, 1, -1], [2, 0, 1]])
    wanted = data.copy()
    for place in np.ndindex(2, 3):
        target = list(place)
        target[axis] = indices[place]
        wanted[tuple(target)] = combine(float(wanted[tuple(target)]), float(updates[place]))
    rest = f'{{axis = {axis} : i64, reduction = "{reduction}"}}'
    same("scatter_elements", [data, indices, updates], wanted, rest)


def test_scatter_elements_with_means() -> None:
    data, updates = floats(3), floats(4)
    indices = np.array([0, 0, 2, 0])
    wanted = [(data[0] + updates[[0, 1, 3]].sum()) / 4, data[1], (data[2] + updates[2]) / 2]
    same("scatter_elements", [data, indices, updates], wanted, '{reduction = "mean"}')


def test_scatter_nd() -> None:
    data, updates = floats(3, 4, 2), floats(2, 2)
    indices = np.array([[0, 1], [2, -1]])
    wanted = data.copy()
    wanted[0, 1], wanted[2, 3] = updates
    same("scatter_nd", [data, indices, updates], wanted, known=[(), (1,)])
    wanted = data.copy()
    wanted[0, 1] += updates[0]
    wanted[2, 3] += updates[1]
    same("scatter_nd", [data, indices, updates], wanted, '{reduction = "add"}', known=[(), (1,)])
    rows = floats(1, 4, 2)
    wanted = data.copy()
    wanted[1] = rows[0]
    same("scatter_nd", [data, np.array([[1]]), rows], wanted, known=[(), (1,)])


def scalars(*numbers: int) -> str:
    lines = (
        f"%s{at} = relax.prim {one} : i64 // !relax.prim<i64, {one}>"
        for at, one in enumerate(numbers)
    )
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("start", "end", "step"), [(1, 4, 1), (0, 9, 2), (-3, -1, 1), (3, 1, 1), (1, 5, 3)]
)
def test_slice_scatter(start: int, end: int, step: int) -> None:
    data = floats(5, 2)
    count = len(range(5)[start:end:step])
    source = floats(count, 2)
    wanted = data.copy()
    wanted[start:end:step] = source
    same("slice_scatter", [data, source], wanted, extra=scalars(start, end, step))


def test_index_tensor_and_index_put() -> None:
    data = floats(3, 4, 2)
    rows, columns = np.array([[0], [2]]), np.array([1, -1, 3])
    wanted = data[rows, columns]
    same("index_tensor", [data, rows, columns], wanted, tuples={1: 2})
    same("index_tensor", [data, rows], data[rows], tuples={1: 1})
    new, total = floats(2, 3, 2), data.copy()
    total[rows, columns] = new
    same("index_put", [data, rows, columns, new], total, tuples={1: 2})
    total = data.copy()
    np.add.at(total, (rows, columns), new[:1])
    rest = "{accumulate = true}"
    same("index_put", [data, rows, columns, new[:1]], total, rest, tuples={1: 2})


@pytest.mark.parametrize("right", [False, True])
def test_bucketize(right: bool) -> None:
    values, boundaries = np.array([[0, 3, 1.5], [7, -2, 4]], np.float32), np.array([1, 3, 4])
    listed = boundaries.astype(np.float32)
    wanted = np.searchsorted(listed, values, side="right" if right else "left")
    same("bucketize", [values, listed], wanted, f"{{right = {str(right).lower()}}}")


def test_quantize_and_dequantize() -> None:
    values = np.array([[0.25, -3, 700], [1, 2.6, -900]], np.float32)
    scale, zero = np.array([0.5, 2, 3], np.float32), np.array([1, 0, -2], np.int8)
    codes = np.clip(np.round(values / scale) + zero, -128, 127).astype(np.int8)
    same("quantize", [values, scale, zero], codes, "{axis = 1 : i64}")
    one, none = np.array(0.5, np.float32), np.array(3, np.int8)
    rest = "{out_dtype = ui8}"
    same("quantize", [values, one, none], np.clip(np.round(values / 0.5) + 3, 0, 255), rest)
    wanted = (codes.astype(np.float32) - zero) * scale
    same("dequantize", [codes, scale, zero], wanted, "{axis = 1 : i64}")


def pooled(image: Array, out: int, axis: int) -> Array:
    size = image.shape[axis]
    parts = [
        image.take(range(i * size // out, -(-(i + 1) * size // out)), axis).mean(axis)
        for i in range(out)
    ]
    return np.stack(parts, axis)


def test_adaptive_pools() -> None:
    image = floats(2, 3, 5, 4)
    same("nn.adaptive_avg_pool2d", [image], image)
    wanted = pooled(pooled(image, 3, 2), 6, 3)
    same("nn.adaptive_avg_pool2d", [image], wanted, "{output_size = [3, 6]}")
    line = floats(2, 3, 7)
    same("nn.adaptive_avg_pool1d", [line], pooled(line, 2, 2), "{output_size = 2 : i64}")


def resized(line: Array, out: int, mode: str, method: str) -> Array:
    """One axis, by the formulas."""
    size = len(line)
    index = np.arange(out, dtype=np.float64)
    place = {
        "half_pixel": (index + 0.5) * size / out - 0.5,
        "asymmetric": index * size / out,
        "align_corners": index * (size - 1) / max(out - 1, 1),
    }[mode]

    def at(places: Array) -> Array:
        return line[np.clip(places.astype(int), 0, size - 1)]

    if method == "nearest_neighbor":
        return at(np.round(place))
    floor = np.floor(place)
    part = place - floor
    if method == "linear":
        return np.multiply(at(floor), 1 - part) + np.multiply(at(floor + 1), part)
    total = np.zeros(out)
    for offset in (-1, 0, 1, 2):
        x = np.abs(part - offset)
        near = 1.25 * x**3 - 2.25 * x**2 + 1
        far = -0.75 * x**3 + 3.75 * x**2 - 6 * x + 3
        total += np.multiply(at(floor + offset), np.where(x <= 1, near, far))
    return total


@pytest.mark.parametrize("mode", ["half_pixel", "asymmetric", "align_corners"])
@pytest.mark.parametrize("method", ["nearest_neighbor", "linear", "cubic"])
def test_resize2d(mode: str, method: str) -> None:
    image = floats(1, 2, 3, 4)
    wanted = np.apply_along_axis(resized, 2, image, 6, mode, method)
    wanted = np.apply_along_axis(resized, 3, wanted, 5, mode, method)
    rest = f'{{coordinate_transformation_mode = "{mode}", method = "{method}"}}'
    same(
        "image.resize2d",
        [image],
        wanted,
        rest,
        extra="%s = relax.shape [6, 5] // !relax.shape<[6, 5]>",
    )


def transposed(
    image: Array, kernel: Array, stride: int, padding: int, more: int, groups: int
) -> Array:
    """A transposed convolution, one contribution after the other."""
    count, channels, height, width = image.shape
    _, out, rows, columns = kernel.shape
    sizes = [(one - 1) * stride + size for one, size in ((height, rows), (width, columns))]
    total = np.zeros((count, out * groups, *sizes))
    for c in range(channels):
        group = c // (channels // groups)
        for i, j in np.ndindex(height, width):
            part = image[:, c, i, j][:, None, None, None] * kernel[c]
            rows_at, columns_at = (
                slice(i * stride, i * stride + rows),
                slice(j * stride, j * stride + columns),
            )
            total[:, group * out : (group + 1) * out, rows_at, columns_at] += part
    around = np.pad(total, ((0, 0), (0, 0), (0, more), (0, more)))
    ends = [size + more - padding for size in sizes]
    return around[:, :, padding : ends[0], padding : ends[1]]


@pytest.mark.parametrize(
    ("stride", "padding", "more", "groups"),
    [(1, 0, 0, 1), (2, 1, 1, 1), (3, 0, 2, 1), (2, 1, 0, 2)],
)
def test_transposed_convolution(stride: int, padding: int, more: int, groups: int) -> None:
    image, kernel = floats(2, 4, 3, 5), floats(4, 2, 3, 2)
    wanted = transposed(image, kernel, stride, padding, more, groups)
    rest = (
        f"{{strides = {stride} : i64, padding = {padding} : i64, output_padding = {more} : i64,"
        f" groups = {groups} : i64}}"
    )
    known = [(1,), (0, 1, 2, 3)] if groups > 1 else []
    same("nn.conv2d_transpose", [image, kernel], wanted, rest, known=known)


def test_comparisons_of_different_element_types() -> None:
    reals, integers = np.array([0.5, 2, 3], np.float32), np.array([1, 2, 2], np.int32)
    same("less", [reals, integers], [True, False, False])
    same("equal", [integers.astype(np.int8), integers], [True, True, True])


def test_gather_elements() -> None:
    data, indices = floats(3, 4), np.array([[0, 1, -1], [2, 0, 1]])
    wanted = np.take_along_axis(data[:, :3], indices % 3, 0)
    same("gather_elements", [data, indices], wanted)


@pytest.mark.parametrize(
    ("data", "indices"), [((3, 4), (2, 4)), ((3, 4), (5, 1)), ((0, 2), (0, 2)), ((1, 3), (0, 0))]
)
def test_indices_may_be_fewer_than_the_elements(
    data: tuple[int, ...], indices: tuple[int, ...]
) -> None:
    values, places = floats(*data), np.arange(np.prod(indices)).reshape(indices) % max(data[0], 1)
    wanted = np.take_along_axis(values[:, : indices[1]], places, 0)
    same("gather_elements", [values, places], wanted)


@pytest.mark.parametrize("name", ["gather_elements", "scatter_elements"])
def test_more_indices_than_elements_stop_the_run(name: str) -> None:
    """A size that is known to be above that of the data is refused; others are checked."""
    arrays = [floats(3, 2), np.zeros((2, 3), np.int64), floats(2, 3)]
    count = 2 + (name == "scatter_elements")
    types = [f"!relax.tensor<[@a{at}, @b{at}], {kind}>" for at, kind in enumerate(KINDS[:count])]
    texts = (
        "dimension 1 of the indices is 3, expected at most 2",
        "of the indices is above that of the data",
    )
    for index, module in enumerate(forms(program(name, types, "", {}, ""))):
        with pytest.raises(GuardError, match=texts[index > 0]):
            computed(module, arrays[:count], lowered=index > 0)
    listed = [f"!relax.tensor<[@n, {size}], {kind}>" for size, kind in zip((2, 3, 3), KINDS)]
    with pytest.raises(OperationError, match="dimension 1 of the indices is 3, expected at most 2"):
        RelaxInferPass().apply(context(), parse(program(name, listed[:count], "", {}, "")))


def likelihood(
    predictions: Array,
    targets: Array,
    weights: Array | None = None,
    reduction: str = "mean",
    ignored: int = -100,
) -> Array:
    """The loss, one sample after the other."""
    rows = np.moveaxis(predictions, min(predictions.ndim - 1, 1), -1)
    found, used = np.zeros(targets.shape), np.zeros(targets.shape)
    for place in np.ndindex(targets.shape):
        label = int(targets[place])
        if label == ignored or not 0 <= label < rows.shape[-1]:
            continue
        used[place] = 1 if weights is None else weights[label]
        found[place] = -rows[place][label] * used[place]
    if reduction == "none":
        return found
    with np.errstate(invalid="ignore"):
        return np.asarray(found.sum() if reduction == "sum" else found.sum() / used.sum())


@pytest.mark.parametrize("reduction", ["none", "mean", "sum"])
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("size", [0, 1, 3])
@pytest.mark.parametrize("rest", [None, (), (2, 0), (3, 1)])
def test_nll_loss(reduction: str, weighted: bool, size: int, rest: tuple[int, ...] | None) -> None:
    """One sample, and some of them, of which each may have positions."""
    samples, ignored = () if rest is None else (size, *rest), 0 if size == 3 else -100
    for classes in (3,) if rest else (0, 1, 3):
        values = floats(*samples[:1], classes, *samples[1:])
        labels = RANDOM.integers(-1, classes + 1, samples).astype(np.int32)
        weights = floats(classes) if weighted else None
        arrays = [values, np.asarray(labels), *([] if weights is None else [weights])]
        wanted = likelihood(values, np.asarray(labels), weights, reduction, ignored)
        words = f'{{reduction = "{reduction}", ignore_index = {ignored} : i64}}'
        same("nn.nll_loss", arrays, wanted, words)


def test_nll_loss_reads_no_other_class() -> None:
    """A prediction of another class that is no number does not matter."""
    values = np.array([[1, np.nan], [np.inf, 2]], np.float32)
    same("nn.nll_loss", [values, np.array([0, 1], np.uint8)], -1.5)


def test_attention() -> None:
    query, key, value = floats(2, 3, 2, 4), floats(2, 5, 2, 4), floats(2, 5, 2, 6)
    turned = [one.swapaxes(1, 2) for one in (query, key, value)]
    scores = np.exp(np.matmul(turned[0], turned[1].swapaxes(2, 3)) / 2)
    weights = scores / scores.sum(-1, keepdims=True)
    same("nn.attention", [query, key, value], np.matmul(weights, turned[2]).swapaxes(1, 2))


def test_a_condition_is_a_boolean() -> None:
    holds, one, other = np.array([True, False]), floats(2), floats(2)
    same("where", [holds, one, other], np.where(holds, one, other))


def test_prelu() -> None:
    values, alpha = floats(2, 3, 2), floats(3)
    wanted = np.where(np.greater(values, 0), values, np.multiply(values, alpha[:, None]))
    same("nn.prelu", [values, alpha], wanted, "{axis = 1 : i64}")


def test_a_pool_of_integers_below_those_of_8_bits() -> None:
    values = np.array([[[-1000, -900, -950, -990]]], np.int32)
    same("nn.max_pool1d", [values], [[[-900, -900, -950]]], "{pool_size = [2]}")


@pytest.mark.parametrize(
    ("name", "types", "rest", "message"),
    [
        ("scatter_elements", ["[2], f32", "[3], i64", "[2], f32"], "", "operands 1 and 2 differs"),
        ("scatter_elements", ["[2], f32", "[2, 1], i64", "[2], f32"], "", "has rank 2"),
        ("scatter_elements", ["[2], f32", "[2], f32", "[2], f32"], "", "not integers"),
        ("scatter_elements", ["[2], f32", "[2], i64", "[2], i32"], "", "elements of types"),
        ("scatter_elements", ["[2], f32", "[2], i64", "[2], f32"], "{axis = 1 : i64}", "axis 1"),
        ("scatter_nd", ["[2], f32", "[3, 2], i64", "[3], f32"], "", "2 indices for rank 1"),
        ("scatter_nd", ["[2], f32", "[3, 1], i64", "[2], f32"], "", "differs: 3 and 2"),
        ("bucketize", ["[2], f32", "[3, 1], f32"], "", "operand 1 has rank 2"),
        ("quantize", ["[2, 3], f32", "[2], f32", "[2], i8"], "", "2 elements for 3 slices"),
        ("quantize", ["[2, 3], i32", "[], f32", "[], i8"], "", "not floats"),
        ("nn.nll_loss", ["[2, 3], f32", "[3], i64"], "", "the samples and operand 1 differs: 2"),
        ("nn.nll_loss", ["[2, 3], f32", "[2, 1], i64"], "", "have ranks 1 and 2"),
        ("nn.nll_loss", ["[2, 3], f32", "[2], f32"], "", "not integers"),
        ("nn.nll_loss", ["[2, 3], i32", "[2], i64"], "", "not floats"),
        ("nn.nll_loss", ["[], f32", "[], i64"], "", "has rank 0, expected 1 or more"),
        ("nn.nll_loss", ["[2, 3], f32", "[2], i64", "[2], f32"], "", "operand 2 differs: 3 and 2"),
        ("nn.nll_loss", ["[2, 3], f32", "[2], i64", "[3], f16"], "", "elements of types"),
        ("nn.nll_loss", ["[3], f32", "[], i64"], '{reduction = "max"}', "the reduction is 'max'"),
        ("nn.prelu", ["[2, 3], f32", "[2], f32"], "{axis = 1 : i64}", "2 elements for 3 slices"),
        ("nn.adaptive_avg_pool2d", ["[2, 3, 4], f32"], "", "has rank 3, expected 4"),
        ("nn.conv2d_transpose", ["[1, 4, 3, 3], f32", "[3, 2, 3, 3], f32"], "", "4 channels"),
    ],
)
def test_what_no_run_can_accept(name: str, types: list[str], rest: str, message: str) -> None:
    listed = [f"!relax.tensor<{one}>" for one in types]
    with pytest.raises(OperationError, match=message):
        RelaxInferPass().apply(context(), parse(program(name, listed, rest, {}, "")))
