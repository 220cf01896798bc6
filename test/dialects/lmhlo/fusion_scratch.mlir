// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-run %s --input 'x=iota(4)' --check | filecheck %s --check-prefix EXEC
// RUN: disc-run %s --input 'x=zeros(0)' --check | filecheck %s --check-prefix EMPTY

// A kernel with rows of scratch: no values, but memory that its loops may work in.

// CHECK-LABEL: func.func @main
// EXEC:  result 0: 4 float32 [0. 2. 4. 6.]
// EMPTY: result 0: 0 float32
func.func @main(%x: memref<?xf32>) -> memref<?xf32> {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf32>
  %y = memref.alloc(%n) : memref<?xf32>
  %t = memref.alloc(%n) : memref<?xf32>
  %u = memref.alloc(%n) : memref<?xf16>
  // CHECK: lmhlo.fusion ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) scratch(%t, %u : memref<?xf32>, memref<?xf16>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  lmhlo.fusion ins(%x : memref<?xf32>) outs(%y : memref<?xf32>) scratch(%t, %u : memref<?xf32>, memref<?xf16>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%a: tensor<?xf32>):
    %0 = mhlo.add %a, %a : tensor<?xf32>
    mhlo.return %0 : tensor<?xf32>
  })
  memref.dealloc %t : memref<?xf32>
  memref.dealloc %u : memref<?xf16>
  return %y : memref<?xf32>
}
