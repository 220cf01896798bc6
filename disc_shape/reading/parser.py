"""`FastParser`: xDSL's parser in every answer, in a fraction of the time."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import NamedTuple, TypeAlias, TypeVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser, ParserState, UnresolvedOperand
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from disc_shape.reading.formats import FORMAT, program_of
from disc_shape.reading.forms import LOCATION, Example, Form, Key, Line, Use, line_at
from disc_shape.reading.literal_parser import LiteralParser
from disc_shape.reading.readers import Reader
from disc_shape.reading.tokens import BLANK, SUFFIX, FastLexer, Primitives

_HEAD = re.compile(rf"(?:(%{SUFFIX}){BLANK}={BLANK})?+([a-zA-Z_][\w$.]*+)", re.ASCII)
"""`%0 = dialect.name`, as most operations begin, or without a result."""

type_of: Callable[[SSAValue], Attribute] = attrgetter("_type")
"""The type of a value, in one step."""

Forms: TypeAlias = dict[Key, Form | Example]
"""The forms of lines, or the only line of a form."""


OpT = TypeVar("OpT", bound=IRDLOperation)

READERS: dict[type[Operation], Reader] = {}
"""The readers by class, for all parsers: each is made when the first operation is read."""


def parse_format(parser: Parser, program: FormatProgram, op_class: type[OpT]) -> OpT:
    """`program.parse(parser, op_class)`, in fewer steps for parsers of this package."""
    if not isinstance(parser, Primitives):
        return program.parse(parser, op_class)
    reader = READERS.get(op_class)
    if reader is None or reader.program is not program:
        reader = READERS[op_class] = Reader(program, op_class)
    if not reader.is_understood:
        if parser.pending is not None:
            parser.continue_at(parser.pending)
            parser.pending = None
        return program.parse(parser, op_class)
    return cast("OpT", reader.parse(parser))


class Start(NamedTuple):
    """How the operations of a class begin to be parsed."""

    program: FormatProgram | None
    """The format of a class with the parser that xDSL makes of it; None for all others."""
    dialect: str
    may_wait: bool
    """Whether nothing but the reader of the class looks at the text first."""


class Starts(dict[type[Operation], Start]):
    """How the operations of each class begin to be parsed."""

    def __missing__(self, key: type[Operation]) -> Start:
        program = program_of(key, "parse")
        may_wait = program is not None or hasattr(key.parse, FORMAT)
        if program is not None and not issubclass(key, IRDLOperation):
            program, may_wait = None, False
        found = self[key] = Start(program, key.dialect_name(), may_wait)
        return found


STARTS = Starts()
"""The formats by class, for all parsers."""


class Names(dict[str, tuple[SSAValue, ...]]):
    """The values by name. xDSL copies them where a region begins; here, its names come last."""

    is_scope = False
    """Whether the next copy is that of a region, which needs none."""

    def copy(self) -> dict[str, tuple[SSAValue, ...]]:
        """A copy, or nothing at the beginning of a region."""
        if not self.is_scope:
            return super().copy()
        self.is_scope = False
        return {}


class FastParser(LiteralParser):
    """
    xDSL's parser, which reads a line of a form that it has read before by a look-up.

        module = FastParser(context, text, "model.mlir").parse_module()

    Whatever is not such a line is read as xDSL reads it: all errors are xDSL's.
    """

    def __init__(self, ctx: Context, input: str | bytes, name: str = "<unknown>") -> None:
        super().__init__(ctx, "", name)
        text = input.decode() if isinstance(input, bytes) else input
        self._parser_state = ParserState(FastLexer(Input(text, name)))
        self.ssa_values = Names()
        self._forms: dict[tuple[str, ...], Forms] = {}
        self._locations: dict[str, LocationAttr] = {}
        """The locations by name that were read, by their text."""
        self._uses: list[Use] = []
        self._parts = 0
        """How many operations and regions were read."""

    def operation_read(self, op: Operation, position: int) -> None:
        """Called for operations that `parse_operation` does not read, with their position."""

    def _parse_block_body(self, block: Block) -> None:
        # The name of an operation without a dialect depends on the operations around it.
        forms = self._forms.setdefault(tuple(self._parser_state.dialect_stack), {})
        while True:
            line = self._read_lines(block, forms)
            before, uses = self._parts, self._uses
            self._uses = []
            op = self.parse_optional_operation()
            if op is None:
                self._uses = uses
                return
            if line is not None and line.key not in forms and self._parts == before + 1:
                self._learn(op, line, forms)
            self._uses = uses
            block.add_op(op)

    def _read_lines(self, block: Block, forms: Forms) -> Line | None:
        """Read the lines that follow and whose form is known; the first line of another form."""
        text = self.lexer.input.content
        start = position = self.pos
        values, ahead = self.ssa_values, self.forward_ssa_references
        locations = self._locations
        while True:
            line = line_at(text, position)
            form = None if line is None else forms.get(line.key)
            if line is None or form is None:
                break
            if isinstance(form, Example):
                if (found := form.form()) is None:
                    del forms[line.key]
                    break
                form = forms[line.key] = found
            shown = line.location
            location = locations.get(shown)
            if location is None and shown and (location := self._location_of(line)) is None:
                self._resume_from(position)
                return None
            op = form.read(line.names, values, ahead, location)
            if op is None:
                break
            index = 0
            for name, size in zip(line.names, form.sizes, strict=False):
                results = values[name] = tuple(op.results[index : index + size])
                index += size
                if not name[0].isdigit():
                    for result in results:
                        result.name_hint = name
            block.add_op(op)
            self.operation_read(op, position)
            position = line.end
        if position != start:
            self._resume_from(position)
        return line

    def location_of_text(self, text: str) -> LocationAttr | None:
        """The location that `loc(text` is; None where that takes the steps of the parser."""
        alias = self.attribute_aliases.get(text[:-1])
        return alias if isinstance(alias, LocationAttr) else None

    def _location_of(self, line: Line) -> LocationAttr | None:
        """The location at the end of a line; None if it is none, or is not the end of it."""
        shown = line.location
        location = self._locations.get(shown) or self.location_of_text(shown)
        if location is None:
            begin = self.lexer.input.content.rfind(LOCATION, line.start, line.end)
            self._resume_from(begin + 1)
            try:
                location = self.parse_optional_location()
            except ParseError:
                return None
            # What an alias is may depend on where it is used.
            if location is None or self.pos != line.end or "#" in shown:
                return location if self.pos == line.end else None
        self._locations[shown] = location
        return location

    def _learn(self, op: Operation, line: Line, forms: Forms) -> None:
        """
        Remember the line from which `op` was read. Resources are not what their text says: xDSL
        renames them.
        """
        after, text = self.pos, self.lexer.input.content
        if after != line.end or text.find("dense_resource", line.start, after) >= 0:
            return
        if line.location:
            location = self._location_of(line)
            if self.pos != after:
                self._resume_from(after)
            if location != op.location or "//" in "".join(line.key):
                return
        forms[line.key] = Example(op, line, self._uses)

    def parse_operation(self) -> Operation:
        """Parse an operation."""
        self._parts += 1
        state = self._parser_state
        match = _HEAD.match(state.lexer.input.content, self.pos)
        if match is None:
            return super().parse_operation()
        start, name = match.start(), match[1]
        try:
            op_class = self._get_op_by_name(match[2])
        except ParseError:
            self.continue_at(match.end())
            op_class = self._get_op_by_name(match[2])  # An error names the text before.
        program, dialect, may_wait = STARTS[op_class]
        if may_wait:
            self.pending = match.end()
        else:
            self.continue_at(match.end())
        state.dialect_stack.append(dialect)
        if program is not None:
            op: Operation = parse_format(self, program, cast("type[IRDLOperation]", op_class))
        else:
            op = op_class.parse(self)
        self._parser_state.dialect_stack.pop()
        if self._parser_state.current_token.text == "loc":
            location = self.parse_optional_location()
            op.location = location or op.location
        if name is not None:
            if len(op.results) != 1:
                self.raise_error(
                    f"Operation has {len(op.results)} results, but was given 1 to bind.",
                    at_position=Span(start, match.end(1), state.lexer.input),
                )
            self._bind(name[1:], op, start)
        return op

    def _bind(self, name: str, op: Operation, start: int) -> None:
        """Give the result of an operation the name that begins at `start`."""
        if name in self.ssa_values or name in self.forward_ssa_references:
            span = Span(start, start + 1 + len(name), self.lexer.input)
            self._register_ssa_definition(name, op.results, span)
            return
        (result,) = self.ssa_values[name] = tuple(op.results)
        if not name[0].isdigit():
            result.name_hint = name

    def parse_optional_region(
        self, arguments: Iterable[Parser.Argument] | None = None
    ) -> Region | None:
        """Parse a region, if present; its names are forgotten at its end."""
        if self._current_token.kind is not MLIRTokenKind.L_BRACE:
            return None
        self._parts += 1
        names = self.ssa_values
        if not isinstance(names, Names):
            return super().parse_optional_region(arguments)
        count = len(names)
        names.is_scope = True
        region = super().parse_optional_region(arguments)
        while len(names) > count:
            names.popitem()
        self.ssa_values = names
        return region

    def value_named(self, name: tuple[int, str], type: Attribute) -> SSAValue | None:
        """The value of an operand, if it has a type; records where it is."""
        start, text = name
        values = self.ssa_values.get(text)
        if not values or type_of(values[0]) is not type:
            return None
        self._uses.append((start, 0, values[0]))
        return values[0]

    def resolve_operand(self, operand: UnresolvedOperand, type: Attribute) -> SSAValue:
        """Resolve an operand, and record from where it came."""
        span, index = operand.span, operand.index
        values = self.ssa_values.get(span.input.content[span.start + 1 : span.end])
        value = values[index] if values is not None and index < len(values) else None
        if value is None or value.type is not type:
            value = super().resolve_operand(operand, type)
        self._uses.append((span.start, index, value))
        return value
