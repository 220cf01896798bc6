// RUN: disc-opt %s -p 'assume-shapes{facts="x: [4]"},shape-optimization' | filecheck %s

// That two arguments are equal is derived, that both are four is promised: they share a symbol.
// CHECK-LABEL: func.func @promised(%x: tensor<?xf32, [@S0]>, %y: tensor<?xf32, [@S0]>) -> tensor<4xf32>
// CHECK:         disc_shape.tie_predicate_eq %S0, %c4 {assumed}
func.func @promised(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  return %0 : tensor<?xf32>
}
