"""The text of a program from a file, a pipe or a compressed file, copied as little as possible."""

from __future__ import annotations

import os
from typing import IO, TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from mmap import mmap

BYTECODE_MAGIC = b"ML\xefR"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"

COMPRESSED = ".gz"
"""The suffix of files that are compressed by gzip."""

Contents: TypeAlias = "bytes | mmap"

MAPPED = 1 << 20
"""Files of at least so many bytes are mapped."""


class SourceError(Exception):
    """Input that is not program text; `offset` is the first byte that shows it."""

    def __init__(self, message: str, offset: int = 0) -> None:
        super().__init__(message)
        self.offset = offset


def contents(stream: IO[bytes]) -> Contents:
    """What a stream holds: a large file that is not read yet is mapped, anything else is read."""
    try:
        if stream.tell() == 0 and os.fstat(stream.fileno()).st_size >= MAPPED:
            import mmap

            return mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError):  # A pipe, or no file at all.
        pass
    return stream.read()


def opened(name: str) -> IO[bytes]:
    """A file for reading, which is decompressed if its suffix says that it is compressed."""
    if not name.endswith(COMPRESSED):
        return open(name, "rb")
    import gzip
    import io
    import zlib

    with open(name, "rb") as file:
        try:
            return io.BytesIO(gzip.decompress(file.read()))
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            reason = str(error) or "it ends early"
            raise OSError(0, f"cannot be decompressed: {reason}", name) from error


def decode(data: Contents) -> str:
    """The text of an input file; a `SourceError` names the kind of a file that is not text."""
    if data[: len(BYTECODE_MAGIC)] == BYTECODE_MAGIC:
        raise SourceError(
            "this is MLIR bytecode, which is not supported; print it as text first, "
            "for example with 'mlir-opt --allow-unregistered-dialect file -o file.mlir' "
            "or 'stablehlo-translate --deserialize file -o file.mlir'"
        )
    if (offset := data.find(b"\0")) >= 0:
        raise SourceError("this is a binary file, not MLIR text: found a zero byte", offset)
    if data[: len(_BYTE_ORDER_MARK)] == _BYTE_ORDER_MARK:
        data = data[len(_BYTE_ORDER_MARK) :]
    try:
        return str(data, "utf-8")
    except UnicodeDecodeError as error:
        raise SourceError(
            f"this is not MLIR text: byte 0x{data[error.start]:02x} is not valid UTF-8", error.start
        ) from None
