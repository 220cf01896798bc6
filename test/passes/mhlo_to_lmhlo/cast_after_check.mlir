// RUN: disc-opt %s -p 'mhlo-to-lmhlo' | filecheck %s

// A cast after a check implies more than was known before it: the argument gets no name from it.
// CHECK: func.func @main(%x: memref<?xf32>, %n: index)
// CHECK: cf.assert
func.func @main(%x: tensor<?xf32>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %d = tensor.dim %x, %c0 : tensor<?xf32>
  %p = arith.cmpi eq, %d, %n : index
  cf.assert %p, "another size"
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@N]>
  %1 = tensor.dim %0, %c0 : tensor<?xf32, [@N]>
  return %1 : index
}
disc_shape.SymbolDim @N
