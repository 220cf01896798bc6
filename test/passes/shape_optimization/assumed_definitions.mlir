// RUN: disc-opt %s -p 'assume-shapes{facts="x[0] % 8 == 0"},shape-optimization' | filecheck %s
// RUN: disc-opt %s -p 'assume-shapes{facts="x[0] % 8 == 0"},shape-optimization,shape-optimization' | filecheck %s
// RUN: disc-opt %s -p 'assume-shapes{facts="x[0] % 8 == 0"},shape-optimization,insert-shape-guards{form=assertion},shape-optimization' > %t.mlir
// RUN: disc-run %t.mlir --input 'x=random(16)' --check | filecheck %s --check-prefix KEPT
// RUN: not disc-run %t.mlir --input 'x=random(12)' 2>&1 | filecheck %s --check-prefix BROKEN

// What a size is by a promise is said to be promised: stated as if operations implied it, it would
// prove the assumption, which would then be unchecked.

// CHECK:      disc_shape.tie_predicate "d1 == 4*(d0//8)"(%S0, %S1) {assumed}
// CHECK-NEXT: disc_shape.tie_predicate_divisible %S0, %c8 {assumed}
// KEPT: claims hold
// BROKEN: error: expected x[0] % 8 == 0, found x[0] = 12
func.func public @main(%x: tensor<?xf32>) -> tensor<?xf32> {
  %n = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c = stablehlo.constant dense<2> : tensor<i32>
  %h = stablehlo.divide %n, %c : tensor<i32>
  %start = stablehlo.reshape %h : (tensor<i32>) -> tensor<1xi32>
  %m = stablehlo.multiply %h, %c : tensor<i32>
  %limit = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %one = stablehlo.constant dense<1> : tensor<1xi32>
  %0 = stablehlo.real_dynamic_slice %x, %start, %limit, %one
    : (tensor<?xf32>, tensor<1xi32>, tensor<1xi32>, tensor<1xi32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
