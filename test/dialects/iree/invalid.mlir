// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of util.assume.int
// CHECK: divisor of 'util.assume.int' is 0, expected 1 or more
func.func @f(%n: index) -> index {
  %0 = util.assume.int %n<udiv = 0> : index
  return %0 : index
}

// -----

// CHECK: 'smax' is no fact, expected one of umin, umax, udiv
func.func @f(%n: index) -> index {
  %0 = util.assume.int %n<smax = 4> : index
  return %0 : index
}

// -----

// (c1) of flow.tensor.tie_shape
// CHECK: operand and result of 'flow.tensor.tie_shape' differ: tensor<?xf32> and tensor<?xi32>
func.func @f(%x: tensor<?xf32>, %n: index) -> tensor<?xi32> {
  %0 = "flow.tensor.tie_shape"(%x, %n) : (tensor<?xf32>, index) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// (c2) of flow.tensor.tie_shape
// CHECK: 'flow.tensor.tie_shape' has 1 sizes for 2 unknown dimensions
func.func @f(%x: tensor<?x4x?xf32>, %n: index) -> tensor<?x4x?xf32> {
  %0 = flow.tensor.tie_shape %x : tensor<?x4x?xf32>{%n}
  return %0 : tensor<?x4x?xf32>
}

// -----

// (c1) of util.optimization_barrier
// CHECK: operands and results of 'util.optimization_barrier' differ in their types
func.func @f(%x: tensor<?xf32>) -> tensor<?xi32> {
  %0 = "util.optimization_barrier"(%x) : (tensor<?xf32>) -> tensor<?xi32>
  return %0 : tensor<?xi32>
}

// -----

// CHECK: expected 1 operand types but had 2
func.func @f(%x: tensor<?xf32>) {
  %0, %1 = util.optimization_barrier %x, %x : tensor<?xf32>
  return
}
