"""
Programs without checks: one operation or two that demand something of sizes, and calls of them,
legal and illegal ones. Which calls are illegal the reference semantics says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np


@dataclass(frozen=True)
class Program:
    """A program and calls of it."""

    text: str
    calls: Sequence[Sequence[np.ndarray]]
    refused_by_xla: tuple[int, ...] = ()
    """Legal calls that XLA refuses: it infers no sizes that change in a loop."""
    without: tuple[str, ...] = ()
    """The engines that have no form of an operation, and say so."""


PROGRAMS: dict[str, Program] = {}


def numbers(*shape: int, d: type = np.float32) -> np.ndarray:
    """An array of this shape."""
    return np.arange(int(np.prod(shape)), dtype=d).reshape(shape)


def integers(*values: int) -> np.ndarray:
    """A vector of sizes."""
    return np.array(values, np.int32)


def program(
    name: str,
    text: str,
    *calls: tuple[np.ndarray | np.generic, ...],
    refused_by_xla: tuple[int, ...] = (),
    without: tuple[str, ...] = (),
) -> None:
    """Add a program."""
    arrays = [tuple(map(np.asarray, call)) for call in calls]
    PROGRAMS[name] = Program(text, arrays, refused_by_xla, without)


# fmt: off
program(
    "add", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(3)), (numbers(3), numbers(1)), (numbers(1), numbers(3)),
    (numbers(0), numbers(1)), (numbers(4), numbers(2)),
)
program(
    "bcast", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %y : tensor<?xf32> -> tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) ->
      tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(3)), (numbers(1), numbers(3)), (numbers(3), numbers(1)),
    (numbers(2), numbers(4)), (numbers(4), numbers(2)), (numbers(0), numbers(0)),
    (numbers(1), numbers(0)), (numbers(0), numbers(1)), (numbers(0), numbers(2)),
)
program(
    "bcast2", """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0, 1] : (tensor<?x?xf32>,
      tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    (numbers(2, 3), numbers(2, 3)), (numbers(1, 3), numbers(2, 3)), (numbers(2, 1), numbers(2, 3)),
    (numbers(2, 2), numbers(2, 4)), (numbers(3, 1), numbers(2, 4)),
)
program(
    "chlo_add", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(3)), (numbers(1), numbers(3)), (numbers(3), numbers(1)),
    (numbers(2), numbers(4)), (numbers(4), numbers(2)), (numbers(0), numbers(1)),
    (numbers(0), numbers(2)),
)
program(
    "bcast_data", """
func.func @main(%x: tensor<?xf32>, %s: tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32>, tensor<1xi32>) ->
      tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(3), integers(3)), (numbers(1), integers(3)), (numbers(3), integers(1)),
    (numbers(2), integers(4)), (numbers(4), integers(2)), (numbers(1), integers(0)),
    (numbers(0), integers(1)),
)
program(
    "reshape_data", """
func.func @main(%x: tensor<?xf32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    (numbers(6), integers(2, 3)), (numbers(6), integers(2, 2)), (numbers(6), integers(2, 4)),
    (numbers(0), integers(0, 4)), (numbers(0), integers(1, 4)), (numbers(6), integers(-2, -3)),
    (numbers(0), integers(-1, 0)),
)
program(
    "reshape_size", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = shape.shape_of %y : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    (numbers(6), numbers(2, 3)), (numbers(6), numbers(2, 2)), (numbers(6), numbers(2, 4)),
    (numbers(0), numbers(0, 4)), (numbers(0), numbers(1, 4)),
)
program(
    "reshape_half", """
func.func @main(%x: tensor<?xf32>) -> tensor<?x2xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %h = arith.divui %d, %c2 : index
  %s = tensor.from_elements %h, %c2 : tensor<2xindex>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}
""",
    (numbers(6), ), (numbers(5), ), (numbers(0), ), (numbers(1), ),
)
program(
    "reshape_static", """
func.func @main(%x: tensor<?xf32>) -> tensor<2x3xf32> {
  %0 = stablehlo.reshape %x : (tensor<?xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
""",
    (numbers(6), ), (numbers(5), ), (numbers(0), ),
)
program(
    "concat", """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.concatenate %x, %y, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>) ->
      tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    (numbers(2, 3), numbers(4, 3)), (numbers(2, 3), numbers(4, 2)), (numbers(2, 3), numbers(4, 4)),
    (numbers(2, 1), numbers(4, 4)), (numbers(2, 0), numbers(4, 0)),
)
program(
    "dot", """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x?xf32>,
      tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    (numbers(2, 3), numbers(3, 4)), (numbers(2, 3), numbers(2, 4)), (numbers(2, 3), numbers(4, 4)),
    (numbers(2, 1), numbers(4, 4)), (numbers(2, 0), numbers(0, 4)),
)
program(
    "slice_data", """
func.func @main(%x: tensor<?xf32>, %a: tensor<1xi32>, %b: tensor<1xi32>, %c: tensor<1xi32>) ->
    tensor<?xf32> {
  %0 = stablehlo.real_dynamic_slice %x, %a, %b, %c : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>,
      tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(6), integers(1), integers(4), integers(1)),
    (numbers(6), integers(1), integers(6), integers(2)),
    (numbers(6), integers(1), integers(7), integers(1)),
    (numbers(6), integers(-1), integers(3), integers(1)),
    (numbers(6), integers(4), integers(3), integers(1)),
    (numbers(6), integers(2), integers(2), integers(1)),
    (numbers(6), integers(1), integers(3), integers(0)),
    (numbers(6), integers(1), integers(3), integers(-1)),
)
program(
    "slice_size", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %c1 = stablehlo.constant dense<1> : tensor<1xi32>
  %c0 = stablehlo.constant dense<0> : tensor<1xi32>
  %b = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %s = stablehlo.reshape %b : (tensor<i32>) -> tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %c0, %s, %c1 : (tensor<?xf32>, tensor<1xi32>,
      tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(6), numbers(4)), (numbers(6), numbers(6)), (numbers(6), numbers(7)),
    (numbers(0), numbers(0)), (numbers(0), numbers(1)),
)
program(
    "slice_static", """
func.func @main(%x: tensor<?xf32>) -> tensor<3xf32> {
  %0 = stablehlo.slice %x [1:4] : (tensor<?xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
""",
    (numbers(6), ), (numbers(4), ), (numbers(3), ), (numbers(0), ),
)
program(
    "pad_data", """
func.func @main(%x: tensor<?xf32>, %v: tensor<f32>, %a: tensor<1xi32>, %b: tensor<1xi32>, %c:
    tensor<1xi32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_pad %x, %v, %a, %b, %c : (tensor<?xf32>, tensor<f32>, tensor<1xi32>,
      tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(), integers(1), integers(2), integers(0)),
    (numbers(3), numbers(), integers(-1), integers(-1), integers(0)),
    (numbers(3), numbers(), integers(-2), integers(-2), integers(0)),
    (numbers(3), numbers(), integers(-4), integers(0), integers(0)),
    (numbers(3), numbers(), integers(0), integers(0), integers(-1)),
    (numbers(3), numbers(), integers(0), integers(0), integers(2)),
)
program(
    "pad_neg", """
func.func @main(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = stablehlo.pad %x, %v, low = [-2], high = [-1], interior = [0] : (tensor<?xf32>,
      tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(5), numbers()), (numbers(3), numbers()), (numbers(2), numbers()),
    (numbers(0), numbers()),
)
program(
    "iota_data", """
func.func @main(%s: tensor<1xi32>) -> tensor<?xi32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}
""",
    (integers(3), ), (integers(0), ), (integers(-1), ),
)
program(
    "dslice", """
func.func @main(%x: tensor<?xf32>, %i: tensor<i32>) -> tensor<3xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [3] : (tensor<?xf32>, tensor<i32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}
""",
    (numbers(5), np.int32(1)), (numbers(5), np.int32(4)), (numbers(3), np.int32(0)),
    (numbers(2), np.int32(0)), (numbers(0), np.int32(0)),
)
program(
    "dus", """
func.func @main(%x: tensor<?xf32>, %u: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %0 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<?xf32>, tensor<?xf32>, tensor<i32>) ->
      tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(5), numbers(3), np.int32(1)), (numbers(5), numbers(5), np.int32(1)),
    (numbers(5), numbers(6), np.int32(0)), (numbers(0), numbers(1), np.int32(0)),
    (numbers(5), numbers(0), np.int32(0)),
)
program(
    "gather", """
func.func @main(%x: tensor<?x?xf32>, %i: tensor<?x1xi32>, %s: tensor<2xi32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.dynamic_gather"(%x, %i, %s) <{dimension_numbers = #stablehlo.gather<offset_dims
      = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>,
      indices_are_sorted = false}> : (tensor<?x?xf32>, tensor<?x1xi32>, tensor<2xi32>) ->
      tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    (numbers(4, 3), numbers(2, 1, d=np.int32), integers(1, 3)),
    (numbers(4, 3), numbers(2, 1, d=np.int32), integers(1, 2)),
    (numbers(4, 3), numbers(2, 1, d=np.int32), integers(1, 4)),
    (numbers(4, 3), numbers(2, 1, d=np.int32), integers(2, 3)),
    (numbers(4, 3), numbers(2, 1, d=np.int32), integers(1, -1)),
    (numbers(0, 3), numbers(2, 1, d=np.int32), integers(1, 3)),
)
