"""
Files of compiled programs, which `Compiled.save` writes: named parts, each compressed by itself.

    ARCHIVE, the checksum of the rest, a line with the names and sizes of parts, the parts

A part is decompressed when it is read. One that would hardly be shorter, such as the weights of a
model, is stored as it is. The module `zipfile` would take longer to import than a program takes to
be loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from zlib import Z_HUFFMAN_ONLY, compress, compressobj, crc32, decompress

ARCHIVE = b"\x7fdisc_shape\n"
"""How they begin."""
BEGINNINGS = ARCHIVE, b"PK\x03\x04"
"""And those of earlier versions, which are refused in one line."""
LONGEST = len(ARCHIVE)
"""The bytes that decide."""
COMPILED = "disc_shape.engines.callables:load_compiled"
"""What reads them."""

CHECKSUM = 4
"""The bytes of the checksum."""
LARGE = 1 << 18
"""Of a part of more bytes, as many in its middle decide how it is compressed."""
WORTH = 0.9
"""The most of its size that it may take compressed; else it is stored as it is."""


class Parts(Mapping[str, bytes]):
    """The parts of an archive by name; ValueError for bytes that are none."""

    def __init__(self, data: bytes) -> None:
        start = len(ARCHIVE) + CHECKSUM
        if data[:start] != ARCHIVE + checksum(data[start:]):
            raise ValueError("no archive, or a damaged one")
        end = data.index(b"\n", start) + 1
        self._parts: dict[str, tuple[bytes, bool]] = {}
        for name, size, *stored in json.loads(data[start:end]):  # Older files compress all.
            self._parts[name] = data[end : end + size], stored == [True]
            end += size

    def __getitem__(self, name: str) -> bytes:
        content, is_stored = self._parts[name]
        return content if is_stored else decompress(content)

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


def archive(parts: Mapping[str, bytes]) -> bytes:
    """Parts as the bytes of an archive."""
    stored = {name: packed(content) for name, content in parts.items()}
    entries = [(name, len(one), one is parts[name]) for name, one in stored.items()]
    names = json.dumps(entries)
    rest = b"".join([names.encode(), b"\n", *stored.values()])
    return ARCHIVE + checksum(rest) + rest


def packed(content: bytes) -> bytes:
    """
    A part as it is stored: the same object where that is as it is. Digits of constants repeat
    nothing, and searching for it takes a second for each 10 MB of them.
    """
    if len(content) <= LARGE:
        return compress(content)
    middle = len(content) // 2
    sample = content[middle - LARGE // 2 : middle + LARGE // 2]
    searched, counted = compress(sample), without_search(sample)
    if min(len(searched), len(counted)) > WORTH * len(sample):
        return content
    return without_search(content) if len(counted) <= len(searched) else compress(content)


def without_search(content: bytes) -> bytes:
    """Bytes compressed by how often each occurs."""
    deflate = compressobj(strategy=Z_HUFFMAN_ONLY)
    return deflate.compress(content) + deflate.flush()


def checksum(data: bytes) -> bytes:
    """What finds out that bytes have changed."""
    return crc32(data).to_bytes(CHECKSUM, "big")
