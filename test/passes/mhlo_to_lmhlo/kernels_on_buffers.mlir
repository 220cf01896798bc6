// RUN: disc-opt %s -p mhlo-to-lmhlo | filecheck %s
// RUN: disc-opt %s -p mhlo-to-lmhlo,mhlo-to-lmhlo | filecheck %s
// RUN: disc-opt %s -p shape-optimization,mhlo-to-lmhlo | filecheck %s

// A kernel that is on buffers already computes its vectors of sizes itself, beside tensors or not.

// CHECK:      lmhlo.fusion ins(%x : memref<?xf32>) outs(%a : memref<?xf32>)
// CHECK-NEXT: ^bb0(
// CHECK:        tensor.from_elements
// CHECK:        stablehlo.dynamic_broadcast_in_dim
func.func @main(%x: memref<?xf32>, %n: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %0 = memref.dim %x, %c0 : memref<?xf32>
  %a = memref.alloc(%0) : memref<?xf32>
  %z = stablehlo.tanh %n : tensor<?xf32>
  lmhlo.fusion ins(%x : memref<?xf32>) outs(%a : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%p: tensor<?xf32>):
    %3 = tensor.from_elements %0 : tensor<1xindex>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %s = stablehlo.dynamic_broadcast_in_dim %one, %3, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    %t = stablehlo.add %p, %s : tensor<?xf32>
    mhlo.return %t : tensor<?xf32>
  })
  memref.dealloc %a : memref<?xf32>
  return %z : tensor<?xf32>
}
