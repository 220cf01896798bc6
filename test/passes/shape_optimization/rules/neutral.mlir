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

// -----

// CHECK-LABEL: func.func @shifted_and_raised
// CHECK-NEXT:    func.return %x, %x, %x, %y, %x
func.func @shifted_and_raised(%x: tensor<?xi32>, %y: tensor<?xf32>, %s: tensor<1xindex>)
    -> (tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>, tensor<?xi32>) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xi32>
  %m = tensor.dim %y, %c0 : tensor<?xf32>
  %ns = tensor.from_elements %n : tensor<1xindex>
  %ms = tensor.from_elements %m : tensor<1xindex>
  %0 = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.constant dense<1> : tensor<i32>
  %2 = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.dynamic_broadcast_in_dim %0, %ns, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %one = stablehlo.dynamic_broadcast_in_dim %1, %ns, dims = [] : (tensor<i32>, tensor<1xindex>) -> tensor<?xi32>
  %real = stablehlo.dynamic_broadcast_in_dim %2, %ms, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32>
  %3 = stablehlo.shift_left %x, %zero : tensor<?xi32>
  %4 = stablehlo.shift_right_logical %x, %zero : tensor<?xi32>
  %5 = stablehlo.shift_right_arithmetic %x, %zero : tensor<?xi32>
  %6 = stablehlo.power %y, %real : tensor<?xf32>
  %7 = stablehlo.power %x, %one : tensor<?xi32>
  return %3, %4, %5, %6, %7 : tensor<?xi32>, tensor<?xi32>, tensor<?xi32>, tensor<?xf32>, tensor<?xi32>
}

// -----

// Zero shifted, and one raised, are something else.
// CHECK-LABEL: func.func @as_left_operand
// CHECK:         stablehlo.shift_left
// CHECK:         stablehlo.power
func.func @as_left_operand(%x: tensor<4xi32>) -> (tensor<4xi32>, tensor<4xi32>) {
  %0 = stablehlo.constant dense<0> : tensor<4xi32>
  %1 = stablehlo.constant dense<1> : tensor<4xi32>
  %2 = stablehlo.shift_left %0, %x : tensor<4xi32>
  %3 = stablehlo.power %1, %x : tensor<4xi32>
  return %2, %3 : tensor<4xi32>, tensor<4xi32>
}

// -----

// All bits or anything are all bits.
// CHECK-LABEL: func.func @every_bit
// CHECK-NOT:     stablehlo.or
func.func @every_bit(%x: tensor<4xui8>, %p: tensor<2xi1>) -> (tensor<4xui8>, tensor<2xi1>) {
  %0 = stablehlo.constant dense<255> : tensor<4xui8>
  %1 = stablehlo.constant dense<true> : tensor<2xi1>
  %2 = stablehlo.or %x, %0 : tensor<4xui8>
  %3 = stablehlo.or %1, %p : tensor<2xi1>
  return %2, %3 : tensor<4xui8>, tensor<2xi1>
}
