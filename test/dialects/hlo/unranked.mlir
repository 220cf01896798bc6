// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// What older dialects take and the reference parser takes no more: unranked tensors, and the
// number of batches of group sizes left open.

// CHECK: func.func @unranked(%x: tensor<*xf32>, %i: tensor<*xindex>) {
func.func @unranked(%x: tensor<*xf32>, %i: tensor<*xindex>) {
  // CHECK-NEXT: %0, %1 = mhlo.optimization_barrier %x, %i : tensor<*xf32>, tensor<*xindex>
  %0, %1 = mhlo.optimization_barrier %x, %i : tensor<*xf32>, tensor<*xindex>
  func.return
// CHECK: }
}

// CHECK: func.func @groups(%a: tensor<2x4x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<?x3xi64>) {
func.func @groups(%a: tensor<2x4x5xf32>, %b: tensor<3x5x7xf32>, %g: tensor<?x3xi64>) {
  // CHECK: (tensor<2x4x5xf32>, tensor<3x5x7xf32>, tensor<?x3xi64>) -> tensor<2x4x7xf32>
  %0 = "chlo.ragged_dot"(%a, %b, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [1], rhs_group_dimensions = [0]>}> : (tensor<2x4x5xf32>, tensor<3x5x7xf32>, tensor<?x3xi64>) -> tensor<2x4x7xf32>
  func.return
// CHECK: }
}
