"""Hexadecimal float literals are bits."""

from math import inf, isnan
from typing import cast

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import AnyFloat, Builtin, DenseIntOrFPElementsAttr, IntegerType
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from disc_shape.dialects.xdsl_extras.literals import bits_at, parse_exact_attribute
from disc_shape.program import context_of_everything
from disc_shape.tools.source import SourceMap, SourceParser


def values(text: str) -> list[object]:
    context = Context()
    context.load_dialect(Builtin)
    attr = parse_exact_attribute(Parser(context, text))
    assert isinstance(attr, DenseIntOrFPElementsAttr)
    return list(attr.get_values())


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dense<0xFF800000> : tensor<f32>", [-inf]),
        ("dense<0x3F800000> : tensor<f32>", [1.0]),
        ("dense<[0x7F800000, 2.0]> : tensor<2xf32>", [inf, 2.0]),
        ("dense<0x7FF0000000000000> : tensor<f64>", [inf]),
        ("dense<0xFC00> : tensor<f16>", [-inf]),
        ("dense<0xFF80> : tensor<bf16>", [-inf]),
        ("dense<(0x7F800000, 1.0)> : tensor<complex<f32>>", [(inf, 1.0)]),
        ("dense<0x10> : tensor<i32>", [16]),
        ("dense<[[0x1, 2], [3, 4]]> : tensor<2x2xi8>", [1, 2, 3, 4]),
        ("dense<-1> : tensor<i8>", [-1]),
        ("dense<[]> : tensor<0xf32>", []),
    ],
)
def test_values(text: str, expected: list[object]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dense<[1.0e39, -1.0e300]> : tensor<2xf32>", [inf, -inf]),
        ("dense<65520.0> : tensor<f16>", [inf]),
        ("dense<65519.0> : tensor<f16>", [65504.0]),
        ("dense<1.0e39> : tensor<f64>", [1.0e39]),
    ],
)
def test_numbers_that_are_too_large_are_infinite(text: str, expected: list[float]) -> None:
    assert values(text) == expected


@pytest.mark.parametrize("type_", ["f32", "f16", "bf16", "f8E5M2", "f8E4M3FN"])
def test_undefined_numbers(type_: str) -> None:
    bits = {"f32": "0x7FC00000", "f16": "0x7E00", "bf16": "0x7FC0"}.get(type_, "0x7F")
    (value,) = values(f"dense<{bits}> : tensor<{type_}>")
    assert isinstance(value, float)
    assert isnan(value)


@pytest.mark.parametrize(
    "text",
    [
        f"dense<{bits}> : tensor<{sizes}{element}>"
        for bits in ("0xff800000", "0x7F800000", "0x80000000", "0x7fc00000", "0x7fa00000", "0x7c00")
        for sizes in ("", "2x3x", "0x", "5000x", "?x")
        for element in ("f32", "f64", "f16", "bf16", "i32")
    ],
)
def test_bits_are_read_in_one_step_as_token_by_token(text: str) -> None:
    def read(is_quick: bool) -> tuple[object, ...] | str:
        parser = SourceParser(context_of_everything(), SourceMap("input.mlir", f"{text} :"))
        try:
            found = parse_exact_attribute(parser) if is_quick else parser.parse_attribute()
        except ParseError as error:
            return error.msg
        assert isinstance(found, DenseIntOrFPElementsAttr)
        constant = cast("DenseIntOrFPElementsAttr[IntegerType | AnyFloat]", found)
        return str(constant.type), constant.data.data, parser.pos

    assert read(is_quick=True) == read(is_quick=False)


def test_minus_infinity_takes_one_step() -> None:
    text = "dense<0xff800000> : tensor<f32>"
    assert bits_at(SourceParser(context_of_everything(), SourceMap("input.mlir", text))) is not None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("dense<0x1FF800000> : tensor<f32>", "hexadecimal literal does not fit f32"),
        ("dense<0x1FF> : tensor<i8>", "hexadecimal literal does not fit i8"),
        ("dense<1> : tensor<?xi32>", "expected a static shape, got tensor<\\?xi32>"),
        ("dense<1> : i32", "expected a tensor, vector or memref type"),
        ("dense<1> : tensor<tuple<>>", "expected elements of integer, index, float or complex"),
        ("dense<(1.0, 2.0)> : tensor<f32>", "expected an element of type f32"),
        ("dense<1.0> : tensor<complex<f32>>", "expected two numbers in parentheses"),
        ("dense<0x7F800000> : tensor<complex<f32>>", "expected two numbers in parentheses"),
    ],
)
def test_literals_that_are_wrong(text: str, message: str) -> None:
    with pytest.raises(ParseError, match=message):
        values(text)
