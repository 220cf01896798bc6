// RUN: disc-opt %s -p convert-legacy-shape-constraints | filecheck %s

// CHECK-LABEL: func.func @main
// CHECK-SAME: tensor<?x10xf32, [@S0, @C10]>
// CHECK-SAME: memref<?xf32> {disc_shape.dims = [@S0]}
func.func @main(%a: tensor<?x10xf32, [@S0, @C10]>, %b: memref<?xf32> {kDiscSymbolicDimAttr = [@S0]}) {
  // CHECK: {disc_shape.dims = [@S0, @C10]}
  %0 = "test.op"(%a) {kDiscSymbolicDimAttr = [@S0, @C10]} : (tensor<?x10xf32, [@S0, @C10]>) -> memref<?x10xf32>
  func.return
}
// CHECK-NOT: SymbolicDim
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = false, knownNonSizeZero = true, sym_name = "S0", value = -9223372036854775808 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = true, sym_name = "C10", value = 10 : i64} : () -> ()
"disc_shape.SymbolicDim"() {knownNegativeOne = false, knownNonNegative = true, knownNonSizeOne = true, knownNonSizeZero = false, sym_name = "S1", value = -1 : i64} : () -> ()
// CHECK-LABEL: func.func @shape_constraint_graph()
func.func @shape_constraint_graph() {
  // CHECK-NEXT: %[[C4:.*]] = arith.constant 4
  %c4 = arith.constant 4 : index
  // CHECK-NEXT: %[[S0:.*]] = disc_shape.dim @S0
  %0 = "disc_shape.dim"() {name = @S0} : () -> index
  // CHECK-NEXT: %[[S1:.*]] = disc_shape.dim @S1
  %1 = "disc_shape.dim"() {name = @S1} : () -> index
  // CHECK-NEXT: disc_shape.tie_predicate_mul_eq %[[S1]], %[[C4]], %[[S0]]
  "disc_shape.tie_product_equal"(%c4, %0, %1) {operand_segment_sizes = array<i32: 2, 1>} : (index, index, index) -> ()
  // CHECK-NEXT: disc_shape.tie_predicate_group_mul_eq [%[[S0]], %[[S1]]], [%[[C4]], %[[S0]]]
  "disc_shape.tie_product_equal"(%0, %1, %c4, %0) {operand_segment_sizes = array<i32: 2, 2>} : (index, index, index, index) -> ()
  func.return
}
// CHECK: disc_shape.SymbolDim @S0 {non_zero, symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @C10 {value = 10, symbolic_shape_graph = @shape_constraint_graph}
// CHECK-NEXT: disc_shape.SymbolDim @S1 {not_one, symbolic_shape_graph = @shape_constraint_graph}
