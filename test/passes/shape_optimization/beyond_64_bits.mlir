// RUN: disc-opt %s -p 'shape-optimization{keep-tie-shape=true}' --split-input-file | filecheck %s
// RUN: disc-opt %s -p shape-optimization --split-input-file | filecheck %s --check-prefix PLAIN

// A number that no index holds is no static size, and no operand of arithmetic: the size is asked
// of the value that has it.
// CHECK-LABEL: func.func @number
// CHECK-SAME:    -> tensor<?xf32, [unit]>
// PLAIN-LABEL: func.func @number
// PLAIN-SAME:    -> tensor<?xf32, [unit]>
func.func @number(%x: tensor<9223372036854775807xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %x, dim = 0 : (tensor<9223372036854775807xf32>, tensor<9223372036854775807xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @constant
// CHECK-NOT:     18446744073709551614 : index
// CHECK:         %[[N:.*]] = tensor.dim %[[CAT:.*]], %c0
// CHECK-NEXT:    disc_shape.tie_shape %[[CAT]], %[[N]]
// CHECK:         disc_shape.tie_predicate "d1 == d0 + 18446744073709551614"(%S0, %S1)
func.func @constant(%x: tensor<9223372036854775807xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %x, %y, %x, dim = 0 : (tensor<9223372036854775807xf32>, tensor<?xf32>, tensor<9223372036854775807xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @factor
// CHECK-NOT:     arith.muli
// CHECK:         %[[FLAT:.*]] = tensor.collapse_shape
// CHECK-NEXT:    %[[N:.*]] = tensor.dim %[[FLAT]], %c0
// CHECK-NEXT:    disc_shape.tie_shape %[[FLAT]], %[[N]]
// CHECK:         disc_shape.tie_predicate "d1 == 1208925819614629174706176*d0"(%S0, %S1)
func.func @factor(%x: tensor<?x1099511627776x1099511627776xf32>) -> tensor<?xf32> {
  %0 = tensor.collapse_shape %x [[0, 1, 2]] : tensor<?x1099511627776x1099511627776xf32> into tensor<?xf32>
  return %0 : tensor<?xf32>
}
