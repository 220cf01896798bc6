// RUN: disc-opt %s -p 'convert-hlo-to-linalg' --split-input-file | filecheck %s

// Products of sizes are equal by arithmetic: dimensions are collapsed.
// CHECK: func.func @merge(%x: tensor<?x?x4xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT: %r = tensor.collapse_shape %x {{\[\[}}0 : i64, 1 : i64], [2 : i64]] : tensor<?x?x4xf32> into tensor<?x4xf32>
// CHECK-NEXT: func.return %r : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @merge(%x: tensor<?x?x4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %x, %c0 : tensor<?x?x4xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?x4xf32>
  %p = arith.muli %m, %n : index
  %s = tensor.from_elements %p, %c4 : tensor<2xindex>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// A known dimension is split; a dimension of size 1 joins a group.
// CHECK: func.func @split(%x: tensor<?x32xf32>) -> tensor<?x1x4x8xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %m = tensor.dim %x, %c0 : tensor<?x32xf32>
// CHECK-NEXT: %r = tensor.expand_shape %x {{\[\[}}0 : i64], [1 : i64, 2 : i64, 3 : i64]] output_shape [%m, 1, 4, 8] : tensor<?x32xf32> into tensor<?x1x4x8xf32>
// CHECK-NEXT: func.return %r : tensor<?x1x4x8xf32>
// CHECK-NEXT: }
func.func @split(%x: tensor<?x32xf32>) -> tensor<?x1x4x8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %m = tensor.dim %x, %c0 : tensor<?x32xf32>
  %s = tensor.from_elements %m, %c1, %c4, %c8 : tensor<4xindex>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x32xf32>, tensor<4xindex>) -> tensor<?x1x4x8xf32>
  return %r : tensor<?x1x4x8xf32>
}

// -----

// Only the product of all sizes is equal: one group.
// CHECK: func.func @regroup(%x: tensor<?x6xf32>) -> tensor<?x4xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c6 = arith.constant 6 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x6xf32>
// CHECK-NEXT: %p = arith.muli %n, %c6 : index
// CHECK-NEXT: %q = arith.divui %p, %c4 : index
// CHECK-NEXT: %0 = tensor.collapse_shape %x {{\[\[}}0 : i64, 1 : i64]] : tensor<?x6xf32> into tensor<?xf32>
// CHECK-NEXT: %r = tensor.expand_shape %0 {{\[\[}}0 : i64, 1 : i64]] output_shape [%q, 4] : tensor<?xf32> into tensor<?x4xf32>
// CHECK-NEXT: func.return %r : tensor<?x4xf32>
// CHECK-NEXT: }
func.func @regroup(%x: tensor<?x6xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  %p = arith.muli %n, %c6 : index
  %q = arith.divui %p, %c4 : index
  %s = tensor.from_elements %q, %c4 : tensor<2xindex>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x6xf32>, tensor<2xindex>) -> tensor<?x4xf32>
  return %r : tensor<?x4xf32>
}

// -----

// Types alone look like a regrouping of dimensions, but no fact says so.
// CHECK: func.func @not_by_types(%x: tensor<?x?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = arith.constant 0 : index
// CHECK-NEXT: %1 = arith.constant 1 : index
// CHECK-NEXT: %2 = tensor.extract %s[%0] : tensor<2xindex>
// CHECK-NEXT: %3 = tensor.extract %s[%1] : tensor<2xindex>
// CHECK-NEXT: %4 = tensor.collapse_shape %x {{\[\[}}0 : i64, 1 : i64]] : tensor<?x?xf32> into tensor<?xf32>
// CHECK-NEXT: %r = tensor.expand_shape %4 {{\[\[}}0 : i64, 1 : i64]] output_shape [%2, %3] : tensor<?xf32> into tensor<?x?xf32>
// CHECK-NEXT: func.return %r : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @not_by_types(%x: tensor<?x?xf32>, %s: tensor<2xindex>) -> tensor<?x?xf32> {
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
  return %r : tensor<?x?xf32>
}

// -----

// A guard that comes later must not decide: nothing has stopped an illegal run yet.
// CHECK: func.func @before_the_guard(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %a = tensor.dim %x, %c0 : tensor<?x?xf32>
// CHECK-NEXT: %b = tensor.dim %x, %c1 : tensor<?x?xf32>
// CHECK-NEXT: %p = arith.muli %a, %b : index
// CHECK-NEXT: %r = tensor.collapse_shape %x {{\[\[}}0 : i64, 1 : i64]] : tensor<?x?xf32> into tensor<?xf32>
// CHECK-NEXT: %ok = arith.cmpi eq, %n, %p : index
// CHECK-NEXT: cf.assert %ok, "n is the number of elements"
// CHECK-NEXT: func.return %r : tensor<?xf32>
// CHECK-NEXT: }
func.func @before_the_guard(%x: tensor<?x?xf32>, %n: index) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32>
  %p = arith.muli %a, %b : index
  %s = tensor.from_elements %n : tensor<1xindex>
  %r = stablehlo.dynamic_reshape %x, %s : (tensor<?x?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %ok = arith.cmpi eq, %n, %p : index
  cf.assert %ok, "n is the number of elements"
  return %r : tensor<?xf32>
}

// -----

// Rank 0.
// CHECK: func.func @scalars(%x: tensor<f32>, %y: tensor<1x1xi32>) -> (tensor<1x1xf32>, tensor<i32>) {
// CHECK-NEXT: %0 = tensor.expand_shape %x [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// CHECK-NEXT: %1 = tensor.collapse_shape %y [] : tensor<1x1xi32> into tensor<i32>
// CHECK-NEXT: func.return %0, %1 : tensor<1x1xf32>, tensor<i32>
// CHECK-NEXT: }
func.func @scalars(%x: tensor<f32>, %y: tensor<1x1xi32>) -> (tensor<1x1xf32>, tensor<i32>) {
  %0 = stablehlo.reshape %x : (tensor<f32>) -> tensor<1x1xf32>
  %1 = stablehlo.reshape %y : (tensor<1x1xi32>) -> tensor<i32>
  return %0, %1 : tensor<1x1xf32>, tensor<i32>
}
