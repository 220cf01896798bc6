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

// (c1) of meet
// CHECK: 'shape.meet' needs sizes or shapes only, got !shape.shape, index, index
func.func @f(%a: !shape.shape, %b: index) {
  %0 = shape.meet %a, %b : !shape.shape, index -> index
  func.return
}

// -----

// (c2) of meet
// CHECK: lengths of 'shape.meet' differ: [2, 3]
func.func @f(%a: tensor<2xindex>, %b: tensor<3xindex>) {
  %0 = shape.meet %a, %b : tensor<2xindex>, tensor<3xindex> -> tensor<?xindex>
  func.return
}

// -----

// (c1) of shape_of
// CHECK: 'shape.shape_of' has an operand that can hold an error, so its result must be of type '!shape.shape', got tensor<?xindex>
func.func @f(%a: !shape.value_shape) {
  %0 = shape.shape_of %a : !shape.value_shape -> tensor<?xindex>
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

// CHECK: index is not a shaped value or a value with a shape or an extent tensor
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

// CHECK: tensor<2xf32> is no rank-1 tensor of integers and a value with a shape neither
func.func @f(%a: tensor<2xf32>) {
  %0 = shape.value_as_shape %a : tensor<2xf32> -> !shape.shape
  func.return
}

// -----

// (c1) of debug_print
// CHECK: operand and result of 'shape.debug_print' differ: !shape.size and !shape.shape
func.func @f(%a: !shape.size) {
  %0 = "shape.debug_print"(%a) : (!shape.size) -> !shape.shape
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

// -----

// (c1) of reduce
// CHECK: region of 'shape.reduce' takes (index, !shape.size), but needs (index, !shape.size, !shape.size)
func.func @f(%s: !shape.shape, %z: !shape.size) {
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %d: !shape.size):
    shape.yield %d : !shape.size
  }
  func.return
}

// -----

// (c2) of reduce
// CHECK: region of 'shape.reduce' takes (index, index, index), but needs (index, !shape.size, index)
func.func @f(%s: !shape.shape, %z: index) {
  %0 = shape.reduce(%s, %z) : !shape.shape -> index {
  ^bb0(%i: index, %d: index, %a: index):
    shape.yield %d : index
  }
  func.return
}

// -----

// (c3) of reduce
// CHECK: results and initial values of 'shape.reduce' differ: (i32) and (index)
func.func @f(%s: !shape.shape, %z: index) {
  %0 = "shape.reduce"(%s, %z) ({
  ^bb0(%i: index, %d: !shape.size, %a: index):
    %1 = arith.constant 1 : i32
    shape.yield %1 : i32
  }) : (!shape.shape, index) -> i32
  func.return
}

// -----

// (c3) of reduce
// CHECK: 'shape.reduce' has 2 results and 1 initial values
func.func @f(%s: !shape.shape, %z: index) {
  %0, %1 = shape.reduce(%s, %z) : !shape.shape -> (index, index) {
  ^bb0(%i: index, %d: !shape.size, %a: index):
    shape.yield %a, %a : index, index
  }
  func.return
}

// -----

// (c1) of yield
// CHECK: 'shape.yield' gives (!shape.size, !shape.size), but its parent (!shape.size)
func.func @f(%s: !shape.shape, %z: !shape.size) {
  %0 = shape.reduce(%s, %z) : !shape.shape -> !shape.size {
  ^bb0(%i: index, %d: !shape.size, %a: !shape.size):
    shape.yield %d, %d : !shape.size, !shape.size
  }
  func.return
}

// -----

// (c1) of func
// CHECK: first block of 'shape.func' takes (index), but its type is () -> ()
"shape.func"() <{sym_name = "f", function_type = () -> ()}> ({
^bb0(%i: index):
  shape.return
}) : () -> ()

// -----

// (c1) of return
// CHECK: 'shape.return' gives (index), but its function (!shape.size)
shape.func @f(%i: index) -> !shape.size {
  shape.return %i : index
}

// -----

// (c1) of function_library
// CHECK: 'shape.function_library' maps 'stablehlo.log' to @other, which is no function in it
shape.function_library @library {
  shape.func @same(%v: !shape.value_shape) -> !shape.value_shape {
    shape.return %v : !shape.value_shape
  }
} mapping { stablehlo.log = @other }

// -----

// CHECK: 'shape.lib' is @nope, expected a 'shape.function_library'
module attributes {shape.lib = [@nope]} {
}

// -----

// CHECK: 'shape.lib' is "x", expected a 'shape.function_library'
module attributes {shape.lib = "x"} {
}
