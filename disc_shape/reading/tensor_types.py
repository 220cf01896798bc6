"""Types of ranked tensors, read from their text by one expression."""

from __future__ import annotations

import re

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    IndexType,
    IntAttr,
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

_ENTRY = r"(?:@[a-zA-Z_][\w$.]*+|unit)"
TENSOR = re.compile(
    rf"tensor<((?:(?:[0-9]{{1,18}}|\?)x)*)([a-z]\w*)(?:, \[({_ENTRY}(?:, {_ENTRY})*)\])?>", re.ASCII
)
"""
A tensor type with the blanks that printers write, without an encoding or with a list of symbols:
its sizes, its element type and the list.
"""

_PLAIN = rf"tensor<(?:(?:[0-9]{{1,18}}|\?)x)*[a-z]\w*(?:, \[{_ENTRY}(?:, {_ENTRY})*\])?>"
FUNCTION = re.compile(rf"\((?:{_PLAIN}(?:, {_PLAIN})*)?\) -> {_PLAIN}", re.ASCII)
"""`(type, ...) -> type`, of types that match `TENSOR`."""

ELEMENTS: dict[str, TypeAttribute] = {
    str(one): one for one in (IndexType(), i1, i8, i16, i32, i64, bf16, f16, f32, f64)
}
"""Types without parameters, by their text."""


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
                size = known[text] = IntAttr(int(text))
            shape.append(size)
        if match[3] is None:
            found = TensorType(element_type, shape)
        else:
            found = TensorType(element_type, shape, self._encoding_of(match[3]))
        self._types[match[0]] = found
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
                    symbol = known[text] = SymbolRefAttr(text[1:])
                entries.append(symbol)
            encoding = self._encodings[symbols] = ArrayAttr(entries)
        return encoding
