"""Integers in every printed form, records, enumerations, dimension numbers."""

import pytest
from xdsl.context import Context
from xdsl.dialects.builtin import Builtin, StringAttr, i32
from xdsl.ir import Attribute
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError

from disc_shape.dialects import register
from disc_shape.dialects.hlo.attributes import (
    constant_ints,
    i64_array,
    i64_attr,
    int_of,
    ints,
    ints_attr,
    pairs,
)
from disc_shape.dialects.hlo.conv_numbers import ConvDimensionNumbers
from disc_shape.dialects.hlo.factory import final_attribute
from disc_shape.dialects.hlo.numbers import DotDimensionNumbers, GatherDimensionNumbers
from disc_shape.dialects.hlo.types import BoundsAttr


def parse(text: str) -> Attribute:
    context = Context()
    context.load_dialect(Builtin)
    register(context)
    return Parser(context, text).parse_attribute()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("array<i64>", ()),
        ("array<i64: 3, -1>", (3, -1)),
        ("array<i32: 3, 4>", (3, 4)),
        ("array<i1: true, false>", (1, 0)),
        ("dense<[3, 4]> : tensor<2xi64>", (3, 4)),
        ("dense<7> : tensor<3xi64>", (7, 7, 7)),
        ("dense<[]> : tensor<0xi64>", ()),
        ("dense<true> : tensor<2xi1>", (1, 1)),
        ("dense<[[1, 2], [3, 4]]> : tensor<2x2xi64>", (1, 2, 3, 4)),
    ],
)
def test_lists_of_integers_read_alike(text: str, expected: tuple[int, ...]) -> None:
    assert ints(parse(text)) == expected


def test_an_absent_list_is_empty() -> None:
    assert ints(None) == ()


def test_what_holds_no_integers_is_refused() -> None:
    with pytest.raises(TypeError, match="holds no list of integers"):
        ints(StringAttr("a"))
    with pytest.raises(TypeError, match="is not an integer"):
        int_of(StringAttr("a"))


def test_padding_reads_as_pairs() -> None:
    assert pairs(parse("dense<[[1, 2], [0, 3]]> : tensor<2x2xi64>")) == ((1, 2), (0, 3))
    assert pairs(parse("dense<0> : tensor<2x2xi64>")) == ((0, 0), (0, 0))
    assert pairs(None) == ()


def test_lists_are_written_in_the_form_of_the_dialect() -> None:
    assert str(ints_attr((1, 2), "stablehlo")) == "array<i64: 1, 2>"
    assert str(ints_attr((1, 2), "mhlo")) == "dense<[1, 2]> : tensor<2xi64>"
    assert ints_attr((), "stablehlo") == i64_array(())
    assert ints(ints_attr((), "mhlo")) == ()
    assert int_of(i64_attr(-3)) == -3


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("dense<[1, -2]> : tensor<2xi32>", (1, -2)),
        ("dense<5> : tensor<i64>", (5,)),
        ("dense<[true, false]> : tensor<2xi1>", (1, 0)),
        ("dense<[4, 5]> : tensor<2xindex>", (4, 5)),
        ("dense<255> : tensor<ui8>", (255,)),
        ("dense<1.0> : tensor<2xf32>", None),
        ("dense<0> : tensor<65xi32>", None),
        ("7 : i32", None),
    ],
)
def test_values_of_small_integer_constants(text: str, expected: tuple[int, ...] | None) -> None:
    assert constant_ints(parse(text)) == expected


def test_a_limit_bounds_how_much_of_a_constant_is_read() -> None:
    attr = parse("dense<[1, 2, 3]> : tensor<3xi32>")
    assert constant_ints(attr, limit=3) == (1, 2, 3)
    assert constant_ints(attr, limit=2) is None


def test_fields_of_records_are_python_values() -> None:
    attr = parse("#stablehlo.gather<start_index_map = [1, 0], index_vector_dim = 2>")
    assert isinstance(attr, GatherDimensionNumbers)
    assert attr.start_index_map == (1, 0)
    assert attr.index_vector_dim == 2
    assert attr.offset_dims == ()
    assert str(attr) == "#stablehlo.gather<start_index_map = [1, 0], index_vector_dim = 2>"


def test_records_are_built_by_field() -> None:
    dot = final_attribute(DotDimensionNumbers, "mhlo")
    attr = dot.of(lhs_contracting_dimensions=(1,), rhs_contracting_dimensions=(0,))
    assert attr == parse(
        "#mhlo.dot<rhs_contracting_dimensions = [0], lhs_contracting_dimensions = [1]>"
    )
    assert attr != parse(
        "#stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>"
    )
    with pytest.raises(TypeError, match=r"'mhlo\.dot' has no field contracting"):
        dot.of(contracting=(1,))


def test_both_syntaxes_of_an_enumeration() -> None:
    assert parse("#stablehlo<precision HIGH>") == parse("#stablehlo.precision<HIGH>")
    assert str(parse("#mhlo.precision<HIGH>")) == "#mhlo<precision HIGH>"
    with pytest.raises(ParseError, match="expected one of DEFAULT, HIGH, HIGHEST"):
        parse("#stablehlo<precision LOW>")


def test_both_syntaxes_of_convolution_dimensions() -> None:
    short = parse("#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[f, 1, b, 0]>")
    assert isinstance(short, ConvDimensionNumbers)
    assert (short.input_batch_dimension, short.input_feature_dimension) == (0, 3)
    assert short.input_spatial_dimensions == (1, 2)
    assert (short.kernel_input_feature_dimension, short.kernel_output_feature_dimension) == (2, 3)
    assert short.kernel_spatial_dimensions == (0, 1)
    assert (short.output_batch_dimension, short.output_feature_dimension) == (2, 0)
    assert short.output_spatial_dimensions == (3, 1)
    long = (
        "#stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, "
        "input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, "
        "kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], "
        "output_batch_dimension = 2, output_feature_dimension = 0, "
        "output_spatial_dimensions = [3, 1]>"
    )
    assert parse(long) == short
    assert str(short) == "#stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[f, 1, b, 0]>"


def test_bounds_of_dynamic_sizes() -> None:
    attr = parse("#stablehlo.bounds<16, ?>")
    assert isinstance(attr, BoundsAttr)
    assert attr.bounds == (16, None)
    assert str(parse("#mhlo.type_extensions<bounds = [?, 4]>")) == (
        "#mhlo.type_extensions<bounds = [?, 4]>"
    )


def test_integer_attributes_have_64_bits() -> None:
    assert i64_attr(1).type != i32
