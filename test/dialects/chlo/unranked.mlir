// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHLO and MHLO have tensors whose rank is not known; StableHLO only in custom calls.

// CHECK: func.func @chlo(%a: tensor<*xf32>, %b: tensor<?xf32>, %p: tensor<*xi1>) {
func.func @chlo(%a: tensor<*xf32>, %b: tensor<?xf32>, %p: tensor<*xi1>) {
  // CHECK-NEXT: %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  %0 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  // CHECK-NEXT: %1 = chlo.tan %0 : tensor<*xf32> -> tensor<*xf32>
  %1 = chlo.tan %0 : tensor<*xf32> -> tensor<*xf32>
  // CHECK-NEXT: %2 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xi1>
  %2 = chlo.broadcast_compare %a, %b {comparison_direction = #chlo<comparison_direction EQ>} : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xi1>
  // CHECK-NEXT: %3 = chlo.broadcast_select %p, %a, %b : (tensor<*xi1>, tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  %3 = chlo.broadcast_select %p, %a, %b : (tensor<*xi1>, tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  // CHECK-NEXT: %4 = "chlo.constant_like"(%a) <{value = 1.000000e+00 : f32}> : (tensor<*xf32>) -> tensor<*xf32>
  %4 = "chlo.constant_like"(%a) <{value = 1.000000e+00 : f32}> : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK-NEXT: %5 = chlo.is_inf %a : tensor<*xf32> -> tensor<*xi1>
  %5 = chlo.is_inf %a : tensor<*xf32> -> tensor<*xi1>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @mhlo(%a: tensor<*xf32>, %i: tensor<?xindex>) {
func.func @mhlo(%a: tensor<*xf32>, %i: tensor<?xindex>) {
  // CHECK-NEXT: %0 = mhlo.sqrt %a : tensor<*xf32>
  %0 = mhlo.sqrt %a : tensor<*xf32>
  // CHECK-NEXT: %1 = mhlo.add %0, %a : tensor<*xf32>
  %1 = mhlo.add %0, %a : tensor<*xf32>
  // CHECK-NEXT: %2 = mhlo.dynamic_reshape %1, %i : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  %2 = mhlo.dynamic_reshape %1, %i : (tensor<*xf32>, tensor<?xindex>) -> tensor<*xf32>
  // CHECK-NEXT: %3 = mhlo.reshape %1 : (tensor<*xf32>) -> tensor<4xf32>
  %3 = mhlo.reshape %1 : (tensor<*xf32>) -> tensor<4xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}

// CHECK: func.func @stablehlo(%a: tensor<*xf32>) -> tensor<*xf32> {
func.func @stablehlo(%a: tensor<*xf32>) -> tensor<*xf32> {
  // CHECK-NEXT: %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<*xf32>) -> tensor<*xf32>
  %0 = stablehlo.custom_call @f(%a) {operand_layouts = [dense<0> : tensor<1xindex>], result_layouts = [dense<0> : tensor<1xindex>]} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK-NEXT: func.return %0 : tensor<*xf32>
  func.return %0 : tensor<*xf32>
// CHECK-NEXT: }
}
