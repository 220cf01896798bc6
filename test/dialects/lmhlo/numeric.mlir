// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK: func.func @batch_norm_grad(%0: memref<2x?x4xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xf32>, %4: memref<2x?x4xf32>, %5: memref<2x?x4xf32>, %6: memref<?xf32>, %7: memref<?xf32>) {
func.func @batch_norm_grad(%0: memref<2x?x4xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xf32>, %4: memref<2x?x4xf32>, %5: memref<2x?x4xf32>, %6: memref<?xf32>, %7: memref<?xf32>) {
  // CHECK-NEXT: lmhlo.batch_norm_grad ins(%0, %1, %2, %3, %4 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<2x?x4xf32>) outs(%5, %6, %7 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>) {epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}
  lmhlo.batch_norm_grad ins(%0, %1, %2, %3, %4 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<2x?x4xf32>) outs(%5, %6, %7 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>) {epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @batch_norm_inference(%0: memref<2x?x4xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xf32>, %4: memref<?xf32>, %5: memref<2x?x4xf32>) {
func.func @batch_norm_inference(%0: memref<2x?x4xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<?xf32>, %4: memref<?xf32>, %5: memref<2x?x4xf32>) {
  // CHECK-NEXT: lmhlo.batch_norm_inference ins(%0, %1, %2, %3, %4 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) outs(%5 : memref<2x?x4xf32>) {epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}
  lmhlo.batch_norm_inference ins(%0, %1, %2, %3, %4 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) outs(%5 : memref<2x?x4xf32>) {epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @batch_norm_training(%0: memref<2x?x4xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<2x?x4xf32>, %4: memref<?xf32>, %5: memref<?xf32>) {
func.func @batch_norm_training(%0: memref<2x?x4xf32>, %1: memref<?xf32>, %2: memref<?xf32>, %3: memref<2x?x4xf32>, %4: memref<?xf32>, %5: memref<?xf32>) {
  // CHECK-NEXT: lmhlo.batch_norm_training ins(%0, %1, %2 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>) outs(%3, %4, %5 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>) {epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}
  lmhlo.batch_norm_training ins(%0, %1, %2 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>) outs(%3, %4, %5 : memref<2x?x4xf32>, memref<?xf32>, memref<?xf32>) {epsilon = 1.000000e-03 : f32, feature_index = 1 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @cholesky(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
func.func @cholesky(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
  // CHECK-NEXT: lmhlo.cholesky ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {lower = true}
  lmhlo.cholesky ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {lower = true}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @convolution(%0: memref<?x8x8x4xf32>, %1: memref<3x3x4x8xf32>, %2: memref<?x4x7x8xf32>) {
func.func @convolution(%0: memref<?x8x8x4xf32>, %1: memref<3x3x4x8xf32>, %2: memref<?x4x7x8xf32>) {
  // CHECK-NEXT: lmhlo.convolution ins(%0, %1 : memref<?x8x8x4xf32>, memref<3x3x4x8xf32>) outs(%2 : memref<?x4x7x8xf32>) {dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = dense<[2, 1]> : tensor<2xi64>, padding = dense<{{\[\[}}1, 1], [0, 1]]> : tensor<2x2xi64>, window_reversal = dense<[true, false]> : tensor<2xi1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}
  lmhlo.convolution ins(%0, %1 : memref<?x8x8x4xf32>, memref<3x3x4x8xf32>) outs(%2 : memref<?x4x7x8xf32>) {dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, window_strides = dense<[2, 1]> : tensor<2xi64>, padding = dense<[[1, 1], [0, 1]]> : tensor<2x2xi64>, window_reversal = dense<[true, false]> : tensor<2xi1>, batch_group_count = 1 : i64, feature_group_count = 1 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dot(%0: memref<3x4xf32>, %1: memref<4x?xf32>, %2: memref<3x?xf32>) {
func.func @dot(%0: memref<3x4xf32>, %1: memref<4x?xf32>, %2: memref<3x?xf32>) {
  // CHECK-NEXT: lmhlo.dot ins(%0, %1 : memref<3x4xf32>, memref<4x?xf32>) outs(%2 : memref<3x?xf32>)
  lmhlo.dot ins(%0, %1 : memref<3x4xf32>, memref<4x?xf32>) outs(%2 : memref<3x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dot_general(%0: memref<?x3x4xf32>, %1: memref<?x4x5xf32>, %2: memref<?x3x5xf32>) {
func.func @dot_general(%0: memref<?x3x4xf32>, %1: memref<?x4x5xf32>, %2: memref<?x3x5xf32>) {
  // CHECK-NEXT: lmhlo.dot_general ins(%0, %1 : memref<?x3x4xf32>, memref<?x4x5xf32>) outs(%2 : memref<?x3x5xf32>) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGH>]}
  lmhlo.dot_general ins(%0, %1 : memref<?x3x4xf32>, memref<?x4x5xf32>) outs(%2 : memref<?x3x5xf32>) {dot_dimension_numbers = #mhlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>, precision_config = [#mhlo<precision DEFAULT>, #mhlo<precision HIGH>]}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_conv(%0: memref<?x8x8x4xf32>, %1: memref<3x3x4x8xf32>, %2: memref<2x2xi32>, %3: memref<?x?x?x8xf32>) {
func.func @dynamic_conv(%0: memref<?x8x8x4xf32>, %1: memref<3x3x4x8xf32>, %2: memref<2x2xi32>, %3: memref<?x?x?x8xf32>) {
  // CHECK-NEXT: lmhlo.dynamic_conv ins(%0, %1, %2 : memref<?x8x8x4xf32>, memref<3x3x4x8xf32>, memref<2x2xi32>) outs(%3 : memref<?x?x?x8xf32>) {batch_group_count = 1 : i64, dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = dense<2> : tensor<2xi64>}
  lmhlo.dynamic_conv ins(%0, %1, %2 : memref<?x8x8x4xf32>, memref<3x3x4x8xf32>, memref<2x2xi32>) outs(%3 : memref<?x?x?x8xf32>) {batch_group_count = 1 : i64, dimension_numbers = #mhlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_strides = dense<2> : tensor<2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @einsum(%0: memref<3x4xf32>, %1: memref<4x?xf32>, %2: memref<3x?xf32>) {
func.func @einsum(%0: memref<3x4xf32>, %1: memref<4x?xf32>, %2: memref<3x?xf32>) {
  // CHECK-NEXT: lmhlo.einsum ins(%0, %1 : memref<3x4xf32>, memref<4x?xf32>) outs(%2 : memref<3x?xf32>) {einsum_config = "ij,jk->ik"}
  lmhlo.einsum ins(%0, %1 : memref<3x4xf32>, memref<4x?xf32>) outs(%2 : memref<3x?xf32>) {einsum_config = "ij,jk->ik"}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @fft(%0: memref<4x4xf32>, %1: memref<4x3xcomplex<f32>>) {
func.func @fft(%0: memref<4x4xf32>, %1: memref<4x3xcomplex<f32>>) {
  // CHECK-NEXT: lmhlo.fft ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x3xcomplex<f32>>) {fft_type = #mhlo<fft_type RFFT>, fft_length = dense<4> : tensor<1xi64>}
  lmhlo.fft ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x3xcomplex<f32>>) {fft_type = #mhlo<fft_type RFFT>, fft_length = dense<4> : tensor<1xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @map(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
func.func @map(%0: memref<4x?xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.map ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>) {dimensions = dense<[0, 1]> : tensor<2xi64>} ({
  lmhlo.map ins(%0 : memref<4x?xf32>) outs(%1 : memref<4x?xf32>) {dimensions = dense<[0, 1]> : tensor<2xi64>} ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>):
  ^bb0(%x: tensor<f32>):
    // CHECK-NEXT: mhlo.return %x : tensor<f32>
    mhlo.return %x : tensor<f32>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @ragged_dot(%0: memref<19x?xf32>, %1: memref<19x7xf32>, %2: memref<3xi64>, %3: memref<3x?x7xf32>) {
func.func @ragged_dot(%0: memref<19x?xf32>, %1: memref<19x7xf32>, %2: memref<3xi64>, %3: memref<3x?x7xf32>) {
  // CHECK-NEXT: lmhlo.ragged_dot ins(%0, %1, %2 : memref<19x?xf32>, memref<19x7xf32>, memref<3xi64>) outs(%3 : memref<3x?x7xf32>) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}
  lmhlo.ragged_dot ins(%0, %1, %2 : memref<19x?xf32>, memref<19x7xf32>, memref<3xi64>) outs(%3 : memref<3x?x7xf32>) {ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [0], rhs_contracting_dimensions = [0], lhs_ragged_dimensions = [0]>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @reduce(%0: memref<?x4xf32>, %1: memref<f32>, %2: memref<?xf32>) {
func.func @reduce(%0: memref<?x4xf32>, %1: memref<f32>, %2: memref<?xf32>) {
  // CHECK-NEXT: lmhlo.reduce ins(%0, %1 : memref<?x4xf32>, memref<f32>) outs(%2 : memref<?xf32>) {dimensions = dense<1> : tensor<1xi64>} ({
  lmhlo.reduce ins(%0, %1 : memref<?x4xf32>, memref<f32>) outs(%2 : memref<?xf32>) {dimensions = dense<1> : tensor<1xi64>} ({
  // CHECK-NEXT: ^bb0(%3: tensor<f32>, %4: tensor<f32>):
  ^bb0(%3: tensor<f32>, %4: tensor<f32>):
    // CHECK-NEXT: %5 = mhlo.add %3, %4 : tensor<f32>
    %5 = mhlo.add %3, %4 : tensor<f32>
    // CHECK-NEXT: mhlo.return %5 : tensor<f32>
    mhlo.return %5 : tensor<f32>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @reduce_window(%0: memref<?x8x8x3xf32>, %1: memref<f32>, %2: memref<?x4x4x3xf32>) {
func.func @reduce_window(%0: memref<?x8x8x3xf32>, %1: memref<f32>, %2: memref<?x4x4x3xf32>) {
  // CHECK-NEXT: lmhlo.reduce_window ins(%0, %1 : memref<?x8x8x3xf32>, memref<f32>) outs(%2 : memref<?x4x4x3xf32>) {window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>} ({
  lmhlo.reduce_window ins(%0, %1 : memref<?x8x8x3xf32>, memref<f32>) outs(%2 : memref<?x4x4x3xf32>) {window_dimensions = dense<[1, 2, 2, 1]> : tensor<4xi64>, window_strides = dense<[1, 2, 2, 1]> : tensor<4xi64>} ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %3 = mhlo.maximum %x, %y : tensor<f32>
    %3 = mhlo.maximum %x, %y : tensor<f32>
    // CHECK-NEXT: mhlo.return %3 : tensor<f32>
    mhlo.return %3 : tensor<f32>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @rng(%0: memref<f32>, %1: memref<f32>, %2: memref<2xi64>, %3: memref<3x?xf32>) {
func.func @rng(%0: memref<f32>, %1: memref<f32>, %2: memref<2xi64>, %3: memref<3x?xf32>) {
  // CHECK-NEXT: lmhlo.rng ins(%0, %1, %2 : memref<f32>, memref<f32>, memref<2xi64>) outs(%3 : memref<3x?xf32>) {rng_distribution = #mhlo.rng_distribution<NORMAL>}
  lmhlo.rng ins(%0, %1, %2 : memref<f32>, memref<f32>, memref<2xi64>) outs(%3 : memref<3x?xf32>) {rng_distribution = #mhlo.rng_distribution<NORMAL>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @rng_bit_generator(%0: memref<2xui64>, %1: memref<2xui64>, %2: memref<10x12xui32>) {
func.func @rng_bit_generator(%0: memref<2xui64>, %1: memref<2xui64>, %2: memref<10x12xui32>) {
  // CHECK-NEXT: lmhlo.rng_bit_generator ins(%0 : memref<2xui64>) outs(%1, %2 : memref<2xui64>, memref<10x12xui32>) {rng_algorithm = #mhlo.rng_algorithm<PHILOX>}
  lmhlo.rng_bit_generator ins(%0 : memref<2xui64>) outs(%1, %2 : memref<2xui64>, memref<10x12xui32>) {rng_algorithm = #mhlo.rng_algorithm<PHILOX>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @select_and_scatter(%0: memref<4x?xf32>, %1: memref<2x?xf32>, %2: memref<f32>, %3: memref<4x?xf32>) {
func.func @select_and_scatter(%0: memref<4x?xf32>, %1: memref<2x?xf32>, %2: memref<f32>, %3: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.select_and_scatter ins(%0, %1, %2 : memref<4x?xf32>, memref<2x?xf32>, memref<f32>) outs(%3 : memref<4x?xf32>) {window_dimensions = dense<[2, 1]> : tensor<2xi64>, window_strides = dense<[2, 1]> : tensor<2xi64>} ({
  lmhlo.select_and_scatter ins(%0, %1, %2 : memref<4x?xf32>, memref<2x?xf32>, memref<f32>) outs(%3 : memref<4x?xf32>) {window_dimensions = dense<[2, 1]> : tensor<2xi64>, window_strides = dense<[2, 1]> : tensor<2xi64>} ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %4 = mhlo.compare GE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = mhlo.compare GE, %x, %y, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %4 : tensor<i1>
    mhlo.return %4 : tensor<i1>
  // CHECK-NEXT: }, {
  }, {
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>):
    // CHECK-NEXT: mhlo.return %y_1 : tensor<f32>
    mhlo.return %y_1 : tensor<f32>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @sort(%0: memref<?x4xf32>, %1: memref<?x4xi32>, %2: memref<?x4xf32>, %3: memref<?x4xi32>) {
func.func @sort(%0: memref<?x4xf32>, %1: memref<?x4xi32>, %2: memref<?x4xf32>, %3: memref<?x4xi32>) {
  // CHECK-NEXT: lmhlo.sort ins(%0, %1 : memref<?x4xf32>, memref<?x4xi32>) outs(%2, %3 : memref<?x4xf32>, memref<?x4xi32>) {dimension = 1 : i64, is_stable = true} ({
  lmhlo.sort ins(%0, %1 : memref<?x4xf32>, memref<?x4xi32>) outs(%2, %3 : memref<?x4xf32>, memref<?x4xi32>) {dimension = 1 : i64, is_stable = true} ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
    // CHECK-NEXT: %4 = mhlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = mhlo.compare LT, %x, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    // CHECK-NEXT: mhlo.return %4 : tensor<i1>
    mhlo.return %4 : tensor<i1>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @sparse_dot(%0: memref<10x16xbf16>, %1: memref<32x20xbf16>, %2: memref<10x2xui16>, %3: memref<10x20xf32>) {
func.func @sparse_dot(%0: memref<10x16xbf16>, %1: memref<32x20xbf16>, %2: memref<10x2xui16>, %3: memref<10x20xf32>) {
  // CHECK-NEXT: lmhlo.sparse_dot ins(%0, %1, %2 : memref<10x16xbf16>, memref<32x20xbf16>, memref<10x2xui16>) outs(%3 : memref<10x20xf32>) {lhs_sparsity = #mhlo.sparsity<dimension = 1, n = 2, m = 4>, dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = []}
  lmhlo.sparse_dot ins(%0, %1, %2 : memref<10x16xbf16>, memref<32x20xbf16>, memref<10x2xui16>) outs(%3 : memref<10x20xf32>) {lhs_sparsity = #mhlo.sparsity<dimension = 1, n = 2, m = 4>, dot_dimension_numbers = #mhlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>, precision_config = []}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @triangular_solve(%0: memref<?x?x4xf32>, %1: memref<?x4x5xf32>, %2: memref<?x4x5xf32>) {
func.func @triangular_solve(%0: memref<?x?x4xf32>, %1: memref<?x4x5xf32>, %2: memref<?x4x5xf32>) {
  // CHECK-NEXT: lmhlo.triangular_solve ins(%0, %1 : memref<?x?x4xf32>, memref<?x4x5xf32>) outs(%2 : memref<?x4x5xf32>) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #mhlo<transpose TRANSPOSE>}
  lmhlo.triangular_solve ins(%0, %1 : memref<?x?x4xf32>, memref<?x4x5xf32>) outs(%2 : memref<?x4x5xf32>) {left_side = true, lower = false, unit_diagonal = true, transpose_a = #mhlo<transpose TRANSPOSE>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @unary_einsum(%0: memref<3x4xf32>, %1: memref<4x3xf32>) {
func.func @unary_einsum(%0: memref<3x4xf32>, %1: memref<4x3xf32>) {
  // CHECK-NEXT: lmhlo.unary_einsum ins(%0 : memref<3x4xf32>) outs(%1 : memref<4x3xf32>) {einsum_config = "ij->ji"}
  lmhlo.unary_einsum ins(%0 : memref<3x4xf32>) outs(%1 : memref<4x3xf32>) {einsum_config = "ij->ji"}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @xla_rng_get_and_update_state(%0: memref<2xui64>) {
func.func @xla_rng_get_and_update_state(%0: memref<2xui64>) {
  // CHECK-NEXT: lmhlo.xla.rng_get_and_update_state outs(%0 : memref<2xui64>) {delta = 1 : i64}
  lmhlo.xla.rng_get_and_update_state outs(%0 : memref<2xui64>) {delta = 1 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @special_functions(%0: memref<2x?xf32>, %1: memref<2x?xf32>, %2: memref<2x?xf32>) {
func.func @special_functions(%0: memref<2x?xf32>, %1: memref<2x?xf32>, %2: memref<2x?xf32>) {
  // CHECK-NEXT: lmhlo.bessel_i1e ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  lmhlo.bessel_i1e ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  // CHECK-NEXT: lmhlo.digamma ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  lmhlo.digamma ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  // CHECK-NEXT: lmhlo.erf_inv ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  lmhlo.erf_inv ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  // CHECK-NEXT: lmhlo.lgamma ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  lmhlo.lgamma ins(%0 : memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  // CHECK-NEXT: lmhlo.next_after ins(%0, %1 : memref<2x?xf32>, memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  lmhlo.next_after ins(%0, %1 : memref<2x?xf32>, memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  // CHECK-NEXT: lmhlo.polygamma ins(%0, %1 : memref<2x?xf32>, memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  lmhlo.polygamma ins(%0, %1 : memref<2x?xf32>, memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  // CHECK-NEXT: lmhlo.zeta ins(%0, %1 : memref<2x?xf32>, memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  lmhlo.zeta ins(%0, %1 : memref<2x?xf32>, memref<2x?xf32>) outs(%2 : memref<2x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
