// RUN: disc-opt %S/jax_gpt4.mlir -p shape-optimization | filecheck %s

// Four layers, two sizes.
// CHECK: func.func public @main(%arg0: tensor<?x?xi32, [@b, @s]>
// CHECK-SAME: -> (tensor<?x?x40xf32, [@b, @s, @C40]>
// CHECK-NOT: @S{{[0-9]}}
// CHECK: stablehlo.real_dynamic_slice{{.*}} : (tensor<?x?x48xf32, [@b, @s, @C48]>,{{.*}} -> tensor<?x?x16xf32, [@b, @s, @C16]>
// CHECK-NOT: func.call
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate "d0 <= 64"(%s) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%b) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 1"(%s) {guarded}
// CHECK-NOT: SymbolDim @S
