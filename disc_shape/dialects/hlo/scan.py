"""`scan`: a function run for each index of a dimension, with loop-carried values.

MHLO and CHLO have this operation; StableHLO does not.
"""

from collections.abc import Sequence
from typing import ClassVar, Self

from xdsl.dialects.builtin import DenseArrayBase, i32
from xdsl.ir import Attribute
from xdsl.irdl import (
    AttrSizedOperandSegments,
    AttrSizedResultSegments,
    ParsePropInAttrDict,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect

from disc_shape.dialects.hlo.attributes import i64_attr, int_of
from disc_shape.dialects.hlo.constraints import FLAG, INT64, TENSOR
from disc_shape.dialects.hlo.op import CHLO, MHLO, HloOp
from disc_shape.dialects.hlo.regions import block_of, returned
from disc_shape.dialects.hlo.shapes import (
    Dims,
    agree,
    check_count,
    check_dimension,
    check_same_element,
    check_same_sizes,
    check_same_values,
    dims,
    rank,
    require,
)
from disc_shape.dialects.hlo.type_formats import parse_function_types, print_function_types

_OPTIONS = ("scan_dim_size", "is_reverse", "is_associative")


class ScanOp(HloOp):
    """Runs a function for each index of a dimension, and concatenates its results along that
    dimension.

    The function takes a slice of each input and the carried values; it returns a slice of each
    output and the next carried values.

    (c1) there are inputs or outputs, (c2) the dimension is in range, (c3) all inputs and outputs
    have one size there, `scan_dim_size` if that is given, (c4) the function takes slices of the
    inputs and values like the initial ones, (c5) the function returns slices of the outputs and
    values like the carried ones, (c6) initial and carried values have the same types.

    Example:
    ```mlir
    %sums, %last = mhlo.scan(%input) inits (%init) dimension=0 {
    ^bb0(%x: tensor<?xf32>, %carried: tensor<?xf32>):
      %sum = mhlo.add %x, %carried : tensor<?xf32>
      mhlo.return %sum, %sum : tensor<?xf32>, tensor<?xf32>
    } : (tensor<4x?xf32>, tensor<?xf32>) -> (tensor<4x?xf32>, tensor<?xf32>)
    ```
    """

    name = "scan"
    PREFIXES: ClassVar[tuple[str, ...]] = (MHLO, CHLO)
    inputs = var_operand_def(TENSOR)
    inits = var_operand_def(TENSOR)
    dimension = prop_def(INT64)
    scan_dim_size = opt_prop_def(INT64)
    is_reverse = opt_prop_def(FLAG)
    is_associative = opt_prop_def(FLAG)
    outputs = var_result_def(TENSOR)
    carries = var_result_def(TENSOR)
    body = region_def()
    irdl_options = (
        AttrSizedOperandSegments(as_property=True),
        AttrSizedResultSegments(as_property=True),
        ParsePropInAttrDict(),
    )
    traits = traits_def(RecursiveMemoryEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        inputs = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        parser.parse_keyword("inits")
        inits = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, parser.parse_unresolved_operand
        )
        parser.parse_keyword("dimension")
        parser.parse_punctuation("=")
        properties: dict[str, Attribute] = {"dimension": i64_attr(parser.parse_integer())}
        given = parser.parse_optional_attr_dict_with_keyword()
        attributes = {} if given is None else dict(given.data)
        for option in _OPTIONS:
            if option in attributes:
                properties[option] = attributes.pop(option)
        body = parser.parse_region()
        parser.parse_punctuation(":")
        position = parser.pos
        parser.parse_punctuation("(")
        operand_types, result_types = parse_function_types(parser)
        operands = parser.resolve_operands([*inputs, *inits], operand_types, position)
        stacked = len(result_types) - len(inits)
        if stacked < 0:
            parser.raise_error(
                f"'{cls.name}' has {len(result_types)} results, expected one for each of "
                f"{len(inits)} initial values",
                position,
            )
        properties["operandSegmentSizes"] = _segments(len(inputs), len(inits))
        properties["resultSegmentSizes"] = _segments(stacked, len(inits))
        return cls.create(
            operands=operands,
            result_types=result_types,
            properties=properties,
            attributes=attributes,
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        with printer.in_parens():
            printer.print_list(self.inputs, printer.print_ssa_value)
        printer.print_string(" inits ")
        with printer.in_parens():
            printer.print_list(self.inits, printer.print_ssa_value)
        printer.print_string(f" dimension={int_of(self.dimension)}")
        options = {name: self.properties[name] for name in _OPTIONS if name in self.properties}
        printer.print_op_attributes({**options, **self.attributes}, print_keyword=True)
        printer.print_string(" ")
        printer.print_region(self.body)
        printer.print_string(" : ")
        print_function_types(printer, self.operand_types, self.result_types)

    def verify_(self) -> None:
        require(
            len(self.inputs) + len(self.outputs) > 0,
            f"'{self.name}' has neither inputs nor outputs, expected at least one",
        )
        dimension = int_of(self.dimension)
        stacked = (*self.inputs.types, *self.outputs.types)
        size = None if self.scan_dim_size is None else int_of(self.scan_dim_size)
        for type_ in stacked:
            check_dimension(self, "dimension", dimension, rank(type_))
            found = dims(type_)[dimension]
            require(
                agree(size, found),
                f"sizes of dimension {dimension} of '{self.name}' differ: {size} and {found}",
            )
            size = found if size is None else size
        check_same_values(self, "initial and carried values", self.inits.types, self.carries.types)
        taken = [argument.type for argument in block_of(self, "body", self.body).args]
        given = [value.type for value in returned(self, "body", self.body)]
        self._check_steps("arguments", taken, self.inputs.types, self.inits.types, dimension)
        self._check_steps("results", given, self.outputs.types, self.carries.types, dimension)

    def _check_steps(
        self,
        what: str,
        found: Sequence[Attribute],
        stacked: Sequence[Attribute],
        carried: Sequence[Attribute],
        dimension: int,
    ) -> None:
        """(c4), (c5)"""
        check_count(self, f"body {what}", len(found), len(stacked) + len(carried))
        for index, (slice_, whole) in enumerate(zip(found, stacked, strict=False)):
            check_same_element(self, f"body {what} {index} and slice", slice_, whole)
            check_same_sizes(
                self, f"body {what} {index} and slice", dims(slice_), _without(whole, dimension)
            )
        check_same_values(self, f"body {what} and carried values", found[len(stacked) :], carried)


def _without(type_: Attribute, dimension: int) -> Dims:
    sizes = dims(type_)
    return sizes[:dimension] + sizes[dimension + 1 :]


def _segments(first: int, second: int) -> DenseArrayBase:
    return DenseArrayBase.from_list(i32, (first, second))
