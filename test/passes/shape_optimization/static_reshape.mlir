// RUN: disc-opt %s -p shape-optimization,strip-shape-constraints --split-input-file | filecheck %s
// A reshape to sizes that are all known is static, whatever is known of the operand's.

// CHECK-LABEL: func.func @by_constant
// CHECK-NEXT: %0 = stablehlo.reshape %x : (tensor<?x?xf32>) -> tensor<2x3xf32>
// CHECK-NEXT: func.return %0
func.func @by_constant(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %s = stablehlo.constant dense<[2, 3]> : tensor<2xi32>
  %0 = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// -----

// One size is free: the reshape stays dynamic.
// CHECK-LABEL: func.func @in_part
// CHECK: mhlo.dynamic_reshape %x, %{{.*}} : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x3xf32>
func.func @in_part(%x: tensor<?x?xf32>, %n: index) -> tensor<?x?xf32> {
  %c3 = arith.constant 3 : index
  %s = tensor.from_elements %n, %c3 : tensor<2xindex>
  %0 = mhlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  func.return %0 : tensor<?x?xf32>
}

// -----

// What a check after the reshape says does not make it static.
// CHECK-LABEL: func.func @before_a_check
// CHECK: stablehlo.dynamic_reshape {{.*}} -> tensor<?xf32>
// CHECK: cf.assert
func.func @before_a_check(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %s = tensor.from_elements %n : tensor<1xindex>
  %f = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %c12 = arith.constant 12 : index
  %e = arith.cmpi eq, %n, %c12 : index
  cf.assert %e, "twelve"
  %z = stablehlo.add %f, %f : tensor<?xf32>
  func.return %z : tensor<?xf32>
}
