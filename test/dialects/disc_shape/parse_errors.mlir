// RUN: disc-opt %s --split-input-file --parsing-diagnostics | filecheck %s

// CHECK: 'size' is none of named, value, non_zero, not_one, ranges, likely_values, symbolic_shape_graph
disc_shape.SymbolDim @S0 {size = 4}

// -----

// CHECK: 'value' is given twice
disc_shape.SymbolDim @S0 {value = 4, value = 4}

// -----

// CHECK: expected integer literal
disc_shape.SymbolDim @S0 {value = ?}

// -----

// tie_predicate_affine_eq takes an affine map
// CHECK: expected an affine map
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %0, 3(%0)
  func.return
}
disc_shape.SymbolDim @S0
