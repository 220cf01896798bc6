// RUN: disc-opt %s -p 'assume-shapes{facts="x: [a, b, c]; b == 2*9223372036854775807*a; c == a + 2*9223372036854775807"}' | filecheck %s
// RUN: disc-opt %s -p 'assume-shapes{facts="x: [a, b, c]; b == 2*9223372036854775807*a; c == a + 2*9223372036854775807"},shape-optimization' | filecheck %s

// No attribute of type `index` holds these numbers; a text does.

// CHECK:     func.func @shape_constraint_graph()
// CHECK-NOT: arith.constant
// CHECK-NOT: affine_map
// CHECK-DAG: tie_predicate "d{{.}} == 18446744073709551614*d{{.}}"({{.*}}) {assumed}
// CHECK-DAG: tie_predicate "d{{.}} == d{{.}} + 18446744073709551614"({{.*}}) {assumed}
func.func @main(%x: tensor<?x?x?xf32>) -> tensor<?x?x?xf32> {
  return %x : tensor<?x?x?xf32>
}
