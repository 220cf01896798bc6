// RUN: disc-run %s --input 'x=random(3)' --seed 0 | filecheck %s
// RUN: disc-opt %s | disc-run - --input 'x=random(3)' --seed 0 | filecheck %s

// The data stands at the end of the file: four bytes say the alignment, then come the elements.
// CHECK: result 0: 3 float32 [1. 2. 3.]
// CHECK: result 1: 3 float32 [1. 2. 3.]
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) {
  %c = stablehlo.constant dense_resource<weights> : tensor<3xf32>
  %d = stablehlo.constant dense_resource<weights> : tensor<3xf32>
  return %c, %d : tensor<3xf32>, tensor<3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      weights: "0x040000000000803F0000004000004040"
    }
  }
#-}
