"""What a parser and a printer make of a text, to be compared with what xDSL's make of it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from io import StringIO

from fuzz.harness import OneStore
from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Dialect, Operation, SSAValue
from xdsl.parser import Parser, ParserState
from xdsl.printer import Printer
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer

from disc_shape.dialects.xdsl_extras.layouts import Layouts
from disc_shape.dialects.xdsl_extras.locations import Locations
from disc_shape.dialects.xdsl_extras.quoted import QuotedSymbols
from disc_shape.program import context_of_everything
from disc_shape.reading import FastParser, FastPrinter
from disc_shape.tools.constants import LargeConstants


class BoundedLexer(MLIRLexer):
    """xDSL's lexer, which takes exponential time to give up on a string that is not closed."""

    _unescaped_characters_regex = re.compile(r'"(?:[^"\\\n\v\f]++|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"')


class Stock(OneStore, Parser):
    """xDSL's parser."""

    def __init__(self, ctx: Context, text: str, name: str) -> None:
        super().__init__(ctx, "", name)
        self._parser_state = ParserState(BoundedLexer(Input(text, name)))


class Fast(OneStore, FastParser):
    """Ours."""


class MendedStock(Locations, Layouts, LargeConstants, QuotedSymbols, Stock):
    """xDSL's parser as `disc-opt` mends it."""


class MendedFast(Locations, Layouts, LargeConstants, QuotedSymbols, Fast):
    """Ours as `disc-opt` mends it."""


PAIRS = {"plain": (Stock, Fast), "mended": (MendedStock, MendedFast)}


RENAMED = re.compile(r"(?<=\w)_\d{1,4}(?=>)")
"""What xDSL adds to the name of a resource, which a process can read but once."""


@dataclass(frozen=True)
class Outcome:
    """What reading a text came to."""

    error: tuple[object, ...] | None
    text: str
    """In generic syntax, with locations."""
    names: tuple[str | None, ...]
    uses: tuple[int, ...]


@cache
def everything() -> Context:
    """A context with all dialects."""
    context = context_of_everything()
    context.allow_unregistered = True
    return context


def read(parser: Callable[[], Parser]) -> tuple[Outcome, ModuleOp | None]:
    """What a parser makes of its text."""
    try:
        module = parser().parse_module()
    except ParseError as error:
        return Outcome(("error", error.msg, error.span.start, error.span.end), "", (), ()), None
    except Exception as error:
        return Outcome((type(error).__name__, str(error)), "", (), ()), None
    names = tuple(value.name_hint for value in values_of(module))
    uses = tuple(use.index for value in values_of(module) for use in value.uses)
    text = RENAMED.sub("", shown(Printer, module, "debuginfo", "generic"))
    return Outcome(None, text, names, uses), module


def values_of(module: ModuleOp) -> list[SSAValue]:
    """All results and block arguments, in their order."""
    found: list[SSAValue] = []
    for op in module.walk():
        found += op.results
        for region in op.regions:
            for block in region.blocks:
                found += block.args
    return found


def shown(printer: type[Printer], op: Operation, *options: str) -> str:
    """The text of an operation, up to an error if there is one."""
    stream = StringIO()
    made = printer(
        stream, print_generic_format="generic" in options, print_debuginfo="debuginfo" in options
    )
    try:
        made.print_op(op)
        made.print_metadata(everything().loaded_dialects)
    except Exception as error:
        return f"{stream.getvalue()}\n{type(error).__name__}: {error}"
    return stream.getvalue()


def differences(text: str, pair: str = "plain", *dialects: Dialect) -> str:
    """
    How our parser and printer differ from xDSL's on a text, which may use some more dialects; empty
    where they do not.
    """
    stock, fast = PAIRS[pair]
    # A name that is not registered is, once it has been read: also in what comes before it.
    context = everything().clone()
    for dialect in dialects:
        context.load_dialect(dialect)
    expected, module = read(lambda: stock(context, text, "file"))
    if expected.error is not None:
        expected, module = read(lambda: stock(context, text, "file"))
    found, ours = read(lambda: fast(context, text, "file"))
    if expected != found:
        return f"read: {expected}\n{found}"
    if module is None or ours is None:
        return ""
    if not module.is_structurally_equivalent(ours):
        # xDSL finds that of no two modules with values that are used ahead, or with resources.
        _, again = read(lambda: stock(context, text, "file"))
        if again is None or module.is_structurally_equivalent(again):
            return "read: the modules differ"
    for options in ((), ("generic",), ("debuginfo",)):
        if shown(Printer, ours, *options) != shown(FastPrinter, ours, *options):
            return f"printed with {options}: the texts differ"
    return ""
