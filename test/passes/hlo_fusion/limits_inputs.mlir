// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{inputs=2}' | filecheck %s

// A kernel reads no more values than the limit.
// CHECK:      func.func @inputs(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %z: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = stablehlo.add %0, %z : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @inputs(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>, %z: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
  %1 = stablehlo.add %0, %z : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
