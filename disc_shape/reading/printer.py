"""`FastPrinter`: xDSL's printer, byte for byte, in a fraction of the time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import attrgetter
from typing import IO, NamedTuple, cast

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.irdl.declarative_assembly_format import PrintingState
from xdsl.utils.diagnostic import Diagnostic

from disc_shape.reading.attribute_printer import (
    CONSTANTS,
    MOST,
    AttributePrinter,
    Parts,
    is_large,
)
from disc_shape.reading.formats import FORMATS, ISOLATED, Directive, Step

FEW = 100
"""How many operations are printed before texts are looked up: small programs repeat few."""

_type_of: Callable[[SSAValue], Attribute] = attrgetter("_type")
_operands_of: Callable[[Operation], Sequence[SSAValue]] = attrgetter("_operands")
"""The type of a value and the operands of an operation, in one step."""

Wording = tuple[str, tuple[tuple[int, str], ...]]
"""
The text of operations of one class with equal attributes and types, but for the names: what comes
first, and for each name which result or operand it is of, and the text up to the next name.
"""

Key = tuple[object, ...]


class DirectivePrinter(AttributePrinter):
    """xDSL's printer, which prints operations by the directives of their formats in place."""

    _named: list[tuple[int, SSAValue]] | None
    """The parts that are names of values, where the text is remembered."""

    def _print_directives(
        self,
        op: IRDLOperation,
        operands: Sequence[SSAValue],
        directives: Sequence[Directive],
        parts: list[str],
    ) -> None:
        """Print an operation by the directives of its format."""
        results = op.results
        self._print_head(op, parts)
        state = PrintingState()
        for step, directive, text, place, names, spaces in directives:
            space = state.should_emit_space
            if step is Step.PUNCTUATION:
                follows, after_punctuation, after_others = spaces
                wanted = after_punctuation if state.last_was_punctuation else after_others
                parts.append(f" {text}" if space and wanted else text)
                state.should_emit_space, state.last_was_punctuation = follows, True
                continue
            if step is Step.KEYWORD:
                parts.append(f" {text}" if space else text)
            elif step is Step.DICTIONARY:
                if op.attributes or (names and not names.isdisjoint(op.properties)):
                    directive.print(self, state, op)
                continue
            elif step is Step.OTHER:
                directive.print(self, state, op)
                continue
            elif step is Step.OPERANDS and not operands:
                continue
            elif step is Step.ATTRIBUTE and text not in op.properties:
                continue
            elif space or not state.last_was_punctuation:
                parts.append(" ")
            state.should_emit_space, state.last_was_punctuation = True, False
            if step is Step.OPERAND:
                self._print_names((operands[place],), parts)
            elif step is Step.OPERANDS:
                self._print_names(operands, parts)
            elif step is Step.ATTRIBUTE:
                self._print_known(op.properties[text], parts)
            elif step is Step.OPERAND_TYPE:
                self._print_known(_type_of(operands[place]), parts)
            elif step is Step.RESULT_TYPE:
                self._print_known(_type_of(results[place]), parts)
            elif step is Step.FUNCTION_TYPE:
                self._print_function_type(operands, results, parts)

    def _print_head(self, op: Operation, parts: list[str]) -> None:
        """`%0 = dialect.name`."""
        if op.results:
            self._print_names(op.results, parts)
            parts.append(" = ")
        parts.append(op.name)

    def _print_names(self, values: Sequence[SSAValue], parts: list[str]) -> None:
        known, named = self._ssa_values, self._named
        if named is None:
            new = self._new_name
            parts.append(", ".join([f"%{known.get(value) or new(value)}" for value in values]))
            return
        for index, value in enumerate(values):
            if index:
                parts.append(", ")
            named.append((len(parts), value))
            parts.append(f"%{known.get(value) or self._new_name(value)}")

    def _print_function_type(
        self, operands: Sequence[SSAValue], results: Sequence[SSAValue], parts: list[str]
    ) -> None:
        """`(type, ...) -> type`."""
        parts.append("(")
        self._print_types(operands, parts)
        parts.append(") -> ")
        if len(results) == 1:
            self._print_known(_type_of(results[0]), parts)
            return
        parts.append("(")
        self._print_types(results, parts)
        parts.append(")")

    def _print_types(self, values: Sequence[SSAValue], parts: list[str]) -> None:
        for index, value in enumerate(values):
            if index:
                parts.append(", ")
            self._print_known(_type_of(value), parts)

    def _new_name(self, value: SSAValue) -> str:
        """The name of a value that is printed for the first time."""
        hint = value.name_hint
        if hint:
            count = self.ssa_names.get(hint, 0)
            self.ssa_names[hint] = count + 1
            name = f"{hint}_{count}" if count else hint
        else:
            name = self._get_new_valid_name_id()
        self._ssa_values[value] = name
        return name


class FastPrinter(DirectivePrinter):
    """
    xDSL's printer, which prints an operation that differs from an earlier one in its values alone
    by putting their names into its text.

        FastPrinter(stream).print_op(module)

    It depends on printers of operations: the text of an operation without regions is made of its
    attributes, its types, and the names of its results and operands. Attributes that equal each
    other have one text, as in MLIR, where they are one.
    """

    def __init__(
        self,
        stream: IO[str] | None = None,
        print_generic_format: bool = False,
        print_properties_as_attributes: bool = False,
        print_debuginfo: bool = False,
        diagnostic: Diagnostic | None = None,
        *,
        indent_num_spaces: int = 2,
    ) -> None:
        super().__init__(
            stream,
            print_generic_format,
            print_properties_as_attributes,
            print_debuginfo,
            diagnostic or Diagnostic(),
            indent_num_spaces=indent_num_spaces,
        )
        self._count = 0  # of operations without regions that have been printed
        self._wordings: dict[Key | None, Wording | Printed] = {}
        self._texts = {}
        self._equal: dict[Attribute, int] = {}
        self._numbers: dict[int, int] = {}
        self._kept: list[Attribute] = []
        """The attributes in `_numbers`, which holds their addresses."""
        self._parts = None
        self._named = None
        self._more_than_text = False

    def print_op(self, op: Operation) -> None:
        """Print an operation."""
        if self._parts is not None:
            self._print_inner(op)
            return
        stream, parts = self.stream, Parts()
        self.stream, self._parts = parts, parts.parts
        try:
            self._print_inner(op)
        finally:
            self.stream, self._parts = stream, None
            print("".join(parts.parts), end="", file=stream)

    def _print_inner(self, op: Operation) -> None:
        self._more_than_text = True
        if ISOLATED[type(op)] or op.regions or op.successor_uses or self.diagnostic.op_messages:
            super().print_op(op)
            return
        values = [*op.results, *_operands_of(op)]
        self._count += 1
        key = None if self._count < FEW else self._key(op, values)
        wording = self._wordings.get(key)
        if isinstance(wording, Printed):
            wording = wording.wording()
            if wording is not None:
                self._wordings[key] = wording
        location, self.print_debuginfo = self.print_debuginfo, False
        if wording is None:
            self._learn(op, values, key)
        else:
            first, rest = wording
            names, parts = self._ssa_values, [first]
            for index, text in rest:
                value = values[index]
                name = names.get(value)
                parts.append(self._new_name(value) if name is None else name)
                parts.append(text)
            self.print_string("".join(parts))
        self.print_debuginfo = location
        if location:
            self.print_string(" ")
            self.print_attribute(op.location)

    def _learn(self, op: Operation, values: Sequence[SSAValue], key: Key | None) -> None:
        """Print an operation as xDSL does, and remember how by a key, unless that is of no use."""
        parts = self._parts
        assert parts is not None
        start, named = len(parts), None if key is None else list[tuple[int, SSAValue]]()
        before, self._named = self._named, named
        self._more_than_text = False
        form = None if self.print_generic_format else FORMATS[type(op)]
        results = len(op.results)
        if form is None:
            if self.print_generic_format or not PRINTS_ITSELF[type(op)]:
                super().print_op(op)
            else:
                self._print_head(op, parts)
                op.print(self)
        elif results < form.results or len(values) - results < form.operands:
            super().print_op(op)
        else:
            one = cast("IRDLOperation", op)
            self._print_directives(one, values[results:], form.directives, parts)
        self._named = before
        if named is not None and not self._more_than_text:
            self._wordings[key] = Printed(start, parts[start:], named, values)

    def _key(self, op: Operation, values: Sequence[SSAValue]) -> Key:
        """All that determines the text of an operation, but the names of its values."""
        properties, attributes = op.properties, op.attributes
        read = [*map(_type_of, values), *properties.values(), *attributes.values()]
        numbers = [*map(self._numbers.get, map(id, read))]
        if None in numbers:
            if len(self._numbers) > MOST:
                for known in (self._wordings, self._numbers, self._equal, self._kept):
                    known.clear()
            numbers = [*map(self._number, read)]
        form = (self.print_generic_format, self.print_properties_as_attributes)
        key: Key = (type(op), len(op.results), form, *properties, None, *attributes, *numbers)
        if len({*map(id, values)}) < len(values):
            key += (None, *[values.index(value) for value in values])
        return key

    def _number(self, attribute: Attribute) -> int:
        """One number for all attributes that equal each other."""
        number = self._numbers.get(id(attribute))
        if number is None:
            number = len(self._kept)
            if attribute.__class__ not in CONSTANTS or not is_large(attribute):
                number = self._equal.setdefault(attribute, number)
            self._numbers[id(attribute)] = number
            self._kept.append(attribute)
        return number

    def print_ssa_value(self, value: SSAValue) -> str:
        """Print the name of a value."""
        if self._parts is not None and self._named is not None:
            self._named.append((len(self._parts), value))
        return super().print_ssa_value(value)


class PrintsItself(dict[type[Operation], bool]):
    """Whether the operations of a class have a printer, which prints what follows their name."""

    def __missing__(self, key: type[Operation]) -> bool:
        is_registered = not issubclass(key, UnregisteredOp)
        found = self[key] = is_registered and key.print is not Operation.print
        return found


PRINTS_ITSELF = PrintsItself()


class Printed(NamedTuple):
    """An operation that was printed: its wording is found when a second one has the same key."""

    start: int
    """The number of the first part."""
    parts: Sequence[str]
    named: Sequence[tuple[int, SSAValue]]
    """The parts that are names, by number."""
    values: Sequence[SSAValue]

    def wording(self) -> Wording | None:
        """The wording; None if the text names other values than those of the operation."""
        numbers = {value: number for number, value in enumerate(self.values)}
        if any(value not in numbers for _, value in self.named):
            return None
        places = [at - self.start for at, _ in self.named]
        bounds = [*places, len(self.parts)]
        first = "".join(self.parts[: bounds[0]])
        texts = ["".join(self.parts[a + 1 : b]) for a, b in pairwise(bounds)]
        texts = [f"{text}%" for text in texts[:-1]] + texts[-1:]
        rest = zip((numbers[value] for _, value in self.named), texts, strict=True)
        return (f"{first}%" if places else first), tuple(rest)
