// RUN: disc-opt %S/jax_bcast_masked_mean.mlir -p shape-optimization | filecheck %s

// [b, 1, d] with [s, d]: sizes of the three arguments agree by guards only, so each keeps its own
// symbols in the signature.
// CHECK: func.func public @main(%arg0: tensor<?x1x?xf32, [@b, @C1, @d]>, %arg1: tensor<?x?xf32, [@s, @S0]>, %arg2: tensor<?x?xf32, [@S1, @S2]>)
// CHECK-SAME: -> (tensor<?x?xf32, [@b, @d]> {{{.*}}}, tensor<?x?xf32, [@b, @d]> {{{.*}}}, tensor<?x?x?xf32, [@b, @s, @d]>
// CHECK-COUNT-6: custom_call @shape_assertion
// CHECK-NOT: func.call
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate_eq %S0, %d {guarded}
// CHECK-DAG: disc_shape.tie_predicate_eq %S1, %b {guarded}
// CHECK-DAG: disc_shape.tie_predicate_eq %S2, %s {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%b) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%d) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%s) {guarded}
// CHECK-DAG: disc_shape.SymbolDim @b {named
// CHECK-DAG: disc_shape.SymbolDim @s {named
// CHECK-DAG: disc_shape.SymbolDim @d {named
