// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops' | filecheck %s

// An output and a sum over its first axis: the loops of the sum write it, so each is computed once.
// CHECK:      func.func @column_sum(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %y: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %s: memref<?xf32> {disc_shape.dims = [@m]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = scf.for %5 = %c0 to %1 step %c1 iter_args(%6 = %0) -> (f32) {
// CHECK-NEXT: %7 = memref.load %x[%5, %3] : memref<?x?xf32>
// CHECK-NEXT: %8 = math.exp %7 : f32
// CHECK-NEXT: memref.store %8, %y[%5, %3] : memref<?x?xf32>
// CHECK-NEXT: %9 = arith.addf %6, %8 : f32
// CHECK-NEXT: scf.yield %9 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %4, %s[%3] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @column_sum(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %y: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %s: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%y, %s : memref<?x?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@n, @m]>):
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32, [@n, @m]>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %1, %2 : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Written in the second reduction: in the first one it would need the result of that one.
// CHECK:      func.func @column_softmax(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %n: index, %m: index, %y: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %s: memref<?xf32> {disc_shape.dims = [@m]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = arith.constant 0xff800000 : f32
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %3, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%4: index):
// CHECK-NEXT: %5 = scf.for %6 = %c0 to %2 step %c1 iter_args(%7 = %1) -> (f32) {
// CHECK-NEXT: %8 = memref.load %x[%6, %4] : memref<?x?xf32>
// CHECK-NEXT: %9 = arith.maximumf %7, %8 : f32
// CHECK-NEXT: scf.yield %9 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %10 = scf.for %11 = %c0 to %2 step %c1 iter_args(%12 = %0) -> (f32) {
// CHECK-NEXT: %13 = memref.load %x[%11, %4] : memref<?x?xf32>
// CHECK-NEXT: %14 = arith.subf %13, %5 : f32
// CHECK-NEXT: memref.store %14, %y[%11, %4] : memref<?x?xf32>
// CHECK-NEXT: %15 = arith.addf %12, %14 : f32
// CHECK-NEXT: scf.yield %15 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %10, %s[%4] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @column_softmax(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %n: index, %m: index, %y: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %s: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%y, %s : memref<?x?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<?x?xf32, [@n, @m]>):
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %low = stablehlo.constant dense<0xff800000> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
    %2 = tensor.from_elements %n, %m : tensor<2xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %1, %2, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
    %4 = stablehlo.subtract %0, %3 : tensor<?x?xf32, [@n, @m]>
    %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %4, %5 : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Outputs of as many elements, one a reshape away from the other.
// CHECK:      func.func @regrouped(%x: memref<?x?x8xf32> {disc_shape.dims = [@n, @m, @C8]}, %z: memref<?x8xf32> {disc_shape.dims = [@k, @C8]}, %n: index, %m: index, %k: index, %y: memref<?x?x8xf32> {disc_shape.dims = [@n, @m, @C8]}, %s: memref<?x8xf32> {disc_shape.dims = [@k, @C8]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = memref.dim %x, %c0 : memref<?x?x8xf32>
// CHECK-NEXT: %1 = memref.dim %x, %c1 : memref<?x?x8xf32>
// CHECK-NEXT: %2 = arith.muli %0, %1 : index
// CHECK-NEXT: %3 = arith.muli %2, %c8 : index
// CHECK-NEXT: %4 = memref.collapse_shape %x [[0 : i64, 1 : i64, 2 : i64]] : memref<?x?x8xf32> into memref<?xf32>
// CHECK-NEXT: %5 = memref.collapse_shape %z [[0 : i64, 1 : i64]] : memref<?x8xf32> into memref<?xf32>
// CHECK-NEXT: %6 = memref.collapse_shape %y [[0 : i64, 1 : i64, 2 : i64]] : memref<?x?x8xf32> into memref<?xf32>
// CHECK-NEXT: %7 = memref.collapse_shape %s [[0 : i64, 1 : i64]] : memref<?x8xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %3, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%8: index):
// CHECK-NEXT: %9 = memref.load %4[%8] : memref<?xf32>
// CHECK-NEXT: %10 = math.exp %9 : f32
// CHECK-NEXT: %11 = memref.load %5[%8] : memref<?xf32>
// CHECK-NEXT: %12 = arith.addf %10, %11 : f32
// CHECK-NEXT: memref.store %10, %6[%8] : memref<?xf32>
// CHECK-NEXT: memref.store %12, %7[%8] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @regrouped(%x: memref<?x?x8xf32> {disc_shape.dims = [@n, @m, @C8]}, %z: memref<?x8xf32> {disc_shape.dims = [@k, @C8]}, %n: index, %m: index, %k: index, %y: memref<?x?x8xf32> {disc_shape.dims = [@n, @m, @C8]}, %s: memref<?x8xf32> {disc_shape.dims = [@k, @C8]}) {
  %c8 = arith.constant 8 : index
  lmhlo.fusion ins(%x, %z : memref<?x?x8xf32>, memref<?x8xf32>) outs(%y, %s : memref<?x?x8xf32>, memref<?x8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x?x8xf32, [@n, @m, @C8]>, %1: tensor<?x8xf32, [@k, @C8]>):
    %2 = stablehlo.exponential %0 : tensor<?x?x8xf32, [@n, @m, @C8]>
    %3 = tensor.from_elements %k, %c8 : tensor<2xindex>
    %4 = stablehlo.dynamic_reshape %2, %3 : (tensor<?x?x8xf32, [@n, @m, @C8]>, tensor<2xindex>) -> tensor<?x8xf32, [@k, @C8]>
    %5 = stablehlo.add %4, %1 : tensor<?x8xf32, [@k, @C8]>
    mhlo.return %2, %5 : tensor<?x?x8xf32, [@n, @m, @C8]>, tensor<?x8xf32, [@k, @C8]>
  })
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @k
disc_shape.SymbolDim @C8 {value = 8}
func.func @shape_constraint_graph() {
  %n = disc_shape.dim @n
  %m = disc_shape.dim @m
  %k = disc_shape.dim @k
  disc_shape.tie_predicate_mul_eq %k, %n, %m
  func.return
}

// -----

// Sums over different axes evaluate nothing at one index in the same loops.
// CHECK:      func.func @either_axis(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %y: memref<?xf32> {disc_shape.dims = [@n]}, %s: memref<?xf32> {disc_shape.dims = [@m]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = scf.for %5 = %c0 to %2 step %c1 iter_args(%6 = %0) -> (f32) {
// CHECK-NEXT: %7 = memref.load %x[%3, %5] : memref<?x?xf32>
// CHECK-NEXT: %8 = arith.addf %6, %7 : f32
// CHECK-NEXT: scf.yield %8 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %4, %y[%3] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: "scf.parallel"(%c0, %2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%9: index):
// CHECK-NEXT: %10 = scf.for %11 = %c0 to %1 step %c1 iter_args(%12 = %0) -> (f32) {
// CHECK-NEXT: %13 = memref.load %x[%11, %9] : memref<?x?xf32>
// CHECK-NEXT: %14 = arith.addf %12, %13 : f32
// CHECK-NEXT: scf.yield %14 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %10, %s[%9] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @either_axis(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %y: memref<?xf32> {disc_shape.dims = [@n]}, %s: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%y, %s : memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@n, @m]>):
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
    %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %1, %2 : tensor<?xf32, [@n]>, tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// In place: the second reduction still reads what the output overwrites, so it is written after both.
// CHECK:      func.func @in_place(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %s: memref<?xf32> {disc_shape.dims = [@m]}, %t: memref<?xf32> {disc_shape.dims = [@m]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = arith.constant 1.000000e+00 : f32
// CHECK-NEXT: %2 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %3, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%4: index):
// CHECK-NEXT: %5 = scf.for %6 = %c0 to %2 step %c1 iter_args(%7 = %0) -> (f32) {
// CHECK-NEXT: %8 = memref.load %x[%6, %4] : memref<?x?xf32>
// CHECK-NEXT: %9 = arith.negf %8 : f32
// CHECK-NEXT: %10 = arith.addf %7, %9 : f32
// CHECK-NEXT: scf.yield %10 : f32
// CHECK-NEXT: }
// CHECK-NEXT: %11 = scf.for %12 = %c0 to %2 step %c1 iter_args(%13 = %1) -> (f32) {
// CHECK-NEXT: %14 = memref.load %x[%12, %4] : memref<?x?xf32>
// CHECK-NEXT: %15 = arith.mulf %13, %14 : f32
// CHECK-NEXT: scf.yield %15 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %5, %s[%4] : memref<?xf32>
// CHECK-NEXT: memref.store %11, %t[%4] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: %16 = arith.muli %2, %3 : index
// CHECK-NEXT: %17 = memref.collapse_shape %x [[0 : i64, 1 : i64]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %16, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%18: index):
// CHECK-NEXT: %19 = memref.load %17[%18] : memref<?xf32>
// CHECK-NEXT: %20 = arith.negf %19 : f32
// CHECK-NEXT: memref.store %20, %17[%18] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @in_place(%x: memref<?x?xf32> {disc_shape.dims = [@n, @m]}, %s: memref<?xf32> {disc_shape.dims = [@m]}, %t: memref<?xf32> {disc_shape.dims = [@m]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%x, %s, %t : memref<?x?xf32>, memref<?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@n, @m]>):
    %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %one = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %1 = stablehlo.negate %0 : tensor<?x?xf32, [@n, @m]>
    %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
    %3 = stablehlo.reduce(%0 init: %one) applies stablehlo.multiply across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
    mhlo.return %1, %2, %3 : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@m]>, tensor<?xf32, [@m]>
  })
  func.return
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
