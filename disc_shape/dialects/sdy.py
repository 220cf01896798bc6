"""The part of Shardy's dialect that exporters emit: how values are spread over devices.

JAX writes it into every program that runs on several devices, or calls the host, or LAPACK. Nothing
here looks into a sharding: what stands between its brackets is kept as text, so that programs are
read, and printed as they were.
"""

from typing import Self

from xdsl.dialects.builtin import StringAttr
from xdsl.ir import Attribute, Data, Dialect, SpacedOpaqueSyntaxAttribute
from xdsl.irdl import (
    IRDLOperation,
    ParsePropInAttrDict,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    irdl_custom_directive,
)
from xdsl.parser import AttrParser, Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect, SymbolOpInterface
from xdsl.utils.mlir_lexer import PunctuationSpelling

from disc_shape.dialects.hlo.directives import Symbol
from disc_shape.dialects.hlo.regions import block_of, print_arguments, returned
from disc_shape.dialects.hlo.shapes import check_count
from disc_shape.dialects.hlo.type_formats import (
    CommonType,
    parse_function_types,
    print_function_types,
)
from disc_shape.dialects.xdsl_extras.locations import parse_argument

_BRACKETS: tuple[tuple[PunctuationSpelling, PunctuationSpelling], ...] = (
    ("<", ">"),
    ("[", "]"),
    ("{", "}"),
    ("(", ")"),
)
_SIGNS: tuple[PunctuationSpelling, ...] = ("->", ",", "=", ":", "?", "-")


def parse_text(parser: AttrParser, closing: PunctuationSpelling) -> str:
    """Everything up to the bracket that closes what has been opened, without it."""
    text = ""
    while parser.parse_optional_punctuation(closing) is None:
        piece = _parse_piece(parser)
        spaced = text.endswith(",") or (piece[0] == "{" and text.endswith(")"))
        text += f" {piece}" if spaced else piece
    return text


def _parse_piece(parser: AttrParser) -> str:
    """One token, or everything between brackets with them."""
    for opening, closing in _BRACKETS:
        if parser.parse_optional_punctuation(opening):
            return f"{opening}{parse_text(parser, closing)}{closing}"
    for sign in _SIGNS:
        if parser.parse_optional_punctuation(sign):
            return sign
    if (name := parser.parse_optional_symbol_name()) is not None:
        return f"@{name.data}"
    if (text := parser.parse_optional_str_literal()) is not None:
        return f'"{text}"'
    if (number := parser.parse_optional_integer(allow_boolean=False)) is not None:
        return str(number)
    if (word := parser.parse_optional_identifier()) is not None:
        return word
    parser.raise_error("expected a part of a sharding")


class SharedText(Data[str]):
    """A sharding as text: `#sdy.sharding<@mesh, [{"x"}, {}]>`."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        parser.parse_punctuation("<")
        return parse_text(parser, ">")

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"<{self.data}>")


@irdl_attr_definition
class MeshAttr(SharedText):
    """The axes of a mesh of devices and their sizes."""

    name = "sdy.mesh"


@irdl_attr_definition
class TensorShardingAttr(SharedText):
    """How the dimensions of one value are spread over the axes of a mesh."""

    name = "sdy.sharding"


@irdl_attr_definition
class TensorShardingPerValueAttr(SharedText):
    """The same for several values."""

    name = "sdy.sharding_per_value"


@irdl_attr_definition
class OpShardingRuleAttr(SharedText):
    """How shardings pass through an operation."""

    name = "sdy.op_sharding_rule"


@irdl_attr_definition
class ManualAxesAttr(Data[str], SpacedOpaqueSyntaxAttribute):
    """Axes that a computation spells out its communication over: `#sdy<manual_axes{"x"}>`."""

    name = "sdy.manual_axes"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> str:
        parser.parse_punctuation("{")
        return parse_text(parser, "}")

    def print_parameter(self, printer: Printer) -> None:
        printer.print_string(f"{{{self.data}}}")


@irdl_custom_directive
class Bare(CustomDirective):
    """A mesh or a sharding without its name: `<@mesh, [{"x"}, {}]>`."""

    value: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        cls = MeshAttr if self.value.name == "mesh" else TensorShardingAttr
        self.value.set(state, cls(cls.parse_parameter(parser)))

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        state.print_whitespace(printer)
        attr = self.value.get(op)
        if isinstance(attr, SharedText):
            attr.print_parameter(printer)


@irdl_op_definition
class MeshOp(IRDLOperation):
    """Declares a mesh of devices, with the name and the size of each axis.

    Example:
    ```mlir
    sdy.mesh @mesh = <["x"=2, "y"=4]>
    ```
    """

    name = "sdy.mesh"
    sym_name = prop_def(StringAttr)
    mesh = prop_def(MeshAttr)
    irdl_options = (ParsePropInAttrDict(),)
    traits = traits_def(SymbolOpInterface())
    assembly_format = "custom<Symbol>($sym_name) `=` custom<Bare>($mesh) attr-dict"
    custom_directives = (Bare, Symbol)


class ShardedValueOp(IRDLOperation):
    """Returns its operand, distributed over the devices of a mesh."""

    input = operand_def()
    sharding = prop_def(TensorShardingAttr)
    result = result_def()
    irdl_options = (ParsePropInAttrDict(),)
    assembly_format = (
        "$input custom<Bare>($sharding) attr-dict `:` "
        "custom<CommonType>(type(operands), type(results))"
    )
    custom_directives = (Bare, CommonType)


@irdl_op_definition
class ShardingConstraintOp(ShardedValueOp):
    """Constrains how its operand is distributed over the devices of a mesh.

    Example:
    ```mlir
    %result = sdy.sharding_constraint %input <@mesh, [{"x"}, {}]> : tensor<?x8xf32>

    sdy.mesh @mesh = <["x"=2, "y"=4]>
    ```
    """

    name = "sdy.sharding_constraint"


@irdl_op_definition
class ReshardOp(ShardedValueOp):
    """Distributes its operand over the devices of a mesh in another way.

    Example:
    ```mlir
    %result = sdy.reshard %input <@mesh, [{}, {"x"}]> : tensor<?x8xf32>

    sdy.mesh @mesh = <["x"=2, "y"=4]>
    ```
    """

    name = "sdy.reshard"


@irdl_op_definition
class ReturnOp(IRDLOperation):
    """Ends the body of a manual computation and returns its results.

    Example:
    ```mlir
    %result = sdy.manual_computation(%input) in_shardings=[<@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<?x8xf32>) {
      sdy.return %part : tensor<?x8xf32>
    } : (tensor<?x8xf32>) -> tensor<?x8xf32>

    sdy.mesh @mesh = <["x"=2, "y"=4]>
    ```
    """

    name = "sdy.return"
    results_ = var_operand_def()
    assembly_format = "attr-dict ($results_^ `:` type($results_))?"
    traits = traits_def(IsTerminator(), Pure())


@irdl_op_definition
class ManualComputationOp(IRDLOperation):
    """Runs its body on the part of each operand that a device holds.

    (c1) the body takes a part of each operand and returns a part of each result.

    Example:
    ```mlir
    %result = sdy.manual_computation(%input) in_shardings=[<@mesh, [{"x"}, {}]>]
      out_shardings=[<@mesh, [{"x"}, {}]>] manual_axes={"x"} (%part: tensor<4x?xf32>) {
      %negated = stablehlo.negate %part : tensor<4x?xf32>
      sdy.return %negated : tensor<4x?xf32>
    } : (tensor<8x?xf32>) -> tensor<8x?xf32>

    sdy.mesh @mesh = <["x"=2, "y"=4]>
    ```
    """

    name = "sdy.manual_computation"
    tensors = var_operand_def()
    in_shardings = prop_def(TensorShardingPerValueAttr)
    out_shardings = prop_def(TensorShardingPerValueAttr)
    manual_axes = prop_def(ManualAxesAttr)
    body = region_def()
    results_ = var_result_def()
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        names = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        properties: dict[str, Attribute] = {}
        for keyword in ("in_shardings", "out_shardings"):
            parser.parse_keyword(keyword)
            parser.parse_punctuation("=")
            parser.parse_punctuation("[")
            properties[keyword] = TensorShardingPerValueAttr(f"[{parse_text(parser, ']')}]")
        parser.parse_keyword("manual_axes")
        parser.parse_punctuation("=")
        properties["manual_axes"] = ManualAxesAttr(ManualAxesAttr.parse_parameter(parser))
        arguments = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parse_argument(parser)
        )
        body = parser.parse_region(arguments)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        parser.parse_punctuation("(")
        operand_types, result_types = parse_function_types(parser)
        return cls.create(
            operands=parser.resolve_operands(names, operand_types, position),
            result_types=result_types,
            properties=properties,
            attributes=dict(attributes),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_list(self.tensors, printer.print_ssa_value)
        printer.print_string(f" in_shardings={self.in_shardings.data}")
        printer.print_string(f" out_shardings={self.out_shardings.data}")
        printer.print_string(f" manual_axes={{{self.manual_axes.data}}} (")
        print_arguments(printer, self.body.block.args)
        printer.print_string(") ")
        printer.print_region(self.body, print_entry_block_args=False)
        if self.attributes:
            printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        print_function_types(printer, self.operand_types, self.result_types)

    def verify_(self) -> None:
        block = block_of(self, "body", self.body)
        check_count(self, "body arguments", len(block.args), len(self.tensors))
        given = returned(self, "body", self.body)
        check_count(self, "body results", len(given), len(self.results_))


Sdy = Dialect(
    "sdy",
    [MeshOp, ShardingConstraintOp, ReshardOp, ReturnOp, ManualComputationOp],
    [
        MeshAttr,
        TensorShardingAttr,
        TensorShardingPerValueAttr,
        OpShardingRuleAttr,
        ManualAxesAttr,
    ],
)
