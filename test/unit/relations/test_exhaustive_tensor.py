"""All small shapes of MLIR's tensor operations."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

READ = """
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
"""


def test_cast(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2xf32>",
        "%1 = tensor.cast %0 : tensor<?x2xf32> to tensor<3x?xf32>\nreturn %1 : tensor<3x?xf32>",
        "tensor<3x?xf32>",
    )


def test_unrealized_conversion_cast(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2xf32>",
        "%1 = builtin.unrealized_conversion_cast %0 : tensor<?x2xf32> to tensor<3x?xf32>\n"
        "return %1 : tensor<3x?xf32>",
        "tensor<3x?xf32>",
    )


def test_cast_through_unranked(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2xf32>",
        "%1 = tensor.cast %0 : tensor<?x2xf32> to tensor<*xf32>\n"
        "%2 = tensor.cast %1 : tensor<*xf32> to tensor<3x?xf32>\nreturn %2 : tensor<3x?xf32>",
        "tensor<3x?xf32>",
    )


def test_collapse_shape(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?x2xf32>",
        "%1 = tensor.collapse_shape %0 [[0, 1], [2]] : tensor<?x?x2xf32> into tensor<?x2xf32>\n"
        "return %1 : tensor<?x2xf32>",
        "tensor<?x2xf32>",
    )


def test_collapse_to_one_element(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        "%1 = tensor.collapse_shape %0 [] : tensor<?x?xf32> into tensor<f32>\n"
        "return %1 : tensor<f32>",
        "tensor<f32>",
    )


def test_expand_shape(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<1xindex>",
        READ + "%2 = tensor.extract %1[%c0] : tensor<1xindex>\n"
        "%3 = tensor.expand_shape %0 [[0, 1]] output_shape [%2, 2] : "
        "tensor<?xf32> into tensor<?x2xf32>\nreturn %3 : tensor<?x2xf32>",
        "tensor<?x2xf32>",
        values={1: range(4)},
        sizes=range(7),
    )


def test_reshape(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<2xindex>",
        "%2 = tensor.reshape %0(%1) : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>\n"
        "return %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={1: range(5)},
    )


def test_empty(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<2xindex>",
        READ + "%1 = tensor.extract %0[%c0] : tensor<2xindex>\n"
        "%2 = tensor.extract %0[%c1] : tensor<2xindex>\n"
        "%3 = tensor.empty(%1, %2) : tensor<?x3x?xf32>\nreturn %3 : tensor<?x3x?xf32>",
        "tensor<?x3x?xf32>",
        values={0: range(-1, 4)},
    )


@pytest.mark.parametrize("stride", [1, 2])
def test_extract_slice(exhaust: Exhaust, stride: int) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<2xindex>",
        READ + "%2 = tensor.extract %1[%c0] : tensor<2xindex>\n"
        "%3 = tensor.extract %1[%c1] : tensor<2xindex>\n"
        f"%4 = tensor.extract_slice %0[0, %2] [1, %3] [1, {stride}] : "
        "tensor<?x?xf32> to tensor<?xf32>\nreturn %4 : tensor<?xf32>",
        "tensor<?xf32>",
        values={1: range(-1, 3)},
        sizes=range(4),
    )


@pytest.mark.parametrize(
    ("sizes", "result"),
    [("[1, %2, 1]", "tensor<?x1xf32>"), ("[1, 1, %2]", "tensor<1x1x?xf32>")],
)
def test_extract_slice_of_ones(exhaust: Exhaust, sizes: str, result: str) -> None:
    """Which of the ones the result leaves out does not matter: its other sizes are in order."""
    exhaust(
        "%0: tensor<?x?x?xf32>, %1: tensor<1xindex>",
        READ + "%2 = tensor.extract %1[%c0] : tensor<1xindex>\n"
        f"%3 = tensor.extract_slice %0[0, 0, 0] {sizes} [1, 1, 1] : tensor<?x?x?xf32> to {result}\n"
        f"return %3 : {result}",
        result,
        values={1: range(1, 3)},
        sizes=range(3),
    )


def test_insert_slice(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<?x?xf32>, %2: tensor<2xindex>",
        READ + "%3 = tensor.extract %2[%c0] : tensor<2xindex>\n"
        "%4 = tensor.extract %2[%c1] : tensor<2xindex>\n"
        "%5 = tensor.insert_slice %0 into %1[%3, 0] [1, %4] [1, 1] : "
        "tensor<?xf32> into tensor<?x?xf32>\nreturn %5 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={2: range(1, 3)},
    )


def test_pad(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<1xindex>",
        READ
        + """%2 = tensor.extract %1[%c0] : tensor<1xindex>
        %cst = arith.constant 0.0 : f32
        %3 = "tensor.pad"(%0, %2) <{static_low = array<i64: -9223372036854775808>,
            static_high = array<i64: 1>, operandSegmentSizes = array<i32: 1, 1, 0>}> ({
          ^bb0(%i: index):
            tensor.yield %cst : f32
        }) : (tensor<?xf32>, index) -> tensor<?xf32>
        return %3 : tensor<?xf32>""",
        "tensor<?xf32>",
        values={1: range(-1, 3)},
    )


def test_concat(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xf32>",
        "%2 = tensor.concat dim(1) %0, %1 : "
        "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_splat(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<2xindex>",
        READ + "%1 = tensor.extract %0[%c0] : tensor<2xindex>\n"
        "%2 = tensor.extract %0[%c1] : tensor<2xindex>\n"
        "%c = arith.constant 1.0 : f32\n"
        "%3 = tensor.splat %c[%1, %2] : tensor<?x3x?xf32>\nreturn %3 : tensor<?x3x?xf32>",
        "tensor<?x3x?xf32>",
        values={0: range(-1, 4)},
    )


def test_generate(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<2xindex>",
        READ
        + """%1 = tensor.extract %0[%c0] : tensor<2xindex>
        %2 = tensor.extract %0[%c1] : tensor<2xindex>
        %c = arith.constant 1.0 : f32
        %3 = tensor.generate %1, %2 {
          ^bb0(%i: index, %j: index, %k: index):
            tensor.yield %c : f32
        } : tensor<?x3x?xf32>
        return %3 : tensor<?x3x?xf32>""",
        "tensor<?x3x?xf32>",
        values={0: range(-1, 4)},
    )


def test_insert(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        READ + "%c = arith.constant 1.0 : f32\n"
        "%1 = tensor.insert %c into %0[%c1, %c0] : tensor<?x?xf32>\nreturn %1 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        sizes=(2, 3, 4),
    )


def test_select(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xi1>, %1: tensor<?xf32>, %2: tensor<?xf32>",
        "%3 = arith.select %0, %1, %2 : tensor<?xi1>, tensor<?xf32>\nreturn %3 : tensor<?xf32>",
        "tensor<?xf32>",
    )


def test_select_by_one_condition(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<i1>, %1: tensor<?x?xf32>",
        "%c = tensor.extract %0[] : tensor<i1>\n"
        "%3 = arith.select %c, %1, %1 : tensor<?x?xf32>\nreturn %3 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_tie_shape(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2x?xf32>, %1: tensor<2xindex>",
        READ
        + """%c2 = arith.constant 2 : index
        %2 = tensor.extract %1[%c0] : tensor<2xindex>
        %3 = tensor.extract %1[%c1] : tensor<2xindex>
        %5 = disc_shape.tie_shape %0, %2, %c2, %3 :
          (tensor<?x2x?xf32>, index, index, index) -> tensor<?x2x?xf32>
        return %5 : tensor<?x2x?xf32>""",
        "tensor<?x2x?xf32>",
        values={1: range(4)},
    )


def test_extract(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2xf32>, %1: tensor<2xindex>",
        READ + "%2 = tensor.extract %1[%c0] : tensor<2xindex>\n"
        "%3 = tensor.extract %1[%c1] : tensor<2xindex>\n"
        "%4 = tensor.extract %0[%2, %3] : tensor<?x2xf32>\n"
        "%5 = tensor.from_elements %4 : tensor<1xf32>\nreturn %5 : tensor<1xf32>",
        "tensor<1xf32>",
        values={1: range(-1, 4)},
    )


def test_insert_at_index(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<1xindex>, %2: tensor<f32>",
        READ + "%3 = tensor.extract %1[%c0] : tensor<1xindex>\n"
        "%4 = tensor.extract %2[] : tensor<f32>\n"
        "%5 = tensor.insert %4 into %0[%3] : tensor<?xf32>\nreturn %5 : tensor<?xf32>",
        "tensor<?xf32>",
        values={1: range(-1, 4)},
    )


def test_dim(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x2xf32>, %1: tensor<1xindex>",
        READ + "%2 = tensor.extract %1[%c0] : tensor<1xindex>\n"
        "%3 = tensor.dim %0, %2 : tensor<?x2xf32>\n"
        "%4 = tensor.from_elements %3 : tensor<1xindex>\nreturn %4 : tensor<1xindex>",
        "tensor<1xindex>",
        values={1: range(-1, 4)},
    )


def test_linearize(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<2xindex>, %1: tensor<2xindex>",
        READ + "%2 = tensor.extract %0[%c0] : tensor<2xindex>\n"
        "%3 = tensor.extract %0[%c1] : tensor<2xindex>\n"
        "%4 = tensor.extract %1[%c0] : tensor<2xindex>\n"
        "%5 = tensor.extract %1[%c1] : tensor<2xindex>\n"
        "%6 = disc_shape.linearize [%2, %3] in [%4, %5]\n"
        "%7 = tensor.from_elements %6 : tensor<1xindex>\nreturn %7 : tensor<1xindex>",
        "tensor<1xindex>",
        values={0: range(-1, 3), 1: range(-1, 4)},
    )


def test_delinearize(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<1xindex>, %1: tensor<2xindex>",
        READ + "%2 = tensor.extract %0[%c0] : tensor<1xindex>\n"
        "%4 = tensor.extract %1[%c0] : tensor<2xindex>\n"
        "%5 = tensor.extract %1[%c1] : tensor<2xindex>\n"
        "%6, %7 = disc_shape.delinearize %2 in [%4, %5] : index, index\n"
        "%8 = tensor.from_elements %6, %7 : tensor<2xindex>\nreturn %8 : tensor<2xindex>",
        "tensor<2xindex>",
        values={0: range(-1, 7), 1: range(-1, 4)},
    )
