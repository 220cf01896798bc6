// RUN: disc-opt %s -p 'lmhlo-to-loops{narrow=keep}' | filecheck %s
// RUN: disc-opt %s -p lmhlo-to-loops | filecheck %s --check-prefix=LOOPS

// Narrow elements inside of a kernel, which reads and writes others.

func.func @inside(%x: memref<?xf32>, %y: memref<?xf32>) {
  lmhlo.fusion ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) ({
  ^bb0(%0: tensor<?xf32>):
    %1 = stablehlo.convert %0 : (tensor<?xf32>) -> tensor<?xf8E4M3FN>
    %2 = stablehlo.convert %1 : (tensor<?xf8E4M3FN>) -> tensor<?xf32>
    mhlo.return %2 : tensor<?xf32>
  })
  func.return
}

// CHECK-LABEL: @inside
// CHECK-NOT: memref.store
// CHECK: lmhlo.fusion
// LOOPS-LABEL: @inside
// LOOPS: memref.store

func.func @given(%x: memref<?xi4>, %y: memref<?xf32>) {
  lmhlo.convert ins(%x : memref<?xi4>) outs(%y : memref<?xf32>)
  func.return
}

// CHECK-LABEL: @given
// CHECK-NOT: memref.store
// CHECK: lmhlo.convert
// LOOPS-LABEL: @given
// LOOPS: memref.store

func.func @others(%x: memref<?xi8>, %y: memref<?xi1>, %z: memref<?xbf16>) {
  lmhlo.convert ins(%x : memref<?xi8>) outs(%y : memref<?xi1>)
  lmhlo.convert ins(%x : memref<?xi8>) outs(%z : memref<?xbf16>)
  func.return
}

// CHECK-LABEL: @others
// CHECK: memref.store
// CHECK: memref.store
