"""
Files of compiled programs, which `Compiled.save` writes: named parts, each compressed by itself.

    ARCHIVE, the checksum of the rest, a line with the names and sizes of parts, the parts

A part is decompressed when it is read. The module `zipfile` would take longer to import than a
program takes to be loaded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from zlib import compress, crc32, decompress

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


class Parts(Mapping[str, bytes]):
    """The parts of an archive by name; ValueError for bytes that are none."""

    def __init__(self, data: bytes) -> None:
        start = len(ARCHIVE) + CHECKSUM
        if data[:start] != ARCHIVE + checksum(data[start:]):
            raise ValueError("no archive, or a damaged one")
        end = data.index(b"\n", start) + 1
        self._parts: dict[str, bytes] = {}
        for name, size in json.loads(data[start:end]):
            self._parts[name] = data[end : end + size]
            end += size

    def __getitem__(self, name: str) -> bytes:
        return decompress(self._parts[name])

    def __iter__(self) -> Iterator[str]:
        return iter(self._parts)

    def __len__(self) -> int:
        return len(self._parts)


def archive(parts: Mapping[str, bytes]) -> bytes:
    """Parts as the bytes of an archive."""
    compressed = {name: compress(content) for name, content in parts.items()}
    names = json.dumps([(name, len(content)) for name, content in compressed.items()])
    rest = b"".join([names.encode(), b"\n", *compressed.values()])
    return ARCHIVE + checksum(rest) + rest


def checksum(data: bytes) -> bytes:
    """What finds out that bytes have changed."""
    return crc32(data).to_bytes(CHECKSUM, "big")
