"""Types of Relax in short: `T<n,4>`, `T<n|i32>`, `S<n>`, `O`, `U` and `I`."""

from __future__ import annotations

import re

from fuzz.harness import context
from xdsl.parser import Parser

from disc_shape.dialects.relax.types import type_of
from disc_shape.typesystem.types import Type

WORDS = ("floordiv", "mod", "min", "max", "select")
FIXED = {"O": "!relax.object", "U": "tuple<>", "I": "!relax.infer"}


def dims(text: str) -> str:
    """Dimensions, whose symbols have no sign yet; `*` is an unknown rank."""
    if text == "*":
        return text
    return f"[{re.sub(r'[a-z]+', lambda one: one[0] if one[0] in WORDS else '@' + one[0], text)}]"


def expanded(text: str) -> str:
    """A program with its types in full."""
    text = re.sub(
        r"\bT<([^>|]*)(?:\|([^>]*))?>",
        lambda one: f"!relax.tensor<{dims(one[1])}, {one[2] or 'f32'}>",
        text,
    )
    text = re.sub(r"\bS<([^>]*)>", lambda one: f"!relax.shape<{dims(one[1])}>", text)
    return re.sub(r"\b[OUI]\b", lambda one: FIXED[one[0]], text)


def type_named(text: str) -> Type:
    """A type by its text."""
    found = type_of(Parser(context(), expanded(text)).parse_type())
    assert found is not None, text
    return found
