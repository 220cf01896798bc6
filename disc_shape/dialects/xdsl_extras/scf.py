"""MLIR's scf dialect, whose regions that are executed are read as they are printed."""

from __future__ import annotations

from typing import Self

from xdsl.dialects import scf
from xdsl.ir import Block, Dialect
from xdsl.parser import Parser
from xdsl.traits import IsTerminator


class ExecuteRegionOp(scf.ExecuteRegionOp):
    """
    xDSL's operation, which prints its attributes and reads them, but then forgets them; and which
    does not print a `scf.yield` of nothing, but then misses it.

        %0 = scf.execute_region -> (memref<?xf32>) {
          ...
        } {disc_shape.dims = [@S0]}
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        kinds = ()
        if parser.parse_optional_punctuation("->"):
            kinds = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            ) or (parser.parse_type(),)
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        last = region.blocks[-1].last_op
        if not kinds and (last is None or not last.has_trait(IsTerminator)):
            region.blocks[-1].add_op(scf.YieldOp())
        made = cls(kinds, region)
        made.attributes.update(parser.parse_optional_attr_dict())
        return made


Scf = Dialect(
    "scf",
    [
        *(op for op in scf.Scf.operations if op is not scf.ExecuteRegionOp),
        ExecuteRegionOp,
    ],
    [*scf.Scf.attributes],
)
"""xDSL's dialect with the operation above."""
