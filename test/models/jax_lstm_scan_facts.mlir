// RUN: disc-opt %S/jax_lstm_scan.mlir -p shape-optimization | filecheck %s

// The sizes of what the loop carries do not vary: no value is without symbols.
// CHECK: func.func public @main(%arg0: tensor<?x?x8xf32, [@t, @b, @C8]>, %arg1: tensor<?x12xf32, [@S0, @C12]>, %arg2: tensor<?x12xf32, [@S1, @C12]>
// CHECK-SAME: -> (tensor<?x?x12xf32, [@t, @b, @C12]> {{{.*}}}, tensor<?x12xf32, [@b, @C12]> {{{.*}}}, tensor<?x12xf32, [@b, @C12]>
// CHECK-NOT: unit
// CHECK: stablehlo.while
// CHECK-NOT: unit
// CHECK: stablehlo.dynamic_update_slice{{.*}} : (tensor<?x?x12xf32, [@t, @b, @C12]>
// CHECK-NOT: unit
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate_eq %S0, %b {guarded}
// CHECK-DAG: disc_shape.tie_predicate_eq %S1, %b {guarded}
