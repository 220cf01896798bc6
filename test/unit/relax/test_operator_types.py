"""The types of operators agree with numpy on all small sizes."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import cast

import numpy as np
import pytest

from disc_shape.dialects.relax.operator_rows import Value, operator_rows
from disc_shape.relax.operators import OperatorError, OperatorTypes
from disc_shape.symbolic import Prover, Truth, parse
from disc_shape.symbolic.shapes import Shape
from disc_shape.typesystem.judgements import compatible
from disc_shape.typesystem.types import (
    PrimType,
    ShapeType,
    TensorType,
    TupleType,
    Type,
    fields_of,
)

Array = np.ndarray[tuple[int, ...], np.dtype[np.float32]]
Reference = (
    Callable[[Array], object]
    | Callable[[Array, Array], object]
    | Callable[[Array, Array, Array], object]
)


def tensor(*dims: str) -> TensorType:
    return TensorType(Shape(tuple(parse(dim) for dim in dims)), "f32")


def shape(*dims: str) -> ShapeType:
    return ShapeType(Shape(tuple(parse(dim) for dim in dims)))


def scalars(*values: str) -> TupleType:
    return TupleType(tuple(PrimType("i64", parse(value)) for value in values))


def pool(x: Array, size: int, stride: int, pad: int, ceil: bool) -> Array:
    """The number of windows by trying all of them."""
    sizes = list(x.shape)
    for axis in (2, 3):
        room = x.shape[axis] + 2 * pad - size
        steps = -(-room // stride) if ceil else room // stride
        if ceil and steps * stride >= x.shape[axis] + pad:
            steps -= 1
        if steps < -1:
            raise ValueError
        sizes[axis] = steps + 1
    return np.zeros(sizes, np.float32)


ROWS: list[tuple[str, list[Type], dict[str, Value], Reference]] = [
    ("add", [tensor("n", "1"), tensor("1", "m")], {}, np.add),
    ("add", [tensor("n", "3"), tensor("m", "k")], {}, np.add),
    ("add", [tensor("n"), tensor("m", "n")], {}, np.add),
    ("multiply", [tensor("n"), tensor()], {}, np.multiply),
    ("less", [tensor("n"), tensor("5")], {}, np.less),
    ("where", [TensorType(tensor("n", "1").shape, "i1"), tensor("m"), tensor("1")], {}, np.where),
    ("exp", [tensor("n", "0")], {}, np.exp),
    ("clip", [tensor("n"), PrimType("f32"), PrimType("f32")], {}, lambda x: x),
    ("ewise_fma", [tensor("n"), tensor("n"), tensor("n")], {}, lambda a, b, c: a * b + c),
    ("sum", [tensor("n", "m")], {"axis": (0,)}, lambda x: x.sum(0)),
    (
        "sum",
        [tensor("n", "m")],
        {"axis": (-1,), "keepdims": True},
        lambda x: x.sum(-1, keepdims=True),
    ),
    ("mean", [tensor("n", "m")], {}, lambda x: np.float32(0) * x.sum()),
    ("variance", [tensor("n", "m")], {"axis": (1,)}, lambda x: x.sum(1)),
    ("argmax", [tensor("n", "m + 1")], {"axis": 1}, lambda x: x.argmax(1)),
    ("permute_dims", [tensor("n", "m", "k")], {"axes": (2, 0, 1)}, lambda x: x.transpose(2, 0, 1)),
    ("permute_dims", [tensor("n", "m")], {}, np.transpose),
    ("reshape", [tensor("n", "4"), shape("2 * n", "2")], {}, lambda x: x.reshape(-1, 2)),
    ("reshape", [tensor("n", "6"), shape("n", "2", "-1")], {}, lambda x: x.reshape(len(x), 2, 3)),
    ("reshape", [tensor("n", "m"), shape("0", "-1")], {}, lambda x: x),
    ("flatten", [tensor("n", "m")], {}, np.ravel),
    (
        "nn.batch_flatten",
        [tensor("n", "m", "k")],
        {},
        lambda x: x.reshape(len(x), x.shape[1] * x.shape[2]),
    ),
    ("expand_dims", [tensor("n", "m")], {"axis": (0, -1)}, lambda x: np.expand_dims(x, (0, -1))),
    ("squeeze", [tensor("n", "1")], {"axis": (1,)}, lambda x: x.squeeze(1)),
    ("broadcast_to", [tensor("n", "1"), shape("m", "n", "k")], {}, lambda x: None),
    ("flip", [tensor("n", "m")], {"axis": (1,)}, lambda x: np.flip(x, 1)),
    ("repeat", [tensor("n", "m")], {"repeats": 3, "axis": 1}, lambda x: x.repeat(3, 1)),
    ("repeat", [tensor("n", "m")], {"repeats": 2}, lambda x: x.repeat(2)),
    ("tile", [tensor("n", "m")], {"repeats": (2, 1, 3)}, lambda x: np.tile(x, (2, 1, 3))),
    (
        "nn.pad",
        [tensor("n", "m")],
        {"pad_width": (1, 2, 0, 3)},
        lambda x: np.pad(x, ((1, 2), (0, 3))),
    ),
    ("matmul", [tensor("n", "k"), tensor("k", "m")], {}, np.matmul),
    ("matmul", [tensor("k"), tensor("k", "m")], {}, np.matmul),
    ("matmul", [tensor("n", "k"), tensor("k")], {}, np.matmul),
    ("matmul", [tensor("n", "2", "k"), tensor("1", "k", "m")], {}, np.matmul),
    ("matmul", [tensor("2", "k"), tensor("n", "k", "m")], {}, np.matmul),
    ("outer", [tensor("n"), tensor("m")], {}, np.outer),
    ("tril", [tensor("n", "m")], {}, np.tril),
    ("cumsum", [tensor("n", "m")], {"axis": 1}, lambda x: x.cumsum(1)),
    ("cumsum", [tensor("n", "m")], {}, lambda x: x.cumsum()),
    ("sort", [tensor("n", "m")], {"axis": 0}, lambda x: np.sort(x, 0)),
    ("nn.softmax", [tensor("n", "m")], {}, lambda x: x),
    (
        "nn.avg_pool2d",
        [tensor("1", "1", "n", "m")],
        {"pool_size": (3, 2), "strides": (1, 1)},
        lambda x: x[:, :, 2:, 1:] if min(x.shape[2:]) >= 2 else None,
    ),
    (
        "nn.max_pool2d",
        [tensor("1", "1", "n", "m")],
        {"pool_size": (3, 3), "strides": (2, 2), "padding": (1, 1)},
        lambda x: pool(x, 3, 2, 1, False),
    ),
    (
        "nn.max_pool2d",
        [tensor("1", "1", "n", "m")],
        {"pool_size": (2, 2), "strides": (2, 2), "ceil_mode": True},
        lambda x: pool(x, 2, 2, 0, True),
    ),
    (
        "nn.avg_pool2d",
        [tensor("1", "1", "n", "m")],
        {"pool_size": (2, 2), "strides": (3, 3), "padding": (1, 1), "ceil_mode": True},
        lambda x: pool(x, 2, 3, 1, True),
    ),
]

SIZES = range(4)


def instance(dims: Sequence[object], env: dict[str, int]) -> tuple[int, ...]:
    return tuple(parse(str(dim)).evaluate(env) for dim in dims)


@pytest.mark.parametrize(("name", "operands", "attributes", "reference"), ROWS)
def test_dimensions_are_those_of_numpy(
    name: str, operands: list[Type], attributes: dict[str, Value], reference: Reference
) -> None:
    given = {**operator_rows()[name].defaults, **attributes}
    found = OperatorTypes(Prover()).type_of(name, operands, given)
    assert isinstance(found, TensorType)
    assert found.shape.dims is not None
    assert None not in found.shape.dims, "a dimension is unknown"
    tried = 0
    for n, m, k in itertools.product(SIZES, repeat=3):
        env = {"n": n, "m": m, "k": k}
        arrays = [
            np.zeros(instance(one.shape.dims or (), env), np.float32)
            for one in operands
            if isinstance(one, TensorType)
        ]
        try:
            expected = cast("Callable[..., object]", reference)(*arrays)
        except (ValueError, IndexError):
            continue
        if isinstance(expected, np.ndarray | np.generic):
            assert instance(found.shape.dims, env) == np.shape(cast("Array", expected)), env
            tried += 1
    assert tried or name == "broadcast_to"


@pytest.mark.parametrize("begin", [-9, -2, 0, 1, 3, 9])
@pytest.mark.parametrize("end", [-9, -2, 0, 2, 9])
@pytest.mark.parametrize("step", [-3, -1, 1, 2])
def test_slices_clamp_as_python_does(begin: int, end: int, step: int) -> None:
    operands = [
        tensor("n"),
        scalars("0"),
        scalars(f"{begin}"),
        scalars(f"{end}"),
        scalars(f"{step}"),
    ]
    defaults = operator_rows()["strided_slice"].defaults
    found = OperatorTypes(Prover()).type_of("strided_slice", operands, defaults)
    assert isinstance(found, TensorType)
    assert found.shape.exact is not None
    for n in range(6):
        (size,) = instance(found.shape.exact, {"n": n})
        assert size == len(range(n)[begin:end:step])


@pytest.mark.parametrize(("start", "end", "step"), [(11, 2, -4), (0, 7, 2), (5, 5, 1), (9, 3, 1)])
def test_arange_has_as_many_elements_as_the_sequence(start: int, end: int, step: int) -> None:
    operands = list(scalars(f"{start}", f"{end}", f"{step}").fields)
    found = OperatorTypes(Prover()).type_of("arange", operands, {"dtype": "int64"})
    assert found == TensorType(Shape.of([len(range(start, end, step))]), "i64")


@pytest.mark.parametrize("sections", [1, 2, 3, (1, 2), (2, 1)])
def test_sections_of_a_split(sections: int | tuple[int, ...]) -> None:
    attributes: dict[str, Value] = {"indices_or_sections": sections, "axis": 0}
    found = OperatorTypes(Prover()).type_of("split", [tensor("n")], attributes)
    assert isinstance(found, TupleType) == (sections != 1)
    for n in range(7):
        sizes = [
            instance(one.shape.dims or (), {"n": n})[0]
            for one in fields_of(found)
            if isinstance(one, TensorType)
        ]
        if isinstance(sections, int):
            length = -(-n // sections)
            expected = [min(length, max(n - length * at, 0)) for at in range(sections)]
        else:
            places = [one for one in sections]
            expected = [len(one) for one in np.split(np.zeros(n), places)]
        assert sizes == expected, n


REFUSED: list[tuple[str, list[Type], dict[str, Value], str]] = [
    ("reshape", [tensor("2", "3"), shape("4", "-1")], {}, "number of elements"),
    ("reshape", [tensor("n"), shape("-1", "-1")], {}, "more than one"),
    ("flip", [tensor("n")], {"axis": (0, 0)}, "name one axis twice"),
    ("sum", [tensor("n")], {"axis": (1,)}, "out of range"),
    ("add", [tensor("n", "2"), tensor("3")], {}, "broadcast"),
    ("concat", [TupleType((tensor("n", "2"), tensor("m", "3")))], {}, "2 and 3"),
    ("matmul", [tensor("n", "k + 1"), tensor("k", "m")], {}, "differ"),
    ("squeeze", [tensor("n + 2")], {"axis": (0,)}, "not 1"),
    ("exp", [TensorType(Shape(()), "i32")], {}, "not floats"),
    ("exp", [shape("n")], {}, "expected a tensor"),
    ("nn.avg_pool2d", [tensor("n", "c", "h")], {"pool_size": (2, 2)}, "rank"),
    ("nn.rms_norm", [tensor("n", "m"), tensor("n")], {"axes": (0, 1)}, "the weight has rank 1"),
    ("slice_scatter", [tensor("n"), tensor(), *scalars("0", "n", "1").fields], {}, "rank 0"),
    ("slice_scatter", [tensor("n"), tensor("m"), *scalars("0", "n", "0").fields], {}, "step is 0"),
    ("arange", [PrimType("f32"), *scalars("n", "0").fields], {}, "step is 0"),
    ("negative", [TensorType(Shape(()), "i1")], {}, "elements of type i1"),
    ("dequantize", [tensor("2"), tensor("3"), tensor()], {"axis": 0}, "3 elements for 2 slices"),
    ("dequantize", [tensor(), tensor("3"), tensor()], {"axis": 0}, "number of elements"),
    (
        "nn.cross_entropy_with_logits",
        [TensorType(Shape(()), "i1"), TensorType(Shape(()), "i1")],
        {},
        "elements of type i1",
    ),
]


@pytest.mark.parametrize(("name", "operands", "attributes", "message"), REFUSED)
def test_what_no_run_can_satisfy_is_refused(
    name: str, operands: list[Type], attributes: dict[str, Value], message: str
) -> None:
    given = {**operator_rows()[name].defaults, **attributes}
    with pytest.raises(OperatorError, match=message):
        OperatorTypes(Prover()).type_of(name, operands, given)


POSSIBLE: list[tuple[str, list[Type], dict[str, Value]]] = [
    ("reshape", [tensor("n", "4"), shape("n", "5")], {}),
    ("reshape", [tensor("n", "3"), shape("2", "-1")], {}),
    ("squeeze", [tensor("n")], {"axis": (0,)}),
    ("slice_scatter", [tensor("n"), tensor("m"), *scalars("0", "n", "k").fields], {}),
    ("strided_slice", [tensor("n"), *map(scalars, "00nk")], {}),
    ("collapse_sum_to", [tensor("1", "2"), shape("n", "n")], {}),
    ("collapse_sum_like", [tensor("n"), tensor("n + 1")], {}),
]


@pytest.mark.parametrize(("name", "operands", "attributes"), POSSIBLE)
def test_what_some_run_satisfies_is_accepted(
    name: str, operands: list[Type], attributes: dict[str, Value]
) -> None:
    given = {**operator_rows()[name].defaults, **attributes}
    assert isinstance(OperatorTypes(Prover()).type_of(name, operands, given), TensorType)


def test_one_parameter_may_serve_all_slices() -> None:
    """With n = 0 there is one scale, and it does not say how many slices there are."""
    zero = TensorType(Shape(()), "i8")
    operands: list[Type] = [tensor("2 * n", "m"), tensor("n + 1"), zero]
    given = {**operator_rows()["dequantize"].defaults, "axis": 0}
    found = OperatorTypes(Prover()).type_of("dequantize", operands, given)
    assert found == tensor("2 * n", "m")


@pytest.mark.parametrize("numbers", [None, frozenset[int](), frozenset({1})])
def test_only_a_number_that_is_written_asks_for_a_size(numbers: frozenset[int] | None) -> None:
    operands: list[Type] = [tensor("n", "3"), shape("n", "0")]
    found = OperatorTypes(Prover()).type_of("reshape", operands, {}, numbers)
    assert found == tensor("n", "3" if numbers != frozenset[int]() else "0")


def test_an_operator_is_typed_once_for_the_same_dimensions() -> None:
    types = OperatorTypes(Prover())
    for _ in range(3):
        types.type_of("add", [tensor("n"), tensor("n")], {})
    assert len(types.known) == 1


def test_facts_of_an_operator_are_not_kept() -> None:
    prover = Prover()
    OperatorTypes(prover).type_of("ewise_fma", [tensor("n"), tensor("m"), tensor("m")], {})
    assert not prover.proves_equal(parse("n"), parse("m"))


def elements(name: str, *dims: str) -> TensorType:
    return TensorType(tensor(*dims).shape, name)


PAIR = (elements("f16", "n", "3", "h", "w"), elements("f16", "8", "3", "3", "3"))

OTHERS: list[tuple[str, list[Type], dict[str, Value]]] = [
    ("nn.conv1d", [tensor("n", "3", "h"), tensor("8", "3", "3")], {"out_layout": "NWC"}),
    ("nn.conv2d", [*PAIR], {"out_dtype": "float32"}),
    ("nn.conv2d_transpose", [PAIR[0], PAIR[0]], {"out_dtype": "float32"}),
    ("matmul", [elements("f16", "n", "k"), elements("f16", "k")], {"out_dtype": "float32"}),
    ("argsort", [tensor("n")], {}),
    ("argmin", [tensor("n", "m")], {"axis": 1}),
    ("cumsum", [elements("i1", "n")], {"axis": 0, "dtype": "int32"}),
    ("quantize", [tensor("n"), tensor(), elements("i8")], {}),
    ("dequantize", [elements("i8", "n"), elements("f16"), elements("i8")], {}),
    ("full_like", [tensor("n"), elements("i32")], {}),
    ("full", [shape("n"), elements("i32")], {}),
    ("gather_elements", [tensor("n", "m"), elements("i64", "k", "m")], {"axis": 0}),
    ("collapse_sum_like", [tensor("2", "3"), tensor("1", "3")], {}),
    ("isnan", [tensor("n")], {}),
    ("astype", [tensor("n")], {"dtype": "int8"}),
    ("outer", [tensor("n"), tensor("m")], {}),
    ("nn.cross_entropy_with_logits", [tensor("n", "m"), tensor("n", "m")], {}),
    ("nn.nll_loss", [tensor("n", "c", "m"), elements("i64", "n", "m")], {}),
    ("nn.nll_loss", [tensor("n", "c"), elements("i64", "n")], {"reduction": "none"}),
]


@pytest.mark.parametrize(("name", "operands", "attributes"), [*(row[:3] for row in ROWS), *OTHERS])
def test_what_holds_without_a_rank_holds_with_it(
    name: str, operands: list[Type], attributes: dict[str, Value]
) -> None:
    given = {**operator_rows()[name].defaults, **attributes}
    types = OperatorTypes(Prover())
    ranked = types.type_of(name, operands, given)
    for index, one in enumerate(operands):
        if isinstance(one, TensorType):
            erased = [*operands]
            erased[index] = TensorType(Shape(), one.element)
            found = types.type_of(name, erased, given)
            assert compatible(ranked, found, Prover()) is not Truth.NO, found


@pytest.mark.parametrize("dtype", ["float", "int", "f8E5M9", "float8_e9", "", "3", 3, (1,)])
def test_what_is_no_element_type_is_refused(dtype: Value) -> None:
    with pytest.raises(OperatorError, match="attribute 'dtype' names no element type"):
        OperatorTypes(Prover()).type_of("astype", [tensor("n")], {"dtype": dtype})


@pytest.mark.parametrize("wrong", [1.0, (1.0,)])
def test_numbers_that_are_equal_to_python_are_other_attributes(wrong: Value) -> None:
    types, right = OperatorTypes(Prover()), (1,) if isinstance(wrong, tuple) else 1
    given = {"axis": right, "keepdims": False}
    for _ in range(2):
        with pytest.raises(OperatorError, match="expected integers"):
            types.type_of("sum", [tensor("n", "2")], {**given, "axis": wrong})
        assert types.type_of("sum", [tensor("n", "2")], given) == tensor("n")


def of(element: str, *dims: str) -> TensorType:
    return TensorType(tensor(*dims).shape, element)


F8 = "f8E4M3FN"
SCALE, ZERO = tensor("c"), of("i8", "c")


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "expected"),
    [
        ("abs", [of(F8, "n")], {}, of(F8, "n")),
        ("nn.softmax", [of(F8, "n")], {}, of(F8, "n")),
        ("astype", [tensor("n")], {"dtype": "float8_e4m3fn"}, of(F8, "n")),
        ("quantize", [tensor("n", "c"), SCALE, ZERO], {"out_dtype": F8}, of(F8, "n", "c")),
        ("split", [tensor("n", "4")], {"indices_or_sections": 1}, tensor("n", "4")),
        ("split", [tensor("n", "4")], {"indices_or_sections": ()}, tensor("n", "4")),
        ("einsum", [TupleType((tensor("n", "n"),))], {"subscripts": "ii"}, tensor()),
        ("einsum", [TupleType((tensor("n", "m", "k"),))], {"subscripts": "k..."}, None),
        ("nn.adaptive_avg_pool1d", [of("i32", "n", "c", "w")], {"output_size": 2}, None),
        ("nn.group_norm", [tensor("n", "c", "w"), SCALE, SCALE], {"num_groups": 4}, None),
        ("nn.pixel_shuffle", [tensor("c", "h", "w")], {"upscale_factor": 2}, None),
    ],
)
def test_forms_that_are_accepted(
    name: str, operands: list[Type], attributes: dict[str, Value], expected: Type | None
) -> None:
    more = {"channel_axis": 1, "axes": (2,)} if name == "nn.group_norm" else {}
    given = {**operator_rows()[name].defaults, **more, **attributes}
    found = OperatorTypes(Prover()).type_of(name, operands, given)
    assert expected is None or found == expected


@pytest.mark.parametrize(
    ("name", "operands", "attributes", "reason"),
    [
        ("meshgrid", [TupleType((tensor(), tensor("n")))], {}, "rank 0, expected 1"),
        ("meshgrid", [TupleType((tensor("n"), of("i32", "m")))], {}, "types f32 and i32"),
        ("nn.pixel_shuffle", [tensor("8", "h", "w")], {"upscale_factor": 3}, "no groups of 9"),
        ("nn.pixel_shuffle", [tensor("8", "h", "w")], {"upscale_factor": 0}, "in groups of 0"),
        ("nn.group_norm", [tensor("n", "6", "w")], {"num_groups": 4}, "no groups of 4"),
        ("nn.group_norm", [tensor("n", "6", "w")], {"num_groups": -2}, "in groups of -2"),
        ("nn.group_norm", [tensor("n", "6", "w")], {"axes": (1, 2)}, "that of the channels"),
        ("nn.layer_norm", [tensor("n", "4")], {"axes": (-1,)}, "types f32 and f16"),
        ("gather_elements", [tensor("n"), tensor("k")], {}, "f32, not integers"),
        ("gather_nd", [tensor("n"), tensor("k", "1")], {}, "f32, not integers"),
        ("nn.conv1d", [tensor("n", "4", "w"), tensor("k", "4", "3")], {"groups": 0}, "groups is 0"),
        ("one_hot", [of("i32", "n"), *[PrimType("i64")] * 2], {"depth": 0}, "the depth is 0"),
        (
            "one_hot",
            [of("i32", "n"), PrimType("i64"), PrimType("f32")],
            {"depth": 3},
            "i64 and f32",
        ),
        ("quantize", [tensor("n", "c"), ZERO, ZERO], {}, "i8, not floats"),
        ("quantize", [tensor("n", "c"), SCALE, SCALE], {}, "f32, no code"),
        ("quantize", [tensor("n", "c"), SCALE, ZERO], {"out_dtype": "float16"}, "is no code"),
        (
            "dequantize",
            [of("i8", "n", "c"), SCALE, ZERO],
            {"out_dtype": "int32"},
            "expected floats",
        ),
        ("dynamic_strided_slice", [tensor("n", "4"), *[of("i64", "3")] * 3], {}, "3 elements"),
        (
            "einsum",
            [TupleType((tensor("3", "4"),))],
            {"subscripts": "ii->i"},
            "sizes 3 and 4 alike",
        ),
        ("einsum", [TupleType((tensor("n"),))], {"subscripts": "ij->i"}, "labels rank 1"),
        ("einsum", [TupleType((tensor("n"),))], {"subscripts": "i->ii"}, "label of the result"),
    ],
)
def test_forms_that_no_run_accepts(
    name: str, operands: list[Type], attributes: dict[str, Value], reason: str
) -> None:
    if name.endswith("_norm"):
        weight = of("f16", "4") if name == "nn.layer_norm" else tensor("6")
        operands = [*operands, weight, weight]
        attributes = {"channel_axis": 1, "axes": (2,), "num_groups": 2, **attributes}
        attributes = {
            key: value
            for key, value in attributes.items()
            if key in operator_rows()[name].attributes
        }
    given = {**operator_rows()[name].defaults, **attributes}
    with pytest.raises(OperatorError, match=reason):
        OperatorTypes(Prover()).type_of(name, operands, given)
