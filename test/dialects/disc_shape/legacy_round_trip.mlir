// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP

// What the C++ system wrote has no form of its own: both syntaxes print it in quotes.

// CHECK: "disc_shape.SymbolicDim"() <{sym_name = "S0", value = -9223372036854775808 : i64, knownNonNegative = true
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = false, sym_name = "S0", value = -9223372036854775808 : i64} : () -> ()
// CHECK: "disc_shape.SymbolicDim"() <{sym_name = "C10", value = 10 : i64
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true, sym_name = "C10", value = 10 : i64} : () -> ()
// CHECK-LABEL: func.func @shape_constraint_graph
func.func @shape_constraint_graph() {
  %0 = "disc_shape.dim"() {name = @S0} : () -> index
  %1 = "disc_shape.dim"() {name = @C10} : () -> index
  // CHECK: "disc_shape.tie_product_equal"(%{{.*}}, %{{.*}}) <{operand_segment_sizes = array<i32: 1, 1>}> : (index, index) -> ()
  "disc_shape.tie_product_equal"(%0, %1) {operand_segment_sizes = array<i32: 1, 1>} : (index, index) -> ()
  func.return
}
