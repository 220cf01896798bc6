"""MLIR's scf dialect, read as MLIR prints it."""

from __future__ import annotations

from typing import Self

from xdsl.dialects import scf
from xdsl.ir import Block, Dialect
from xdsl.parser import Parser

from disc_shape.dialects.xdsl_extras.loops import LOOPS


class WhileOp(scf.WhileOp):
    """Runs its second region as long as the condition that its first region computes holds.

    xDSL's operation cannot read a loop without loop-carried values as MLIR prints it.

    Example:
    ```mlir
    scf.while : () -> () {
      scf.condition(%more)
    } do {
      scf.yield
    }
    ```
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
    """Runs the region of the case that the index equals, or the default region.

    xDSL's operation cannot read an empty region as MLIR prints it.

    Example:
    ```mlir
    scf.index_switch %index
    case 0 {
      "test.op"() : () -> ()
      scf.yield
    }
    default {
    }
    ```
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


OWN = (IndexSwitchOp, WhileOp, *LOOPS)
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
