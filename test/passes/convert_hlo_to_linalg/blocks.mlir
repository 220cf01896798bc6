// RUN: disc-opt %s -p 'convert-hlo-to-linalg{only=dynamic_reshape},test-verify-dominance' | filecheck %s

// What one block computes does not dominate the other.
// CHECK: func.func @blocks(%p: i1, %x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: cf.cond_br %p, ^bb1, ^bb2
// CHECK-NEXT: ^bb1:
// CHECK-NEXT: %2 = tensor.extract %s[%0] : tensor<2xindex>
// CHECK-NEXT: %3 = tensor.extract %s[%1] : tensor<2xindex>
// CHECK-NEXT: %4 = tensor.from_elements %2, %3 : tensor<2xindex>
// CHECK-NEXT: %5 = tensor.reshape %x(%4) : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %5 : tensor<?x?xf32>
// CHECK-NEXT: ^bb2:
// CHECK-NEXT: %6 = stablehlo.negate %x : tensor<?xf32>
// CHECK-NEXT: %7 = tensor.extract %s[%0] : tensor<2xindex>
// CHECK-NEXT: %8 = tensor.extract %s[%1] : tensor<2xindex>
// CHECK-NEXT: %9 = tensor.expand_shape %6 {{\[\[}}0 : i64, 1 : i64]] output_shape [%7, %8] : tensor<?xf32> into tensor<?x?xf32>
// CHECK-NEXT: func.return %9 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @blocks(%p: i1, %x: tensor<?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  cf.cond_br %p, ^bb1, ^bb2
^bb1:
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
^bb2:
  %1 = stablehlo.negate %x : tensor<?xf32>
  %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %2 : tensor<?x?xf32>
}
