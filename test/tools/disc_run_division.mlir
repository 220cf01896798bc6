// RUN: disc-run %s --check --input x=[1,2,3,4] --input y=[1,2] | filecheck %s
// RUN: not disc-run %s --check --input x=[1,2,3,4] --input y=[1,2,3] 2>&1 | filecheck %s --check-prefix FALSE
// RUN: not disc-run %s --check --input x=[1,2,3,4] --input y=[] 2>&1 | filecheck %s --check-prefix ZERO

// A claim that divides by zero is no true claim.
// CHECK: all 6 claims hold (1 predicate, 2 range, 3 symbol)
// FALSE: error: 'disc_shape.tie_predicate' claims @S0 % @S1 <= 0 (derived), which is false in @main for @S0 = 4, @S1 = 3
// ZERO: error: 'disc_shape.tie_predicate' claims @S0 % @S1 <= 0 (derived), which is a division by zero in @main for @S0 = 4, @S1 = 0
func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S0]> {
  return %x : tensor<?xf32, [@S0]>
}

func.func @shape_constraint_graph() {
  %0 = disc_shape.dim @S0
  %1 = disc_shape.dim @S1
  disc_shape.tie_predicate "d0 % d1 <= 0"(%0, %1)
  return
}

disc_shape.SymbolDim @S0
disc_shape.SymbolDim @S1
