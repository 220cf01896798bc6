// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// CHECK: symbol '@S0' is known to be -1 and known not to be negative
"disc_shape.SymbolicDim"() {knownNegativeOne = true, knownNonNegative = true, sym_name = "S0", value = -1 : i64} : () -> ()

// -----

// CHECK: 'disc_shape.tie_product_equal' has segment sizes [2, 2] for 3 operands
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  "disc_shape.tie_product_equal"(%c4, %c4, %c4) {operand_segment_sizes = array<i32: 2, 2>} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK: 'disc_shape.tie_product_equal' has segment sizes [] for 1 operands
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  "disc_shape.tie_product_equal"(%c4) : (index) -> ()
  func.return
}

// -----

// CHECK: symbol '@S9' of 'test.op' does not exist
%0 = "test.op"() {kDiscSymbolicDimAttr = [@S9]} : () -> memref<?xf32>
"disc_shape.SymbolicDim"() {sym_name = "S0"} : () -> ()

// -----

// CHECK: dimension 0 of tensor<4xf32, [@C5]> is 4, but symbol '@C5' has value 5
%0 = "test.op"() : () -> tensor<4xf32, [@C5]>
"disc_shape.SymbolicDim"() {sym_name = "C5", value = 5 : i64} : () -> ()
