// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s
// RUN: disc-opt %s -p 'mhlo-to-lmhlo,mhlo-to-lmhlo' --split-input-file | filecheck %s

// Where a tensor lies between devices says nothing of what is in it.
// CHECK:      func.func @sharded(%x: memref<?x8xf32>) -> memref<?x8xf32> {
// CHECK:        lmhlo.tanh ins(%x : memref<?x8xf32>) outs(%[[OUT:.*]] : memref<?x8xf32>)
// CHECK-NEXT:   lmhlo.negate ins(%[[OUT]] : memref<?x8xf32>) outs(%[[OUT]] : memref<?x8xf32>)
// CHECK-NEXT:   func.return %[[OUT]] : memref<?x8xf32>
sdy.mesh @mesh = <["a"=2]>
func.func @sharded(%x: tensor<?x8xf32>) -> tensor<?x8xf32> {
  %0 = sdy.sharding_constraint %x <@mesh, [{}, {"a"}]> : tensor<?x8xf32>
  %1 = stablehlo.tanh %0 : tensor<?x8xf32>
  %2 = sdy.reshard %1 <@mesh, [{}, {}]> : tensor<?x8xf32>
  %3 = stablehlo.negate %2 : tensor<?x8xf32>
  func.return %3 : tensor<?x8xf32>
}

// -----

// What has not been imported is left out: it computes nothing.
// CHECK:      func.func @bound(%x: memref<?xf32>) -> memref<?xf32> {
// CHECK-NOT:    torch
// CHECK:        lmhlo.tanh ins(%x : memref<?xf32>)
func.func @bound(%x: tensor<?xf32>) -> tensor<?xf32> {
  %s = torch.symbolic_int "s0" {min_val = 0, max_val = 64} : !torch.int
  torch.bind_symbolic_shape %x, [%s], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  %0 = stablehlo.tanh %x : tensor<?xf32>
  func.return %0 : tensor<?xf32>
}

// -----

// After a check a size is static, and has no symbol; before it, it has one. Only a constant is
// a name for a static size.
// CHECK:      func.func @after(%x: memref<?x4xf32> {disc_shape.dims = [@n, @C4]}) -> memref<1x4xf32> {
// CHECK:        memref.alloc(%{{.*}}) {disc_shape.dims = [@n, @C4]} : memref<?x4xf32>
func.func @after(%x: tensor<?x4xf32, [@n, @C4]>) -> tensor<1x4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32, [@n, @C4]>
  %0 = stablehlo.tanh %x : tensor<?x4xf32, [@n, @C4]>
  %ok = arith.cmpi eq, %n, %c1 : index
  cf.assert %ok, "one row"
  %1 = tensor.cast %0 : tensor<?x4xf32, [@n, @C4]> to tensor<1x4xf32>
  func.return %1 : tensor<1x4xf32>
}
disc_shape.SymbolDim @n {named}
disc_shape.SymbolDim @C4 {value = 4}

// -----

// The part that an insertion writes has the symbols of what is inserted.
// CHECK:      func.func @inserted(
// CHECK:        memref.subview %{{.*}}[%i] [%{{.*}}] [1] {disc_shape.dims = [@n]}
func.func @inserted(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>, %i: index) -> tensor<?xf32, [@m]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %0 = tensor.insert_slice %x into %y[%i] [%n] [1] : tensor<?xf32, [@n]> into tensor<?xf32, [@m]>
  func.return %0 : tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n {named}
disc_shape.SymbolDim @m {named}
