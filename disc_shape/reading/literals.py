"""Attributes that are written as one literal, read from their text by one expression."""

from __future__ import annotations

import re
from math import prod
from typing import cast

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    StringAttr,
    SymbolRefAttr,
    TensorType,
    UnitAttr,
)
from xdsl.ir import Attribute

_INTEGER = r"-?[0-9]++"
_FLOAT = r"-?[0-9]++\.[0-9]*+(?:[eE][+-]?[0-9]++)?"
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
      [ ]?:[ ]?(?P<tensor>tensor<(?P<sizes>(?:[0-9]{{1,9}}x)*)(?P<element>i8|i16|i32|i64|f32|f64)>)
    """,
    re.VERBOSE | re.ASCII,
)
"""A literal with the blanks that printers write."""

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
        if name == "index":
            return IntegerAttr(number, IndexType())
        return IntegerAttr(number, int(name[1:])) if fits(number, int(name[1:])) else None
    if kind == "word":
        word = match["word"]
        return UnitAttr() if word == "unit" else IntegerAttr(int(word == "true"), 1)
    if kind == "string":
        return StringAttr(match["string"])
    if kind == "symbol":
        return SymbolRefAttr(match["symbol"])
    if kind in ("items", "array"):
        bits, text = int(match["items"][1:]), match["array"]
        numbers = [int(number) for number in text.split(",")] if text else []
        if not all(fits(number, bits) for number in numbers):
            return None
        return DenseArrayBase.from_list(IntegerType(bits), numbers)
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
        if not all(fits(number, int(element[1:])) for number in integers):
            return None
        return DenseIntOrFPElementsAttr.from_list(cast("TensorType[IntegerType]", tensor), integers)
    floats = [float(text) for text in texts]
    if not all(abs(number) < LARGEST_FLOATS[element] for number in floats):
        return None
    return DenseIntOrFPElementsAttr.from_list(cast("TensorType[AnyFloat]", tensor), floats)


def fits(number: int, bits: int) -> bool:
    """Whether a number is one of a signed integer of so many bits."""
    return -(1 << (bits - 1)) <= number < 1 << (bits - 1)
