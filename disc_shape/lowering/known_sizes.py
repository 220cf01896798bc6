"""What types say of sizes: which are equal in every run."""

from __future__ import annotations

from typing import TypeAlias

from xdsl.ir import SSAValue

from disc_shape.cards.indices import shape_of
from disc_shape.dialects.disc_shape.encoding import value_symbols

KnownSize: TypeAlias = object
"""A number, the name of a symbol, or an object that is equal to nothing else: an unknown size."""


def known_sizes(value: SSAValue) -> list[KnownSize]:
    """The sizes of a tensor; two that are equal here are equal in every run."""
    shape = shape_of(value)
    names = value_symbols(value) or (None,) * len(shape)
    return [
        size if size >= 0 else object() if name is None else name
        for size, name in zip(shape, names, strict=True)
    ]
