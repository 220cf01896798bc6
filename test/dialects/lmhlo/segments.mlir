// RUN: disc-opt %s | filecheck %s
// RUN: disc-opt %s --print-op-generic | disc-opt | filecheck %s

// Generic form without operand segments, as the C++ dialect wrote it: an out for each result.

// CHECK-LABEL: func.func @fixed
// CHECK: lmhlo.add ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%c : memref<?xf32>)
// CHECK: lmhlo.compare ins(%a, %b : memref<?xf32>, memref<?xf32>) outs(%p : memref<?xi1>)
// CHECK: lmhlo.constant
// CHECK-SAME: outs(%s : memref<f32>)
func.func @fixed(%a: memref<?xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %p: memref<?xi1>, %s: memref<f32>) {
  "lmhlo.add"(%a, %b, %c) : (memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  "lmhlo.compare"(%a, %b, %p) {comparison_direction = #mhlo<comparison_direction LT>} : (memref<?xf32>, memref<?xf32>, memref<?xi1>) -> ()
  "lmhlo.constant"(%s) {value = dense<1.0> : tensor<f32>} : (memref<f32>) -> ()
  return
}

// any number of operands, one result
// CHECK-LABEL: func.func @variadic
// CHECK: lmhlo.concatenate
// CHECK-SAME: ins(%a, %b, %c : memref<2xf32>, memref<?xf32>, memref<?xf32>) outs(%d : memref<?xf32>)
func.func @variadic(%a: memref<2xf32>, %b: memref<?xf32>, %c: memref<?xf32>, %d: memref<?xf32>) {
  "lmhlo.concatenate"(%a, %b, %c, %d) {dimension = 0 : i64} : (memref<2xf32>, memref<?xf32>, memref<?xf32>, memref<?xf32>) -> ()
  return
}

// as many results as operands
// CHECK-LABEL: func.func @sort
// CHECK: lmhlo.sort
// CHECK-SAME: ins(%a, %b : memref<?xf32>, memref<?xi32>) outs(%c, %d : memref<?xf32>, memref<?xi32>)
func.func @sort(%a: memref<?xf32>, %b: memref<?xi32>, %c: memref<?xf32>, %d: memref<?xi32>) {
  "lmhlo.sort"(%a, %b, %c, %d) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %z: tensor<i32>, %w: tensor<i32>):
    %0 = mhlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %0 : tensor<i1>
  }) {dimension = 0 : i64, is_stable = true} : (memref<?xf32>, memref<?xi32>, memref<?xf32>, memref<?xi32>) -> ()
  return
}

// as many results as operands and as initial values
// CHECK-LABEL: func.func @reduce
// CHECK: lmhlo.reduce
// CHECK-SAME: ins(%a, %b, %i, %j : memref<?x3xf32>, memref<?x3xi32>, memref<f32>, memref<i32>) outs(%c, %d : memref<3xf32>, memref<3xi32>)
func.func @reduce(%a: memref<?x3xf32>, %b: memref<?x3xi32>, %i: memref<f32>, %j: memref<i32>, %c: memref<3xf32>, %d: memref<3xi32>) {
  "lmhlo.reduce"(%a, %b, %i, %j, %c, %d) ({
  ^bb0(%x: tensor<f32>, %y: tensor<i32>, %z: tensor<f32>, %w: tensor<i32>):
    %0 = mhlo.add %x, %z : tensor<f32>
    %1 = mhlo.add %y, %w : tensor<i32>
    mhlo.return %0, %1 : tensor<f32>, tensor<i32>
  }) {dimensions = dense<0> : tensor<1xi64>} : (memref<?x3xf32>, memref<?x3xi32>, memref<f32>, memref<i32>, memref<3xf32>, memref<3xi32>) -> ()
  return
}
