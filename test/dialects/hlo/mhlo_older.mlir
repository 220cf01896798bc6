// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations that MHLO had, and StableHLO for a while.

// CHECK: func.func @f(%n: index, %s: tensor<2xi32>, %l: tensor<10x16xbf16>, %r: tensor<32x20xbf16>, %m: tensor<10x2xui16>, %e: tensor<3x4xf32>) {
func.func @f(%n: index, %s: tensor<2xi32>, %l: tensor<10x16xbf16>, %r: tensor<32x20xbf16>, %m: tensor<10x2xui16>, %e: tensor<3x4xf32>) {
  // CHECK-NEXT: %0 = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>
  %0 = mhlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>
  // CHECK-NEXT: %1 = stablehlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>
  %1 = stablehlo.compute_reshape_shape %n, %s : (index, tensor<2xi32>) -> tensor<2xi32>
  // CHECK-NEXT: %2 = mhlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness
  %2 = mhlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness
  // CHECK-NEXT: %3 = stablehlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness
  %3 = stablehlo.cstr_reshapable %n, %s : (index, tensor<2xi32>) -> !shape.witness
  // CHECK-NEXT: %4 = "mhlo.sparse_dot"(%l, %r, %m) <{lhs_sparsity = #mhlo.sparsity<dimension = 1, n = 2, m = 4>, dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = []}> : (tensor<10x16xbf16>, tensor<32x20xbf16>, tensor<10x2xui16>) -> tensor<10x20xf32>
  %4 = "mhlo.sparse_dot"(%l, %r, %m) <{lhs_sparsity = #mhlo.sparsity<dimension = 1, n = 2, m = 4>, dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = []}> : (tensor<10x16xbf16>, tensor<32x20xbf16>, tensor<10x2xui16>) -> tensor<10x20xf32>
  // CHECK-NEXT: %5 = "mhlo.unary_einsum"(%e) <{einsum_config = "ij->ji"}> : (tensor<3x4xf32>) -> tensor<4x3xf32>
  %5 = "mhlo.unary_einsum"(%e) <{einsum_config = "ij->ji"}> : (tensor<3x4xf32>) -> tensor<4x3xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
