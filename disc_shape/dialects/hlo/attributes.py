"""What HLO attributes are made of, and how to read integers from any form of them.

Like operations, dialect attributes exist under several prefixes: `#stablehlo.dot<...>` and
`#mhlo.dot<...>`. The classes here are abstract; `factory` makes the final ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from struct import error, unpack
from typing import ClassVar, cast

from xdsl.dialects.builtin import (
    DenseArrayBase,
    DenseIntElementsAttr,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    TensorType,
    i1,
    i64,
)
from xdsl.ir import Attribute, Data, SpacedOpaqueSyntaxAttribute
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.op import MHLO, STABLEHLO
from disc_shape.reading.literals import made, packed


class HloAttribute(Attribute):
    """An attribute or type of an HLO dialect."""

    PREFIXES: ClassVar[tuple[str, ...]] = (STABLEHLO, MHLO)
    """The dialects that have this attribute."""


class BracketEnum(HloAttribute, Data[str]):
    """One of a few words, written `#stablehlo.result_accuracy_mode<HIGHEST>`."""

    CASES: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        if parser.parse_optional_punctuation("<"):
            word = cls.parse_word(parser)
            parser.parse_punctuation(">")
            return word
        return cls.parse_word(parser)

    @classmethod
    def parse_word(cls, parser: AttrParser) -> str:
        """One of the cases, without anything around it."""
        position = parser.pos
        word = parser.parse_optional_identifier() or ""
        if word not in cls.CASES:
            parser.raise_error(
                f"expected one of {', '.join(cls.CASES)}, got '{word}'", position, parser.pos
            )
        return word

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


class HloEnum(BracketEnum, SpacedOpaqueSyntaxAttribute):
    """One of a few words, written `#stablehlo<comparison_direction EQ>`."""

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(self.data)


def holds_integers(attr: Attribute) -> bool:
    """Whether an attribute is a list or a table of integers."""
    return isinstance(element_of_list(attr), IntegerType | IndexType)


def element_of_list(attr: Attribute) -> Attribute | None:
    """The element type of a list or a table of numbers."""
    if isinstance(attr, DenseArrayBase):
        return cast("Attribute", attr.elt_type)
    if isinstance(attr, DenseIntOrFPElementsAttr):
        return cast("Attribute", attr.get_element_type())
    return None


def ints(attr: Attribute | None) -> tuple[int, ...]:
    """The integers of `array<i64: ...>` and of `dense<...> : tensor<...xi64>`, none when absent."""
    if attr is None:
        return ()
    if isinstance(attr, DenseArrayBase):
        element = cast("Attribute", attr.elt_type)
        if element is i64 and len(attr.data.data) <= SHORT:
            return _long_integers(attr.data.data)
        return _plain(element, (int(value) for value in attr.get_values()))
    if isinstance(attr, DenseIntOrFPElementsAttr):
        return _dense_ints(cast("DenseIntElementsAttr", attr))
    raise TypeError(f"{attr} holds no list of integers")


SHORT = 256
"""Lists of at most so many bytes are remembered: those of all dimensions of a tensor."""


@lru_cache(maxsize=1 << 12)
def _long_integers(data: bytes) -> tuple[int, ...]:
    """The numbers of a list of 64-bit integers; each is read by many rules."""
    return unpack(f"<{len(data) // 8}q", data)


def _plain(element: Attribute, values: Iterable[int]) -> tuple[int, ...]:
    """The values with true as 1, which xDSL gives as -1."""
    return tuple(value & 1 for value in values) if element == i1 else tuple(values)


def _dense_ints(attr: DenseIntElementsAttr) -> tuple[int, ...]:
    """The elements in row-major order; a splat is repeated."""
    element = cast("Attribute", attr.get_element_type())
    values = _plain(element, cast("Iterable[int]", attr.iter_values()))
    size = prod(attr.get_shape())
    return values if len(values) == size else values * size


def pairs(attr: Attribute | None) -> tuple[tuple[int, int], ...]:
    """The rows of a `dense<...> : tensor<nx2xi64>`: the padding of convolutions and windows."""
    flat = ints(attr)
    return tuple(zip(flat[::2], flat[1::2], strict=True))


def int_of(attr: Attribute) -> int:
    """The value of an integer attribute."""
    if not isinstance(attr, IntegerAttr):
        raise TypeError(f"{attr} is not an integer")
    return attr.value.data


def i64_array(values: Iterable[int]) -> DenseArrayBase:
    """`array<i64: ...>`, the form that StableHLO prints today."""
    numbers = tuple(values)
    try:
        return made(DenseArrayBase, elt_type=i64, data=packed(numbers, "q"))
    except error:  # xDSL reports numbers that are too large.
        return DenseArrayBase.from_list(i64, numbers)


def pairs_attr(values: Iterable[tuple[int, int]]) -> DenseIntElementsAttr:
    """`dense<...> : tensor<nx2xi64>`: the padding of convolutions and windows."""
    rows = tuple(values)
    flat = [number for row in rows for number in row]
    return DenseIntElementsAttr.from_list(TensorType(i64, (len(rows), 2)), flat)


def ints_attr(values: Iterable[int], prefix: str) -> Attribute:
    """A list of integers in the form of a dialect: MHLO's is `dense<...> : tensor<nxi64>`."""
    if prefix != MHLO:
        return i64_array(values)
    listed = tuple(values)
    return DenseIntElementsAttr.from_list(TensorType(i64, (len(listed),)), listed)


def i64_attr(value: int) -> IntegerAttr[IntegerType]:
    """`value : i64`."""
    return IntegerAttr(value, i64)


def constant_ints(attr: Attribute, limit: int = 64) -> tuple[int, ...] | None:
    """The values of an integer or boolean constant, row by row, if there are at most `limit`."""
    if not isinstance(attr, DenseIntOrFPElementsAttr):
        return None
    elements = cast("DenseIntElementsAttr", attr)
    if not isinstance(cast("Attribute", elements.get_element_type()), IntegerType | IndexType):
        return None
    return _dense_ints(elements) if prod(elements.get_shape()) <= limit else None
