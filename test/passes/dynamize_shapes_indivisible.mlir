// RUN: not disc-opt %s -p 'dynamize-shapes{args="0:0"}' 2>&1 | filecheck %s

// CHECK: error: 'stablehlo.reshape': result dimension 0 is no function of the dynamic sizes
// CHECK-SAME: need not be divisible by 4
func.func @split(%x: tensor<8xf32>) -> tensor<2x4xf32> {
  %0 = stablehlo.reshape %x : (tensor<8xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}
