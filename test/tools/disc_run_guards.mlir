// RUN: disc-run %s | filecheck %s
// RUN: disc-run %s --seed 1 | filecheck %s
// RUN: disc-run %s --seed 2 -p shape-optimization --check | filecheck %s --check-prefixes CHECK,CHECKED
// RUN: disc-run %s --dims half=20 | filecheck %s --check-prefix HALF
// RUN: disc-run %s -p disc-inline --dims half=20,n=3 | filecheck %s --check-prefix BOTH
// RUN: disc-run %s -p shape-optimization --dims half=20 --check | filecheck %s --check-prefix HALF
// RUN: disc-run %s --dims half=20 --input 'y=ones(40)' | filecheck %s --check-prefix HALF
// RUN: not disc-run %s --dims half=20 --input 'x=ones(1,16)' 2>&1 | filecheck %s --check-prefix OTHER
// RUN: not disc-run %s --dims half=20,0.1=48 2>&1 | filecheck %s --check-prefix OTHER
// RUN: not disc-run %s --dims quarter=20 2>&1 | filecheck %s --check-prefix NAME
// RUN: not disc-run %s --dims n=0 2>&1 | filecheck %s --check-prefix EMPTY
// RUN: not disc-run %s --dims 0.1=12 2>&1 | filecheck %s --check-prefix MESSAGE
// RUN: not disc-run %s --dims 0.1=8,1.0=16 2>&1 | filecheck %s --check-prefix UNEQUAL
// RUN: disc-run %s --entry square | filecheck %s --check-prefix SQUARE
// RUN: not disc-run %s --entry never 2>&1 | filecheck %s --check-prefix FALSE

// Random sizes are such that the program's own checks accept them: few pairs of small numbers are
// equal multiples of 8.
// CHECKED: claims hold
// CHECK:   result 0: {{[1-9][0-9]*}}x{{0|8|16|24|32|40|48|56|64}} float32

// A name of no dimension, as b of JAX's "a, 2*b".
// HALF:  x40 float32
// BOTH:  result 0: 3x40 float32
// OTHER: error: no sizes are found for which 'half' is 20 and half ==
// NAME:  error: no dimension of an argument is called 'quarter', expected one of: {{.*}}half, n

// Messages are the program's: capitals, final periods and words that look like ours stay.
// EMPTY:   guards.mlir:[[#]]:3: error: Expected 1 or more rows.
// MESSAGE: guards.mlir:[[#]]:3: error: Columns of argument 0 of @main are 12, not a multiple of 8!
// UNEQUAL: guards.mlir:[[#]]:3: error: Sizes 8 and 16 differ.

// Where no sizes are found the run says what is wrong.
// SQUARE: result 0: 13 float32
// FALSE:  error: Not 10 elements
func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %2 = stablehlo.get_dimension_size %y, dim = 0 : (tensor<?xf32>) -> tensor<i32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %c8 = stablehlo.constant dense<8> : tensor<i32>
  %3 = stablehlo.compare GT, %0, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%3) {error_message = "Expected 1 or more rows.", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>) -> ()
  %4 = stablehlo.remainder %1, %c8 : tensor<i32>
  %5 = stablehlo.compare EQ, %4, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%5, %1) {error_message = "Columns of argument 0 of @main are {0}, not a multiple of 8!", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>) -> ()
  %6 = stablehlo.compare EQ, %1, %2, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%6, %1, %2) {error_message = "Sizes {0} and {1} differ.", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>, tensor<i32>) -> ()
  %7 = stablehlo.divide %1, %c2 : tensor<i32>
  %8 = call @inner(%0, %7, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %8 : tensor<?x?xf32>
}
func.func private @inner(%n: tensor<i32> {jax.global_constant = "n"}, %m: tensor<i32> {jax.global_constant = "half"}, %x: tensor<?x?xf32>) -> tensor<?x?xf32> {
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %k = stablehlo.multiply %m, %c2 : tensor<i32>
  %0 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %1 = stablehlo.reshape %m : (tensor<i32>) -> tensor<1xi32>
  %2 = stablehlo.concatenate %0, %1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %3 = stablehlo.constant dense<0.0> : tensor<f32>
  %4 = stablehlo.dynamic_broadcast_in_dim %3, %2, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %5 = stablehlo.concatenate %4, %4, dim = 1 : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  %6 = stablehlo.add %5, %x : tensor<?x?xf32>
  return %6 : tensor<?x?xf32>
}
func.func @square(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c169 = arith.constant 169 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = arith.muli %0, %0 : index
  %2 = arith.cmpi eq, %1, %c169 : index
  cf.assert %2, "Not 169 elements"
  return %x : tensor<?xf32>
}
func.func @never(%x: tensor<?xf32>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c10 = arith.constant 10 : index
  %0 = tensor.dim %x, %c0 : tensor<?xf32>
  %1 = arith.muli %0, %0 : index
  %2 = arith.cmpi eq, %1, %c10 : index
  cf.assert %2, "Not 10 elements"
  return %x : tensor<?xf32>
}
