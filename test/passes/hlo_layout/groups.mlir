// RUN: disc-opt %s --split-input-file -p 'hlo-layout' | filecheck %s

// Transposes at both ends of elementwise work disappear.
// CHECK:      func.func @inside(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.tanh %x : tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.add %0, %y : tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @inside(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.tanh %0 : tensor<?x?xf32>
  %3 = stablehlo.add %2, %1 : tensor<?x?xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %4 : tensor<?x?xf32>
}

// -----

// One transpose at the end in place of two at the beginning.
// CHECK:      func.func @fewer(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<4x?xf32> {
// CHECK-NEXT: %0 = stablehlo.add %x, %y : tensor<?x4xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
// CHECK-NEXT: func.return %1 : tensor<4x?xf32>
// CHECK-NEXT: }
func.func @fewer(%x: tensor<?x4xf32>, %y: tensor<?x4xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %2 = stablehlo.add %0, %1 : tensor<4x?xf32>
  return %2 : tensor<4x?xf32>
}

// -----

// One at either end is as many as before: the group stays as it is.
// CHECK:      func.func @as_many(%x: tensor<?x4xf32>) -> tensor<4x?xf32> {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
// CHECK-NEXT: %1 = stablehlo.tanh %0 : tensor<4x?xf32>
// CHECK-NEXT: func.return %1 : tensor<4x?xf32>
// CHECK-NEXT: }
func.func @as_many(%x: tensor<?x4xf32>) -> tensor<4x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %1 = stablehlo.tanh %0 : tensor<4x?xf32>
  return %1 : tensor<4x?xf32>
}

// -----

// Two narrow transposes move fewer bytes than one of the wide result.
// CHECK:      func.func @narrow(%x: tensor<?x4xi8>, %y: tensor<?x4xi8>) -> tensor<4x?xf64> {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xi8>) -> tensor<4x?xi8>
// CHECK-NEXT: %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x4xi8>) -> tensor<4x?xi8>
// CHECK-NEXT: %2 = stablehlo.add %0, %1 : tensor<4x?xi8>
// CHECK-NEXT: %3 = stablehlo.convert %2 : (tensor<4x?xi8>) -> tensor<4x?xf64>
// CHECK-NEXT: func.return %3 : tensor<4x?xf64>
// CHECK-NEXT: }
func.func @narrow(%x: tensor<?x4xi8>, %y: tensor<?x4xi8>) -> tensor<4x?xf64> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x4xi8>) -> tensor<4x?xi8>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x4xi8>) -> tensor<4x?xi8>
  %2 = stablehlo.add %0, %1 : tensor<4x?xi8>
  %3 = stablehlo.convert %2 : (tensor<4x?xi8>) -> tensor<4x?xf64>
  return %3 : tensor<4x?xf64>
}

// -----

// A value and its transpose meet: no layout serves both.
// CHECK:      func.func @both(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.add %x, %0 : tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @both(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.add %x, %0 : tensor<?x?xf32>
  return %1 : tensor<?x?xf32>
}

// -----

// Dimensions of concatenations, pads, slices and reversals follow; symbols and sizes too.
// CHECK:      func.func @axes(%x: tensor<?x?x8xf32, [@a, @b, @C8]>, %n: index, %m: index) -> tensor<?x?x3xf32> {
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %c3 = arith.constant 3 : index
// CHECK-NEXT: %0 = stablehlo.reverse %x, dims = [1, 2] : tensor<?x?x8xf32, [@a, @b, @C8]>
// CHECK-NEXT: %1 = stablehlo.concatenate %x, %0, dim = 2 : (tensor<?x?x8xf32, [@a, @b, @C8]>, tensor<?x?x8xf32, [@a, @b, @C8]>) -> tensor<?x?x16xf32>
// CHECK-NEXT: %2 = stablehlo.pad %1, %zero, low = [0, 2, 1], high = [0, 3, 0], interior = [1, 0, 0] : (tensor<?x?x16xf32>, tensor<f32>) -> tensor<?x?x17xf32>
// CHECK-NEXT: %from = arith.constant dense<[0, 0, 1]> : tensor<3xindex>
// CHECK-NEXT: %3 = tensor.from_elements %n, %m, %c3 : tensor<3xindex>
// CHECK-NEXT: %step = arith.constant dense<[1, 1, 2]> : tensor<3xindex>
// CHECK-NEXT: %4 = stablehlo.real_dynamic_slice %2, %from, %3, %step : (tensor<?x?x17xf32>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) -> tensor<?x?x1xf32>
// CHECK-NEXT: %5 = stablehlo.concatenate %4, %4, %4, dim = 2 : (tensor<?x?x1xf32>, tensor<?x?x1xf32>, tensor<?x?x1xf32>) -> tensor<?x?x3xf32>
// CHECK-NEXT: func.return %5 : tensor<?x?x3xf32>
// CHECK-NEXT: }
func.func @axes(%x: tensor<?x?x8xf32, [@a, @b, @C8]>, %n: index, %m: index) -> tensor<?x?x3xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c3 = arith.constant 3 : index
  %from = arith.constant dense<[1, 0, 0]> : tensor<3xindex>
  %step = arith.constant dense<[2, 1, 1]> : tensor<3xindex>
  %to = tensor.from_elements %c3, %n, %m : tensor<3xindex>
  %0 = stablehlo.transpose %x, dims = [2, 0, 1] : (tensor<?x?x8xf32, [@a, @b, @C8]>) -> tensor<8x?x?xf32, [@C8, @a, @b]>
  %1 = stablehlo.reverse %0, dims = [0, 2] : tensor<8x?x?xf32, [@C8, @a, @b]>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<8x?x?xf32, [@C8, @a, @b]>, tensor<8x?x?xf32, [@C8, @a, @b]>) -> tensor<16x?x?xf32>
  %3 = stablehlo.pad %2, %zero, low = [1, 0, 2], high = [0, 0, 3], interior = [0, 1, 0] : (tensor<16x?x?xf32>, tensor<f32>) -> tensor<17x?x?xf32>
  %4 = stablehlo.real_dynamic_slice %3, %from, %to, %step : (tensor<17x?x?xf32>, tensor<3xindex>, tensor<3xindex>, tensor<3xindex>) -> tensor<1x?x?xf32>
  %5 = stablehlo.concatenate %4, %4, %4, dim = 0 : (tensor<1x?x?xf32>, tensor<1x?x?xf32>, tensor<1x?x?xf32>) -> tensor<3x?x?xf32>
  %6 = stablehlo.transpose %5, dims = [1, 2, 0] : (tensor<3x?x?xf32>) -> tensor<?x?x3xf32>
  return %6 : tensor<?x?x3xf32>
}
disc_shape.SymbolDim @a
disc_shape.SymbolDim @b
disc_shape.SymbolDim @C8 {value = 8}

// -----

// One transpose of the concatenation may move more than the two of its parts do now, by no proof
// less: what the other argument has in addition is unknown.
// CHECK:      func.func @unknown(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %2 = stablehlo.concatenate %0, %1, %z, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @unknown(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %z: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.concatenate %0, %1, %z, dim = 0 : (tensor<?x?xf32>, tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// Sizes that are tied follow; scalar operands stay.
// CHECK:      func.func @tied(%x: tensor<?x?xf32>, %n: index, %m: index, %low: tensor<f32>, %high: tensor<f32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = disc_shape.tie_shape %x, %m, %n : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.clamp %low, %0, %high : (tensor<f32>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @tied(%x: tensor<?x?xf32>, %n: index, %m: index, %low: tensor<f32>, %high: tensor<f32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = disc_shape.tie_shape %0, %n, %m : (tensor<?x?xf32>, index, index) -> tensor<?x?xf32>
  %2 = stablehlo.clamp %low, %1, %high : (tensor<f32>, tensor<?x?xf32>, tensor<f32>) -> tensor<?x?xf32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// -----

// What a region reads from outside is outside of the group.
// CHECK:      func.func @region(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %p: tensor<i1>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.add %x, %y : tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %2 = "stablehlo.if"(%p) ({
// CHECK-NEXT: %3 = stablehlo.tanh %1 : tensor<?x?xf32>
// CHECK-NEXT: stablehlo.return %3 : tensor<?x?xf32>
// CHECK-NEXT: }, {
// CHECK-NEXT: stablehlo.return %1 : tensor<?x?xf32>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @region(%x: tensor<?x?xf32>, %y: tensor<?x?xf32>, %p: tensor<i1>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.transpose %y, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %2 = stablehlo.add %0, %1 : tensor<?x?xf32>
  %3 = "stablehlo.if"(%p) ({
    %4 = stablehlo.tanh %2 : tensor<?x?xf32>
    stablehlo.return %4 : tensor<?x?xf32>
  }, {
    stablehlo.return %2 : tensor<?x?xf32>
  }) : (tensor<i1>) -> tensor<?x?xf32>
  return %3 : tensor<?x?xf32>
}

// -----

// An attribute of another dialect names dimensions.
// CHECK:      func.func @sharding(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: %1 = stablehlo.tanh %0 {mhlo.sharding = "{devices=[2,1]<=[2]}"} : tensor<?x?xf32>
// CHECK-NEXT: %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @sharding(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = stablehlo.tanh %0 {mhlo.sharding = "{devices=[2,1]<=[2]}"} : tensor<?x?xf32>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}

// -----

// The same under the other prefix.
// CHECK:      func.func @mhlo(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
// CHECK-NEXT: %0 = mhlo.tanh %x : tensor<?x?xf32>
// CHECK-NEXT: func.return %0 : tensor<?x?xf32>
// CHECK-NEXT: }
func.func @mhlo(%x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %0 = "mhlo.transpose"(%x) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  %1 = mhlo.tanh %0 : tensor<?x?xf32>
  %2 = "mhlo.transpose"(%1) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %2 : tensor<?x?xf32>
}
