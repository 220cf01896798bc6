"""The types of MLIR's quant dialect: stored numbers that represent real numbers.

StableHLO specification, section "Types", and MLIR's documentation of the quant dialect.
`!quant.uniform<i8:f32, 2.0:15>` holds `q` for the number `2.0 * (q - 15)`; with an axis, as in
`!quant.uniform<i8:f32:1, {0.5, 0.25:3}>`, each index along it has its own scale and zero point;
with blocks, as in `!quant.uniform<i8:f32:{0:2}, {{0.5}, {0.25}}>`, each block of indices has.
What is stored is an integer, or a number of a few narrow floating-point types.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from xdsl.dialects.builtin import (
    AnyFloat,
    BFloat16Type,
    Float4E2M1FNType,
    Float8E4M3FNType,
    Float8E5M2Type,
    Float16Type,
    Float32Type,
    IntegerType,
    Signedness,
)
from xdsl.ir import Attribute, Data, Dialect, TypeAttribute
from xdsl.irdl import irdl_attr_definition
from xdsl.parser import AttrParser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

MAX_WIDTH = 32
"""The most bits of a stored integer."""

FLOATS: dict[str, tuple[AnyFloat, int]] = {
    "f8E5M2": (Float8E5M2Type(), 57344),
    "f8E4M3FN": (Float8E4M3FNType(), 448),
    "f4E2M1FN": (Float4E2M1FNType(), 6),
}
"""The floating-point types in which numbers are stored, and the greatest number of each."""


@dataclass(frozen=True)
class Storage:
    """The numbers that are stored: how wide, signed or not, and which of them are used."""

    signed: bool
    width: int
    least: int
    greatest: int
    floating: str = ""
    """The name of a floating-point type (see `FLOATS`); empty for integers."""

    @property
    def limits(self) -> tuple[int, int]:
        """The least and the greatest number of this type."""
        if self.floating:
            greatest = FLOATS[self.floating][1]
            return -greatest, greatest
        if self.signed:
            return -(1 << self.width - 1), (1 << self.width - 1) - 1
        return 0, (1 << self.width) - 1

    @property
    def type(self) -> IntegerType | AnyFloat:
        """The stored numbers as an element type."""
        if self.floating:
            return FLOATS[self.floating][0]
        signedness = Signedness.SIGNLESS if self.signed else Signedness.UNSIGNED
        return IntegerType(self.width, signedness)

    def __str__(self) -> str:
        name = self.floating or f"{'i' if self.signed else 'u'}{self.width}"
        if (self.least, self.greatest) == self.limits:
            return name
        return f"{name}<{self.least}:{self.greatest}>"

    def problem(self) -> str | None:
        """What is wrong with the range, if anything."""
        if self.width > MAX_WIDTH:
            return f"storage type is {self}, expected at most {MAX_WIDTH} bits"
        low, high = self.limits
        if not low <= self.least < self.greatest <= high:
            return (
                f"storage range is {self.least} to {self.greatest}, "
                f"expected a range within {low} to {high}"
            )
        return None


def parse_storage(parser: AttrParser) -> Storage:
    """
    `i8`, `u8`, `f8E5M2` or `i8<-128:127>`; `si8` and `ui8` say the same as the first two, as in
    MLIR.
    """
    position = parser.pos
    word = parser.parse_optional_identifier() or ""
    if word in FLOATS:
        storage = Storage(True, FLOATS[word][0].bitwidth, 0, 0, word)
    elif (match := re.fullmatch(r"(i|u|si|ui)([1-9][0-9]?)", word)) is not None:
        storage = Storage(match[1] in ("i", "si"), int(match[2]), 0, 0)
    else:
        parser.raise_error(f"expected a storage type such as i8 or u8, got '{word}'", position)
    least, greatest = storage.limits
    if parser.parse_optional_punctuation("<"):
        least = parser.parse_integer()
        parser.parse_punctuation(":")
        greatest = parser.parse_integer()
        parser.parse_punctuation(">")
    return replace(storage, least=least, greatest=greatest)


def real_text(value: float) -> str:
    """A number with enough digits to differ from its neighbours, six at least."""
    short = f"{value:.6e}"
    return short if float(short) == value else repr(value)


LIMITS: dict[type[AnyFloat], tuple[float, float]] = {
    Float16Type: (2.0**-24, (2 - 2.0**-10) * 2.0**15),
    BFloat16Type: (2.0**-133, (2 - 2.0**-7) * 2.0**127),
    Float32Type: (2.0**-149, (2 - 2.0**-23) * 2.0**127),
}
"""The least positive and the greatest number of the types that have fewer than Python's floats."""


@dataclass(frozen=True)
class Scale:
    """A scale and the stored integer that represents zero."""

    scale: float
    zero_point: int = 0

    def __str__(self) -> str:
        text = real_text(self.scale)
        return f"{text}:{self.zero_point}" if self.zero_point else text


def parse_scale(parser: AttrParser) -> Scale:
    """`2.0` or `2.0:15`."""
    scale = float(parser.parse_number())
    if parser.parse_optional_punctuation(":") is None:
        return Scale(scale)
    return Scale(scale, parser.parse_integer())


Nested = Scale | tuple["Nested", ...]
"""A scale, or a table of them for blocks in several dimensions."""


def parse_nested(parser: AttrParser) -> Nested:
    """A scale or, in braces, several of them."""
    several = parser.parse_optional_comma_separated_list(
        parser.Delimiter.BRACES, lambda: parse_nested(parser)
    )
    return parse_scale(parser) if several is None else tuple(several)


def nested_text(value: Nested) -> str:
    """The inverse of `parse_nested`."""
    if isinstance(value, Scale):
        return str(value)
    return f"{{{', '.join(map(nested_text, value))}}}"


def flat(value: Nested) -> tuple[Scale, ...]:
    """All scales of a table."""
    if isinstance(value, Scale):
        return (value,)
    return tuple(scale for part in value for scale in flat(part))


@dataclass(frozen=True)
class Uniform:
    """What a uniform quantized type is made of."""

    storage: Storage
    expressed: Attribute
    axis: int | None
    """The dimension along which scales differ."""
    blocks: tuple[tuple[int, int], ...]
    """The dimensions whose indices are taken in blocks, and the blocks' sizes."""
    scales: Nested

    @property
    def several(self) -> bool:
        """Whether scales differ along dimensions."""
        return self.axis is not None or bool(self.blocks)


@irdl_attr_definition
class UniformQuantizedType(Data[Uniform], TypeAttribute):
    """Integers, or narrow floating-point numbers, that represent real numbers.

    (c1) the storage range is one that the storage type has, which has at most 32 bits, (c2) numbers
    are floating-point ones, (c3) scales are positive numbers of their type, (c4) zero points lie in
    the storage range, (c5) the axis is not negative and has a table of scales, as blocks have.
    """

    name = "quant.uniform"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Uniform:
        with parser.in_angle_brackets():
            storage = parse_storage(parser)
            parser.parse_punctuation(":")
            expressed = parser.parse_type()
            axis: int | None = None
            blocks: tuple[tuple[int, int], ...] = ()
            if parser.parse_optional_punctuation(":"):
                table = parser.parse_optional_comma_separated_list(
                    parser.Delimiter.BRACES, lambda: _parse_block(parser)
                )
                if table is None:
                    axis = parser.parse_integer()
                else:
                    blocks = tuple(table)
            parser.parse_punctuation(",")
            return Uniform(storage, expressed, axis, blocks, parse_nested(parser))

    def print_parameter(self, printer: Printer) -> None:
        uniform = self.data
        with printer.in_angle_brackets():
            printer.print_string(f"{uniform.storage}:")
            printer.print_attribute(uniform.expressed)
            if uniform.axis is not None:
                printer.print_string(f":{uniform.axis}")
            if uniform.blocks:
                blocks = ", ".join(f"{axis}:{size}" for axis, size in uniform.blocks)
                printer.print_string(f":{{{blocks}}}")
            printer.print_string(f", {nested_text(uniform.scales)}")

    def verify(self) -> None:
        uniform = self.data
        _check_storage(self.name, uniform.storage, uniform.expressed)
        for scale in flat(uniform.scales):
            if not 0 < scale.scale < float("inf"):
                raise VerifyException(
                    f"scale of '{self.name}' is {scale.scale}, expected a positive finite number"
                )
            if isinstance(uniform.expressed, AnyFloat):
                _check_scale(self.name, scale.scale, uniform.expressed)
            if not uniform.storage.least <= scale.zero_point <= uniform.storage.greatest:
                raise VerifyException(
                    f"zero point of '{self.name}' is {scale.zero_point}, expected "
                    f"{uniform.storage.least} to {uniform.storage.greatest}"
                )
        if uniform.axis is not None and uniform.axis < 0:
            raise VerifyException(f"axis of '{self.name}' is {uniform.axis}, expected 0 or more")
        if uniform.several == isinstance(uniform.scales, Scale):
            forms = ["one scale", "a table of scales"]
            expected, found = reversed(forms) if uniform.several else forms
            raise VerifyException(f"'{self.name}' has {found}, expected {expected}")

    @property
    def expressed_type(self) -> Attribute:
        """The type of the numbers that are meant."""
        return self.data.expressed

    @property
    def scales(self) -> tuple[Scale, ...]:
        """All scales, in order."""
        return flat(self.data.scales)


def _parse_block(parser: AttrParser) -> tuple[int, int]:
    axis = parser.parse_integer()
    parser.parse_punctuation(":")
    return axis, parser.parse_integer()


def _check_scale(name: str, scale: float, expressed: AnyFloat) -> None:
    """The expressed type has numbers as small and as large as a scale."""
    limits = LIMITS.get(type(expressed))
    if limits is not None and not limits[0] <= scale <= limits[1]:
        raise VerifyException(
            f"scale of '{name}' is {scale}, expected {limits[0]} to {limits[1]}, the range of "
            f"{expressed}"
        )


def _check_storage(name: str, storage: Storage, expressed: Attribute | None) -> None:
    if (problem := storage.problem()) is not None:
        raise VerifyException(f"{problem} in '{name}'")
    if expressed is not None and not isinstance(expressed, AnyFloat):
        raise VerifyException(
            f"expressed type of '{name}' is {expressed}, expected a floating-point type"
        )


@irdl_attr_definition
class AnyQuantizedType(Data[tuple[Storage, Attribute | None]], TypeAttribute):
    """Integers that represent numbers in an unspecified way: `!quant.any<i8:f32>`."""

    name = "quant.any"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[Storage, Attribute | None]:
        with parser.in_angle_brackets():
            storage = parse_storage(parser)
            if parser.parse_optional_punctuation(":") is None:
                return storage, None
            return storage, parser.parse_type()

    def print_parameter(self, printer: Printer) -> None:
        storage, expressed = self.data
        with printer.in_angle_brackets():
            printer.print_string(str(storage))
            if expressed is not None:
                printer.print_string(":")
                printer.print_attribute(expressed)

    def verify(self) -> None:
        _check_storage(self.name, *self.data)


@irdl_attr_definition
class CalibratedQuantizedType(Data[tuple[Attribute, float, float]], TypeAttribute):
    """Numbers between two limits, to be quantized later: `!quant.calibrated<f32<-1.0:1.0>>`."""

    name = "quant.calibrated"

    def __eq__(self, other: object) -> bool:
        """Whether the texts are the same: a limit of -0.0 is not one of 0.0."""
        return isinstance(other, CalibratedQuantizedType) and repr(self.data) == repr(other.data)

    def __hash__(self) -> int:
        return hash(self.data)

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[Attribute, float, float]:
        with parser.in_angle_brackets():
            expressed = parser.parse_type()
            with parser.in_angle_brackets():
                least = float(parser.parse_number())
                parser.parse_punctuation(":")
                return expressed, least, float(parser.parse_number())

    def print_parameter(self, printer: Printer) -> None:
        expressed, least, greatest = self.data
        with printer.in_angle_brackets():
            printer.print_attribute(expressed)
            printer.print_string(f"<{real_text(least)}:{real_text(greatest)}>")

    def verify(self) -> None:
        _, least, greatest = self.data
        if not least < greatest:
            raise VerifyException(
                f"range of '{self.name}' is {least} to {greatest}, expected it to ascend"
            )


Quant = Dialect("quant", [], [UniformQuantizedType, AnyQuantizedType, CalibratedQuantizedType])
