// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s
// RUN: disc-opt %s -p chlo-legalize-to-stablehlo --split-input-file | filecheck %s --check-prefix LEGAL

// An operation on tensors of unknown rank states nothing and stays as it is; what is beside it
// is optimized.

// CHECK: func.func @f(%a: tensor<*xf32>, %b: tensor<?xf32, [@S0]>) -> (tensor<*xf32>, tensor<?xf32, [@S0]>) {
// CHECK-NEXT: %0 = tensor.cast %b : tensor<?xf32, [@S0]> to tensor<?xf32>
// CHECK-NEXT: %1 = chlo.broadcast_add %a, %0 : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
// CHECK-NEXT: %2 = stablehlo.negate %b : tensor<?xf32, [@S0]>
// CHECK-NEXT: func.return %1, %2

// LEGAL: chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
func.func @f(%a: tensor<*xf32>, %b: tensor<?xf32>) -> (tensor<*xf32>, tensor<?xf32>) {
  %0 = chlo.broadcast_add %a, %b : (tensor<*xf32>, tensor<?xf32>) -> tensor<*xf32>
  %1 = stablehlo.negate %b : tensor<?xf32>
  func.return %0, %1 : tensor<*xf32>, tensor<?xf32>
}
