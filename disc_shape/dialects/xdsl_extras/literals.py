"""Dense literals: hexadecimal floats, which xDSL reads as integers, and faster types.

`dense<0xFF800000> : tensor<f32>` is minus infinity: the digits are the bits of the element. xDSL
0.74 reads 4286578688.0 instead, though it prints infinities in this way. `HexLiterals` mends a
parser class; `parse_exact_attribute` reads one attribute of whatever parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from math import copysign, inf, isnan, prod
from typing import Protocol, TypeGuard, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    BytesAttr,
    ComplexType,
    DenseIntOrFPElementsAttr,
    Float16Type,
    Float32Type,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    RankedStructure,
    TensorType,
    VectorType,
)
from xdsl.ir import Attribute
from xdsl.parser import AttrParser
from xdsl.utils.lexer import Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from disc_shape.reading.literals import MOST, made
from disc_shape.reading.tokens import Primitives

Number = int | float
Reader = Callable[[AttrParser, Attribute], Number]
"""What an element is, once its type is known."""


def _expect_single(span: Span, parser: AttrParser, type_: Attribute) -> None:
    """An error where one number stands for a complex one."""
    if isinstance(type_, ComplexType):
        parser.raise_error(f"expected two numbers in parentheses, an element of type {type_}", span)


def _bits(value: int, span: Span, parser: AttrParser, type_: Attribute) -> Number:
    """A number that is written as its bits when it is a float, as its value otherwise."""
    _expect_single(span, parser, type_)
    if isinstance(type_, AnyFloat | IntegerType) and value >= 1 << type_.bitwidth:
        parser.raise_error(f"hexadecimal literal does not fit {type_}", span)
    if isinstance(type_, AnyFloat):
        return type_.unpack(value.to_bytes(type_.compile_time_size, "little"), 1)[0]
    return value


def _parts(
    readers: tuple[Reader, Reader], span: Span, parser: AttrParser, type_: Attribute
) -> tuple[Number, Number]:
    """A complex number, either part of which may be hexadecimal."""
    if not isinstance(type_, ComplexType):
        parser.raise_error(f"expected an element of type {type_}", span)
    part = cast("Attribute", type_.element_type)
    real, imaginary = readers
    return real(parser, part), imaginary(parser, part)


INFINITE = {16: 65520.0, 32: 3.4028235677973366e38}
"""From where on a decimal number is infinite, by the bits of the float type that is to hold it."""


def _decimal(
    plain: Reader, is_complex: bool, span: Span, parser: AttrParser, type_: Attribute
) -> Number:
    """A number with its value; one that is too large for its float type is infinite, as in MLIR."""
    if not is_complex:
        _expect_single(span, parser, type_)
    if isinstance(type_, AnyFloat) and span.text in ("true", "false"):
        parser.raise_error(f"expected a number for {type_}, got {span.text}", span)
    number = plain(parser, type_)
    if (
        isinstance(type_, Float16Type | Float32Type)
        and isinstance(number, float)
        and abs(number) >= INFINITE[type_.bitwidth]
    ):
        return copysign(inf, number)
    return number


class HexLiterals(AttrParser):
    """A parser to which the digits of a hexadecimal float are its bits."""

    def _parse_dense_literal_type(
        self,
    ) -> RankedStructure[IntegerType | IndexType | AnyFloat | ComplexType]:
        """The type of a dense literal, without the constraint that xDSL builds anew each time."""
        position = self.pos
        type_ = self.parse_type()
        if not isinstance(type_, TensorType | VectorType | MemRefType):
            self.raise_error("expected a tensor, vector or memref type", position, self.pos)
        structure = cast("TensorType[Attribute]", type_)
        element = structure.element_type
        if not isinstance(element, IntegerType | IndexType | AnyFloat | ComplexType):
            self.raise_error(
                f"expected elements of integer, index, float or complex type, got {element}",
                position,
                self.pos,
            )
        if DYNAMIC_INDEX in structure.get_shape():
            self.raise_error(f"expected a static shape, got {type_}", position, self.pos)
        return cast("RankedStructure[IntegerType | IndexType | AnyFloat | ComplexType]", type_)

    def parse_optional_builtin_int_or_float_attr(self) -> IntegerAttr | FloatAttr | None:
        """A number; a decimal one that is too large for its float type is infinite, as in MLIR."""
        position = self.pos
        try:
            return super().parse_optional_builtin_int_or_float_attr()
        except OverflowError:
            self._resume_from(position)
            number = self.parse_number()
            if not isinstance(number, float):
                raise
            self.parse_punctuation(":")
            return FloatAttr(copysign(inf, number), cast("AnyFloat", self.parse_type()))

    def _parse_tensor_literal_element(self) -> AttrParser._TensorLiteralElement:
        token = self._current_token
        if token.kind is MLIRTokenKind.INTEGER_LIT and token.text[:2] in ("0x", "0X"):
            self._consume_token()
            value = int(token.text, 16)
            element = self._TensorLiteralElement(False, value, token.span)
            setattr(element, "to_type", partial(_bits, value, token.span))
            return element
        if self.parse_optional_punctuation("("):
            real = self._parse_tensor_literal_element()
            self.parse_punctuation(",")
            imaginary = self._parse_tensor_literal_element()
            span = Span(token.span.start, self._current_token.span.end, token.span.input)
            self.parse_punctuation(")")
            element = self._TensorLiteralElement(False, (0, 0), span)
            readers = cast("tuple[Reader, Reader]", (real.to_type, imaginary.to_type))
            setattr(element, "to_type", partial(_parts, readers, span))
            return element
        element = super()._parse_tensor_literal_element()
        plain = cast("Reader", element.to_type)
        is_complex = isinstance(element.value, tuple)
        setattr(element, "to_type", partial(_decimal, plain, is_complex, element.span))
        return element


def exact(parser: AttrParser) -> HexLiterals:
    """The parser, reading hexadecimal floats as bits from where it stands."""
    if isinstance(parser, HexLiterals):
        return parser
    mended = HexLiterals.__new__(HexLiterals)
    vars(mended).update(vars(parser))
    return mended


def parse_exact_attribute(parser: AttrParser) -> Attribute:
    """The next attribute, read with hexadecimal floats as bits."""
    if isinstance(parser, Primitives):
        literal = parser.literal_at(parser.pos) or bits_at(parser)
        if literal is not None:
            parser.continue_at(literal[1])
            return literal[0]
    return exact(parser).parse_attribute()


_BITS = re.compile(
    r"dense<(0x[0-9a-fA-F]{4,16})> : (tensor<(?:[0-9]{1,9}x)*(?:f16|bf16|f32|f64)>)", re.ASCII
)
"""A float that is written as its bits, with the blanks that printers write."""


def bits_at(parser: Primitives) -> tuple[Attribute, int] | None:
    """
    The constant at the current token whose elements are one float, written as its bits, and where
    it ends. None where there is another literal, an error, or what is no number.
    """
    match = _BITS.match(parser.content, parser.pos)
    type_ = None if match is None else parser.type_of_text(match[2])
    if match is None or type(type_) is not TensorType:
        return None
    element = cast("AnyFloat", type_.element_type)
    bits, count = int(match[1], 16), prod(type_.get_shape())
    if bits >> element.bitwidth or not 0 < count <= MOST:
        return None
    data = bits.to_bytes(element.compile_time_size, "little")
    if isnan(*element.unpack(data, 1)):
        return None  # Not all of its bits need stay.
    return made(DenseIntOrFPElementsAttr, type=type_, data=BytesAttr(data * count)), match.end()


class _Sized(Protocol):
    """An element type of a known size."""

    @property
    def compile_time_size(self) -> int: ...


def element_bytes(attr: DenseIntOrFPElementsAttr) -> int:
    """How many bytes an element of a constant takes."""
    return cast("_Sized", attr.get_element_type()).compile_time_size


def is_repeated(attr: Attribute) -> TypeGuard[DenseIntOrFPElementsAttr]:
    """Whether an attribute lists elements and all are the same, bit for bit.

    xDSL's `is_splat` compares numbers: it takes -0.0 for 0.0 and no NaN for another.
    """
    if not isinstance(attr, DenseIntOrFPElementsAttr):
        return False
    constant = cast("DenseIntOrFPElementsAttr", attr)
    data, width = memoryview(constant.data.data), element_bytes(constant)
    return len(data) >= width and data[width:] == data[:-width]
