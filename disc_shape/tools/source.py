"""Reading program text: errors before parsing, and the position of each operation."""

import re
from bisect import bisect_right
from typing import NoReturn
from weakref import ref

from xdsl.context import Context
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, UnregisteredOp
from xdsl.ir import Block, Operation
from xdsl.parser.core import ForwardDeclaredValue
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from disc_shape.dialects import COMPLETE
from disc_shape.dialects.xdsl_extras.affine import SemiAffineMaps
from disc_shape.dialects.xdsl_extras.layouts import Layouts
from disc_shape.dialects.xdsl_extras.locations import Locations
from disc_shape.dialects.xdsl_extras.quoted import QuotedSymbols
from disc_shape.dialects.xdsl_extras.resources import Resources
from disc_shape.dialects.xdsl_extras.result_lists import ResultLists
from disc_shape.progress import PROGRESS
from disc_shape.reading import FastParser
from disc_shape.reading.tokens import FastLexer
from disc_shape.tools.constants import LargeConstants
from disc_shape.traversal import pre_order

OLDER = {"func": "func.func", "builtin.func": "func.func", "std.return": "func.return"}
"""Names from the time when functions were part of MLIR itself, which older programs are full of."""


class SourceMap:
    """The positions of the operations of one program text: file, line and column."""

    def __init__(self, name: str, text: str, first_line: int = 0) -> None:
        self.name = name
        self.text = text
        self.first_line = first_line
        self.offsets: dict[ref[Operation], int] = {}
        """Where operations begin; no reference equals that to an operation which is gone."""
        self.open: list[int] = []
        """Where the operations begin that are being read, the innermost last."""
        self._line_starts: list[int] | None = None

    def at(self, offset: int) -> str:
        """`file:line:col` of a character offset."""
        if self._line_starts is None:
            self._line_starts = [0, *(m.end() for m in re.finditer("\n", self.text))]
        line = bisect_right(self._line_starts, offset)
        column = offset - self._line_starts[line - 1] + 1
        return f"{self.name}:{line + self.first_line}:{column}"

    def of(self, op: Operation | None) -> str:
        """
        `file:line:col` of `op`, or of the nearest enclosing operation known; of the begin of the
        file where there is none, as for a module that is not written.
        """
        from disc_shape.locations import original

        while op is not None:
            if (offset := self.offsets.get(ref(original(op)))) is not None:
                return self.at(offset)
            if isinstance(location := op.location, FileLineColLoc):
                line, column = location.line.data, location.column.data
                return f"{location.filename.data}:{line}:{column}"
            op = op.parent_op()
        return self.at(0)

    def line_of(self, op: Operation | None) -> str:
        """The line of text on which `op` begins, without indentation; empty if that is unknown."""
        offset = None if op is None else self.offsets.get(ref(op))
        if offset is None:
            return ""
        start = self.text.rfind("\n", 0, offset) + 1
        end = self.text.find("\n", offset)
        return self.text[start : end if end >= 0 else None].strip()

    def line_number(self, op: Operation) -> int | None:
        """The number, from 1, of the line on which an operation that was read begins."""
        offset = self.offsets.get(ref(op))
        return None if offset is None else self.text.count("\n", 0, offset) + 1

    def begin_of(self, op: Operation) -> int | None:
        """The offset at which an operation that was read begins; its copies have the same."""
        return self.offsets.get(ref(op))

    def copy_positions(self, module: Operation, copy: Operation) -> None:
        """Give the operations of a copy the positions of those that they are copies of."""
        from disc_shape.locations import original

        for old, new in zip(pre_order(module), pre_order(copy), strict=True):
            if (offset := self.offsets.get(ref(original(old)))) is not None:
                self.offsets[ref(new)] = offset

    def current(self) -> str:
        """The operation that is being read, as messages name it: `'func.func'`."""
        if not self.open:
            return ""
        found = OPERATION.match(self.text, self.open[-1])
        return "" if found is None else f"'{found['name'] or found['quoted']}'"

    def long_number(self, end: int) -> int:
        """Where the last number before `end` begins that has too many digits to be read."""
        found = [match.start() for match in LONG_NUMBER.finditer(self.text, 0, end)]
        return found[-1] if found else end

    def unclosed(self, position: int) -> str:
        """
        The construct that is open at the end of a file: `'func.func', which begins at line 3`.
        Empty where text follows, or where no bracket is open.
        """
        if self.text[position:].strip():
            return ""
        lexer = FastLexer(Input(self.text, self.name))
        brackets: list[int] = []
        while (token := lexer.lex()).kind is not MLIRTokenKind.EOF:
            if token.kind in OPENING:
                brackets.append(token.span.start)
            elif token.kind in CLOSING and brackets:
                brackets.pop()
        if not brackets:
            return ""
        what, start = self.current(), brackets[-1]
        if what:
            start = self.open[-1]
        else:
            what = f"a '{self.text[start]}'"
        line = self.text.count("\n", 0, start) + 1 + self.first_line
        return f"{what}, which begins at line {line}"


class AheadReferences(dict[str, dict[int, ForwardDeclaredValue]]):
    """The values that were used before they were defined, which also remembers that some were."""

    met = False

    def setdefault(
        self,
        key: str,
        default: dict[int, ForwardDeclaredValue] | None = None,
        /,
    ) -> dict[int, ForwardDeclaredValue]:
        """Record that a value is used before its definition."""
        self.met = True
        return super().setdefault(key, {} if default is None else default)


OPENING = (MLIRTokenKind.L_BRACE, MLIRTokenKind.L_PAREN, MLIRTokenKind.L_SQUARE)
CLOSING = (MLIRTokenKind.R_BRACE, MLIRTokenKind.R_PAREN, MLIRTokenKind.R_SQUARE)

OPERATION = re.compile(r'(?:%[\w.$#:, %-]+=\s*)?(?:"(?P<quoted>[^"\n]*)"|(?P<name>[\w.$]+))')
LONG_NUMBER = re.compile(r"\d{4301,}")


class SourceParser(
    Locations,
    Layouts,
    LargeConstants,
    QuotedSymbols,
    Resources,
    ResultLists,
    SemiAffineMaps,
    FastParser,
):
    """xDSL's parser, which also fills a `SourceMap` and suggests names similar to unknown ones."""

    def __init__(self, ctx: Context, source: SourceMap) -> None:
        super().__init__(ctx, source.text, source.name)
        self.source = source
        self.ahead = self.forward_ssa_references = AheadReferences()
        self._classes: dict[str, type[Operation]] = {}
        """The classes of operations that were read, by their whole name."""

    def parse_shape_dimension(self, allow_dynamic: bool = True) -> int:
        """A size, which has at most 63 bits."""
        start = self.pos
        size = super().parse_shape_dimension(allow_dynamic)
        if size >= 1 << 63:
            self.raise_error(f"size {size} is more than {(1 << 63) - 1}", start)
        return size

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse a module."""
        if self._current_token.kind is MLIRTokenKind.EOF and allow_implicit_module:
            return ModuleOp([])
        try:
            return super().parse_module(allow_implicit_module)
        except ParseError as error:
            if error.msg.startswith("values used but not defined"):
                self._raise_undefined()
            if error.msg == "Could not parse entire input!":
                self.raise_error("expected an operation", error.span.start)
            raise

    def parse_operation(self) -> Operation:
        """Parse an operation and record its position."""
        start = self.pos
        self.source.open.append(start)
        op = super().parse_operation()
        self.source.open.pop()
        self.operation_read(op, start)
        return op

    def operation_read(self, op: Operation, position: int) -> None:
        """Record the position of an operation."""
        self.source.offsets[ref(op)] = position
        PROGRESS.advance()

    def _parse_block(self) -> Block:
        token = self._current_token
        name = token.text[1:]
        # xDSL takes a second definition of a block that was used before the first for the first.
        if name in self.blocks and name not in self.forward_block_references:
            self.raise_error(f"block '^{name}' is defined twice", token.span)
        self._check_block_name()
        return super()._parse_block()

    def parse_optional_successor(self) -> Block | None:
        """Parse the name of a block, if present."""
        self._check_block_name()
        return super().parse_optional_successor()

    def _check_block_name(self) -> None:
        token = self._current_token
        if token.kind is MLIRTokenKind.CARET_IDENT and not Block.is_valid_name(token.text[1:]):
            self.raise_error(
                f"the name of block '{token.text}' must begin with a letter", token.span
            )

    def _get_op_by_name(self, name: str) -> type[Operation]:
        known = self._classes.get(name)
        if known is not None:
            return known
        stack = self._parser_state.dialect_stack
        found = self.ctx.get_optional_op(OLDER.get(name, name), dialect_stack=stack)
        dialect, dot, _ = name.partition(".")
        if found is not None and not (issubclass(found, UnregisteredOp) and dialect in COMPLETE):
            if found.name == name:
                self._classes[name] = found
            return found
        place = max(self.source.text.rfind(name, 0, self.pos), 0)
        if not dot:
            self.raise_error(f"unknown operation '{name}'", place)
        if dialect in self.ctx.registered_dialect_names:
            hint = self.similar_operation(dialect, name)
            self.raise_error(f"unknown operation '{name}' in dialect '{dialect}'{hint}", place)
        self.raise_error(
            f"unknown dialect '{dialect}' of operation '{name}'; "
            "--allow-unregistered-dialect reads its operations in generic syntax",
            place,
        )

    def similar_operation(self, dialect: str, name: str) -> str:
        """A similar name: `; did you mean 'stablehlo.add'?`."""
        if dialect not in COMPLETE:
            return "; --allow-unregistered-dialect reads it in generic syntax"
        import difflib

        loaded = {one.name: one for one in self.ctx.loaded_dialects}
        known = [op.name for op in loaded[dialect].operations] if dialect in loaded else []
        close = difflib.get_close_matches(name, known, n=1, cutoff=0.8)
        return f"; did you mean '{close[0]}'?" if close else ""

    def _raise_undefined(self) -> NoReturn:
        """Report the first value that is used and nowhere defined, where it is first used."""
        name = next(iter(self.forward_ssa_references))
        position = self.pos
        for use in re.finditer(rf"%{re.escape(name)}(?![\w$.-])", self.source.text):
            line_start = self.source.text.rfind("\n", 0, use.start()) + 1
            if "//" not in self.source.text[line_start : use.start()]:
                position = use.start()
                break
        message = f"value %{name} is used but not defined"
        raise ParseError(
            Span(position, position, Input(self.source.text, self.source.name)), message
        )
