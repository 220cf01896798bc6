"""What evaluators say of shapes as values, and of truths, for all small numbers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from disc_shape.relations.state import Content

Compute = Callable[..., list[Content]]

SHAPE = "%a: tensor<3xindex>"


def part(operation: str, index: int, result: str = "index") -> str:
    """The lines of a function that asks a shape of three sizes for one of them."""
    return (
        f"%i = arith.constant {index} : index\n"
        f"%b = {operation} %a, %i : tensor<3xindex>, index -> index\nreturn %b : {result}"
    )


@pytest.mark.parametrize("index", [0, 1, 2])
def test_get_extent(compute: Compute, index: int) -> None:
    (content,) = compute(SHAPE, part("shape.get_extent", index), "index", values=(0, 2, 5))
    assert content is not None


@pytest.mark.parametrize("index", [-1, 3])
def test_no_extent_outside(contents_of: Compute, index: int) -> None:
    assert contents_of(SHAPE, part("shape.get_extent", index), "index") == [None]


def test_no_extent_at_an_unknown_index(contents_of: Compute) -> None:
    lines = "%b = shape.get_extent %a, %i : tensor<3xindex>, index -> index\nreturn %b : index"
    assert contents_of(f"{SHAPE}, %i: index", lines, "index") == [None]


def test_num_elements(compute: Compute) -> None:
    lines = "%n = shape.num_elements %a : tensor<3xindex> -> index\nreturn %n : index"
    (content,) = compute(SHAPE, lines, "index", values=(0, 2, 3))
    assert content is not None


def split(index: str, results: str) -> str:
    """The lines of a function that splits a shape of three sizes and puts it together again."""
    return f"""%s = "shape.from_extent_tensor"(%a) : (tensor<3xindex>) -> !shape.shape
        %i = arith.constant {index} : index
        %h, %t = "shape.split_at"(%s, %i) :
            (!shape.shape, index) -> (!shape.shape, !shape.shape)
        %x = "shape.to_extent_tensor"(%h) : (!shape.shape) -> tensor<?xindex>
        %y = "shape.to_extent_tensor"(%t) : (!shape.shape) -> tensor<?xindex>
        return %x, %y : {results}"""


@pytest.mark.parametrize("index", [0, 1, 3, -1, -3])
def test_split_at(compute: Compute, index: int) -> None:
    types = "tensor<?xindex>, tensor<?xindex>"
    contents = compute(SHAPE, split(str(index), types), f"({types})", values=(0, 2, 3))
    at = index if index >= 0 else index + 3
    assert [len(content or ()) for content in contents] == [at, 3 - at]


@pytest.mark.parametrize("index", [4, -4])
def test_no_split_outside(contents_of: Compute, index: int) -> None:
    types = "tensor<?xindex>, tensor<?xindex>"
    assert contents_of(SHAPE, split(str(index), types), f"({types})") == [None, None]


@pytest.mark.parametrize("name", ["max", "min"])
def test_extremes_of_shapes(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: tensor<2xindex>, %b: tensor<2xindex>",
        f"""%x = "shape.from_extent_tensor"(%a) : (tensor<2xindex>) -> !shape.shape
        %y = "shape.from_extent_tensor"(%b) : (tensor<2xindex>) -> !shape.shape
        %z = "shape.{name}"(%x, %y) : (!shape.shape, !shape.shape) -> !shape.shape
        %c = "shape.to_extent_tensor"(%z) : (!shape.shape) -> tensor<2xindex>
        return %c : tensor<2xindex>""",
        "tensor<2xindex>",
        values=(0, 2, 3),
    )
    assert content is not None


@pytest.mark.parametrize("exponent", [-1, 0, 1, 3, 8, 9])
def test_small_powers(compute: Compute, exponent: int) -> None:
    (content,) = compute(
        "%a: tensor<i64>",
        f"""%b = stablehlo.constant dense<{exponent}> : tensor<i64>
        %c = stablehlo.power %a, %b : tensor<i64>
        return %c : tensor<i64>""",
        "tensor<i64>",
        values=range(-2, 4),
    )
    assert (content is not None) == (0 <= exponent <= 8)


@pytest.mark.parametrize("kind", ["and", "or", "xor", "minimum", "maximum"])
def test_truths_are_reduced(compute: Compute, kind: str) -> None:
    start = "true" if kind in ("and", "minimum") else "false"
    (content,) = compute(
        "%a: tensor<3xi64>, %b: tensor<3xi64>",
        f"""%start = stablehlo.constant dense<{start}> : tensor<i1>
        %t = stablehlo.compare LT, %a, %b, SIGNED :
            (tensor<3xi64>, tensor<3xi64>) -> tensor<3xi1>
        %c = stablehlo.reduce(%t init: %start) applies stablehlo.{kind} across
            dimensions = [0] : (tensor<3xi1>, tensor<i1>) -> tensor<i1>
        return %c : tensor<i1>""",
        "tensor<i1>",
        values=(0, 1),
    )
    assert content is not None


@pytest.mark.parametrize(
    ("direction", "kind", "is_known"),
    [("EQ", "UNSIGNED", True), ("LT", "UNSIGNED", True), ("LT", "SIGNED", False)],
)
def test_order_of_truths(compute: Compute, direction: str, kind: str, is_known: bool) -> None:
    """Whether true is more or less than false is beyond doubt only where they have no sign."""
    (content,) = compute(
        "%a: tensor<i64>, %b: tensor<i64>",
        f"""%z = stablehlo.constant dense<0> : tensor<i64>
        %p = stablehlo.compare LT, %a, %z, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
        %q = stablehlo.compare LT, %b, %z, SIGNED : (tensor<i64>, tensor<i64>) -> tensor<i1>
        %c = stablehlo.compare {direction}, %p, %q, {kind} :
            (tensor<i1>, tensor<i1>) -> tensor<i1>
        return %c : tensor<i1>""",
        "tensor<i1>",
        values=(-1, 0, 1),
    )
    assert (content is not None) == is_known


@pytest.mark.parametrize("low", [0, 1, -1])
def test_sign_of_what_is_bounded(compute: Compute, low: int) -> None:
    contents = compute(
        "%a: tensor<i64>",
        f"""%l = stablehlo.constant dense<{low}> : tensor<i64>
        %x = stablehlo.maximum %a, %l : tensor<i64>
        %y = stablehlo.minimum %a, %l : tensor<i64>
        %c = stablehlo.sign %x : tensor<i64>
        %d = stablehlo.sign %y : tensor<i64>
        return %c, %d : tensor<i64>, tensor<i64>""",
        "(tensor<i64>, tensor<i64>)",
    )
    assert None not in contents


@pytest.mark.parametrize("name", ["divide", "remainder"])
def test_division_of_what_is_negative(compute: Compute, name: str) -> None:
    contents = compute(
        "%a: tensor<i64>",
        f"""%l = stablehlo.constant dense<-1> : tensor<i64>
        %t = stablehlo.constant dense<3> : tensor<i64>
        %y = stablehlo.minimum %a, %l : tensor<i64>
        %c = stablehlo.{name} %y, %t : tensor<i64>
        %d = stablehlo.{name} %t, %y : tensor<i64>
        %e = stablehlo.{name} %a, %y : tensor<i64>
        return %c, %d, %e : tensor<i64>, tensor<i64>, tensor<i64>""",
        "(tensor<i64>, tensor<i64>, tensor<i64>)",
        values=range(-7, 8),
    )
    assert None not in contents


@pytest.mark.parametrize("order", "eq ne slt sle sgt sge ult ule ugt uge".split())
def test_orders_of_indices(compute: Compute, order: str) -> None:
    """Those of numbers without a sign are known where there is none."""
    known, unknown = compute(
        "%a: index, %b: index",
        f"""%z = arith.constant 0 : index
        %x = arith.maxsi %a, %z : index
        %y = arith.maxsi %b, %z : index
        %c = arith.cmpi {order}, %x, %y : index
        %d = arith.cmpi {order}, %a, %b : index
        return %c, %d : i1, i1""",
        "(i1, i1)",
        values=range(-2, 3),
    )
    assert known is not None
    assert (unknown is None) == order.startswith("u")


def test_indices_cast_without_a_sign(compute: Compute) -> None:
    known, unknown = compute(
        "%a: index",
        """%z = arith.constant 0 : index
        %x = arith.maxsi %a, %z : index
        %c = arith.index_castui %x : index to i64
        %d = arith.index_castui %a : index to i64
        return %c, %d : i64, i64""",
        "(i64, i64)",
    )
    assert known is not None
    assert unknown is None


def test_choice_between_truths(compute: Compute) -> None:
    (content,) = compute(
        "%a: i64, %b: i64",
        """%z = arith.constant 0 : i64
        %p = arith.cmpi slt, %a, %z : i64
        %q = arith.cmpi slt, %b, %z : i64
        %r = arith.cmpi slt, %a, %b : i64
        %c = arith.select %p, %q, %r : i1
        return %c : i1""",
        "i1",
        values=range(-2, 3),
    )
    assert content is not None


def test_one_of_equal_shapes(compute: Compute) -> None:
    (content,) = compute(
        "%a: tensor<2xindex>",
        """%x = "shape.from_extent_tensor"(%a) : (tensor<2xindex>) -> !shape.shape
        %z = shape.any %x, %x : !shape.shape, !shape.shape -> !shape.shape
        %c = "shape.to_extent_tensor"(%z) : (!shape.shape) -> tensor<2xindex>
        return %c : tensor<2xindex>""",
        "tensor<2xindex>",
        values=(0, 2, 3),
    )
    assert content is not None


@pytest.mark.parametrize("index", [0, 1, 2])
def test_insert(compute: Compute, index: int) -> None:
    (content,) = compute(
        "%a: tensor<3xindex>, %b: index",
        f"""%i = arith.constant {index} : index
        %c = tensor.insert %b into %a[%i] : tensor<3xindex>
        return %c : tensor<3xindex>""",
        "tensor<3xindex>",
        values=(0, 2, 3),
    )
    assert content is not None


@pytest.mark.parametrize("count", [0, 1, 3])
def test_rank(compute: Compute, count: int) -> None:
    (content,) = compute(
        f"%a: tensor<{count}xindex>",
        f"%b = shape.rank %a : tensor<{count}xindex> -> index\nreturn %b : index",
        "index",
        values=(0, 2),
    )
    assert content is not None


def test_no_rank_of_what_may_have_any(contents_of: Compute) -> None:
    lines = "%b = shape.rank %a : tensor<?xindex> -> index\nreturn %b : index"
    assert contents_of("%a: tensor<?xindex>", lines, "index") == [None]


@pytest.mark.parametrize("divisor", [0, 1, 2])
def test_quotient_by_a_number(contents_of: Compute, divisor: int) -> None:
    (content,) = contents_of(
        "%a: index",
        f"""%b = arith.constant {divisor} : index
        %c = shape.div %a, %b : index, index -> index
        return %c : index""",
        "index",
    )
    assert (content is None) == (divisor == 0)


@pytest.mark.parametrize("name", ["add", "mul", "div"])
def test_arithmetic_on_sizes(compute: Compute, name: str) -> None:
    (content,) = compute(
        "%a: index, %b: index",
        f"%c = shape.{name} %a, %b : index, index -> index\nreturn %c : index",
        "index",
        values=(0, 1, 2, 5),
    )
    assert content is not None
