// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK: func.func @broadcast(%0: memref<4xf32>, %1: memref<2x3x4xf32>) {
func.func @broadcast(%0: memref<4xf32>, %1: memref<2x3x4xf32>) {
  // CHECK-NEXT: lmhlo.broadcast ins(%0 : memref<4xf32>) outs(%1 : memref<2x3x4xf32>) {broadcast_sizes = dense<[2, 3]> : tensor<2xi64>}
  lmhlo.broadcast ins(%0 : memref<4xf32>) outs(%1 : memref<2x3x4xf32>) {broadcast_sizes = dense<[2, 3]> : tensor<2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @broadcast_in_dim(%0: memref<4xf32>, %1: memref<3x4xf32>) {
func.func @broadcast_in_dim(%0: memref<4xf32>, %1: memref<3x4xf32>) {
  // CHECK-NEXT: lmhlo.broadcast_in_dim ins(%0 : memref<4xf32>) outs(%1 : memref<3x4xf32>) {broadcast_dimensions = dense<1> : tensor<1xi64>}
  lmhlo.broadcast_in_dim ins(%0 : memref<4xf32>) outs(%1 : memref<3x4xf32>) {broadcast_dimensions = dense<1> : tensor<1xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @compute_reshape_shape(%0: index, %1: memref<2xi32>, %2: memref<2xi32>) {
func.func @compute_reshape_shape(%0: index, %1: memref<2xi32>, %2: memref<2xi32>) {
  // CHECK-NEXT: lmhlo.compute_reshape_shape ins(%0, %1 : index, memref<2xi32>) outs(%2 : memref<2xi32>)
  lmhlo.compute_reshape_shape ins(%0, %1 : index, memref<2xi32>) outs(%2 : memref<2xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @concatenate(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
func.func @concatenate(%0: memref<?x4xf32>, %1: memref<?x4xf32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.concatenate ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>) {dimension = 0 : i64}
  lmhlo.concatenate ins(%0, %1 : memref<?x4xf32>, memref<?x4xf32>) outs(%2 : memref<?x4xf32>) {dimension = 0 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @constant(%0: memref<bf16>) {
func.func @constant(%0: memref<bf16>) {
  // CHECK-NEXT: lmhlo.constant outs(%0 : memref<bf16>) {value = dense<-1.500000e+00> : tensor<bf16>}
  lmhlo.constant outs(%0 : memref<bf16>) {value = dense<-1.500000e+00> : tensor<bf16>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_broadcast_in_dim(%0: memref<f32>, %1: memref<2xi32>, %2: memref<?x?xf32>) {
func.func @dynamic_broadcast_in_dim(%0: memref<f32>, %1: memref<2xi32>, %2: memref<?x?xf32>) {
  // CHECK-NEXT: lmhlo.dynamic_broadcast_in_dim ins(%0, %1 : memref<f32>, memref<2xi32>) outs(%2 : memref<?x?xf32>) {broadcast_dimensions = dense<> : tensor<0xi64>}
  lmhlo.dynamic_broadcast_in_dim ins(%0, %1 : memref<f32>, memref<2xi32>) outs(%2 : memref<?x?xf32>) {broadcast_dimensions = dense<> : tensor<0xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_gather(%0: memref<3x4x2xi32>, %1: memref<?x?x2xi64>, %2: memref<3xi32>, %3: memref<?x?x?x?xi32>) {
func.func @dynamic_gather(%0: memref<3x4x2xi32>, %1: memref<?x?x2xi64>, %2: memref<3xi32>, %3: memref<?x?x?x?xi32>) {
  // CHECK-NEXT: lmhlo.dynamic_gather ins(%0, %1, %2 : memref<3x4x2xi32>, memref<?x?x2xi64>, memref<3xi32>) outs(%3 : memref<?x?x?x?xi32>) {dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}
  lmhlo.dynamic_gather ins(%0, %1, %2 : memref<3x4x2xi32>, memref<?x?x2xi64>, memref<3xi32>) outs(%3 : memref<?x?x?x?xi32>) {dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_iota(%0: memref<2xi64>, %1: memref<?x3xi32>) {
func.func @dynamic_iota(%0: memref<2xi64>, %1: memref<?x3xi32>) {
  // CHECK-NEXT: lmhlo.dynamic_iota ins(%0 : memref<2xi64>) outs(%1 : memref<?x3xi32>) {iota_dimension = 0 : i64}
  lmhlo.dynamic_iota ins(%0 : memref<2xi64>) outs(%1 : memref<?x3xi32>) {iota_dimension = 0 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_pad(%0: memref<?x4xf32>, %1: memref<f32>, %2: memref<2xi32>, %3: memref<2xi32>, %4: memref<2xi32>, %5: memref<?x?xf32>) {
func.func @dynamic_pad(%0: memref<?x4xf32>, %1: memref<f32>, %2: memref<2xi32>, %3: memref<2xi32>, %4: memref<2xi32>, %5: memref<?x?xf32>) {
  // CHECK-NEXT: lmhlo.dynamic_pad ins(%0, %1, %2, %3, %4 : memref<?x4xf32>, memref<f32>, memref<2xi32>, memref<2xi32>, memref<2xi32>) outs(%5 : memref<?x?xf32>)
  lmhlo.dynamic_pad ins(%0, %1, %2, %3, %4 : memref<?x4xf32>, memref<f32>, memref<2xi32>, memref<2xi32>, memref<2xi32>) outs(%5 : memref<?x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_reshape(%0: memref<?x4xf32>, %1: memref<2xi32>, %2: memref<?x?xf32>) {
func.func @dynamic_reshape(%0: memref<?x4xf32>, %1: memref<2xi32>, %2: memref<?x?xf32>) {
  // CHECK-NEXT: lmhlo.dynamic_reshape ins(%0, %1 : memref<?x4xf32>, memref<2xi32>) outs(%2 : memref<?x?xf32>)
  lmhlo.dynamic_reshape ins(%0, %1 : memref<?x4xf32>, memref<2xi32>) outs(%2 : memref<?x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_slice(%0: memref<?x4xf32>, %1: memref<i32>, %2: memref<i32>, %3: memref<1x4xf32>) {
func.func @dynamic_slice(%0: memref<?x4xf32>, %1: memref<i32>, %2: memref<i32>, %3: memref<1x4xf32>) {
  // CHECK-NEXT: lmhlo.dynamic_slice ins(%0, %1, %2 : memref<?x4xf32>, memref<i32>, memref<i32>) outs(%3 : memref<1x4xf32>) {slice_sizes = dense<[1, 4]> : tensor<2xi64>}
  lmhlo.dynamic_slice ins(%0, %1, %2 : memref<?x4xf32>, memref<i32>, memref<i32>) outs(%3 : memref<1x4xf32>) {slice_sizes = dense<[1, 4]> : tensor<2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @dynamic_update_slice(%0: memref<?x4xf32>, %1: memref<1x4xf32>, %2: memref<i32>, %3: memref<i32>, %4: memref<?x4xf32>) {
func.func @dynamic_update_slice(%0: memref<?x4xf32>, %1: memref<1x4xf32>, %2: memref<i32>, %3: memref<i32>, %4: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.dynamic_update_slice ins(%0, %1, %2, %3 : memref<?x4xf32>, memref<1x4xf32>, memref<i32>, memref<i32>) outs(%4 : memref<?x4xf32>)
  lmhlo.dynamic_update_slice ins(%0, %1, %2, %3 : memref<?x4xf32>, memref<1x4xf32>, memref<i32>, memref<i32>) outs(%4 : memref<?x4xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @gather(%0: memref<3x4x2xi32>, %1: memref<2x3x2xi64>, %2: memref<2x3x2x2xi32>) {
func.func @gather(%0: memref<3x4x2xi32>, %1: memref<2x3x2xi64>, %2: memref<2x3x2x2xi32>) {
  // CHECK-NEXT: lmhlo.gather ins(%0, %1 : memref<3x4x2xi32>, memref<2x3x2xi64>) outs(%2 : memref<2x3x2x2xi32>) {dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = dense<[1, 2, 2]> : tensor<3xi64>}
  lmhlo.gather ins(%0, %1 : memref<3x4x2xi32>, memref<2x3x2xi64>) outs(%2 : memref<2x3x2x2xi32>) {dimension_numbers = #mhlo.gather<offset_dims = [2, 3], collapsed_slice_dims = [0], start_index_map = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = dense<[1, 2, 2]> : tensor<3xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @get_dimension_size(%0: memref<?x4xf32>, %1: memref<i32>) {
func.func @get_dimension_size(%0: memref<?x4xf32>, %1: memref<i32>) {
  // CHECK-NEXT: lmhlo.get_dimension_size ins(%0 : memref<?x4xf32>) outs(%1 : memref<i32>) {dimension = 0 : i64}
  lmhlo.get_dimension_size ins(%0 : memref<?x4xf32>) outs(%1 : memref<i32>) {dimension = 0 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @iota(%0: memref<4xf32>) {
func.func @iota(%0: memref<4xf32>) {
  // CHECK-NEXT: lmhlo.iota outs(%0 : memref<4xf32>) {iota_dimension = 0 : i64}
  lmhlo.iota outs(%0 : memref<4xf32>) {iota_dimension = 0 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @pad(%0: memref<?x4xf32>, %1: memref<f32>, %2: memref<?x4xf32>) {
func.func @pad(%0: memref<?x4xf32>, %1: memref<f32>, %2: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.pad ins(%0, %1 : memref<?x4xf32>, memref<f32>) outs(%2 : memref<?x4xf32>) {edge_padding_high = dense<[0, -1]> : tensor<2xi64>, edge_padding_low = dense<[0, 1]> : tensor<2xi64>, interior_padding = dense<[2, 0]> : tensor<2xi64>}
  lmhlo.pad ins(%0, %1 : memref<?x4xf32>, memref<f32>) outs(%2 : memref<?x4xf32>) {edge_padding_high = dense<[0, -1]> : tensor<2xi64>, edge_padding_low = dense<[0, 1]> : tensor<2xi64>, interior_padding = dense<[2, 0]> : tensor<2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @real_dynamic_slice(%0: memref<?x4xf32>, %1: memref<2xi32>, %2: memref<2xi32>, %3: memref<2xi32>, %4: memref<?x?xf32>) {
func.func @real_dynamic_slice(%0: memref<?x4xf32>, %1: memref<2xi32>, %2: memref<2xi32>, %3: memref<2xi32>, %4: memref<?x?xf32>) {
  // CHECK-NEXT: lmhlo.real_dynamic_slice ins(%0, %1, %2, %3 : memref<?x4xf32>, memref<2xi32>, memref<2xi32>, memref<2xi32>) outs(%4 : memref<?x?xf32>)
  lmhlo.real_dynamic_slice ins(%0, %1, %2, %3 : memref<?x4xf32>, memref<2xi32>, memref<2xi32>, memref<2xi32>) outs(%4 : memref<?x?xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @reshape(%0: memref<4xf32>, %1: memref<2x2x1xf32>) {
func.func @reshape(%0: memref<4xf32>, %1: memref<2x2x1xf32>) {
  // CHECK-NEXT: lmhlo.reshape ins(%0 : memref<4xf32>) outs(%1 : memref<2x2x1xf32>)
  lmhlo.reshape ins(%0 : memref<4xf32>) outs(%1 : memref<2x2x1xf32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @reverse(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @reverse(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.reverse ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>) {dimensions = dense<[0, 1]> : tensor<2xi64>}
  lmhlo.reverse ins(%0 : memref<?x4xf32>) outs(%1 : memref<?x4xf32>) {dimensions = dense<[0, 1]> : tensor<2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @scatter(%0: memref<3x4x2xi32>, %1: memref<2x3x2xi64>, %2: memref<2x3x2x2xi32>, %3: memref<3x4x2xi32>) {
func.func @scatter(%0: memref<3x4x2xi32>, %1: memref<2x3x2xi64>, %2: memref<2x3x2x2xi32>, %3: memref<3x4x2xi32>) {
  // CHECK-NEXT: lmhlo.scatter ins(%0, %1, %2 : memref<3x4x2xi32>, memref<2x3x2xi64>, memref<2x3x2x2xi32>) outs(%3 : memref<3x4x2xi32>) {scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false} ({
  lmhlo.scatter ins(%0, %1, %2 : memref<3x4x2xi32>, memref<2x3x2xi64>, memref<2x3x2x2xi32>) outs(%3 : memref<3x4x2xi32>) {scatter_dimension_numbers = #mhlo.scatter<update_window_dims = [2, 3], inserted_window_dims = [0], scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 2>, indices_are_sorted = false, unique_indices = false} ({
  // CHECK-NEXT: ^bb0(%x: tensor<i32>, %y: tensor<i32>):
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    // CHECK-NEXT: mhlo.return %y : tensor<i32>
    mhlo.return %y : tensor<i32>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @slice(%0: memref<?x4xf32>, %1: memref<1x2xf32>) {
func.func @slice(%0: memref<?x4xf32>, %1: memref<1x2xf32>) {
  // CHECK-NEXT: lmhlo.slice ins(%0 : memref<?x4xf32>) outs(%1 : memref<1x2xf32>) {start_indices = dense<0> : tensor<2xi64>, limit_indices = dense<[1, 4]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}
  lmhlo.slice ins(%0 : memref<?x4xf32>) outs(%1 : memref<1x2xf32>) {start_indices = dense<0> : tensor<2xi64>, limit_indices = dense<[1, 4]> : tensor<2xi64>, strides = dense<[1, 2]> : tensor<2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @torch_index_select(%0: memref<3x4x2xi32>, %1: memref<3xi32>, %2: memref<3x3x2xi32>) {
func.func @torch_index_select(%0: memref<3x4x2xi32>, %1: memref<3xi32>, %2: memref<3x3x2xi32>) {
  // CHECK-NEXT: lmhlo.torch_index_select ins(%0, %1 : memref<3x4x2xi32>, memref<3xi32>) outs(%2 : memref<3x3x2xi32>) {batch_dims = 0 : i64, dim = 1 : i64}
  lmhlo.torch_index_select ins(%0, %1 : memref<3x4x2xi32>, memref<3xi32>) outs(%2 : memref<3x3x2xi32>) {batch_dims = 0 : i64, dim = 1 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @transpose(%0: memref<?x4xf32>, %1: memref<4x?xf32>) {
func.func @transpose(%0: memref<?x4xf32>, %1: memref<4x?xf32>) {
  // CHECK-NEXT: lmhlo.transpose ins(%0 : memref<?x4xf32>) outs(%1 : memref<4x?xf32>) {permutation = dense<[1, 0]> : tensor<2xi64>}
  lmhlo.transpose ins(%0 : memref<?x4xf32>) outs(%1 : memref<4x?xf32>) {permutation = dense<[1, 0]> : tensor<2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @set_dimension_size(%0: memref<?xf32>, %1: memref<i32>, %2: memref<?xf32>) {
func.func @set_dimension_size(%0: memref<?xf32>, %1: memref<i32>, %2: memref<?xf32>) {
  // CHECK-NEXT: lmhlo.set_dimension_size ins(%0, %1 : memref<?xf32>, memref<i32>) outs(%2 : memref<?xf32>) {dimension = 0 : i64}
  lmhlo.set_dimension_size ins(%0, %1 : memref<?xf32>, memref<i32>) outs(%2 : memref<?xf32>) {dimension = 0 : i64}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
