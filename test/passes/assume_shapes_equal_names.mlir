// RUN: disc-opt %s -p 'assume-shapes{facts="x: [4]"},shape-optimization{keep-signature=true}' | filecheck %s

// That two names are equal is derived, that both are four is promised: each is said as what it is.
// CHECK-LABEL: func.func @promised(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32>
// CHECK:         disc_shape.tie_predicate_eq %a, %c4 {assumed}
// CHECK-NEXT:    disc_shape.tie_predicate_eq %b, %a{{$}}
func.func @promised(%x: tensor<?xf32, [@a]>, %y: tensor<?xf32, [@b]>) -> tensor<?xf32> {
  %1 = tensor.cast %x : tensor<?xf32, [@a]> to tensor<?xf32>
  %2 = tensor.cast %y : tensor<?xf32, [@b]> to tensor<?xf32>
  %0 = stablehlo.add %1, %2 : tensor<?xf32>
  return %0 : tensor<?xf32>
}

disc_shape.SymbolDim @a {named}
disc_shape.SymbolDim @b {named}
