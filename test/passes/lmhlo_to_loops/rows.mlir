// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// The exponential is evaluated once and kept in the row of the output.
// CHECK:      func.func @row(%x: memref<?x?xf32>, %out: memref<?x?xf32>, %n: index, %m: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %3 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%4: index):
// CHECK-NEXT: %5 = scf.for %6 = %c0 to %3 step %c1 iter_args(%7 = %0) -> (f32) {
// CHECK-NEXT: %8 = memref.load %x[%4, %6] : memref<?x?xf32>
// CHECK-NEXT: %9 = math.exp %8 : f32
// CHECK-NEXT: %10 = arith.addf %7, %9 : f32
// CHECK-NEXT: scf.yield %10 : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %11 = %c0 to %2 step %c1 {
// CHECK-NEXT: %12 = memref.load %x[%4, %11] : memref<?x?xf32>
// CHECK-NEXT: %13 = math.exp %12 : f32
// CHECK-NEXT: %14 = arith.divf %13, %5 : f32
// CHECK-NEXT: memref.store %14, %out[%4, %11] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @row(%x: memref<?x?xf32>, %out: memref<?x?xf32>, %n: index, %m: index) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%out : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<?x?xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %s = tensor.from_elements %n, %m : tensor<2xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %4 = stablehlo.divide %1, %3 : tensor<?x?xf32>
    mhlo.return %4 : tensor<?x?xf32>
  })
  func.return
}

// -----

// What overwrites the operand is not kept there if the operand is read again, but in scratch.
// CHECK:      func.func @again(%x: memref<?x?xf32>, %n: index, %m: index) {
// CHECK:      %[[T:.*]] = memref.alloc(%{{.*}}) : memref<?xf32>
// CHECK-NEXT: scf.for %[[I:.*]] = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT: %[[S:.*]] = scf.for %[[J:.*]] = %c0 to %{{.*}} step %c1 iter_args(%[[A:.*]] = %{{.*}}) -> (f32) {
// CHECK-NEXT: %[[X:.*]] = memref.load %x[%[[I]], %[[J]]] : memref<?x?xf32>
// CHECK-NEXT: %[[E:.*]] = math.exp %[[X]] : f32
// CHECK-NEXT: memref.store %[[E]], %[[T]][%[[J]]] : memref<?xf32>
// CHECK-NEXT: %[[B:.*]] = arith.addf %[[A]], %[[E]] : f32
// CHECK-NEXT: scf.yield %[[B]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: scf.for %[[K:.*]] = %c0 to %{{.*}} step %c1 {
// CHECK-NEXT: %[[R:.*]] = memref.load %[[T]][%[[K]]] : memref<?xf32>
// CHECK-NEXT: %[[Q:.*]] = arith.divf %[[R]], %[[S]] : f32
// CHECK-NEXT: %[[Y:.*]] = memref.load %x[%[[I]], %[[K]]] : memref<?x?xf32>
// CHECK-NEXT: %[[Z:.*]] = arith.addf %[[Q]], %[[Y]] : f32
// CHECK-NEXT: memref.store %[[Z]], %x[%[[I]], %[[K]]] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: memref.dealloc %[[T]] : memref<?xf32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @again(%x: memref<?x?xf32>, %n: index, %m: index) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%x : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kCustom>} ({
  ^bb0(%0: tensor<?x?xf32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32>, tensor<f32>) -> tensor<?xf32>
    %s = tensor.from_elements %n, %m : tensor<2xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %4 = stablehlo.divide %1, %3 : tensor<?x?xf32>
    %5 = stablehlo.add %4, %0 : tensor<?x?xf32>
    mhlo.return %5 : tensor<?x?xf32>
  })
  func.return
}

// -----

// What is reduced is an output as well: written where it is reduced.
// CHECK:      func.func @both(%x: memref<?x?xf32> {disc_shape.dims = [@N, @M]}, %e: memref<?x?xf32> {disc_shape.dims = [@N, @M]}, %sum: memref<?xf32> {disc_shape.dims = [@N]}) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = arith.constant 0.000000e+00 : f32
// CHECK-NEXT: %1 = memref.dim %x, %c0 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %1, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = scf.for %5 = %c0 to %2 step %c1 iter_args(%6 = %0) -> (f32) {
// CHECK-NEXT: %7 = memref.load %x[%3, %5] : memref<?x?xf32>
// CHECK-NEXT: %8 = math.exp %7 : f32
// CHECK-NEXT: memref.store %8, %e[%3, %5] : memref<?x?xf32>
// CHECK-NEXT: %9 = arith.addf %6, %8 : f32
// CHECK-NEXT: scf.yield %9 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %4, %sum[%3] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @both(%x: memref<?x?xf32> {disc_shape.dims = [@N, @M]}, %e: memref<?x?xf32> {disc_shape.dims = [@N, @M]}, %sum: memref<?xf32> {disc_shape.dims = [@N]}) {
  lmhlo.fusion ins(%x : memref<?x?xf32>) outs(%e, %sum : memref<?x?xf32>, memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x?xf32, [@N, @M]>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.exponential %0 : tensor<?x?xf32, [@N, @M]>
    %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@N, @M]>, tensor<f32>) -> tensor<?xf32, [@N]>
    mhlo.return %1, %2 : tensor<?x?xf32, [@N, @M]>, tensor<?xf32, [@N]>
  })
  func.return
}
disc_shape.SymbolDim @N
disc_shape.SymbolDim @M

// -----

// What depends on the outermost loop alone is computed in it, and the next loop is inside of that.
// CHECK:      func.func @hoisted(%x: memref<?xf32>, %y: memref<?x?x?xf32>, %out: memref<?x?x?xf32>, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?x?xf32>
// CHECK-NEXT: %2 = memref.dim %out, %c2 : memref<?x?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = memref.load %x[%3] : memref<?xf32>
// CHECK-NEXT: %5 = math.exp %4 : f32
// CHECK-NEXT: scf.for %6 = %c0 to %1 step %c1 {
// CHECK-NEXT: scf.for %7 = %c0 to %2 step %c1 {
// CHECK-NEXT: %8 = memref.load %y[%7, %6, %3] : memref<?x?x?xf32>
// CHECK-NEXT: %9 = arith.addf %5, %8 : f32
// CHECK-NEXT: memref.store %9, %out[%3, %6, %7] : memref<?x?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @hoisted(%x: memref<?xf32>, %y: memref<?x?x?xf32>, %out: memref<?x?x?xf32>, %n: index) {
  lmhlo.fusion ins(%x, %y : memref<?xf32>, memref<?x?x?xf32>) outs(%out : memref<?x?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?xf32>, %1: tensor<?x?x?xf32>):
    %2 = stablehlo.exponential %0 : tensor<?xf32>
    %s = tensor.from_elements %n, %n, %n : tensor<3xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [0] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<3xindex>) -> tensor<?x?x?xf32>
    %4 = stablehlo.transpose %1, dims = [2, 1, 0] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
    %5 = stablehlo.add %3, %4 : tensor<?x?x?xf32>
    mhlo.return %5 : tensor<?x?x?xf32>
  })
  func.return
}

// -----

// A sum of one element is no row: the division is not read where it was to be written.
// CHECK:      func.func @one_element(%x: memref<?x7xf32>, %y: memref<?x7xf32>, %out: memref<?xf32>, %n: index) {
// CHECK:      %[[A:.*]] = scf.for
// CHECK:      memref.load %x
// CHECK:      %[[B:.*]] = scf.for
// CHECK:      memref.load %y
// CHECK:      %[[Q:.*]] = arith.divf %[[A]], %[[B]] : f32
// CHECK-NEXT: %[[S:.*]] = arith.addf %{{.*}}, %[[Q]] : f32
// CHECK-NEXT: memref.store %[[S]], %out
// CHECK-NEXT: scf.reduce
func.func @one_element(%x: memref<?x7xf32>, %y: memref<?x7xf32>, %out: memref<?xf32>, %n: index) {
  lmhlo.fusion ins(%x, %y : memref<?x7xf32>, memref<?x7xf32>) outs(%out : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kInput>} ({
  ^bb0(%0: tensor<?x7xf32>, %1: tensor<?x7xf32>):
    %c1 = arith.constant 1 : index
    %s = tensor.from_elements %n, %c1 : tensor<2xindex>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x7xf32>, tensor<f32>) -> tensor<?xf32>
    %3 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x7xf32>, tensor<f32>) -> tensor<?xf32>
    %4 = stablehlo.divide %2, %3 : tensor<?xf32>
    %5 = stablehlo.dynamic_reshape %4, %s : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x1xf32>
    %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x1xf32>, tensor<f32>) -> tensor<?xf32>
    mhlo.return %6 : tensor<?xf32>
  })
  func.return
}
