"""
The text of an operation as printers write it, read by expressions instead of token by token.

The directives of a format up to the first that no expression knows become `Item`s: an expression
for directives that follow each other, a dictionary, or a literal. An item only accepts: where the
text is written in another way, the operation is parsed token by token.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple, TypeAlias, TypeVar, cast

from xdsl.dialects.builtin import StringAttr
from xdsl.irdl import OperandDef
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    FormatDirective,
    ParsingState,
    SymbolNameAttributeVariable,
    VariadicOperandVariable,
)
from xdsl.irdl.operations import VarOperandDef
from xdsl.parser import UnresolvedOperand
from xdsl.utils.lexer import Input, Span
from xdsl.utils.mlir_lexer import MLIRTokenKind

from disc_shape.reading.formats import Directive, Step
from disc_shape.reading.literals import FUNCTION, NAME, TYPE, made
from disc_shape.reading.tokens import SUFFIX, FunctionTypes, Primitives, State


class Take(IntEnum):
    """What a group of an expression holds."""

    OPERAND = 0
    """The name of the operand `place`."""
    OPERANDS = 1
    """The names of the operands that the definition `place` stands for."""
    ALL_OPERANDS = 2
    OPERAND_TYPE = 3
    RESULT_TYPE = 4
    FUNCTION_TYPE = 5
    SYMBOL = 6
    """The name of a symbol, for an attribute."""
    TEXT = 7
    """The text of a directive that another package has registered."""


class Group(NamedTuple):
    """A group of an expression."""

    take: Take
    directive: FormatDirective
    place: int = 0


class Item(NamedTuple):
    """A part of a line: an expression, or the directive of a dictionary or of a literal."""

    pattern: re.Pattern[str] | None
    groups: Sequence[Group] = ()
    directive: FormatDirective | None = None
    is_dictionary: bool = False


DirectiveT = TypeVar("DirectiveT", bound=CustomDirective)
ReadText = Callable[[FormatDirective, Primitives, ParsingState, str], bool]


class Text(NamedTuple):
    """How the text of a directive is read: an expression without groups, and what it means."""

    pattern: str
    read: ReadText


TEXTS: dict[type[FormatDirective], Text] = {}
"""The directives of other packages whose text an expression reads."""


def read_as(
    directive: type[DirectiveT], pattern: str
) -> Callable[
    [Callable[[DirectiveT, Primitives, ParsingState, str], bool]],
    Callable[[DirectiveT, Primitives, ParsingState, str], bool],
]:
    """
    Let text of a directive that matches an expression without groups be read by the decorated
    function. It says whether it understood the text; if so, the state is what the directive would
    have left.
    """

    def register(
        read: Callable[[DirectiveT, Primitives, ParsingState, str], bool],
    ) -> Callable[[DirectiveT, Primitives, ParsingState, str], bool]:
        TEXTS[directive] = Text(pattern, cast("ReadText", read))
        return read

    return register


_OPERAND = rf"%({SUFFIX})"
_OPERANDS = rf"((?:%{SUFFIX}(?:, %{SUFFIX})*+)?)"
_END = r"(?![\w$.])"
_BLANK = " ?"


def items_of(
    directives: Sequence[Directive], *, reads_types: bool
) -> tuple[list[Item], Sequence[Directive]]:
    """
    The items for the first directives of a format, and the directives that follow. `reads_types`
    is whether a function type says which type is that of which operand.
    """
    found: list[Item] = []
    pattern, groups, count = "", list[Group](), 0
    for number, one in enumerate(directives):
        if one.step is Step.DICTIONARY and not one.text:
            item = Item(None, (), one.directive, is_dictionary=True)
        elif type(one.directive) is AttributeVariable and not one.directive.is_optional:
            item = Item(None, (), one.directive)
        else:
            piece = _piece(one, reads_types)
            if piece is None:
                break
            pattern += _BLANK + piece[0]
            groups += piece[1:]
            continue
        if pattern:
            found.append(Item(re.compile(pattern, re.ASCII), tuple(groups)))
            pattern, groups = "", []
        found.append(item)
        # A dictionary at the end may be on another line.
        count = number + 1
    else:
        number = len(directives)
    if pattern:
        found.append(Item(re.compile(pattern, re.ASCII), tuple(groups)))
        count = number
    while found and found[-1].is_dictionary:
        found.pop()
        count -= 1
    return found, directives[count:]


def _piece(one: Directive, reads_types: bool) -> tuple[str] | tuple[str, Group] | None:
    """The expression for a directive, and what its group holds; None if it has none."""
    directive = one.directive
    if one.step is Step.PUNCTUATION:
        return (re.escape(one.text),)
    if one.step is Step.KEYWORD:
        return (re.escape(one.text) + _END,)
    if one.step is Step.OPERAND:
        return _OPERAND, Group(Take.OPERAND, directive, one.place)
    if one.step is Step.OPERANDS:
        return _OPERANDS, Group(Take.ALL_OPERANDS, directive)
    if one.step is Step.OPERAND_TYPE:
        return f"({TYPE})", Group(Take.OPERAND_TYPE, directive, one.place)
    if one.step is Step.RESULT_TYPE:
        return f"({TYPE})", Group(Take.RESULT_TYPE, directive, one.place)
    if one.step is Step.FUNCTION_TYPE and reads_types:
        return f"({FUNCTION.pattern})", Group(Take.FUNCTION_TYPE, directive)
    if type(directive) is VariadicOperandVariable:
        return _OPERANDS, Group(Take.OPERANDS, directive, directive.index)
    if type(directive) is SymbolNameAttributeVariable and not directive.is_optional:
        return f"@({NAME})", Group(Take.SYMBOL, directive)
    if (text := TEXTS.get(type(directive))) is not None:
        return f"({text.pattern})", Group(Take.TEXT, directive)
    return None


NAMES = re.compile(rf"%({SUFFIX})")
"""The names in a list of operands."""


Names: TypeAlias = Sequence[tuple[int, str]]
"""Names of operands without the `%`, and where they begin with it."""


def as_operand(name: tuple[int, str], source: Input[str]) -> UnresolvedOperand:
    """The unresolved operand of a name."""
    start, text = name
    return UnresolvedOperand(Span(start, start + 1 + len(text), source), 0)


class LineReader:
    """Reads the text of operations of one class, up to the first directive without an item."""

    def __init__(
        self,
        directives: Sequence[Directive],
        reads_types: bool,
        set_types: Callable[[FunctionTypes | None, State], bool],
    ) -> None:
        self.items, self.rest = items_of(directives, reads_types=reads_types)
        """What is read here, and the directives after that."""
        self.set_types = set_types
        self.keeps_names = all(one.step is not Step.OTHER for one in self.rest)
        """Whether the directives after the text read no operands."""
        done = directives[: len(directives) - len(self.rest)]
        self.stops = stops_after(done[-1]) if done else ()
        """The tokens after the text that belong to its last part."""

    def read(self, parser: Primitives, state: State, place: int) -> bool:
        """
        Add what the text at a place says to a state, and continue after it. False where it is
        written in another way; the state is of no use then.
        """
        names: list[Names | None] = [None] * len(state.operands)
        content = parser.content
        for item in self.items:
            if item.pattern is not None:
                match = item.pattern.match(content, place)
                if match is None or not self._take(parser, state, names, item, match):
                    return False
                place = match.end()
            elif item.is_dictionary:
                assert item.directive is not None
                if content.startswith((" {", "{"), place):
                    parser.continue_at(place)
                    item.directive.parse(parser, state)
                    place = parser.pos
            else:
                assert isinstance(item.directive, AttributeVariable)
                found = parser.literal_at(place + content.startswith(" ", place))
                if found is None:
                    return False
                item.directive.set(state, found[0])
                place = found[1]
        token = parser.continue_at(place)
        if self.stops and token.kind in self.stops:
            return False
        if self.keeps_names:
            state.names = names
            setattr(state, "operands", names)  # Only how many there are is read.
        else:
            source = parser.source_text
            state.operands = [
                None if several is None else [as_operand(one, source) for one in several]
                for several in names
            ]
        return True

    def _take(
        self,
        parser: Primitives,
        state: State,
        names: list[Names | None],
        item: Item,
        match: re.Match[str],
    ) -> bool:
        """Add what the groups of a match say to a state; whether all of it is understood."""
        for number, (take, directive, place) in enumerate(item.groups, 1):
            text = match[number]
            if take is Take.OPERAND:
                names[place] = ((match.start(number) - 1, text),)
            elif take is Take.RESULT_TYPE or take is Take.OPERAND_TYPE:
                type_ = parser.type_of_text(text)
                if type_ is None:
                    return False
                types = state.result_types if take is Take.RESULT_TYPE else state.operand_types
                types[place] = (type_,)
            elif take is Take.FUNCTION_TYPE:
                if not self.set_types(parser.function_type_of(text), state):
                    return False
            elif take is Take.TEXT:
                if not TEXTS[type(directive)].read(directive, parser, state, text):
                    return False
            elif take is Take.SYMBOL:
                assert isinstance(directive, AttributeVariable)
                directive.set(state, made(StringAttr, data=text))
            else:
                start = match.start(number)
                listed = [(start + one.start(), one[1]) for one in NAMES.finditer(text)]
                if take is Take.OPERANDS:
                    names[place] = listed
                elif not place_all(names, listed, state):
                    return False
        return True


def place_all(names: list[Names | None], listed: Names, state: State) -> bool:
    """Let all operands of an operation have some names; whether it is clear which has which."""
    definitions = [type(one) for _, one in state.op_type.get_irdl_definition().operands]
    if definitions == [VarOperandDef]:
        names[0] = listed
        return True
    if len(listed) != len(names) or any(one is not OperandDef for one in definitions):
        return False
    names[:] = [(name,) for name in listed]
    return True


def stops_after(directive: Directive) -> tuple[MLIRTokenKind, ...]:
    """The tokens that belong to what was read for a directive, after names of operands."""
    if directive.step is Step.OPERAND:
        return (MLIRTokenKind.HASH_IDENT,)
    if directive.step is Step.OPERANDS or type(directive.directive) is VariadicOperandVariable:
        return (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.COMMA, MLIRTokenKind.PERCENT_IDENT)
    return ()
