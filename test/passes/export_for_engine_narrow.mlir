// RUN: disc-opt %s -p 'export-for-engine{engine=iree}' --split-input-file | filecheck %s

// Read outside of a kernel, IREE extends an integer of 8 bits by zeros.

// CHECK-LABEL: func.func @index
// CHECK:       %[[W:.*]] = stablehlo.convert %i : (tensor<i8>) -> tensor<i32>
// CHECK:       %[[N:.*]] = tensor.extract %[[W]][] : tensor<i32>
// CHECK:       arith.index_cast %[[N]] : i32 to index
func.func @index(%x: tensor<?xf32>, %i: tensor<i8>) -> tensor<2xf32> {
  %0 = tensor.extract %i[] : tensor<i8>
  %1 = arith.index_cast %0 : i8 to index
  %2 = tensor.extract_slice %x[%1] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return %2 : tensor<2xf32>
}

// -----

// CHECK-LABEL: func.func @slice
// CHECK:       %[[W:.*]] = stablehlo.convert %i : (tensor<i16>) -> tensor<i32>
// CHECK:       stablehlo.dynamic_slice %x, %[[W]], sizes = [2] : (tensor<6xf32>, tensor<i32>) -> tensor<2xf32>
func.func @slice(%x: tensor<6xf32>, %i: tensor<i16>) -> tensor<2xf32> {
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<6xf32>, tensor<i16>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// What stays a number, and wider ones, are read as they are.

// CHECK-LABEL: func.func @number
// CHECK-NOT:   stablehlo.convert
func.func @number(%x: tensor<?xf32>, %i: tensor<i8>, %j: tensor<i32>) -> (i8, tensor<2xf32>) {
  %0 = tensor.extract %i[] : tensor<i8>
  %1 = tensor.extract %j[] : tensor<i32>
  %2 = arith.index_cast %1 : i32 to index
  %3 = tensor.extract_slice %x[%2] [2] [1] : tensor<?xf32> to tensor<2xf32>
  return %0, %3 : i8, tensor<2xf32>
}
