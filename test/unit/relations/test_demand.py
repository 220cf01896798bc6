"""Which operands evaluators need: those of operations that read sizes are none."""

from __future__ import annotations

import pytest
from exhaustive.harness import context
from xdsl.dialects.func import FuncOp
from xdsl.parser import Parser

from disc_shape.relations.demand import source_operands

T = "tensor<2xindex>"
S = "tensor<2xi32>"


@pytest.mark.parametrize(
    ("line", "needed"),
    [
        (f"stablehlo.get_dimension_size %i, dim = 0 : ({S}) -> tensor<i32>", []),
        (f'"mhlo.get_dimension_size"(%i) <{{dimension = 0 : i64}}> : ({S}) -> tensor<i32>', []),
        (f"shape.shape_of %t : {T} -> tensor<1xindex>", []),
        (f"shape.rank %t : {T} -> index", []),
        (f"tensor.dim %t, %n : {T}", [1]),
        (f'"shape.dim"(%t, %n) : ({T}, index) -> index', [1]),
        (f"tensor.extract %t[%n] : {T}", [0, 1]),
        (f"tensor.insert %n into %t[%n] : {T}", [0, 1, 2]),
        (f"stablehlo.add %i, %i : {S}", [0, 1]),
        ("stablehlo.add %f, %f : tensor<2xf32>", []),
        ("tensor.dim %f, %n : tensor<2xf32>", [1]),
    ],
)
def test_operands_of_results(line: str, needed: list[int]) -> None:
    text = (
        f"func.func @f(%t: {T}, %i: {S}, %f: tensor<2xf32>, %n: index) {{\n%r = {line}\nreturn\n}}"
    )
    module = Parser(context(), text).parse_module()
    op = next(op for op in module.walk() if isinstance(op, FuncOp)).body.block.first_op
    assert op is not None
    assert list(source_operands(op)) == [op.operands[index] for index in needed]


def test_what_buffers_are_is_not_what_they_hold() -> None:
    text = """func.func @f(%m: memref<2xi32>, %o: memref<i32>) {
      lmhlo.get_dimension_size ins(%m : memref<2xi32>) outs(%o : memref<i32>) {dimension = 0 : i64}
      return
    }"""
    module = Parser(context(), text).parse_module()
    op = next(op for op in module.walk() if isinstance(op, FuncOp)).body.block.first_op
    assert op is not None
    assert list(source_operands(op)) == []


def test_an_element_is_what_was_put_into_the_tuple() -> None:
    text = f"""func.func @f(%t: {S}, %u: {S}, %v: tuple<{S}, {S}>) {{
      %a = stablehlo.tuple %t, %u : tuple<{S}, {S}>
      %b = stablehlo.get_tuple_element %a[1] : (tuple<{S}, {S}>) -> {S}
      %c = stablehlo.get_tuple_element %v[1] : (tuple<{S}, {S}>) -> {S}
      return
    }}"""
    module = Parser(context(), text).parse_module()
    block = next(op for op in module.walk() if isinstance(op, FuncOp)).body.block
    _, known, unknown, _ = block.ops
    assert list(source_operands(known)) == [block.args[1]]
    assert list(source_operands(unknown)) == []
