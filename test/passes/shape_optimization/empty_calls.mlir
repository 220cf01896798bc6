// RUN: disc-opt -p shape-optimization %s | filecheck %s

// A call may do more than return a value.
func.func @effects(%a: tensor<0xf32>) -> (tensor<0xf32>, tensor<0xf32>) {
  %0 = stablehlo.custom_call @log(%a) {has_side_effect = true} : (tensor<0xf32>) -> tensor<0xf32>
  %1 = stablehlo.custom_call @square(%a) {has_side_effect = false} : (tensor<0xf32>) -> tensor<0xf32>
  func.return %0, %1 : tensor<0xf32>, tensor<0xf32>
}
// CHECK-LABEL: @effects
// CHECK-DAG: [[LOGGED:%.*]] = stablehlo.custom_call @log(%a)
// CHECK-DAG: [[NONE:%.*]] = stablehlo.constant dense<> : tensor<0xf32>
// CHECK: func.return [[LOGGED]], [[NONE]]
