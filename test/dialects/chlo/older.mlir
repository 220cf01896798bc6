// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// Operations that CHLO had, and lists of integers as it wrote them.

// CHECK: func.func @f(%a: tensor<4x?xf32>, %s: tensor<2xi32>, %x: tensor<?xindex>, %b: tensor<?xf32>) {
func.func @f(%a: tensor<4x?xf32>, %s: tensor<2xi32>, %x: tensor<?xindex>, %b: tensor<?xf32>) {
  // CHECK-NEXT: %0 = chlo.dynamic_reshape %a, %s : (tensor<4x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0 = chlo.dynamic_reshape %a, %s : (tensor<4x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: %1, %2 = chlo.minimum_broadcast_shapes %x, %x : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>, tensor<?xindex>
  %1, %2 = chlo.minimum_broadcast_shapes %x, %x : tensor<?xindex>, tensor<?xindex> -> tensor<?xindex>, tensor<?xindex>
  // CHECK-NEXT: %3 = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 1>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  %3 = chlo.broadcast_add %a, %b {broadcast_dimensions = dense<1> : tensor<1xi64>} : (tensor<4x?xf32>, tensor<?xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: func.return
  func.return
// CHECK-NEXT: }
}
