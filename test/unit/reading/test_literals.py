"""Attributes that are one literal: which text is matched as a whole, and which is left to xDSL."""

import pytest

from disc_shape.program import context_of_everything
from disc_shape.reading import FastParser
from disc_shape.reading.literals import LITERAL
from reading import PAIRS, differences

MATCHED = (
    "0 : index",
    "-7 : i8",
    "127 : i8",
    "9223372036854775807 : i64",
    "true",
    "false",
    "unit",
    '""',
    '"a b"',
    "@f",
    "array<i64>",
    "array<i64: 1, -2>",
    "dense<0> : tensor<i32>",
    "dense<-1> : tensor<4x0x2xi8>",
    "dense<[1]> : tensor<1xi64>",
    "dense<[1, 2]> : tensor<2xi64>",
    "dense<0.5> : tensor<2x3xf32>",
    "dense<-0.0> : tensor<f32>",
    "dense<[1.0, 2.5e-3]> : tensor<2xf64>",
)
"""Literals of the matched forms, at the ends of their ranges too."""

OTHERS = (
    "128 : i8",
    "255 : i8",
    "256 : i8",
    "-129 : i8",
    "9223372036854775808 : i64",
    "1",
    "1.5 : f32",
    "0x10 : i32",
    "trueish",
    '"a\\n"',
    "@f::@g",
    '@"a b"',
    "array<i32: 4294967296>",
    "array<i64: true>",
    "dense<[1, 2]> : tensor<3xi64>",
    "dense<[1, 2]> : tensor<1x2xi64>",
    "dense<[[1, 2]]> : tensor<1x2xi64>",
    "dense<1, 2> : tensor<2xi64>",
    "dense<1> : tensor<f32>",
    "dense<1.0> : tensor<i32>",
    "dense<1.0e39> : tensor<f32>",
    "dense<1.0e400> : tensor<f64>",
    "dense<300> : tensor<i8>",
    "dense<1> : tensor<?xi8>",
    "dense<0xFF800000> : tensor<f32>",
    "dense<1> : tensor<2xi8, 3 : i8>",
    "dense<[]> : tensor<0xi64>",
)
"""What is near to them: other forms, errors, and numbers that a type does not hold."""


def program(text: str) -> str:
    """Operations with an attribute, the same twice, as a property of one and in a list too."""
    lines = (
        f'"test.op"() {{a = {text}}} : () -> ()',
        f'"test.op"() {{a = [{text}, {text}], b = {text}}} : () -> ()',
        f'"test.op"() <{{a = {text}}}> : () -> ()',
    )
    return "\n".join(lines)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("text", [*MATCHED, *OTHERS])
def test_attributes_are_those_of_xdsl(text: str, pair: str) -> None:
    assert not differences(program(text), pair)


@pytest.mark.parametrize("text", MATCHED)
def test_literals_are_matched_as_a_whole(text: str) -> None:
    match = LITERAL.match(f"{text} ")
    assert match is not None
    assert match[0] == text


@pytest.mark.parametrize(
    "text", ["1", "trueish", "@f::@g", '"a\\n"', "0x10 : i32", "dense<[]> : tensor<0xi64>"]
)
def test_other_forms_are_not_matched(text: str) -> None:
    assert LITERAL.match(f"{text} ") is None


def test_equal_literals_are_one_object() -> None:
    text = '"test.op"() {a = dense<1.0> : tensor<4xf32>, b = dense<1.0> : tensor<4xf32>} : () -> ()'
    context = context_of_everything()
    (op,) = FastParser(context, text, "case").parse_module().body.block.ops
    assert op.attributes["a"] is op.attributes["b"]
