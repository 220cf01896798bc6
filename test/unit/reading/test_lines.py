"""Operations in other words than printers use are read as xDSL reads them."""

import re
from collections.abc import Iterator

import pytest

from reading import differences

VALUES = """
%i, %n = "test.op"() : () -> (tensor<i32>, index)
%t, %u = "test.op"() : () -> (tensor<?xi32, [@a]>, tensor<?xi32, [@a]>)
%s, %m:2 = "test.op"() : () -> (tensor<1xindex>, index, index)
"""

LINES = [
    "%0 = stablehlo.add %t, %u : tensor<?xi32, [@a]>",
    "%0 = stablehlo.add %t, %t {a, b = 1 : i32} : tensor<?xi32, [@a]>",
    "%0 = stablehlo.convert %t : (tensor<?xi32, [@a]>) -> tensor<?xf32>",
    "%0 = stablehlo.dynamic_broadcast_in_dim %t, %s, dims = [0] : "
    "(tensor<?xi32, [@a]>, tensor<1xindex>) -> tensor<?xi32>",
    "%0 = stablehlo.dynamic_broadcast_in_dim %i, %s, dims = [] "
    "{known_nonexpanding_dimensions = array<i64: 0>} : (tensor<i32>, tensor<1xindex>) "
    "-> tensor<?xi32>",
    "%0 = stablehlo.get_dimension_size %t, dim = 0 : (tensor<?xi32, [@a]>) -> tensor<i32>",
    "stablehlo.custom_call @f(%t, %u) {has_side_effect = true} : "
    "(tensor<?xi32, [@a]>, tensor<?xi32, [@a]>) -> ()",
    "%0 = stablehlo.custom_call @f() : () -> tensor<i32>",
    "%0 = stablehlo.dynamic_reshape %t, %s : (tensor<?xi32, [@a]>, tensor<1xindex>) "
    "-> tensor<?xi32>",
    "%0 = stablehlo.constant dense<-1> : tensor<2xindex>",
    "%0 = stablehlo.reduce(%t init: %i) applies stablehlo.add across dimensions = [0] : "
    "(tensor<?xi32, [@a]>, tensor<i32>) -> tensor<i32>",
    "%0 = arith.constant 1 : index",
    "%0 = arith.addi %n, %m#1 overflow<nsw> : index",
    "%0 = arith.muli %m#0, %m#1 : index",
    "%0 = tensor.from_elements %n, %m#1 : tensor<2xindex>",
    "%0 = tensor.from_elements %n, %n, %n : tensor<3xindex>",
    "disc_shape.SymbolDim @a {named, value = 8}",
    "disc_shape.SymbolDim @a {value = 8, named, non_zero, symbolic_shape_graph = @g}",
    "disc_shape.SymbolDim @a {ranges = [[1, ?]]} {note}",
    "disc_shape.SymbolDim @a",
    "%0 = disc_shape.dim @a",
    'disc_shape.tie_predicate "d0 >= 1"(%n) {guarded}',
    "disc_shape.tie_predicate_eq %n, %n",
]

WRONG = [
    "%0 = stablehlo.add %t, %i : tensor<?xi32, [@a]>",
    "%0 = stablehlo.add %t, %missing : tensor<?xi32, [@a]>",
    "%0 = stablehlo.add %t : tensor<?xi32, [@a]>",
    "%0 = stablehlo.add %t, %u : tensor<?xnothing>",
    "%0 = stablehlo.get_dimension_size %t, dim = 99999999999999999999 : "
    "(tensor<?xi32, [@a]>) -> tensor<i32>",
    "%0 = stablehlo.get_dimension_size %t, dim = 0 : (tensor<?xi32, [@a]>) -> ()",
    "%0 = stablehlo.convert %t : (tensor<i32>, tensor<i32>) -> tensor<i32>",
    "%0 = tensor.from_elements %n, %t : tensor<2xindex>",
    "disc_shape.SymbolDim @a {named, named}",
    "disc_shape.SymbolDim @a {unnamed}",
    "%0 = stablehlo.nothing %t, %u : tensor<?xi32>",
]

TOKEN = re.compile(r'"[^"]*"|[%@#]?[\w$.]+|\S')
BLANKS = ("  ", "\t", "\n", " // [ { %x\n")
AFTER = ("", "%z = arith.constant 2 : index", "#name = loc(unknown)", "{")


def spaced(line: str) -> Iterator[str]:
    """
    A program of a line, with other white space before one of its tokens, and with none where there
    is some, before each of several lines.
    """
    tight = line.replace(", ", ",").replace(" : ", ":").replace(" = ", "=").replace(" {", "{")
    yield from (f"{text}\n{after}\n" for text in (line, tight) for after in AFTER)
    for number, token in enumerate(TOKEN.finditer(line)):
        blank, after = BLANKS[number % 4], AFTER[number // 4 % 4]
        yield f"{line[: token.start()]}{blank}{line[token.start() :]}\n{after}\n"


@pytest.mark.parametrize("line", [*LINES, *WRONG])
def test_other_white_space_is_read_as_by_xdsl(line: str) -> None:
    for text in spaced(line):
        assert not differences(f"{VALUES}\n{text}", "mended"), text
