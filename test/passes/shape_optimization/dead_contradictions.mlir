// RUN: disc-opt %s -p shape-optimization | filecheck %s

// Unused operations are erased before the analysis: they contribute no facts, neither a fact nor
// a contradiction. The used twin of this program is an error (contradictions are tested elsewhere).

// CHECK:      func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<4xf32>, %z: tensor<5xf32>) -> tensor<?xf32, [@S0]> {
// CHECK-NEXT:   stablehlo.tanh %x : tensor<?xf32, [@S0]>
// CHECK-NEXT:   func.return
func.func @main(%x: tensor<?xf32>, %y: tensor<4xf32>, %z: tensor<5xf32>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%x, %y) : (tensor<?xf32>, tensor<4xf32>) -> tensor<?xf32>
  %1 = "stablehlo.add"(%x, %z) : (tensor<?xf32>, tensor<5xf32>) -> tensor<?xf32>
  %2 = "stablehlo.tanh"(%x) : (tensor<?xf32>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
