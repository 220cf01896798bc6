// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// (c1) of add
// CHECK: 'shape.add' has an operand that can hold an error, so its result must be of type '!shape.size', got index
func.func @f(%a: !shape.size, %b: index) {
  %0 = shape.add %a, %b : !shape.size, index -> index
  func.return
}

// -----

// (c1) of mul
// CHECK: 'shape.mul' has an operand that can hold an error, so its result must be of type '!shape.size', got index
func.func @f(%a: !shape.size, %b: index) {
  %0 = shape.mul %b, %a : index, !shape.size -> index
  func.return
}

// -----

// (c1) of div
// CHECK: 'shape.div' has an operand that can hold an error, so its result must be of type '!shape.size', got index
func.func @f(%a: !shape.size, %b: index) {
  %0 = shape.div %b, %a : index, !shape.size -> index
  func.return
}

// -----

// CHECK: i32 is not a size or an index
func.func @f(%a: i32) {
  %0 = shape.add %a, %a : i32, i32 -> index
  func.return
}

// -----

// (c1) of max
// CHECK: result of 'shape.max' must be !shape.size, got !shape.shape
func.func @f(%a: !shape.size, %b: !shape.shape) {
  %0 = shape.max %a, %b : !shape.size, !shape.shape -> !shape.shape
  func.return
}

// -----

// (c1) of min
// CHECK: result of 'shape.min' must be !shape.size, got !shape.shape
func.func @f(%a: !shape.size) {
  %0 = shape.min %a, %a : !shape.size, !shape.size -> !shape.shape
  func.return
}

// -----

// (c2) of shape_of
// CHECK: result of 'shape.shape_of' holds 3 sizes, but there are 2
func.func @f(%a: tensor<1x2xindex>) {
  %0 = shape.shape_of %a : tensor<1x2xindex> -> tensor<3xindex>
  func.return
}

// -----

// CHECK: tensor<2x2xindex> is not a shape or an extent tensor
func.func @f(%a: tensor<1x2xindex>) {
  %0 = shape.shape_of %a : tensor<1x2xindex> -> tensor<2x2xindex>
  func.return
}

// -----

// CHECK: index is not a shaped value or an extent tensor
func.func @f(%a: index) {
  %0 = shape.shape_of %a : index -> tensor<2xindex>
  func.return
}

// -----

// (c1) of const_shape
// CHECK: result of 'shape.const_shape' holds 2 sizes, but there are 3
%0 = shape.const_shape [4, 5, 6] : tensor<2xindex>

// -----

// CHECK: sizes of 'shape.const_shape' must be indices, got dense<4> : tensor<1xi32>
%0 = "shape.const_shape"() <{shape = dense<4> : tensor<1xi32>}> : () -> tensor<1xindex>

// -----

// CHECK: sizes of 'shape.const_shape' must be a list, got dense<4> : tensor<index>
%0 = "shape.const_shape"() <{shape = dense<4> : tensor<index>}> : () -> tensor<1xindex>

// -----

// (c1) of broadcast
// CHECK: 'shape.broadcast' has an operand that can hold an error, so its result must be of type '!shape.shape', got tensor<?xindex>
func.func @f(%a: tensor<?xindex>, %b: !shape.shape) {
  %0 = shape.broadcast %a, %b : tensor<?xindex>, !shape.shape -> tensor<?xindex>
  func.return
}

// -----

// (c1) of concat
// CHECK: result of 'shape.concat' holds 4 sizes, but there are 3
func.func @f(%a: tensor<2xindex>, %b: tensor<1xindex>) {
  %0 = shape.concat %a, %b : tensor<2xindex>, tensor<1xindex> -> tensor<4xindex>
  func.return
}

// -----

// (c1) of num_elements
// CHECK: 'shape.num_elements' has an operand that can hold an error, so its result must be of type '!shape.size', got index
func.func @f(%a: !shape.shape) {
  %0 = shape.num_elements %a : !shape.shape -> index
  func.return
}

// -----

// (c1) of rank
// CHECK: 'shape.rank' has an operand that can hold an error, so its result must be of type '!shape.size', got index
func.func @f(%a: !shape.shape) {
  %0 = shape.rank %a : !shape.shape -> index
  func.return
}

// -----

// (c1) of get_extent
// CHECK: 'shape.get_extent' has an operand that can hold an error, so its result must be of type '!shape.size', got index
func.func @f(%a: tensor<?xindex>, %z: !shape.size) {
  %0 = shape.get_extent %a, %z : tensor<?xindex>, !shape.size -> index
  func.return
}

// -----

// (c1) of to_extent_tensor
// CHECK: result of 'shape.to_extent_tensor' holds 3 sizes, but there are 2
func.func @f(%a: tensor<2xindex>) {
  %0 = shape.to_extent_tensor %a : tensor<2xindex> -> tensor<3xindex>
  func.return
}

// -----

// (c1) of cstr_broadcastable
// CHECK: 'shape.cstr_broadcastable' needs at least 2 shapes, got 1
func.func @f(%a: !shape.shape) {
  %0 = shape.cstr_broadcastable %a : !shape.shape
  func.return
}

// -----

// (c1) of cstr_eq
// CHECK: 'shape.cstr_eq' needs at least 1 shapes, got 0
%0 = "shape.cstr_eq"() : () -> !shape.witness

// -----

// (c1) of assuming_all
// CHECK: 'shape.assuming_all' needs at least 1 witness, got 0
%0 = "shape.assuming_all"() : () -> !shape.witness

// -----

// (c1) of assuming_yield
// CHECK: 'shape.assuming_yield' gives (index), but its parent (i32)
func.func @f(%w: !shape.witness, %i: index) {
  %0 = shape.assuming %w -> (i32) {
    shape.assuming_yield %i : index
  }
  func.return
}

// -----

// CHECK: 'shape.assuming_yield' expects parent op 'shape.assuming'
func.func @f() {
  shape.assuming_yield
}

