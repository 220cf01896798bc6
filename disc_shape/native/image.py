"""
Machine code in memory: an object file whose sections are mapped, and whose addresses are filled in.

    image = Image(read_object(data), address_outside)
    image.address("kernel")     # to be called through ctypes

Sections of one kind lie together: code, which can be executed, constants, which can only be read,
and data, which can be written. No memory can ever be written and executed at once.

Code names places of its own by their distance. Functions of others may be farther away than such a
distance says: a *stub* behind the code jumps to each of them, to the address that is in its second
half.
"""

from __future__ import annotations

import ctypes
import mmap
import os
from collections.abc import Callable, Iterable
from functools import cache

from disc_shape.engines.errors import EngineError
from disc_shape.native.elf import (
    DISTANCE,
    EXECINSTR,
    OF_SLOTS,
    R_X86_64_64,
    R_X86_64_PLT32,
    UNDEFINED,
    WORD,
    WRITE,
    Object,
    Relocation,
    Section,
    Symbol,
    damaged,
)

PROTECTIONS = {
    EXECINSTR: mmap.PROT_READ | mmap.PROT_EXEC,
    0: mmap.PROT_READ,
    WRITE: mmap.PROT_READ | mmap.PROT_WRITE,
}
"""Flags of sections -> what may be done with their memory."""

JUMP = b"\xff\x25\x02\0\0\0\x66\x90"
"""`jmp *2(%rip)` and two bytes that are skipped: the address follows."""
STUB = len(JUMP) + WORD.size
"""The bytes of a stub."""


@cache
def mprotect() -> Callable[[int, int, int], int]:
    """The call of the system that says what may be done with pages; 0 when it has."""
    types = ctypes.c_void_p, ctypes.c_size_t, ctypes.c_int
    prototype = ctypes.CFUNCTYPE(ctypes.c_int, *types, use_errno=True)
    return prototype(("mprotect", ctypes.CDLL(None)))


def aligned(place: int, alignment: int) -> int:
    """The first multiple of a power of two that is not less."""
    return (place + alignment - 1) & -alignment


def needs_stub(one: Relocation) -> bool:
    """Whether a distance is that to a function of others, or to a word that holds an address."""
    is_far = one.kind == R_X86_64_PLT32 and one.symbol.section == UNDEFINED
    return is_far or one.kind in OF_SLOTS


class Image:
    """
    An object file in memory, which is unmapped when nothing refers to the image.

    `outside` finds functions of others by name. `EngineError` where there is no memory.
    """

    def __init__(self, given: Object, outside: Callable[[str], int]) -> None:
        self._functions = given.functions
        self._places: dict[int, int] = {}
        """Where sections begin, by their numbers."""
        self._stubs: dict[Symbol, int] = {}
        """Where stubs are."""
        spans = self._lay_out(given.sections, given.relocations)
        size = max(spans[-1][1], mmap.PAGESIZE)
        try:
            self._memory = mmap.mmap(-1, size, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
        except (OSError, OverflowError) as error:
            raise EngineError(f"native: there is no memory for {size} bytes of code") from error
        self.start = ctypes.addressof(ctypes.c_char.from_buffer(self._memory))
        for number, section in given.sections.items():
            place = self._places[number]
            self._memory[place : place + len(section.content)] = section.content
        for symbol, place in self._stubs.items():
            address = WORD.pack(self._address_of(symbol, outside))
            self._memory[place : place + STUB] = JUMP + address
        for one in given.relocations:
            self._fill_in(one, outside)
        for (start, end), protection in zip(spans, PROTECTIONS.values(), strict=True):
            if end > start:
                self._protect(start, end - start, protection)

    def _lay_out(
        self, sections: dict[int, Section], relocations: Iterable[Relocation]
    ) -> list[tuple[int, int]]:
        """Give sections and stubs places; returns where those of each protection begin and end."""
        spans: list[tuple[int, int]] = []
        end = 0
        for flags in PROTECTIONS:
            start = end
            for number, section in sections.items():
                if section.flags & (EXECINSTR | WRITE) == flags:
                    self._places[number] = aligned(end, section.alignment)
                    end = self._places[number] + section.size
            if flags == EXECINSTR:
                end = self._place_stubs(aligned(end, STUB), relocations)
            end = aligned(end, mmap.PAGESIZE)
            spans.append((start, end))
        return spans

    def _place_stubs(self, end: int, relocations: Iterable[Relocation]) -> int:
        """Give the symbols that need a stub one, from some place on; returns where they end."""
        for one in relocations:
            if needs_stub(one) and one.symbol not in self._stubs:
                self._stubs[one.symbol] = end
                end += STUB
        return end

    def _fill_in(self, one: Relocation, outside: Callable[[str], int]) -> None:
        """Write an address or a distance where it belongs."""
        place = self._places[one.section] + one.offset
        if one.kind == R_X86_64_64:
            address = self._address_of(one.symbol, outside) + one.addend
            WORD.pack_into(self._memory, place, address % (1 << 64))
            return
        if needs_stub(one):
            target = self._stubs[one.symbol] + (len(JUMP) if one.kind in OF_SLOTS else 0)
        else:
            target = self._places[one.symbol.section] + one.symbol.value
        distance = target + one.addend - place
        if not -(1 << 31) <= distance < 1 << 31:
            raise damaged(f"byte {place} refers to one that is {distance} bytes away")
        DISTANCE.pack_into(self._memory, place, distance)

    def _address_of(self, symbol: Symbol, outside: Callable[[str], int]) -> int:
        """The address of a symbol."""
        if symbol.section != UNDEFINED:
            return self.start + self._places[symbol.section] + symbol.value
        return outside(symbol.name)

    def _protect(self, start: int, size: int, protection: int) -> None:
        """Say what may be done with some pages."""
        if mprotect()(self.start + start, size, protection):
            reason = os.strerror(ctypes.get_errno())
            raise EngineError(f"native: memory cannot be made executable: {reason}")

    def address(self, name: str) -> int:
        """Where a function lies; 0 when there is none."""
        symbol = self._functions.get(name)
        return 0 if symbol is None else self.start + self._places[symbol.section] + symbol.value
