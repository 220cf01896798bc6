// RUN: disc-opt %s --split-input-file | filecheck %s

// What the C++ system wrote is read, verified and printed as it is.

// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<?x10xf32, [@S0, @C10]>
func.func @main(%a: tensor<?x10xf32, [@S0, @C10]>) -> tensor<?x10xf32, [@S0, @C10]> {
  // CHECK: {kDiscSymbolicDimAttr = [@S0, @C10]}
  %0 = "test.op"(%a) {kDiscSymbolicDimAttr = [@S0, @C10]} : (tensor<?x10xf32, [@S0, @C10]>) -> tensor<?x10xf32, [@S0, @C10]>
  func.return %0 : tensor<?x10xf32, [@S0, @C10]>
}
// CHECK: "disc_shape.SymbolicDim"() <{sym_name = "S0", value = -9223372036854775808 : i64, knownNonNegative = true
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = false, sym_name = "S0", value = -9223372036854775808 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true, sym_name = "C10", value = 10 : i64} : () -> ()
// CHECK-LABEL: func.func @shape_constraint_graph
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  // CHECK: %[[S0:.*]] = disc_shape.dim @S0
  %0 = "disc_shape.dim"() {name = @S0} : () -> index
  %1 = "disc_shape.dim"() {name = @C10} : () -> index
  // CHECK: "disc_shape.tie_product_equal"(%{{.*}}, %[[S0]], %{{.*}}) <{operand_segment_sizes = array<i32: 2, 1>}>
  "disc_shape.tie_product_equal"(%c4, %0, %1) {operand_segment_sizes = array<i32: 2, 1>} : (index, index, index) -> ()
  "disc_shape.tie_product_equal"(%c4, %0, %1) {operandSegmentSizes = array<i32: 2, 1>} : (index, index, index) -> ()
  "disc_shape.tie_product_equal"(%c4, %0, %1) {operand_segment_sizes = dense<[2, 1]> : vector<2xi32>} : (index, index, index) -> ()
  func.return
}

// -----

// CHECK-LABEL: func.func @index_arithmetic
func.func @index_arithmetic(%p: index, %n: index) -> index {
  // CHECK: disc_shape.delinearize %{{.*}} in [%{{.*}}, %{{.*}}] : index, index
  %0:2 = "disc_shape.delinearize"(%p, %n, %n) : (index, index, index) -> (index, index)
  // CHECK: disc_shape.linearize [%{{.*}}, %{{.*}}] in [%{{.*}}, %{{.*}}] {operand_segment_sizes = array<i32: 2, 2>}
  %1 = "disc_shape.linearize"(%0#0, %0#1, %n, %n) {operand_segment_sizes = array<i32: 2, 2>} : (index, index, index, index) -> index
  func.return %1 : index
}
