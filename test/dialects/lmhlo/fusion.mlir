// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-run %s --input 'x=iota(4)' --check | filecheck %s --check-prefix EXEC
// RUN: disc-run %s --input 'x=zeros(0)' --check | filecheck %s --check-prefix EMPTY

// A kernel on buffers: a region on tensors between ins and outs.

// CHECK-LABEL: func.func @main
// EXEC:  result 0: 4 float32 [ 0. 4. 8. 12.]
// EMPTY: result 0: 0 float32
func.func @main(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %y = memref.alloc(%n) : memref<?xf32>
  // CHECK: lmhlo.fusion ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) ({
  // CHECK: mhlo.add
  // CHECK: mhlo.return
  lmhlo.fusion ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) ({
  ^bb0(%a: tensor<?xf32>):
    %0 = mhlo.add %a, %a : tensor<?xf32>
    %1 = mhlo.add %0, %0 : tensor<?xf32>
    mhlo.return %1 : tensor<?xf32>
  })
  return %y : memref<?xf32>
}
