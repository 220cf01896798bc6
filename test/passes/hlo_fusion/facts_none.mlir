// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{facts=none}' | filecheck %s

// No two sizes are known equal.
// CHECK:      func.func @chain(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @chain(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
