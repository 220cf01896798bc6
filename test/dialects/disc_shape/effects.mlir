// RUN: disc-opt %s -p canonicalize,cse,dce | filecheck %s

// No other project's clean-up pass removes or merges a predicate or a binding.
// CHECK-LABEL: func.func @data
// CHECK-COUNT-2: disc_shape.bind_dim
func.func @data(%n: index) {
  disc_shape.bind_dim %n to @S0
  disc_shape.bind_dim %n to @S0
  func.return
}

// CHECK-LABEL: func.func @shape_constraint_graph
func.func @shape_constraint_graph() {
  // CHECK-NEXT: %[[A:.*]] = disc_shape.dim @S0
  // CHECK-NEXT: %[[B:.*]] = disc_shape.dim @S1
  %0 = disc_shape.dim @S0
  %1 = disc_shape.dim @S1
  %2 = disc_shape.dim @S0
  // CHECK-NEXT: disc_shape.tie_predicate_lt %[[A]], %[[B]]
  disc_shape.tie_predicate_lt %0, %1
  // CHECK-NEXT: disc_shape.tie_predicate_lt %[[A]], %[[B]]
  disc_shape.tie_predicate_lt %2, %1
  // CHECK-NEXT: disc_shape.tie_predicate "d0 < 9"(%[[B]])
  disc_shape.tie_predicate "d0 < 9"(%1)
  func.return
}

// CHECK: disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S0
// CHECK: disc_shape.SymbolDim @S1
disc_shape.SymbolDim @S1
// A symbol that nothing names is kept as well.
// CHECK: disc_shape.SymbolDim @S2
disc_shape.SymbolDim @S2
