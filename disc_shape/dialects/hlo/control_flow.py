"""Control flow: `while`, `if`, `case`, `return`, `optimization_barrier`.

StableHLO specification, sections of the same names.
"""

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import i1
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import IsTerminator, Pure, RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.constraints import INT_TENSOR, PREDICATE, TENSOR_OR_TOKEN, VALUE
from disc_shape.dialects.hlo.narrow import as_tensor
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.regions import check_region, returned, share_names
from disc_shape.dialects.hlo.shapes import (
    check_count,
    check_same_values,
    element_type,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import PairwiseTypes


class ReturnOp(HloOp):
    """Ends a region and gives its results."""

    name = "return"
    results_ = var_operand_def(VALUE)
    assembly_format = "attr-dict ($results_^ `:` type($results_))?"
    traits = traits_def(IsTerminator(), Pure())


class OptimizationBarrierOp(HloOp):
    """Gives its operands and keeps operations from moving across it.

    (c1) the types of operands and results agree.
    """

    name = "optimization_barrier"
    operand = var_operand_def(TENSOR_OR_TOKEN)
    result = var_result_def(TENSOR_OR_TOKEN)
    assembly_format = (
        "attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand), type($result))):(`(` `)`)?"
    )
    custom_directives = (PairwiseTypes,)

    def verify_(self) -> None:
        check_same_values(self, "operands and results", self.operand_types, self.result_types)


class WhileOp(HloOp):
    """Runs its body as long as its condition holds.

    (c1) the condition takes the operands' types and gives a boolean, (c2) the body takes and gives
    the operands' types, (c3) the results have them.
    """

    name = "while"
    operand = var_operand_def(VALUE)
    result = var_result_def(VALUE)
    cond = region_def()
    body = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        names: list[Parser.UnresolvedArgument] = []
        operands: list[UnresolvedOperand] = []

        def initial() -> None:
            names.append(parser.parse_argument(expect_type=False))
            parser.parse_punctuation("=")
            operands.append(parser.parse_unresolved_operand())

        parser.parse_comma_separated_list(parser.Delimiter.PAREN, initial)
        types: Sequence[Attribute] = ()
        position = parser.pos
        if parser.parse_optional_punctuation(":"):
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        if len(types) != len(names):
            parser.raise_error(
                f"'{cls.name}' has {len(names)} operands and {len(types)} types", position
            )
        attributes = parser.parse_optional_attr_dict_with_keyword()
        arguments = [name.resolve(type_) for name, type_ in zip(names, types, strict=True)]
        parser.parse_keyword("cond")
        cond = parser.parse_region(arguments)
        parser.parse_keyword("do")
        body = parser.parse_region(arguments)
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=types,
            regions=[cond, body],
            attributes={} if attributes is None else dict(attributes.data),
        )

    def print(self, printer: Printer) -> None:
        if not self._prints_short():
            printer.print_op_with_default_format(self)
            return
        arguments = self.cond.block.args
        printer.print_string("(")
        for index, (argument, operand) in enumerate(zip(arguments, self.operand, strict=True)):
            printer.print_string(", " if index else "")
            printer.print_ssa_value(argument)
            printer.print_string(" = ")
            printer.print_ssa_value(operand)
        printer.print_string(")")
        share_names(printer, self.body.block.args, arguments)
        if self.operand:
            printer.print_string(" : ")
            printer.print_list(self.operand_types, printer.print_attribute)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string("\ncond ")
        printer.print_region(self.cond, print_entry_block_args=False)
        printer.print_string(" do ")
        printer.print_region(self.body, print_entry_block_args=False)

    def _prints_short(self) -> bool:
        """Whether operands, results and arguments have the same types, which are printed once."""
        types = list(self.operand_types)
        return types == list(self.result_types) and all(
            types == [argument.type for argument in region.block.args] for region in self.regions
        )

    def verify_(self) -> None:
        types = self.operand_types
        check_region(self, "cond", self.cond, types, None)
        check_region(self, "body", self.body, types, types)
        check_same_values(self, "operands and results", types, self.result_types)
        check_predicate(self, returned(self, "cond", self.cond))


def check_predicate(op: HloOp, values: Sequence[SSAValue]) -> None:
    """A condition gives one boolean scalar."""
    check_count(op, "condition results", len(values), 1)
    type_ = values[0].type
    tensor = as_tensor(type_)
    if tensor is None or rank(tensor) or element_type(tensor) != i1:
        raise VerifyException(f"condition of '{op.name}' is {type_}, expected tensor<i1>")


class IfOp(HloOp):
    """Runs one of two branches.

    (c1) the branches take nothing, (c2) they give values of one list of types, (c3) the results
    have it.
    """

    name = "if"
    pred = operand_def(PREDICATE)
    result = var_result_def(VALUE)
    true_branch = region_def()
    false_branch = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        require(rank(self.pred) == 0, f"predicate of '{self.name}' has rank {rank(self.pred)}")
        check_region(self, "true_branch", self.true_branch, (), self.result_types)
        check_region(self, "false_branch", self.false_branch, (), self.result_types)


class CaseOp(HloOp):
    """Runs the branch with a number, the last one when the number is out of range.

    (c1) there is a branch, (c2) the branches take nothing, (c3) they give values of one list of
    types, (c4) the results have it.
    """

    name = "case"
    index = operand_def(INT_TENSOR)
    result = var_result_def(VALUE)
    branches = var_region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        require(rank(self.index) == 0, f"index of '{self.name}' has rank {rank(self.index)}")
        require(len(self.branches) > 0, f"'{self.name}' has no branches, expected at least 1")
        for number, branch in enumerate(self.branches):
            check_region(self, f"branch {number}", branch, (), self.result_types)
