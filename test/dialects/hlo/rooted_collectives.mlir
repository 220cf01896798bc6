// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-opt %s -p shape-optimization | filecheck %s --check-prefix SIZES

// Several operands, and roots that the last operand lists.

// CHECK-LABEL: func.func @broadcast
// CHECK: "stablehlo.collective_broadcast"(%x, %y) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>, tensor<?xi32>) -> (tensor<?x4xf32>, tensor<?xi32>)
// CHECK: "stablehlo.collective_broadcast"(%x, %y, %roots) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<?x4xf32>, tensor<?xi32>, tensor<2xi32>) -> (tensor<?x4xf32>, tensor<?xi32>)
// SIZES-LABEL: func.func @broadcast
// SIZES-SAME: -> (tensor<?x4xf32, [@S0, @C4]>, tensor<?xi32, [@S1]>, tensor<?x4xf32, [@S0, @C4]>, tensor<?xi32, [@S1]>)
func.func @broadcast(%x: tensor<?x4xf32>, %y: tensor<?xi32>, %roots: tensor<2xi32>) -> (tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<?xi32>) {
  %0:2 = "stablehlo.collective_broadcast"(%x, %y) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>, tensor<?xi32>) -> (tensor<?x4xf32>, tensor<?xi32>)
  %1:2 = "stablehlo.collective_broadcast"(%x, %y, %roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, has_dynamic_root}> : (tensor<?x4xf32>, tensor<?xi32>, tensor<2xi32>) -> (tensor<?x4xf32>, tensor<?xi32>)
  func.return %0#0, %0#1, %1#0, %1#1 : tensor<?x4xf32>, tensor<?xi32>, tensor<?x4xf32>, tensor<?xi32>
}

// CHECK-LABEL: func.func @reduce
// CHECK: "stablehlo.collective_reduce"(%x) <{replica_groups = dense<{{\[\[}}0, 1], [2, -1]]> : tensor<2x2xi64>}> ({
// CHECK: "stablehlo.collective_reduce"(%x, %roots) <{replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids, has_dynamic_root}> ({
// SIZES-LABEL: func.func @reduce
// SIZES-SAME: -> (tensor<?x4xf32, [@S2, @C4]>, tensor<?x4xf32, [@S2, @C4]>)
func.func @reduce(%x: tensor<?x4xf32>, %roots: tensor<1xi32>) -> (tensor<?x4xf32>, tensor<?x4xf32>) {
  %0 = "stablehlo.collective_reduce"(%x) <{replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = "stablehlo.collective_reduce"(%x, %roots) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, use_global_device_ids, has_dynamic_root}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<?x4xf32>, tensor<1xi32>) -> tensor<?x4xf32>
  func.return %0, %1 : tensor<?x4xf32>, tensor<?x4xf32>
}
