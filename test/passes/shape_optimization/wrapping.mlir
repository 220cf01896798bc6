// RUN: disc-opt %s -p shape-optimization | filecheck %s

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
