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
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.regions import check_region, returned, share_names
from disc_shape.dialects.hlo.shapes import (
    check_count,
    check_int32,
    check_same_values,
    check_scalar,
    element_type,
    is_tensor,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import (
    PairwiseTypes,
    parse_function_types,
    parse_types,
    print_function_types,
)


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
            first = parser.parse_unresolved_operand()
            if parser.parse_optional_punctuation("="):
                names.append(Parser.UnresolvedArgument(first.span))
                first = parser.parse_unresolved_operand()
            operands.append(first)

        position = parser.pos
        parser.parse_comma_separated_list(parser.Delimiter.PAREN, initial)
        types: Sequence[Attribute] = ()
        results: Sequence[Attribute] = ()
        if parser.parse_optional_punctuation(":"):
            if parser.parse_optional_punctuation("("):
                types, results = parse_function_types(parser)
            else:
                types = results = parse_types(parser)
        if len(types) != len(operands):
            parser.raise_error(
                f"'{cls.name}' has {len(operands)} operands and {len(types)} types", position
            )
        attributes = parser.parse_optional_attr_dict_with_keyword()
        arguments = None
        if len(names) == len(operands):
            arguments = [name.resolve(type_) for name, type_ in zip(names, types, strict=True)]
        parser.parse_keyword("cond")
        cond = parser.parse_region(arguments)
        parser.parse_keyword("do")
        body = parser.parse_region(arguments)
        return cls.create(
            operands=parser.resolve_operands(operands, types, position),
            result_types=results,
            regions=[cond, body],
            attributes={} if attributes is None else dict(attributes.data),
        )

    def print(self, printer: Printer) -> None:
        """The arguments and types once, when values, arguments and results have the same types.

        Passes may refine them apart; then the regions show their arguments, an extension of the
        form that StableHLO prints.
        """
        types = list(self.operand_types)
        arguments = self.cond.block.args
        short = types == list(self.result_types) and all(
            types == [argument.type for argument in region.block.args] for region in self.regions
        )
        separator = "("
        for index, operand in enumerate(self.operand):
            printer.print_string(separator)
            if short:
                printer.print_ssa_value(arguments[index])
                printer.print_string(" = ")
            printer.print_ssa_value(operand)
            separator = ", "
        printer.print_string(")" if self.operand else "()")
        if short:
            share_names(printer, self.body.block.args, arguments)
            if types:
                printer.print_string(" : ")
                printer.print_list(types, printer.print_attribute)
        else:
            printer.print_string(" : ")
            print_function_types(printer, types, self.result_types)
        printer.print_op_attributes(self.attributes, print_keyword=True)
        printer.print_string("\ncond ")
        printer.print_region(self.cond, print_entry_block_args=not short)
        printer.print_string(" do ")
        printer.print_region(self.body, print_entry_block_args=not short)

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
    if not is_tensor(type_) or element_type(type_) != i1 or rank(type_):
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
        check_scalar(self, "predicate", self.pred)
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
        check_scalar(self, "index", self.index)
        check_int32(self, "index", self.index)
        check_int32(self, "index", self.index)
        require(len(self.branches) > 0, f"'{self.name}' has no branches, expected at least 1")
        for number, branch in enumerate(self.branches):
            check_region(self, f"branch {number}", branch, (), self.result_types)
