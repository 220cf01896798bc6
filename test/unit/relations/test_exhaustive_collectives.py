"""All small shapes of operations between processes, of which there is one, and of the like."""

from __future__ import annotations

from collections.abc import Callable

import pytest

Exhaust = Callable[..., object]

MATRIX = "tensor<?x?xf32>"
ALONE = "replica_groups = dense<0> : tensor<1x1xi64>"
SUM = """({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = PREFIX.add %a, %b : tensor<f32>
    PREFIX.return %c : tensor<f32>
  })"""

COLLECTIVES = {
    "stablehlo.all_gather": (f"<{{all_gather_dim = 1 : i64, {ALONE}}}>", ""),
    "stablehlo.all_reduce": (f"<{{{ALONE}}}>", SUM),
    "stablehlo.all_to_all": (
        "<{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 1 : i64,"
        f" {ALONE}}}>",
        "",
    ),
    "stablehlo.collective_broadcast": (f"<{{{ALONE}}}>", ""),
    "stablehlo.collective_reduce": (f"<{{{ALONE}}}>", SUM),
    "stablehlo.collective_permute": ("<{source_target_pairs = dense<0> : tensor<1x2xi64>}>", ""),
    "stablehlo.cross-replica-sum": (f"<{{{ALONE}}}>", ""),
    "stablehlo.reduce_scatter": (f"<{{scatter_dimension = 0 : i64, {ALONE}}}>", SUM),
}


@pytest.mark.parametrize("name", COLLECTIVES)
def test_alone(exhaust: Exhaust, name: str) -> None:
    attributes, region = COLLECTIVES[name]
    region = region.replace("PREFIX", "stablehlo")
    exhaust(
        f"%0: {MATRIX}",
        f'%r = "{name}"(%0) {attributes} {region} : ({MATRIX}) -> {MATRIX}\nreturn %r : {MATRIX}',
        MATRIX,
    )


@pytest.mark.parametrize("name", ["stablehlo.collective_broadcast", "stablehlo.collective_reduce"])
def test_roots(exhaust: Exhaust, name: str) -> None:
    """Each result is like the operand in its place; the roots are like none."""
    region = COLLECTIVES[name][1].replace("PREFIX", "stablehlo")
    exhaust(
        f"%0: {MATRIX}, %1: {MATRIX}",
        "%roots = stablehlo.constant dense<0> : tensor<2xi32>\n"
        f'%r:2 = "{name}"(%0, %1, %roots) <{{{ALONE}, has_dynamic_root}}> {region}'
        f" : ({MATRIX}, {MATRIX}, tensor<2xi32>) -> ({MATRIX}, {MATRIX})\n"
        f"return %r#0, %r#1 : {MATRIX}, {MATRIX}",
        f"({MATRIX}, {MATRIX})",
    )


def test_add_dependency(exhaust: Exhaust) -> None:
    exhaust(
        f"%0: {MATRIX}",
        '%t = "mhlo.create_token"() : () -> !mhlo.token\n'
        f'%r = "mhlo.add_dependency"(%0, %t) : ({MATRIX}, !mhlo.token) -> {MATRIX}\n'
        f"return %r : {MATRIX}",
        MATRIX,
    )


def test_rng_bit_generator(exhaust: Exhaust) -> None:
    exhaust(
        "%0: tensor<?xui64>",
        "%s, %r = stablehlo.rng_bit_generator %0, algorithm = DEFAULT : "
        "(tensor<?xui64>) -> (tensor<?xui64>, tensor<3xui64>)\n"
        "return %s, %r : tensor<?xui64>, tensor<3xui64>",
        "(tensor<?xui64>, tensor<3xui64>)",
        # What the state of this algorithm is, is not specified; these run.
        sizes=(2, 3),
    )


def test_set_dimension_size(exhaust: Exhaust) -> None:
    before = "tensor<?x2xf32>"
    exhaust(
        f"%0: {before}, %1: tensor<i32>",
        '%r = "stablehlo.set_dimension_size"(%0, %1) <{dimension = 1 : i64}> : '
        f"({before}, tensor<i32>) -> {MATRIX}\nreturn %r : {MATRIX}",
        MATRIX,
        values={1: range(-1, 5)},
    )


@pytest.mark.parametrize(("dialect", "end"), [("mhlo", "mhlo"), ("chlo", "stablehlo")])
def test_scan(exhaust: Exhaust, dialect: str, end: str) -> None:
    """Sums along rows. What the body says of the other sizes is the body's."""
    row, whole = "tensor<2xf32>", "tensor<?x2xf32>"
    exhaust(
        f"%0: {whole}, %1: {whole}, %2: {row}",
        f"""%r, %s = "{dialect}.scan"(%0, %1, %2) <{{dimension = 0 : i64,
            operandSegmentSizes = array<i32: 2, 1>, resultSegmentSizes = array<i32: 1, 1>}}> ({{
          ^bb0(%a: {row}, %b: {row}, %c: {row}):
            %d = stablehlo.add %a, %c : {row}
            "{end}.return"(%d, %d) : ({row}, {row}) -> ()
        }}) : ({whole}, {whole}, {row}) -> ({whole}, {row})
        return %r, %s : {whole}, {row}""",
        f"({whole}, {row})",
    )
