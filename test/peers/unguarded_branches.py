"""
More programs without checks: branches and loops that the sizes of a call may not allow, in others.
"""

from __future__ import annotations

import numpy as np
from peers.unguarded_elements import PROGRAMS as PROGRAMS
from peers.unguarded_elements import numbers, program

SIZES = ((3, 3), (3, 4), (0, 0), (1, 1), (1, 0))

# fmt: off
program(
    "case", """
func.func @main(%k: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.case"(%k) ({
      %s = stablehlo.add %x, %y : tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }, {
      %s = stablehlo.abs %x : tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }, {
      %t = stablehlo.slice %y [2:4] : (tensor<?xf32>) -> tensor<2xf32>
      %v = stablehlo.slice %t [0:1] : (tensor<2xf32>) -> tensor<1xf32>
      %r = stablehlo.reshape %v : (tensor<1xf32>) -> tensor<f32>
      %n = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
      %s = stablehlo.dynamic_broadcast_in_dim %r, %n, dims = [] : (tensor<f32>,
          tensor<1xindex>) -> tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }) : (tensor<i32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
""",
    *((np.int32(k), numbers(m), numbers(n)) for k in (-1, 0, 1, 2, 3) for m, n in SIZES),
)
program(
    "if_in_if", """
func.func @main(%p: tensor<i1>, %q: tensor<i1>, %x: tensor<?xf32>, %y: tensor<?xf32>)
    -> (tensor<?xf32>, tensor<i32>) {
  %0:2 = "stablehlo.if"(%p) ({
      %i = "stablehlo.if"(%q) ({
          %s = stablehlo.add %x, %y : tensor<?xf32>
          stablehlo.return %s : tensor<?xf32>
        }, {
          %s = stablehlo.negate %x : tensor<?xf32>
          stablehlo.return %s : tensor<?xf32>
        }) : (tensor<i1>) -> tensor<?xf32>
      %c1 = stablehlo.constant dense<1> : tensor<i32>
      stablehlo.return %i, %c1 : tensor<?xf32>, tensor<i32>
    }, {
      %c2 = stablehlo.constant dense<2> : tensor<i32>
      stablehlo.return %x, %c2 : tensor<?xf32>, tensor<i32>
    }) : (tensor<i1>) -> (tensor<?xf32>, tensor<i32>)
  return %0#0, %0#1 : tensor<?xf32>, tensor<i32>
}
""",
    *((np.bool_(p), np.bool_(q), numbers(m), numbers(n))
      for p in (0, 1) for q in (0, 1) for m, n in SIZES),
)
program(
    "if_in_while", """
func.func @main(%m: tensor<i32>, %n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>)
    -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%a = %x, %i = %c0) : tensor<?xf32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %now = stablehlo.compare EQ, %i, %m : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %s = "stablehlo.if"(%now) ({
          %b = stablehlo.add %a, %y : tensor<?xf32>
          stablehlo.return %b : tensor<?xf32>
        }, {
          %b = stablehlo.abs %a : tensor<?xf32>
          stablehlo.return %b : tensor<?xf32>
        }) : (tensor<i1>) -> tensor<?xf32>
      %j = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %s, %j : tensor<?xf32>, tensor<i32>
    }
  return %0#0 : tensor<?xf32>
}
""",
    *((np.int32(k), np.int32(2), numbers(m), numbers(n)) for k in (0, 1, 5) for m, n in SIZES),
)
program(
    "while_in_if", """
func.func @main(%p: tensor<i1>, %n: tensor<i32>, %x: tensor<?xf32>, %y: tensor<?xf32>)
    -> tensor<?xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %r = "stablehlo.if"(%p) ({
      %0:2 = stablehlo.while(%a = %x, %i = %c0) : tensor<?xf32>, tensor<i32>
        cond {
          %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %t : tensor<i1>
        } do {
          %s = stablehlo.add %a, %y : tensor<?xf32>
          %j = stablehlo.add %i, %c1 : tensor<i32>
          stablehlo.return %s, %j : tensor<?xf32>, tensor<i32>
        }
      stablehlo.return %0#0 : tensor<?xf32>
    }, {
      %s = stablehlo.abs %x : tensor<?xf32>
      stablehlo.return %s : tensor<?xf32>
    }) : (tensor<i1>) -> tensor<?xf32>
  return %r : tensor<?xf32>
}
""",
    *((np.bool_(p), np.int32(k), numbers(m), numbers(n))
      for p in (0, 1) for k in (0, 1) for m, n in SIZES),
)
program(
    "if_of_sizes", """
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %p = stablehlo.compare EQ, %m, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
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
    *((numbers(m), numbers(n)) for m, n in SIZES),
)
program(
    "while_of_sizes", """
func.func @main(%x: tensor<?xf32>) -> tensor<1xf32> {
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %z = stablehlo.constant dense<0.0> : tensor<1xf32>
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %0:2 = stablehlo.while(%a = %z, %i = %c0) : tensor<1xf32>, tensor<i32>
    cond {
      %t = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %v = stablehlo.dynamic_slice %x, %i, sizes = [1] : (tensor<?xf32>, tensor<i32>) ->
          tensor<1xf32>
      %s = stablehlo.add %a, %v : tensor<1xf32>
      %j = stablehlo.add %i, %c1 : tensor<i32>
      stablehlo.return %s, %j : tensor<1xf32>, tensor<i32>
    }
  return %0#0 : tensor<1xf32>
}
""",
    *((numbers(n),) for n in (0, 1, 5)),
)
program(
    "reshape_last", """
func.func @main(%x: tensor<?x?xf32>, %k: tensor<i32>) -> tensor<?x?xf32> {
  %d = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %a = stablehlo.reshape %d : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
""",
    *((numbers(m, n), np.int32(k)) for m, n in ((2, 3), (0, 3), (2, 0), (1, 1)) for k in (0, 3, 1)),
)
program(
    "reshape_twice", """
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %m = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %n = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %k = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %mn = stablehlo.multiply %m, %n : tensor<i32>
  %one = stablehlo.reshape %mn : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.dynamic_reshape %x, %one : (tensor<?x?xf32>, tensor<1xi32>) -> tensor<?xf32>
  %2 = stablehlo.tanh %1 : tensor<?xf32>
  %a = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %b = stablehlo.reshape %k : (tensor<i32>) -> tensor<1xi32>
  %s = stablehlo.concatenate %a, %b, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.dynamic_reshape %2, %s : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}
""",
    *((numbers(m, n), numbers(k)) for m, n in ((2, 3), (0, 3), (2, 0), (1, 1)) for k in (0, 3, 1)),
)
