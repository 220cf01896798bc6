// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// The part of Shardy that exporters emit: meshes, shardings of values, computations on parts.

// CHECK: sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
sdy.mesh @mesh = <["x"=2, "y"=4]> {stablehlo.mesh = {axes = [{name = "x", size = 2 : i64}, {name = "y", size = 4 : i64}]}}
// CHECK-NEXT: sdy.mesh @one = <[], device_ids=[0]>
sdy.mesh @one = <[], device_ids=[0]>

// CHECK: func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}p1], replicated={"y":(2)2}>}) -> tensor<8x8xf32> {
func.func @f(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {"y":(1)2, ?}p1], replicated={"y":(2)2}>}) -> tensor<8x8xf32> {
  // CHECK-NEXT: %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %0 = sdy.sharding_constraint %a <@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK-NEXT: %1 = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  %1 = sdy.reshard %0 <@mesh, [{}, {"x"}]> : tensor<8x8xf32>
  // CHECK-NEXT: %2 = stablehlo.abs %1 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>, sdy.rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=4, j=4, k=4, l=4}, custom>} : tensor<8x8xf32>
  %2 = stablehlo.abs %1 {sdy.sharding = #sdy.sharding_per_value<[<@one, []>]>, sdy.rule = #sdy.op_sharding_rule<([i, j])->([k, l], []) {i=4, j=4, k=4, l=4}, custom>} : tensor<8x8xf32>
  // CHECK-NEXT: %3, %4 = sdy.manual_computation(%2, %a) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{}, {}]>] manual_axes={"x", "y"} (%x: tensor<4x2xf32>, %y: tensor<4x8xf32>) {
  %3, %4 = sdy.manual_computation(%2, %a) in_shardings=[<@mesh, [{"x"}, {"y"}]>, <@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"y"}]>, <@mesh, [{}, {}]>] manual_axes={"x", "y"} (%x: tensor<4x2xf32>, %y: tensor<4x8xf32>) {
    // CHECK-NEXT: %5 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<{{\[\[}}0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
    %5 = "stablehlo.all_gather"(%x) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 4], [1, 5], [2, 6], [3, 7]]> : tensor<4x2xi64>, channel_handle = #stablehlo.channel_handle<handle = 1, type = 1>, use_global_device_ids}> : (tensor<4x2xf32>) -> tensor<8x2xf32>
    // CHECK-NEXT: %6 = stablehlo.reshape %y : (tensor<4x8xf32>) -> tensor<8x4xf32>
    %6 = stablehlo.reshape %y : (tensor<4x8xf32>) -> tensor<8x4xf32>
    // CHECK-NEXT: sdy.return %5, %6 : tensor<8x2xf32>, tensor<8x4xf32>
    sdy.return %5, %6 : tensor<8x2xf32>, tensor<8x4xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x4xf32>)
  } : (tensor<8x8xf32>, tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x4xf32>)
  // CHECK-NEXT: %7 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{}]>] manual_axes={} () {
  %7 = sdy.manual_computation() in_shardings=[] out_shardings=[<@mesh, [{}]>] manual_axes={} () {
    // CHECK-NEXT: %8 = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
    %8 = stablehlo.constant dense<0.000000e+00> : tensor<3xf32>
    // CHECK-NEXT: sdy.return %8 : tensor<3xf32>
    sdy.return %8 : tensor<3xf32>
  // CHECK-NEXT: } : () -> tensor<3xf32>
  } : () -> tensor<3xf32>
  // CHECK-NEXT: func.return %3 : tensor<8x8xf32>
  func.return %3 : tensor<8x8xf32>
// CHECK-NEXT: }
}
