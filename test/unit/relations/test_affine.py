"""What evaluators say of index expressions, for all small values of either sign."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from disc_shape.relations.state import Content

Compute = Callable[..., list[Content]]

ARGUMENTS = "%a: index, %b: index"

LARGE = (-(1 << 63), -3, 0, 5, (1 << 62) + 1, (1 << 63) - 1)
"""Numbers whose sums and multiples wrap."""


def applied(expression: str) -> str:
    """The lines of a function that applies a map of two dimensions."""
    return f"%c = affine.apply affine_map<(d0, d1) -> ({expression})> (%a, %b)\nreturn %c : index"


def least(*expressions: str) -> str:
    """The lines of a function that takes the least of several results of a map."""
    return (
        f"%c = affine.min affine_map<(d0, d1) -> ({', '.join(expressions)})> (%a, %b)\n"
        "return %c : index"
    )


EXPRESSIONS = (
    "d0 + d1",
    "d0 - d1",
    "d0 * 3 + 1",
    "d0 mod 3",
    "d0 floordiv 3",
    "d0 ceildiv 3",
    "(d0 + d1) floordiv 2",
    "(d0 * 2 - d1) mod 4 + 7",
)


@pytest.mark.parametrize("expression", EXPRESSIONS)
def test_sizes_by_an_expression_are_known(compute: Compute, expression: str) -> None:
    (content,) = compute(ARGUMENTS, applied(expression), "index")
    assert content is not None


def test_symbols_follow_dimensions(compute: Compute) -> None:
    lines = "%c = affine.apply affine_map<(d0)[s0] -> (d0 * 2 - s0)> (%a)[%b]\nreturn %c : index"
    (content,) = compute(ARGUMENTS, lines, "index")
    assert content is not None


@pytest.mark.parametrize("divisor", ["0", "-2"])
@pytest.mark.parametrize("kind", ["mod", "floordiv", "ceildiv"])
def test_what_divides_by_no_positive_number_is_unknown(
    contents_of: Compute, kind: str, divisor: str
) -> None:
    lines = (
        f"%c = affine.apply affine_map<(d0) -> (d0 {kind} {divisor} + 1)> (%a)\n"
        f"%d = affine.min affine_map<(d0) -> (d0 {kind} {divisor}, d0)> (%a)\n"
        "return %c, %d : index, index"
    )
    assert contents_of(ARGUMENTS, lines, "(index, index)") == [None, None]


@pytest.mark.parametrize("expressions", [("d0", "d1"), ("d0 - 1", "d1 * 2", "3")])
def test_the_least_of_several_is_known(compute: Compute, expressions: tuple[str, ...]) -> None:
    (content,) = compute(ARGUMENTS, least(*expressions), "index")
    assert content is not None


@pytest.mark.parametrize("expression", ["d0 + d1", "d0 * 4 - d1"])
def test_sums_of_data_wrap_alike(compute: Compute, expression: str) -> None:
    compute(ARGUMENTS, applied(f"({expression}) floordiv 3"), "index", values=LARGE, data=True)
    compute(ARGUMENTS, applied(f"({expression}) mod 3"), "index", values=LARGE, data=True)
    compute(ARGUMENTS, least(expression, "d0"), "index", values=LARGE, data=True)
