"""`FastParser`: xDSL's parser in every answer, in a fraction of the time."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import TypeAlias, TypeVar, cast

from xdsl.context import Context
from xdsl.dialects.builtin import LocationAttr, TensorType
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue, TypeAttribute
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import FormatProgram
from xdsl.parser import Parser, ParserState, UnresolvedOperand
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from disc_shape.reading.formats import Reader, program_of
from disc_shape.reading.forms import LOCATION, Example, Form, Key, Line, Use, line_at
from disc_shape.reading.literals import ELEMENTS, FUNCTION, LITERAL, TENSOR, TensorTypes, literal_of
from disc_shape.reading.tokens import BLANK, SUFFIX, FastLexer, Primitives

_INSIDE = r"[^<>\"\n]|(?<=-)>"
_TYPE = re.compile(
    rf"(!?[a-zA-Z_][\w$.]*+(?:<(?:{_INSIDE}|<(?:{_INSIDE}|<(?:{_INSIDE})*+>)*+>)*+>)?+)\s*+.?",
    re.ASCII,
)
"""A type of up to three levels of brackets on one line, and the character after it."""

_BLANK = re.compile(BLANK)

_ENTRY = re.compile(r" ?([a-zA-Z_][\w$.]*+) = ", re.ASCII)
"""A name in a dictionary, with the blanks that printers write."""

_HEAD = re.compile(rf"(?:(%{SUFFIX}){BLANK}={BLANK})?+([a-zA-Z_][\w$.]*+)", re.ASCII)
"""`%0 = dialect.name`, as most operations begin, or without a result."""

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
        return program.parse(parser, op_class)
    return cast("OpT", reader.parse(parser))


class Programs(dict[type[Operation], FormatProgram | None]):
    """The format of classes with the parser that xDSL makes of it; None for all others."""

    def __missing__(self, key: type[Operation]) -> FormatProgram | None:
        found = self[key] = program_of(key, "parse")
        return found


PROGRAMS = Programs()
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


class LiteralParser(Primitives):
    """xDSL's parser, which remembers types and attributes by their text."""

    def __init__(self, ctx: Context, input: str, name: str) -> None:
        super().__init__(ctx, input, name)
        self._types: dict[str, TypeAttribute] = {}
        """The types that were read, by their text and the character after it."""
        self._tensors = TensorTypes()
        self._literals: dict[str, Attribute] = {}
        """The attributes that were read, by their text."""

    def parse_optional_type(self) -> TypeAttribute | None:
        """Parse a type, if present."""
        content, start = self.lexer.input.content, self.pos
        match = _TYPE.match(content, start)
        if match is None:
            return super().parse_optional_type()
        known = self._types.get(match[0]) or ELEMENTS.get(match[1])
        if known is not None:
            self._resume_from(match.end(1))
            return known
        tensor = TENSOR.fullmatch(match[1])
        type_ = None if tensor is None else self._tensors.read(tensor)
        if type_ is not None:
            self._types[match[0]] = type_
            self._resume_from(match.end(1))
            return type_
        type_ = super().parse_optional_type()
        if tensor is not None and type_ is not None:
            self._tensors.elements[tensor[2]] = cast("TensorType[Attribute]", type_).element_type
        blank = None if type_ is None else _BLANK.match(content, match.end(1))
        if type_ is not None and blank is not None and blank.end() == self.pos:
            self._types[match[0]] = type_
        return type_

    def parse_attribute(self) -> Attribute:
        """Parse an attribute."""
        found = self._read_literal()
        return super().parse_attribute() if found is None else found

    def parse_optional_attribute(self) -> Attribute | None:
        """Parse an attribute, if present."""
        found = self._read_literal()
        return super().parse_optional_attribute() if found is None else found

    def _read_literal(self) -> Attribute | None:
        """The attribute at the current token if it is one literal, as most are."""
        found = self._literal_at(self.pos)
        if found is None:
            return None
        self._resume_from(found[1])
        return found[0]

    def _literal_at(self, place: int) -> tuple[Attribute, int] | None:
        """The attribute whose literal begins at a place, and where that ends."""
        match = LITERAL.match(self.lexer.input.content, place)
        if match is None:
            return None
        found = self._literals.get(match[0])
        if found is None:
            tensor = TENSOR.fullmatch(match["tensor"] or "")
            found = literal_of(match, None if tensor is None else self._tensors.read(tensor))
            if found is None:
                return None
            self._literals[match[0]] = found
        return found, match.end()

    def parse_optional_dictionary_attr_dict(self) -> dict[str, Attribute]:
        """Parse a dictionary of attributes, if present."""
        found = self._read_dictionary() if self.is_at_brace() else {}
        return super().parse_optional_dictionary_attr_dict() if found is None else found

    def _read_dictionary(self) -> dict[str, Attribute] | None:
        """The dictionary at the current token if its attributes are literals of different names."""
        content, place = self.lexer.input.content, self.pos
        found: dict[str, Attribute] = {}
        while (entry := _ENTRY.match(content, place + 1)) is not None:
            value = self._literal_at(entry.end())
            if value is None or entry[1] in found:
                return None
            found[entry[1]], place = value
            if content.startswith("}", place):
                self._resume_from(place + 1)
                return found
            if not content.startswith(",", place):
                return None
        return None

    def read_function_type(
        self, operands: int | None, *, may_end: bool = False
    ) -> tuple[list[Attribute], list[Attribute]] | None:
        """
        `(type, ...) -> type` where all are types of tensors: those before the arrow, and that after
        it. With `may_end`, there may be none after it, which is written `()`.
        """
        match = FUNCTION.match(self.lexer.input.content, self.pos)
        if match is None:
            return None
        found: list[Attribute] = []
        for one in TENSOR.finditer(match[0]):
            type_ = self._tensors.read(one)
            if type_ is None:
                return None
            found.append(type_)
        results = [] if match[0].endswith(")") else [found.pop()]
        if operands not in (None, len(found)) or not (results or may_end):
            return None
        self._resume_from(match.end())
        return found, results


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
        self._resume_from(match.end())
        op_class = self._get_op_by_name(match[2])
        program = PROGRAMS[op_class]
        state.dialect_stack.append(op_class.dialect_name())
        if program is not None and issubclass(op_class, IRDLOperation):
            op: Operation = parse_format(self, program, op_class)
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

    def resolve_operand(self, operand: UnresolvedOperand, type: Attribute) -> SSAValue:
        """Resolve an operand, and record from where it came."""
        span, index = operand.span, operand.index
        values = self.ssa_values.get(span.input.content[span.start + 1 : span.end])
        value = values[index] if values is not None and index < len(values) else None
        if value is None or value.type is not type:
            value = super().resolve_operand(operand, type)
        self._uses.append((span.start, index, value))
        return value
