// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Rows that a reshape merges are one loop with them.
// CHECK:      func.func @merged(%x: memref<?x?x4xf32>, %y: memref<?x4xf32>, %out: memref<?x4xf32>, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x?x4xf32>
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<?x?x4xf32>
// CHECK-NEXT: %2 = arith.muli %0, %1 : index
// CHECK-NEXT: %3 = arith.muli %2, %c4 : index
// CHECK-NEXT: %4 = memref.collapse_shape %x [[0 : i64, 1 : i64, 2 : i64]] : memref<?x?x4xf32> into memref<?xf32>
// CHECK-NEXT: %5 = memref.collapse_shape %y [[0 : i64, 1 : i64]] : memref<?x4xf32> into memref<?xf32>
// CHECK-NEXT: %6 = memref.collapse_shape %out [[0 : i64, 1 : i64]] : memref<?x4xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %3, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%7: index):
// CHECK-NEXT: %8 = memref.load %4[%7] : memref<?xf32>
// CHECK-NEXT: %9 = math.tanh %8 : f32
// CHECK-NEXT: %10 = memref.load %5[%7] : memref<?xf32>
// CHECK-NEXT: %11 = arith.addf %9, %10 : f32
// CHECK-NEXT: memref.store %11, %6[%7] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @merged(%x: memref<?x?x4xf32>, %y: memref<?x4xf32>, %out: memref<?x4xf32>, %n: index) {
  lmhlo.fusion ins(%x, %y : memref<?x?x4xf32>, memref<?x4xf32>) outs(%out : memref<?x4xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x?x4xf32>, %1: tensor<?x4xf32>):
    %2 = stablehlo.tanh %0 : tensor<?x?x4xf32>
    %s = tensor.from_elements %n, %n : tensor<2xindex>
    %4 = stablehlo.dynamic_reshape %2, %s : (tensor<?x?x4xf32>, tensor<2xindex>) -> tensor<?x4xf32>
    %5 = stablehlo.add %4, %1 : tensor<?x4xf32>
    mhlo.return %5 : tensor<?x4xf32>
  })
  func.return
}

// -----

// Both sides of the reshape are products of three sizes: three loops.
// CHECK:      func.func @refined(%x: memref<?x?xf32> {disc_shape.dims = [@AB, @C]}, %y: memref<?x?xf32> {disc_shape.dims = [@BC, @A]}, %out: memref<?x?xf32> {disc_shape.dims = [@A, @BC]}, %z: memref<?x?x?xf32> {disc_shape.dims = [@A, @B, @C]}, %n: index, %m: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %y, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %z, %c1 : memref<?x?x?xf32>
// CHECK-NEXT: %3 = arith.muli %2, %0 : index
// CHECK-NEXT: %4 = memref.collapse_shape %x [[0 : i64, 1 : i64]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: %6 = arith.muli %5, %3 : index
// CHECK-NEXT: scf.for %7 = %c0 to %3 step %c1 {
// CHECK-NEXT: %8 = memref.load %y[%7, %5] : memref<?x?xf32>
// CHECK-NEXT: %9 = arith.addi %6, %7 : index
// CHECK-NEXT: %10 = memref.load %4[%9] : memref<?xf32>
// CHECK-NEXT: %11 = arith.addf %8, %10 : f32
// CHECK-NEXT: memref.store %11, %out[%5, %7] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @refined(%x: memref<?x?xf32> {disc_shape.dims = [@AB, @C]}, %y: memref<?x?xf32> {disc_shape.dims = [@BC, @A]}, %out: memref<?x?xf32> {disc_shape.dims = [@A, @BC]}, %z: memref<?x?x?xf32> {disc_shape.dims = [@A, @B, @C]}, %n: index, %m: index) {
  lmhlo.fusion ins(%x, %y, %z : memref<?x?xf32>, memref<?x?xf32>, memref<?x?x?xf32>) outs(%out : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x?xf32, [@AB, @C]>, %1: tensor<?x?xf32, [@BC, @A]>, %z1: tensor<?x?x?xf32, [@A, @B, @C]>):
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32, [@BC, @A]>) -> tensor<?x?xf32, [@A, @BC]>
    %s = tensor.from_elements %n, %m : tensor<2xindex>
    %3 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32, [@AB, @C]>, tensor<2xindex>) -> tensor<?x?xf32, [@A, @BC]>
    %4 = stablehlo.add %2, %3 : tensor<?x?xf32, [@A, @BC]>
    mhlo.return %4 : tensor<?x?xf32, [@A, @BC]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  %A = disc_shape.dim @A
  %B = disc_shape.dim @B
  %C = disc_shape.dim @C
  %AB = disc_shape.dim @AB
  %BC = disc_shape.dim @BC
  disc_shape.tie_predicate_mul_eq %AB, %A, %B
  disc_shape.tie_predicate_mul_eq %BC, %B, %C
  func.return
}
disc_shape.SymbolDim @A
disc_shape.SymbolDim @B
disc_shape.SymbolDim @C
disc_shape.SymbolDim @AB
disc_shape.SymbolDim @BC

// -----

// Without such facts the index is divided.
// CHECK:      func.func @divided(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>, %n: index, %m: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: %3 = arith.maxsi %2, %c1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%4: index):
// CHECK-NEXT: %5 = arith.muli %4, %1 : index
// CHECK-NEXT: scf.for %6 = %c0 to %1 step %c1 {
// CHECK-NEXT: %7 = memref.load %y[%6, %4] : memref<?x?xf32>
// CHECK-NEXT: %8 = arith.addi %5, %6 : index
// CHECK-NEXT: %9 = arith.divsi %8, %3 : index
// CHECK-NEXT: %10 = arith.remsi %8, %3 : index
// CHECK-NEXT: %11 = memref.load %x[%9, %10] : memref<?x?xf32>
// CHECK-NEXT: %12 = arith.addf %7, %11 : f32
// CHECK-NEXT: memref.store %12, %out[%4, %6] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @divided(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>, %n: index, %m: index) {
  lmhlo.fusion ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%out : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x?xf32>, %1: tensor<?x?xf32>):
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
    %s = tensor.from_elements %n, %m : tensor<2xindex>
    %3 = stablehlo.dynamic_reshape %0, %s : (tensor<?x?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %4 = stablehlo.add %2, %3 : tensor<?x?xf32>
    mhlo.return %4 : tensor<?x?xf32>
  })
  func.return
}

// -----

// Where the reduced axis has no elements, the sizes of the others may differ: no loop is split.
// CHECK:      func.func @summed(%x: memref<?x?x?xf32> {disc_shape.dims = [@A, @B, @E]}, %out: memref<?xf32> {disc_shape.dims = [@R]}, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<?x?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c2 : memref<?x?x?xf32>
// CHECK-NEXT: %3 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT: %4 = arith.maxsi %1, %c1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %3, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: %6 = arith.divsi %5, %4 : index
// CHECK-NEXT: %7 = arith.remsi %5, %4 : index
// CHECK-NEXT: %8 = scf.for %9 = %c0 to %2 step %c1 iter_args(%10 = %0) -> (f32) {
// CHECK-NEXT: %11 = memref.load %x[%6, %7, %9] : memref<?x?x?xf32>
// CHECK-NEXT: %12 = math.tanh %11 : f32
// CHECK-NEXT: %13 = arith.addf %10, %12 : f32
// CHECK-NEXT: scf.yield %13 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %8, %out[%5] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @summed(%x: memref<?x?x?xf32> {disc_shape.dims = [@A, @B, @E]}, %out: memref<?xf32> {disc_shape.dims = [@R]}, %n: index) {
  lmhlo.fusion ins(%x : memref<?x?x?xf32>) outs(%out : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?x?xf32, [@A, @B, @E]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.tanh %0 : tensor<?x?x?xf32, [@A, @B, @E]>
    %s = tensor.from_elements %n, %n : tensor<2xindex>
    %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x?x?xf32, [@A, @B, @E]>, tensor<2xindex>) -> tensor<?x?xf32, [@R, @E]>
    %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@R, @E]>, tensor<f32>) -> tensor<?xf32, [@R]>
    mhlo.return %3 : tensor<?xf32, [@R]>
  })
  func.return
}
disc_shape.SymbolDim @A
disc_shape.SymbolDim @B
disc_shape.SymbolDim @E
disc_shape.SymbolDim @R

// -----

// A known size divides the other one: the loop is split, and no index is divided.
// CHECK:      func.func @quarters(%x: memref<?x32xf32> {disc_shape.dims = [@b, @C32]}, %out: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %m: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %c31 = arith.constant 31 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?x32xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %c0, %1, %c4, %c1, %c1) <{operandSegmentSizes = array<i32: 2, 2, 2, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index, %3: index):
// CHECK-NEXT: %4 = arith.muli %3, %c8 : index
// CHECK-NEXT: %5 = arith.muli %2, %c4 : index
// CHECK-NEXT: %6 = arith.addi %5, %3 : index
// CHECK-NEXT: scf.for %7 = %c0 to %c8 step %c1 {
// CHECK-NEXT: %8 = arith.addi %4, %7 : index
// CHECK-NEXT: %9 = arith.muli %8, %0 : index
// CHECK-NEXT: %10 = arith.addi %9, %c31 : index
// CHECK-NEXT: %11 = memref.load %x[%2, %10] : memref<?x32xf32>
// CHECK-NEXT: memref.store %11, %out[%6, %7] : memref<?x8xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index, index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: func.func @shape_constraint_graph() {
// CHECK-NEXT: %b = disc_shape.dim @b
// CHECK-NEXT: %m = disc_shape.dim @m
// CHECK-NEXT: disc_shape.tie_predicate "d1 == 4 * d0"(%b, %m)
// CHECK-NEXT: func.return
// CHECK-NEXT: }
// CHECK-NEXT: disc_shape.SymbolDim @b {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @m {symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @C8 {value = 8}
// CHECK-NEXT: disc_shape.SymbolDim @C32 {value = 32}
func.func @quarters(%x: memref<?x32xf32> {disc_shape.dims = [@b, @C32]}, %out: memref<?x8xf32> {disc_shape.dims = [@m, @C8]}, %m: index) {
  lmhlo.fusion ins(%x : memref<?x32xf32>) outs(%out : memref<?x8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x32xf32, [@b, @C32]>):
    %c8 = arith.constant 8 : index
    %1 = stablehlo.reverse %0, dims = [1] : tensor<?x32xf32, [@b, @C32]>
    %s = tensor.from_elements %m, %c8 : tensor<2xindex>
    %2 = stablehlo.dynamic_reshape %1, %s : (tensor<?x32xf32, [@b, @C32]>, tensor<2xindex>) -> tensor<?x8xf32, [@m, @C8]>
    mhlo.return %2 : tensor<?x8xf32, [@m, @C8]>
  })
  func.return
}
func.func @shape_constraint_graph() {
  %b = disc_shape.dim @b
  %m = disc_shape.dim @m
  disc_shape.tie_predicate "d1 == 4 * d0"(%b, %m)
  func.return
}
disc_shape.SymbolDim @b {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @m {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @C8 {value = 8}
disc_shape.SymbolDim @C32 {value = 32}
