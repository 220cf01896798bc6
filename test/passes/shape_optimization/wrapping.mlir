// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s

// The absolute value of the smallest number does not fit its type: the operation stays as it is.

// CHECK:     %[[A:.*]] = stablehlo.abs %{{.*}} : tensor<i32>
// CHECK-NOT: 2147483648
// CHECK:     return %{{.*}}, %[[A]]
func.func @main(%x: f32) -> (tensor<?xf32>, tensor<i32>) {
  %c = stablehlo.constant dense<-2147483648> : tensor<i32>
  %a = stablehlo.abs %c : tensor<i32>
  %v = stablehlo.reshape %a : (tensor<i32>) -> tensor<1xi32>
  %p = stablehlo.dynamic_iota %v, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  return %p, %a : tensor<?xf32>, tensor<i32>
}

// -----

// A size that 64 bits cannot hold comes from arithmetic that wraps: nothing is concluded from it.
// CHECK-LABEL: func.func @shifted_out
// CHECK:       minsi
// CHECK:       dynamic_iota
func.func @shifted_out(%x: f32) -> tensor<?xi32> {
  %one = arith.constant 1 : index
  %c63 = arith.constant 63 : index
  %big = arith.shli %one, %c63 : index
  %c0 = arith.constant 0 : index
  %c9 = arith.constant 9 : index
  %low = arith.minsi %big, %c9 : index
  %n = arith.maxsi %low, %c0 : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %p = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xi32>
  return %p : tensor<?xi32>
}
