// RUN: disc-opt %s -p 'shape-optimization{entry=main}' | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization{entry=main},shape-optimization{entry=main}' | filecheck %s
// RUN: disc-opt %s -p 'shape-optimization{entry=other}' | filecheck %s

// Symbols and facts of a function that is not optimized stay as they are.

// CHECK: func.func @main(%x: tensor<?xf32, [@b]>)
// CHECK: func.func @other(%x: tensor<?x4xf32, [@S0, @C4]>)
// CHECK: tie_predicate_divisible %S0, %c4
// CHECK: SymbolDim @S0 {symbolic_shape_graph
func.func @main(%x: tensor<?xf32, [@b]>) -> tensor<?xf32, [@b]> {
  %0 = stablehlo.tanh %x : tensor<?xf32, [@b]>
  return %0 : tensor<?xf32, [@b]>
}
func.func @other(%x: tensor<?x4xf32, [@S0, @C4]>) -> tensor<?x4xf32, [@S0, @C4]> {
  return %x : tensor<?x4xf32, [@S0, @C4]>
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %s = disc_shape.dim @S0
  disc_shape.tie_predicate_divisible %s, %c4
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @C4 {value = 4}
disc_shape.SymbolDim @b
