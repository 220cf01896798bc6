// RUN: disc-opt %S/jax_reshape_merge.mlir -p shape-optimization | filecheck %s

// Merged sizes are products, and splitting them again gives the old symbols.
// CHECK: func.func public @main(%arg0: tensor<?x?x?x?xf32, [@a, @b, @c, @d]>)
// CHECK-SAME: -> (tensor<?x?x?x?xf32, [@a, @b, @c, @d]> {{{.*}}}, tensor<?xf32, [@S2]>
// CHECK: stablehlo.dynamic_reshape %arg0{{.*}} -> tensor<?x?xf32, [@S0, @S1]>
// CHECK: stablehlo.dynamic_reshape{{.*}} : (tensor<?x?xf32, [@S0, @S1]>,{{.*}} -> tensor<?x?x?x?xf32, [@a, @b, @c, @d]>
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate_mul_eq %S0, %a, %b
// CHECK-DAG: disc_shape.tie_predicate_mul_eq %S1, %c, %d
// CHECK-DAG: disc_shape.tie_predicate_mul_eq %S2, %a, %b, %c, %d
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%a) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%b) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%c) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%d) {guarded}
// CHECK-DAG: disc_shape.SymbolDim @a {named
// CHECK-DAG: disc_shape.SymbolDim @b {named
// CHECK-DAG: disc_shape.SymbolDim @c {named
// CHECK-DAG: disc_shape.SymbolDim @d {named
