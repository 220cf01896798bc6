// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo,reuse-buffers,deallocate-buffers' --split-input-file | filecheck %s

// Equal sizes, by their symbols: one piece of memory for all that is needed one after the other.
// CHECK:      func.func @chain(%x: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}) -> (memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0, %1) {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%x : memref<?x?xf32>) outs(%2 : memref<?x?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   %3 = memref.alloc(%0, %1) {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%2 : memref<?x?xf32>) outs(%3 : memref<?x?xf32>) {dimensions = array<i64: 1>}
// CHECK-NEXT:   lmhlo.reverse ins(%3 : memref<?x?xf32>) outs(%2 : memref<?x?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   lmhlo.reverse ins(%2 : memref<?x?xf32>) outs(%3 : memref<?x?xf32>) {dimensions = array<i64: 1>}
// CHECK-NEXT:   memref.dealloc %2 : memref<?x?xf32>
// CHECK-NEXT:   func.return %3 : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1
func.func @chain(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %1 = stablehlo.reverse %0, dims = [1] : tensor<?x?xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<?x?xf32>
  %3 = stablehlo.reverse %2, dims = [1] : tensor<?x?xf32>
  func.return %3 : tensor<?x?xf32>
}

// -----

// As many elements in another order: a view of the memory, with symbols of its own.
// CHECK:      func.func @transposed(%x: memref<?x?xf32> {disc_shape.dims = [@S0, @S1]}, %i: memref<f32>) -> memref<f32> {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT:   %1 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0, %1) {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%x : memref<?x?xf32>) outs(%2 : memref<?x?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   %3 = memref.alloc(%1, %0) {disc_shape.dims = [@S1, @S0]} : memref<?x?xf32>
// CHECK-NEXT:   lmhlo.transpose ins(%2 : memref<?x?xf32>) outs(%3 : memref<?x?xf32>) {permutation = array<i64: 1, 0>}
// CHECK-NEXT:   %4 = memref.reinterpret_cast %2 to offset: [0], sizes: [%1, %0], strides: [%0, 1] {disc_shape.dims = [@S1, @S0]} : memref<?x?xf32> to memref<?x?xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%3 : memref<?x?xf32>) outs(%4 : memref<?x?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   %5 = memref.reinterpret_cast %3 to offset: [0], sizes: [%0, %1], strides: [%1, 1] {disc_shape.dims = [@S0, @S1]} : memref<?x?xf32> to memref<?x?xf32>
// CHECK-NEXT:   lmhlo.transpose ins(%4 : memref<?x?xf32>) outs(%5 : memref<?x?xf32>) {permutation = array<i64: 1, 0>}
// CHECK-NEXT:   memref.dealloc %2 : memref<?x?xf32>
// CHECK-NEXT:   %6 = memref.alloc() : memref<f32>
// CHECK-NEXT:   lmhlo.reduce ins(%5, %i : memref<?x?xf32>, memref<f32>) outs(%6 : memref<f32>) {dimensions = array<i64: 0, 1>} ({
// CHECK-NEXT:   ^bb0(%7: tensor<f32>, %8: tensor<f32>):
// CHECK-NEXT:     %9 = stablehlo.add %7, %8 : tensor<f32>
// CHECK-NEXT:     stablehlo.return %9 : tensor<f32>
// CHECK-NEXT:   })
// CHECK-NEXT:   memref.dealloc %3 : memref<?x?xf32>
// CHECK-NEXT:   func.return %6 : memref<f32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
// CHECK-NEXT: disc_shape.SymbolDim @S1
func.func @transposed(%x: tensor<?x?xf32>, %i: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?x?xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.reverse %1, dims = [0] : tensor<?x?xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.reduce(%3 init: %i) applies stablehlo.add across dimensions = [0, 1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<f32>
  func.return %4 : tensor<f32>
}

// -----

// A view keeps its memory; other sizes and other elements need their own.
// CHECK:      func.func @not_free(%x: memref<4xf32>, %y: memref<?xf32> {disc_shape.dims = [@S0]}) -> (memref<4xf32>, memref<?xf32> {disc_shape.dims = [@S0]}, memref<4xi1>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%x : memref<4xf32>) outs(%1 : memref<4xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   %n = memref.expand_shape %1 {{\[\[}}0 : i64, 1 : i64{{\]\]}} output_shape [1, 4] : memref<4xf32> into memref<1x4xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%y : memref<?xf32>) outs(%2 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   %3 = memref.alloc() : memref<4xi1>
// CHECK-NEXT:   lmhlo.compare ins(%1, %1 : memref<4xf32>, memref<4xf32>) outs(%3 : memref<4xi1>) {comparison_direction = #stablehlo<comparison_direction EQ>}
// CHECK-NEXT:   %4 = memref.alloc() : memref<4xf32>
// CHECK-NEXT:   %5 = memref.expand_shape %4 {{\[\[}}0 : i64, 1 : i64{{\]\]}} output_shape [1, 4] : memref<4xf32> into memref<1x4xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%n : memref<1x4xf32>) outs(%5 : memref<1x4xf32>) {dimensions = array<i64: 1>}
// CHECK-NEXT:   memref.dealloc %1 : memref<4xf32>
// CHECK-NEXT:   func.return %4, %2, %3 : memref<4xf32>, memref<?xf32>, memref<4xi1>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @not_free(%x: tensor<4xf32>, %y: tensor<?xf32>) -> (tensor<4xf32>, tensor<?xf32>, tensor<4xi1>) {
  %0 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  %n = tensor.expand_shape %0 [[0, 1]] output_shape [1, 4] : tensor<4xf32> into tensor<1x4xf32>
  %1 = stablehlo.reverse %y, dims = [0] : tensor<?xf32>
  %2 = stablehlo.reverse %x, dims = [0] : tensor<4xf32>
  %3 = stablehlo.compare EQ, %2, %2 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %4 = stablehlo.reverse %n, dims = [1] : tensor<1x4xf32>
  %5 = tensor.collapse_shape %4 [[0, 1]] : tensor<1x4xf32> into tensor<4xf32>
  func.return %5, %1, %3 : tensor<4xf32>, tensor<?xf32>, tensor<4xi1>
}

// -----

// Only a check after the second allocation says that the sizes are equal: too late.
// CHECK:      "memref.global"() <{sym_name = "constant_0", type = memref<f32>, initial_value = dense<0.000000e+00> : tensor<f32>, sym_visibility = "private", constant}> : () -> ()
// CHECK-NEXT: func.func @check_comes_later(%x: memref<?xf32> {disc_shape.dims = [@S0]}, %y: memref<?xf32> {disc_shape.dims = [@S1]}) -> (memref<f32>, memref<f32>) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %i = memref.get_global @constant_0 : memref<f32>
// CHECK-NEXT:   %2 = memref.alloc(%0) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%x : memref<?xf32>) outs(%2 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   %3 = memref.alloc() : memref<f32>
// CHECK-NEXT:   lmhlo.reduce ins(%2, %i : memref<?xf32>, memref<f32>) outs(%3 : memref<f32>) {dimensions = array<i64: 0>} ({
// CHECK-NEXT:   ^bb0(%4: tensor<f32>, %5: tensor<f32>):
// CHECK-NEXT:     %6 = stablehlo.add %4, %5 : tensor<f32>
// CHECK-NEXT:     stablehlo.return %6 : tensor<f32>
// CHECK-NEXT:   })
// CHECK-NEXT:   memref.dealloc %2 : memref<?xf32>
// CHECK-NEXT:   %7 = memref.alloc(%1) {disc_shape.dims = [@S1]} : memref<?xf32>
// CHECK-NEXT:   lmhlo.reverse ins(%y : memref<?xf32>) outs(%7 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:   %8 = memref.alloc() : memref<f32>
// CHECK-NEXT:   lmhlo.reduce ins(%7, %i : memref<?xf32>, memref<f32>) outs(%8 : memref<f32>) {dimensions = array<i64: 0>} ({
// CHECK-NEXT:   ^bb0(%9: tensor<f32>, %10: tensor<f32>):
// CHECK-NEXT:     %11 = stablehlo.add %9, %10 : tensor<f32>
// CHECK-NEXT:     stablehlo.return %11 : tensor<f32>
// CHECK-NEXT:   })
// CHECK-NEXT:   memref.dealloc %7 : memref<?xf32>
// CHECK-NEXT:   %12 = arith.cmpi eq, %0, %1 : index
// CHECK-NEXT:   cf.assert %12, "sizes differ"
// CHECK-NEXT:   func.return %3, %8 : memref<f32>, memref<f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT:   %S1 = disc_shape.dim @S1
// CHECK-NEXT:   %S0 = disc_shape.dim @S0
// CHECK-NEXT:   disc_shape.tie_predicate_eq %S1, %S0 {guarded}
// CHECK-NEXT:   func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
func.func @check_comes_later(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<f32>, tensor<f32>) {
  %c0 = arith.constant 0 : index
  %i = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %1 = stablehlo.reduce(%0 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.reverse %y, dims = [0] : tensor<?xf32>
  %3 = stablehlo.reduce(%2 init: %i) applies stablehlo.add across dimensions = [0] : (tensor<?xf32>, tensor<f32>) -> tensor<f32>
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %e = arith.cmpi eq, %n, %m : index
  cf.assert %e, "sizes differ"
  func.return %1, %3 : tensor<f32>, tensor<f32>
}

// -----

// In a loop each iteration has its own memory; what is carried is not free.
// CHECK:      func.func @loop(%n: index, %x: memref<?xf32> {disc_shape.dims = [@S0]}) -> (memref<?xf32> {disc_shape.dims = [@S0]}) {
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %c1 = arith.constant 1 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.alloc(%0) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT:   "memref.copy"(%x, %1) : (memref<?xf32>, memref<?xf32>) -> ()
// CHECK-NEXT:   %2 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %1) -> (memref<?xf32>) {
// CHECK-NEXT:     %3 = memref.alloc(%0) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT:     lmhlo.reverse ins(%a : memref<?xf32>) outs(%3 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:     %4 = memref.alloc(%0) {disc_shape.dims = [@S0]} : memref<?xf32>
// CHECK-NEXT:     lmhlo.reverse ins(%3 : memref<?xf32>) outs(%4 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:     lmhlo.reverse ins(%4 : memref<?xf32>) outs(%3 : memref<?xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT:     memref.dealloc %4 : memref<?xf32>
// CHECK-NEXT:     lmhlo.add ins(%a, %3 : memref<?xf32>, memref<?xf32>) outs(%a : memref<?xf32>)
// CHECK-NEXT:     memref.dealloc %3 : memref<?xf32>
// CHECK-NEXT:     scf.yield %a : memref<?xf32>
// CHECK-NEXT:   } {disc_shape.arg_dims = {{\[\[}}unit, [@S0{{\]\]}}], disc_shape.dims = [@S0]}
// CHECK-NEXT:   func.return %2 : memref<?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @S0
func.func @loop(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %k = %c0 to %n step %c1 iter_args(%a = %x) -> (tensor<?xf32>) {
    %1 = stablehlo.reverse %a, dims = [0] : tensor<?xf32>
    %2 = stablehlo.reverse %1, dims = [0] : tensor<?xf32>
    %3 = stablehlo.reverse %2, dims = [0] : tensor<?xf32>
    %4 = stablehlo.add %a, %3 : tensor<?xf32>
    scf.yield %4 : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}

// -----

// What a check implies is not used before it: the memory would be written, and may be
// too small, before the check stops the run. After the check it is used.
// CHECK-LABEL: func.func @checked(
// CHECK-NEXT:   %c0 = arith.constant 0 : index
// CHECK-NEXT:   %0 = memref.dim %x, %c0 : memref<?xf32>
// CHECK-NEXT:   %1 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT:   %2 = memref.alloc(%0)
// CHECK-NEXT:   lmhlo.reverse ins(%x : memref<?xf32>) outs(%2 : memref<?xf32>)
// CHECK-NEXT:   %3 = memref.alloc(%0)
// CHECK-NEXT:   lmhlo.reverse ins(%2 : memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:   memref.dealloc %2 : memref<?xf32>
// CHECK-NEXT:   %4 = memref.alloc(%1)
// CHECK-NEXT:   lmhlo.reverse ins(%y : memref<?xf32>) outs(%4 : memref<?xf32>)
// CHECK-NEXT:   %5 = memref.alloc(%1)
// CHECK-NEXT:   lmhlo.reverse ins(%4 : memref<?xf32>) outs(%5 : memref<?xf32>)
// CHECK-NEXT:   %6 = arith.cmpi eq, %0, %1 : index
// CHECK-NEXT:   cf.assert %6, "sizes"
// CHECK-NEXT:   lmhlo.add ins(%3, %5 : memref<?xf32>, memref<?xf32>) outs(%3 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.reverse ins(%3 : memref<?xf32>) outs(%4 : memref<?xf32>)
// CHECK-NEXT:   lmhlo.reverse ins(%4 : memref<?xf32>) outs(%3 : memref<?xf32>)
func.func @checked(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<?xf32>) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32>
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %0 = stablehlo.reverse %x, dims = [0] : tensor<?xf32>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<?xf32>
  %2 = stablehlo.reverse %y, dims = [0] : tensor<?xf32>
  %3 = stablehlo.reverse %2, dims = [0] : tensor<?xf32>
  %e = arith.cmpi eq, %m, %n : index
  cf.assert %e, "sizes"
  %4 = stablehlo.add %1, %3 : tensor<?xf32>
  %5 = stablehlo.reverse %4, dims = [0] : tensor<?xf32>
  %6 = stablehlo.reverse %5, dims = [0] : tensor<?xf32>
  func.return %6, %3 : tensor<?xf32>, tensor<?xf32>
}
