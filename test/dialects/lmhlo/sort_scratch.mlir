// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-run %s --input 'x=iota(4)' --check | filecheck %s --check-prefix EXEC

// A sort with rows of scratch, which are no results.

// CHECK-LABEL: func.func @main
// EXEC: result 0: 4 float32 [3. 2. 1. 0.]
func.func @main(%x: memref<4xf32>) -> memref<4xf32> {
  %y = memref.alloc() : memref<4xf32>
  %t = memref.alloc() : memref<2x4xf32>
  // CHECK: lmhlo.sort ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) scratch(%t : memref<2x4xf32>) {dimension = 0 : i64} ({
  lmhlo.sort ins(%x : memref<4xf32>) outs(%y : memref<4xf32>) scratch(%t : memref<2x4xf32>) {dimension = 0 : i64} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %0 = mhlo.compare GT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    mhlo.return %0 : tensor<i1>
  })
  memref.dealloc %t : memref<2x4xf32>
  return %y : memref<4xf32>
}
