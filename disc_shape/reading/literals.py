"""
Types and attributes that are written as one literal, read from their text by one expression, and
the text of constants that list their elements.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isfinite, prod
from struct import pack
from typing import TypeVar, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
    BytesAttr,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    Float32Type,
    Float64Type,
    IndexType,
    IntAttr,
    IntegerAttr,
    IntegerType,
    NoneAttr,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute, TypeAttribute

AttributeT = TypeVar("AttributeT", bound=Attribute)


def made(kind: type[AttributeT], **parts: object) -> AttributeT:
    """An attribute of parts that are what its class asks for, which is not verified again."""
    attribute = object.__new__(kind)
    object.__setattr__(attribute, "__dict__", parts)
    return attribute


NAME = r"[a-zA-Z_][\w$.]*+"
"""The name of a symbol without quotes, or a word."""

_ENTRY = rf"(?:@{NAME}|unit)"
TENSOR = re.compile(
    rf"tensor<((?:(?:[0-9]{{1,18}}|\?)x)*)([a-z]\w*)(?:, \[({_ENTRY}(?:, {_ENTRY})*)\])?>", re.ASCII
)
"""
A tensor type with the blanks that printers write, without an encoding or with a list of symbols:
its sizes, its element type and the list.
"""

_PLAIN = rf"tensor<(?:(?:[0-9]{{1,18}}|\?)x)*[a-z]\w*(?:, \[{_ENTRY}(?:, {_ENTRY})*\])?>"
FUNCTION = re.compile(rf"\((?:{_PLAIN}(?:, {_PLAIN})*)?\) -> (?:{_PLAIN}|\(\))", re.ASCII)
"""`(type, ...) -> type`, of types that match `TENSOR`, or `(type, ...) -> ()`."""

ELEMENTS: dict[str, TypeAttribute] = {
    str(one): one for one in (IndexType(), i1, i8, i16, i32, i64, bf16, f16, f32, f64)
}
"""Types without parameters, by their text."""

TYPE = rf"(?:{_PLAIN}|(?:{'|'.join(ELEMENTS)})(?![\w$.]))"
"""A type that matches `TENSOR`, or one without parameters."""


_NONE = NoneAttr()
_NOTHING = ArrayAttr[StringAttr]([])


def reference(name: str) -> SymbolRefAttr:
    """The attribute `@name`, of a name that needs no quotes."""
    root = made(StringAttr, data=name)
    return made(SymbolRefAttr, root_reference=root, nested_references=_NOTHING)


def long_integer(number: int) -> Attribute:
    """The attribute `number : i64`, of a number that has been found to fit."""
    return made(IntegerAttr, value=made(IntAttr, data=number), type=i64)


class TensorTypes:
    """The tensor types of one file; equal parts are one object."""

    def __init__(self) -> None:
        self.elements: dict[str, Attribute] = dict(ELEMENTS)
        """The element types of the tensors that were read, by their text."""
        self._types: dict[str, TypeAttribute] = {}
        """The types by their text."""
        self._symbols: dict[str, Attribute] = {"unit": UnitAttr()}
        self._encodings: dict[str, Attribute] = {}
        self._sizes = {"?": IntAttr(DYNAMIC_INDEX)}

    def known(self, text: str) -> TypeAttribute | None:
        """The type of a text that has been read before."""
        return self._types.get(text)

    def read(self, match: re.Match[str]) -> TypeAttribute | None:
        """The tensor type that matches `TENSOR`; None if no tensor had such elements before."""
        found = self._types.get(match[0])
        if found is not None:
            return found
        element_type = self.elements.get(match[2])
        if element_type is None:
            return None
        known = self._sizes
        shape: list[IntAttr] = []
        for text in match[1].split("x")[:-1]:
            size = known.get(text)
            if size is None:
                size = known[text] = made(IntAttr, data=int(text))
            shape.append(size)
        found = self._types[match[0]] = made(
            TensorType,
            shape=made(ArrayAttr, data=tuple(shape)),
            element_type=element_type,
            encoding=_NONE if match[3] is None else self._encoding_of(match[3]),
        )
        return found

    def _encoding_of(self, symbols: str) -> Attribute:
        """The list of symbols such as `@a, unit`."""
        encoding = self._encodings.get(symbols)
        if encoding is None:
            known = self._symbols
            entries: list[Attribute] = []
            for text in symbols.split(", "):
                symbol = known.get(text)
                if symbol is None:
                    symbol = known[text] = reference(text[1:])
                entries.append(symbol)
            encoding = self._encodings[symbols] = ArrayAttr(entries)
        return encoding


_INTEGER = r"-?[0-9]{1,19}+"
_FLOAT = r"-?[0-9]{1,99}+\.[0-9]{0,99}+(?:[eE][+-]?[0-9]{1,4}+)?"
_LIST = r"{0}(?:,[ ]?{0})*+"
LITERAL = re.compile(
    rf"""
      (?P<integer>{_INTEGER})[ ]?:[ ]?(?P<type>index|i8|i16|i32|i64)(?![\w$.])
    | (?P<word>true|false|unit)(?![\w$.])
    | "(?P<string>[ !\#-\[\]-~]*+)"
    | @(?P<symbol>[a-zA-Z_][\w$.]*+)(?!\s*+(?:::|/))
    | array<(?P<items>i32|i64)(?::[ ]?(?P<array>{_LIST.format(_INTEGER)}))?>
    | dense<(?P<bracket>\[)?
      (?P<dense>{_LIST.format(_INTEGER)}|{_LIST.format(_FLOAT)})(?(bracket)\])>
      [ ]?:[ ]?
      (?P<tensor>tensor<(?P<sizes>(?:[0-9]{{1,9}}x)*)(?P<element>index|i8|i16|i32|i64|f32|f64)>)
    """,
    re.VERBOSE | re.ASCII,
)
"""A literal with the blanks that printers write."""

WORDS: dict[str, Attribute] = {
    "true": IntegerAttr.from_bool(True),
    "false": IntegerAttr.from_bool(False),
    "unit": UnitAttr(),
}

MOST = 1 << 12
"""Constants of more elements are left to xDSL, with its limits."""

LARGEST_FLOATS = {"f32": 3.4e38, "f64": 1.7e308}
"""Numbers up to these are finite."""


def literal_of(match: re.Match[str], tensor: Attribute | None) -> Attribute | None:
    """
    The attribute that a match of `LITERAL` is, where `tensor` is the type of a constant. None where
    it may be an error, or more than the text says.
    """
    kind = match.lastgroup
    if kind == "type":
        number, name = int(match["integer"]), match["type"]
        if name != "index" and not fits(number, int(name[1:])):
            return None
        return made(IntegerAttr, value=made(IntAttr, data=number), type=ELEMENTS[name])
    if kind == "word":
        return WORDS[match["word"]]
    if kind == "string":
        return made(StringAttr, data=match["string"])
    if kind == "symbol":
        return reference(match["symbol"])
    if kind in ("items", "array"):
        bits, text = int(match["items"][1:]), match["array"]
        numbers = [int(number) for number in text.split(",")] if text else []
        if not all([fits(number, bits) for number in numbers]):
            return None
        data = packed(numbers, CODES[match["items"]])
        return made(DenseArrayBase, elt_type=ELEMENTS[match["items"]], data=data)
    return None if tensor is None else _constant(match, tensor)


def _constant(match: re.Match[str], tensor: Attribute) -> Attribute | None:
    """`dense<[1, 2]> : tensor<2xi64>`, or one number for all elements."""
    element, texts = match["element"], match["dense"].split(",")
    sizes = [int(size) for size in match["sizes"].split("x")[:-1]]
    count = prod(sizes)
    # A number in brackets stands for a list of one.
    if not 0 < count <= MOST or (match["bracket"] and sizes != [len(texts)]):
        return None
    if not match["bracket"] and len(texts) > 1:
        return None
    is_integer = element[0] == "i"
    if is_integer != ("." not in match["dense"]):
        return None
    if is_integer:
        integers = [int(text) for text in texts]
        bits = 64 if element == "index" else int(element[1:])
        if not all([fits(number, bits) for number in integers]):
            return None
        data = packed(integers, CODES[element], count)
    else:
        floats = [float(text) for text in texts]
        if not all([abs(number) < LARGEST_FLOATS[element] for number in floats]):
            return None
        data = packed(floats, CODES[element], count)
    return made(DenseIntOrFPElementsAttr, type=tensor, data=data)


CODES = {"index": "q", "i8": "b", "i16": "h", "i32": "i", "i64": "q", "f32": "f", "f64": "d"}
"""How `struct` names the elements of constants."""


def packed(numbers: Sequence[float], code: str, count: int | None = None) -> BytesAttr:
    """The bytes of numbers that have been found to fit, a single one repeated `count` times."""
    data = pack(f"<{len(numbers)}{code}", *numbers)
    return made(BytesAttr, data=data * count if count and len(numbers) == 1 else data)


def fits(number: int, bits: int) -> bool:
    """Whether a number is one of a signed integer of so many bits."""
    return -(1 << (bits - 1)) <= number < 1 << (bits - 1)


# -- the text of types and constants


def sizes_of(type_: TensorType[Attribute]) -> str:
    """The sizes of a tensor type as they are printed, each with the `x` that follows."""
    return "".join(
        ["?x" if one.data == DYNAMIC_INDEX else f"{one.data}x" for one in type_.shape.data]
    )


MOST_LISTED = 100
"""xDSL prints constants of more elements by their bytes."""

DIGITS: dict[type[Attribute], int] = {Float32Type: 9, Float64Type: 17}
"""How many digits tell any two numbers of a type apart; other types are printed as Python does."""


def listed(attribute: DenseIntOrFPElementsAttr) -> str | None:
    """
    `dense<[[1, 2], [3, 4]]>` or `dense<1>`, the text of a constant that lists its elements or
    states the one that all are; None for one that is printed in another way, or that is left to
    xDSL.
    """
    count, element = len(attribute), attribute.get_element_type()
    if not 1 <= count <= MOST_LISTED:
        return None
    values = element.unpack(attribute.data.data, count)
    is_splat = count == 1 or values.count(values[0]) == count
    if not is_splat and not attribute.shape_is_complete:
        return None
    texts: Sequence[str] | None = None
    if type(element) is IntegerType or type(element) is IndexType:
        texts = None if element == i1 else [str(value) for value in values]
    elif isinstance(element, AnyFloat):
        texts = of_floats(cast("tuple[float, ...]", values[:1] if is_splat else values), element)
    if texts is None:
        return None
    return f"dense<{texts[0] if is_splat else nested(texts, attribute.get_shape())}>"


def nested(texts: Sequence[str], shape: Sequence[int]) -> str:
    """The elements of a tensor of some shape, each row in brackets."""
    for size in reversed(shape):
        rows = range(0, len(texts), size)
        texts = [f"[{', '.join(texts[start : start + size])}]" for start in rows]
    return texts[0]


def of_floats(values: Sequence[float], type_: AnyFloat) -> Sequence[str] | None:
    """
    Six digits where they are enough to tell a number from all others of its type, else as many as
    that takes. None where one of the numbers is written as its bits. xDSL does this for one number
    after another, packed and unpacked.
    """
    if not all(map(isfinite, values)):
        return None
    short = [f"{value:.5e}".replace("e", "0e") for value in values]
    try:
        read = type_.unpack(type_.pack([*map(float, short)]), len(short))
    except OverflowError:
        return None
    found: list[str] = []
    for value, text, again in zip(values, short, read, strict=True):
        exact = text
        if again != value:
            digits = DIGITS.get(type(type_))
            exact = repr(value) if digits is None else f"{value:.{digits}g}"
            if digits is not None and "." not in exact:
                return None
        found.append(exact)
    return found
