// RUN: disc-opt %s --split-input-file --verify-diagnostics --parsing-diagnostics | filecheck %s

// CHECK: symbol '@S0' has an empty list of ranges
disc_shape.SymbolDim @S0 {ranges = []}

// -----

// (c1)
// CHECK: range [5, 4] of symbol '@S0' holds no size
disc_shape.SymbolDim @S0 {ranges = [[5, 4]]}

// -----

// (c1)
// CHECK: range [-1, 4] of symbol '@S0' holds no size
disc_shape.SymbolDim @S0 {ranges = [[-1, 4]]}

// -----

// (c1) they touch
// CHECK: range [5, 9] of symbol '@S0' does not lie beyond the one before
disc_shape.SymbolDim @S0 {ranges = [[1, 4], [5, 9]]}

// -----

// (c1)
// CHECK: range [128, 256] of symbol '@S0' does not lie beyond the one before
disc_shape.SymbolDim @S0 {ranges = [[1, ?], [128, 256]]}

// -----

// CHECK: an interval is a lower and an upper end, got [1 : i64]
disc_shape.SymbolDim @S0 {ranges = [[1]]}

// -----

// CHECK: an interval is a lower and an upper end, got 1 : i64
"disc_shape.SymbolDim"() <{sym_name = "S0", ranges = [1]}> : () -> ()

// -----

// (c2)
// CHECK: value 0 of symbol '@S0' contradicts its other properties
disc_shape.SymbolDim @S0 {value = 0, non_zero}

// -----

// (c2)
// CHECK: value 1 of symbol '@S0' contradicts its other properties
disc_shape.SymbolDim @S0 {value = 1, not_one}

// -----

// (c2)
// CHECK: value 65 of symbol '@S0' contradicts its other properties
disc_shape.SymbolDim @S0 {value = 65, ranges = [[0, 64], [66, ?]]}

// -----

// (c2)
// CHECK: value -1 of symbol '@S0' contradicts its other properties
disc_shape.SymbolDim @S0 {value = -1}

// -----

// (c3)
// CHECK: a likely value of symbol '@S0' is listed twice
disc_shape.SymbolDim @S0 {likely_values = [8, 8]}

// -----

// (c3)
// CHECK: likely value 0 of symbol '@S0' is impossible
disc_shape.SymbolDim @S0 {likely_values = [8, 0], non_zero}

// -----

// (c3)
// CHECK: likely value 9 of symbol '@S0' is impossible
disc_shape.SymbolDim @S0 {likely_values = [9], value = 8}

// -----

// CHECK: 'disc_shape.SymbolDim' expects parent op 'builtin.module'
func.func @f() {
  disc_shape.SymbolDim @S0
  func.return
}

// -----

// CHECK: redefinition of symbol "S0"
disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S0

// -----

// CHECK: property 'name' expected in operation 'disc_shape.dim'
func.func @shape_constraint_graph() {
  %0 = "disc_shape.dim"() : () -> index
  func.return
}
