// RUN: disc-opt %S/../../models/torch_convnet.mlir -p 'assume-shapes{facts="0: [b, 3, h, w]; h % 4 == 0; h <= 512"},shape-optimization' | filecheck %s

// The assumption on h simplifies size computations, so what the simplified operations imply rests on
// it: h//2 == 2*(h//4) is not derived (6 is no multiple of 4). What concerns w alone is derived.

// CHECK: func.func @shape_constraint_graph() attributes {disc_shape.relied_on}
// CHECK-NOT: tie_predicate "d0//2 == 2*(d0//4)"(%h){{$}}
// CHECK-DAG: tie_predicate "d0 == d1//2"({{%S[0-9]}}, %w){{$}}
// CHECK-DAG: tie_predicate "d0 == d1//4"({{%S[0-9]}}, %h) {assumed}
// CHECK-NOT: tie_predicate "d0//2 == 2*(d0//4)"(%h){{$}}
