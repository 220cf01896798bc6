"""MLIR's `scf.forall`: a loop nest whose turns fill slices of tensors together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    ArrayAttr,
    DenseArrayBase,
    IndexType,
    TensorType,
    i64,
)
from xdsl.dialects.utils.dynamic_index_list import (
    parse_dynamic_index_list_without_types,
    print_dynamic_index_list,
)
from xdsl.ir import Attribute, Block, BlockArgument, Region, SSAValue
from xdsl.irdl import (
    AttrSizedOperandSegments,
    IRDLOperation,
    irdl_op_definition,
    lazy_traits_def,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import HasParent, IsTerminator, NoTerminator, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.xdsl_extras.gather import ParallelInsertSliceOp

Mixed = tuple[list[SSAValue], Sequence[int]]


@irdl_op_definition
class ForallOp(IRDLOperation):
    """
    Runs its region once for each point of a grid, in any order or at once. Tensors that the turns
    fill are handed over as they were, and result as they became.

    Constraints:
    (c1) there are as many lower bounds, upper bounds and steps.
    (c2) the region takes a counter for each of them, then the tensors that are filled.
    (c3) the tensors have the types of the results.

    Example:
    ```mlir
    %1 = scf.forall (%i, %j) in (%n, 4) shared_outs(%x = %0) -> (tensor<?x4xf32>) {
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %2 into %x[%i, %j] [1, 1] [1, 1]
            : tensor<1x1xf32> into tensor<?x4xf32>
      }
    }
    ```
    """

    name = "scf.forall"

    lower = var_operand_def(IndexType)
    upper = var_operand_def(IndexType)
    step = var_operand_def(IndexType)
    outs = var_operand_def(TensorType)
    static_lower = prop_def(DenseArrayBase.constr(i64), prop_name="staticLowerBound")
    static_upper = prop_def(DenseArrayBase.constr(i64), prop_name="staticUpperBound")
    static_step = prop_def(DenseArrayBase.constr(i64), prop_name="staticStep")
    mapping = opt_prop_def(ArrayAttr)
    filled = var_result_def(TensorType)
    body = region_def("single_block")

    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        counters = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parser.parse_argument(expect_type=False)
        )
        if parser.parse_optional_keyword("in") is not None:
            upper = parse_mixed(parser)
            lower: Mixed = [], [0] * len(upper[1])
            step: Mixed = [], [1] * len(upper[1])
        else:
            parser.parse_punctuation("=")
            lower = parse_mixed(parser)
            parser.parse_keyword("to")
            upper = parse_mixed(parser)
            parser.parse_keyword("step")
            step = parse_mixed(parser)
        arguments = [counter.resolve(IndexType()) for counter in counters]
        outs: list[SSAValue] = []
        types: Sequence[Attribute] = ()
        if parser.parse_optional_keyword("shared_outs") is not None:
            pos = parser.pos
            pairs = parser.parse_comma_separated_list(
                parser.Delimiter.PAREN, lambda: parse_shared(parser)
            )
            parser.parse_punctuation("->")
            types = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
            outs = list(parser.resolve_operands([out for _, out in pairs], types, pos))
            arguments += [
                argument.resolve(type_) for (argument, _), type_ in zip(pairs, types, strict=True)
            ]
        region = parser.parse_region(arguments)
        block = region.blocks[0]
        if not types and not isinstance(block.last_op, InParallelOp):
            block.add_op(InParallelOp.build(regions=[Region(Block())]))
        attributes = dict(parser.parse_optional_attr_dict())
        mapping = attributes.pop("mapping", None)
        return cls.build(
            operands=[lower[0], upper[0], step[0], outs],
            result_types=[types],
            regions=[region],
            properties={
                "staticLowerBound": DenseArrayBase.from_list(i64, lower[1]),
                "staticUpperBound": DenseArrayBase.from_list(i64, upper[1]),
                "staticStep": DenseArrayBase.from_list(i64, step[1]),
                "mapping": mapping,
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        count = len(self.static_upper.get_values())
        arguments = self.body.block.args
        printer.print_string(" ")
        with printer.in_parens():
            printer.print_list(arguments[:count], printer.print_ssa_value)
        bounds = self._bounds()
        simple = not any(bounds[0][1]) and all(one == 1 for one in bounds[2][1])
        words = ("in",) if simple else ("=", "to", "step")
        for word, (values, static) in zip(words, bounds[1:2] if simple else bounds, strict=True):
            printer.print_string(f" {word} ")
            print_dynamic_index_list(
                printer, DYNAMIC_INDEX, values, static, delimiter=Parser.Delimiter.PAREN
            )
        if self.outs:
            printer.print_string(" shared_outs")
            with printer.in_parens():
                printer.print_list(
                    zip(arguments[count:], self.outs, strict=True),
                    lambda pair: print_shared(printer, *pair),
                )
            printer.print_string(" -> ")
            with printer.in_parens():
                printer.print_list(self.filled.types, printer.print_attribute)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)
        mapping = {} if self.mapping is None else {"mapping": self.mapping}
        printer.print_op_attributes({**self.attributes, **mapping})

    def _bounds(self) -> tuple[tuple[Sequence[SSAValue], Sequence[int]], ...]:
        return (
            (self.lower, self.static_lower.get_values()),
            (self.upper, self.static_upper.get_values()),
            (self.step, self.static_step.get_values()),
        )

    def verify_(self) -> None:
        counts = [len(static) for _, static in self._bounds()]
        if len(set(counts)) > 1:
            raise VerifyException(
                f"'{self.name}' has {counts} lower bounds, upper bounds and steps"
            )
        for values, static in self._bounds():
            dynamic = list(static).count(DYNAMIC_INDEX)
            if dynamic != len(values):
                raise VerifyException(
                    f"'{self.name}' has {len(values)} values for {dynamic} dynamic numbers"
                )
        outs = tuple(value.type for value in self.outs)
        wanted = (*[IndexType()] * counts[0], *outs)
        taken = tuple(self.body.block.arg_types)
        if taken != wanted:
            raise VerifyException(
                f"region of '{self.name}' takes ({', '.join(map(str, taken))}), expected"
                f" ({', '.join(map(str, wanted))})"
            )
        if outs != tuple(self.result_types):
            raise VerifyException(f"shared tensors and results of '{self.name}' differ")
        if not isinstance(self.body.block.last_op, InParallelOp):
            raise VerifyException(f"'{self.name}' does not end in 'scf.forall.in_parallel'")


def parse_mixed(parser: Parser) -> Mixed:
    """`(%a, 4)`."""
    unresolved, numbers = parse_dynamic_index_list_without_types(
        parser, DYNAMIC_INDEX, delimiter=parser.Delimiter.PAREN
    )
    return [parser.resolve_operand(one, IndexType()) for one in unresolved], numbers


def parse_shared(parser: Parser) -> tuple[Parser.UnresolvedArgument, UnresolvedOperand]:
    """`%x = %0`."""
    argument = parser.parse_argument(expect_type=False)
    parser.parse_punctuation("=")
    return argument, parser.parse_unresolved_operand()


def print_shared(printer: Printer, argument: SSAValue, value: SSAValue) -> None:
    """`%x = %0`."""
    printer.print_ssa_value(argument)
    printer.print_string(" = ")
    printer.print_ssa_value(value)


@irdl_op_definition
class InParallelOp(IRDLOperation):
    """What a turn of `scf.forall` writes into the tensors that are filled.

    Constraints:
    (c1) each operation is `tensor.parallel_insert_slice` into one of these tensors.

    Example:
    ```mlir
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %0 into %1[%i] [1] [1] : tensor<1xf32> into tensor<?xf32>
    }
    ```
    """

    name = "scf.forall.in_parallel"

    region = region_def("single_block")

    traits = lazy_traits_def(lambda: (HasParent(ForallOp), IsTerminator(), NoTerminator()))

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        region = parser.parse_region()
        if not region.blocks:
            region.add_block(Block())
        return cls.build(regions=[region], attributes=parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_region(self.region, print_empty_block=False)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        for op in self.region.block.ops:
            if not isinstance(op, ParallelInsertSliceOp):
                raise VerifyException(f"'{self.name}' holds '{op.name}'")
            if not isinstance(op.dest, BlockArgument) or op.dest.block is not self.parent:
                raise VerifyException(
                    f"'{op.name}' writes into no tensor that the loop of '{self.name}' fills"
                )


FORALL: tuple[type[IRDLOperation], ...] = (ForallOp, InParallelOp)
"""The operations above."""
