// RUN: disc-opt %s -p shape-optimization | filecheck %s
// RUN: disc-opt %s -p save-shape-constraints | filecheck %s --check-prefix=SAVE

// Sizes that the type says are taken off the operands; without the rules the type stays as it is.

// CHECK:      %0 = tensor.splat %x[%n] : tensor<4x?xf32, [@C4, @S0]>
// CHECK:      %1 = tensor.empty() : tensor<4xf32>
// SAVE:       tensor.splat %x[%{{.*}}, %n] : tensor<?x?xf32>
// SAVE-NEXT:  tensor.cast %{{.*}} : tensor<?x?xf32> to tensor<4x?xf32, [@C4, @S0]>
func.func @main(%x: f32, %n: index) -> (tensor<?x?xf32>, tensor<?xf32>) {
  %c4 = arith.constant 4 : index
  %0 = tensor.splat %x[%c4, %n] : tensor<?x?xf32>
  %1 = tensor.empty(%c4) : tensor<?xf32>
  return %0, %1 : tensor<?x?xf32>, tensor<?xf32>
}
