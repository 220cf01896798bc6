// RUN: not disc-opt %s --split-input-file -p 'dynamize-shapes{args="0:0"}' 2>&1 | filecheck %s

// CHECK: error: dimension 0 of argument 0 cannot be dynamic: it is 8 by 'stablehlo.add'
func.func @tied(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %y : tensor<8xf32>
  return %0 : tensor<8xf32>
}
