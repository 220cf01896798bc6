// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHECK: func.func @all_gather(%0: memref<4x4xf32>, %1: memref<4x8xf32>) {
func.func @all_gather(%0: memref<4x4xf32>, %1: memref<4x8xf32>) {
  // CHECK-NEXT: lmhlo.all_gather ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x8xf32>) {all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}
  lmhlo.all_gather ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x8xf32>) {all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @all_reduce(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
func.func @all_reduce(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
  // CHECK-NEXT: lmhlo.all_reduce ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>} ({
  lmhlo.all_reduce ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>} ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %q = mhlo.add %x, %y : tensor<f32>
    %q = mhlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: mhlo.return %q : tensor<f32>
    mhlo.return %q : tensor<f32>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @all_to_all(%0: memref<4x4xf32>, %1: memref<?x4xf32>, %2: memref<4x4xf32>, %3: memref<?x4xf32>) {
func.func @all_to_all(%0: memref<4x4xf32>, %1: memref<?x4xf32>, %2: memref<4x4xf32>, %3: memref<?x4xf32>) {
  // CHECK-NEXT: lmhlo.all_to_all ins(%0, %1 : memref<4x4xf32>, memref<?x4xf32>) outs(%2, %3 : memref<4x4xf32>, memref<?x4xf32>) {replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}
  lmhlo.all_to_all ins(%0, %1 : memref<4x4xf32>, memref<?x4xf32>) outs(%2, %3 : memref<4x4xf32>, memref<?x4xf32>) {replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @collective_broadcast(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
func.func @collective_broadcast(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
  // CHECK-NEXT: lmhlo.collective_broadcast ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}
  lmhlo.collective_broadcast ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @collective_permute(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
func.func @collective_permute(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
  // CHECK-NEXT: lmhlo.collective_permute ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {source_target_pairs = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}
  lmhlo.collective_permute ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @cross_replica_sum(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
func.func @cross_replica_sum(%0: memref<?x4xf32>, %1: memref<?x4xf32>) {
  // CHECK-NEXT: "lmhlo.cross-replica-sum"(%0, %1) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, operandSegmentSizes = array<i32: 1, 1>}> : (memref<?x4xf32>, memref<?x4xf32>) -> ()
  "lmhlo.cross-replica-sum"(%0, %1) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, operandSegmentSizes = array<i32: 1, 1>}> : (memref<?x4xf32>, memref<?x4xf32>) -> ()
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @custom_call(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
func.func @custom_call(%0: memref<4x4xf32>, %1: memref<4x4xf32>) {
  // CHECK-NEXT: lmhlo.custom_call ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {call_target_name = "foo", custom_call_schedule = #mhlo<custom_call_schedule LATEST>}
  lmhlo.custom_call ins(%0 : memref<4x4xf32>) outs(%1 : memref<4x4xf32>) {call_target_name = "foo", custom_call_schedule = #mhlo<custom_call_schedule LATEST>}
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @infeed(%0: !mhlo.token, %1: memref<3x3xi32>) {
func.func @infeed(%0: !mhlo.token, %1: memref<3x3xi32>) {
  // CHECK-NEXT: %2 = lmhlo.infeed ins(%0 : !mhlo.token) outs(%1 : memref<3x3xi32>) {infeed_config = "x", layout = {{\[\[}}0 : i64, 1 : i64]], result_positions = array<i64: 1>} -> !mhlo.token
  %2 = lmhlo.infeed ins(%0 : !mhlo.token) outs(%1 : memref<3x3xi32>) {infeed_config = "x", layout = [[0 : i64, 1 : i64]], result_positions = array<i64: 1>} -> !mhlo.token
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @optimization_barrier(%0: memref<?x4xf32>, %1: memref<i32>, %2: memref<?x4xf32>, %3: memref<i32>) {
func.func @optimization_barrier(%0: memref<?x4xf32>, %1: memref<i32>, %2: memref<?x4xf32>, %3: memref<i32>) {
  // CHECK-NEXT: lmhlo.optimization_barrier ins(%0, %1 : memref<?x4xf32>, memref<i32>) outs(%2, %3 : memref<?x4xf32>, memref<i32>)
  lmhlo.optimization_barrier ins(%0, %1 : memref<?x4xf32>, memref<i32>) outs(%2, %3 : memref<?x4xf32>, memref<i32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @outfeed(%0: memref<?x4xf32>, %1: !mhlo.token) {
func.func @outfeed(%0: memref<?x4xf32>, %1: !mhlo.token) {
  // CHECK-NEXT: %2 = lmhlo.outfeed ins(%0, %1 : memref<?x4xf32>, !mhlo.token) {outfeed_config = "y", result_positions = array<i64: 0>} -> !mhlo.token
  %2 = lmhlo.outfeed ins(%0, %1 : memref<?x4xf32>, !mhlo.token) {outfeed_config = "y", result_positions = array<i64: 0>} -> !mhlo.token
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @partition_id(%0: memref<ui32>) {
func.func @partition_id(%0: memref<ui32>) {
  // CHECK-NEXT: lmhlo.partition_id outs(%0 : memref<ui32>)
  lmhlo.partition_id outs(%0 : memref<ui32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @recv(%0: !mhlo.token, %1: memref<3x4xi32>) {
func.func @recv(%0: !mhlo.token, %1: memref<3x4xi32>) {
  // CHECK-NEXT: %2 = lmhlo.recv ins(%0 : !mhlo.token) outs(%1 : memref<3x4xi32>) {channel_handle = #mhlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true, result_positions = array<i64: 1>} -> !mhlo.token
  %2 = lmhlo.recv ins(%0 : !mhlo.token) outs(%1 : memref<3x4xi32>) {channel_handle = #mhlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true, result_positions = array<i64: 1>} -> !mhlo.token
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @reduce_scatter(%0: memref<4x4xf32>, %1: memref<1x4xf32>) {
func.func @reduce_scatter(%0: memref<4x4xf32>, %1: memref<1x4xf32>) {
  // CHECK-NEXT: lmhlo.reduce_scatter ins(%0 : memref<4x4xf32>) outs(%1 : memref<1x4xf32>) {scatter_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>} ({
  lmhlo.reduce_scatter ins(%0 : memref<4x4xf32>) outs(%1 : memref<1x4xf32>) {scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>} ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %q = mhlo.add %x, %y : tensor<f32>
    %q = mhlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: mhlo.return %q : tensor<f32>
    mhlo.return %q : tensor<f32>
  // CHECK-NEXT: })
  })
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @replica_id(%0: memref<ui32>) {
func.func @replica_id(%0: memref<ui32>) {
  // CHECK-NEXT: lmhlo.replica_id outs(%0 : memref<ui32>)
  lmhlo.replica_id outs(%0 : memref<ui32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
// CHECK: func.func @send(%0: memref<?x4xf32>, %1: !mhlo.token) {
func.func @send(%0: memref<?x4xf32>, %1: !mhlo.token) {
  // CHECK-NEXT: %2 = lmhlo.send ins(%0, %1 : memref<?x4xf32>, !mhlo.token) {channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true, result_positions = array<i64: 0>} -> !mhlo.token
  %2 = lmhlo.send ins(%0, %1 : memref<?x4xf32>, !mhlo.token) {channel_handle = #mhlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true, result_positions = array<i64: 0>} -> !mhlo.token
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
