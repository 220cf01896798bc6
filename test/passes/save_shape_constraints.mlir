// RUN: disc-opt %s --split-input-file -p save-shape-constraints | filecheck %s
// RUN: disc-opt %s --split-input-file -p save-shape-constraints,save-shape-constraints | filecheck %s
// RUN: disc-opt %s --split-input-file -p 'save-shape-constraints{keep-signature=true}' | filecheck %s --check-prefix KEEP
// RUN: sed 's/stablehlo\./mhlo./g' %s | disc-opt --split-input-file -p save-shape-constraints | filecheck %s

// Types and the graph are written; operations on data stay, here an identity broadcast.
// CHECK-LABEL: func.func @main(%0: tensor<?xf32, [@S0]>, %1: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: dynamic_broadcast_in_dim
// CHECK: disc_shape.SymbolDim @S0
// CHECK-NOT: SymbolDim
// KEEP-LABEL: func.func @main(%0: tensor<?xf32>, %1: tensor<?xf32>) -> tensor<?xf32>
// KEEP: tensor.cast %0 : tensor<?xf32> to tensor<?xf32, [@S0]>
// KEEP: tensor.cast %1 : tensor<?xf32> to tensor<?xf32, [@S0]>
func.func @main(%0: tensor<?xf32>, %1: tensor<?xf32>) -> tensor<?xf32> {
  %s = shape.shape_of %0 : tensor<?xf32> -> tensor<1xindex>
  %b = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32>, tensor<1xindex>) -> tensor<?xf32>
  %2 = stablehlo.add %0, %b : tensor<?xf32>
  %3 = stablehlo.add %2, %1 : tensor<?xf32>
  return %3 : tensor<?xf32>
}

// -----

// CHECK-LABEL: func.func @facts(%a: tensor<?xf32, [@S0]>, %b: tensor<?xf32, [@S1]>) -> tensor<?xf32, [@S2]>
// CHECK: func.func @shape_constraint_graph()
// CHECK: tie_predicate_affine_eq %S2, affine_map<(d0, d1) -> (d0 + d1)>(%S0, %S1)
func.func @facts(%a: tensor<?xf32>, %b: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.concatenate %a, %b, dim = 0 : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// A symbol may be called as no value can be.

func.func @quoted(%x: tensor<?xf32, [@"2*b"]>) {
  return
}
func.func @shape_constraint_graph() {
  %two = arith.constant 2 : index
  %0 = disc_shape.dim @"2*b"
  disc_shape.tie_predicate_divisible %0, %two {assumed}
  return
}
disc_shape.SymbolDim @"2*b" {named}

// CHECK-LABEL: func.func @quoted(%x: tensor<?xf32, [@"2*b"]>)
// CHECK:         %0 = disc_shape.dim @"2*b"
// CHECK-NEXT:    disc_shape.tie_predicate_divisible %0, %c2 {assumed}
