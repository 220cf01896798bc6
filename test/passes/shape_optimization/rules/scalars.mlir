// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// compute_element
// CHECK-LABEL: func.func @product
// CHECK-NEXT:  [[P:%[0-9]+]] = arith.muli %a, %b : i32
// CHECK-NEXT:  return [[P]]
func.func @product(%a: i32, %b: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = mhlo.reshape %0 : (tensor<2xi32>) -> tensor<2x1xi32>
  %one = mhlo.constant dense<1> : tensor<i32>
  %2 = mhlo.reduce(%1 init: %one) applies mhlo.multiply across dimensions = [0] : (tensor<2x1xi32>, tensor<i32>) -> tensor<1xi32>
  %3 = tensor.extract %2[%c0] : tensor<1xi32>
  return %3 : i32
}

// -----

// One column of two; the initial value is one of the operands.
// CHECK-LABEL: func.func @column
// CHECK:       [[S:%[0-9]+]] = arith.maxsi %i, %b : i64
// CHECK-NEXT:  [[T:%[0-9]+]] = arith.maxsi [[S]], %d : i64
// CHECK-NEXT:  return [[T]]
func.func @column(%a: i64, %b: i64, %c: i64, %d: i64, %i: i64) -> i64 {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b, %c, %d : tensor<2x2xi64>
  %init = tensor.from_elements %i : tensor<i64>
  %1 = stablehlo.reduce(%0 init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<2x2xi64>, tensor<i64>) -> tensor<2xi64>
  %2 = tensor.extract %1[%c1] : tensor<2xi64>
  return %2 : i64
}

// -----

// CHECK-LABEL: func.func @elementwise
// CHECK:       [[S:%[0-9]+]] = arith.addi %b, %a : i32
// CHECK-NEXT:  [[T:%[0-9]+]] = arith.subi [[S]], %b : i32
// CHECK-NEXT:  return [[T]]
func.func @elementwise(%a: i32, %b: i32) -> i32 {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = tensor.from_elements %b, %a : tensor<2xi32>
  %2 = stablehlo.add %0, %1 : tensor<2xi32>
  %3 = arith.subi %2, %0 : tensor<2xi32>
  %4 = tensor.extract %3[%c1] : tensor<2xi32>
  return %4 : i32
}

// -----

// drop_cast_back
// CHECK-LABEL: func.func @casts
// CHECK-NEXT:  return %b, %b, %n
func.func @casts(%a: i32, %b: i32, %n: index) -> (i32, i32, index) {
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b : tensor<2xi32>
  %1 = arith.index_cast %0 : tensor<2xi32> to tensor<2xindex>
  %2 = tensor.extract %1[%c1] : tensor<2xindex>
  %3 = arith.index_cast %2 : index to i32
  %4 = arith.index_cast %b : i32 to index
  %5 = arith.index_cast %4 : index to i32
  %6 = arith.index_cast %n : index to i64
  %7 = arith.index_cast %6 : i64 to index
  return %3, %5, %7 : i32, i32, index
}

// -----

// Bits are lost.
// CHECK-LABEL: func.func @narrow
// CHECK:       arith.index_cast %n : index to i32
// CHECK:       arith.index_cast %{{.*}} : i32 to index
func.func @narrow(%n: index) -> index {
  %0 = arith.index_cast %n : index to i32
  %1 = arith.index_cast %0 : i32 to index
  return %1 : index
}

// -----

// Indices of a gather that are out of range are moved back.
// CHECK-LABEL: func.func @gathered
// CHECK-NEXT:  return %c, %a
func.func @gathered(%a: i32, %b: i32, %c: i32) -> (i32, i32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b, %c : tensor<3xi32>
  %1 = stablehlo.constant dense<[7, -2]> : tensor<2xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<3xi32>, tensor<2xi32>) -> tensor<2xi32>
  %3 = tensor.extract %2[%c0] : tensor<2xi32>
  %4 = tensor.extract %2[%c1] : tensor<2xi32>
  return %3, %4 : i32, i32
}

// -----

// CHECK-LABEL: func.func @gathered_row
// CHECK-NEXT:  return %d
func.func @gathered_row(%a: i32, %b: i32, %c: i32, %d: i32) -> i32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = tensor.from_elements %a, %b, %c, %d : tensor<2x2xi32>
  %1 = stablehlo.constant dense<[[1]]> : tensor<1x1xi32>
  %2 = "stablehlo.gather"(%0, %1) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 2>}> : (tensor<2x2xi32>, tensor<1x1xi32>) -> tensor<1x2xi32>
  %3 = tensor.extract %2[%c0, %c1] : tensor<1x2xi32>
  return %3 : i32
}

// -----

// Not of scalars that are there, not signed, and not of one kind: tensors go on computing them.
// CHECK-LABEL: func.func @left
// CHECK:       stablehlo.add %x, %x
// CHECK:       stablehlo.maximum
// CHECK:       stablehlo.divide
func.func @left(%x: tensor<2xi32>, %a: ui32, %b: i32) -> (i32, ui32, i32) {
  %c1 = arith.constant 1 : index
  %0 = stablehlo.add %x, %x : tensor<2xi32>
  %1 = tensor.extract %0[%c1] : tensor<2xi32>
  %2 = tensor.from_elements %a, %a : tensor<2xui32>
  %y = stablehlo.constant dense<[1, 2]> : tensor<2xui32>
  %3 = stablehlo.maximum %2, %y : tensor<2xui32>
  %4 = tensor.extract %3[%c1] : tensor<2xui32>
  %5 = tensor.from_elements %b, %b : tensor<2xi32>
  %6 = stablehlo.divide %x, %5 : tensor<2xi32>
  %7 = tensor.extract %6[%c1] : tensor<2xi32>
  return %1, %4, %7 : i32, ui32, i32
}
