"""Programs as the commands read them: text, with whatever is wrong at a position in it."""

from __future__ import annotations

from typing import IO

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp

from disc_shape.reading.input import SourceError, contents, decode
from disc_shape.tools import errors
from disc_shape.tools.source import SourceMap, SourceParser


def parse_program(
    io: IO[bytes], context: Context, source: SourceMap, wrap: bool
) -> tuple[ModuleOp, bool]:
    """
    Parse one program, and say whether it uses values before the text that defines them. `source`
    gets the text; with `wrap`, operations outside of a module are put into one. Raises a `Failure`
    with the position of what is wrong.
    """
    data = contents(io)
    try:
        text = decode(data)
    except SourceError as error:
        source.text = str(data, "latin-1")
        raise errors.parse_failure(error, source, 0) from error
    del data
    source.text = text
    parser: SourceParser | None = None
    try:
        parser = SourceParser(context, source)
        return parser.parse_module(wrap), parser.ahead.met
    except Exception as error:
        if errors.keep_traceback():
            raise
        position = 0 if parser is None else parser.pos
        raise errors.parse_failure(error, source, position) from error
