"""
Assembly formats: the directives of an operation class, told apart once, and readers made of them.

xDSL prints `%2 = stablehlo.add %0, %1 : tensor<4xf32>` by one method call for each directive, each
piece of white space and each name. The directives that nearly all formats consist of are a number
here, for printers that write their text in place; all others print themselves.

When it parses an operation, xDSL searches the definition of the class for variadic operands and
options, verifies how many operands there are, and builds the operation from lists of lists. A
`Reader` knows what a class needs. It only accepts: what it does not understand is left to xDSL,
whose errors are reported.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from inspect import getclosurevars, isfunction, ismethod
from typing import NamedTuple

from xdsl.ir import Operation
from xdsl.irdl import (
    AttrConstraint,
    IRDLOperation,
    OperandDef,
    RangeLengthConstraint,
    RangeOf,
    ResultDef,
)
from xdsl.irdl.declarative_assembly_format import (
    AttrDictDirective,
    AttributeVariable,
    FormatDirective,
    FormatProgram,
    FunctionalTypeDirective,
    KeywordDirective,
    OperandsDirective,
    OperandVariable,
    PunctuationDirective,
    ResultsDirective,
    ResultVariable,
    TypeDirective,
)
from xdsl.irdl.operations import VariadicDef
from xdsl.traits import IsolatedFromAbove

from disc_shape.reading.tokens import Context

FORMAT = "format_program"
"""
The attribute of a function that prints operations as a format says: a function that returns the
format.
"""


class Step(IntEnum):
    """What a directive prints."""

    OTHER = 0
    PUNCTUATION = 1
    KEYWORD = 2
    OPERAND = 3
    """The operand `place`."""
    OPERANDS = 4
    """All operands."""
    ATTRIBUTE = 5
    """The property `text`, unless it is absent."""
    DICTIONARY = 6
    """The attributes, and the properties that `names` holds, after the keyword `text`."""
    OPERAND_TYPE = 7
    RESULT_TYPE = 8
    FUNCTION_TYPE = 9
    """The types of all operands and results."""


NO_SPACE_AFTER = ("<", "(", "{", "[")
NO_SPACE_AFTER_PUNCTUATION = (">", ")", "}", "]", ",")
NO_SPACE_AFTER_OTHERS = ("<", ">", "(", ")", "{", "}", "[", "]", ",")


class Directive(NamedTuple):
    """A directive, and what a printer must know of it."""

    step: Step
    directive: FormatDirective
    text: str = ""
    place: int = 0
    names: frozenset[str] = frozenset()
    spaces: tuple[bool, bool, bool] = (True, True, True)
    """Of punctuation: whether a space follows, precedes after punctuation, and after others."""


def directive_of(directive: FormatDirective, op_class: type[IRDLOperation]) -> Directive:
    """What a directive of the format of a class prints."""
    if type(directive) is PunctuationDirective:
        text = directive.punctuation
        spaces = (
            text not in NO_SPACE_AFTER,
            text not in NO_SPACE_AFTER_PUNCTUATION,
            text not in NO_SPACE_AFTER_OTHERS,
        )
        return Directive(Step.PUNCTUATION, directive, text, spaces=spaces)
    if type(directive) is KeywordDirective:
        return Directive(Step.KEYWORD, directive, directive.keyword)
    if type(directive) is AttrDictDirective:
        names = frozenset(directive.expected_properties)
        keyword = "attributes" if directive.with_keyword else ""
        return Directive(Step.DICTIONARY, directive, keyword, names=names)
    if type(directive) is AttributeVariable:
        if directive.is_property and directive.default_value is None:
            return Directive(Step.ATTRIBUTE, directive, directive.name)
    return _value_directive(directive, op_class) or Directive(Step.OTHER, directive)


def _value_directive(directive: FormatDirective, op_class: type[IRDLOperation]) -> Directive | None:
    """What a directive for values or their types prints; None for one that prints itself."""
    definition = op_class.get_irdl_definition()
    if type(directive) is OperandsDirective:
        return Directive(Step.OPERANDS, directive)
    if type(directive) is OperandVariable:
        if _are_single([one for _, one in definition.operands[: directive.index + 1]]):
            return Directive(Step.OPERAND, directive, place=directive.index)
    if type(directive) is TypeDirective:
        inner = directive.inner
        if type(inner) is OperandVariable or type(inner) is ResultVariable:
            is_operand = isinstance(inner, OperandVariable)
            values = definition.operands if is_operand else definition.results
            if _are_single([one for _, one in values[: inner.index + 1]]):
                step = Step.OPERAND_TYPE if is_operand else Step.RESULT_TYPE
                return Directive(step, directive, place=inner.index)
    if type(directive) is FunctionalTypeDirective:
        operands, results = (
            directive.operand_typeable_directive,
            directive.result_typeable_directive,
        )
        if type(operands) is OperandsDirective and type(results) is ResultsDirective:
            return Directive(Step.FUNCTION_TYPE, directive)
    return None


def _are_single(definitions: Sequence[OperandDef | ResultDef]) -> bool:
    """Whether there is one value of each definition."""
    return not any(isinstance(one, VariadicDef) for one in definitions)


def format_of(op_class: type[Operation]) -> FormatProgram | None:
    """The format as which the operations of a class are printed; None if they are otherwise."""
    if not issubclass(op_class, IRDLOperation):
        return None
    known: object = getattr(op_class.print, FORMAT, None)
    if not callable(known):
        return program_of(op_class, "print")
    found: object = known()
    return found if isinstance(found, FormatProgram) else None


def program_of(op_class: type[Operation], method: str) -> FormatProgram | None:
    """
    The format of which xDSL made the method `print` or `parse` of a class, which it keeps in a
    closure; None for a method that someone wrote.
    """
    function: object = getattr(op_class, method)
    if ismethod(function):
        function = function.__func__
    if not isfunction(function) or function.__module__ != IRDLOperation.__module__:
        return None
    found = getclosurevars(function).nonlocals.get("assembly_program")
    return found if isinstance(found, FormatProgram) else None


class Format(NamedTuple):
    """The format of a class."""

    directives: tuple[Directive, ...]
    operands: int
    results: int
    """How many operands and results an operation has at least; a wrong one may have fewer."""

    @staticmethod
    def of(directives: Sequence[Directive]) -> Format:
        """The format that consists of some directives."""
        operands = [one.place for one in directives if one.step in OPERAND_STEPS]
        results = [one.place for one in directives if one.step is Step.RESULT_TYPE]
        return Format(
            tuple(directives), max(operands, default=-1) + 1, max(results, default=-1) + 1
        )


OPERAND_STEPS = (Step.OPERAND, Step.OPERAND_TYPE)


class Formats(dict[type[Operation], Format | None]):
    """The format of a class; None if it has none."""

    def __missing__(self, key: type[Operation]) -> Format | None:
        program, found = format_of(key), None
        if program is not None and issubclass(key, IRDLOperation):
            found = Format.of([directive_of(one, key) for one in program.stmts])
        self[key] = found
        return found


FORMATS = Formats()
"""The formats by class, for all printers: none ever changes."""


class Isolated(dict[type[Operation], bool]):
    """Whether the operations of a class see nothing of what is around them."""

    def __missing__(self, key: type[Operation]) -> bool:
        found = self[key] = bool(key.get_traits_of_type(IsolatedFromAbove))
        return found


ISOLATED = Isolated()


def constraints_of(defs: Sequence[OperandDef | ResultDef]) -> list[AttrConstraint] | None:
    """The constraints of values of which there is one each; None if there may be more or none."""
    found: list[AttrConstraint] = []
    for one in defs:
        several = one.constr
        if (
            isinstance(one, VariadicDef)
            or type(several) is not RangeLengthConstraint
            or type(several.constraint) is not RangeOf
        ):
            return None
        several.verify_length(1, Context())
        found.append(several.constraint.constr)
    return found
