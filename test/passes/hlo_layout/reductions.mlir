// RUN: disc-opt %s --split-input-file -p 'hlo-layout' | filecheck %s

// A reduction inside of a group: the dimensions that it keeps change places, and the transpose of
// its result is gone.
// CHECK:      func.func @reduce(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.tanh %x : tensor<?x?x4xf32>
// CHECK-NEXT: %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @reduce(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.tanh %0 : tensor<?x?x4xf32>
  %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// -----

// A transpose moves to where it moves less: four times fewer bytes, as many transposes.
// CHECK:      func.func @smaller(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @smaller(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// The size reduced may be 0, and then the result is the larger one: no proof.
// CHECK:      func.func @no_proof(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
// CHECK-NEXT: %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @no_proof(%x: tensor<?x?x?xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32>) -> tensor<?x?x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// A range that says at least 1 is one.
// CHECK:      func.func @range(%x: tensor<?x?x?xf32, [@a, @b, @c]>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32, [@a, @b, @c]>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @range(%x: tensor<?x?x?xf32, [@a, @b, @c]>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x?xf32, [@a, @b, @c]>) -> tensor<?x?x?xf32, [@b, @a, @c]>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x?xf32, [@b, @a, @c]>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
disc_shape.SymbolDim @a
disc_shape.SymbolDim @b
disc_shape.SymbolDim @c {ranges = [[1, ?]]}

// -----

// Several results, each transposed by those that read it.
// CHECK:      func.func @variadic(%x: tensor<?x?x4xf32>, %i: tensor<?x?x4xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %first = stablehlo.constant dense<0> : tensor<i32>
// CHECK-NEXT: %0, %1 = stablehlo.reduce(%x init: %zero), (%i init: %first) across dimensions = [2] : (tensor<?x?x4xf32>, tensor<?x?x4xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
// CHECK-NEXT: reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>)  {
// CHECK-NEXT: %m = stablehlo.maximum %a, %b : tensor<f32>
// CHECK-NEXT: %s = stablehlo.add %c, %d : tensor<i32>
// CHECK-NEXT: stablehlo.return %m, %s : tensor<f32>, tensor<i32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %0, %1 : tensor<?x?xf32>, tensor<?x?xi32>
// CHECK-NEXT: }
func.func @variadic(%x: tensor<?x?x4xf32>, %i: tensor<?x?x4xi32>) -> (tensor<?x?xf32>, tensor<?x?xi32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %first = stablehlo.constant dense<0> : tensor<i32>
  %0 = stablehlo.transpose %x, dims = [1, 2, 0] : (tensor<?x?x4xf32>) -> tensor<?x4x?xf32>
  %1 = stablehlo.transpose %i, dims = [1, 2, 0] : (tensor<?x?x4xi32>) -> tensor<?x4x?xi32>
  %2:2 = stablehlo.reduce(%0 init: %zero), (%1 init: %first) across dimensions = [1] : (tensor<?x4x?xf32>, tensor<?x4x?xi32>, tensor<f32>, tensor<i32>) -> (tensor<?x?xf32>, tensor<?x?xi32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<i32>, %d: tensor<i32>) {
      %m = stablehlo.maximum %a, %b : tensor<f32>
      %s = stablehlo.add %c, %d : tensor<i32>
      stablehlo.return %m, %s : tensor<f32>, tensor<i32>
    }
  %3 = stablehlo.transpose %2#0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %4 = stablehlo.transpose %2#1, dims = [1, 0] : (tensor<?x?xi32>) -> tensor<?x?xi32>
  return %3, %4 : tensor<?x?xf32>, tensor<?x?xi32>
}

// -----

// Normalisation in the order of the other framework: a mean along channels, broadcast back.
// CHECK:      func.func @rows(%x: tensor<?x?x8xf32>) -> tensor<?x?x8xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?x8xf32>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?x8xf32>
// CHECK-NEXT: %c8 = arith.constant 8 : index
// CHECK-NEXT: %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<?x?x8xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = tensor.from_elements %n, %m, %c8 : tensor<3xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %0, %1, dims = [0, 1] : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x?x8xf32>
// CHECK-NEXT: %3 = stablehlo.subtract %x, %2 : tensor<?x?x8xf32>
// CHECK-NEXT: func.return %3 : tensor<?x?x8xf32>
// CHECK-NEXT: }
func.func @rows(%x: tensor<?x?x8xf32>) -> tensor<?x?x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?x8xf32>
  %m = tensor.dim %x, %c1 : tensor<?x?x8xf32>
  %c8 = arith.constant 8 : index
  %sizes = tensor.from_elements %n, %c8, %m : tensor<3xindex>
  %0 = stablehlo.transpose %x, dims = [0, 2, 1] : (tensor<?x?x8xf32>) -> tensor<?x8x?xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x8x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %sizes, dims = [0, 2] : (tensor<?x?xf32>, tensor<3xindex>) -> tensor<?x8x?xf32>
  %3 = stablehlo.subtract %0, %2 : tensor<?x8x?xf32>
  %4 = stablehlo.transpose %3, dims = [0, 2, 1] : (tensor<?x8x?xf32>) -> tensor<?x?x8xf32>
  return %4 : tensor<?x?x8xf32>
}

// -----

// Sums along either dimension, broadcast back in the other order: each broadcast reads and writes
// any order, so the two sides need not agree.
// CHECK:      func.func @crossed(%x: tensor<4x4x8xf32>) -> tensor<4x4x8xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
// CHECK-NEXT: %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<4x4xf32>) -> tensor<4x4x8xf32>
// CHECK-NEXT: func.return %1 : tensor<4x4x8xf32>
// CHECK-NEXT: }
func.func @crossed(%x: tensor<4x4x8xf32>) -> tensor<4x4x8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<4x4x8xf32>) -> tensor<4x4x8xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] : (tensor<4x4x8xf32>, tensor<f32>) -> tensor<4x4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4x8xf32>
  return %2 : tensor<4x4x8xf32>
}

// -----

// A value and its transpose are the inputs of one reduction: no layout serves both.
// CHECK:      func.func @both(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
// CHECK-NEXT: %1, %2 = stablehlo.reduce(%x init: %zero), (%0 init: %zero) across dimensions = [2] : (tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
// CHECK-NEXT: reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>)  {
// CHECK-NEXT: %m = stablehlo.maximum %a, %b : tensor<f32>
// CHECK-NEXT: %s = stablehlo.add %c, %d : tensor<f32>
// CHECK-NEXT: stablehlo.return %m, %s : tensor<f32>, tensor<f32>
// CHECK-NEXT: }
// CHECK-NEXT: func.return %2 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @both(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %1:2 = stablehlo.reduce(%x init: %zero), (%0 init: %zero) across dimensions = [2] : (tensor<?x?x4xf32>, tensor<?x?x4xf32>, tensor<f32>, tensor<f32>) -> (tensor<?x?xf32>, tensor<?x?xf32>)
    reducer(%a: tensor<f32>, %b: tensor<f32>) (%c: tensor<f32>, %d: tensor<f32>) {
      %m = stablehlo.maximum %a, %b : tensor<f32>
      %s = stablehlo.add %c, %d : tensor<f32>
      stablehlo.return %m, %s : tensor<f32>, tensor<f32>
    }
  return %1#1 : tensor<?x?xf32>
}

// -----

// An attribute of another dialect names dimensions of the reduction.
// CHECK:      func.func @sharding(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
// CHECK-NEXT: %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @sharding(%x: tensor<?x?x4xf32>) -> tensor<?x?xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.transpose %x, dims = [1, 0, 2] : (tensor<?x?x4xf32>) -> tensor<?x?x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [2] {mhlo.sharding = "{devices=[2,1]<=[2]}"} : (tensor<?x?x4xf32>, tensor<f32>) -> tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}
