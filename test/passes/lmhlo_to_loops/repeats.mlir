// RUN: disc-opt %s --split-input-file -p 'lmhlo-to-loops' | filecheck %s

// A kernel like the one before has a copy of its loops, on its own buffers.
// CHECK:      func.func @alike(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %z: memref<4x8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c32 = arith.constant 32 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.collapse_shape %x [[0 : i64, 1 : i64]] : memref<4x8xf32> into memref<32xf32>
// CHECK-NEXT: %1 = memref.collapse_shape %y [[0 : i64, 1 : i64]] : memref<4x8xf32> into memref<32xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %c32, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%2: index):
// CHECK-NEXT: %3 = memref.load %0[%2] : memref<32xf32>
// CHECK-NEXT: %4 = math.exp %3 : f32
// CHECK-NEXT: memref.store %4, %1[%2] : memref<32xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: %5 = memref.collapse_shape %y [[0 : i64, 1 : i64]] : memref<4x8xf32> into memref<32xf32>
// CHECK-NEXT: %6 = memref.collapse_shape %z [[0 : i64, 1 : i64]] : memref<4x8xf32> into memref<32xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %c32, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%7: index):
// CHECK-NEXT: %8 = memref.load %5[%7] : memref<32xf32>
// CHECK-NEXT: %9 = math.exp %8 : f32
// CHECK-NEXT: memref.store %9, %6[%7] : memref<32xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @alike(%x: memref<4x8xf32>, %y: memref<4x8xf32>, %z: memref<4x8xf32>) {
  lmhlo.exponential ins(%x : memref<4x8xf32>) outs(%y : memref<4x8xf32>)
  lmhlo.exponential ins(%y : memref<4x8xf32>) outs(%z : memref<4x8xf32>)
  func.return
}

// -----

// Of other sizes: the second loop runs to another value.
// CHECK:      func.func @sizes(%n: index, %m: index) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %a = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: %b = memref.alloc(%n) : memref<?xf32>
// CHECK-NEXT: %c = memref.alloc(%m) : memref<?xf32>
// CHECK-NEXT: %d = memref.alloc(%m) : memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %n, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%0: index):
// CHECK-NEXT: %1 = memref.load %a[%0] : memref<?xf32>
// CHECK-NEXT: %2 = arith.negf %1 : f32
// CHECK-NEXT: memref.store %2, %b[%0] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: "scf.parallel"(%c0, %m, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = memref.load %c[%3] : memref<?xf32>
// CHECK-NEXT: %5 = arith.negf %4 : f32
// CHECK-NEXT: memref.store %5, %d[%3] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @sizes(%n: index, %m: index) {
  %a = memref.alloc(%n) : memref<?xf32>
  %b = memref.alloc(%n) : memref<?xf32>
  %c = memref.alloc(%m) : memref<?xf32>
  %d = memref.alloc(%m) : memref<?xf32>
  lmhlo.negate ins(%a : memref<?xf32>) outs(%b : memref<?xf32>)
  lmhlo.negate ins(%c : memref<?xf32>) outs(%d : memref<?xf32>)
  func.return
}

// -----

// Arguments have no size that is a value: each kernel reads the sizes of its own buffers.
// CHECK:      func.func @arguments(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %0 = memref.dim %y, %c0 : memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %0, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%1: index):
// CHECK-NEXT: %2 = memref.load %x[%1] : memref<?xf32>
// CHECK-NEXT: %3 = arith.negf %2 : f32
// CHECK-NEXT: memref.store %3, %y[%1] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: %4 = memref.dim %z, %c0 : memref<?xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %4, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: %6 = memref.load %y[%5] : memref<?xf32>
// CHECK-NEXT: %7 = arith.negf %6 : f32
// CHECK-NEXT: memref.store %7, %z[%5] : memref<?xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @arguments(%x: memref<?xf32>, %y: memref<?xf32>, %z: memref<?xf32>) {
  lmhlo.negate ins(%x : memref<?xf32>) outs(%y : memref<?xf32>)
  lmhlo.negate ins(%y : memref<?xf32>) outs(%z : memref<?xf32>)
  func.return
}

// -----

// The second kernel writes over what it reads at another index, and has no loops.
// CHECK:      func.func @in_place(%x: memref<8xf32>, %y: memref<8xf32>) {
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%1: index):
// CHECK-NEXT: %2 = arith.muli %1, %0 : index
// CHECK-NEXT: %3 = arith.addi %2, %c7 : index
// CHECK-NEXT: %4 = memref.load %x[%3] : memref<8xf32>
// CHECK-NEXT: memref.store %4, %y[%1] : memref<8xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: lmhlo.reverse ins(%y : memref<8xf32>) outs(%y : memref<8xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @in_place(%x: memref<8xf32>, %y: memref<8xf32>) {
  lmhlo.reverse ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {dimensions = array<i64: 0>}
  lmhlo.reverse ins(%y : memref<8xf32>) outs(%y : memref<8xf32>) {dimensions = array<i64: 0>}
  func.return
}

// -----

// Parts of one arena: the second kernel writes the bytes that it reads, and has no loops. The third
// one is like the first.
// CHECK:      func.func @parts(%arena: memref<64xi8>) {
// CHECK-NEXT: %0 = arith.constant -1 : index
// CHECK-NEXT: %c7 = arith.constant 7 : index
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %c32 = arith.constant 32 : index
// CHECK-NEXT: %a = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
// CHECK-NEXT: %b = memref.view %arena[%c32][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%1: index):
// CHECK-NEXT: %2 = arith.muli %1, %0 : index
// CHECK-NEXT: %3 = arith.addi %2, %c7 : index
// CHECK-NEXT: %4 = memref.load %a[%3] : memref<8xf32>
// CHECK-NEXT: memref.store %4, %b[%1] : memref<8xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: %c = memref.view %arena[%c32][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
// CHECK-NEXT: lmhlo.reverse ins(%b : memref<8xf32>) outs(%c : memref<8xf32>) {dimensions = array<i64: 0>}
// CHECK-NEXT: %d = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
// CHECK-NEXT: "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%5: index):
// CHECK-NEXT: %6 = arith.muli %5, %0 : index
// CHECK-NEXT: %7 = arith.addi %6, %c7 : index
// CHECK-NEXT: %8 = memref.load %c[%7] : memref<8xf32>
// CHECK-NEXT: memref.store %8, %d[%5] : memref<8xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @parts(%arena: memref<64xi8>) {
  %c0 = arith.constant 0 : index
  %c32 = arith.constant 32 : index
  %a = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
  %b = memref.view %arena[%c32][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
  lmhlo.reverse ins(%a : memref<8xf32>) outs(%b : memref<8xf32>) {dimensions = array<i64: 0>}
  %c = memref.view %arena[%c32][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
  lmhlo.reverse ins(%b : memref<8xf32>) outs(%c : memref<8xf32>) {dimensions = array<i64: 0>}
  %d = memref.view %arena[%c0][] {disc_shape.lifetime} : memref<64xi8> to memref<8xf32>
  lmhlo.reverse ins(%c : memref<8xf32>) outs(%d : memref<8xf32>) {dimensions = array<i64: 0>}
  func.return
}

// -----

// What the region captures is another scalar.
// CHECK:      func.func @captures(%a: f32, %b: f32, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%0: index):
// CHECK-NEXT: %1 = memref.load %x[%0] : memref<8xf32>
// CHECK-NEXT: %2 = arith.mulf %1, %a : f32
// CHECK-NEXT: memref.store %2, %y[%0] : memref<8xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: "scf.parallel"(%c0, %c8, %c1) <{operandSegmentSizes = array<i32: 1, 1, 1, 0>}> ({
// CHECK-NEXT: ^bb0(%3: index):
// CHECK-NEXT: %4 = memref.load %x[%3] : memref<8xf32>
// CHECK-NEXT: %5 = arith.mulf %4, %b : f32
// CHECK-NEXT: memref.store %5, %z[%3] : memref<8xf32>
// CHECK-NEXT: scf.reduce
// CHECK-NEXT: }) : (index, index, index) -> ()
// CHECK-NEXT: func.return
// CHECK-NEXT: }
func.func @captures(%a: f32, %b: f32, %x: memref<8xf32>, %y: memref<8xf32>, %z: memref<8xf32>) {
  lmhlo.fusion ins(%x : memref<8xf32>) outs(%y : memref<8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<8xf32>):
    %1 = tensor.from_elements %a : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8xf32>
    mhlo.return %3 : tensor<8xf32>
  })
  lmhlo.fusion ins(%x : memref<8xf32>) outs(%z : memref<8xf32>) {fusion_kind = #mhlo<fusion_kind kLoop>} ({
  ^bb0(%0: tensor<8xf32>):
    %1 = tensor.from_elements %b : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.multiply %0, %2 : tensor<8xf32>
    mhlo.return %3 : tensor<8xf32>
  })
  func.return
}
