"""
Machine code that is loaded.

    code = Code.load(data)
    code.address("kernel")      # to be called through ctypes

On Linux on x86-64 an object file is mapped by `Image`, without LLVM; any other one, and one that
has something that `Image` does not know, is loaded by LLVM.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache

from disc_shape.engines.errors import EngineError
from disc_shape.native.elf import UnknownObject, linked, read_object


class MissingFunctionError(EngineError):
    """Code calls a function that this system does not have; LLVM's loader would call address 0."""


DEFINED: dict[str, int] = {}
"""The functions of ours that code can call, by name."""

LIBRARIES = (None, "libm.so.6", "libgcc_s.so.1")
"""
Where other functions are looked for: the process, and the libraries of the functions of f64 and of
conversions to f16 that the processor does not have.
"""


def define(name: str, address: int) -> None:
    """Let code that is loaded from here on find a function by its name."""
    DEFINED[name] = address


def can_map_code() -> bool:
    """Whether images are made for this machine: Linux on x86-64."""
    return sys.platform == "linux" and os.uname().machine == "x86_64" and sys.maxsize > 1 << 32


@cache
def library(name: str | None) -> ctypes.CDLL | None:
    """A library of the system, None when there is none of that name."""
    try:
        return ctypes.CDLL(name)
    except OSError:
        return None


def address_outside(name: str) -> int:
    """The address of a function that code calls; `MissingFunctionError` when there is none."""
    if name in DEFINED:
        return DEFINED[name]
    for one in filter(None, map(library, LIBRARIES)):
        with suppress(AttributeError):
            found = ctypes.cast(one[name], ctypes.c_void_p).value
            if found:
                return found
    raise MissingFunctionError(f"no library of this system has the function '{name}'")


class Code:
    """Machine code that is loaded. Functions live as long as this object."""

    def __init__(
        self, data: bytes, text: str, shared: Sequence[bytes], find: Callable[[str], int]
    ) -> None:
        self.object = data
        """The object file."""
        self.shared = shared
        """Those of what it has in common with other code."""
        self.text = text
        """
        LLVM's IR after optimization, and after it that of what is shared; empty when the code was
        loaded from an object file.
        """
        self.find = find
        """Where a function of some name lies; 0 when there is none."""

    @staticmethod
    def load(data: bytes, text: str = "", shared: Sequence[bytes] = ()) -> Code:
        """
        Code from an object file, which must be for this machine, and further ones that it shares
        with other code; `EngineError` for one that is damaged, and where a function that they call
        is missing.
        """
        if can_map_code():
            from disc_shape.native.image import Image  # It needs the system's calls.

            try:
                objects = linked([read_object(one) for one in (data, *shared)])
                return Code(data, text, shared, Image(objects, address_outside).address)
            except UnknownObject:
                pass
        return Code.load_by_llvm(data, text, shared)

    @staticmethod
    def load_by_llvm(data: bytes, text: str = "", shared: Sequence[bytes] = ()) -> Code:
        """The same by LLVM's loader."""
        from disc_shape.native.machine import loaded

        find = loaded([data, *shared], DEFINED).get_function_address
        return Code(data, text, shared, find)

    def address(self, name: str) -> int:
        """Where a function lies; KeyError when there is none of that name."""
        found = self.find(name)
        if not found:
            raise KeyError(name)
        return found
