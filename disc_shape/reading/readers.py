"""
Readers: what parses the operations of one class, made of its format.

When it parses an operation, xDSL searches the definition of the class for variadic operands and
options, verifies how many operands there are, and builds the operation from lists of lists. A
`Reader` knows what a class needs. It only accepts: what it does not understand is left to xDSL,
whose errors are reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from inspect import getattr_static

from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import IRDLOperation, OptionalDef
from xdsl.irdl.declarative_assembly_format import (
    FormatDirective,
    FormatProgram,
    OptionalGroupDirective,
    ParsingState,
    PunctuationDirective,
)
from xdsl.irdl.operations import AttrSizedSegments, VarOperandDef, VarResultDef
from xdsl.parser import UnresolvedOperand
from xdsl.utils.exceptions import VerifyException

from disc_shape.reading.formats import Directive, Step, constraints_of, directive_of
from disc_shape.reading.lines import LineReader, Names, as_operand
from disc_shape.reading.tokens import Context, FunctionTypes, Primitives, State, built


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
        self.counts = tuple(
            len(group)
            for group in (
                definition.operands,
                definition.results,
                definition.regions,
                definition.successors,
            )
        )
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

        self.line = LineReader(self.directives, self.reads_types, self.set_types)
        """Reads the text of the first directives."""

    def parse(self, parser: Primitives) -> IRDLOperation:
        """Parse an operation after its name."""
        place, parser.pending = parser.pending, None
        state = State(self.op_class, self.counts)
        rest: Sequence[Directive] = self.directives
        if self.line.items:
            start = parser.pos if place is None else place
            if self.line.read(parser, state, start):
                rest, place = self.line.rest, None
            else:
                state, place = State(self.op_class, self.counts), start
        if place is not None:
            parser.continue_at(place)
        if rest:
            self._parse(parser, state, rest)
        return self._made(parser, state)

    def _parse(self, parser: Primitives, state: State, directives: Sequence[Directive]) -> None:
        """Parse what directives stand for, token by token."""
        for step, directive, text, place, _, _ in directives:
            if step is Step.PUNCTUATION and isinstance(directive, PunctuationDirective):
                parser.parse_punctuation(directive.punctuation)
            elif step is Step.OPERAND:
                state.operands[place] = (parser.parse_unresolved_operand(),)
            elif step is Step.DICTIONARY and not text and not parser.is_at_brace():
                continue
            elif step is not Step.FUNCTION_TYPE or not self._read_types(parser, state):
                directive.parse(parser, state)

    def _made(self, parser: Primitives, state: State) -> IRDLOperation:
        """The operation that was parsed."""
        self._verify(state)
        assert None not in state.operands
        types: Sequence[Sequence[Attribute] | None] = state.operand_types
        if None in types:
            types = self.program.resolve_operand_types(state, self.definition)
        results: Sequence[Sequence[Attribute] | None] = state.result_types
        if None in results:
            results = self.program.resolve_result_types(state, self.definition)
        if state.names is None:
            operands = _operands(parser, state.operands, types)
        else:
            operands = _named(parser, state.names, types)
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

    def _read_types(self, parser: Primitives, state: State) -> bool:
        """Read `(type, ...) -> type` if all of these are types of tensors, one for each value."""
        if not self.reads_types:
            return False
        found = parser.function_type_at(parser.pos)
        if found is None or not self.set_types(found[0], state):
            return False
        parser.continue_at(found[1])
        return True

    def set_types(self, types: FunctionTypes | None, state: State) -> bool:
        """Give the values of an operation types if there is one for each."""
        if types is None:
            return False
        operands, results = types
        if not results and not self.may_lack_results:
            return False
        if self.operands is None:
            state.operand_types[:] = [operands]
        elif len(operands) != len(state.operand_types):
            return False
        else:
            state.operand_types[:] = [(one,) for one in operands]
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


def _named(
    parser: Primitives,
    names: Sequence[Names | None],
    given: Sequence[Sequence[Attribute] | None],
) -> list[Sequence[SSAValue]]:
    """The values of names, of the types that were parsed or inferred."""
    found: list[Sequence[SSAValue]] = []
    for several, types in zip(names, given, strict=True):
        assert several is not None
        assert types is not None
        values: list[SSAValue] = []
        if len(several) != len(types):
            unresolved = [as_operand(name, parser.source_text) for name in several]
            found.append(parser.resolve_operands(unresolved, types, parser.pos))
            continue
        for name, type_ in zip(several, types, strict=True):
            value = parser.value_named(name, type_)
            if value is None:
                value = parser.resolve_operand(as_operand(name, parser.source_text), type_)
            values.append(value)
        found.append(values)
    return found


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
