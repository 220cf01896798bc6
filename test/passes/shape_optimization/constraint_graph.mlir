// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// Every kind of predicate is read, used and written back, with its status, in its one form.
// CHECK-LABEL: func.func @all_kinds(%a: tensor<?x?xf32, [@A, @B]>, %b: tensor<?x?x?xf32, [@C, @D, @E]>, %f: tensor<?x?xf32, [@F, @G]>)
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate_eq %C, %A {assumed}
// CHECK-DAG: disc_shape.tie_predicate_lt %A, %B
// CHECK-DAG: disc_shape.tie_predicate_divisible %B, %c4 {guarded}
// CHECK-DAG: disc_shape.tie_predicate_mul_eq %C, %D, %E
// CHECK-DAG: disc_shape.tie_predicate_group_mul_eq [%B, %D], [%F, %G]
// CHECK-DAG: disc_shape.tie_predicate_affine_eq %G, affine_map<(d0) -> (d0 * 2 + 3)>(%E)
// CHECK-DAG: disc_shape.tie_predicate "d0 <= d1"(%D, %E)
// CHECK: disc_shape.SymbolDim @A {named, ranges = {{\[\[}}1, 64], [128, 256{{\]\]}}, likely_values = [8, 16], symbolic_shape_graph = @shape_constraint_graph}
// CHECK: disc_shape.SymbolDim @B {named, {{.*}}symbolic_shape_graph = @shape_constraint_graph}
func.func @all_kinds(%a: tensor<?x?xf32, [@A, @B]>, %b: tensor<?x?x?xf32, [@C, @D, @E]>, %f: tensor<?x?xf32, [@F, @G]>) -> (tensor<?x?xf32, [@A, @B]>, tensor<?x?x?xf32, [@C, @D, @E]>, tensor<?x?xf32, [@F, @G]>) {
  return %a, %b, %f : tensor<?x?xf32, [@A, @B]>, tensor<?x?x?xf32, [@C, @D, @E]>, tensor<?x?xf32, [@F, @G]>
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %A = disc_shape.dim @A
  %B = disc_shape.dim @B
  %C = disc_shape.dim @C
  %D = disc_shape.dim @D
  %E = disc_shape.dim @E
  %F = disc_shape.dim @F
  %G = disc_shape.dim @G
  disc_shape.tie_predicate_eq %A, %C {assumed}
  disc_shape.tie_predicate_lt %A, %B
  disc_shape.tie_predicate_divisible %B, %c4 {guarded}
  disc_shape.tie_predicate_mul_eq %C, %D, %E
  disc_shape.tie_predicate_group_mul_eq [%F, %G], [%D, %B]
  disc_shape.tie_predicate_affine_eq %G, affine_map<(d0) -> (d0 * 2 + 3)>(%E)
  disc_shape.tie_predicate "d0 <= d1"(%D, %E)
  return
}
disc_shape.SymbolDim @A {ranges = [[1, 64], [128, 256]], likely_values = [8, 16], named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @B {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @C {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @D {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @E {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @F {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @G {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// tie_predicate_eq, derived: the arguments share the name that comes first; the other stays.
// CHECK-LABEL: func.func @eq(%a: tensor<?xf32, [@A]>, %b: tensor<?xf32, [@A]>)
// CHECK: tie_predicate_eq %B, %A
// CHECK: SymbolDim @B {named
func.func @eq(%a: tensor<?xf32, [@A]>, %b: tensor<?xf32, [@B]>) -> (tensor<?xf32, [@A]>, tensor<?xf32, [@B]>) {
  return %a, %b : tensor<?xf32, [@A]>, tensor<?xf32, [@B]>
}
func.func @shape_constraint_graph() {
  %A = disc_shape.dim @A
  %B = disc_shape.dim @B
  disc_shape.tie_predicate_eq %A, %B
  return
}
disc_shape.SymbolDim @A {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @B {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// The same, assumed: the signature keeps both, later values have one.
// CHECK-LABEL: func.func @eq_assumed(%a: tensor<?xf32, [@A]>, %b: tensor<?xf32, [@B]>) -> tensor<?xf32, [@A]>
// CHECK: [[B:%[0-9]+]] = tensor.cast %b : tensor<?xf32, [@B]> to tensor<?xf32, [@A]>
// CHECK: add %a, [[B]] : tensor<?xf32, [@A]>
// CHECK: tie_predicate_eq %B, %A {assumed}
func.func @eq_assumed(%a: tensor<?xf32, [@A]>, %b: tensor<?xf32, [@B]>) -> tensor<?xf32> {
  %s = shape.shape_of %a : tensor<?xf32, [@A]> -> tensor<1xindex>
  %c = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [0] : (tensor<?xf32, [@B]>, tensor<1xindex>) -> tensor<?xf32>
  %0 = "stablehlo.add"(%a, %c) : (tensor<?xf32, [@A]>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %A = disc_shape.dim @A
  %B = disc_shape.dim @B
  disc_shape.tie_predicate_eq %A, %B {assumed}
  return
}
disc_shape.SymbolDim @A {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @B {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// Without the fact the broadcast stays: %b may have size 1.
// CHECK-LABEL: func.func @eq_unknown(%a: tensor<?xf32, [@A]>, %b: tensor<?xf32, [@B]>)
// CHECK: dynamic_broadcast_in_dim %b
func.func @eq_unknown(%a: tensor<?xf32, [@A]>, %b: tensor<?xf32, [@B]>) -> tensor<?xf32> {
  %s = shape.shape_of %a : tensor<?xf32, [@A]> -> tensor<1xindex>
  %c = stablehlo.dynamic_broadcast_in_dim %b, %s, dims = [0] : (tensor<?xf32, [@B]>, tensor<1xindex>) -> tensor<?xf32>
  %0 = "stablehlo.add"(%a, %c) : (tensor<?xf32, [@A]>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
disc_shape.SymbolDim @A {named}
disc_shape.SymbolDim @B {named}

// -----

// A size that is assumed to be static is static inside; in no run does the argument become so.
// CHECK-LABEL: func.func @static_assumed(%a: tensor<?xf32, [@A]>) -> tensor<4xf32>
// CHECK: [[A:%[0-9]+]] = tensor.cast %a : tensor<?xf32, [@A]> to tensor<4xf32>
// CHECK: tanh [[A]] : tensor<4xf32>
// CHECK: tie_predicate_eq %A, %c4 {assumed}
func.func @static_assumed(%a: tensor<?xf32, [@A]>) -> tensor<?xf32, [@A]> {
  %0 = stablehlo.tanh %a : tensor<?xf32, [@A]>
  return %0 : tensor<?xf32, [@A]>
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %A = disc_shape.dim @A
  disc_shape.tie_predicate_eq %A, %c4 {assumed}
  return
}
disc_shape.SymbolDim @A {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// tie_predicate_mul_eq: the product of the first two sizes is the third, so the reshape and its
// inverse cancel.
// CHECK-LABEL: func.func @mul_eq(%x: tensor<?x?xf32, [@A, @B]>, %y: tensor<?xf32, [@C]>) -> tensor<?xf32, [@C]>
// CHECK-NOT: dynamic_reshape
// CHECK: tie_predicate_mul_eq %C, %A, %B
func.func @mul_eq(%x: tensor<?x?xf32, [@A, @B]>, %y: tensor<?xf32, [@C]>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = tensor.dim %x, %c0 : tensor<?x?xf32, [@A, @B]>
  %b = tensor.dim %x, %c1 : tensor<?x?xf32, [@A, @B]>
  %m = arith.muli %a, %b : index
  %s = tensor.from_elements %m : tensor<1xindex>
  %0 = stablehlo.dynamic_reshape %y, %s : (tensor<?xf32, [@C]>, tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %A = disc_shape.dim @A
  %B = disc_shape.dim @B
  %C = disc_shape.dim @C
  disc_shape.tie_predicate_mul_eq %C, %A, %B
  return
}
disc_shape.SymbolDim @A {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @B {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @C {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// tie_predicate_divisible: a guard that the graph proves by operations goes; the twin below, by an
// assumption, does not.
// CHECK-LABEL: func.func @guard_and_assumption
// CHECK: cf.assert %{{.*}}, "divisible"
// CHECK: tie_predicate_divisible %A, %c4
func.func @guard_and_assumption(%a: tensor<?xf32, [@A]>) -> tensor<?xf32, [@A]> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = tensor.dim %a, %c0 : tensor<?xf32, [@A]>
  %r = arith.remsi %s, %c4 : index
  %ok = arith.cmpi eq, %r, %c0 : index
  cf.assert %ok, "divisible"
  %0 = stablehlo.tanh %a : tensor<?xf32, [@A]>
  return %0 : tensor<?xf32, [@A]>
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %A = disc_shape.dim @A
  disc_shape.tie_predicate_divisible %A, %c4 {assumed}
  return
}
disc_shape.SymbolDim @A {named, symbolic_shape_graph = @shape_constraint_graph}

// -----

// bind_dim gives a name to an integer; the value made with it has that size.
// CHECK-LABEL: func.func @bind(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32, [@n]>
// CHECK: disc_shape.bind_dim %n to @n
// CHECK: tie_predicate_lt %n, %S0
// CHECK: SymbolDim @S0 {ranges = {{\[\[}}1, ?{{\]\]}}
func.func @bind(%x: tensor<?xf32, [@S0]>, %n: index) -> tensor<?xf32> {
  disc_shape.bind_dim %n to @n
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_iota %s, dim = 0 : (tensor<1xindex>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %n = disc_shape.dim @n
  %s = disc_shape.dim @S0
  disc_shape.tie_predicate_lt %n, %s
  return
}
disc_shape.SymbolDim @S0 {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}
