"""More programs without checks: elements at computed indices, quotients by computed numbers."""

from __future__ import annotations

import numpy as np
from peers.unguarded_regions import PROGRAMS as PROGRAMS
from peers.unguarded_regions import integers, numbers, program

SCALARS = tuple(np.asarray(number, np.int32) for number in (0, 2, 3, -1))

# fmt: off
program(
    "extract", """
func.func @main(%x: tensor<?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %e = tensor.extract %i[] : tensor<i32>
  %j = arith.index_cast %e : i32 to index
  %v = tensor.extract %x[%j] : tensor<?xf32>
  %b = tensor.from_elements %v : tensor<f32>
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [] : (tensor<f32>, tensor<1xindex>) ->
      tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
""",
    *((numbers(3), at) for at in SCALARS), (numbers(0), SCALARS[0]), (numbers(1), SCALARS[0]),
)
program(
    "extract_twice", """
func.func @main(%x: tensor<?x?xf32>, %i: tensor<?xi32>) -> tensor<?x?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.extract %i[%c0] : tensor<?xi32>
  %j = arith.index_cast %a : i32 to index
  %v = tensor.extract %x[%c0, %j] : tensor<?x?xf32>
  %b = tensor.from_elements %v : tensor<f32>
  %s = shape.shape_of %x : tensor<?x?xf32> -> tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [] : (tensor<f32>, tensor<2xindex>) ->
      tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}
""",
    (numbers(2, 3), integers(2, 5)), (numbers(2, 3), integers(3)), (numbers(2, 3), integers()),
    (numbers(0, 3), integers(0)), (numbers(2, 0), integers(0)), (numbers(1, 1), integers(0)),
)
program(
    "extract_in_branch", """
func.func @main(%x: tensor<?xf32>, %i: tensor<i32>, %p: tensor<i1>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
    %e = tensor.extract %i[] : tensor<i32>
    %j = arith.index_cast %e : i32 to index
    %v = tensor.extract %x[%j] : tensor<?xf32>
    %b = tensor.from_elements %v : tensor<f32>
    %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
    %1 = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [] : (tensor<f32>, tensor<1xindex>)
        -> tensor<?xf32>
    stablehlo.return %1 : tensor<?xf32>
  }, {
    stablehlo.return %x : tensor<?xf32>
  }) : (tensor<i1>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
""",
    *((numbers(3), at, np.bool_(taken)) for at in SCALARS for taken in (True, False)),
    (numbers(0), SCALARS[0], np.False_), (numbers(0), SCALARS[0], np.True_),
)
program(
    "dim_of_data", """
func.func @main(%x: tensor<?x?xf32>, %i: tensor<i32>) -> tensor<?xf32> {
  %e = tensor.extract %i[] : tensor<i32>
  %j = arith.index_cast %e : i32 to index
  %d = tensor.dim %x, %j : tensor<?x?xf32>
  %s = tensor.from_elements %d : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
""",
    *((numbers(2, 3), at) for at in (*SCALARS, np.int32(1))),
    without=("linalg",),
)
program(
    "extract_in_generic", """
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
      iterator_types = ["parallel"]} ins(%i : tensor<?xi32>) outs(%y : tensor<?xf32>) {
  ^bb0(%k: i32, %o: f32):
    %j = arith.index_cast %k : i32 to index
    %e = tensor.extract %x[%j] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
""",
    (numbers(3), integers(0, 2), numbers(2)), (numbers(3), integers(0, 3), numbers(2)),
    (numbers(3), integers(-1), numbers(1)), (numbers(3), integers(), numbers(0)),
    (numbers(0), integers(), numbers(0)), (numbers(1), integers(0), numbers(1)),
    without=("xla",),
)
program(
    "divide_in_generic", """
func.func @main(%x: tensor<?xi32>, %y: tensor<?xi32>, %z: tensor<?xi32>) -> tensor<?xi32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>,
      affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]} ins(%x, %y : tensor<?xi32>,
      tensor<?xi32>) outs(%z : tensor<?xi32>) {
  ^bb0(%a: i32, %b: i32, %o: i32):
    %e = arith.divsi %a, %b : i32
    linalg.yield %e : i32
  } -> tensor<?xi32>
  func.return %0 : tensor<?xi32>
}
""",
    (integers(4, 6), integers(2, 3), integers(0, 0)), (integers(4), integers(0), integers(0)),
    (integers(), integers(), integers()),
    without=("xla",),
)
program(
    "extracts_in_generic", """
func.func @main(%x: tensor<?xf32>, %i: tensor<?xi32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>], iterator_types =
      ["parallel"]} outs(%y : tensor<?xf32>) {
  ^bb0(%o: f32):
    %a = linalg.index 0 : index
    %k = tensor.extract %i[%a] : tensor<?xi32>
    %j = arith.index_cast %k : i32 to index
    %e = tensor.extract %x[%j] : tensor<?xf32>
    linalg.yield %e : f32
  } -> tensor<?xf32>
  func.return %0 : tensor<?xf32>
}
""",
    (numbers(3), integers(0, 2), numbers(2)), (numbers(3), integers(0), numbers(2)),
    (numbers(3), integers(0, 2, 9), numbers(2)), (numbers(3), integers(0, 3), numbers(2)),
    (numbers(3), integers(-1), numbers(1)), (numbers(0), integers(), numbers(0)),
    without=("xla",),
)
program(
    "quotient_size", """
func.func @main(%x: tensor<?xui8>, %i: tensor<i32>) -> (tensor<?xui8>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %e = tensor.extract %i[] : tensor<i32>
  %j = arith.index_cast %e : i32 to index
  %n = tensor.dim %x, %c0 : tensor<?xui8>
  %d = arith.divsi %n, %j : index
  %s = tensor.from_elements %d : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  %1 = stablehlo.add %x, %x : tensor<?xui8>
  func.return %1, %0 : tensor<?xui8>, tensor<?xf32>
}
""",
    *((numbers(6, d=np.uint8), np.int32(by)) for by in (2, 7, 0, -2, -7)),
    (numbers(0, d=np.uint8), np.int32(0)), (numbers(0, d=np.uint8), np.int32(-1)),
)
