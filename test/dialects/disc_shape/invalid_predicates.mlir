// RUN: disc-opt %s --split-input-file --verify-diagnostics | filecheck %s

// (c1)
// CHECK: 'disc_shape.tie_predicate_eq' is both guarded and assumed
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_eq %0, %0 {guarded, assumed}
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate_divisible
// CHECK: divisor of 'disc_shape.tie_predicate_divisible' must be positive, got 0
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  %c0 = arith.constant 0 : index
  disc_shape.tie_predicate_divisible %0, %c0
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate_mul_eq
// CHECK: 'disc_shape.tie_predicate_mul_eq' needs at least 2 factors, got 1
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_mul_eq %0, %0
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate_group_mul_eq
// CHECK: each group of 'disc_shape.tie_predicate_group_mul_eq' needs at least 2 sizes, got 1
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_group_mul_eq [%0, %0], [%0]
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate_affine_eq
// CHECK: the map of 'disc_shape.tie_predicate_affine_eq' needs 1 result and no symbols, got 2 and 0
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %0, affine_map<(d0) -> (d0, d0)>(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate_affine_eq
// CHECK: the map of 'disc_shape.tie_predicate_affine_eq' needs 1 result and no symbols, got 1 and 1
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %0, affine_map<(d0)[s0] -> (d0 + s0)>(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate_affine_eq
// CHECK: the map of 'disc_shape.tie_predicate_affine_eq' has 2 dimensions, but 1 operands follow it
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %0, affine_map<(d0, d1) -> (d0 + d1)>(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate
// CHECK: 'disc_shape.tie_predicate' cannot read 'd0 <='
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0 <="(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate
// CHECK: 'disc_shape.tie_predicate' cannot read 'd0 + 1': expected a condition, found an integer expression
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0 + 1"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate
// CHECK: cannot read 'd0 / 2 == 1': unexpected character '/' at column 4
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0 / 2 == 1"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate
// CHECK: cannot read 'ceildiv(d0) == 1': 'ceildiv' takes 2 operands, got 1
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "ceildiv(d0) == 1"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate
// CHECK: cannot read 'd0 == True': expected an integer expression, found a condition
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0 == True"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c3) of tie_predicate
// CHECK: cannot read 'd0 < d1': unknown name 'd1'
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0 < d1"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c3) of tie_predicate
// CHECK: 'disc_shape.tie_predicate' 'd0 < 4' does not mention operand d1
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0 < 4"(%0, %0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate
// CHECK: 'disc_shape.tie_predicate' cannot read 'd0**100 == 4': an exponent must be an integer from 0 to 64 at column 9
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0**100 == 4"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c2) of tie_predicate
// CHECK: cannot read 'f(d0) == 4': no function 'f'
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "f(d0) == 4"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c4) of tie_predicate
// CHECK: 'disc_shape.tie_predicate' 'd0 // 0 == 4' divides by zero
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "d0 // 0 == 4"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c4) of tie_predicate
// CHECK: 'disc_shape.tie_predicate' 'ceildiv(d0, 2 - 2) == 4' divides by zero
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate "ceildiv(d0, 2 - 2) == 4"(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c3) of tie_predicate_affine_eq
// CHECK: the map of 'disc_shape.tie_predicate_affine_eq' divides by 0, expected a positive number
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %0, affine_map<(d0) -> (d0 floordiv 0 + 1)>(%0)
  func.return
}
disc_shape.SymbolDim @S0

// -----

// (c3) of tie_predicate_affine_eq
// CHECK: the map of 'disc_shape.tie_predicate_affine_eq' divides by -2, expected a positive number
func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %0, affine_map<(d0) -> ((d0 mod -2) * 3)>(%0)
  func.return
}
disc_shape.SymbolDim @S0
