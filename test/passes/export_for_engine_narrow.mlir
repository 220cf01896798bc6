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

// -----

// Integers become bf16 by way of f32: LLVM calls a library that IREE does not link wherever the
// processor has no instruction for it.

// CHECK-LABEL: func.func @to_bf16
// CHECK:       ^bb0(%[[I:.*]]: i32, %{{.*}}: bf16):
// CHECK:         %[[C16:.*]] = arith.constant 16 : i32
// CHECK:         %[[F:.*]] = arith.sitofp %[[I]] : i32 to f32
// CHECK:         %[[B:.*]] = arith.bitcast %[[F]] : f32 to i32
// CHECK:         %[[S:.*]] = arith.shrui %[[B]], %[[C16]] : i32
// CHECK:         %[[C1:.*]] = arith.constant 1 : i32
// CHECK:         %[[ODD:.*]] = arith.andi %[[S]], %[[C1]] : i32
// CHECK:         %[[HALF:.*]] = arith.constant 32767 : i32
// CHECK:         %[[ADD:.*]] = arith.addi %[[ODD]], %[[HALF]] : i32
// CHECK:         %[[SUM:.*]] = arith.addi %[[B]], %[[ADD]] : i32
// CHECK:         %[[HIGH:.*]] = arith.shrui %[[SUM]], %[[C16]] : i32
// CHECK:         %[[N:.*]] = arith.trunci %[[HIGH]] : i32 to i16
// CHECK:         %[[R:.*]] = arith.bitcast %[[N]] : i16 to bf16
// CHECK:         linalg.yield %[[R]] : bf16
// CHECK:       arith.uitofp %{{.*}} : i1 to f32
// CHECK:       arith.sitofp %{{.*}} : i64 to f32
// CHECK:       arith.sitofp %{{.*}} : i64 to f32
// CHECK-NOT:   fp %{{.*}} to bf16
// CHECK:       func.return
func.func @to_bf16(%x: tensor<?xi32>, %p: tensor<?xi1>, %n: tensor<1xi32>) -> (tensor<?xbf16>, tensor<?xbf16>, tensor<4xbf16>, tensor<?xbf16>) {
  %0 = stablehlo.convert %x : (tensor<?xi32>) -> tensor<?xbf16>
  %1 = stablehlo.convert %p : (tensor<?xi1>) -> tensor<?xbf16>
  %2 = stablehlo.iota dim = 0 : tensor<4xbf16>
  %3 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xbf16>
  return %0, %1, %2, %3 : tensor<?xbf16>, tensor<?xbf16>, tensor<4xbf16>, tensor<?xbf16>
}

// -----

// CHECK-LABEL: func.func @unsigned
// CHECK:       arith.uitofp %{{.*}} : i8 to f32
// CHECK:       arith.bitcast %{{.*}} : i16 to bf16
func.func @unsigned(%x: tensor<?xui8>) -> tensor<?xbf16> {
  %0 = stablehlo.convert %x : (tensor<?xui8>) -> tensor<?xbf16>
  return %0 : tensor<?xbf16>
}

// -----

// Floats, and integers in other floats, are converted at once.

// CHECK-LABEL: func.func @at_once
// CHECK:       stablehlo.convert %x : (tensor<?xf64>) -> tensor<?xbf16>
// CHECK:       stablehlo.convert %i : (tensor<?xi32>) -> tensor<?xf16>
// CHECK:       stablehlo.convert %b : (tensor<?xbf16>) -> tensor<?xf32>
func.func @at_once(%x: tensor<?xf64>, %i: tensor<?xi32>, %b: tensor<?xbf16>) -> (tensor<?xbf16>, tensor<?xf16>, tensor<?xf32>) {
  %0 = stablehlo.convert %x : (tensor<?xf64>) -> tensor<?xbf16>
  %1 = stablehlo.convert %i : (tensor<?xi32>) -> tensor<?xf16>
  %2 = stablehlo.convert %b : (tensor<?xbf16>) -> tensor<?xf32>
  return %0, %1, %2 : tensor<?xbf16>, tensor<?xf16>, tensor<?xf32>
}
