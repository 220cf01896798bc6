"""Operations printed and parsed by the directives of their formats, as xDSL prints and parses."""

from io import StringIO

import pytest
from work import count_calls
from xdsl.dialects import arith, func, scf, tensor, test
from xdsl.dialects.builtin import ModuleOp, StringAttr, i1, i32
from xdsl.printer import Printer

from disc_shape.dialects.hlo.conversion import AbsOp
from disc_shape.dialects.hlo.factory import final
from disc_shape.dialects.hlo.reduction import ReduceOp
from disc_shape.reading import FastPrinter
from disc_shape.reading.formats import FORMATS, Step, format_of
from disc_shape.reading.parser import READERS
from disc_shape.reading.readers import Reader
from reading import PAIRS, differences, shown

VALUES = """
%a, %b = "test.op"() : () -> (tensor<?xi32>, i32)
%i, %c = "test.op"() : () -> (index, i1)
"""

LINES = (
    "%0 = arith.addi %b, %b : i32",
    "%0 = arith.addi %b, %b {x} : i32",
    "%0 = arith.cmpi slt, %b, %b : i32",
    "%0 = arith.select %c, %b, %b : i32",
    "%0 = arith.constant {x} 3 : i32",
    "%0 = tensor.dim %a, %i : tensor<?xi32>",
    "%0 = tensor.from_elements %b, %b : tensor<2xi32>",
    "%0 = tensor.from_elements : tensor<0xi32>",
    "%0 = stablehlo.add %a, %a : tensor<?xi32>",
    "%0 = stablehlo.add %a, %a : (tensor<?xi32>, tensor<?xi32>) -> tensor<4xi32>",
    "%0 = stablehlo.concatenate %a, %a, dim = 0 : (tensor<?xi32>, tensor<?xi32>) -> tensor<?xi32>",
    "%0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<?xi32>) -> tensor<4xi32>",
    "%0 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?xi32>) -> tensor<i32>",
    "stablehlo.custom_call @f(%a) {has_side_effect = true} : (tensor<?xi32>) -> ()",
    "%0:2 = stablehlo.custom_call @f() : () -> (tensor<i32>, tensor<i32>)",
)

WRONG = (
    "%0 = arith.addi %b, %c : i32",
    "%0 = arith.addi %b : i32",
    "%0 = arith.addi %b, %b : tensor<?xi32>,",
    "%0 = arith.addi %b#1, %b : i32",
    "%0, %1 = arith.addi %b, %b : i32",
    "%a = arith.addi %b, %b : i32",
    "arith.addi %b, %b : i32 loc(",
    "%0 = tensor.dim %a, %i : i32",
    "%0 = stablehlo.add %a, %a : i32",
    "%0 = stablehlo.add %a, %a : (tensor<?xi32>) -> tensor<?xi32>",
    "%0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<?xi32>, i32) -> tensor<4xi32>",
    "%0 = stablehlo.broadcast_in_dim %a, dims = [0] : () -> tensor<4xi32>",
    "%0 = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<?xi32>) -> ()",
    "%0 = stablehlo.broadcast_in_dim %a, dims = [0] {broadcast_dimensions = 1} : "
    "(tensor<?xi32>) -> tensor<4xi32>",
)
"""What a reader must leave to xDSL, whose errors are expected."""


@pytest.mark.parametrize("pair", PAIRS)
@pytest.mark.parametrize("line", [*LINES, *WRONG])
def test_lines_are_read_and_printed_as_by_xdsl(line: str, pair: str) -> None:
    assert not differences(f"{VALUES}{line}\n", pair)


def test_operations_of_too_few_values_are_printed_as_far_as_xdsl_prints_them() -> None:
    add = arith.AddiOp.create(operands=[], result_types=[])
    for printer in (Printer, FastPrinter):
        with pytest.raises(IndexError):
            printer(StringIO()).print_op(add)


def test_attributes_that_formats_name_are_printed_where_they_are() -> None:
    first = test.TestOp(result_types=(i1, i32))
    condition, number = first.results
    select = arith.SelectOp(condition, number, number)
    select.attributes["a"] = StringAttr("b")
    module = ModuleOp([first, select, arith.SelectOp(condition, number, number)])
    assert shown(FastPrinter, module) == shown(Printer, module)


def test_which_classes_have_a_format() -> None:
    assert format_of(arith.AddiOp) is not None
    assert format_of(final(AbsOp, "stablehlo")) is not None
    assert format_of(final(AbsOp, "mhlo")) is not None
    assert format_of(final(ReduceOp, "stablehlo")) is None
    assert format_of(func.FuncOp) is None
    assert format_of(scf.ForOp) is None
    assert format_of(test.TestOp) is None


def test_the_directives_of_a_format() -> None:
    found = FORMATS[tensor.DimOp]
    assert found is not None
    assert (found.operands, found.results) == (2, 0)
    steps = [one.step for one in found.directives]
    assert steps[:3] == [Step.DICTIONARY, Step.OPERAND, Step.PUNCTUATION]
    assert FORMATS[func.FuncOp] is None


def test_readers_know_where_one_value_of_each_is() -> None:
    assert not differences(f"{VALUES}%0 = arith.addi %b, %b : i32\n")
    reader = READERS[arith.AddiOp]
    assert isinstance(reader, Reader)
    assert reader.is_plain
    assert reader.operands is not None
    program = format_of(tensor.FromElementsOp)
    assert program is not None
    assert Reader(program, tensor.FromElementsOp).operands is None


def test_printing_an_operation_once_takes_fewer_calls_than_xdsl() -> None:
    first = test.TestOp(result_types=(i32, i32))
    a, b = first.results
    module = ModuleOp([first, arith.AddiOp(a, b), arith.MuliOp(a, b), arith.SubiOp(a, b)])

    def printed(printer: type[Printer]) -> int:
        return count_calls(lambda: printer(StringIO()).print_op(module))

    printed(FastPrinter)  # Formats are found once.
    assert printed(FastPrinter) < 0.8 * printed(Printer)
