// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations of groups of processes under both names.

// CHECK: func.func @stablehlo(%a: tensor<4x4xf32>, %d: tensor<?x4xf32>, %b: tensor<8x?xi32>, %s: tensor<f32>) {
func.func @stablehlo(%a: tensor<4x4xf32>, %d: tensor<?x4xf32>, %b: tensor<8x?xi32>, %s: tensor<f32>) {
  // CHECK-NEXT: %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: %1, %2 = "stablehlo.all_gather"(%d, %b) <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>}> : (tensor<?x4xf32>, tensor<8x?xi32>) -> (tensor<?x4xf32>, tensor<24x?xi32>)
  %1, %2 = "stablehlo.all_gather"(%d, %b) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1, 2], [3, 4, 5]]> : tensor<2x3xi64>}> : (tensor<?x4xf32>, tensor<8x?xi32>) -> (tensor<?x4xf32>, tensor<24x?xi32>)
  // CHECK-NEXT: %3 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>], device_ids = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  %3 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 2>, #stablehlo.mesh_axis<name = "y", size = 4>], device_ids = dense<[0, 1, 2, 3, 4, 5, 6, 7]> : tensor<8xi64>>, axes = [#stablehlo.axis_ref<name = "y", sub_axis_info = (1)2>]>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: %4 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  %4 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %q = stablehlo.add %x, %y : tensor<f32>
    %q = stablehlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: stablehlo.return %q : tensor<f32>
    stablehlo.return %q : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %5, %6 = "stablehlo.all_reduce"(%d, %a) <{replica_groups = dense<{{\[\[}}0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> ({
  %5, %6 = "stablehlo.all_reduce"(%d, %a) <{replica_groups = dense<[[0, 1, 2], [3, 4, -1]]> : tensor<2x3xi64>}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f64>, %y_1: tensor<f64>):
  ^bb0(%x_1: tensor<f64>, %y_1: tensor<f64>):
    // CHECK-NEXT: %q_1 = stablehlo.maximum %x_1, %y_1 : tensor<f64>
    %q_1 = stablehlo.maximum %x_1, %y_1 : tensor<f64>
    // CHECK-NEXT: stablehlo.return %q_1 : tensor<f64>
    stablehlo.return %q_1 : tensor<f64>
  // CHECK-NEXT: }) : (tensor<?x4xf32>, tensor<4x4xf32>) -> (tensor<?x4xf64>, tensor<4x4xf64>)
  }) : (tensor<?x4xf32>, tensor<4x4xf32>) -> (tensor<?x4xf64>, tensor<4x4xf64>)
  // CHECK-NEXT: %7 = "stablehlo.reduce_scatter"(%d) <{scatter_dimension = 1 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>, use_global_device_ids}> ({
  %7 = "stablehlo.reduce_scatter"(%d) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 2, type = 0>, use_global_device_ids}> ({
  // CHECK-NEXT: ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
  ^bb0(%x_2: tensor<f32>, %y_2: tensor<f32>):
    // CHECK-NEXT: %q_2 = stablehlo.add %x_2, %y_2 : tensor<f32>
    %q_2 = stablehlo.add %x_2, %y_2 : tensor<f32>
    // CHECK-NEXT: stablehlo.return %q_2 : tensor<f32>
    stablehlo.return %q_2 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<?x4xf32>) -> tensor<?x2xf32>
  }) : (tensor<?x4xf32>) -> tensor<?x2xf32>
  // CHECK-NEXT: %8 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  %8 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  // CHECK-NEXT: %9 = "stablehlo.all_to_all"(%d) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x8xf32>
  %9 = "stablehlo.all_to_all"(%d) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x8xf32>
  // CHECK-NEXT: %10 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %10 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 3, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %11 = "stablehlo.collective_broadcast"(%d) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %11 = "stablehlo.collective_broadcast"(%d) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %12 = "stablehlo.collective_permute"(%s) <{source_target_pairs = dense<{{\[\[}}0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>}> : (tensor<f32>) -> tensor<f32>
  %12 = "stablehlo.collective_permute"(%s) <{source_target_pairs = dense<[[0, 1], [1, 0]]> : tensor<2x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>}> : (tensor<f32>) -> tensor<f32>
  // CHECK-NEXT: %13 = "stablehlo.collective_permute"(%d) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %13 = "stablehlo.collective_permute"(%d) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %14 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %14 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %15 = stablehlo.partition_id : tensor<ui32>
  %15 = stablehlo.partition_id : tensor<ui32>
  // CHECK-NEXT: %16 = stablehlo.replica_id {note} : tensor<ui32>
  %16 = stablehlo.replica_id {note} : tensor<ui32>
  // CHECK-NEXT: %17 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x16xf32>
  %17 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>}> : (tensor<4x4xf32>) -> tensor<4x16xf32>
  // CHECK-NEXT: %18 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4x4xf32>) -> tensor<4x16xf32>
  %18 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<> : tensor<0x0xi64>}> : (tensor<4x4xf32>) -> tensor<4x16xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<4x4xf32>, %d: tensor<?x4xf32>) {
func.func @mhlo(%a: tensor<4x4xf32>, %d: tensor<?x4xf32>) {
  // CHECK-NEXT: %0 = "mhlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  %0 = "mhlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>, channel_handle = #mhlo.channel_handle<handle = 1, type = 0>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: %1 = "mhlo.all_reduce"(%a) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  %1 = "mhlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> ({
  // CHECK-NEXT: ^bb0(%x: tensor<f32>, %y: tensor<f32>):
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    // CHECK-NEXT: %q = mhlo.add %x, %y : tensor<f32>
    %q = mhlo.add %x, %y : tensor<f32>
    // CHECK-NEXT: mhlo.return %q : tensor<f32>
    mhlo.return %q : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %2 = "mhlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<{{\[\[}}0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  %2 = "mhlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> ({
  // CHECK-NEXT: ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>):
  ^bb0(%x_1: tensor<f32>, %y_1: tensor<f32>):
    // CHECK-NEXT: %q_1 = mhlo.add %x_1, %y_1 : tensor<f32>
    %q_1 = mhlo.add %x_1, %y_1 : tensor<f32>
    // CHECK-NEXT: mhlo.return %q_1 : tensor<f32>
    mhlo.return %q_1 : tensor<f32>
  // CHECK-NEXT: }) : (tensor<4x4xf32>) -> tensor<1x4xf32>
  }) : (tensor<4x4xf32>) -> tensor<1x4xf32>
  // CHECK-NEXT: %3 = "mhlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  %3 = "mhlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  // CHECK-NEXT: %4, %5 = "mhlo.all_to_all"(%a, %d) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>, tensor<?x4xf32>) -> (tensor<4x4xf32>, tensor<?x4xf32>)
  %4, %5 = "mhlo.all_to_all"(%a, %d) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>, tensor<?x4xf32>) -> (tensor<4x4xf32>, tensor<?x4xf32>)
  // CHECK-NEXT: %6 = "mhlo.collective_broadcast"(%a) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = "mhlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %7 = "mhlo.collective_permute"(%a) <{source_target_pairs = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = "mhlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NEXT: %8 = "mhlo.cross-replica-sum"(%d) <{replica_groups = dense<{{\[\[}}0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %8 = "mhlo.cross-replica-sum"(%d) <{replica_groups = dense<[[0, 1], [2, 3]]> : tensor<2x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: %9 = mhlo.partition_id : tensor<ui32>
  %9 = mhlo.partition_id : tensor<ui32>
  // CHECK-NEXT: %10 = mhlo.replica_id : tensor<ui32>
  %10 = mhlo.replica_id : tensor<ui32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
