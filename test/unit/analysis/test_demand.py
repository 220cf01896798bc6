"""Which integers of a function are read as sizes or indices."""

from collections.abc import Iterable

import pytest
from analysed import Analysed
from xdsl.ir import SSAValue

from disc_shape.analysis.demand import Demand, demand_of, is_number, source_integers

SIZES = """
func.func @main(%x: tensor<?xf32>, %n: tensor<i32>, %d: tensor<i32>)
    -> (tensor<?xf32>, tensor<i32>) {
  %two = stablehlo.constant dense<2> : tensor<i32>
  %m = stablehlo.multiply %n, %two : tensor<i32>
  %s = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %e = stablehlo.multiply %d, %two : tensor<i32>
  return %r, %e : tensor<?xf32>, tensor<i32>
}
"""
INDICES = """
func.func @main(%x: tensor<?xi32>, %i: index, %j: index) -> (i32, tensor<?xf32>) {
  %v = tensor.extract %x[%i] : tensor<?xi32>
  %e = tensor.empty(%j) : tensor<?xf32>
  return %v, %e : i32, tensor<?xf32>
}
"""


def names(values: Iterable[SSAValue]) -> set[str | None]:
    return {value.name_hint for value in values}


def test_what_reaches_a_shape_operand_is_read() -> None:
    demand = demand_of(Analysed(SIZES).function.body)
    assert names(demand.into_shapes) == {"s", "m", "n", "two"}
    assert demand.into_shapes <= demand.relevant
    assert "d" not in names(demand.relevant)
    assert "e" not in names(demand.relevant)


@pytest.mark.parametrize("text", [SIZES, INDICES])
def test_without_data_the_integers_of_shapes_are_the_same(text: str) -> None:
    body = Analysed(text).function.body
    alone = demand_of(body, with_data=False)
    assert alone.relevant == alone.into_shapes == demand_of(body).into_shapes


def test_a_result_that_callers_read_as_a_size_is_read() -> None:
    body = Analysed(SIZES).function.body
    assert names(demand_of(body, returned=[1]).into_shapes) >= {"e", "d"}


def test_integers_of_a_result() -> None:
    body = Analysed(SIZES).function.body
    assert names(source_integers(body, [1], None)) >= {"e", "d"}
    assert "n" not in names(source_integers(body, [1], None))


def test_indices_of_elements_and_sizes_of_tensors() -> None:
    demand = demand_of(Analysed(INDICES).function.body)
    assert names(demand.into_shapes) == {"i", "j"}


def test_numbers_are_scalars_and_tensors_of_index() -> None:
    program = Analysed(
        "func.func @main(%i: index, %b: i1, %s: tensor<3xindex>, %t: tensor<3xi32>, %f: f32) {\n"
        "  return\n}"
    )
    assert [is_number(program.value(name)) for name in "ibstf"] == [True, True, True, False, False]


def test_a_copy_does_not_share_what_is_added() -> None:
    demand = Demand()
    copy = demand.copy()
    copy.relevant.add(Analysed(INDICES).value("i"))
    assert not demand.relevant
