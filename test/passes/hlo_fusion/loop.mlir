// RUN: disc-opt %s --split-input-file -p hlo-fusion | filecheck %s
// RUN: disc-opt %s --split-input-file -p hlo-fusion,hlo-fusion | filecheck %s

// A chain over one shape is one kernel.
// CHECK:      func.func @chain(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT:   %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT:   ^bb0(%x_1: tensor<?xf32, [@n]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT:     %1 = stablehlo.add %x_1, %y_1 : tensor<?xf32, [@n]>
// CHECK-NEXT:     %2 = stablehlo.tanh %1 : tensor<?xf32, [@n]>
// CHECK-NEXT:     mhlo.return %2 : tensor<?xf32, [@n]>
func.func @chain(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
