"""Names and numbers that front ends write beside operations."""

import pytest
from analysed import Analysed

from disc_shape.analysis.front_end_names import front_end_names
from disc_shape.analysis.known_info import carries_known_info, claims, has_known_info
from disc_shape.errors import OperationError

JAX = """
func.func @main(%n: tensor<i32>, %m: tensor<i32>, %x: tensor<2xi32>) {
  call @f(%n, %m, %x) : (tensor<i32>, tensor<i32>, tensor<2xi32>) -> ()
  return
}
func.func private @f(
    %a: tensor<i32> {jax.global_constant = "b"}, %b: tensor<i32> {jax.global_constant = ""},
    %c: tensor<2xi32> {jax.global_constant = "c"}) {
  return
}
"""
SLICE = """
func.func @main(%x: tensor<?x?xf32>, %l: tensor<2xindex>, %h: tensor<2xindex>, %s: tensor<2xindex>)
    -> tensor<?x?xf32> {
  %r = "mhlo.real_dynamic_slice"(%x, %l, %h, %s) {kDiscSliceOpStaticKnownInfo = INFO}
    : (tensor<?x?xf32>, tensor<2xindex>, tensor<2xindex>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}
"""
INFO = (
    "{start_indices = dense<[0, 2]> : tensor<2xi64>, limit_indices = dense<[-1, 8]> : "
    "tensor<2xi64>, strides = dense<[1, -2]> : tensor<2xi64>}"
)


def test_names_of_integers_that_are_passed() -> None:
    program = Analysed(JAX)
    assert front_end_names(program.module) == {program.value("n"): "b"}


def test_known_info_is_found() -> None:
    program = Analysed(SLICE.replace("INFO", INFO))
    assert carries_known_info(program.op("mhlo.real_dynamic_slice"))
    assert has_known_info(program.function.body)
    assert not has_known_info(Analysed(JAX).function.body)


def test_claims_of_a_slice() -> None:
    """Start and end of both dimensions, the stride of one, and the size of one result dimension."""
    program = Analysed(SLICE.replace("INFO", INFO))
    found = list(claims(program.op("mhlo.real_dynamic_slice"), program.shapes))
    assert len(found) == 6
    assert program.size("r", 0) is program.size("x", 0)


def test_numbers_for_another_rank_are_an_error() -> None:
    program = Analysed(SLICE.replace("INFO", INFO.replace("[0, 2]> : tensor<2", "[0]> : tensor<1")))
    with pytest.raises(OperationError, match="start_indices"):
        _ = program.shapes
