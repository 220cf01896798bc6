// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations that are started and waited for: StableHLO's futures, MHLO's bundles.

// CHECK: func.func @stablehlo(%a: tensor<?x4xf32>) {
func.func @stablehlo(%a: tensor<?x4xf32>) {
  // CHECK-NEXT: %0 = "stablehlo.async_start"(%a) ({
  %0 = "stablehlo.async_start"(%a) ({
  // CHECK-NEXT: ^bb0(%x: tensor<?x4xf32>):
  ^bb0(%x: tensor<?x4xf32>):
    // CHECK-NEXT: %q = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<{{\[\[}}0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x8xf32>
    %q = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<?x4xf32>) -> tensor<?x8xf32>
    // CHECK-NEXT: stablehlo.return %q : tensor<?x8xf32>
    stablehlo.return %q : tensor<?x8xf32>
  // CHECK-NEXT: }) : (tensor<?x4xf32>) -> !stablehlo.future<tensor<?x8xf32>>
  }) : (tensor<?x4xf32>) -> !stablehlo.future<tensor<?x8xf32>>
  // CHECK-NEXT: %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<?x8xf32>>) -> tensor<?x8xf32>
  %1 = "stablehlo.async_done"(%0) : (!stablehlo.future<tensor<?x8xf32>>) -> tensor<?x8xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func private @futures(!stablehlo.future<tensor<?x8xf32>, tensor<i32>>) -> ()
func.func private @futures(!stablehlo.future<tensor<?x8xf32>, tensor<i32>>) -> ()

// CHECK: func.func private @called(tensor<4xf32>) -> tensor<4xf32> attributes {execution_thread = "main"}
func.func private @called(tensor<4xf32>) -> tensor<4xf32> attributes {execution_thread = "main"}

// CHECK: func.func @mhlo(%a: tensor<4xf32>) {
func.func @mhlo(%a: tensor<4xf32>) {
  // CHECK-NEXT: %0 = "mhlo.async_start"(%a) <{called_computation = @called, execution_thread = "main"}> : (tensor<4xf32>) -> !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>
  %0 = "mhlo.async_start"(%a) <{called_computation = @called, execution_thread = "main"}> : (tensor<4xf32>) -> !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>
  // CHECK-NEXT: %1 = "mhlo.async_update"(%0) : (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>) -> !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>
  %1 = "mhlo.async_update"(%0) : (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>) -> !mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>
  // CHECK-NEXT: %2 = "mhlo.async_done"(%1) : (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
  %2 = "mhlo.async_done"(%1) : (!mhlo.async_bundle<tuple<tensor<4xf32>>, tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
