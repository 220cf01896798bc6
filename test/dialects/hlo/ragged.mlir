// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Products of ragged tensors: a part of rhs for each group, sums for each group, ragged batches.

// CHECK: func.func @chlo(%l: tensor<19x?xf32>, %r: tensor<3x32x7xf32>, %g: tensor<3xi64>, %s: tensor<32x7xf32>, %t: tensor<19x7xf32>, %lb: tensor<2x19x32xf32>, %rb: tensor<2x32x7xf32>) {
func.func @chlo(%l: tensor<19x?xf32>, %r: tensor<3x32x7xf32>, %g: tensor<3xi64>, %s: tensor<32x7xf32>, %t: tensor<19x7xf32>, %lb: tensor<2x19x32xf32>, %rb: tensor<2x32x7xf32>) {
  // CHECK-NEXT: %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>]}> : (tensor<19x?xf32>, tensor<3x32x7xf32>, tensor<3xi64>) -> tensor<19x7xf32>
  %0 = "chlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#chlo<precision DEFAULT>, #chlo<precision HIGHEST>]}> : (tensor<19x?xf32>, tensor<3x32x7xf32>, tensor<3xi64>) -> tensor<19x7xf32>
  // CHECK-NEXT: %1 = "chlo.ragged_dot"(%l, %t, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<19x?xf32>, tensor<19x7xf32>, tensor<3xi64>) -> tensor<3x?x7xf32>
  %1 = "chlo.ragged_dot"(%l, %t, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}> : (tensor<19x?xf32>, tensor<19x7xf32>, tensor<3xi64>) -> tensor<3x?x7xf32>
  // CHECK-NEXT: %2 = "chlo.ragged_dot"(%lb, %rb, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x19x32xf32>, tensor<2x32x7xf32>, tensor<3xi64>) -> tensor<2x19x7xf32>
  %2 = "chlo.ragged_dot"(%lb, %rb, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0]>}> : (tensor<2x19x32xf32>, tensor<2x32x7xf32>, tensor<3xi64>) -> tensor<2x19x7xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%l: tensor<19x?xf32>, %r: tensor<3x32x7xf32>, %g: tensor<3xi64>) {
func.func @mhlo(%l: tensor<19x?xf32>, %r: tensor<3x32x7xf32>, %g: tensor<3xi64>) {
  // CHECK-NEXT: %0 = "mhlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #mhlo.ragged_dot<dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]}> : (tensor<19x?xf32>, tensor<3x32x7xf32>, tensor<3xi64>) -> tensor<19x7xf32>
  %0 = "mhlo.ragged_dot"(%l, %r, %g) <{ragged_dot_dimension_numbers = #mhlo.ragged_dot<dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1]>, lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision DEFAULT>]}> : (tensor<19x?xf32>, tensor<3x32x7xf32>, tensor<3xi64>) -> tensor<19x7xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
