// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s

// Operations of other dialects on constants are folded by the elements rule of their cards.

// CHECK-LABEL: func.func @arithmetic
// CHECK-NEXT:    %0 = stablehlo.constant dense<[2, 4]> : tensor<2xi8>
// CHECK-NEXT:    func.return %0
func.func @arithmetic() -> tensor<2xi8> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %1 = arith.addi %0, %0 : tensor<2xi8>
  return %1 : tensor<2xi8>
}

// -----

// An operation with rules of its own has those of all operations, too.

// CHECK-LABEL: func.func @reshape
// CHECK-NEXT:    %0 = stablehlo.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK-NEXT:    func.return %0
func.func @reshape() -> tensor<4xi32> {
  %0 = stablehlo.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi32>
  %1 = tensor.collapse_shape %0 [[0, 1]] : tensor<2x2xi32> into tensor<4xi32>
  return %1 : tensor<4xi32>
}

// -----

// CHECK-LABEL: func.func @rank_0
// CHECK-NEXT:    %0 = stablehlo.constant dense<5> : tensor<i8>
// CHECK-NEXT:    func.return %0
func.func @rank_0() -> tensor<i8> {
  %0 = stablehlo.constant dense<5> : tensor<1xi8>
  %1 = tensor.collapse_shape %0 [] : tensor<1xi8> into tensor<i8>
  return %1 : tensor<i8>
}

// -----

// CHECK-LABEL: func.func @no_elements
// CHECK-NEXT:    %0 = stablehlo.constant dense<> : tensor<0xi8>
// CHECK-NEXT:    func.return %0
func.func @no_elements() -> tensor<0xi8> {
  %0 = stablehlo.constant dense<> : tensor<0xi8>
  %1 = arith.addi %0, %0 : tensor<0xi8>
  return %1 : tensor<0xi8>
}

// -----

// Data wraps around, sizes do not: such a sum is left to the program.

// CHECK-LABEL: func.func @wraps
// CHECK:         arith.addi
func.func @wraps() -> tensor<2xi8> {
  %0 = stablehlo.constant dense<[1, 127]> : tensor<2xi8>
  %1 = arith.addi %0, %0 : tensor<2xi8>
  return %1 : tensor<2xi8>
}

// -----

// CHECK-LABEL: func.func @divides_by_zero
// CHECK:         arith.divsi
func.func @divides_by_zero() -> tensor<1xi8> {
  %0 = stablehlo.constant dense<5> : tensor<1xi8>
  %1 = stablehlo.constant dense<0> : tensor<1xi8>
  %2 = arith.divsi %0, %1 : tensor<1xi8>
  return %2 : tensor<1xi8>
}

// -----

// CHECK-LABEL: func.func @one_operand_is_unknown
// CHECK:         arith.addi
func.func @one_operand_is_unknown(%x: tensor<2xi8>) -> tensor<2xi8> {
  %0 = stablehlo.constant dense<[1, 2]> : tensor<2xi8>
  %1 = arith.addi %0, %x : tensor<2xi8>
  return %1 : tensor<2xi8>
}

// -----

// Floats round, and are left to the program.

// CHECK-LABEL: func.func @floats
// CHECK:         arith.addf
func.func @floats() -> tensor<2xf32> {
  %0 = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %1 = arith.addf %0, %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}
