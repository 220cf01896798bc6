// RUN: disc-opt %s -p 'mhlo-to-lmhlo' --split-input-file | filecheck %s
// RUN: disc-opt %s -p 'mhlo-to-lmhlo{results=out-params}' --split-input-file | filecheck %s --check-prefix OUT

// A function that is called has types without symbols; what it casts its arguments to, and its
// results from, is beside the buffers, and the call's results have the caller's symbols.
// CHECK:      func.func @main(%x: memref<?xf32> {disc_shape.dims = [@n]}) -> (memref<?xf32> {disc_shape.dims = [@n]}) {
// CHECK-NEXT:   %0 = func.call @f(%x) {disc_shape.dims = [@n]} : (memref<?xf32>) -> memref<?xf32>
// CHECK-NEXT:   func.return %0 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func private @f(%x: memref<?xf32> {disc_shape.dims = [@s]}) -> (memref<?xf32> {disc_shape.dims = [@s]}) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) {disc_shape.dims = [@s]} : memref<?xf32>
// CHECK-NEXT:   lmhlo.tanh ins(%x : memref<?xf32>) outs(%1 : memref<?xf32>)
// CHECK-NEXT:   func.return %1 : memref<?xf32>
// CHECK-NEXT: }
// OUT:      func.func @main(%x: memref<?xf32> {disc_shape.dims = [@n]}, %out: memref<?xf32> {disc_shape.out = 0 : i64, disc_shape.dims = [@S0]})
// OUT:      func.func private @f(%x: memref<?xf32> {disc_shape.dims = [@s]}, %out: memref<?xf32> {disc_shape.out = 0 : i64, disc_shape.dims = [@S1]}) {
// OUT:        %[[OUT:.*]] = "memref.cast"(%out) {disc_shape.dims = [@s]}
// OUT-NEXT:   lmhlo.tanh ins(%x : memref<?xf32>) outs(%[[OUT]] : memref<?xf32>)
// OUT:        %[[S0:.*]] = disc_shape.dim @S0
// OUT-NEXT:   %[[N:.*]] = disc_shape.dim @n
// OUT-NEXT:   disc_shape.tie_predicate_eq %[[S0]], %[[N]] {guarded}
// OUT-NEXT:   %[[S1:.*]] = disc_shape.dim @S1
// OUT-NEXT:   %[[S:.*]] = disc_shape.dim @s
// OUT-NEXT:   disc_shape.tie_predicate_eq %[[S1]], %[[S]] {guarded}
func.func @main(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = tensor.cast %x : tensor<?xf32, [@n]> to tensor<?xf32>
  %1 = func.call @f(%0) : (tensor<?xf32>) -> tensor<?xf32>
  %2 = tensor.cast %1 : tensor<?xf32> to tensor<?xf32, [@n]>
  func.return %2 : tensor<?xf32, [@n]>
}
func.func private @f(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@s]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@s]>
  %2 = tensor.cast %1 : tensor<?xf32, [@s]> to tensor<?xf32>
  func.return %2 : tensor<?xf32>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @s

// -----

// What a check makes equal is annotated after the check only.
// CHECK:      func.func @checked(%x: memref<?xf32> {disc_shape.dims = [@s]}, %y: memref<?xf32>) -> (memref<?xf32> {disc_shape.dims = [@s]}) {
// CHECK:        cf.assert
// CHECK-NEXT:   %y_1 = "memref.cast"(%y) {disc_shape.dims = [@s]}
func.func @checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32, [@s]> {
  %c0 = arith.constant 0 : index
  %0 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@s]>
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %m, %n : index
  cf.assert %e, "sizes"
  %y_1 = tensor.cast %y : tensor<?xf32> to tensor<?xf32, [@s]>
  %1 = stablehlo.add %0, %y_1 : tensor<?xf32, [@s]>
  func.return %1 : tensor<?xf32, [@s]>
}
disc_shape.SymbolDim @s

// -----

// A result has the symbols on which all returns agree.
// CHECK:      func.func @several(%x: memref<?x?xf32> {disc_shape.dims = [@s, @t]}, %c: i1) -> (memref<?x?xf32> {disc_shape.dims = [@s, unit]}) {
func.func @several(%x: tensor<?x?xf32>, %c: i1) -> tensor<?x?xf32> {
  %0 = tensor.cast %x : tensor<?x?xf32> to tensor<?x?xf32, [@s, @t]>
  cf.cond_br %c, ^a, ^b
^a:
  %1 = tensor.cast %0 : tensor<?x?xf32, [@s, @t]> to tensor<?x?xf32>
  func.return %1 : tensor<?x?xf32>
^b:
  %2 = stablehlo.concatenate %0, %0, dim = 1 : (tensor<?x?xf32, [@s, @t]>, tensor<?x?xf32, [@s, @t]>) -> tensor<?x?xf32, [@s, @u]>
  %3 = tensor.cast %2 : tensor<?x?xf32, [@s, @u]> to tensor<?x?xf32>
  func.return %3 : tensor<?x?xf32>
}
disc_shape.SymbolDim @s
disc_shape.SymbolDim @t
disc_shape.SymbolDim @u
