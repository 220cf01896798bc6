// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Multiplying by one changes nothing, NaN included; through a conversion and a broadcast.
// CHECK-LABEL: func.func @times_one
// CHECK-NEXT:  return %x
func.func @times_one(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c = stablehlo.constant dense<1> : tensor<i64>
  %f = stablehlo.convert %c : (tensor<i64>) -> tensor<f32>
  %s = shape.shape_of %x : tensor<?xf32> -> tensor<1xindex>
  %b = stablehlo.dynamic_broadcast_in_dim %f, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %0 = stablehlo.multiply %b, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @over_one
// CHECK-NEXT:  return %x
func.func @over_one(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.divide %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// One over x is not x.
// CHECK-LABEL: func.func @one_over
// CHECK:       divide
func.func @one_over(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.divide %c, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// Adding 0.0 turns -0.0 into 0.0, so it stays; adding -0.0 changes nothing.
// CHECK-LABEL: func.func @plus_zero
// CHECK:       %[[SUM:.*]] = stablehlo.add %x
// CHECK-NEXT:  return %[[SUM]], %x, %x
func.func @plus_zero(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %zero : tensor<4xf32>
  %1 = stablehlo.add %x, %minus_zero : tensor<4xf32>
  %2 = stablehlo.subtract %x, %zero : tensor<4xf32>
  return %0, %1, %2 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// -----

// -0.0 - -0.0 is 0.0.
// CHECK-LABEL: func.func @minus_minus_zero
// CHECK:       subtract
func.func @minus_minus_zero(%x: tensor<4xf32>) -> tensor<4xf32> {
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %0 = stablehlo.subtract %x, %minus_zero : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// CHECK-LABEL: func.func @bits
// CHECK-NEXT:  return %x, %x, %x, %x
func.func @bits(%x: tensor<?xi32>) -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %all = stablehlo.constant dense<-1> : tensor<i32>
  %s = shape.shape_of %x : tensor<?xi32> -> tensor<1xindex>
  %z = stablehlo.dynamic_broadcast_in_dim %zero, %s, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %a = stablehlo.dynamic_broadcast_in_dim %all, %s, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %0 = stablehlo.and %x, %a : tensor<?xi32>
  %1 = stablehlo.or %z, %x : tensor<?xi32>
  %2 = stablehlo.xor %x, %z : tensor<?xi32>
  %3 = stablehlo.add %x, %z : tensor<?xi32>
  return %0, %1, %2, %3 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xi32>
}

// -----

// CHECK-LABEL: func.func @truth
// CHECK-NEXT:  return %x
func.func @truth(%x: tensor<3xi1>) -> tensor<3xi1> {
  %true = stablehlo.constant dense<true> : tensor<3xi1>
  %0 = stablehlo.and %x, %true : tensor<3xi1>
  return %0 : tensor<3xi1>
}

// -----

// CHECK-LABEL: func.func @extremes
// CHECK-NEXT:  return %x, %x
func.func @extremes(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %low = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
  %high = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %0 = stablehlo.maximum %low, %x : tensor<4xf32>
  %1 = stablehlo.minimum %x, %high : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// The other extreme is an answer, not neutral. Complex numbers are left alone: inf * (1 + 0i) has
// an imaginary part that is no number.
// CHECK-LABEL: func.func @not_neutral
// CHECK:       maximum
// CHECK:       multiply
func.func @not_neutral(%x: tensor<4xf32>, %z: tensor<4xcomplex<f32>>) -> (tensor<4xf32>, tensor<4xcomplex<f32>>) {
  %high = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  %one = stablehlo.constant dense<(1.0, 0.0)> : tensor<4xcomplex<f32>>
  %0 = stablehlo.maximum %high, %x : tensor<4xf32>
  %1 = stablehlo.multiply %z, %one : tensor<4xcomplex<f32>>
  return %0, %1 : tensor<4xf32>, tensor<4xcomplex<f32>>
}

// -----

// Through integers, -0.0 becomes 0 and an infinity some number: neither is neutral any more.
// CHECK-LABEL: func.func @through_integers
// CHECK:       add
// CHECK:       maximum
func.func @through_integers(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %minus_zero = stablehlo.constant dense<-0.0> : tensor<4xf32>
  %i = stablehlo.convert %minus_zero : (tensor<4xf32>) -> tensor<4xi32>
  %zero = stablehlo.convert %i : (tensor<4xi32>) -> tensor<4xf32>
  %0 = stablehlo.add %x, %zero : tensor<4xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
  %j = stablehlo.convert %low : (tensor<4xf32>) -> tensor<4xi32>
  %least = stablehlo.convert %j : (tensor<4xi32>) -> tensor<4xf32>
  %1 = stablehlo.maximum %x, %least : tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}
