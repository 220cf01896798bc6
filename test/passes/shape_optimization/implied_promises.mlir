// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// A promise that operations imply goes, and one run writes the range that they imply.
// CHECK-LABEL: func.func public @implied_by_topk(
// CHECK-NOT:   {assumed}
// CHECK:       disc_shape.SymbolDim @N0 {named, ranges = {{\[\[}}2, ?]]}
func.func public @implied_by_topk(%x: tensor<?xf32, [@N0]>) -> tensor<2xf32> {
  %1:2 = mhlo.topk(%x, k = 2) : tensor<?xf32, [@N0]> -> (tensor<2xf32>, tensor<2xi32>)
  return %1#0 : tensor<2xf32>
}
func.func @shape_constraint_graph() {
  %N0 = disc_shape.dim @N0
  %k0 = arith.constant 1 : index
  disc_shape.tie_predicate_lt %k0, %N0 {assumed}
  return
}
disc_shape.SymbolDim @N0 {symbolic_shape_graph = @shape_constraint_graph}

// -----

// One that they do not imply stays, and the range with it.
// CHECK-LABEL: func.func public @not_implied(
// CHECK:       disc_shape.tie_predicate "d0 > 2"(%N0) {assumed}
// CHECK:       disc_shape.SymbolDim @N0 {named, symbolic_shape_graph
func.func public @not_implied(%x: tensor<?xf32, [@N0]>) -> tensor<2xf32> {
  %1:2 = mhlo.topk(%x, k = 2) : tensor<?xf32, [@N0]> -> (tensor<2xf32>, tensor<2xi32>)
  return %1#0 : tensor<2xf32>
}
func.func @shape_constraint_graph() {
  %N0 = disc_shape.dim @N0
  %k0 = arith.constant 2 : index
  disc_shape.tie_predicate_lt %k0, %N0 {assumed}
  return
}
disc_shape.SymbolDim @N0 {symbolic_shape_graph = @shape_constraint_graph}
