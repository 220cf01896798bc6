// RUN: disc-opt %S/torch_attention_block.mlir -p shape-optimization | filecheck %s

// No names: torch-mlir drops them. 22 guards come in, the one that is truly open stays.
// CHECK: func.func @main(%arg0: tensor<?x?x16xf32, [@S0, @S1, @C16]>, %arg1: tensor<?x?xi1, [@S2, @S3]>)
// CHECK: shape.cstr_broadcastable
// CHECK-NOT: shape.cstr_broadcastable
// CHECK: func.func @shape_constraint_graph()
// CHECK: disc_shape.tie_predicate_mul_eq %S4, %S0, %S1
