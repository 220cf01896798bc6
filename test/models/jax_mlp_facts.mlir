// RUN: disc-opt %S/jax_mlp.mlir -p shape-optimization | filecheck %s

// Weights and biases agree by guards: biases keep a symbol of their own and are cast after the guard.
// CHECK: func.func public @main(%arg0: tensor<?x?xf32, [@b, @k]>, %arg1: tensor<?x?xf32, [@k, @h]>, %arg2: tensor<?xf32, [@S0]>, %arg3: tensor<?x?xf32, [@h, @n]>, %arg4: tensor<?xf32, [@S1]>)
// CHECK-SAME: -> (tensor<?x?xf32, [@b, @n]>
// CHECK: custom_call @shape_assertion
// CHECK: tensor.cast %arg2 : tensor<?xf32, [@S0]> to tensor<?xf32, [@h]>
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate_eq %S0, %h {guarded}
// CHECK-DAG: disc_shape.tie_predicate_eq %S1, %n {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%b) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%k) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%h) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%n) {guarded}
// CHECK-DAG: disc_shape.SymbolDim @b {named
// CHECK-DAG: disc_shape.SymbolDim @k {named
// CHECK-DAG: disc_shape.SymbolDim @h {named
// CHECK-DAG: disc_shape.SymbolDim @n {named
