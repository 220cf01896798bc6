"""Loops and branches of MLIR's scf dialect as MLIR reads and prints them.

xDSL's `scf.parallel` has no short form, and its `scf.if` takes an operation that it does not know
for the end of a branch.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects import scf
from xdsl.dialects.builtin import IndexType, i1
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import IsTerminator


class IfOp(scf.IfOp):
    """Runs one of two regions; without results its regions need no terminator, and one result type
    needs no parentheses.

    Example:
    ```mlir
    scf.if %condition {
      "test.op"() : () -> ()
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        condition = parser.parse_operand(i1)
        types = parse_results(parser)
        then = cls.parse_region_with_yield(parser)
        other = parser.parse_optional_keyword("else") is not None
        otherwise = cls.parse_region_with_yield(parser) if other else Region()
        return cls(condition, types, then, otherwise, parser.parse_optional_attr_dict())

    @staticmethod
    def parse_region_with_yield(parser: Parser) -> Region:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        last = region.blocks[-1].last_op
        if last is None or not last.has_trait(IsTerminator, value_if_unregistered=False):
            region.blocks[-1].add_op(scf.YieldOp())
        return region


class ParallelOp(scf.ParallelOp):
    """Runs a loop nest whose iterations may run at once. The short form is read, the generic one is
    printed.

    Example:
    ```mlir
    %1 = scf.parallel (%i) = (%l) to (%u) step (%s) init (%0) -> f32 {
      scf.reduce(%2 : f32) {
      ^bb0(%x: f32, %y: f32):
        %3 = arith.addf %x, %y : f32
        scf.reduce.return %3 : f32
      }
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        counters = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        bounds: list[list[SSAValue]] = []
        for word in ("=", "to", "step"):
            if word == "=":
                parser.parse_punctuation("=")
            else:
                parser.parse_keyword(word)
            bounds.append(parse_indices(parser))
        unresolved = []
        pos = parser.pos
        if parser.parse_optional_keyword("init") is not None:
            unresolved = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_unresolved_operand
            )
        types: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation("->") is not None:
            types = parser.parse_optional_comma_separated_list(
                parser.Delimiter.PAREN, parser.parse_type
            ) or (parser.parse_type(),)
        initial = parser.resolve_operands(unresolved, types, pos)
        region = parser.parse_region([counter.resolve(IndexType()) for counter in counters])
        block = region.blocks[0]
        if not types and not isinstance(block.last_op, scf.ReduceOp):
            block.add_op(scf.ReduceOp())
        return cls.build(
            operands=[*bounds, initial],
            result_types=[types],
            regions=[region],
            attributes=parser.parse_optional_attr_dict(),
        )


class ReduceOp(scf.ReduceOp):
    """Combines the results of the iterations of `scf.parallel`, with a region for each result.

    Example:
    ```mlir
    %result = scf.parallel (%i) = (%lower) to (%upper) step (%step) init (%init) -> f32 {
      scf.reduce(%element : f32) {
      ^bb0(%x: f32, %y: f32):
        %sum = arith.addf %x, %y : f32
        scf.reduce.return %sum : f32
      }
    }
    ```
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands: Sequence[SSAValue] = ()
        regions: list[Region] = []
        if parser.parse_optional_punctuation("(") is not None:
            pos = parser.pos
            unresolved = parser.parse_comma_separated_list(
                parser.Delimiter.NONE, parser.parse_unresolved_operand
            )
            parser.parse_punctuation(":")
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            parser.parse_punctuation(")")
            operands = parser.resolve_operands(unresolved, types, pos)
            regions = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_region)
        return cls.build(
            operands=[operands], regions=[regions], attributes=parser.parse_optional_attr_dict()
        )

    def print(self, printer: Printer) -> None:
        if self.args:
            with printer.in_parens():
                printer.print_list(self.args, printer.print_operand)
                printer.print_string(" : ")
                printer.print_list(self.args.types, printer.print_attribute)
            printer.print_string(" ")
            printer.print_list(self.reductions, printer.print_region)
        printer.print_op_attributes(self.attributes)


def parse_results(parser: Parser) -> Sequence[Attribute]:
    """The types after an arrow, of which one needs no parentheses."""
    if parser.parse_optional_punctuation("->") is None:
        return ()
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return (parser.parse_type(),) if types is None else types


def parse_indices(parser: Parser) -> list[SSAValue]:
    """`(%a, %b)` of type `index`."""
    unresolved = parser.parse_comma_separated_list(
        parser.Delimiter.PAREN, parser.parse_unresolved_operand
    )
    return [parser.resolve_operand(one, IndexType()) for one in unresolved]


LOOPS: tuple[type[Operation], ...] = (IfOp, ParallelOp, ReduceOp)
"""The operations above, each in place of xDSL's."""
