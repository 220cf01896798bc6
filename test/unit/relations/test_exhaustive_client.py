"""All small shapes of CHLO's broadcasting operations and of `shape.broadcast`."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]


def client(name: str, lhs: str, rhs: str, rank: int, attributes: str = "") -> tuple[str, str, str]:
    """Arguments, body and result of a broadcasting operation."""
    a, b, c = f"tensor<{lhs}f32>", f"tensor<{rhs}f32>", f"tensor<{'?x' * rank}f32>"
    body = f"%2 = chlo.{name} %0, %1{attributes} : ({a}, {b}) -> {c}\nreturn %2 : {c}"
    return f"%0: {a}, %1: {b}", body, c


@pytest.mark.parametrize(
    ("lhs", "rhs", "rank"),
    [("?x", "?x", 1), ("?x?x", "?x", 2), ("?x", "?x?x", 2), ("", "?x", 1), ("1x", "?x", 1)],
)
def test_broadcast_add(exhaust: Exhaust, lhs: str, rhs: str, rank: int) -> None:
    exhaust(*client("broadcast_add", lhs, rhs, rank))


def test_broadcast_along_given_dimensions(exhaust: Exhaust) -> None:
    attributes = " {broadcast_dimensions = array<i64: 0>}"
    exhaust(*client("broadcast_add", "?x?x", "?x", 2, attributes))


INTEGERS = ("and", "or", "shift_left", "shift_right_arithmetic", "shift_right_logical", "xor")
NUMBERS = (
    *("atan2", "divide", "maximum", "minimum", "next_after", "polygamma", "power", "remainder"),
    *("subtract", "zeta"),
)


@pytest.mark.parametrize("name", [*INTEGERS, *NUMBERS])
def test_every_broadcast(exhaust: Exhaust, name: str) -> None:
    kind = "i32" if name in INTEGERS else "f32"
    a, b = f"tensor<?x?x{kind}>", f"tensor<?x{kind}>"
    exhaust(
        f"%0: {a}, %1: {b}",
        f"%2 = chlo.broadcast_{name} %0, %1 : ({a}, {b}) -> {a}\nreturn %2 : {a}",
        a,
        sizes=(0, 1, 2),
        fill=1,
    )


@pytest.mark.parametrize(
    ("name", "attributes", "kind"),
    [
        ("compare", " {comparison_direction = #chlo<comparison_direction LT>}", "i1"),
        ("complex", "", "complex<f32>"),
    ],
)
def test_broadcast_to_another_type(exhaust: Exhaust, name: str, attributes: str, kind: str) -> None:
    a, b, c = "tensor<?x?xf32>", "tensor<?xf32>", f"tensor<?x?x{kind}>"
    exhaust(
        f"%0: {a}, %1: {b}",
        f"%2 = chlo.broadcast_{name} %0, %1{attributes} : ({a}, {b}) -> {c}\nreturn %2 : {c}",
        c,
        sizes=(0, 1, 2),
    )


def test_broadcast_of_two_matrices(exhaust: Exhaust) -> None:
    exhaust(*client("broadcast_multiply", "?x?x", "?x?x", 2), sizes=(0, 1, 2))


def test_broadcast_of_one_value_with_itself(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        "%2 = chlo.broadcast_add %0, %0 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\n"
        "return %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_broadcast_select(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xi1>, %1: tensor<?xf32>, %2: tensor<?xf32>",
        "%3 = chlo.broadcast_select %0, %1, %2 : "
        "(tensor<?xi1>, tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>\n"
        "return %3 : tensor<?xf32>",
        "tensor<?xf32>",
    )


def test_constant_like(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        '%1 = "chlo.constant_like"(%0) <{value = 1.0 : f32}> : '
        "(tensor<?x?xf32>) -> tensor<?x?xf32>\nreturn %1 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


@pytest.mark.parametrize("count", [0, 1, 2])
def test_top_k_of_mhlo(exhaust: Exhaust, count: int) -> None:
    after = f"tensor<?x{count}x"
    exhaust(
        "%0: tensor<?x?xf32>",
        f"%1, %2 = mhlo.topk(%0, k = {count}) : tensor<?x?xf32> -> ({after}f32>, {after}i32>)\n"
        f"return %1, %2 : {after}f32>, {after}i32>",
        f"({after}f32>, {after}i32>)",
    )


@pytest.mark.parametrize("count", [0, 1, 2])
def test_top_k(exhaust: Exhaust, count: int) -> None:
    after = f"tensor<?x{count}x"
    exhaust(
        "%0: tensor<?x?xf32>",
        f"%1, %2 = chlo.top_k(%0, k = {count}) : tensor<?x?xf32> -> ({after}f32>, {after}i32>)\n"
        f"return %1, %2 : {after}f32>, {after}i32>",
        f"({after}f32>, {after}i32>)",
    )


def test_dynamic_reshape_with_rest(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<2xi64>",
        '%2 = "chlo.dynamic_reshape"(%0, %1) : (tensor<?x?xf32>, tensor<2xi64>) '
        "-> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
        values={1: range(1, 4)},
    )


def test_dynamic_reshape_to_what_may_be_a_rest(exhaust: Exhaust) -> None:
    """A number that may be -1 is no size, whatever the other one is."""
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<2xi64>",
        '%2 = "chlo.dynamic_reshape"(%0, %1) : (tensor<?xf32>, tensor<2xi64>) '
        "-> tensor<?x2xf32>\nreturn %2 : tensor<?x2xf32>",
        "tensor<?x2xf32>",
        values={1: (-1, 1, 2)},
        sizes=range(5),
    )


@pytest.mark.parametrize("ranks", [(1, 1), (2, 1), (1, 1, 1), (2, 2)])
def test_broadcast_of_shapes(exhaust: Exhaust, ranks: tuple[int, ...]) -> None:
    """All operands are broadcast to what `shape.broadcast` computes."""
    count = len(ranks)
    high = max(ranks)
    types = [f"tensor<{'?x' * rank}f32>" for rank in ranks]
    vectors = [f"tensor<{rank}xindex>" for rank in ranks]
    shapes = ", ".join(f"%s{i}" for i in range(count))
    result = f"tensor<{'?x' * high}f32>"
    lines = [f"%s{i} = shape.shape_of %{i} : {types[i]} -> {vectors[i]}" for i in range(count)]
    lines.append(f"%s = shape.broadcast {shapes} : {', '.join(vectors)} -> tensor<{high}xindex>")
    lines += [
        f"%r{i} = stablehlo.dynamic_broadcast_in_dim %{i}, %s, "
        f"dims = {list(range(high - ranks[i], high))} : "
        f"({types[i]}, tensor<{high}xindex>) -> {result}"
        for i in range(count)
    ]
    results = ", ".join([result] * count)
    returned = ", ".join(f"%r{i}" for i in range(count))
    exhaust(
        ", ".join(f"%{i}: {types[i]}" for i in range(count)),
        "\n".join([*lines, f"return {returned} : {results}"]),
        f"({results})",
        sizes=(0, 1, 2, 3) if sum(ranks) < 4 else (0, 1, 2),
    )
