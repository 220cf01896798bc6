// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// What the graph says of a name that stands in a branch alone holds where the branch runs: outside,
// `a` and `b` are two sizes.

// CHECK-LABEL: func.func @branch
// CHECK-SAME:  %x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>
// CHECK:       tensor.dim %x
// CHECK:       tensor.dim %y
// CHECK:       arith.addi
func.func @branch(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>, %p: i1) -> (tensor<?xf32>, index) {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  %n = tensor.dim %y, %c0 : tensor<?xf32, [@b]>
  %sum = arith.addi %m, %n : index
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = tensor.cast %x : tensor<?xf32, [@a]> to tensor<?xf32, [@c]>
    %2 = stablehlo.tanh %1 : tensor<?xf32, [@c]>
    %3 = tensor.cast %2 : tensor<?xf32, [@c]> to tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  } else {
    %4 = tensor.cast %x : tensor<?xf32, [@a]> to tensor<?xf32>
    scf.yield %4 : tensor<?xf32>
  }
  return %0, %sum : tensor<?xf32>, index
}
func.func @shape_constraint_graph() {
  %b = disc_shape.dim @b
  %c = disc_shape.dim @c
  disc_shape.tie_predicate_eq %c, %b
  func.return
}
disc_shape.SymbolDim @a {symbolic_shape_graph = @shape_constraint_graph, named}
disc_shape.SymbolDim @b {symbolic_shape_graph = @shape_constraint_graph, named}
disc_shape.SymbolDim @c {symbolic_shape_graph = @shape_constraint_graph}

// -----

// The same of its range.

// CHECK-LABEL: func.func @range
// CHECK-SAME:  %x: tensor<?xf32, [@a]>
// CHECK:       disc_shape.SymbolDim @a {named}
func.func @range(%x: tensor<?xf32, [@a]>, %p: i1) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = tensor.cast %x : tensor<?xf32, [@a]> to tensor<?xf32, [@c]>
    %2 = stablehlo.tanh %1 : tensor<?xf32, [@c]>
    %3 = tensor.cast %2 : tensor<?xf32, [@c]> to tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  } else {
    %4 = tensor.cast %x : tensor<?xf32, [@a]> to tensor<?xf32>
    scf.yield %4 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
disc_shape.SymbolDim @a {named}
disc_shape.SymbolDim @c {ranges = [[4, 8]]}

// -----

// What it says of names from outside holds everywhere.

// CHECK-LABEL: func.func @outside
// CHECK-SAME:  %x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@a]>
func.func @outside(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@a]>, %p: i1) -> index {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32, [@a]>
  return %n : index
}
disc_shape.SymbolDim @a {named}
