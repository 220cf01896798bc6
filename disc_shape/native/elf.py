"""
Relocatable objects in the format ELF, as LLVM writes them for x86-64.

    found = read_object(data)
    found.sections      # what is mapped into memory
    found.relocations   # which places in it hold addresses
    found.functions     # what can be called by name

The rules are those of the System V ABI: its generic part for the tables, its supplement for x86-64
for the kinds of relocations. Known are those of code that may lie anywhere: words that hold the
address of a symbol, and distances of 32 bits to a symbol, to a function that may be far away, or to
a word that holds the address of a symbol. `UnknownObject` is raised for all else, so that nothing
is loaded by guess.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from struct import Struct
from typing import NamedTuple

from disc_shape.engines.errors import EngineError

FILE = Struct("<16sHHIQQQIHHHHHH")
SECTION = Struct("<IIQQQQIIQQ")
SYMBOL = Struct("<IBBHQQ")
RELOCATION = Struct("<QQq")
WORD = Struct("<Q")
DISTANCE = Struct("<i")

IDENT = b"\x7fELF" + bytes([2, 1, 1])
"""64 bits, little endian, version 1."""
SYSTEM_V = 0
RELOCATABLE, X86_64 = 1, 62
PROGBITS, SYMTAB, RELA, NOBITS, REL = 1, 2, 4, 8, 9
WRITE, ALLOC, EXECINSTR = 0x1, 0x2, 0x4
KNOWN_FLAGS = WRITE | ALLOC | EXECINSTR | 0x10 | 0x20 | 0x40 | 0x200 | 0x1000_0000
"""And those that change nothing here: MERGE, STRINGS, INFO_LINK, GROUP and X86_64_LARGE."""
GLOBAL = 1
NOTYPE, OBJECT, FUNC, SECTION_TYPE = range(4)
UNDEFINED = 0
R_X86_64_64, R_X86_64_PC32, R_X86_64_PLT32 = 1, 2, 4
OF_SLOTS = 9, 41, 42
"""R_X86_64_GOTPCREL, and the same in instructions that could do without the word."""
KINDS = {R_X86_64_64: WORD, **dict.fromkeys((R_X86_64_PC32, R_X86_64_PLT32, *OF_SLOTS), DISTANCE)}
"""Kinds of relocations -> what they fill in."""
LARGEST_ALIGNMENT = 4096


class UnknownObject(Exception):
    """An object file of which something has no rule here: LLVM must load it."""


class Section(NamedTuple):
    """A section that is mapped into memory."""

    flags: int
    size: int
    alignment: int
    content: bytes
    """Empty for a section of zeros."""


class Symbol(NamedTuple):
    """A name, or a place in a section."""

    name: str
    section: int
    """The number of its section; `UNDEFINED` for what is outside of the object."""
    value: int
    kind: int
    binding: int


class Relocation(NamedTuple):
    """A place in a section that holds the address of a symbol plus a number, or how far it is."""

    kind: int
    section: int
    offset: int
    symbol: Symbol
    addend: int


class Object(NamedTuple):
    """What is needed of an object file."""

    sections: dict[int, Section]
    """The mapped sections by their numbers."""
    relocations: list[Relocation]
    functions: dict[str, Symbol]
    """The global functions that the object defines."""


class Row(NamedTuple):
    """A row of the table of sections."""

    name: int
    kind: int
    flags: int
    address: int
    offset: int
    size: int
    link: int
    info: int
    alignment: int
    entry_size: int


def damaged(what: str) -> EngineError:
    """The error of a file that contradicts itself."""
    return EngineError(f"native: the object file is damaged: {what}")


def read_object(data: bytes) -> Object:
    """
    An object file, checked. `UnknownObject` for an unknown kind of section, symbol or relocation;
    `EngineError` for a file in another format or for another machine, and where a table or section
    does not lie within the file.
    """
    rows = rows_of(data)
    sections = {
        number: section_of(data, row, number)
        for number, row in enumerate(rows)
        if row.flags & ALLOC and row.size
    }
    symbols = symbols_of(data, rows)
    relocations = list(relocations_of(data, rows, sections, symbols))
    functions = {
        one.name: one
        for one in symbols
        if one.kind == FUNC and one.binding == GLOBAL and one.section in sections
    }
    for one in functions.values():
        require_code(one, sections)
    return Object(sections, relocations, functions)


def rows_of(data: bytes) -> list[Row]:
    """The table of sections of an object file."""
    header = part(data, 0, FILE.size, "the header")
    ident, kind, machine, _, _, _, start, *_, entry_size, count, _ = FILE.unpack(header)
    if not ident.startswith(IDENT) or (kind, machine) != (RELOCATABLE, X86_64):
        raise damaged("it is no relocatable object of ELF for x86-64")
    if ident[len(IDENT)] != SYSTEM_V:
        raise UnknownObject(f"the system is {ident[len(IDENT)]}")
    if entry_size != SECTION.size or count == 0:
        raise UnknownObject(f"there are {count} sections, described by {entry_size} bytes each")
    table = part(data, start, count * SECTION.size, "the table of sections")
    return [Row(*row) for row in SECTION.iter_unpack(table)]


def code_of(data: bytes) -> list[tuple[str, bytes]]:
    """
    The machine code of an object file by functions, those without a global name included: each up
    to the next one. What comes before the first one has no name.
    """
    rows = rows_of(data)
    symbols = [one for one in symbols_of(data, rows) if one.kind == FUNC]
    found: list[tuple[str, bytes]] = []
    for number, row in enumerate(rows):
        if row.kind != PROGBITS or not row.flags & EXECINSTR:
            continue
        content = part(data, row.offset, row.size, f"section {number}")
        starts = sorted((one.value, one.name) for one in symbols if one.section == number)
        starts.insert(0, (0, ""))
        ends = [start for start, _ in starts[1:]] + [len(content)]
        found += [(name, content[at:end]) for (at, name), end in zip(starts, ends, strict=True)]
    return found


def part(data: bytes, start: int, size: int, what: str) -> bytes:
    """Some bytes of the file, which it must have."""
    if start + size > len(data):
        raise damaged(f"{what} ends at byte {start + size}, the file has {len(data)}")
    return data[start : start + size]


def section_of(data: bytes, row: Row, number: int) -> Section:
    """A section that is mapped."""
    if row.kind not in (PROGBITS, NOBITS) or row.flags & ~KNOWN_FLAGS:
        raise UnknownObject(f"section {number} has type {row.kind} and flags {row.flags:#x}")
    if row.flags & WRITE and row.flags & EXECINSTR:
        raise UnknownObject(f"section {number} is writable and executable")
    alignment = max(row.alignment, 1)
    if alignment > LARGEST_ALIGNMENT or alignment & (alignment - 1):
        raise UnknownObject(f"section {number} is aligned to {alignment}")
    content = b""
    if row.kind == PROGBITS:
        content = part(data, row.offset, row.size, f"section {number}")
    return Section(row.flags, row.size, alignment, content)


def symbols_of(data: bytes, rows: list[Row]) -> list[Symbol]:
    """The table of symbols, of which there is one at most."""
    tables = [row for row in rows if row.kind == SYMTAB]
    if not tables:
        return []
    if len(tables) > 1 or tables[0].entry_size != SYMBOL.size or tables[0].size % SYMBOL.size:
        raise UnknownObject("the table of symbols has another form")
    row = tables[0]
    if row.link >= len(rows):
        raise damaged(f"the names of symbols are in section {row.link} of {len(rows)}")
    names = part(data, rows[row.link].offset, rows[row.link].size, "the names of symbols")
    table = part(data, row.offset, row.size, "the table of symbols")
    return [
        Symbol(name_at(names, name), section, value, info & 15, info >> 4)
        for name, info, _, section, value, _ in SYMBOL.iter_unpack(table)
    ]


def name_at(names: bytes, start: int) -> str:
    """A name, which ends with a zero."""
    end = names.find(b"\0", start)
    if end < 0:
        raise damaged(f"a name begins at byte {start} of {len(names)} of the names")
    return names[start:end].decode(errors="replace")


def relocations_of(
    data: bytes, rows: list[Row], sections: dict[int, Section], symbols: list[Symbol]
) -> Iterator[Relocation]:
    """The places in the mapped sections that hold addresses and distances."""
    for row in rows:
        target = row.info
        if row.kind not in (RELA, REL) or target not in sections:
            continue
        if row.kind == REL or row.entry_size != RELOCATION.size or row.size % RELOCATION.size:
            raise UnknownObject(f"the relocations of section {target} have another form")
        table = part(data, row.offset, row.size, f"the table of relocations of section {target}")
        entries: Iterator[tuple[int, int, int]] = RELOCATION.iter_unpack(table)
        for offset, info, addend in entries:
            kind, number = info & 0xFFFF_FFFF, info >> 32
            if kind not in KINDS:
                raise UnknownObject(f"relocation of type {kind}")
            if offset + KINDS[kind].size > len(sections[target].content):
                raise damaged(f"a relocation is at byte {offset} of section {target}")
            if number >= len(symbols):
                raise damaged(f"a relocation is of symbol {number} of {len(symbols)}")
            symbol = symbols[number]
            require_place(symbol, sections)
            if kind == R_X86_64_PC32 and symbol.section == UNDEFINED:
                raise UnknownObject(f"the distance to '{symbol.name}', which may be far away")
            yield Relocation(kind, target, offset, symbol, addend)


def require_place(symbol: Symbol, sections: dict[int, Section]) -> None:
    """Raise an error unless a symbol is outside, by a strong name, or lies in a mapped section."""
    if symbol.section == UNDEFINED:
        is_known = symbol.binding == GLOBAL and symbol.kind in (NOTYPE, OBJECT, FUNC)
    else:
        is_known = symbol.section in sections and symbol.kind <= SECTION_TYPE
    if not is_known:
        raise UnknownObject(
            f"symbol '{symbol.name}' of type {symbol.kind} is in section {symbol.section}"
        )
    if symbol.section != UNDEFINED and symbol.value > sections[symbol.section].size:
        raise damaged(f"symbol '{symbol.name}' is not in section {symbol.section}")


def require_code(symbol: Symbol, sections: dict[int, Section]) -> None:
    """Raise an error unless a function begins in a section of code."""
    section = sections[symbol.section]
    if not section.flags & EXECINSTR or symbol.value >= section.size:
        raise damaged(f"function '{symbol.name}' does not begin in code")


def linked(objects: Sequence[Object]) -> Object:
    """
    Object files as one, whose sections have other numbers. Global functions that one defines are
    those that the others call by that name; `EngineError` where two define one of the same name.
    """
    sections: dict[int, Section] = {}
    functions: dict[str, Symbol] = {}
    starts: list[int] = []
    for one in objects:
        start = max(sections, default=0)
        starts.append(start)
        sections |= {start + number: section for number, section in one.sections.items()}
        for name, symbol in one.functions.items():
            if name in functions:
                raise damaged(f"function '{name}' is defined twice")
            functions[name] = symbol._replace(section=start + symbol.section)

    def resolved(one: Relocation, start: int) -> Relocation:
        symbol = one.symbol
        if symbol.section == UNDEFINED:
            symbol = functions.get(symbol.name, symbol)
        else:
            symbol = symbol._replace(section=start + symbol.section)
        return one._replace(section=start + one.section, symbol=symbol)

    relocations = [
        resolved(relocation, start)
        for one, start in zip(objects, starts, strict=True)
        for relocation in one.relocations
    ]
    return Object(sections, relocations, functions)
