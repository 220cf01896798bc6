// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s

// What the graph says of a name that is in a branch alone holds where the branch runs: outside,
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

// The same in a loop, which may run no time, and of a name that is bound to a size.

// CHECK-LABEL: func.func @loop
// CHECK-SAME:  %x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>
// CHECK:       tensor.dim %x
// CHECK:       tensor.dim %y
func.func @loop(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>, %n: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = tensor.dim %y, %c0 : tensor<?xf32, [@b]>
  %a = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  scf.for %i = %c0 to %n step %c1 {
    disc_shape.bind_dim %a to @b
  }
  %sum = arith.addi %a, %b : index
  return %sum : index
}
disc_shape.SymbolDim @a {named}
disc_shape.SymbolDim @b {named}

// -----

// What a branch has for itself keeps its name and what is promised of it.

// CHECK-LABEL: func.func @own
// CHECK-SAME:  %x: tensor<?xf32, [@a]>
// CHECK:       stablehlo.custom_call @unique({{.*}}tensor<?xf32, [@c]>
// CHECK:       tie_predicate "d1 <= d0"(%a, %c) {assumed}
func.func @own(%x: tensor<?xf32, [@a]>, %p: i1) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.custom_call @unique(%x) : (tensor<?xf32, [@a]>) -> tensor<?xf32, [@c]>
    %2 = tensor.cast %1 : tensor<?xf32, [@c]> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    %4 = tensor.cast %x : tensor<?xf32, [@a]> to tensor<?xf32>
    scf.yield %4 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %a = disc_shape.dim @a
  %c = disc_shape.dim @c
  disc_shape.tie_predicate "d0 <= d1"(%c, %a) {assumed}
  func.return
}
disc_shape.SymbolDim @a {symbolic_shape_graph = @shape_constraint_graph, named}
disc_shape.SymbolDim @c {symbolic_shape_graph = @shape_constraint_graph, named}

// -----

// What is said of names from outside holds everywhere, and in `shape.assuming`, which runs once.

// CHECK-LABEL: func.func @outside
// CHECK-SAME:  %x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@a]>
// CHECK:       tensor.dim %x
// CHECK-NOT:   tensor.dim
func.func @outside(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> index {
  %c0 = arith.constant 0 : index
  %a = tensor.dim %x, %c0 : tensor<?xf32, [@a]>
  %n = tensor.dim %y, %c0 : tensor<?xf32, [@b]>
  %sum = arith.addi %a, %n : index
  %true = shape.const_witness true
  %0 = shape.assuming %true -> (index) {
    disc_shape.bind_dim %a to @b
    shape.assuming_yield %sum : index
  }
  return %0 : index
}
disc_shape.SymbolDim @a {named}
disc_shape.SymbolDim @b {named}
