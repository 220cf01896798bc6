// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// What MLIR's own verifiers refuse of operations whose classes are xDSL's.

// elements of a cast
// CHECK: error: element types of 'tensor.cast' differ: index and f32
func.func @f(%a: tensor<3xindex>) {
  %0 = tensor.cast %a : tensor<3xindex> to tensor<?xf32>
  return
}

// -----

// sizes of a cast
// CHECK: error: 'tensor.cast': source and destination constant dimensions should match
func.func @f(%a: tensor<3xf32>) {
  %0 = tensor.cast %a : tensor<3xf32> to tensor<4xf32>
  return
}

// -----

// sizes of an empty tensor
// CHECK: error: 'tensor.empty' has 0 sizes, expected 1 for tensor<?xf32>
func.func @f() {
  %0 = "tensor.empty"() : () -> tensor<?xf32>
  return
}

// -----

// indices of an element
// CHECK: error: 'tensor.extract' has 1 indices, expected 2
func.func @f(%a: tensor<2x?xf32>, %i: index) {
  %0 = "tensor.extract"(%a, %i) : (tensor<2x?xf32>, index) -> f32
  return
}

// -----

// indices of an element that is put in
// CHECK: error: 'tensor.insert' has 1 indices, expected 2
func.func @f(%a: tensor<2x?xf32>, %i: index, %x: f32) {
  %0 = "tensor.insert"(%x, %a, %i) : (f32, tensor<2x?xf32>, index) -> tensor<2x?xf32>
  return
}

// -----

// number of elements
// CHECK: error: 'tensor.from_elements' has 3 elements, expected 2
func.func @f(%i: index) {
  %0 = "tensor.from_elements"(%i, %i, %i) : (index, index, index) -> tensor<2xindex>
  return
}

// -----

// elements of a shape that varies
// CHECK: error: result of 'tensor.from_elements' is tensor<?xindex>, expected static sizes
func.func @f(%i: index) {
  %0 = "tensor.from_elements"(%i) : (index) -> tensor<?xindex>
  return
}

// -----

// offsets of a slice
// CHECK: error: 'tensor.extract_slice' has 1 offsets, expected 2
func.func @f(%a: tensor<1x?xf32>) {
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: 0>, static_sizes = array<i64: 1>, static_strides = array<i64: 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<1x?xf32>) -> tensor<1xf32>
  return
}

// -----

// elements of a slice
// CHECK: error: element types of 'tensor.extract_slice' differ: f32 and i4
func.func @f(%a: tensor<8x?xf32>) {
  %0 = "tensor.extract_slice"(%a) <{static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 0, 0, 0>}> : (tensor<8x?xf32>) -> tensor<4xi4>
  return
}

// -----

// sizes of a slice
// CHECK: error: type of the slice of 'tensor.insert_slice' is tensor<2xf32>, expected sizes [1, 4], 1s dropped or not
func.func @f(%a: tensor<2xf32>, %b: tensor<8x?xf32>) {
  %0 = "tensor.insert_slice"(%a, %b) <{static_offsets = array<i64: 0, 0>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (tensor<2xf32>, tensor<8x?xf32>) -> tensor<8x?xf32>
  return
}

// -----

// offset of a slice
// CHECK: error: offset 1 of 'tensor.insert_slice' is -1, expected 0 or more
func.func @f(%a: tensor<4xf32>, %b: tensor<8x?xf32>) {
  %0 = "tensor.insert_slice"(%a, %b) <{static_offsets = array<i64: 0, -1>, static_sizes = array<i64: 1, 4>, static_strides = array<i64: 1, 1>, operandSegmentSizes = array<i32: 1, 1, 0, 0, 0>}> : (tensor<4xf32>, tensor<8x?xf32>) -> tensor<8x?xf32>
  return
}

// -----

// operands of a comparison
// CHECK: error: operands of 'arith.cmpi' differ: index and i32
func.func @f(%a: index, %b: i32) {
  %0 = "arith.cmpi"(%a, %b) <{predicate = 3 : i64}> : (index, i32) -> i1
  return
}

// -----

// result of a comparison
// CHECK: error: result of 'arith.cmpf' is i1, expected i1 in the shape of tensor<2xf32>
func.func @f(%a: tensor<2xf32>) {
  %0 = "arith.cmpf"(%a, %a) <{predicate = 4 : i64, fastmath = #arith.fastmath<none>}> : (tensor<2xf32>, tensor<2xf32>) -> i1
  return
}

// -----

// CHECK: slice of 'tensor.extract_slice' reaches index 8 of dimension 0, whose size is 8
func.func @f(%a: tensor<8xf32>) {
  %0 = tensor.extract_slice %a[2] [3] [3] : tensor<8xf32> to tensor<3xf32>
  func.return
}

// -----

// CHECK: slice of 'tensor.insert_slice' reaches index 8 of dimension 0, whose size is 8
func.func @f(%a: tensor<4xf32>, %b: tensor<8xf32>) {
  %0 = tensor.insert_slice %a into %b[5] [4] [1] : tensor<4xf32> into tensor<8xf32>
  func.return
}

// -----

// CHECK: 'arith.extf' is not between f32 and f16
func.func @f(%a: f32) {
  %0 = arith.extf %a : f32 to f16
  func.return
}

// -----

// CHECK: 'arith.truncf' is not between tensor<?xf16> and tensor<?xf16>
func.func @f(%a: tensor<?xf16>) {
  %0 = arith.truncf %a : tensor<?xf16> to tensor<?xf16>
  func.return
}

// -----

// CHECK: shapes of 'arith.extf' differ: tensor<2xf16> and tensor<3xf32>
func.func @f(%a: tensor<2xf16>) {
  %0 = arith.extf %a : tensor<2xf16> to tensor<3xf32>
  func.return
}
