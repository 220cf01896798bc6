// RUN: disc-opt %s -p 'assume-shapes{facts="x: [b, s]; y: [b]; s % 4 == 0; 8 <= s <= 64; likely b in {1, 8}"}' | filecheck %s
// RUN: disc-opt %s -p 'assume-shapes{facts="x: [b, s]; y: [b]; s % 4 == 0; 8 <= s <= 64; likely b in {1, 8}"},shape-optimization' | filecheck %s --check-prefix=OPT
// RUN: disc-opt %s -p 'assume-shapes{facts="0: [_, 2*n]; x[0] == y[0]; n in {1, 2}; y: [n]"}' | filecheck %s --check-prefix=OTHER

// A name given twice is a promise of equality: the second argument keeps a symbol of its own.

// CHECK:       func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %y: tensor<?xf32, [@S0]>)
// CHECK:       disc_shape.tie_predicate_eq %S0, %b {assumed}
// CHECK-NEXT:  disc_shape.tie_predicate_divisible %s, %c4 {assumed}
// CHECK-NEXT:  disc_shape.tie_predicate "8 <= d0 and d0 <= 64"(%s) {assumed}
// CHECK:       disc_shape.SymbolDim @b {named, likely_values = [1, 8]
// CHECK-NEXT:  disc_shape.SymbolDim @s {named
// CHECK-NEXT:  disc_shape.SymbolDim @S0 {symbolic

// OPT:       func.func @main(%x: tensor<?x?xf32, [@b, @s]>, %y: tensor<?xf32, [@S0]>)
// OPT:       disc_shape.tie_predicate_eq %S0, %b {assumed}
// OPT:       disc_shape.tie_predicate_divisible %s, %c4 {assumed}
// OPT:       disc_shape.SymbolDim @b {named, likely_values = [1, 8]

// OTHER:       func.func @main(%x: tensor<?x?xf32, [@S1, @S0]>, %y: tensor<?xf32, [@n]>)
// OTHER:       disc_shape.tie_predicate_affine_eq %S0, affine_map<(d0) -> (d0 * 2)>(%n) {assumed}
// OTHER:       disc_shape.tie_predicate_eq %S1, %n {assumed}
// OTHER:       disc_shape.tie_predicate "d0 == 1 or d0 == 2"(%n) {assumed}

func.func @main(%x: tensor<?x?xf32>, %y: tensor<?xf32>) -> tensor<?x?xf32> {
  %0 = stablehlo.tanh %x : tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
