// RUN: disc-opt %S/jax_convnet.mlir -p shape-optimization | filecheck %s

// SAME convolution keeps h and w, pooling halves them; all sizes are expressions of b, h and w.
// CHECK: func.func public @main(%arg0: tensor<?x?x?x3xf32, [@b, @h, @w, @C3]>
// CHECK-SAME: -> (tensor<?x10xf32, [@b, @C10]>
// CHECK: stablehlo.convolution{{.*}} -> tensor<?x?x?x8xf32, [@b, @h, @w, @C8]>
// CHECK: stablehlo.convolution{{.*}} (tensor<?x?x?x8xf32, [@b, @S0, @S1, @C8]>
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate "d0 == d1//2"(%S0, %h)
// CHECK-DAG: disc_shape.tie_predicate "d0 == d1//2"(%S1, %w)
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 8"(%h) {guarded}
// CHECK-DAG: disc_shape.tie_predicate "d0 >= 8"(%w) {guarded}
