// RUN: disc-opt %s -p mhlo-to-lmhlo | filecheck %s

// Readers of a barrier read its operands.
// CHECK:      func.func @main(%x: memref<?xf32>, %y: memref<?xf32>) -> (memref<?xf32>, memref<?xf32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0) : memref<?xf32>
// CHECK-NEXT:   lmhlo.tanh ins(%x : memref<?xf32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.tanh ins(%2 : memref<?xf32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   %3 = memref.alloc(%1) : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%y, %3) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   func.return %2, %3 : memref<?xf32>, memref<?xf32>
// CHECK-NEXT: }
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %0 = stablehlo.tanh %x : tensor<?xf32>
  %1:2 = stablehlo.optimization_barrier %0, %y : tensor<?xf32>, tensor<?xf32>
  %2 = stablehlo.tanh %1#0 : tensor<?xf32>
  return %2, %1#1 : tensor<?xf32>, tensor<?xf32>
}
