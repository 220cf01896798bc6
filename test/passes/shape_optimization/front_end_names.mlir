// RUN: disc-opt %s -p shape-optimization | filecheck %s --check-prefixes CHECK,AB
// RUN: disc-opt %s -p disc-inline,shape-optimization | filecheck %s --check-prefixes CHECK,AB
// RUN: disc-opt %s -p shape-optimization,shape-optimization | filecheck %s --check-prefixes CHECK,AB
// RUN: disc-opt %s -p disc-inline,save-shape-constraints | filecheck %s --check-prefix SAVED
// RUN: disc-opt %s -p disc-inline | filecheck %s --check-prefix INLINED
// RUN: sed 's/"a"/"main"/; s/"b"/"S0"/' %s | disc-opt -p disc-inline,shape-optimization,shape-optimization | filecheck %s --check-prefixes CHECK,MAIN
// RUN: sed 's/"a"/"s0"/; s/"b"/"shape_constraint_graph"/' %s | disc-opt -p shape-optimization | filecheck %s --check-prefixes CHECK,GRAPH
// RUN: sed 's/"a"/"c2"/; s/"b"/"S1"/' %s | disc-opt -p shape-optimization | filecheck %s --check-prefixes CHECK,DIGITS
// RUN: sed 's/"a"/"b"/' %s | disc-opt -p disc-inline,shape-optimization | filecheck %s --check-prefixes CHECK,SAME

// JAX's `symbolic_shape("a, 2*b")`: @b is no dimension of an argument, but the size of a slice.
// Names stay when the calls that carry them are inlined first.

// AB:   func.func public @main(%x: tensor<?x?xf32, [@a, @S0]>) -> (tensor<?x?xf32, [@a, @b]>, tensor<2xf32>)
// A symbol cannot be called as a function or as the constraint graph is.
// MAIN: func.func public @main(%x: tensor<?x?xf32, [@main_, @S1]>) -> (tensor<?x?xf32, [@main_, @S0]>, tensor<2xf32>)
// What is named here differs from all other names by more than case.
// GRAPH: func.func public @main(%x: tensor<?x?xf32, [@s0, @S1]>) -> (tensor<?x?xf32, [@s0, @shape_constraint_graph_]>, tensor<2xf32>)
// DIGITS: func.func public @main(%x: tensor<?x?xf32, [@c2, @S0]>) -> (tensor<?x?xf32, [@c2, @S1]>, tensor<2xf32>)
// One name for two sizes names the first.
// SAME: func.func public @main(%x: tensor<?x?xf32, [@b, @S0]>) -> (tensor<?x?xf32, [@b, @S1]>, tensor<2xf32>)
// CHECK-NOT: jax.global_constant
// AB:    disc_shape.SymbolDim @b {named
// MAIN:  disc_shape.SymbolDim @S0 {named
// GRAPH: disc_shape.SymbolDim @shape_constraint_graph_ {named
// SAVED-NOT: jax.global_constant
// SAVED: disc_shape.SymbolDim @b {named
// INLINED: stablehlo.get_dimension_size %x, dim = 0 {jax.global_constant = "a"}
// INLINED: stablehlo.divide %{{.*}}, %{{.*}} {jax.global_constant = "b"}
func.func public @main(%x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<2xf32>) {
  %0 = stablehlo.get_dimension_size %x, dim = 0 : (tensor<?x?xf32>) -> tensor<i32>
  %1 = stablehlo.get_dimension_size %x, dim = 1 : (tensor<?x?xf32>) -> tensor<i32>
  %c0 = stablehlo.constant dense<0> : tensor<i32>
  %c2 = stablehlo.constant dense<2> : tensor<i32>
  %2 = stablehlo.divide %1, %c2 : tensor<i32>
  %3 = stablehlo.remainder %1, %c2 : tensor<i32>
  %4 = stablehlo.compare EQ, %3, %c0, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
  stablehlo.custom_call @shape_assertion(%4, %3) {error_message = "Division had remainder {0}", has_side_effect = true, api_version = 2 : i32} : (tensor<i1>, tensor<i32>) -> ()
  %5:2 = call @_wrapped(%0, %2, %x) : (tensor<i32>, tensor<i32>, tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<2xf32>)
  return %5#0, %5#1 : tensor<?x?xf32>, tensor<2xf32>
}
func.func private @_wrapped(%n: tensor<i32> {jax.global_constant = "a"}, %m: tensor<i32> {jax.global_constant = "b"}, %x: tensor<?x?xf32>) -> (tensor<?x?xf32>, tensor<2xf32>) {
  %0 = stablehlo.constant dense<0> : tensor<2xi32>
  %1 = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %k = stablehlo.constant dense<2> : tensor<i32>
  %2 = stablehlo.multiply %m, %k : tensor<i32>
  %3 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %4 = stablehlo.reshape %2 : (tensor<i32>) -> tensor<1xi32>
  %5 = stablehlo.concatenate %3, %4, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %6 = stablehlo.real_dynamic_slice %x, %0, %5, %1 : (tensor<?x?xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %7 = stablehlo.constant dense<1.0> : tensor<2xf32>
  return %6, %7 : tensor<?x?xf32>, tensor<2xf32>
}
