// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of bitcast
// CHECK: shapes of 'tensor.bitcast' differ: tensor<4xi32> and tensor<5xf32>
func.func @f(%a: tensor<4xi32>) {
  %0 = tensor.bitcast %a : tensor<4xi32> to tensor<5xf32>
  func.return
}

// -----

// (c2) of bitcast
// CHECK: elements of 'tensor.bitcast' have 32 and 64 bits
func.func @f(%a: tensor<4xi32>) {
  %0 = tensor.bitcast %a : tensor<4xi32> to tensor<4xf64>
  func.return
}

// -----

// (c1) of generate
// CHECK: 'tensor.generate' has 0 extents for the 1 dynamic dimensions of tensor<?xf32>
func.func @f(%x: f32) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<?xf32>
  func.return
}

// -----

// (c2) of generate
// CHECK: region of 'tensor.generate' takes (index), but needs 2 indices
func.func @f(%x: f32) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<2x3xf32>
  func.return
}

// -----

// (c3) of generate
// CHECK: region of 'tensor.generate' yields (f32), but an element is f64
func.func @f(%x: f32) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    tensor.yield %x : f32
  } : tensor<2xf64>
  func.return
}

// -----

// CHECK: 'tensor.generate' terminates with operation test.termop instead of tensor.yield
func.func @f(%x: f32) {
  %0 = tensor.generate {
  ^bb0(%i: index):
    "test.termop"() : () -> ()
  } : tensor<2xf64>
  func.return
}

// -----

// (c2) of index_castui
// CHECK: 'arith.index_castui' is between an index and an integer, got i32 and i64
func.func @f(%a: i32) {
  %0 = arith.index_castui %a : i32 to i64
  func.return
}

// -----

// (c1) of the classifications
// CHECK: result of 'math.isnan' must be tensor<4xi1>, got tensor<5xi1>
func.func @f(%a: tensor<4xf32>) {
  %0 = "math.isnan"(%a) : (tensor<4xf32>) -> tensor<5xi1>
  func.return
}

// -----

// (c1) of index_castui
// CHECK: shapes of 'arith.index_castui' differ: tensor<2xi32> and tensor<3xindex>
func.func @f(%a: tensor<2xi32>) {
  %0 = arith.index_castui %a : tensor<2xi32> to tensor<3xindex>
  func.return
}

// -----

// (c1) of casts of tensors
// CHECK: shapes of 'arith.index_cast' differ: tensor<2xi32> and tensor<3xindex>
func.func @f(%a: tensor<2xi32>) {
  %0 = arith.index_cast %a : tensor<2xi32> to tensor<3xindex>
  func.return
}

// -----

// (c2) of casts of tensors
// CHECK: 'arith.index_cast' is not between tensor<2xi32> and tensor<2xi64>
func.func @f(%a: tensor<2xi32>) {
  %0 = arith.index_cast %a : tensor<2xi32> to tensor<2xi64>
  func.return
}

// -----

// (c2) of casts of tensors
// CHECK: 'arith.extsi' is not between tensor<2xi32> and tensor<2xi32>
func.func @f(%a: tensor<2xi32>) {
  %0 = arith.extsi %a : tensor<2xi32> to tensor<2xi32>
  func.return
}

// -----

// (c2) of casts of tensors
// CHECK: 'arith.trunci' is not between tensor<2xi32> and tensor<2xi64>
func.func @f(%a: tensor<2xi32>) {
  %0 = arith.trunci %a : tensor<2xi32> to tensor<2xi64>
  func.return
}

// -----

// What xDSL says of scalars still holds.
// CHECK: destination bit-width must be smaller than the input bit-width
func.func @f(%a: i32) {
  %0 = arith.trunci %a : i32 to i64
  func.return
}

// -----

// (c1) of reshape
// CHECK: element types of 'tensor.reshape' differ: f32 and f64
func.func @f(%a: tensor<?xf32>, %s: tensor<1xindex>) {
  %0 = tensor.reshape %a(%s) : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf64>
  func.return
}

// -----

// (c2) of reshape
// CHECK: source and result of 'tensor.reshape' have 6 and 5 elements
func.func @f(%a: tensor<2x3xf32>, %s: tensor<1xindex>) {
  %0 = tensor.reshape %a(%s) : (tensor<2x3xf32>, tensor<1xindex>) -> tensor<5xf32>
  func.return
}

// -----

// (c3) of reshape
// CHECK: shape operand of 'tensor.reshape' is tensor<2xindex>, but the result has rank 1
func.func @f(%a: tensor<2x3xf32>, %s: tensor<2xindex>) {
  %0 = tensor.reshape %a(%s) : (tensor<2x3xf32>, tensor<2xindex>) -> tensor<?xf32>
  func.return
}

// -----

// (c3) of reshape
// CHECK: shape operand of 'tensor.reshape' is tensor<?xindex>, but the result has rank 1
func.func @f(%a: tensor<2x3xf32>, %s: tensor<?xindex>) {
  %0 = tensor.reshape %a(%s) : (tensor<2x3xf32>, tensor<?xindex>) -> tensor<?xf32>
  func.return
}

// -----

// (c2) of select
// CHECK: conditions of 'arith.select' are tensor<3xi1>, but values tensor<4xf32>
func.func @f(%c: tensor<3xi1>, %x: tensor<4xf32>) {
  %0 = arith.select %c, %x, %x : tensor<3xi1>, tensor<4xf32>
  func.return
}

// -----

// (c1) of pad
// CHECK: 'tensor.pad' from tensor<?x3xf32> to tensor<?x?x3xf32> has 2 low and 2 high numbers, expected 2
func.func @f(%x: tensor<?x3xf32>, %z: f32) {
  %0 = tensor.pad %x low[0, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x3xf32> to tensor<?x?x3xf32>
  func.return
}

// -----

// (c2) of pad
// CHECK: dimension 1 of the result of 'tensor.pad' is 5, expected 4
func.func @f(%x: tensor<?x3xf32>, %z: f32) {
  %0 = tensor.pad %x low[0, 0] high[1, 1] {
  ^bb0(%i: index, %j: index):
    tensor.yield %z : f32
  } : tensor<?x3xf32> to tensor<?x5xf32>
  func.return
}

// -----

// (c2) of pad
// CHECK: element types of 'tensor.pad' differ: f32 and f16
func.func @f(%x: tensor<?xf32>, %z: f32) {
  %0 = tensor.pad %x low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf16>
  func.return
}

// -----

// (c3) of pad
// CHECK: region of 'tensor.pad' takes (i32), but needs 1 indices
func.func @f(%x: tensor<?xf32>, %z: f32) {
  %0 = tensor.pad %x low[0] high[1] {
  ^bb0(%i: i32):
    tensor.yield %z : f32
  } : tensor<?xf32> to tensor<?xf32>
  func.return
}

// -----

// (c4) of pad
// CHECK: region of 'tensor.pad' yields (f16), but an element is f32
func.func @f(%x: tensor<?xf32>, %z: f16) {
  %0 = tensor.pad %x low[0] high[1] {
  ^bb0(%i: index):
    tensor.yield %z : f16
  } : tensor<?xf32> to tensor<?xf32>
  func.return
}

// -----

// (c2) of expand_shape
// CHECK: 'tensor.expand_shape' has one element, but the result is tensor<1x2xf32>
func.func @f(%s: tensor<f32>) {
  %0 = tensor.expand_shape %s [] output_shape [1, 2] : tensor<f32> into tensor<1x2xf32>
  func.return
}
