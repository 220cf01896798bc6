// RUN: disc-opt %s --split-input-file -p 'shape-optimization{keep-tie-shape=true},mhlo-to-lmhlo' | filecheck %s

// What is updated is an argument: it is copied, and the update is written into its part of the copy.
// Where it begins is a number, in no buffer.
// CHECK:      func.func @argument(
// CHECK:      %[[I:.*]] = arith.addi
// CHECK-NOT:  memref.alloc() : memref<i32>
// CHECK:      %[[W:.*]] = memref.alloc(%{{.*}}) {disc_shape.dims = [@S0, @C8]} : memref<?x8xf32>
// CHECK-NEXT: "memref.copy"(%x, %[[W]])
// CHECK:      arith.index_cast %[[I]]
// CHECK:      %[[U:.*]] = memref.subview %[[W]][%{{.*}}, 0] [2, 8] [1, 1]
// CHECK-NEXT: lmhlo.tanh ins(%y : memref<2x8xf32>) outs(%[[U]]
// CHECK-NEXT: func.return %[[W]]
func.func @argument(%x: tensor<?x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.add %n, %n : tensor<i32>
  %0 = stablehlo.tanh %y : tensor<2x8xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  func.return %1 : tensor<?x8xf32>
}

// -----

// The producer reads what is updated.
// CHECK:      func.func @read(
// CHECK:      "memref.copy"(%x, %[[W:.*]]) :
// CHECK:      %[[U:.*]] = memref.subview %[[W]]
// CHECK-NEXT: lmhlo.tanh ins(%{{.*}}) outs(%[[U]]
func.func @read(%x: tensor<6x8xf32>, %n: tensor<i32>) -> tensor<6x8xf32> {
  %s = stablehlo.slice %x [0:4:2, 0:8] : (tensor<6x8xf32>) -> tensor<2x8xf32>
  %0 = stablehlo.tanh %s : tensor<2x8xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %n, %n : (tensor<6x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<6x8xf32>
  func.return %1 : tensor<6x8xf32>
}

// -----

// The producer reads a buffer that is freed then: a copy before would raise the peak.
// CHECK:      func.func @freed(
// CHECK-NOT:  memref.copy
// CHECK:      lmhlo.dynamic_update_slice ins(%x,
func.func @freed(%x: tensor<?x8xf32>, %y: tensor<64x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.tanh %y : tensor<64x8xf32>
  %s = stablehlo.slice %0 [0:4:2, 0:8] : (tensor<64x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.reverse %s, dims = [0] : tensor<2x8xf32>
  %2 = stablehlo.dynamic_update_slice %x, %1, %n, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  func.return %2 : tensor<?x8xf32>
}

// -----

// Where it begins is known only after the producer.
// CHECK:      func.func @late(
// CHECK-NOT:  memref.copy
// CHECK:      lmhlo.dynamic_update_slice ins(%x,
func.func @late(%x: tensor<?x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.tanh %y : tensor<2x8xf32>
  %i = stablehlo.add %n, %n : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %i, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  func.return %1 : tensor<?x8xf32>
}

// -----

// No operation writes the update.
// CHECK:      func.func @given(
// CHECK-NOT:  memref.copy
// CHECK:      lmhlo.dynamic_update_slice ins(%x,
func.func @given(%x: tensor<?x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.dynamic_update_slice %x, %y, %n, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  func.return %1 : tensor<?x8xf32>
}

// -----

// The update is returned as well.
// CHECK:      func.func @returned(
// CHECK-NOT:  memref.copy
// CHECK:      lmhlo.dynamic_update_slice ins(%x,
func.func @returned(%x: tensor<?x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> (tensor<?x8xf32>, tensor<2x8xf32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.tanh %y : tensor<2x8xf32>
  %1 = stablehlo.dynamic_update_slice %x, %0, %n, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  func.return %1, %0 : tensor<?x8xf32>, tensor<2x8xf32>
}

// -----

// An argument is copied to where it belongs, and no buffer holds the number where that begins.
// CHECK:      func.func @copied(
// CHECK:      %[[I:.*]] = arith.addi
// CHECK-NOT:  memref.alloc() : memref<i32>
// CHECK:      lmhlo.tanh ins(%x : memref<?x8xf32>) outs(%[[A:.*]] : memref<?x8xf32>)
// CHECK:      arith.index_cast %[[I]]
// CHECK:      %[[U:.*]] = memref.subview %[[A]][%{{.*}}, 0] [2, 8] [1, 1]
// CHECK-NEXT: "memref.copy"(%y, %[[U]])
// CHECK-NEXT: func.return %[[A]]
func.func @copied(%x: tensor<?x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> tensor<?x8xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %i = stablehlo.add %n, %n : tensor<i32>
  %0 = stablehlo.tanh %x : tensor<?x8xf32>
  %1 = stablehlo.dynamic_update_slice %0, %y, %i, %zero : (tensor<?x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<?x8xf32>
  func.return %1 : tensor<?x8xf32>
}

// -----

// The number is in a buffer anyway.
// CHECK:      func.func @stored(
// CHECK:      lmhlo.dynamic_update_slice ins(%{{.*}}, %y, %n, %n
func.func @stored(%x: tensor<8x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> tensor<8x8xf32> {
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  %1 = stablehlo.dynamic_update_slice %0, %y, %n, %n : (tensor<8x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  func.return %1 : tensor<8x8xf32>
}

// -----

// The number is returned.
// CHECK:      func.func @kept(
// CHECK:      lmhlo.dynamic_update_slice ins(%{{.*}}, %y, %[[I:.*]], %[[I]]
// CHECK:      func.return %{{.*}}, %[[I]]
func.func @kept(%x: tensor<8x8xf32>, %y: tensor<2x8xf32>, %n: tensor<i32>) -> (tensor<8x8xf32>, tensor<i32>) {
  %i = stablehlo.add %n, %n : tensor<i32>
  %0 = stablehlo.tanh %x : tensor<8x8xf32>
  %1 = stablehlo.dynamic_update_slice %0, %y, %i, %i : (tensor<8x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<8x8xf32>
  func.return %1, %i : tensor<8x8xf32>, tensor<i32>
}
