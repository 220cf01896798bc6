"""The text of a program from wherever it comes, and constants that stay bytes on their way."""

import gzip
import io
import os
from pathlib import Path

import pytest
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError

import disc_shape
from disc_shape.program import ProgramError
from disc_shape.reading.input import SourceError, contents, decode, opened
from disc_shape.tools.constants import LARGE
from disc_shape.tools.disc_opt import run
from disc_shape.tools.source import SourceMap, SourceParser
from reading import Stock, everything, shown

PROGRAM = "func.func @main() {\n  func.return\n}\n"


@pytest.mark.parametrize(
    "data", [b"", b"\n", PROGRAM.encode(), "// é\n".encode(), b"\xef\xbb\xbf//"]
)
def test_files_pipes_and_memory_hold_the_same_text(data: bytes, tmp_path: Path) -> None:
    file = tmp_path / "program.mlir"
    file.write_bytes(data)
    expected = data.removeprefix(b"\xef\xbb\xbf").decode()
    with file.open("rb") as stream:
        assert decode(contents(stream)) == expected
    assert decode(contents(io.BytesIO(data))) == expected
    reader, writer = os.pipe()
    with open(writer, "wb") as stream:
        stream.write(data)
    with open(reader, "rb") as stream:
        assert decode(contents(stream)) == expected


def test_what_was_read_of_a_file_is_not_read_again(tmp_path: Path) -> None:
    file = tmp_path / "program.mlir"
    file.write_text(PROGRAM)
    with file.open("rb") as stream:
        first = stream.read(10)
        assert decode(first) + decode(contents(stream)) == PROGRAM


@pytest.mark.parametrize(
    ("data", "offset"), [(b"a\0b", 1), (b"ab\xff", 2), (b"ML\xefR", 0), (b"\xef\xbb\xbfa\xff", 1)]
)
def test_bytes_that_are_no_text(data: bytes, offset: int, tmp_path: Path) -> None:
    file = tmp_path / "program.mlir"
    file.write_bytes(data)
    with file.open("rb") as stream, pytest.raises(SourceError) as error:
        decode(contents(stream))
    assert error.value.offset == offset


def compress(data: bytes) -> bytes:
    """Compressed data that is the same at any time: a test's name holds it."""
    return gzip.compress(data, mtime=0)


def test_a_compressed_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    plain, packed = tmp_path / "program.mlir", tmp_path / "program.mlir.gz"
    plain.write_text(PROGRAM)
    packed.write_bytes(compress(PROGRAM.encode()))
    assert run([str(plain)]) == 0
    expected = capsys.readouterr().out
    assert run([str(packed)]) == 0
    assert capsys.readouterr().out == expected
    assert disc_shape.load(packed).text == disc_shape.load(plain).text
    packed.write_bytes(compress(b"func.func @main("))
    with pytest.raises(ProgramError, match=r"program.mlir.gz:1:17: error: "):
        disc_shape.load(packed)


@pytest.mark.parametrize(
    "data",
    [b"", b"no", compress(PROGRAM.encode())[:-3], compress(b"a" * 99)[:-30] + b"b" * 30],
)
def test_a_broken_compressed_file(
    data: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    packed = tmp_path / "program.mlir.gz"
    packed.write_bytes(data)
    status = run([str(packed)])
    if data:
        assert status == 1
        line = f"disc-opt: error: {packed}: cannot be decompressed: "
        assert capsys.readouterr().err.startswith(line)
        with pytest.raises(OSError, match="cannot be decompressed"):
            opened(str(packed))
    else:  # No bytes are the compressed form of no bytes.
        assert status == 0


COUNT = LARGE
"""Elements of four bytes, so that the constant is large."""


def constant(digits: str, count: int) -> str:
    return f'"a.b"() {{c = dense<"0x{digits}"> : tensor<{count}xf32>}} : () -> ()\n'


def parsed(text: str) -> bytes:
    """The bytes of the constant in a text."""
    module = SourceParser(everything(), SourceMap("file", text)).parse_module()
    (op,) = module.ops
    attribute = op.attributes["c"]
    assert type(attribute) is DenseIntOrFPElementsAttr
    return attribute.data.data


def test_a_large_constant_is_its_bytes() -> None:
    digits = "0011AAff" * COUNT
    text = constant(digits, COUNT)
    assert parsed(text) == bytes.fromhex(digits)
    stock = Stock(everything(), text, "file").parse_module()
    ours = SourceParser(everything(), SourceMap("file", text)).parse_module()
    assert shown(Printer, ours) == shown(Printer, stock)


@pytest.mark.parametrize(
    "text",
    [
        constant("00" * 4 * COUNT, COUNT + 1),
        constant("00" * 4 * COUNT + "0", COUNT),
        constant("00" * 4 * COUNT + "0g", COUNT),
        constant("00" * 4 * COUNT + "\n", COUNT),
        constant("00" * 4 * COUNT + "\\00", COUNT),
        constant("00" * 4 * COUNT, COUNT).replace('">', '"'),
        constant("00" * 4 * COUNT, COUNT).replace('">', ""),
        constant("00" * 4 * COUNT, COUNT).replace("> : ", "> "),
    ],
)
def test_a_large_constant_with_an_error(text: str) -> None:
    with pytest.raises(ParseError) as stock:
        Stock(everything(), text, "file").parse_module()
    with pytest.raises(ParseError) as ours:
        parsed(text)
    assert (ours.value.msg, ours.value.span.start) == (stock.value.msg, stock.value.span.start)
