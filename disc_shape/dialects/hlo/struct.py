"""Attributes that are records of named fields: `#stablehlo.gather<offset_dims = [1], ...>`.

A record lists its fields once, as descriptors; reading, printing, building and access follow.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, ClassVar, Generic, Self, TypeVar, cast, overload

from xdsl.ir import Attribute, Data
from xdsl.parser import AttrParser
from xdsl.printer import Printer

from disc_shape.dialects.hlo.attributes import BracketEnum, HloAttribute

T = TypeVar("T", bound=Hashable)


class Field(Generic[T]):
    """One field of a record: how its value is read and printed, and what it is when left out.

    `printed` is its name in print where Python's name must differ, as for `name` itself.
    """

    def __init__(
        self,
        default: T,
        parse: Callable[[AttrParser], T],
        show: Callable[[Printer, T], None],
        printed: str | None = None,
    ) -> None:
        self.default = default
        self.parse = parse
        self.show = show
        self.printed = printed
        self.index = 0

    def __set_name__(self, owner: type[HloStruct], name: str) -> None:
        if "FIELDS" not in vars(owner):
            owner.FIELDS = {}
        self.index = len(owner.FIELDS)
        owner.FIELDS[self.printed or name] = self

    @overload
    def __get__(self, instance: None, owner: type[HloStruct]) -> Self: ...
    @overload
    def __get__(self, instance: HloStruct, owner: type[HloStruct]) -> T: ...
    def __get__(self, instance: HloStruct | None, owner: type[HloStruct]) -> T | Self:
        return self if instance is None else cast(T, instance.data[self.index])


def _parse_ints(parser: AttrParser) -> tuple[int, ...]:
    integers = parser.parse_comma_separated_list(parser.Delimiter.SQUARE, parser.parse_integer)
    return tuple(integers)


def _print_ints(printer: Printer, value: tuple[int, ...]) -> None:
    printer.print_string(f"[{', '.join(map(str, value))}]")


def int_list() -> Field[tuple[int, ...]]:
    """A field such as `offset_dims = [0, 1]`, empty when left out."""
    return Field((), _parse_ints, _print_ints)


def integer(default: int = 0) -> Field[int]:
    """A field such as `index_vector_dim = 1`."""
    return Field(
        default, lambda parser: parser.parse_integer(), lambda p, v: p.print_string(str(v))
    )


def boolean() -> Field[bool]:
    """A field such as `allow_imprecise_accumulation = false`."""
    return Field(
        False,
        lambda parser: parser.parse_boolean(),
        lambda printer, value: printer.print_string("true" if value else "false"),
    )


def type_field(default: Attribute) -> Field[Attribute]:
    """A field such as `accumulation_type = f32`."""
    return Field(
        default,
        lambda parser: parser.parse_type(),
        lambda printer, value: printer.print_attribute(value),
    )


def real() -> Field[float]:
    """A field such as `atol = 1.0e-05`."""
    return Field(
        0.0,
        lambda parser: float(parser.parse_number()),
        lambda printer, value: printer.print_string(f"{value:e}"),
    )


def enum_field(cls: type[BracketEnum]) -> Field[Attribute | None]:
    """A field that is an enumeration: `mode = #stablehlo.result_accuracy_mode<HIGHEST>`."""

    def show(printer: Printer, value: Attribute | None) -> None:
        if value is not None:
            printer.print_attribute(value)

    def parse(parser: AttrParser) -> Attribute:
        attr = parser.parse_attribute()
        if not isinstance(attr, cls):
            parser.raise_error(f"expected an attribute '{cls.name}', got {attr}")
        return attr

    return Field(None, parse, show)


class HloStruct(HloAttribute, Data[tuple[Hashable, ...]]):
    """A record of named fields."""

    FIELDS: ClassVar[dict[str, Field[Any]]] = {}
    ELIDES: ClassVar[bool] = True
    """Whether fields that have their default are left out when printed."""
    COMPLETE: ClassVar[bool] = False
    """Whether every field must be given."""

    @classmethod
    def of(cls, **values: Hashable) -> Self:
        """The record with these fields, the others at their defaults."""
        unknown = values.keys() - cls.FIELDS.keys()
        if unknown:
            raise TypeError(f"'{cls.name}' has no field {', '.join(sorted(unknown))}")
        return cls(tuple(values.get(name, field.default) for name, field in cls.FIELDS.items()))

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> tuple[Hashable, ...]:
        with parser.in_angle_brackets():
            return cls.parse_fields(parser, ">")

    @classmethod
    def parse_fields(cls, parser: AttrParser, end: str) -> tuple[Hashable, ...]:
        """`name = value, ...` in any order, up to but without the closing `end`."""
        values: dict[str, Hashable] = {}
        while (name := parser.parse_optional_identifier()) is not None:
            field = cls.FIELDS.get(name)
            if field is None:
                parser.raise_error(f"'{cls.name}' has no field '{name}'")
            if name in values:
                parser.raise_error(f"field '{name}' of '{cls.name}' is given twice")
            parser.parse_punctuation("=")
            values[name] = field.parse(parser)
            if parser.parse_optional_punctuation(",") is None:
                break
        if cls.COMPLETE and (missing := cls.FIELDS.keys() - values.keys()):
            parser.raise_error(f"'{cls.name}' lacks {', '.join(sorted(missing))}")
        return tuple(values.get(name, field.default) for name, field in cls.FIELDS.items())

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            self.print_fields(printer)

    def print_fields(self, printer: Printer) -> None:
        """The fields without the brackets around them."""
        separator = ""
        for (name, field), value in zip(self.FIELDS.items(), self.data, strict=True):
            if self.ELIDES and value == field.default:
                continue
            printer.print_string(f"{separator}{name} = ")
            field.show(printer, value)
            separator = ", "
