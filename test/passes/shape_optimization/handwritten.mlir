// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,cse,canonicalize,shape-optimization | filecheck %s

// Handwritten constraints of sizes stay: symbols tied to values and to memrefs keep their
// names, facts about symbols that nothing carries stay, and so do named symbols.

// CHECK:      func.func @main(%x: tensor<?xf32, [@S0]>, %n: index)
// CHECK:      memref.alloc(%n) {disc_shape.dims = [@S7]} : memref<?xf32>
// CHECK:      disc_shape.bind_dim %{{.*}} to @k2
// CHECK:      tie_predicate_affine_eq %k2, affine_map<(d0) -> (d0 * 2)>(%S0)
// CHECK-DAG:  tie_predicate_divisible %S7, %c4 {assumed}
// CHECK-DAG:  tie_predicate_lt %S7, %v {assumed}
// CHECK-DAG:  tie_predicate_lt %u, %v {assumed}
// CHECK-DAG:  SymbolDim @S7 {symbolic_shape_graph
// CHECK-DAG:  SymbolDim @u {named, likely_values = [3], symbolic_shape_graph
// CHECK-DAG:  SymbolDim @unused {named, likely_values = [3]}
func.func @main(%x: tensor<?xf32>, %n: index) -> (tensor<?xf32>, index, memref<?xf32>) {
  %m = memref.alloc(%n) {disc_shape.dims = [@S7]} : memref<?xf32>
  %c2 = arith.constant 2 : index
  %c0 = arith.constant 0 : index
  %k = tensor.dim %x, %c0 : tensor<?xf32>
  %kk = arith.muli %k, %c2 : index
  disc_shape.bind_dim %kk to @k2
  %0 = stablehlo.tanh %x : tensor<?xf32>
  return %0, %n, %m : tensor<?xf32>, index, memref<?xf32>
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %s = disc_shape.dim @S7
  %u = disc_shape.dim @u
  %v = disc_shape.dim @v
  disc_shape.tie_predicate_divisible %s, %c4 {assumed}
  disc_shape.tie_predicate_lt %u, %v {assumed}
  disc_shape.tie_predicate_lt %s, %v {assumed}
  func.return
}
disc_shape.SymbolDim @u {named, likely_values = [3], symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @v {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @unused {named, likely_values = [3]}
disc_shape.SymbolDim @k2
disc_shape.SymbolDim @S7 {symbolic_shape_graph = @shape_constraint_graph}

// -----

// A symbol whose name was not given, and which only a fact mentions, is never mixed up with one
// that is made anew.

// CHECK:     func.func @main(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@b]>)
// CHECK:     tie_predicate_lt %b, %[[OTHER:.*]] {assumed}
// CHECK-NOT: SymbolDim @S0 {symbolic
// CHECK:     SymbolDim @S1
func.func @main(%x: tensor<?xf32>, %y: tensor<?xf32, [@b]>) -> (tensor<?xf32>, tensor<?xf32, [@b]>) {
  return %x, %y : tensor<?xf32>, tensor<?xf32, [@b]>
}
func.func @shape_constraint_graph() {
  %b = disc_shape.dim @b
  %s = disc_shape.dim @S0
  disc_shape.tie_predicate_lt %b, %s {assumed}
  func.return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @b {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// A constant symbol of another name than ours, on a memref.

// CHECK:      memref.alloc() {disc_shape.dims = [@ten]} : memref<10xf32>
// CHECK:      disc_shape.SymbolDim @ten {value = 10}
func.func @main() -> memref<10xf32> {
  %m = memref.alloc() {disc_shape.dims = [@ten]} : memref<10xf32>
  return %m : memref<10xf32>
}
disc_shape.SymbolDim @ten {value = 10}
