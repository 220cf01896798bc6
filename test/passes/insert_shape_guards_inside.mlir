// RUN: disc-opt %s -p 'insert-shape-guards{form=assert}' --split-input-file | filecheck %s
// RUN: disc-opt %s -p 'insert-shape-guards{form=assert},shape-optimization,shape-optimization' --split-input-file | filecheck %s --check-prefix OPT
// RUN: disc-opt %s -p 'insert-shape-guards{form=assert}' --split-input-file 2>&1 | filecheck %s --check-prefix NOTE

// A size that is data is checked as soon as a value has it, and the guard does not prove itself.
// CHECK: stablehlo.dynamic_iota
// CHECK: cf.assert %{{.*}}, "expected k % 4 == 0, where k is dimension 0 of 'stablehlo.dynamic_iota'"
// CHECK-NOT: assumed
// OPT: cf.assert %{{.*}}, "expected k % 4 == 0
func.func @main(%s: tensor<1xi32>) -> tensor<?xf32, [@k]> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
  func.return %0 : tensor<?xf32, [@k]>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  %c4 = arith.constant 4 : index
  disc_shape.tie_predicate_divisible %k, %c4 {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// With the size of an argument, and the one of an argument by itself, at the entry.
// CHECK: cf.assert %{{.*}}, "expected n >= 1, where n is dimension 0 of argument 1"
// CHECK: stablehlo.dynamic_iota
// CHECK: cf.assert %{{.*}}, "expected k <= n, where k is dimension 0 of 'stablehlo.dynamic_iota' and n is dimension 0 of argument 1"
// CHECK-NOT: assumed
// OPT-COUNT-2: cf.assert
func.func @main(%s: tensor<1xi32>, %x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@k]> {
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
  func.return %0 : tensor<?xf32, [@k]>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  %n = disc_shape.dim @n
  disc_shape.tie_predicate "d0 <= d1"(%k, %n) {assumed}
  disc_shape.tie_predicate "d0 >= 1"(%n) {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// A size that only a region has is checked in it.
// CHECK: scf.if
// CHECK: stablehlo.dynamic_iota
// CHECK: cf.assert %{{.*}}, "expected k <= 8
// CHECK: scf.yield
// OPT: scf.if
// OPT: cf.assert %{{.*}}, "expected k <= 8
func.func @main(%s: tensor<1xi32>, %p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
    %2 = tensor.cast %1 : tensor<?xf32, [@k]> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  disc_shape.tie_predicate "d0 <= 8"(%k) {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// Of several regions that have a size, each checks it.
// CHECK: scf.if
// CHECK: cf.assert %{{.*}}, "expected k <= 8
// CHECK: } else {
// CHECK: cf.assert %{{.*}}, "expected k <= 8
// CHECK-NOT: cf.assert
// CHECK: func.return
// OPT: scf.if
// OPT: cf.assert %{{.*}}, "expected k <= 8
// OPT: } else {
// OPT: cf.assert %{{.*}}, "expected k <= 8
func.func @main(%s: tensor<1xi32>, %p: i1) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
    %2 = stablehlo.tanh %1 : tensor<?xf32, [@k]>
    %3 = tensor.cast %2 : tensor<?xf32, [@k]> to tensor<?xf32>
    scf.yield %3 : tensor<?xf32>
  } else {
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
    %2 = tensor.cast %1 : tensor<?xf32, [@k]> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  disc_shape.tie_predicate "d0 <= 8"(%k) {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// The sizes are never known at one place: it stays a promise.
// NOTE: note: promise k <= m is not checked: no value has its sizes where it can be computed
// CHECK: func.func @main
// CHECK-NOT: cf.assert
// CHECK: tie_predicate "d0 <= d1"(%{{.*}}) {assumed}
// OPT: func.func @main
// OPT-NOT: cf.assert
// OPT: func.return
func.func @main(%s: tensor<1xi32>, %p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
    %2 = tensor.cast %1 : tensor<?xf32, [@k]> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@m]>
    %2 = tensor.cast %1 : tensor<?xf32, [@m]> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  %m = disc_shape.dim @m
  disc_shape.tie_predicate "d0 <= d1"(%k, %m) {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @m {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// A number that is bound to a symbol is checked as soon as it is bound.
// CHECK: disc_shape.bind_dim %{{.*}} to @k
// CHECK: cf.assert %{{.*}}, "expected k > 1, where k is bound by 'disc_shape.bind_dim'"
// CHECK-NOT: assumed
// OPT: cf.assert %{{.*}}, "expected k > 1
func.func @main(%n: index, %x: tensor<?xf32>) -> tensor<?xf32> {
  disc_shape.bind_dim %n to @k
  func.return %x : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  %c1 = arith.constant 1 : index
  disc_shape.tie_predicate_lt %c1, %k {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// Where one branch binds the number, the other one is not refused for it.
// CHECK: scf.if
// CHECK: disc_shape.bind_dim %{{.*}} to @k
// CHECK: cf.assert %{{.*}}, "expected k <= 8, where k is bound by 'disc_shape.bind_dim'"
// CHECK: } else {
// CHECK-NOT: cf.assert
// CHECK: func.return
// OPT: scf.if
// OPT: cf.assert %{{.*}}, "expected k <= 8
func.func @main(%n: index, %p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    disc_shape.bind_dim %n to @k
    %1 = tensor.empty(%n) : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  disc_shape.tie_predicate "d0 <= 8"(%k) {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// Both branches give the symbol a size: each is checked, and a size that is known after a check is
// not checked again.
// CHECK: scf.if
// CHECK: cf.assert %{{.*}}, "expected k <= 8, where k is dimension 0 of 'stablehlo.dynamic_iota'"
// CHECK: } else {
// CHECK: cf.assert %{{.*}}, "expected k <= 8, where k is bound by 'disc_shape.bind_dim'"
// CHECK-NOT: cf.assert
// CHECK-NOT: assumed
// OPT-COUNT-2: cf.assert
func.func @main(%s: tensor<1xi32>, %p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    %1 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xi32>) -> tensor<?xf32, [@k]>
    %2 = tensor.cast %1 : tensor<?xf32, [@k]> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  } else {
    %c0 = arith.constant 0 : index
    %d = tensor.dim %x, %c0 : tensor<?xf32>
    disc_shape.bind_dim %d to @k
    %1 = tensor.cast %x : tensor<?xf32> to tensor<?xf32, [@k]>
    %2 = tensor.cast %1 : tensor<?xf32, [@k]> to tensor<?xf32>
    scf.yield %2 : tensor<?xf32>
  }
  func.return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  disc_shape.tie_predicate "d0 <= 8"(%k) {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// What one branch binds is not known after it: the promise stays one.
// NOTE: note: promise k <= m is not checked: no value has its sizes where it can be computed
// CHECK: func.func @main
// CHECK-NOT: cf.assert
// CHECK: tie_predicate "d0 <= d1"(%{{.*}}) {assumed}
// OPT: func.func @main
// OPT-NOT: cf.assert
// OPT: func.return
func.func @main(%n: index, %p: i1, %x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = scf.if %p -> (tensor<?xf32>) {
    disc_shape.bind_dim %n to @k
    %1 = tensor.empty(%n) : tensor<?xf32>
    scf.yield %1 : tensor<?xf32>
  } else {
    scf.yield %x : tensor<?xf32>
  }
  %c0 = arith.constant 0 : index
  %d = tensor.dim %0, %c0 : tensor<?xf32>
  disc_shape.bind_dim %d to @m
  func.return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %k = disc_shape.dim @k
  %m = disc_shape.dim @m
  disc_shape.tie_predicate "d0 <= d1"(%k, %m) {assumed}
  func.return
}
disc_shape.SymbolDim @k {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @m {named, symbolic_shape_graph = @shape_constraint_graph}
