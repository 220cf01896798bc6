// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization,insert-shape-guards,shape-optimization | filecheck %s --check-prefix=GUARDS

// RUN: disc-opt %s --split-input-file -p 'assume-shapes{facts="x[0] == y[0]; x[0] <= 9; x[0] % 2 == 0"},shape-optimization' | filecheck %s --check-prefix=LANGUAGE

// What operations imply is not assumed any more, whatever its source; what they do not imply is,
// and only that becomes a guard.

// The graph, written by hand. Operations say that `b` and `c` are one size and at most 8.

// CHECK-LABEL:  func.func @graph
// CHECK-COUNT-1: {assumed}
// CHECK:        SymbolDim

// GUARDS-LABEL: func.func @graph
// GUARDS:       error_message = "expected b % 4 == 0,
// GUARDS-NOT:   shape_assertion(

// LANGUAGE-LABEL:  func.func @graph
// LANGUAGE:        tie_predicate_divisible %b, %c4 {assumed}
// LANGUAGE-NOT:    assumed
func.func @graph(%x: tensor<?xf32, [@b]>, %y: tensor<?xf32, [@c]>, %z: tensor<?xf32, #stablehlo.bounds<16>>) -> tensor<?xf32> {
  %0 = "stablehlo.add"(%x, %y) : (tensor<?xf32, [@b]>, tensor<?xf32, [@c]>) -> tensor<?xf32>
  %1 = "stablehlo.concatenate"(%0, %0) {dimension = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  %2 = "stablehlo.add"(%1, %z) : (tensor<?xf32>, tensor<?xf32, #stablehlo.bounds<16>>) -> tensor<?xf32>
  return %2 : tensor<?xf32>
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %b = disc_shape.dim @b
  %c = disc_shape.dim @c
  disc_shape.tie_predicate_eq %b, %c {assumed}
  disc_shape.tie_predicate "d0 <= 8"(%b) {assumed}
  disc_shape.tie_predicate "d0 <= 64"(%b) {assumed}
  disc_shape.tie_predicate "d0 <= 15 or d0 == 77"(%b) {assumed}
  disc_shape.tie_predicate_divisible %b, %c4 {assumed}
  func.return
}
disc_shape.SymbolDim @b {symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @c {symbolic_shape_graph = @shape_constraint_graph}

// -----

// torch-mlir.

// CHECK-LABEL:  func.func @torch
// CHECK:        tie_predicate "d0 >= 2"(%s0) {assumed}
// CHECK-NOT:    assumed

// GUARDS-LABEL: func.func @torch
// GUARDS:       error_message = "expected s0 >= 2,
// GUARDS-NOT:   shape_assertion(

// LANGUAGE-LABEL:  func.func @torch
func.func @torch(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %s0 = torch.symbolic_int "s0" {min_val = 2, max_val = 9223372036854775807} : !torch.int
  torch.bind_symbolic_shape %x, [%s0], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  torch.bind_symbolic_shape %y, [%s0], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  %0 = "stablehlo.add"(%x, %y) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  torch.bind_symbolic_shape %0, [%s0], affine_map<()[s0] -> (s0)> : tensor<?xf32>
  %1 = "stablehlo.concatenate"(%0, %0) {dimension = 0 : i64} : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  torch.bind_symbolic_shape %1, [%s0], affine_map<()[s0] -> (s0 * 2)> : tensor<?xf32>
  return %1 : tensor<?xf32>
}

// -----

// mlir-hlo's attribute: both sizes are the same, which the addition implies; the first is 8, which
// nothing does.

// CHECK-LABEL:  func.func @runtime
// CHECK:        tie_predicate_eq %S1, %c8 {assumed}
// CHECK-NOT:    assumed

// GUARDS-LABEL: func.func @runtime
// GUARDS-COUNT-1: shape_assertion(
// GUARDS-NOT:   shape_assertion(

// LANGUAGE-LABEL:  func.func @runtime
func.func @runtime(%x: tensor<?x?xf32> {rt.symbolic_shape = dense<[-2, 8]> : tensor<2xi64>}, %y: tensor<?x?xf32> {rt.symbolic_shape = dense<[-2, 8]> : tensor<2xi64>}) -> tensor<?x?xf32> {
  %0 = "stablehlo.add"(%x, %y) : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
