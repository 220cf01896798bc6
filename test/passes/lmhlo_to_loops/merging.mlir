// RUN: disc-opt %s --split-input-file -p lmhlo-to-loops | filecheck %s

// Equal shapes: one loop over all elements.
// CHECK:      func.func @flat(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = arith.muli %0, %1 : index
// CHECK-NEXT: %3 = memref.collapse_shape %x [[0 : i64, 1 : i64]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: %4 = memref.collapse_shape %y [[0 : i64, 1 : i64]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: %5 = memref.collapse_shape %out [[0 : i64, 1 : i64]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%6: index):
// CHECK-NEXT: %7 = memref.load %3[%6] : memref<?xf32>
// CHECK-NEXT: %8 = memref.load %4[%6] : memref<?xf32>
// CHECK-NEXT: %9 = arith.addf %7, %8 : f32
// CHECK-NEXT: memref.store %9, %5[%6] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @flat(%x: memref<?x?xf32>, %y: memref<?x?xf32>, %out: memref<?x?xf32>) {
  lmhlo.add ins(%x, %y : memref<?x?xf32>, memref<?x?xf32>) outs(%out : memref<?x?xf32>)
  func.return
}

// -----

// The bias lacks the rows: two loops.
// CHECK:      func.func @bias(%x: memref<?x?xf32>, %b: memref<?xf32>, %out: memref<?x?xf32>, %n: index, %m: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: scf.for %3 = %c0 to %1 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%2, %3] : memref<?x?xf32>
// CHECK-NEXT: %5 = memref.load %b[%3] : memref<?xf32>
// CHECK-NEXT: %6 = arith.addf %4, %5 : f32
// CHECK-NEXT: memref.store %6, %out[%2, %3] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @bias(%x: memref<?x?xf32>, %b: memref<?xf32>, %out: memref<?x?xf32>, %n: index, %m: index) {
  lmhlo.fusion ins(%x, %b : memref<?x?xf32>, memref<?xf32>) outs(%out : memref<?x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x?xf32>, %1: tensor<?xf32>):
    %2 = tensor.from_elements %n, %m : tensor<2xindex>
    %3 = stablehlo.dynamic_broadcast_in_dim %1, %2, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32>, tensor<2xindex>) -> tensor<?x?xf32>
    %4 = stablehlo.add %0, %3 : tensor<?x?xf32>
    mhlo.return %4 : tensor<?x?xf32>
  })
  func.return
}

// -----

// Axes of size one have no loop.
// CHECK:      func.func @units(%x: memref<?x1x?x1xf32>, %out: memref<?x1x?x1xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x1x?x1xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c2 : memref<?x1x?x1xf32>
// CHECK-NEXT: %2 = arith.muli %0, %1 : index
// CHECK-NEXT: %3 = memref.collapse_shape %x [[0 : i64, 1 : i64, 2 : i64, 3 : i64]] : memref<?x1x?x1xf32> into memref<?xf32>
// CHECK-NEXT: %4 = memref.collapse_shape %out [[0 : i64, 1 : i64, 2 : i64, 3 : i64]] : memref<?x1x?x1xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: %6 = memref.load %3[%5] : memref<?xf32>
// CHECK-NEXT: %7 = math.tanh %6 : f32
// CHECK-NEXT: memref.store %7, %4[%5] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @units(%x: memref<?x1x?x1xf32>, %out: memref<?x1x?x1xf32>) {
  lmhlo.tanh ins(%x : memref<?x1x?x1xf32>) outs(%out : memref<?x1x?x1xf32>)
  func.return
}

// -----

// A transposed operand has no two axes next to each other that the result has so.
// CHECK:      func.func @transposed(%x: memref<?x?xf32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: scf.for %3 = %c0 to %1 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%3, %2] : memref<?x?xf32>
// CHECK-NEXT: memref.store %4, %out[%2, %3] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @transposed(%x: memref<?x?xf32>, %out: memref<?x?xf32>) {
  lmhlo.transpose ins(%x : memref<?x?xf32>) outs(%out : memref<?x?xf32>) {permutation = array<i64: 1, 0>}
  func.return
}

// -----

// Elements of a strided buffer do not follow each other.
// CHECK:      func.func @strided(%x: memref<?x?xf32, strided<[?, 1]>>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: scf.for %3 = %c0 to %1 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%2, %3] : memref<?x?xf32, strided<[?, 1]>>
// CHECK-NEXT: %5 = math.tanh %4 : f32
// CHECK-NEXT: memref.store %5, %out[%2, %3] : memref<?x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @strided(%x: memref<?x?xf32, strided<[?, 1]>>, %out: memref<?x?xf32>) {
  lmhlo.tanh ins(%x : memref<?x?xf32, strided<[?, 1]>>) outs(%out : memref<?x?xf32>)
  func.return
}

// -----

// Both reduced axes merge, and so do both rows.
// CHECK:      func.func @reduced(%x: memref<?x?x?x?xf32>, %z: memref<f32>, %out: memref<?x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c1 : memref<?x?xf32>
// CHECK-NEXT: %2 = memref.dim %x, %c2 : memref<?x?x?x?xf32>
// CHECK-NEXT: %3 = memref.dim %x, %c3 : memref<?x?x?x?xf32>
// CHECK-NEXT: %4 = arith.muli %0, %1 : index
// CHECK-NEXT: %5 = arith.muli %2, %3 : index
// CHECK-NEXT: %6 = memref.load %z[] : memref<f32>
// CHECK-NEXT: %7 = memref.collapse_shape %x [[0 : i64, 1 : i64], [2 : i64, 3 : i64]] : memref<?x?x?x?xf32> into memref<?x?xf32>
// CHECK-NEXT: %8 = memref.collapse_shape %out [[0 : i64, 1 : i64]] : memref<?x?xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %4, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%9: index):
// CHECK-NEXT: %10 = scf.for %11 = %c0 to %5 step %c1 iter_args(%12 = %6) -> (f32) {
// CHECK-NEXT: %13 = memref.load %7[%9, %11] : memref<?x?xf32>
// CHECK-NEXT: %14 = arith.addf %12, %13 : f32
// CHECK-NEXT: scf.yield %14 : f32
// CHECK-NEXT: }
// CHECK-NEXT: memref.store %10, %8[%9] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @reduced(%x: memref<?x?x?x?xf32>, %z: memref<f32>, %out: memref<?x?xf32>) {
  lmhlo.reduce ins(%x, %z : memref<?x?x?x?xf32>, memref<f32>) outs(%out : memref<?x?xf32>) {dimensions = array<i64: 2, 3>} ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %c : tensor<f32>
  })
  func.return
}

// -----

// No loop for one element, and nothing for none.
// CHECK:      func.func @few(%x: memref<f32>, %y: memref<f32>, %e: memref<0x?xf32>, %g: memref<0x?xf32>) {
// CHECK-NEXT: %0 = memref.load %x[] : memref<f32>
// CHECK-NEXT: %1 = arith.negf %0 : f32
// CHECK-NEXT: memref.store %1, %y[] : memref<f32>
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @few(%x: memref<f32>, %y: memref<f32>, %e: memref<0x?xf32>, %g: memref<0x?xf32>) {
  lmhlo.negate ins(%x : memref<f32>) outs(%y : memref<f32>)
  lmhlo.negate ins(%e : memref<0x?xf32>) outs(%g : memref<0x?xf32>)
  func.return
}

// -----

// The first element along an axis that is longer: those before and after it are no neighbours.
// CHECK:      func.func @first(%x: memref<?x7x?xf32>, %out: memref<?x1x?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c2 = arith.constant 2 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x1x?xf32>
// CHECK-NEXT: %1 = memref.dim %out, %c2 : memref<?x1x?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: scf.for %3 = %c0 to %1 step %c1 {
// CHECK-NEXT: %4 = memref.load %x[%2, %c0, %3] : memref<?x7x?xf32>
// CHECK-NEXT: %5 = arith.negf %4 : f32
// CHECK-NEXT: memref.store %5, %out[%2, %c0, %3] : memref<?x1x?xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @first(%x: memref<?x7x?xf32>, %out: memref<?x1x?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %x, %c0 : memref<?x7x?xf32>
  %m = memref.dim %x, %c2 : memref<?x7x?xf32>
  lmhlo.fusion ins(%x : memref<?x7x?xf32>) outs(%out : memref<?x1x?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x7x?xf32>):
    %from = arith.constant dense<0> : tensor<3xindex>
    %to = tensor.from_elements %n, %c1, %m : tensor<3xindex>
    %steps = arith.constant dense<1> : tensor<3xindex>
    %1 = stablehlo.real_dynamic_slice %0, %from, %to, %steps : (tensor<?x7x?xf32>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) -> tensor<?x1x?xf32>
    %2 = stablehlo.negate %1 : tensor<?x1x?xf32>
    mhlo.return %2 : tensor<?x1x?xf32>
  })
  func.return
}

// -----

// A gather of seven of eight elements counts through no axis of its operand, one of all eight does.
// CHECK:      func.func @part(%x: memref<?x8xf32>, %out: memref<?x7xf32>, %all: memref<?x8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = memref.dim %out, %c0 : memref<?x7xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%1: index):
// CHECK-NEXT: scf.for %2 = %c0 to %c7 step %c1 {
// CHECK-NEXT: %3 = memref.load %x[%1, %2] : memref<?x8xf32>
// CHECK-NEXT: %4 = arith.negf %3 : f32
// CHECK-NEXT: memref.store %4, %out[%1, %2] : memref<?x7xf32>
// CHECK-NEXT: }
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: %5 = memref.dim %all, %c0 : memref<?x8xf32>
// CHECK-NEXT: %6 = arith.muli %5, %c8 : index
// CHECK-NEXT: %7 = memref.collapse_shape %x [[0 : i64, 1 : i64]] : memref<?x8xf32> into memref<?xf32>
// CHECK-NEXT: %8 = memref.collapse_shape %all [[0 : i64, 1 : i64]] : memref<?x8xf32> into memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %6, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%9: index):
// CHECK-NEXT: %10 = memref.load %7[%9] : memref<?xf32>
// CHECK-NEXT: %11 = arith.negf %10 : f32
// CHECK-NEXT: memref.store %11, %8[%9] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @part(%x: memref<?x8xf32>, %out: memref<?x7xf32>, %all: memref<?x8xf32>) {
  %c0 = arith.constant 0 : index
  %c7 = arith.constant 7 : i32
  %c8 = arith.constant 8 : i32
  %rows = memref.dim %x, %c0 : memref<?x8xf32>
  %n = arith.index_cast %rows : index to i32
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%out : memref<?x7xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %from = stablehlo.constant dense<0> : tensor<1xi32>
    %sizes = tensor.from_elements %n, %c7 : tensor<2xi32>
    %1 = "stablehlo.dynamic_gather"(%0, %from, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>}> : (tensor<?x8xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x7xf32>
    %2 = stablehlo.negate %1 : tensor<?x7xf32>
    mhlo.return %2 : tensor<?x7xf32>
  })
  lmhlo.fusion ins(%x : memref<?x8xf32>) outs(%all : memref<?x8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?x8xf32>):
    %from = stablehlo.constant dense<0> : tensor<1xi32>
    %sizes = tensor.from_elements %n, %c8 : tensor<2xi32>
    %1 = "stablehlo.dynamic_gather"(%0, %from, %sizes) <{dimension_numbers = #stablehlo.gather<offset_dims = [0, 1], start_index_map = [1]>}> : (tensor<?x8xf32>, tensor<1xi32>, tensor<2xi32>) -> tensor<?x8xf32>
    %2 = stablehlo.negate %1 : tensor<?x8xf32>
    mhlo.return %2 : tensor<?x8xf32>
  })
  func.return
}

// -----

// A constant becomes a float where that does not round.
// CHECK:      func.func @square(%x: memref<?xf32>, %out: memref<?xf32>, %n: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %0 = arith.constant 2.000000e+00 : f32
// CHECK-NEXT: %1 = arith.constant 16777217 : i64
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %2 = memref.dim %out, %c0 : memref<?xf32>
// CHECK-NEXT: %3 = arith.sitofp %1 : i64 to f32
// CHECK-NEXT: "scf.parallel"(%c0, %2, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%4: index):
// CHECK-NEXT: %5 = memref.load %x[%4] : memref<?xf32>
// CHECK-NEXT: %6 = math.powf %5, %0 : f32
// CHECK-NEXT: %7 = arith.addf %6, %3 : f32
// CHECK-NEXT: memref.store %7, %out[%4] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @square(%x: memref<?xf32>, %out: memref<?xf32>, %n: index) {
  lmhlo.fusion ins(%x : memref<?xf32>) outs(%out : memref<?xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<?xf32>):
    %c = stablehlo.constant dense<2> : tensor<i64>
    %big = stablehlo.constant dense<16777217> : tensor<i64>
    %s = tensor.from_elements %n : tensor<1xindex>
    %1 = stablehlo.convert %c : (tensor<i64>) -> tensor<f32>
    %2 = stablehlo.convert %big : (tensor<i64>) -> tensor<f32>
    %3 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    %4 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
    %5 = stablehlo.power %0, %3 : tensor<?xf32>
    %6 = stablehlo.add %5, %4 : tensor<?xf32>
    mhlo.return %6 : tensor<?xf32>
  })
  func.return
}
