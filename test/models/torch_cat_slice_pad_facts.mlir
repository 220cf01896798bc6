// RUN: disc-opt %S/torch_cat_slice_pad.mlir -p shape-optimization | filecheck %s

// Concatenation adds sizes, padding adds constants, one batch size everywhere, all guards proved.
// CHECK: func.func @main(%arg0: tensor<?x?x6xf32, [@S0, @S1, @C6]>, %arg1: tensor<?x?x6xf32, [@S0, @S2, @C6]>)
// CHECK-SAME: -> (tensor<?x?x6xf32, [@S0, @S3, @C6]>, tensor<?x?x9xf32, [@S0, @S4, @C9]>, tensor<?x3xf32, [@S0, @C3]>,
// CHECK-NOT: shape.
// CHECK: func.func @shape_constraint_graph()
// CHECK-DAG: disc_shape.tie_predicate_affine_eq %S3, affine_map<(d0, d1) -> (d0 + d1 + 2)>(%S1, %S2)
// CHECK-DAG: disc_shape.tie_predicate_affine_eq %S4, affine_map<(d0) -> (d0 + 3)>(%S2)
// CHECK-DAG: disc_shape.tie_predicate_affine_eq %S6, affine_map<(d0) -> (d0 - 1)>(%S1)
