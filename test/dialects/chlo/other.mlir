// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// CHLO's constants, sorted elements and reshapes.

// CHECK: func.func @f(%a: tensor<4x?xf32>, %i: tensor<?xi32>, %s: tensor<2xi32>) {
func.func @f(%a: tensor<4x?xf32>, %i: tensor<?xi32>, %s: tensor<2xi32>) {
  // CHECK-NEXT: %0 = chlo.constant dense<1.000000e+00> : tensor<4xf32>
  %0 = chlo.constant dense<1.000000e+00> : tensor<4xf32>
  // CHECK-NEXT: %1 = "chlo.constant_like"(%a) <{value = 1.000000e+00 : f32}> : (tensor<4x?xf32>) -> tensor<4x?xf32>
  %1 = "chlo.constant_like"(%a) <{value = 1.000000e+00 : f32}> : (tensor<4x?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: %2 = "chlo.constant_like"(%i) <{value = 3 : i32}> : (tensor<?xi32>) -> tensor<?xi32>
  %2 = "chlo.constant_like"(%i) <{value = 3 : i32}> : (tensor<?xi32>) -> tensor<?xi32>
  // CHECK-NEXT: %3, %4 = chlo.top_k(%a, k = 2) : tensor<4x?xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %3, %4 = chlo.top_k(%a, k = 2) : tensor<4x?xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK-NEXT: %5, %6 = chlo.top_k(%i, k = 0) {note} : tensor<?xi32> -> (tensor<0xi32>, tensor<0xi32>)
  %5, %6 = chlo.top_k(%i, k = 0) {note} : tensor<?xi32> -> (tensor<0xi32>, tensor<0xi32>)
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
