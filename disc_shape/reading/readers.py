"""
Readers of operations: what xDSL's parsers of assembly formats do, with the format read once.

For each operation xDSL searches the definition of its class for variadic operands and options,
verifies the number of each operand, and builds the operation from lists of lists. A reader knows
what a class needs. It only accepts: whatever it does not understand is parsed again by xDSL, whose
errors are reported.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar, cast

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
from xdsl.irdl.constraints import VerificationContext
from xdsl.irdl.declarative_assembly_format import FormatProgram, ParsingState, PunctuationDirective
from xdsl.irdl.operations import AttrSizedSegments, VariadicDef
from xdsl.parser import Parser
from xdsl.utils.exceptions import VerifyException

from disc_shape.reading.formats import Step, directive_of, program_of
from disc_shape.reading.primitives import Primitives

OpT = TypeVar("OpT", bound=IRDLOperation)


class Reader:
    """Parses the operations of one class."""

    def __init__(self, program: FormatProgram, op_class: type[IRDLOperation]) -> None:
        definition = op_class.get_irdl_definition()
        self.program = program
        self.op_class = op_class
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
        self.is_plain = not (
            definition.successors
            or definition.regions
            or (self.operands is None and len(definition.operands) != 1)
            or (self.results is None and len(definition.results) != 1)
            or any(isinstance(one, OptionalDef) for _, one in values)
            or any(isinstance(one, AttrSizedSegments) for one in definition.options)
        )
        """Whether an operation has no more than what was parsed, in the order of its definition."""

    def parse(self, parser: Primitives) -> IRDLOperation:
        """Parse an operation after its name."""
        state = ParsingState(self.op_class)
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
        operands = self._operands(parser, state)
        results: Sequence[Sequence[Attribute] | None] = state.result_types
        if None in results:
            results = self.program.resolve_result_types(state, self.definition)
        if not (self.is_plain and are_present(state.properties) and are_present(state.attributes)):
            return self.op_class.build(
                result_types=results,
                operands=operands,
                attributes=state.attributes,
                properties=state.properties,
                regions=state.regions,
                successors=state.successors,
            )
        op = self.op_class.__new__(self.op_class)
        Operation.__init__(
            op,
            operands=[value for values in operands for value in values],
            result_types=[type_ for types in results for type_ in types or ()],
            properties=state.properties,
            attributes=state.attributes,
        )
        return op

    def _read_types(self, parser: Primitives, state: ParsingState) -> bool:
        """Read `(type, ...) -> type` if all of these are types of tensors, one for each value."""
        count = len(state.operand_types)
        if len(state.result_types) != 1 or (self.operands is None and count != 1):
            return False
        types = parser.read_function_type(count if self.operands is not None else None)
        if types is None:
            return False
        *operands, result = types
        state.operand_types[:] = [(one,) for one in operands] if self.operands else [operands]
        state.result_types[0] = (result,)
        return True

    def _verify(self, state: ParsingState) -> None:
        """Verify what was parsed, which gives the variables of constraints their values."""
        try:
            self._verify_singles(state)
        except VerifyException:  # xDSL reports what it is.
            state.context = VerificationContext()
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

    def _operands(self, parser: Primitives, state: ParsingState) -> list[Sequence[SSAValue]]:
        """The values that were named, of the types that were parsed or inferred."""
        assert None not in state.operands
        given: Sequence[Sequence[Attribute] | None] = state.operand_types
        if None in given:
            given = self.program.resolve_operand_types(state, self.definition)
        found: list[Sequence[SSAValue]] = []
        for names, types in zip(state.operands, given, strict=True):
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
        several.verify_length(1, VerificationContext())
        found.append(several.constraint.constr)
    return found


READERS: dict[type[Operation], Reader] = {}


def parse_format(parser: Parser, program: FormatProgram, op_class: type[OpT]) -> OpT:
    """`program.parse(parser, op_class)`, in fewer steps for parsers of this package."""
    if not isinstance(parser, Primitives):
        return program.parse(parser, op_class)
    reader = READERS.get(op_class)
    if reader is None or reader.program is not program:
        reader = READERS[op_class] = Reader(program, op_class)
    return cast("OpT", reader.parse(parser))


class Programs(dict[type[Operation], FormatProgram | None]):
    """The format of classes with the parser that xDSL makes of it; None for all others."""

    def __missing__(self, key: type[Operation]) -> FormatProgram | None:
        found = self[key] = program_of(key, "parse")
        return found


PROGRAMS = Programs()
