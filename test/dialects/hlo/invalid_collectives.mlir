// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of all_gather
// CHECK: all_gather_dim 2 of 'stablehlo.all_gather' is out of range: expected 0 to 1
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// (c2) of all_gather
// CHECK: replica_groups of 'stablehlo.all_gather' repeat a process: [0, 1, 1, 2]
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// (c4) of all_gather
// CHECK: replica_groups of 'stablehlo.all_gather' have process -1, expected 0 or more
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// (c5) of all_gather
// CHECK: 'stablehlo.all_gather' uses global device ids with channel 0, expected more than 0
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>, use_global_device_ids}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// (c6), sizes, of all_gather
// CHECK: dimension 1 of 'stablehlo.all_gather' gathered operand and result differ: 12 and 8
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// (c6), sizes along the axes of a mesh, of all_gather
// CHECK: dimension 1 of 'stablehlo.all_gather' gathered operand and result differ: 16 and 8
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes = [#stablehlo.mesh_axis<name = "x", size = 4>]>, axes = [#stablehlo.axis_ref<name = "x">]>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// (c6), element types, of all_gather
// CHECK: element types of 'stablehlo.all_gather' operand and result differ: f32 and f64
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf64>
  func.return
}

// -----

// (c6), numbers, of all_gather
// CHECK: 'stablehlo.all_gather' has 0 results, expected 1
func.func @f(%a: tensor<4x4xf32>) {
  "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> ()
  func.return
}

// -----

// replica groups of another kind
// CHECK: 'stablehlo.all_gather': expected a table of replica groups or mesh axes, got 1 : i64
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = 1 : i64}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  func.return
}

// -----

// (c1) of all_reduce
// CHECK: replica_groups of 'stablehlo.all_reduce' repeat a process: [0, 0]
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c3) of all_reduce
// CHECK: replica_groups of 'stablehlo.all_reduce' have process -2, expected 0 or more
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, -2]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c4) of all_reduce
// CHECK: 'stablehlo.all_reduce' uses global device ids with channel 0, expected more than 0
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c5) of all_reduce
// CHECK: 'stablehlo.all_reduce' has 1 body arguments, expected 2
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c6) of all_reduce
// CHECK: dimension 0 of 'stablehlo.all_reduce' operand and result differ: 4 and 5
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c7) of all_reduce
// CHECK: element types of 'stablehlo.all_reduce' body and result 0 differ: f32 and f64
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf64>
  func.return
}

// -----

// (c1) of reduce_scatter
// CHECK: dimension 0 of 'stablehlo.reduce_scatter' operand is 5, which 2 processes cannot share
func.func @f(%a: tensor<5xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<5xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c2) of reduce_scatter
// CHECK: scatter_dimension 1 of 'stablehlo.reduce_scatter' is out of range: expected 0 to 0
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c3) of reduce_scatter
// CHECK: replica_groups of 'stablehlo.reduce_scatter' repeat a process: [1, 1]
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[1, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c5) of reduce_scatter
// CHECK: replica_groups of 'stablehlo.reduce_scatter' have process -1, expected 0 or more
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c6) of reduce_scatter
// CHECK: 'stablehlo.reduce_scatter' uses global device ids with channel 0, expected more than 0
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c7) of reduce_scatter
// CHECK: body result 0 of 'stablehlo.reduce_scatter' is tensor<2xf32>, expected a scalar tensor
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<2xf32>, %y: tensor<2xf32>):
    stablehlo.return %x : tensor<2xf32>
  }) : (tensor<4xf32>) -> tensor<2xf32>
  func.return
}

// -----

// (c8) of reduce_scatter
// CHECK: dimension 0 of 'stablehlo.reduce_scatter' scattered operand and result differ: 2 and 3
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<3xf32>
  func.return
}

// -----

// (c9) of reduce_scatter
// CHECK: element types of 'stablehlo.reduce_scatter' body and result 0 differ: f32 and i32
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %x : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<2xi32>
  func.return
}

// -----

// (c1) of all_to_all
// CHECK: split_dimension 2 of 'stablehlo.all_to_all' is out of range: expected 0 to 1
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 2 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  func.return
}

// -----

// (c2) of all_to_all
// CHECK: dimension 1 of 'stablehlo.all_to_all' operand is 5, which split_count 2 does not divide
func.func @f(%a: tensor<4x5xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x5xf32>) -> tensor<8x2xf32>
  func.return
}

// -----

// (c3) of all_to_all
// CHECK: concat_dimension -1 of 'stablehlo.all_to_all' is out of range: expected 0 to 1
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = -1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  func.return
}

// -----

// (c4) of all_to_all
// CHECK: split_count of 'stablehlo.all_to_all' is 0, expected more than 0
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  func.return
}

// -----

// (c5) of all_to_all
// CHECK: replica_groups of 'stablehlo.all_to_all' repeat a process: [3, 3]
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[3, 3]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  func.return
}

// -----

// (c7) of all_to_all
// CHECK: replica_groups of 'stablehlo.all_to_all' have process -3, expected 0 or more
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[-3, 3]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  func.return
}

// -----

// (c8) of all_to_all
// CHECK: replica groups of 'stablehlo.all_to_all' have 4 processes, expected split_count 2
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1, 2, 3]]> : tensor<1x4xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xf32>
  func.return
}

// -----

// (c9) of all_to_all
// CHECK: dimension 0 of 'stablehlo.all_to_all' exchanged operand and result differ: 8 and 4
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c9), element types, of all_to_all
// CHECK: element types of 'stablehlo.all_to_all' operand and result differ: f32 and i32
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 1 : i64, concat_dimension = 0 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<8x2xi32>
  func.return
}

// -----

// whole operands in StableHLO
// CHECK: 'stablehlo.all_to_all' has 0 of split_dimension, concat_dimension and split_count, expected 3
func.func @f(%a: tensor<4x4xf32>) {
  %0 = "stablehlo.all_to_all"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
  func.return
}

// -----

// (c1) of collective_broadcast
// CHECK: replica_groups of 'stablehlo.collective_broadcast' repeat a process: [2, 2]
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[2, 2]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of collective_broadcast
// CHECK: replica_groups of 'stablehlo.collective_broadcast' have process -2, expected 0 or more
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[2, -2]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c3) of collective_broadcast
// CHECK: element types of 'stablehlo.collective_broadcast' operand and result differ: f32 and f64
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[2, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf64>
  func.return
}

// -----

// (c1) of collective_permute
// CHECK: source_target_pairs of 'stablehlo.collective_permute' have shape [1, 3], expected two columns
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of collective_permute
// CHECK: sources of 'stablehlo.collective_permute' repeat a process: [0, 0]
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [0, 2]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c3) of collective_permute
// CHECK: targets of 'stablehlo.collective_permute' repeat a process: [1, 1]
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c4) of collective_permute
// CHECK: targets of 'stablehlo.collective_permute' have process -1, expected 0 or more
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c5) of collective_permute
// CHECK: dimension 0 of 'stablehlo.collective_permute' operand and result differ: 4 and 5
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<5xf32>
  func.return
}

// -----

// (c1) of cross-replica-sum
// CHECK: replica_groups of 'stablehlo.cross-replica-sum' repeat a process: [0, 0]
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  func.return
}

// -----

// (c2) of cross-replica-sum
// CHECK: element types of 'stablehlo.cross-replica-sum' operand and result differ: f32 and i32
func.func @f(%a: tensor<4xf32>) {
  %0 = "stablehlo.cross-replica-sum"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xi32>
  func.return
}

// -----

// (c1) of partition_id
// CHECK: result of 'stablehlo.partition_id' is tensor<i32>, expected tensor<ui32>
func.func @f() {
  %0 = stablehlo.partition_id : tensor<i32>
  func.return
}

// -----

// (c1) of replica_id
// CHECK: result of 'stablehlo.replica_id' is tensor<1xui32>, expected tensor<ui32>
func.func @f() {
  %0 = stablehlo.replica_id : tensor<1xui32>
  func.return
}

// -----

// (c4), left out, of all_gather
// CHECK: replica_groups of 'stablehlo.all_gather' lack process 0: [1, 2]
func.func @all_gather_lacks(%a: tensor<4x4xf32>) -> tensor<4x8xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[1, 2]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

// CHECK: dimension 1 of 'stablehlo.all_gather' operand is 0, expected more to gather
func.func @all_gather_of_nothing(%a: tensor<4x0xf32>) -> tensor<4x0xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x0xf32>) -> tensor<4x0xf32>
  return %0 : tensor<4x0xf32>
}

// -----

// Over a channel the number of processes is not known, but the parts are whole ones.

// CHECK: dimension 1 of 'stablehlo.all_gather' result is 10, expected a multiple of the operand's 4
func.func @all_gather_part(%a: tensor<4x4xf32>) -> tensor<4x10xf32> {
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<4x10xf32>
  return %0 : tensor<4x10xf32>
}

// -----

// (c3), left out, of all_reduce
// CHECK: replica_groups of 'stablehlo.all_reduce' lack process 2: [0, 1, 3]
func.func @all_reduce_lacks(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1], [3, -1]]> : tensor<2x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK: ranks of 'stablehlo.all_gather' gathered operand and result differ: 2 and 1
func.func @all_gather_rank(%a: tensor<?x4xf32>) {
  %r = "stablehlo.all_gather"(%a) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<?xf32>
  func.return
}

// -----

// (c7), left out, of all_to_all
// CHECK: replica_groups of 'stablehlo.all_to_all' lack process 1: [0, 2]
func.func @all_to_all_lacks(%a: tensor<4x4xf32>) -> tensor<2x8xf32> {
  %0 = "stablehlo.all_to_all"(%a) <{split_dimension = 0 : i64, concat_dimension = 1 : i64, split_count = 2 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<4x4xf32>) -> tensor<2x8xf32>
  return %0 : tensor<2x8xf32>
}

// -----

// (c5), left out, of reduce_scatter
// CHECK: replica_groups of 'stablehlo.reduce_scatter' lack process 1: [0, 7]
func.func @reduce_scatter_lacks(%a: tensor<4x4xf32>) -> tensor<4x2xf32> {
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0, 7]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// (c2), no filling up, of collective_broadcast
// CHECK: replica_groups of 'stablehlo.collective_broadcast' have process -1, expected 0 or more
func.func @collective_broadcast_filled_up(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// replica groups that are no table
// CHECK: replica_groups of 'mhlo.all_reduce' have rank 1, expected 2
func.func @all_reduce_of_a_list(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "mhlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = mhlo.add %x, %y : tensor<f32>
    mhlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// (c4), no process, of all_reduce
// CHECK: 'stablehlo.all_reduce' uses global device ids, of which there are none in its replica_groups
func.func @all_reduce_of_no_process(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<> : tensor<0x2xi64>, use_global_device_ids}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %1 = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
