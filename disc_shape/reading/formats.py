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

from collections.abc import Mapping, Sequence
from enum import IntEnum
from inspect import getattr_static, getclosurevars, isfunction, ismethod
from typing import NamedTuple

from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    AttrConstraint,
    IRDLOperation,
    OperandDef,
    OptionalDef,
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
    OptionalGroupDirective,
    ParsingState,
    PunctuationDirective,
    ResultsDirective,
    ResultVariable,
    TypeDirective,
)
from xdsl.irdl.operations import AttrSizedSegments, VariadicDef, VarOperandDef, VarResultDef
from xdsl.parser import UnresolvedOperand
from xdsl.traits import IsolatedFromAbove
from xdsl.utils.exceptions import VerifyException

from disc_shape.reading.tokens import Context, Primitives, State, built

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


class Reader:
    """Parses the operations of one class."""

    def __init__(self, program: FormatProgram, op_class: type[IRDLOperation]) -> None:
        definition = op_class.get_irdl_definition()
        self.program = program
        self.op_class = op_class
        self.is_understood = all(map(is_understood, program.stmts))
        """Whether operations may be read by `parse`; xDSL reads all others."""
        self.directives = [directive_of(one, op_class) for one in program.stmts]
        self.operands = constraints_of([one for _, one in definition.operands])
        self.results = constraints_of([one for _, one in definition.results])
        """The constraints of values of which there is one each; None if there are others."""
        self.definition = definition
        self.attributes = [
            (one.constr, name, one.default_value, is_property)
            for is_property, group in (
                (True, definition.properties),
                (False, definition.attributes),
            )
            for name, one in group.items()
            if not isinstance(one, OptionalDef) or one.default_value is not None
        ]
        """The properties and attributes that are verified where they are present."""
        values = (*definition.operands, *definition.results)
        self.reads_types = len(definition.results) == 1 and (
            self.operands is not None or [type(one) for _, one in values[:-1]] == [VarOperandDef]
        )
        """Whether `(type, ...) -> type` says which type is that of which operand."""
        self.may_lack_results = [type(one) for _, one in definition.results] == [VarResultDef]
        self.is_plain = not (
            definition.successors
            or definition.regions
            or (self.operands is None and len(definition.operands) != 1)
            or (self.results is None and len(definition.results) != 1)
            or any(isinstance(one, OptionalDef) for _, one in values)
            or any(isinstance(one, AttrSizedSegments) for one in definition.options)
            or getattr_static(op_class, "build") is not getattr_static(IRDLOperation, "build")
        )
        """Whether an operation has no more than what was parsed, in the order of its definition."""

    def parse(self, parser: Primitives) -> IRDLOperation:
        """Parse an operation after its name."""
        state = State(self.op_class, self.definition)
        for step, directive, text, place, _, _ in self.directives:
            if step is Step.PUNCTUATION and isinstance(directive, PunctuationDirective):
                parser.parse_punctuation(directive.punctuation)
            elif step is Step.OPERAND:
                state.operands[place] = (parser.parse_unresolved_operand(),)
            elif step is Step.DICTIONARY and not text and not parser.is_at_brace():
                continue
            elif step is not Step.FUNCTION_TYPE or not self._read_types(parser, state):
                directive.parse(parser, state)
        self._verify(state)
        assert None not in state.operands
        types: Sequence[Sequence[Attribute] | None] = state.operand_types
        if None in types:
            types = self.program.resolve_operand_types(state, self.definition)
        results: Sequence[Sequence[Attribute] | None] = state.result_types
        if None in results:
            results = self.program.resolve_result_types(state, self.definition)
        operands = _operands(parser, state.operands, types)
        if not (self.is_plain and are_present(state.properties) and are_present(state.attributes)):
            return self.op_class.build(
                result_types=results,
                operands=operands,
                attributes=state.attributes,
                properties=state.properties,
                regions=state.regions,
                successors=state.successors,
            )
        return built(
            self.op_class,
            [value for values in operands for value in values],
            [type_ for several in results for type_ in several or ()],
            state.properties,
            state.attributes,
        )

    def _read_types(self, parser: Primitives, state: ParsingState) -> bool:
        """Read `(type, ...) -> type` if all of these are types of tensors, one for each value."""
        if not self.reads_types:
            return False
        are_single = self.operands is not None
        count = len(state.operand_types) if are_single else None
        types = parser.read_function_type(count, may_end=self.may_lack_results)
        if types is None:
            return False
        operands, results = types
        state.operand_types[:] = [(one,) for one in operands] if are_single else [operands]
        state.result_types[0] = results
        return True

    def _verify(self, state: ParsingState) -> None:
        """Verify what was parsed, which gives the variables of constraints their values."""
        try:
            self._verify_singles(state)
        except VerifyException:  # xDSL reports what it is.
            state.context = Context()
            self.program.resolve_constraint_variables(state, self.definition)

    def _verify_singles(self, state: ParsingState) -> None:
        if self.operands is None or self.results is None:
            raise VerifyException
        context = state.context
        for operand in state.operands:
            if operand is None or len(operand) != 1:
                raise VerifyException
        for constraints, given in (
            (self.operands, state.operand_types),
            (self.results, state.result_types),
        ):
            for constraint, types in zip(constraints, given, strict=True):
                if types is not None:
                    (type_,) = types
                    constraint.verify(type_, context)
        for constraint, name, default, is_property in self.attributes:
            attribute = (state.properties if is_property else state.attributes).get(name, default)
            if attribute is not None:
                constraint.verify(attribute, context)


def _operands(
    parser: Primitives,
    operands: Sequence[Sequence[UnresolvedOperand] | None],
    given: Sequence[Sequence[Attribute] | None],
) -> list[Sequence[SSAValue]]:
    """The values that were named, of the types that were parsed or inferred."""
    found: list[Sequence[SSAValue]] = []
    for names, types in zip(operands, given, strict=True):
        assert names is not None
        assert types is not None
        if len(names) == 1 == len(types):
            found.append((parser.resolve_operand(names[0], types[0]),))
        else:
            found.append(parser.resolve_operands(names, types, parser.pos))
    return found


def are_present(attributes: Mapping[str, Attribute | None]) -> bool:
    """Whether none of the attributes is None, which stands for an attribute that is absent."""
    for attribute in attributes.values():
        if attribute is None:
            return False
    return True


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


PACKAGES = ("disc_shape", "xdsl")


def is_understood(directive: FormatDirective) -> bool:
    """
    Whether a directive is one of xDSL or of this package. Those that others write may leave
    anything in the state of a parser.
    """
    if isinstance(directive, OptionalGroupDirective):
        inner = (directive.then_first, *directive.then_elements, *directive.else_elements)
        if not all(map(is_understood, inner)):
            return False
    return type(directive).__module__.partition(".")[0] in PACKAGES
