// RUN: disc-opt %S/jax_split_recombine.mlir -p shape-optimization | filecheck %s

// Four equal slices; put together again they are the whole axis, so 4 divides it.
// CHECK: func.func public @main(%arg0: tensor<?x?x8xf32, [@b, @s, @C8]>) -> (tensor<?x?x8xf32, [@b, @s, @C8]> {{{.*}}}, tensor<?x4x8xf32, [@b, @C4, @C8]> {{{.*}}}, tensor<?x?x8xf32, [@b, @s, @C8]>
// CHECK: custom_call @shape_assertion
// CHECK-COUNT-4: stablehlo.real_dynamic_slice %arg0{{.*}} -> tensor<?x?x8xf32, [@b, @S0, @C8]>
// CHECK: stablehlo.concatenate{{.*}} -> tensor<?x?x8xf32, [@b, @s, @C8]>
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate "d0 == d1//4"(%S0, %s)
// CHECK-DAG: disc_shape.tie_predicate_divisible %s, %c4
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%b) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%s) {guarded}
// CHECK-DAG: disc_shape.SymbolDim @b {named
// CHECK-DAG: disc_shape.SymbolDim @s {named
