// RUN: disc-opt %s -p 'insert-shape-guards' | filecheck %s
// RUN: disc-opt %s -p 'insert-shape-guards{form="assert"}' | filecheck %s --check-prefix=ASSERT
// RUN: disc-opt %s -p 'insert-shape-guards,shape-optimization,shape-optimization' | filecheck %s --check-prefix=OPT

// Equalities come first; `s >= 4` follows from `s >= 8` and is neither checked nor stated.

// CHECK:      stablehlo.custom_call @shape_assertion
// CHECK-SAME: expected s == t, found s = {0} (dimension 0 of argument 0) and t = {1} (dimension 0 of argument 1)
// CHECK:      stablehlo.custom_call @shape_assertion
// CHECK-SAME: expected s >= 8, found s = {0} (dimension 0 of argument 0)
// CHECK-NOT:  shape_assertion
// CHECK:      disc_shape.tie_predicate "d0 >= 8"(%s) {guarded}
// CHECK-NOT:  d0 >= 4
// CHECK:      disc_shape.tie_predicate_eq %t, %s {guarded}

// ASSERT:      cf.assert %{{.*}}, "expected s == t, where s is dimension 0 of argument 0 and t is dimension 0 of argument 1"
// ASSERT:      cf.assert %{{.*}}, "expected s >= 8, where s is dimension 0 of argument 0"
// ASSERT-NOT:  cf.assert

// A guard never proves itself, however often the passes run.
// OPT-COUNT-2: shape_assertion(

func.func @main(%x: tensor<?xf32, [@s]>, %y: tensor<?xf32, [@t]>) -> tensor<?xf32, [@s]> {
  return %x : tensor<?xf32, [@s]>
}
func.func @shape_constraint_graph() {
  %c8 = arith.constant 8 : index
  %s = disc_shape.dim @s
  %t = disc_shape.dim @t
  disc_shape.tie_predicate "d0 >= 8"(%s) {assumed}
  disc_shape.tie_predicate "d0 >= 4"(%s) {assumed}
  disc_shape.tie_predicate_eq %t, %s {assumed}
  func.return
}
disc_shape.SymbolDim @s {named, symbolic_shape_graph = @shape_constraint_graph}
disc_shape.SymbolDim @t {named, symbolic_shape_graph = @shape_constraint_graph}
