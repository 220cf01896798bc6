// RUN: disc-opt %S/jax_mha.mlir -p shape-optimization | filecheck %s

// Everything in terms of b, s and constants; the two assertions for mod(s, 4) == 0 are one.
// CHECK: func.func public @main(%arg0: tensor<?x?x32xf32, [@b, @s, @C32]>
// CHECK-SAME: -> (tensor<?x?x32xf32, [@b, @s, @C32]>
// CHECK-NOT: @S{{[0-9]}}
// CHECK-COUNT-5: custom_call @shape_assertion
// CHECK-NOT: custom_call @shape_assertion
// CHECK: stablehlo.dynamic_reshape{{.*}} -> tensor<?x?x4x8xf32, [@b, @s, @C4, @C8]>
// CHECK: stablehlo.dot_general{{.*}} -> tensor<?x4x?x?xf32, [@b, @C4, @s, @s]>
// CHECK: dims = [0, 1, 2] {known_nonexpanding_dimensions = array<i64: 0, 1, 2>} : (tensor<?x4x?xf32, [@b, @C4, @s]>
// CHECK: stablehlo.dynamic_reshape{{.*}} -> tensor<?x?x32xf32, [@b, @s, @C32]>
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate_divisible %s, %c4 {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 8"(%s) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 <= 64"(%b) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%b) {guarded}
// CHECK-NOT: "d0 >= 1"(%s)
// CHECK-NOT: SymbolDim @S
