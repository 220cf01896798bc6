// RUN: disc-opt %S/torch_convnet.mlir -p shape-optimization | filecheck %s

// SAME convolution keeps the image, max pooling halves it; all guards proved.
// CHECK: func.func @main(%arg0: tensor<?x3x?x?xf32, [@S0, @C3, @S1, @S2]>) -> tensor<?x10xf32, [@S0, @C10]>
// CHECK: stablehlo.convolution{{.*}} -> tensor<?x8x?x?xf32, [@S0, @C8, @S1, @S2]>
// CHECK-NOT: shape.cstr
// CHECK-NOT: shape.assuming
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate "d1 == d0//2"(%S1, %S3)
// CHECK-DAG: disc_shape.tie_predicate "d1 == d0//2"(%S2, %S4)
