"""Attributes that are one literal: which text is matched as a whole, and which is left to xDSL."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from xdsl.dialects import test
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr, TensorType, bf16, f32, f64
from xdsl.parser import Parser
from xdsl.printer import Printer

from disc_shape.program import context_of_everything
from disc_shape.reading import FastParser, FastPrinter
from disc_shape.reading.literals import LITERAL
from reading import PAIRS, differences, shown

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


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize(
    "dictionary",
    [
        "{}",
        '{a = "b", c = true, d = 1 : i32}',
        "{a.b = @f,  c=unit , d = array<i64: 1>}",
        "{a}",
        "{a, b = true}",
        "{a = 1.5 : f32, b = true}",
        "{a = true, // c\n b = false}",
        '{"a b" = true, c = false}',
        "{a = true, a = false}",
        "{a = true, b}",
        "{a = true,}",
        "{a = true b = false}",
        "{a = true",
        "{= true}",
        "{a = 300 : i8}",
    ],
)
def test_dictionaries_are_those_of_xdsl(dictionary: str, pair: str) -> None:
    assert not differences(f'"test.op"() {dictionary} : () -> ()', pair)
    line = "%0 = stablehlo.constant dense<0.0> : tensor<f32>"
    text = f"{line}\n%1 = stablehlo.add %0, %0 {dictionary} : tensor<f32>"
    assert not differences(text, pair)


ELEMENTS = (
    "dense<[1, -2, 3]> : tensor<3xi64>",
    "dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>",
    "dense<[[[1], [2]]]> : tensor<1x2x1xindex>",
    "dense<[true, false]> : tensor<2xi1>",
    "dense<[1.0, 2.5e-3, -0.0]> : tensor<3xf64>",
    "dense<[[0.1, 0.2], [0.333333343, 1.0e30]]> : tensor<2x2xf32>",
    "dense<[0.1, 0.33333333333333331]> : tensor<2xf64>",
    "dense<[0.1, 0.3333]> : tensor<2xf16>",
    "dense<[0.1, 0.3333]> : tensor<2xbf16>",
    "dense<[16777217.0, 1.0]> : tensor<2xf32>",
    "dense<[123456789.0, 1.0]> : tensor<2xf32>",
    "dense<[3.40282347e+38, 1.0]> : tensor<2xf32>",
    "dense<[0x7FC00000, 1.0]> : tensor<2xf32>",
    "dense<[0x7F800000, 1.0]> : tensor<2xf32>",
    "dense<[(1, 2), (3, 4)]> : tensor<2xcomplex<i32>>",
    "dense<(1, 2)> : tensor<complex<i32>>",
    "dense<1> : tensor<i32>",
    "dense<true> : tensor<i1>",
    "dense<0.1> : tensor<f32>",
    "dense<-0.0> : tensor<4xf64>",
    "dense<0.3333> : tensor<bf16>",
    "dense<0x7F800000> : tensor<f32>",
    "dense<> : tensor<0xf32>",
    "dense<[-0.0, 0.0]> : tensor<2xf32>",
    "dense<[1, 1]> : tensor<2xi32>",
    "dense<[1.0, 1.0]> : tensor<2xf32>",
    "dense<[1, 2]> : vector<2xi32>",
    f"dense<{[*range(100)]}> : tensor<100xi32>",
    f"dense<{[*range(101)]}> : tensor<101xi32>",
)


@pytest.mark.parametrize("text", ELEMENTS)
def test_elements_of_constants_are_printed_as_by_xdsl(text: str) -> None:
    module = Parser(context_of_everything(), program(text)).parse_module()
    assert shown(FastPrinter, module) == shown(Printer, module)


@given(st.lists(st.floats(width=32), min_size=1, max_size=8))
def test_floats_are_printed_as_by_xdsl(values: list[float]) -> None:
    for element in (f32, f64, bf16):
        attribute = DenseIntOrFPElementsAttr.from_list(TensorType(element, [len(values)]), values)
        op = test.TestOp(attributes={"a": attribute})
        assert shown(FastPrinter, op) == shown(Printer, op)


def test_equal_literals_are_one_object() -> None:
    text = '"test.op"() {a = dense<1.0> : tensor<4xf32>, b = dense<1.0> : tensor<4xf32>} : () -> ()'
    context = context_of_everything()
    (op,) = FastParser(context, text, "case").parse_module().body.block.ops
    assert op.attributes["a"] is op.attributes["b"]
