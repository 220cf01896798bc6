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

from disc_shape.dialects.hlo.constraints import INT_TENSOR, ONE_SCALE_OR_TOKEN, PREDICATE, VALUE
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
    """Ends a region and returns its results to the operation around it.

    Example:
    ```mlir
    %result = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<?x4xf32>
    }, {
      stablehlo.return %y : tensor<?x4xf32>
    }) : (tensor<i1>) -> tensor<?x4xf32>
    ```
    """

    name = "return"
    results_ = var_operand_def(VALUE)
    assembly_format = "attr-dict ($results_^ `:` type($results_))?"
    traits = traits_def(IsTerminator(), Pure())


class OptimizationBarrierOp(HloOp):
    """Returns its operands; no operation is moved across it.

    (c1) the types of operands and results agree.

    Example:
    ```mlir
    %result0, %result1 = stablehlo.optimization_barrier %x, %y : tensor<?x4xf32>, tensor<i32>
    ```
    """

    name = "optimization_barrier"
    operand = var_operand_def(ONE_SCALE_OR_TOKEN)
    result = var_result_def(ONE_SCALE_OR_TOKEN)
    assembly_format = (
        "attr-dict ($operand^ `:` custom<PairwiseTypes>(type($operand), type($result))):(`(` `)`)?"
    )
    custom_directives = (PairwiseTypes,)

    def verify_(self) -> None:
        check_same_values(self, "operands and results", self.operand_types, self.result_types)


class WhileOp(HloOp):
    """Runs its body as long as its condition holds; the operands are the first loop-carried values.

    (c1) the condition takes the operands' types and returns a boolean, (c2) the body takes and
    returns the operands' types, (c3) the results have the operands' types.

    Example:
    ```mlir
    %result0, %result1 = stablehlo.while(%i = %zero, %v = %init) : tensor<i32>, tensor<?x4xf32>
    cond {
      %more = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %more : tensor<i1>
    } do {
      %next = stablehlo.add %i, %one : tensor<i32>
      %double = stablehlo.add %v, %v : tensor<?x4xf32>
      stablehlo.return %next, %double : tensor<i32>, tensor<?x4xf32>
    }
    ```
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
    """Runs the first of its branches when the predicate is true, the second one otherwise.

    (c1) the branches have no arguments, (c2) the branches return values of the same types, (c3) the
    results have these types.

    Example:
    ```mlir
    %result = "stablehlo.if"(%pred) ({
      stablehlo.return %x : tensor<?x4xf32>
    }, {
      %negated = stablehlo.negate %x : tensor<?x4xf32>
      stablehlo.return %negated : tensor<?x4xf32>
    }) : (tensor<i1>) -> tensor<?x4xf32>
    ```
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
    """Runs the branch with the number `index`, the last one when the number is out of range.

    (c1) there is a branch, (c2) the branches have no arguments, (c3) the branches return values of
    the same types, (c4) the results have these types.

    Example:
    ```mlir
    %result = "stablehlo.case"(%index) ({
      stablehlo.return %x : tensor<?x4xf32>
    }, {
      stablehlo.return %y : tensor<?x4xf32>
    }) : (tensor<i32>) -> tensor<?x4xf32>
    ```
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
