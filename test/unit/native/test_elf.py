"""Object files: what is read of them, what is refused, and what is left to LLVM."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from struct import Struct

import pytest

pytest.importorskip("llvmlite")

from native_objects import program

from disc_shape.engines.errors import EngineError
from disc_shape.native import elf
from disc_shape.native.code import can_map_code
from disc_shape.native.compilation import compile_text
from disc_shape.native.elf import UnknownObject, read_object

pytestmark = pytest.mark.skipif(not can_map_code(), reason="LLVM writes other objects here")

Change = Callable[[bytearray], None]
START = 40
"""Where the file header says where the table of sections begins."""
COUNT = 60
"""Where it says how many there are."""


def rows(data: bytes | bytearray) -> list[elf.Row]:
    (start,), (count,) = (
        Struct("<Q").unpack_from(data, START),
        Struct("<H").unpack_from(data, COUNT),
    )
    table = data[start : start + count * elf.SECTION.size]
    return [elf.Row(*row) for row in elf.SECTION.iter_unpack(table)]


def number_of(data: bytes | bytearray, kind: int, flags: int = 0) -> int:
    """The number of the first section of a type that has some flags, and is not empty."""
    return next(
        number
        for number, row in enumerate(rows(data))
        if row.kind == kind and row.flags & flags == flags and row.size
    )


def changed_row(section: int, having: int = 0, /, **fields: int) -> Change:
    """Change the row of the first section of a type that has some flags."""

    def change(data: bytearray) -> None:
        number = number_of(data, section, having)
        (start,) = Struct("<Q").unpack_from(data, START)
        row = rows(data)[number]._replace(**fields)
        elf.SECTION.pack_into(data, start + number * elf.SECTION.size, *row)

    return change


def changed_entry(kind: int, entry: Struct, matches: str, *, index: int, value: int) -> Change:
    """Change a field of the first entry of a table: of a relocation, or of a symbol."""

    def change(data: bytearray) -> None:
        found = rows(data)
        row = next(
            one
            for one in found
            if one.kind == kind and (kind != elf.RELA or found[one.info].flags & elf.ALLOC)
        )
        names = found[row.link].offset
        for place in range(row.offset, row.offset + row.size, entry.size):
            fields = list(entry.unpack_from(data, place))
            name = data[names + fields[0] :].split(b"\0")[0] if kind == elf.SYMTAB else b""
            if name.decode() == matches:
                fields[index] = value
                entry.pack_into(data, place, *fields)
                return
        raise AssertionError(matches)

    return change


def of_relocation(index: int, value: int) -> Change:
    return changed_entry(elf.RELA, elf.RELOCATION, "", index=index, value=value)


def of_symbol(name: str, index: int, value: int) -> Change:
    return changed_entry(elf.SYMTAB, elf.SYMBOL, name, index=index, value=value)


def in_data(name: str) -> Change:
    """Let a symbol lie in memory that is written."""

    def change(data: bytearray) -> None:
        of_symbol(name, 3, number_of(data, elf.PROGBITS, elf.WRITE))(data)

    return change


def at_the_end(name: str) -> Change:
    """Let a symbol lie where the code ends."""

    def change(data: bytearray) -> None:
        size = rows(data)[number_of(data, elf.PROGBITS, elf.EXECINSTR)].size
        of_symbol(name, 4, size)(data)

    return change


def bytes_at(place: int, content: bytes) -> Change:
    def change(data: bytearray) -> None:
        data[place : place + len(content)] = content

    return change


def changed(change: Change) -> bytes:
    data = bytearray(program())
    change(data)
    assert data != program()
    return bytes(data)


def test_what_is_read() -> None:
    found = read_object(program())
    assert set(found.functions) == {"call", "power", "chosen", "count", "pick"}
    kinds = {one.flags & (elf.EXECINSTR | elf.WRITE) for one in found.sections.values()}
    assert kinds == {elf.EXECINSTR, elf.WRITE, 0}
    outside = {one.symbol.name for one in found.relocations if one.symbol.section == elf.UNDEFINED}
    assert outside == {"exp", "rint", "defined_by_the_test"}
    zeros = [one for one in found.sections.values() if not one.content]
    assert [one.size for one in zeros] == [8]


def test_an_object_without_functions() -> None:
    found = read_object(compile_text("").object)
    assert found.sections == found.functions == {}
    assert found.relocations == []


CODE, CONSTANTS = (elf.PROGBITS, elf.EXECINSTR), (elf.PROGBITS, elf.ALLOC)
DAMAGED: dict[str, tuple[Change, str]] = {
    "another format": (bytes_at(0, b"\xcf\xfa\xed\xfe"), "it is no relocatable object of ELF"),
    "32 bits": (bytes_at(4, b"\1"), "it is no relocatable object of ELF"),
    "another machine": (bytes_at(18, b"\xb7\0"), "it is no relocatable object of ELF for x86-64"),
    "a library": (bytes_at(16, b"\3\0"), "it is no relocatable object"),
    "the table of sections": (bytes_at(START, b"\xff\xff\xff"), r"the table of sections ends at"),
    "many sections": (bytes_at(COUNT, b"\xf0\xf0"), r"the table of sections ends at byte \d+"),
    "the place of code": (changed_row(*CODE, offset=1 << 40), r"section \d+ ends at byte \d+"),
    "the size of code": (changed_row(*CODE, size=1 << 40), r"section \d+ ends at byte \d+"),
    "a short section": (changed_row(*CODE, size=8), r"(a relocation|symbol).* section \d+$"),
    "the place of symbols": (changed_row(elf.SYMTAB, offset=1 << 40), "the table of symbols ends"),
    "the names": (changed_row(elf.SYMTAB, link=200), r"the names of symbols are in section 200"),
    "a name": (of_symbol("exp", 0, 1 << 30), r"a name begins at byte 1073741824 of \d+ of"),
    "a function": (of_symbol("count", 4, 1 << 30), r"function 'count' does not begin in code$"),
    "a function at the end": (at_the_end("count"), r"function 'count' does not begin in code$"),
    "a function in data": (in_data("count"), r"function 'count' does not begin in code$"),
    "the place of an address": (of_relocation(0, 1 << 60), r"a relocation is at byte \d+ of"),
    "a word at the end": (of_relocation(0, (1 << 64) - 1), r"a relocation is at byte \d+ of"),
    "the symbol of an address": (of_relocation(1, 500 << 32 | 1), r"of symbol 500 of \d+"),
}


@pytest.mark.parametrize("name", DAMAGED)
def test_a_damaged_object_is_refused_in_one_line(name: str) -> None:
    change, message = DAMAGED[name]
    with pytest.raises(EngineError) as error:
        read_object(changed(change))
    assert re.match(f"native: the object file is damaged: .*{message}", str(error.value))
    assert "\n" not in str(error.value)


def test_no_part_of_a_file_is_enough() -> None:
    data = program()
    for size in range(len(data)):
        with pytest.raises(EngineError, match=r"damaged: the (header|table of sections) ends at"):
            read_object(data[:size])


def far_away(data: bytearray) -> None:
    """Let a distance be that to a symbol outside."""
    for row in rows(data):
        if row.kind == elf.RELA and rows(data)[row.info].flags & elf.ALLOC:
            for place in range(row.offset, row.offset + row.size, elf.RELOCATION.size):
                offset, info, addend = elf.RELOCATION.unpack_from(data, place)
                if info & 0xFFFF_FFFF == elf.R_X86_64_PLT32:
                    changed = info >> 32 << 32 | elf.R_X86_64_PC32
                    elf.RELOCATION.pack_into(data, place, offset, changed, addend)
                    return


TLS, COMPRESSED, INIT_ARRAY, NOTE, COMMON = 0x400, 0x800, 14, 7, 0xFFF2
UNKNOWN: dict[str, Change] = {
    "a system": bytes_at(7, b"\3"),
    "no sections": bytes_at(COUNT, b"\0\0"),
    "rows of another size": bytes_at(58, b"\x28"),
    "constructors": changed_row(*CONSTANTS, kind=INIT_ARRAY),
    "a note": changed_row(*CONSTANTS, kind=NOTE),
    "storage of threads": changed_row(elf.NOBITS, flags=elf.ALLOC | elf.WRITE | TLS),
    "a compressed section": changed_row(*CONSTANTS, flags=elf.ALLOC | COMPRESSED),
    "code that is written": changed_row(*CODE, flags=elf.ALLOC | elf.WRITE | elf.EXECINSTR),
    "pages of 8 KiB": changed_row(*CODE, alignment=8192),
    "an odd alignment": changed_row(*CODE, alignment=12),
    "a relocation of 32 bits": of_relocation(1, 1 << 32 | 11),
    "a distance to what may be far away": far_away,
    "relocations without addends": changed_row(elf.RELA, kind=elf.REL),
    "symbols of another size": changed_row(elf.SYMTAB, entry_size=16),
    "a weak function outside": of_symbol("exp", 1, 2 << 4),
    "a function that is chosen at run time": of_symbol("exp", 1, elf.GLOBAL << 4 | 10),
    "memory that the loader gives": of_symbol("exp", 3, COMMON),
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_what_has_no_rule_is_left_to_llvm(name: str) -> None:
    data = changed(UNKNOWN[name])
    with pytest.raises(UnknownObject):
        read_object(data)


def test_changed_bits_never_end_in_another_error() -> None:
    from disc_shape.native.image import Image

    random, data = Random(0), program()
    (start,) = Struct("<Q").unpack_from(data, START)
    tables = [row for row in rows(data) if row.kind in (elf.SYMTAB, elf.RELA)]
    places = [
        *range(elf.FILE.size),
        *range(start, len(data)),
        *(place for row in tables for place in range(row.offset, row.offset + row.size)),
    ]

    def address(_: str) -> int:
        return 1

    ends: set[str] = set()
    messages: list[str] = []
    for _ in range(3000):
        found = bytearray(data)
        for place in random.sample(places, random.randrange(1, 4)):
            found[place] ^= 1 << random.randrange(8)
        try:
            Image(read_object(bytes(found)), address)
            ends.add("loaded")
        except UnknownObject:
            ends.add("left to LLVM")
        except EngineError as error:
            ends.add("refused")
            messages.append(str(error))
    assert not [one for one in messages if "\n" in one]
    assert ends == {"loaded", "left to LLVM", "refused"}
