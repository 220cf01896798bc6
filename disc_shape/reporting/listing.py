"""The program before and after as lines in which every size is marked with its symbol."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import StringIO
from typing import NamedTuple

from xdsl.dialects.func import FuncOp
from xdsl.ir import Operation, SSAValue
from xdsl.printer import Printer

from disc_shape.constraints.types import refresh_signature, set_type
from disc_shape.dialects.disc_shape import strip
from disc_shape.dialects.disc_shape.encoding import with_symbols
from disc_shape.relations.value_types import as_tensor
from disc_shape.reporting.findings import Findings
from disc_shape.reporting.names import Names
from disc_shape.traversal import pre_order, values_of

MAX_LINES = 400
"""The lines of one function; long ones are cut after these."""
MAX_COLUMNS = 500
"""The characters of one line."""

_NAME = r'@(?:"(?:[^"\\]|\\.)*"|[\w$.-]+)'
_TYPE = re.compile(
    rf"(?P<begin>tensor<)(?P<sizes>(?:(?:\?|\d+)x)+)(?P<element>[^<>,\[\]]+(?:<[^<>]*>)?)"
    rf"(?P<encoding>, \[(?:(?:{_NAME}|unit)(?:, )?)+\])?>"
)
_SIZE = re.compile(r"(\?|\d+)x")
_ENTRY = re.compile(rf"({_NAME}|unit)")
_DATA = re.compile(r'dense<"0x[0-9A-F]{17,}">')
_MESSAGE = re.compile(r'((?:error_message|msg) = )"(?:[^"\\]|\\.){40,}"')


class Piece(NamedTuple):
    """Some text of a line, and the symbol that it names."""

    text: str
    symbol: str = ""


Line = list[Piece]


class _FullError(Exception):
    """Enough lines are printed."""


class _FirstLines(StringIO):
    """A stream that ends a print once it has the lines of a listing."""

    lines = 0

    def write(self, text: str, /) -> int:
        self.lines += text.count("\n")
        if self.lines > MAX_LINES:
            raise _FullError
        return super().write(text)


def before_lines(findings: Findings) -> list[Line]:
    """The program as it was read, calls inlined; each `?` is marked, no encoding is shown."""
    lines: list[Line] = []
    for function in findings.functions:
        if function.before is not None and function.old_names is not None:
            copy = annotated(function.before.function, function.old_names)
            lines += lines_of(copy, shows_encodings=False)
            if len(lines) > MAX_LINES:
                break
    return lines


def after_lines(findings: Findings) -> list[Line]:
    """The program after its passes: each `?` and each symbol is marked."""
    lines: list[Line] = []
    for function in findings.functions:
        lines += lines_of(function.after.function, shows_encodings=True)
        if len(lines) > MAX_LINES:
            break
    return lines


def annotated(function: FuncOp, names: Names) -> FuncOp:
    """
    A copy of a function whose types carry the names of sizes, also such as `2*b`; for printing
    alone, as no verifier would accept it.
    """
    copy = function.clone()
    for old, new in zip(all_values(function), all_values(copy), strict=True):
        type_ = as_tensor(new.type)
        if type_ is None or not names.facts.shapes.state.is_ranked(old):
            continue
        sizes = names.facts.shapes.state.raw_dims(old)
        texts = tuple(None if size.constant is not None else names.text(size) for size in sizes)
        if any(texts):
            set_type(new, with_symbols(strip(type_), texts))
    refresh_signature(copy)
    return copy


def all_values(function: FuncOp) -> Iterator[SSAValue]:
    """The values of a function in order."""
    for op in pre_order(function):
        yield from values_of(op)


def lines_of(op: Operation, shows_encodings: bool) -> list[Line]:
    """The lines of an operation as it is printed, without long constants and messages."""
    stream = _FirstLines()
    rest: list[Line] = []
    try:
        Printer(stream=stream).print_op(op)
    except _FullError:
        rest = [[Piece(f"  ... ({sum(1 for _ in pre_order(op))} operations in all)")]]
    lines = stream.getvalue().splitlines()
    return [pieces_of(shortened(line), shows_encodings) for line in lines] + rest


def shortened(line: str) -> str:
    """A line without the bytes of constants and without long messages."""
    return _MESSAGE.sub(r'\1"..."', _DATA.sub('dense<"0x...">', line))


def pieces_of(line: str, shows_encodings: bool) -> Line:
    """A line with its sizes marked."""
    pieces: Line = []
    end = 0
    for found in _TYPE.finditer(line):
        if found.start() > MAX_COLUMNS:
            break
        pieces.append(Piece(line[end : found.start()]))
        end = found.end()
        pieces += type_pieces(found, shows_encodings)
    rest = line[end:]
    keep = max(MAX_COLUMNS - end, 0)
    pieces.append(Piece(rest if len(rest) <= keep else f"{rest[:keep]} ..."))
    return merged(pieces)


def type_pieces(found: re.Match[str], shows_encodings: bool) -> Iterator[Piece]:
    """The pieces of a tensor type."""
    encoding = found["encoding"] or ""
    names = [plain(entry) for entry in _ENTRY.findall(encoding)]
    sizes = _SIZE.findall(found["sizes"])
    if len(names) != len(sizes):
        names = [""] * len(sizes)
    yield Piece("tensor<")
    for size, name in zip(sizes, names, strict=True):
        yield Piece(size, name if size == "?" else "")
        yield Piece("x")
    yield Piece(found["element"])
    if encoding and shows_encodings:
        yield Piece(", [")
        for index, (entry, name) in enumerate(zip(_ENTRY.findall(encoding), names, strict=True)):
            yield Piece(", " if index else "")
            yield Piece(entry, name)
        yield Piece("]")
    yield Piece(">")


def plain(entry: str) -> str:
    """The name in `@name` or `@"name"`; nothing for `unit`."""
    if not entry.startswith("@"):
        return ""
    name = entry[1:]
    return re.sub(r"\\(.)", r"\1", name[1:-1]) if name.startswith('"') else name


def merged(pieces: Line) -> Line:
    """The pieces without empty ones, those without symbol joined."""
    found: Line = []
    for piece in pieces:
        if found and not piece.symbol and not found[-1].symbol:
            found[-1] = Piece(found[-1].text + piece.text)
        elif piece.text:
            found.append(piece)
    return found
