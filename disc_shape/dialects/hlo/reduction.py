"""Reductions along dimensions, and what all operations with a reducer share.

StableHLO specification, sections "reduce", "reduce_window", "select_and_scatter", "map", "sort".
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import Self

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Operation, Region
from xdsl.irdl import (
    SameVariadicOperandSize,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser, UnresolvedOperand
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from disc_shape.dialects.hlo.attributes import ints, ints_attr
from disc_shape.dialects.hlo.constraints import INTS, TENSOR
from disc_shape.dialects.hlo.op import HloOp
from disc_shape.dialects.hlo.promotion import promotes
from disc_shape.dialects.hlo.regions import block_of, print_arguments, returned
from disc_shape.dialects.hlo.shapes import (
    check_count,
    check_dimensions,
    check_same_element,
    check_same_shape,
    check_same_sizes,
    check_same_values,
    check_unique,
    dims,
    element_type,
    is_tensor,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import parse_function_type, print_function_types
from disc_shape.dialects.xdsl_extras.locations import parse_argument

COMMUTATIVE = frozenset({"add", "and", "maximum", "minimum", "multiply", "or", "xor"})
"""The operations that a reduction can name instead of spelling out its body."""


class ReduceOp(HloOp):
    """Reduces the elements along some dimensions to one, starting from an initial value.

    A body that is one binary operation is printed after `applies`, any other one as a `reducer`.

    (c1) the shapes of the inputs agree, (c2) inputs and initial values have equal element types,
    (c3) there is an input, and an initial value for each, (c4) the dimensions are in range, (c5) no
    dimension occurs twice, (c6) the body takes and returns scalars of these types, (c7) the results
    have the sizes of the other dimensions, (c8) the results have the body's element types.

    Example:
    ```mlir
    %result = stablehlo.reduce(%input init: %zero) applies stablehlo.add across dimensions = [1] :
      (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
    ```
    """

    name = "reduce"
    inputs = var_operand_def(TENSOR)
    init_values = var_operand_def(TENSOR)
    dimensions = prop_def(INTS)
    result = var_result_def(TENSOR)
    body = region_def()
    irdl_options = (SameVariadicOperandSize(),)
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        inputs: list[UnresolvedOperand] = []
        inits: list[UnresolvedOperand] = []
        while True:
            parser.parse_punctuation("(")
            inputs.append(parser.parse_unresolved_operand())
            parser.parse_keyword("init")
            parser.parse_punctuation(":")
            inits.append(parser.parse_unresolved_operand())
            parser.parse_punctuation(")")
            if parser.parse_optional_punctuation(",") is None:
                break
        reducer = None
        if parser.parse_optional_keyword("applies"):
            reducer = parser.parse_identifier()
        parser.parse_keyword("across")
        parser.parse_keyword("dimensions")
        parser.parse_punctuation("=")
        dimensions = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, parser.parse_integer
        )
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        position = parser.pos
        operand_types, result_types = parse_function_type(parser)
        operands = parser.resolve_operands(inputs + inits, operand_types, position)
        body = (
            _parse_body(parser) if reducer is None else _named_body(parser, reducer, operand_types)
        )
        return cls.create(
            operands=operands,
            result_types=result_types,
            properties={"dimensions": ints_attr(dimensions, cls.dialect_name())},
            attributes=dict(attributes),
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        separator = ""
        for operand, init in zip(self.inputs, self.init_values, strict=True):
            printer.print_string(f"{separator}(")
            printer.print_ssa_value(operand)
            printer.print_string(" init: ")
            printer.print_ssa_value(init)
            printer.print_string(")")
            separator = ", "
        reducer = self.reducer
        if reducer is not None:
            printer.print_string(f" applies {reducer.name}")
        dimensions = ", ".join(map(str, ints(self.dimensions)))
        printer.print_string(f" across dimensions = [{dimensions}]")
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        print_function_types(printer, self.operand_types, self.result_types)
        if reducer is None:
            _print_body(printer, self.body.block)

    @property
    def reducer(self) -> Operation | None:
        """The operation that stands for the whole body, when the body is nothing else."""
        block = self.body.blocks.first
        if block is None or len(block.args) != 2 or block.first_op is None:
            return None
        inner, last = block.first_op, block.last_op
        if last is None or inner.next_op is not last:
            return None
        prefix, _, mnemonic = inner.name.partition(".")
        plain = (
            prefix == self.dialect_name()
            and mnemonic in COMMUTATIVE
            and not inner.attributes
            and tuple(inner.operands) == tuple(block.args)
            and tuple(last.operands) == tuple(inner.results)
            and not last.attributes
            and all(type_ == inner.results[0].type for type_ in inner.operand_types)
            and inner.results[0].type == scalar_of(self.inputs[0].type)
        )
        return inner if plain else None

    def verify_(self) -> None:
        inputs, initial = self.inputs.types, self.init_values.types
        require(len(inputs) > 0, f"'{self.name}' has no inputs, expected at least 1")
        operand = check_same_shape(self, "inputs", *inputs)
        check_initial_values(self, inputs, initial)
        dimensions = ints(self.dimensions)
        check_dimensions(self, "dimension", dimensions, len(operand))
        check_unique(self, "dimensions", dimensions)
        kept = tuple(size for index, size in enumerate(operand) if index not in dimensions)
        results = self.result
        check_count(self, "results", len(results), len(inputs))
        for result in results:
            kept = check_same_sizes(self, "kept dimensions and result", kept, dims(result))
        check_reducer(self, self.body, inputs, results.types, initial)


def check_initial_values(
    op: HloOp, inputs: Sequence[Attribute], initial: Sequence[Attribute]
) -> None:
    """There is an initial value, a scalar, for each input."""
    check_count(op, "init_values", len(initial), len(inputs))
    for index, init in enumerate(initial):
        require(
            rank(init) == 0,
            f"init value {index} of '{op.name}' has rank {rank(init)}, expected 0",
        )


def check_reducer(
    op: HloOp,
    body: Region,
    inputs: Sequence[Attribute],
    results: Sequence[Attribute],
    initial: Sequence[Attribute] = (),
    what: str = "body",
) -> None:
    """A body takes two scalars and gives one for each input.

    It may compute in a wider element type than that of inputs and initial values, which is then
    the results'.
    """
    block = block_of(op, what, body)
    given = [one.type for one in returned(op, what, body)]
    check_count(op, f"{what} arguments", len(block.args), 2 * len(inputs))
    check_same_values(
        op, f"{what} arguments and results", [one.type for one in block.args], given * 2
    )
    for index, (one, result) in enumerate(zip(given, results, strict=True)):
        if not (is_tensor(one) and rank(one) == 0):
            raise VerifyException(
                f"{what} result {index} of '{op.name}' is {one}, expected a scalar tensor"
            )
        check_same_element(op, f"{what} and result {index}", one, result, scales=False)
    for name, types in (("input", inputs), ("init value", initial or inputs)):
        for index, (operand, one) in enumerate(zip(types, given, strict=True)):
            found, wanted = element_type(operand), element_type(one)
            if not promotes(found, wanted):
                raise VerifyException(
                    f"element types of '{op.name}' {name} and {what} result {index} differ: "
                    f"{found} and {wanted}"
                )


def scalar_of(type_: Attribute) -> Attribute:
    """The type of one element of a tensor, as a tensor."""
    return _scalar_tensor(element_type(type_))


@lru_cache(maxsize=1 << 8)
def _scalar_tensor(element: Attribute) -> Attribute:
    return TensorType(element, ())


def _named_body(parser: Parser, reducer: str, operand_types: Sequence[Attribute]) -> Region:
    """The body that `applies stablehlo.add` stands for."""
    prefix = reducer.partition(".")[0]
    inner = parser.ctx.get_optional_op(reducer)
    last = parser.ctx.get_optional_op(f"{prefix}.return")
    if inner is None or last is None:
        parser.raise_error(f"operation {reducer} is not registered")
    scalar = scalar_of(operand_types[0])
    block = Block(arg_types=(scalar, scalar))
    operation = inner.create(operands=block.args, result_types=(scalar,))
    block.add_ops((operation, last.create(operands=operation.results)))
    return Region(block)


def _parse_body(parser: Parser) -> Region:
    """`reducer(%a: t, %b: t) (%c: u, %d: u) {...}`, one pair of arguments for each input."""
    parser.parse_keyword("reducer")
    firsts: list[Parser.Argument] = []
    seconds: list[Parser.Argument] = []
    while pair := parser.parse_optional_comma_separated_list(
        parser.Delimiter.PAREN, lambda: parse_argument(parser)
    ):
        if len(pair) != 2:
            parser.raise_error(f"expected 2 arguments for each input, got {len(pair)}")
        firsts.append(pair[0])
        seconds.append(pair[1])
    return parser.parse_region(firsts + seconds)


def _print_body(printer: Printer, block: Block) -> None:
    """The inverse of `_parse_body`."""
    printer.print_string("\n reducer")
    half = len(block.args) // 2
    for first, second in zip(block.args[:half], block.args[half:], strict=True):
        printer.print_string("(")
        print_arguments(printer, (first, second))
        printer.print_string(") ")
    region = block.parent
    if region is not None:
        printer.print_string(" ")
        printer.print_region(region, print_entry_block_args=False)
