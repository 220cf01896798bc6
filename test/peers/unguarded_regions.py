"""More programs without checks: several operands, regions, windows, sizes that are computed."""

from __future__ import annotations

import numpy as np
from peers.unguarded_programs import PROGRAMS as PROGRAMS
from peers.unguarded_programs import integers, numbers, program

# fmt: off
program(
    "reduce2", """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %v: tensor<f32>) -> (tensor<?xf32>,
    tensor<?xf32>) {
  %0:2 = "stablehlo.reduce"(%x, %y, %v, %v) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      %s = stablehlo.add %a, %c : tensor<f32>
      %t = stablehlo.add %b, %d : tensor<f32>
      stablehlo.return %s, %t : tensor<f32>, tensor<f32>
  }) : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<f32>, tensor<f32>) -> (tensor<?xf32>,
      tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
""",
    (numbers(2, 3), numbers(2, 3), numbers()), (numbers(2, 3), numbers(2, 4), numbers()),
    (numbers(2, 3), numbers(3, 3), numbers()),
)
program(
    "select", """
func.func @main(%p: tensor<?xi1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.select %p, %x, %y : tensor<?xi1>, tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (np.ones(3, bool), numbers(3), numbers(3)), (np.ones(1, bool), numbers(3), numbers(3)),
    (np.ones(3, bool), numbers(2), numbers(3)), (np.ones(3, bool), numbers(3), numbers(4)),
)
program(
    "clamp", """
func.func @main(%p: tensor<?xf32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.clamp %p, %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(3), numbers(3)), (numbers(1), numbers(3), numbers(3)),
    (numbers(3), numbers(2), numbers(3)), (numbers(3), numbers(3), numbers(4)),
)
program(
    "while", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%a = %x, %i = %c0) : tensor<?xf32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %s = stablehlo.add %a, %y : tensor<?xf32>
      %j = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %s, %j : tensor<?xf32>, tensor<i32>
    }
  return %0#0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(3), np.int32(2)), (numbers(3), numbers(4), np.int32(0)),
    (numbers(3), numbers(4), np.int32(2)), (numbers(3), numbers(1), np.int32(2)),
)
program(
    "while_bcast", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %n: tensor<i32>) -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%a = %x, %i = %c0) : tensor<?xf32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %s = chlo.broadcast_add %a, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      %j = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %s, %j : tensor<?xf32>, tensor<i32>
    }
  return %0#0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(3), np.int32(2)), (numbers(3), numbers(4), np.int32(0)),
    (numbers(3), numbers(4), np.int32(2)), (numbers(3), numbers(1), np.int32(2)),
    (numbers(1), numbers(3), np.int32(2)), refused_by_xla=(4,),
)
program(
    "if", """
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
      %s = stablehlo.add %x, %y : tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }, {
      %s = stablehlo.abs %x : tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (np.bool_(1), numbers(3), numbers(3)), (np.bool_(0), numbers(3), numbers(4)),
    (np.bool_(1), numbers(3), numbers(4)), (np.bool_(1), numbers(3), numbers(2)),
    (np.bool_(1), numbers(3), numbers(1)),
)
program(
    "if_bcast", """
func.func @main(%p: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.if"(%p) ({
      %s = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }, {
      %s = stablehlo.abs %x : tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }) : (tensor<i1>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (np.bool_(1), numbers(3), numbers(3)), (np.bool_(0), numbers(3), numbers(4)),
    (np.bool_(1), numbers(3), numbers(4)), (np.bool_(1), numbers(3), numbers(2)),
    (np.bool_(1), numbers(3), numbers(1)),
)
program(
    "call", """
func.func private @f(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s = chlo.broadcast_add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %s : tensor<?xf32> }
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = call @f(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(3), numbers(3)), (numbers(3), numbers(4)), (numbers(3), numbers(1)),
    (numbers(1), numbers(3)),
)
program(
    "conv", """
func.func @main(%x: tensor<?x?x?x?xf32>, %w: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window
      = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<?x?x?x?xf32>,
      tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
""",
    (numbers(1, 4, 4, 2), numbers(3, 3, 2, 2)), (numbers(1, 4, 4, 2), numbers(3, 3, 3, 2)),
    (numbers(1, 2, 2, 2), numbers(3, 3, 2, 2)), (numbers(1, 4, 4, 2), numbers(3, 3, 1, 2)),
)
program(
    "conv_group", """
func.func @main(%x: tensor<?x?x?x?xf32>, %w: tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32> {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window
      = {} {batch_group_count = 1 : i64, feature_group_count = 2 : i64} : (tensor<?x?x?x?xf32>,
      tensor<?x?x?x?xf32>) -> tensor<?x?x?x?xf32>
  return %0 : tensor<?x?x?x?xf32>
}
""",
    (numbers(1, 4, 4, 2), numbers(3, 3, 1, 2)), (numbers(1, 4, 4, 3), numbers(3, 3, 1, 2)),
    (numbers(1, 4, 4, 2), numbers(3, 3, 1, 3)), (numbers(1, 4, 4, 2), numbers(3, 3, 2, 2)),
)
program(
    "window", """
func.func @main(%x: tensor<?xf32>, %v: tensor<f32>) -> tensor<?xf32> {
  %0 = "stablehlo.reduce_window"(%x, %v) <{window_dimensions = array<i64: 3>, window_strides =
      array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(5), numbers()), (numbers(3), numbers()), (numbers(2), numbers()),
    (numbers(0), numbers()),
)
program(
    "cast", """
func.func @main(%x: tensor<?xf32>) -> tensor<3xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<3xf32>
  %1 = stablehlo.abs %0 : tensor<3xf32>
  return %1 : tensor<3xf32>
}
""",
    (numbers(3), ), (numbers(4), ), (numbers(2), ),
)
program(
    "scatter", """
func.func @main(%x: tensor<?xf32>, %i: tensor<?x1xi32>, %u: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers =
      #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0],
      index_vector_dim = 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %s = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %s : tensor<f32>
  }) : (tensor<?xf32>, tensor<?x1xi32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    (numbers(5), numbers(2, 1, d=np.int32), numbers(2)),
    (numbers(5), numbers(2, 1, d=np.int32), numbers(3)),
    (numbers(5), numbers(2, 1, d=np.int32), numbers(1)),
)
program(
    "sort2", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0:2 = "stablehlo.sort"(%x, %y) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
      %s = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %s : tensor<i1>
  }) : (tensor<?xf32>, tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<?xf32>
}
""",
    (numbers(5), numbers(5)), (numbers(5), numbers(4)), (numbers(1), numbers(4)),
)
program(
    "data_add", """
func.func @main(%s: tensor<1xi32>, %t: tensor<1xi32>) -> tensor<?xi32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %1 = stablehlo.dynamic_iota %t, dim = 0 : (tensor<1xi32>) -> tensor<?xi32>
  %2 = stablehlo.add %0, %1 : tensor<?xi32>
  return %2 : tensor<?xi32>
}
""",
    (integers(3), integers(3)), (integers(3), integers(2)), (integers(1), integers(2)),
    (integers(-1), integers(-1)),
)
program(
    "data_dot", """
func.func @main(%x: tensor<2x?xi32>, %s: tensor<2xi32>) -> tensor<2x?xi32> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<2xi32>) -> tensor<?x?xi32>
  %2 = stablehlo.dot_general %x, %0, contracting_dims = [1] x [0] : (tensor<2x?xi32>,
      tensor<?x?xi32>) -> tensor<2x?xi32>
  return %2 : tensor<2x?xi32>
}
""",
    (numbers(2, 3, d=np.int32), integers(3, 4)), (numbers(2, 3, d=np.int32), integers(2, 4)),
    (numbers(2, 3, d=np.int32), integers(4, 4)),
)
program(
    "conv_computed", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %1 = stablehlo.add %0, %y : tensor<?xf32>
  return %1 : tensor<?xf32>
}
""",
    (numbers(3), numbers(6)), (numbers(3), numbers(5)), (numbers(3), numbers(7)),
    (numbers(0), numbers(0)), (numbers(0), numbers(1)),
)
program(
    "min_size", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>, %z: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32>
  %b = tensor.dim %y, %c0 : tensor<?xf32>
  %m = arith.minsi %a, %b : index
  %s = tensor.from_elements %m : tensor<1xindex>
  %1 = stablehlo.dynamic_reshape %z, %s : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
""",
    (numbers(3), numbers(6), numbers(3)), (numbers(3), numbers(2), numbers(3)),
    (numbers(3), numbers(6), numbers(6)),
)
program(
    "dyn_conv", """
func.func @main(%x: tensor<?x?x2xf32>, %w: tensor<3x2x4xf32>, %p: tensor<1x2xi32>) ->
    tensor<?x?x4xf32> {
  %0 = "stablehlo.dynamic_conv"(%x, %w, %p) <{batch_group_count = 1 : i64, dimension_numbers =
      #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, feature_group_count = 1 : i64}> :
      (tensor<?x?x2xf32>, tensor<3x2x4xf32>, tensor<1x2xi32>) -> tensor<?x?x4xf32>
  return %0 : tensor<?x?x4xf32>
}
""",
    (numbers(1, 5, 2), numbers(3, 2, 4), np.array([[1, 1]], np.int32)),
    (numbers(1, 5, 2), numbers(3, 2, 4), np.array([[-1, -2]], np.int32)),
    (numbers(1, 5, 2), numbers(3, 2, 4), np.array([[-5, -2]], np.int32)),
)
program(
    "batch_norm", """
func.func @main(%x: tensor<?x?xf32>, %s: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = "stablehlo.batch_norm_inference"(%x, %s, %s, %s, %s) <{epsilon = 1.0e-3 : f32,
      feature_index = 1 : i64}> : (tensor<?x?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>,
      tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    (numbers(3, 4), numbers(4)+1), (numbers(3, 4), numbers(3)+1), (numbers(3, 4), numbers(1)+1),
    (numbers(3, 4), numbers(5)+1),
)
