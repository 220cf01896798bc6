// RUN: disc-opt %s --split-input-file -p shape-optimization | filecheck %s
// RUN: disc-opt %s --split-input-file -p shape-optimization | disc-opt --split-input-file -p shape-optimization | filecheck %s

// A symbol is one number per activation of one function: what one function says of a size that it
// calls @n says nothing of what another calls @n.

// CHECK-LABEL: func.func @first(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK: func.func @second(%x: tensor<4xf32>, %c: tensor<4xf32>) -> tensor<4xf32>
// CHECK-NOT: tie_predicate
// CHECK: disc_shape.SymbolDim @n {named}
func.func @first(%x: tensor<?xf32, [@n]>) -> tensor<?xf32> {
  %1 = "stablehlo.tanh"(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @second(%x: tensor<?xf32, [@n]>, %c: tensor<4xf32>) -> tensor<?xf32> {
  %1 = "stablehlo.add"(%x, %c) : (tensor<?xf32, [@n]>, tensor<4xf32>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
disc_shape.SymbolDim @n {named}

// -----

// The name goes to the function that comes first, and a guard of it concerns that one only.
// CHECK-LABEL: func.func @guarded(%x: tensor<?xf32, [@n]>) -> tensor<4xf32>
// CHECK: func.func @free(%x: tensor<?xf32, [@S0]>) -> tensor<?xf32, [@S0]>
// CHECK: tie_predicate_eq %n, %c4 {guarded}
// CHECK-NOT: tie_predicate
func.func @guarded(%x: tensor<?xf32, [@n]>) -> tensor<?xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %s = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %ok = arith.cmpi eq, %s, %c4 : index
  cf.assert %ok, "four"
  %1 = "stablehlo.tanh"(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
func.func @free(%x: tensor<?xf32, [@n]>) -> tensor<?xf32> {
  %1 = "stablehlo.tanh"(%x) : (tensor<?xf32, [@n]>) -> tensor<?xf32>
  return %1 : tensor<?xf32>
}
disc_shape.SymbolDim @n {named}

// -----

// A saved fact about a shared name holds in both.
// CHECK-LABEL: func.func @one(%x: tensor<?xf32, [@n]>)
// CHECK: func.func @other(%x: tensor<?xf32, [@S0]>)
// CHECK-DAG: tie_predicate_divisible %n, %c4
// CHECK-DAG: tie_predicate_divisible %S0, %c4
func.func @one(%x: tensor<?xf32, [@n]>) {
  return
}
func.func @other(%x: tensor<?xf32, [@n]>) {
  return
}
func.func @shape_constraint_graph() {
  %c4 = arith.constant 4 : index
  %n = disc_shape.dim @n
  disc_shape.tie_predicate_divisible %n, %c4
  return
}
disc_shape.SymbolDim @n {named, symbolic_shape_graph = @shape_constraint_graph}
