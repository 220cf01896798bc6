// RUN: disc-opt -p shape-optimization --split-input-file %s | filecheck %s

// Small integers that are all known are computed, in a chain too.

func.func @chain() -> (tensor<2xi32>, tensor<2xi1>, tensor<3xi64>) {
  %0 = stablehlo.constant dense<[2, -3]> : tensor<2xi32>
  %1 = stablehlo.multiply %0, %0 : tensor<2xi32>
  %2 = stablehlo.subtract %1, %0 : tensor<2xi32>
  %3 = stablehlo.compare LT, %0, %1 : (tensor<2xi32>, tensor<2xi32>) -> tensor<2xi1>
  %4 = stablehlo.convert %2 : (tensor<2xi32>) -> tensor<2xi64>
  %5 = stablehlo.slice %4 [1:2] : (tensor<2xi64>) -> tensor<1xi64>
  %6 = stablehlo.concatenate %5, %4, dim = 0 : (tensor<1xi64>, tensor<2xi64>) -> tensor<3xi64>
  func.return %2, %3, %6 : tensor<2xi32>, tensor<2xi1>, tensor<3xi64>
}
// CHECK-LABEL: @chain
// CHECK-DAG: stablehlo.constant dense<[2, 12]> : tensor<2xi32>
// CHECK-DAG: stablehlo.constant dense<true> : tensor<2xi1>
// CHECK-DAG: stablehlo.constant dense<[12, 2, 12]> : tensor<3xi64>
// CHECK-NOT: stablehlo.{{[^cr]}}

// -----

// A size that is static in the type.

func.func @size(%a: tensor<?x4xf32>) -> (tensor<i32>, tensor<i32>) {
  %0 = stablehlo.get_dimension_size %a, dim = 1 : (tensor<?x4xf32>) -> tensor<i32>
  %1 = stablehlo.add %0, %0 : tensor<i32>
  %2 = stablehlo.get_dimension_size %a, dim = 0 : (tensor<?x4xf32>) -> tensor<i32>
  func.return %1, %2 : tensor<i32>, tensor<i32>
}
// CHECK-LABEL: @size
// CHECK-DAG: stablehlo.constant dense<8> : tensor<i32>
// CHECK-DAG: stablehlo.get_dimension_size %a, dim = 0

// -----

// Floats are not computed, and neither is what the specification leaves open.

func.func @not_computed() -> (tensor<f32>, tensor<i32>, tensor<i8>) {
  %f = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.add %f, %f : tensor<f32>
  %i = stablehlo.constant dense<7> : tensor<i32>
  %z = stablehlo.constant dense<0> : tensor<i32>
  %1 = stablehlo.remainder %i, %z : tensor<i32>
  %n = stablehlo.constant dense<300> : tensor<i32>
  %2 = stablehlo.convert %n : (tensor<i32>) -> tensor<i8>
  func.return %0, %1, %2 : tensor<f32>, tensor<i32>, tensor<i8>
}
// CHECK-LABEL: @not_computed
// CHECK: stablehlo.add
// CHECK: stablehlo.remainder
// CHECK: stablehlo.convert

// -----

// A known start is where a slice begins, moved back so that the slice fits.

func.func @start(%a: tensor<5x?xf32>) -> tensor<2x1xf32> {
  %0 = stablehlo.constant dense<4> : tensor<i64>
  %1 = stablehlo.slice %a [0:5, 0:1] : (tensor<5x?xf32>) -> tensor<5x1xf32>
  %2 = stablehlo.dynamic_slice %1, %0, %0, sizes = [2, 1] : (tensor<5x1xf32>, tensor<i64>, tensor<i64>) -> tensor<2x1xf32>
  func.return %2 : tensor<2x1xf32>
}
// CHECK-LABEL: @start
// CHECK: stablehlo.slice %{{.*}} [3:5, 0:1]

// -----

// Two floats compare without rounding, and -0.0 is 0.0; in total order it is not, and that stays.

func.func @compared(%x: tensor<?xf32>, %y: tensor<?xf32>) -> (tensor<?xf32>, tensor<i1>, tensor<i1>, tensor<i1>) {
  %a = stablehlo.constant dense<16.0> : tensor<f32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %m = stablehlo.constant dense<-0.0> : tensor<f32>
  %nan = stablehlo.constant dense<0x7fc00000> : tensor<f32>
  %p = stablehlo.compare GT, %a, %z, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = stablehlo.select %p, %x, %y : tensor<i1>, tensor<?xf32>
  %1 = stablehlo.compare EQ, %nan, %nan, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %2 = stablehlo.compare EQ, %z, %m, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %3 = stablehlo.compare EQ, %z, %m, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %0, %1, %2, %3 : tensor<?xf32>, tensor<i1>, tensor<i1>, tensor<i1>
}
// CHECK-LABEL: @compared
// CHECK-DAG: %[[NO:.*]] = stablehlo.constant dense<false> : tensor<i1>
// CHECK-DAG: %[[YES:.*]] = stablehlo.constant dense<true> : tensor<i1>
// CHECK: %[[T:.*]] = stablehlo.compare EQ, {{.*}} TOTALORDER
// CHECK: func.return %x, %[[NO]], %[[YES]], %[[T]]

// -----

// Of one operand.

func.func @one_operand() -> (tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi1>) {
  %0 = stablehlo.constant dense<[2, -3, 0]> : tensor<3xi32>
  %1 = stablehlo.negate %0 : tensor<3xi32>
  %2 = stablehlo.abs %0 : tensor<3xi32>
  %3 = stablehlo.sign %0 : tensor<3xi32>
  %4 = stablehlo.not %0 : tensor<3xi32>
  %5 = stablehlo.convert %0 : (tensor<3xi32>) -> tensor<3xi1>
  func.return %1, %2, %3, %4, %5 : tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi32>, tensor<3xi1>
}
// CHECK-LABEL: @one_operand
// CHECK-NEXT: %[[NEGATED:.*]] = stablehlo.constant dense<[-2, 3, 0]>
// CHECK-NEXT: %[[ABS:.*]] = stablehlo.constant dense<[2, 3, 0]>
// CHECK-NEXT: %[[SIGN:.*]] = stablehlo.constant dense<[1, -1, 0]>
// CHECK-NEXT: %[[NOT:.*]] = stablehlo.constant dense<[-3, 2, -1]>
// CHECK-NEXT: %[[TRUTH:.*]] = stablehlo.constant dense<[true, true, false]>
// CHECK-NEXT: func.return %[[NEGATED]], %[[ABS]], %[[SIGN]], %[[NOT]], %[[TRUTH]]

// -----

// Truth values are negated as such.

func.func @not() -> tensor<2xi1> {
  %0 = stablehlo.constant dense<[true, false]> : tensor<2xi1>
  %1 = stablehlo.not %0 : tensor<2xi1>
  func.return %1 : tensor<2xi1>
}
// CHECK-LABEL: @not
// CHECK: stablehlo.constant dense<[false, true]> : tensor<2xi1>

// -----

// What only moves elements.

func.func @movement() -> (tensor<2x3xi32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<2x2xi32>) {
  %0 = stablehlo.constant dense<[[1], [2]]> : tensor<2x1xi32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<2x1xi32>) -> tensor<2x3xi32>
  %2 = stablehlo.constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi32>
  %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<2x3xi32>) -> tensor<3x2xi32>
  %4 = stablehlo.reverse %2, dims = [1] : tensor<2x3xi32>
  %5 = stablehlo.slice %2 [0:2, 0:3:2] : (tensor<2x3xi32>) -> tensor<2x2xi32>
  func.return %1, %3, %4, %5 : tensor<2x3xi32>, tensor<3x2xi32>, tensor<2x3xi32>, tensor<2x2xi32>
}
// CHECK-LABEL: @movement
// CHECK-NEXT: %[[WIDE:.*]] = stablehlo.constant dense<{{\[\[}}1, 1, 1], [2, 2, 2]]>
// CHECK-NEXT: %[[TURNED:.*]] = stablehlo.constant dense<{{\[\[}}1, 4], [2, 5], [3, 6]]>
// CHECK-NEXT: %[[REVERSED:.*]] = stablehlo.constant dense<{{\[\[}}3, 2, 1], [6, 5, 4]]>
// CHECK-NEXT: %[[PART:.*]] = stablehlo.constant dense<{{\[\[}}1, 3], [4, 6]]>
// CHECK-NEXT: func.return %[[WIDE]], %[[TURNED]], %[[REVERSED]], %[[PART]]

// -----

// Operations of other dialects on constants are computed by their cards.

func.func @by_card() -> (tensor<2xi32>, tensor<4xi32>, tensor<4xi32>) {
  %a = stablehlo.constant dense<[2, -3]> : tensor<2xi32>
  %m = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %0 = arith.addi %a, %a : tensor<2xi32>
  %1 = tensor.collapse_shape %m [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  %2 = tensor.concat dim(0) %a, %0 : (tensor<2xi32>, tensor<2xi32>) -> tensor<4xi32>
  func.return %0, %1, %2 : tensor<2xi32>, tensor<4xi32>, tensor<4xi32>
}
// CHECK-LABEL: @by_card
// CHECK-DAG: stablehlo.constant dense<[4, -6]> : tensor<2xi32>
// CHECK-DAG: stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-DAG: stablehlo.constant dense<[2, -3, 4, -6]> : tensor<4xi32>
// CHECK-NOT: arith.
// CHECK-NOT: tensor.

// -----

// Not with an operand that is no constant, nor where a sum wraps.

func.func @not_by_card(%x: tensor<2xi32>) -> (tensor<2xi32>, tensor<1xi8>) {
  %a = stablehlo.constant dense<[2, -3]> : tensor<2xi32>
  %b = stablehlo.constant dense<127> : tensor<1xi8>
  %0 = arith.addi %a, %x : tensor<2xi32>
  %1 = arith.addi %b, %b : tensor<1xi8>
  func.return %0, %1 : tensor<2xi32>, tensor<1xi8>
}
// CHECK-LABEL: @not_by_card
// CHECK: arith.addi %a, %x
// CHECK: arith.addi %b, %b
