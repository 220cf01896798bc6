// RUN: disc-opt %S/torch_mlp_ln.mlir -p shape-optimization | filecheck %s

// The flattened size is a product; all guards proved.
// CHECK: func.func @main(%arg0: tensor<?x?x32xf32, [@S0, @S1, @C32]>, %arg1: tensor<?x5xf32, [@S2, @C5]>) -> tensor<?x?xf32, [@S2, @S5]>
// CHECK-NOT: shape.cstr
// CHECK-NOT: shape.assuming
// CHECK: func.func @shape_constraint_graph()
// CHECK: disc_shape.tie_predicate_mul_eq %S3, %S0, %S1
