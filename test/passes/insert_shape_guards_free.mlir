// RUN: disc-opt %s -p insert-shape-guards --split-input-file | filecheck %s
// RUN: disc-opt %s -p insert-shape-guards,shape-optimization,shape-optimization --split-input-file | filecheck %s --check-prefix OPT

// No value carries @q: it is whatever number makes the facts true, and there is one where a size is a
// multiple of 4 from 8 to 36.

// CHECK-LABEL: func.func @multiple
// CHECK: shape_assertion{{.*}}expected x[0] % 4 == 0, found x[0] = {0} (dimension 0 of argument 0)
// CHECK: shape_assertion{{.*}}expected x[0] >= 8
// CHECK: shape_assertion{{.*}}expected x[0] < 40
// CHECK-NOT: assumed
// OPT-LABEL: func.func @multiple
// OPT-COUNT-3: shape_assertion(
func.func @multiple(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]> {
  return %x : tensor<?xf32, [@S0]>
}
func.func @shape_constraint_graph() {
  %q = disc_shape.dim @q
  %S0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %S0, affine_map<(d0) -> (d0 * 4)>(%q) {assumed}
  disc_shape.tie_predicate "d0 >= 2"(%q) {assumed}
  disc_shape.tie_predicate "d0 <= 9"(%q) {assumed}
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @q {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// Two sizes over one number. That the first is at least 3 follows.

// CHECK-LABEL: func.func @shared
// CHECK: shape_assertion{{.*}}expected 2*x[0] == y[0] + 6
// CHECK-NOT: shape_assertion
// CHECK-NOT: assumed
func.func @shared(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S1]>) {
  return
}
func.func @shape_constraint_graph() {
  %q = disc_shape.dim @q
  %S0 = disc_shape.dim @S0
  %S1 = disc_shape.dim @S1
  disc_shape.tie_predicate_affine_eq %S0, affine_map<(d0) -> (d0 + 3)>(%q) {assumed}
  disc_shape.tie_predicate_affine_eq %S1, affine_map<(d0) -> (d0 * 2)>(%q) {assumed}
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @S1 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @q {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// A size of an inner value is that number, not any number: it is checked where it is known. There is no
// equation for @r.

// CHECK-LABEL: func.func @carried
// CHECK-NEXT: stablehlo.dynamic_iota
// CHECK: shape_assertion{{.*}}expected S0 == 4*q
// CHECK: disc_shape.tie_predicate_affine_eq %S0, affine_map<(d0) -> (d0 * 4)>(%q) {guarded}
// CHECK: disc_shape.tie_predicate_lt %S0, %r {assumed}
func.func @carried(%x: tensor<?xf32, [@S0]>, %n: tensor<1xi32>) -> tensor<?xf32, [@q]> {
  %0 = stablehlo.dynamic_iota %n, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@q]>
  return %0 : tensor<?xf32, [@q]>
}
func.func @shape_constraint_graph() {
  %q = disc_shape.dim @q
  %r = disc_shape.dim @r
  %S0 = disc_shape.dim @S0
  disc_shape.tie_predicate_affine_eq %S0, affine_map<(d0) -> (d0 * 4)>(%q) {assumed}
  disc_shape.tie_predicate_lt %S0, %r {assumed}
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @q {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @r {named, symbolic_shape_graph = @shape_constraint_graph}
