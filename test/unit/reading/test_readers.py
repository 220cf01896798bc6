"""Operations of a dialect from outside the package, parsed and printed as by xDSL."""

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self, TypeAlias

import pytest
from typing_extensions import override
from xdsl.dialects.builtin import I32, IntegerAttr, StringAttr, UnitAttr, i32
from xdsl.ir import Attribute, Block, Dialect, Operation, Region, SSAValue
from xdsl.irdl import (
    AnyAttr,
    AttrSizedOperandSegments,
    IRDLOperation,
    ParsePropInAttrDict,
    VarConstraint,
    attr_def,
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    opt_prop_def,
    opt_result_def,
    prop_def,
    region_def,
    result_def,
    successor_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator

from disc_shape.reading import FastParser
from disc_shape.reading.parser import READERS
from disc_shape.reading.readers import Reader
from reading import PAIRS, differences, everything

ZERO = IntegerAttr(0, i32)

Body: TypeAlias = Region | Sequence[Operation] | Sequence[Block]


@irdl_op_definition
class PlainOp(IRDLOperation):
    name = "outside.plain"
    lhs = operand_def(I32)
    rhs = operand_def(I32)
    result = result_def(I32)
    assembly_format = "$lhs `,` $rhs attr-dict"


@irdl_op_definition
class SameOp(IRDLOperation):
    name = "outside.same"
    T: ClassVar = VarConstraint("T", AnyAttr())
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"


@irdl_op_definition
class OptionalOp(IRDLOperation):
    name = "outside.optional"
    value = opt_operand_def()
    result = opt_result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@irdl_op_definition
class ManyOp(IRDLOperation):
    name = "outside.many"
    values = var_operand_def()
    result = result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@irdl_op_definition
class AnyOp(IRDLOperation):
    name = "outside.any"
    values = var_operand_def()
    results_ = var_result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@irdl_op_definition
class PairOp(IRDLOperation):
    name = "outside.pair"
    first = operand_def()
    second = operand_def(I32)
    results_ = var_result_def()
    assembly_format = "operands attr-dict `:` functional-type(operands, results)"


@irdl_op_definition
class GroupOp(IRDLOperation):
    name = "outside.group"
    value = opt_operand_def(I32)
    label = opt_prop_def(StringAttr)
    flag = opt_prop_def(UnitAttr)
    assembly_format = "(`of` $value^)? (`named` $label^)? (`flag` $flag^)? attr-dict"


@irdl_op_definition
class SegmentsOp(IRDLOperation):
    name = "outside.segments"
    left = var_operand_def(I32)
    right = var_operand_def(I32)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = "$left `and` $right attr-dict"


@irdl_op_definition
class SegmentOp(IRDLOperation):
    name = "outside.segment"
    values = var_operand_def(I32)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    assembly_format = "$values attr-dict"


@irdl_op_definition
class DefaultsOp(IRDLOperation):
    name = "outside.defaults"
    number = prop_def(IntegerAttr, default_value=ZERO)
    other = attr_def(IntegerAttr, default_value=ZERO)
    inside = opt_prop_def(StringAttr)
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = "(`by` $number^)? attr-dict-with-keyword"


@irdl_op_definition
class BodyOp(IRDLOperation):
    name = "outside.body"
    body = region_def()
    assembly_format = "$body attr-dict"


@irdl_op_definition
class JumpOp(IRDLOperation):
    name = "outside.jump"
    target = successor_def()
    traits = traits_def(IsTerminator())
    assembly_format = "$target attr-dict"


@irdl_custom_directive
class NumberType(CustomDirective):
    """Leaves a type where xDSL's directives leave a list of types."""

    @override
    def parse(self, parser: Parser, state: ParsingState) -> None:
        parser.parse_keyword("i32")
        vars(state)["result_types"][0] = i32

    @override
    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        printer.print_string("i32")


@irdl_op_definition
class DirectiveOp(IRDLOperation):
    name = "outside.directive"
    result = result_def(I32)
    custom_directives = (NumberType,)
    assembly_format = "attr-dict `:` custom<NumberType>()"


@irdl_op_definition
class BuiltOp(IRDLOperation):
    name = "outside.built"
    value = operand_def(I32)
    assembly_format = "$value attr-dict"

    @override
    @classmethod
    def build(
        cls,
        *,
        operands: Sequence[SSAValue | Operation | Sequence[SSAValue | Operation] | None]
        | None = None,
        result_types: Sequence[Attribute | Sequence[Attribute] | None] | None = None,
        attributes: Mapping[str, Attribute | None] | None = None,
        properties: Mapping[str, Attribute | None] | None = None,
        successors: Sequence[Block | Sequence[Block] | None] | None = None,
        regions: Sequence[Body | Sequence[Body] | None] | None = None,
    ) -> Self:
        more = {**(attributes or {}), "built": UnitAttr()}
        return super().build(operands=operands, attributes=more)


@irdl_op_definition
class OwnOp(IRDLOperation):
    name = "outside.own"
    value = operand_def(I32)

    @override
    @classmethod
    def parse(cls, parser: Parser) -> Self:
        parser.parse_keyword("of")
        value = parser.parse_unresolved_operand()
        return cls(operands=[parser.resolve_operand(value, i32)])

    @override
    def print(self, printer: Printer) -> None:
        printer.print_string(" of ")
        printer.print_ssa_value(self.value)


CLASSES = (
    PlainOp,
    SameOp,
    OptionalOp,
    ManyOp,
    AnyOp,
    PairOp,
    GroupOp,
    SegmentsOp,
    SegmentOp,
    DefaultsOp,
    BodyOp,
    JumpOp,
    DirectiveOp,
    BuiltOp,
    OwnOp,
)
OUTSIDE = Dialect("outside", [*CLASSES], [])

VALUES = '%a, %b, %t, %u = "test.op"() : () -> (i32, i32, tensor<?xi32>, tensor<4xi32>)'

RIGHT = (
    "%0 = outside.plain %a, %b",
    "%0 = outside.plain %a, %a {x = 1 : i64}",
    "%0 = outside.same %a, %b : i32",
    "%0 = outside.same %t, %t : tensor<?xi32>",
    "%0 = outside.optional : () -> tensor<4xi32>",
    "%0 = outside.optional %t : (tensor<?xi32>) -> tensor<4xi32>",
    "outside.optional %t : (tensor<?xi32>) -> ()",
    "%0 = outside.many : () -> tensor<4xi32>",
    "%0 = outside.many %t, %u : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>",
    "%0 = outside.many %t, %a : (tensor<?xi32>, i32) -> i32",
    "outside.any : () -> ()",
    "outside.any %t, %u {a = true} : (tensor<?xi32>, tensor<4xi32>) -> ()",
    "%0 = outside.any %t : (tensor<?xi32>) -> tensor<4xi32>",
    "%0:2 = outside.any %t : (tensor<?xi32>) -> (tensor<4xi32>, i32)",
    "%0 = outside.pair %t, %a : (tensor<?xi32>, i32) -> tensor<4xi32>",
    "%0:2 = outside.pair %t, %a : (tensor<?xi32>, i32) -> (tensor<4xi32>, i32)",
    "outside.group",
    "outside.group of %a",
    'outside.group of %a named "b" flag {c}',
    'outside.group named "b"',
    "outside.segments and",
    "outside.segments %a and %a, %b",
    "outside.segment %a, %b",
    "outside.segment",
    "outside.defaults",
    "outside.defaults by 1 : i32",
    'outside.defaults by 0 : i32 attributes {other = 1 : i32, inside = "a"}',
    "outside.body {\n}",
    "outside.body {\n^bb0(%x: i32):\n  outside.jump ^bb0\n} {x}",
    "%0 = outside.directive : i32",
    "outside.built %a",
    "outside.built %b {x}",
    "outside.own of %a",
    "%0 = outside.plain %later, %a\n%later = outside.plain %a, %b",
)

WRONG = (
    "%0 = outside.plain %a",
    "%0 = outside.plain %a, %t",
    "%0 = outside.plain %a, %c",
    "%0 = outside.plain %a, %b : i32",
    "%0 = outside.same %a, %t : i32",
    "%0 = outside.same %a, %b : i64",
    "%0 = outside.optional %t : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>",
    "%0 = outside.optional %t, %u : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>",
    "%0 = outside.optional : (tensor<?xi32>) -> tensor<4xi32>",
    "%0 = outside.many %t : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>",
    "%0 = outside.many %t, %u : (tensor<?xi32>) -> tensor<4xi32>",
    "%0 = outside.many %t : (tensor<4xi32>) -> tensor<4xi32>",
    "%0 = outside.many %t : (tensor<?xi32>) -> (tensor<4xi32>, i32)",
    "%0 = outside.many %t : (tensor<?xi32>) -> ()",
    "outside.many %t : (tensor<?xi32>) -> ()",
    "%0 = outside.any %t : (tensor<?xi32>) -> ()",
    "outside.any %t : (tensor<?xi32>) -> tensor<4xi32>, i32",
    "%0 = outside.pair %t, %u : (tensor<?xi32>, tensor<4xi32>) -> tensor<4xi32>",
    "%0 = outside.pair %t, %a : (tensor<?xi32>) -> tensor<4xi32>",
    "outside.group of",
    "outside.group named 3 : i32",
    "outside.segments %a and %t",
    "outside.defaults by 1.0 : f32",
    "outside.defaults attributes {number = 1 : i32, number = 2 : i32}",
    "outside.body",
    "outside.jump ^bb7",
    "%0 = outside.directive : i64",
    "outside.built %t",
    "outside.own %a",
)


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("line", [*RIGHT, *WRONG])
def test_operations_from_outside_are_read_and_printed_as_by_xdsl(line: str, pair: str) -> None:
    for text in (line, f'"test.op"() ({{\n{VALUES}\n{line}\n}}) : () -> ()'):
        program = f"{VALUES}\n{line}\n" if text is line else text
        assert not differences(program, pair, OUTSIDE)


@pytest.mark.parametrize("line", RIGHT)
def test_right_operations_are_read(line: str) -> None:
    context = everything().clone()
    context.load_dialect(OUTSIDE)
    assert len([*FastParser(context, f"{VALUES}\n{line}\n").parse_module().ops]) > 1


def reader_of(op_class: type[IRDLOperation], line: str) -> Reader:
    """The reader of a class after a line was read."""
    assert not differences(f"{VALUES}\n{line}\n", "plain", OUTSIDE)
    return READERS[op_class]


def test_directives_from_outside_are_left_to_xdsl() -> None:
    assert reader_of(PlainOp, "%0 = outside.plain %a, %b").is_understood
    assert reader_of(GroupOp, "outside.group").is_understood
    assert not reader_of(DirectiveOp, "%0 = outside.directive : i32").is_understood


def test_operations_are_built_by_a_method_of_their_class() -> None:
    assert reader_of(PlainOp, "%0 = outside.plain %a, %b").is_plain
    assert not reader_of(BuiltOp, "outside.built %a").is_plain
    assert not reader_of(SegmentsOp, "outside.segments and").is_plain
    assert not reader_of(SegmentOp, "outside.segment %a, %b").is_plain


def test_lists_of_types_of_optional_operands_are_left_to_xdsl() -> None:
    assert reader_of(ManyOp, "%0 = outside.many : () -> tensor<4xi32>").reads_types
    assert reader_of(PlainOp, "%0 = outside.plain %a, %b").reads_types
    assert not reader_of(OptionalOp, "outside.optional : () -> ()").reads_types


def test_parsers_that_a_class_has_itself_have_no_reader() -> None:
    assert not differences(f"{VALUES}\noutside.own of %a\n", "plain", OUTSIDE)
    assert OwnOp not in READERS
