"""MLIR's scf dialect, whose regions that are executed are read as they are printed."""

from __future__ import annotations

from typing import Self

from xdsl.dialects import scf
from xdsl.dialects.builtin import UnitAttr
from xdsl.ir import Block, Dialect
from xdsl.irdl import irdl_op_definition, opt_prop_def, region_def, var_result_def
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator

from disc_shape.dialects.xdsl_extras.forall import FORALL
from disc_shape.dialects.xdsl_extras.loops import LOOPS


@irdl_op_definition
class ExecuteRegionOp(scf.ExecuteRegionOp):
    """
    xDSL's operation, which prints its attributes and reads them, but then forgets them; which does
    not print a `scf.yield` of nothing, but then misses it; and which leaves out the branches
    between blocks.

        %0 = scf.execute_region -> (memref<?xf32>) {
          ...
        } {disc_shape.dims = [@S0]}
    """

    outs = var_result_def()
    region = region_def()
    no_inline = opt_prop_def(UnitAttr)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kinds = ()
        if parser.parse_optional_punctuation("->"):
            kinds = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            ) or (parser.parse_type(),)
        inlined = parser.parse_optional_keyword("no_inline") is None
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        last = region.blocks[-1].last_op
        if not kinds and (last is None or not last.has_trait(IsTerminator)):
            region.blocks[-1].add_op(scf.YieldOp())
        made = cls(kinds, region)
        made.attributes.update(parser.parse_optional_attr_dict())
        if not inlined:
            made.properties["no_inline"] = UnitAttr()
        return made

    def print(self, printer: Printer) -> None:
        if self.outs:
            printer.print_string(" -> (")
            printer.print_list(self.outs.types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" " if self.no_inline is None else " no_inline ")
        blocks = self.region.blocks
        ends = bool(self.outs) or len(blocks) > 1 or blocks[0].first_op is blocks[0].last_op
        printer.print_region(
            self.region, print_entry_block_args=False, print_block_terminators=ends
        )
        if self.attributes:
            printer.print_attr_dict(self.attributes)

    def verify_(self) -> None:
        """In place of xDSL's, which knows no property."""


class WhileOp(scf.WhileOp):
    """
    xDSL's operation, which cannot read a loop that carries nothing as MLIR prints it.

        scf.while : () -> () {
          scf.condition(%0)
        } do {
          scf.yield
        }
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        if parser.parse_optional_punctuation(":") is None:
            return super().parse(parser)
        pos = parser.pos
        type_ = parser.parse_function_type()
        if type_.inputs.data:
            parser.raise_error(f"the loop has no arguments, but the types {type_}", pos, parser.pos)
        before = parser.parse_region()
        parser.parse_keyword("do")
        made = cls((), type_.outputs.data, before, parser.parse_region())
        if (attributes := parser.parse_optional_attr_dict_with_keyword()) is not None:
            made.attributes |= attributes.data
        return made


class IndexSwitchOp(scf.IndexSwitchOp):
    """
    xDSL's operation, which cannot read an empty region as MLIR prints it.

        scf.index_switch %0
        default {
        }
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        made = super().parse(parser)
        for region in made.regions:
            if not region.blocks:
                region.add_block(Block())
            block = region.blocks[0]
            if not made.results and block.last_op is None:
                block.add_op(scf.YieldOp())
        return made


OWN = (ExecuteRegionOp, IndexSwitchOp, WhileOp, *LOOPS, *FORALL)
NAMES = {op.name for op in OWN}

Scf = Dialect(
    "scf",
    [
        *(op for op in scf.Scf.operations if op.name not in NAMES),
        *OWN,
    ],
    [*scf.Scf.attributes],
)
"""xDSL's dialect with the operations above."""
