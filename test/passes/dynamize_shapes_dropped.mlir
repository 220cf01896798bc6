// RUN: disc-opt %s -p 'dynamize-shapes{args="0:1"}' | filecheck %s

// The one that is dropped is the argument's last size less one: all of it is merged.
// CHECK-LABEL: func.func @dropped(%x: tensor<4x?xf32>) -> tensor<?xf32>
// CHECK: stablehlo.dynamic_reshape
func.func @dropped(%x: tensor<4x2xf32>) -> tensor<4xf32> {
  %0 = stablehlo.slice %x [0:4, 1:2] : (tensor<4x2xf32>) -> tensor<4x1xf32>
  %1 = stablehlo.reshape %0 : (tensor<4x1xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
