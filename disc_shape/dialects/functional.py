"""What the dialects of functional programs share, `relax` and `relay`: the forms of tuples,
branches, constants and calls. Each dialect adds its types and its constraints.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import ModuleType
from typing import ClassVar, TypeVar, cast

from xdsl.dialects.builtin import (
    AnyDenseElement,
    ArrayAttr,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    TensorType,
    i64,
)
from xdsl.dialects.builtin import TupleType as TupleAttr
from xdsl.ir import Attribute, Data, Dialect, Operation, Region, SSAValue, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    operand_def,
    opt_operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    OptionalOperandVariable,
    ParsingState,
    PrintingState,
    TypeDirective,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.directives import Int
from disc_shape.dialects.xdsl_extras.locations import parse_argument
from disc_shape.dialects.xdsl_extras.positions import resume_from

_Term = TypeVar("_Term")
_Item = TypeVar("_Item")


class TermAttr(Data[_Term]):
    """An attribute that holds a term, written in angle brackets."""

    @classmethod
    @abstractmethod
    def parse_term(cls, parser: AttrParser) -> _Term:
        """The term between the brackets."""

    @abstractmethod
    def term_text(self) -> str:
        """The text between the brackets."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> _Term:
        with parser.in_angle_brackets():
            return cls.parse_term(parser)

    def print_parameter(self, printer: Printer) -> None:
        with printer.in_angle_brackets():
            printer.print_string(self.term_text())


def dialect_of(
    name: str, modules: Sequence[ModuleType], others: Iterable[type[Operation]] = ()
) -> Dialect:
    """The dialect of the operations and attributes that modules define, and other operations."""
    classes: list[type] = [
        one
        for module in modules
        for one in cast("dict[str, object]", vars(module)).values()
        if isinstance(one, type) and one.__module__ == module.__name__ and "name" in vars(one)
    ]
    operations = [one for one in classes if issubclass(one, Operation)]
    return Dialect(
        name, [*operations, *others], [one for one in classes if issubclass(one, Attribute)]
    )


def parse_list(parser: AttrParser, one: Callable[[], _Item]) -> tuple[_Item, ...] | None:
    """`[A, B]`; None where no bracket comes."""
    found = parser.parse_optional_comma_separated_list(parser.Delimiter.SQUARE, one)
    return None if found is None else tuple(found)


def parse_arguments(parser: Parser) -> list[Parser.Argument]:
    """`(%0: A, %1: B)`."""
    return parser.parse_comma_separated_list(parser.Delimiter.PAREN, lambda: parse_argument(parser))


def parse_typed(
    parser: AttrParser, read: Callable[[Attribute], _Item | None], language: str
) -> _Item:
    """A type of a language, as `read` says it."""
    start = parser.pos
    attribute = parser.parse_type()
    found = read(attribute)
    if found is None:
        parser.raise_error(f"{attribute} is no type of {language}", start, parser.pos)
    return found


def tuple_of(types: Iterable[Attribute]) -> TupleAttr:
    """The tuple of these types."""
    return TupleAttr(tuple(cast("TypeAttribute", one) for one in types))


# regions


def terminated(op: Operation, region: Region, word: str) -> Operation:
    """The terminator of a region of one block: `relax.yield` for `yield` in an `op` of `relax`."""
    name = f"{op.dialect_name()}.{word}"
    block = region.block if len(region.blocks) == 1 else None
    last = None if block is None else block.last_op
    if last is None or last.name != name:
        raise VerifyException(f"a region of '{op.name}' does not end with '{name}'")
    return last


class ValueTerminator(IRDLOperation):
    """Ends a region with its value."""

    value = operand_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$value attr-dict `:` type($value)"

    def __init__(self, value: SSAValue) -> None:
        super().__init__(operands=[value])


class BranchOp(IRDLOperation):
    """A branch of two regions that end with the dialect's `yield`."""

    condition = operand_def()
    then_region = region_def("single_block")
    else_region = region_def("single_block")
    result = result_def()
    assembly_format = (
        "$condition `:` type($condition) `->` type($result) $then_region `else` $else_region"
        " attr-dict"
    )

    def __init__(self, condition: SSAValue, then: Region, other: Region, type_: Attribute) -> None:
        super().__init__(operands=[condition], regions=[then, other], result_types=[type_])

    def verify_(self) -> None:
        terminated(self, self.then_region, "yield")
        terminated(self, self.else_region, "yield")


# values


@irdl_custom_directive
class TupleTypes(CustomDirective):
    """`tuple<A, B>` for a tuple of fields of these types, `tuple<A, B> -> C` for one of type C."""

    fields: TypeDirective
    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        start = parser.pos
        type_ = parser.parse_type()
        if not isinstance(type_, TupleAttr):
            parser.raise_error(f"expected a tuple type, got {type_}", start, parser.pos)
        self.fields.set(state, list(type_.types))
        result = parser.parse_type() if parser.parse_optional_punctuation("->") else type_
        self.result.set(state, (result,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        own, (type_,) = tuple_of(self.fields.get(op)), self.result.get(op)
        printer.print_string(" ")
        printer.print_attribute(own)
        if type_ != own:
            printer.print_string(" -> ")
            printer.print_attribute(type_)


class UsualResult:
    """An operation whose result has a usual type, which is not written."""

    @classmethod
    def usual_type(
        cls, properties: Mapping[str, Attribute], operands: Sequence[Attribute]
    ) -> Attribute:
        """The type that the result has by the properties and the types of the operands."""
        raise NotImplementedError


@irdl_custom_directive
class ResultType(CustomDirective):
    """`-> T` for a result that is not of the usual type of its operation, else nothing."""

    result: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        if parser.parse_optional_punctuation("->"):
            self.result.set(state, (parser.parse_type(),))
            return
        assert issubclass(state.op_type, UsualResult)
        operands = [one for types in state.operand_types for one in types or ()]
        self.result.set(state, (state.op_type.usual_type(state.properties, operands),))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        assert isinstance(op, UsualResult)
        (type_,) = self.result.get(op)
        if type_ != op.usual_type(op.properties, op.operand_types):
            printer.print_string(" -> ")
            printer.print_attribute(type_)


class TupleBuilder(IRDLOperation):
    """A tuple of values."""

    fields_ = var_operand_def()
    result = result_def()
    assembly_format = (
        "`(` $fields_ `)` attr-dict `:` custom<TupleTypes>(type($fields_), type($result))"
    )
    custom_directives = (TupleTypes,)

    def __init__(self, fields: Sequence[SSAValue], type_: Attribute) -> None:
        super().__init__(operands=[fields], result_types=[type_])


class Projection(IRDLOperation):
    """A member of a tuple."""

    tuple_ = operand_def()
    index = prop_def(IntegerAttr)
    result = result_def()
    assembly_format = (
        "$tuple_ `[` custom<Int>($index) `]` attr-dict `:` type($tuple_) `->` type($result)"
    )
    custom_directives: ClassVar[tuple[type[CustomDirective], ...]] = (Int,)

    def __init__(self, tuple_: SSAValue, index: int, type_: Attribute) -> None:
        super().__init__(
            operands=[tuple_], properties={"index": IntegerAttr(index, i64)}, result_types=[type_]
        )


class Alias(IRDLOperation):
    """The same value by another name, with a type of its own."""

    value = operand_def()
    result = result_def()

    def __init__(self, value: SSAValue, type_: Attribute, **properties: Attribute) -> None:
        super().__init__(operands=[value], properties=properties, result_types=[type_])


class Literal(IRDLOperation):
    """A tensor with its numbers: `dense<0> : T`."""

    value = prop_def(DenseIntOrFPElementsAttr)
    result = result_def()

    def __init__(self, value: DenseIntOrFPElementsAttr, type_: Attribute | None = None) -> None:
        known = self.type_of_value(value) if type_ is None else type_
        super().__init__(properties={"value": value}, result_types=[known])

    @classmethod
    def type_of_value(cls, value: DenseIntOrFPElementsAttr) -> Attribute:
        """The type of the dialect that a tensor has."""
        raise NotImplementedError

    @classmethod
    def builtin_type(cls, type_: Attribute) -> TensorType[AnyDenseElement] | None:
        """The builtin type of the numbers, None where `type_` does not determine it."""
        raise NotImplementedError

    @classmethod
    def parse(cls, parser: Parser) -> Literal:
        start = parser.pos
        parser.parse_keyword("dense")
        begin = parser.pos
        end = parser.lexer.input.content.find(">", begin) + 1
        if not end:
            parser.raise_error("expected '>'", start, begin)
        resume_from(parser, end)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        tensor = cls.builtin_type(type_)
        if tensor is None:
            parser.raise_error(f"a constant is of type {type_}", start, parser.pos)
        after = parser.pos
        resume_from(parser, begin)
        value = parser.parse_dense_int_or_fp_elements_attr(tensor)
        resume_from(parser, after)
        return cls.create(properties={"value": value}, attributes=attributes, result_types=[type_])

    def print(self, printer: Printer) -> None:
        text = str(self.value)
        printer.print_string(f" {text[: text.rindex(' : ')]}")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.result.type)


# calls


@irdl_custom_directive
class Callee(CustomDirective):
    """`@f` for a global function, `%f` for a value, which is defined before: no type is written."""

    callee: AttributeVariable
    function: OptionalOperandVariable
    type: TypeDirective

    def parse(self, parser: Parser, state: ParsingState) -> None:
        name = self.callee.parse_attr(parser)
        self.function.set(state, None)
        self.type.set(state, ())
        if name is not None:
            self.callee.set(state, name)
            return
        start = parser.pos
        operand = parser.parse_unresolved_operand()
        values = parser.ssa_values.get(operand.operand_name, ())
        if operand.index >= len(values):
            parser.raise_error(
                f"%{operand.operand_name} is used before it is bound", start, parser.pos
            )
        self.function.set(state, operand)
        self.type.set(state, (values[operand.index].type,))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        self.callee.print(printer, state, op)
        self.function.print(printer, state, op)


class FunctionCall(IRDLOperation):
    """A call of a global function, by its name `callee`, or of a value."""

    function = opt_operand_def()
    arguments = var_operand_def()
    custom_directives: ClassVar[tuple[type[CustomDirective], ...]] = (Callee,)

    def verify_(self) -> None:
        if ("callee" in self.properties) == (self.function is not None):
            raise VerifyException(f"'{self.name}' calls a global function or a value, and only one")


@irdl_custom_directive
class ListedTypes(CustomDirective):
    """`(A, B)` for a list of types."""

    types: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        found = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
        self.types.set(state, ArrayAttr(found))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        types = self.types.get(op)
        with printer.in_parens():
            if isinstance(types, ArrayAttr):
                printer.print_list(cast("ArrayAttr[Attribute]", types), printer.print_attribute)
