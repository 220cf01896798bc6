"""All small shapes of contractions and reductions."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]


def test_dot_general(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?x?xf32>, %1: tensor<?x?x?xf32>",
        "%2 = stablehlo.dot_general %0, %1, batching_dims = [0] x [1], "
        "contracting_dims = [2] x [0] : "
        "(tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>\n"
        "return %2 : tensor<?x?x?xf32>",
        "tensor<?x?x?xf32>",
        sizes=(0, 1, 2),
    )


def test_dot_general_without_contraction(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xf32>, %1: tensor<?xf32>",
        "%2 = stablehlo.dot_general %0, %1, contracting_dims = [] x [] : "
        "(tensor<?xf32>, tensor<?xf32>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


def test_dot_general_of_one_value_with_itself(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>",
        "%2 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : "
        "(tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>\nreturn %2 : tensor<?x?xf32>",
        "tensor<?x?xf32>",
    )


@pytest.mark.parametrize(
    ("lhs", "rhs", "result"),
    [("?", "?", ""), ("?x?", "?", "?"), ("?", "?x?", "?"), ("?x?", "?x?", "?x?")],
)
def test_dot(exhaust: Exhaust, lhs: str, rhs: str, result: str) -> None:
    a, b = f"tensor<{lhs}xf32>", f"tensor<{rhs}xf32>"
    c = f"tensor<{result}xf32>" if result else "tensor<f32>"
    exhaust(
        f"%0: {a}, %1: {b}",
        f"%2 = stablehlo.dot %0, %1 : ({a}, {b}) -> {c}\nreturn %2 : {c}",
        c,
    )


@pytest.mark.parametrize("config", ["ij,jk->ik", "ij,ij->ji", "ii,ij->j"])
def test_einsum(exhaust: Exhaust, config: str) -> None:
    rank = len(config.partition("->")[2])
    result = f"tensor<{'?x' * rank}f32>"
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xf32>",
        f'%2 = "stablehlo.einsum"(%0, %1) <{{einsum_config = "{config}"}}> : '
        f"(tensor<?x?xf32>, tensor<?x?xf32>) -> {result}\nreturn %2 : {result}",
        result,
        # NumPy's einsum, which the interpreter uses, stretches dimensions of size 1.
        sizes=(0, 2, 3),
    )


@pytest.mark.parametrize("dimensions", [[0], [1], [0, 2], [], [0, 1, 2]])
def test_reduce(exhaust: Exhaust, dimensions: list[int]) -> None:
    result = f"tensor<{'?x' * (3 - len(dimensions))}f32>"
    exhaust(
        "%0: tensor<?x?x?xf32>, %1: tensor<f32>",
        "%2 = stablehlo.reduce(%0 init: %1) applies stablehlo.add across dimensions = "
        f"{dimensions} : (tensor<?x?x?xf32>, tensor<f32>) -> {result}\nreturn %2 : {result}",
        result,
        sizes=(0, 1, 2),
    )


def test_reduce_of_two(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?xf32>, %1: tensor<?x?xi32>, %2: tensor<f32>, %3: tensor<i32>",
        """%4:2 = stablehlo.reduce(%0 init: %2), (%1 init: %3) across dimensions = [1] :
            (tensor<?x?xf32>, tensor<?x?xi32>, tensor<f32>, tensor<i32>)
            -> (tensor<?xf32>, tensor<?xi32>)
          reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
            stablehlo.return %a, %c : tensor<f32>, tensor<i32>
          }
        return %4#0, %4#1 : tensor<?xf32>, tensor<?xi32>""",
        "(tensor<?xf32>, tensor<?xi32>)",
    )


def batch_norm(name: str, operands: int, results: int) -> tuple[str, str, str]:
    """Arguments, body and results of a batch normalization over the last dimension."""
    types = ["tensor<?x?xf32>", *["tensor<?xf32>"] * (operands - 1)]
    if name == "grad":
        types[-1] = "tensor<?x?xf32>"
    after = ["tensor<?x?xf32>", *["tensor<?xf32>"] * (results - 1)]
    values = ", ".join(f"%{index}" for index in range(operands))
    arguments = ", ".join(f"%{index}: {type}" for index, type in enumerate(types))
    outputs = ", ".join(f"%r#{index}" for index in range(results)) if results > 1 else "%r"
    name = f"stablehlo.batch_norm_{name}"
    count = f":{results}" if results > 1 else ""
    properties = "<{epsilon = 1.0e-03 : f32, feature_index = 1 : i64}>"
    body = (
        f'%r{count} = "{name}"({values}) {properties} : '
        f"({', '.join(types)}) -> ({', '.join(after)})\nreturn {outputs} : {', '.join(after)}"
    )
    return arguments, body, f"({', '.join(after)})"


@pytest.mark.parametrize(
    ("name", "operands", "results"), [("training", 3, 3), ("inference", 5, 1), ("grad", 5, 3)]
)
def test_batch_norm(exhaust: Exhaust, name: str, operands: int, results: int) -> None:
    exhaust(*batch_norm(name, operands, results), sizes=(0, 2))


def test_cholesky(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?x?x?xf32>",
        "%1 = stablehlo.cholesky %0, lower = true : tensor<?x?x?xf32>\n"
        "return %1 : tensor<?x?x?xf32>",
        "tensor<?x?x?xf32>",
    )


@pytest.mark.parametrize("left", ["true", "false"])
def test_triangular_solve(exhaust: Exhaust, left: str) -> None:
    exhaust(
        "%0: tensor<?x?x?xf32>, %1: tensor<?x?x?xf32>",
        f'%2 = "stablehlo.triangular_solve"(%0, %1) <{{left_side = {left}, lower = true, '
        "transpose_a = #stablehlo<transpose NO_TRANSPOSE>, unit_diagonal = true}> : "
        "(tensor<?x?x?xf32>, tensor<?x?x?xf32>) -> tensor<?x?x?xf32>\n"
        "return %2 : tensor<?x?x?xf32>",
        "tensor<?x?x?xf32>",
        sizes=(0, 2),
    )


@pytest.mark.parametrize("length", [1, 2, 3])
@pytest.mark.parametrize("kind", ["FFT", "IFFT", "RFFT", "IRFFT"])
def test_fft(exhaust: Exhaust, kind: str, length: int) -> None:
    last = length if kind in ("FFT", "IFFT") else "?"
    real, complex_ = f"tensor<?x{last}xf32>", f"tensor<?x{last}xcomplex<f32>>"
    before = real if kind == "RFFT" else complex_
    after = real if kind == "IRFFT" else complex_
    exhaust(
        f"%0: {before}",
        f"%1 = stablehlo.fft %0, type = {kind}, length = [{length}] : ({before}) -> {after}\n"
        f"return %1 : {after}",
        after,
    )


@pytest.mark.parametrize("kind", ["RFFT", "IRFFT"])
def test_fft_along_two_dimensions(exhaust: Exhaust, kind: str) -> None:
    real, complex_ = "tensor<?x?x?xf32>", "tensor<?x?x?xcomplex<f32>>"
    before, after = (real, complex_) if kind == "RFFT" else (complex_, real)
    exhaust(
        f"%0: {before}",
        f"%1 = stablehlo.fft %0, type = {kind}, length = [2, 3] : ({before}) -> {after}\n"
        f"return %1 : {after}",
        after,
    )


@pytest.mark.parametrize("config", ["ij->ji", "ii->i", "ij->j"])
def test_unary_einsum(exhaust: Exhaust, config: str) -> None:
    before, _, after = config.partition("->")
    operand, result = (f"tensor<{'?x' * len(part)}f32>" for part in (before, after))
    exhaust(
        f"%0: {operand}",
        f'%1 = stablehlo.unary_einsum %0, config = "{config}" : ({operand}) -> {result}\n'
        f"return %1 : {result}",
        result,
    )


RAGGED = {
    "rows": (
        "lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1],"
        " lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]",
        "?x?",
        "?x?x?",
        "?x?",
    ),
    "contracted": (
        "lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0],"
        " lhs_ragged_dimensions = [0]",
        "?x?",
        "?x?",
        "?x?x?",
    ),
}


@pytest.mark.parametrize("name", RAGGED)
def test_ragged_dot(exhaust: Exhaust, name: str) -> None:
    numbers, *shapes = RAGGED[name]
    a, b, c = (f"tensor<{shape}xf32>" for shape in shapes)
    groups = "tensor<?xi64>"
    exhaust(
        f"%0: {a}, %1: {b}, %2: {groups}",
        f'%3 = "chlo.ragged_dot"(%0, %1, %2) <{{ragged_dot_dimension_numbers ='
        f" #chlo.ragged_dot<{numbers}>}}> : ({a}, {b}, {groups}) -> {c}\nreturn %3 : {c}",
        c,
        sizes=(0, 1, 2),
    )
