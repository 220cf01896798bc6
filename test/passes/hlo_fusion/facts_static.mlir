// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{facts=static}' | filecheck %s

// Static sizes are.
// CHECK:      func.func @reshape(%x: tensor<2x6xf32>, %y: tensor<12xf32>) -> tensor<12xf32> {
// CHECK-NEXT: %0 = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<12xf32>
// CHECK-NEXT: %1 = "mhlo.fusion"(%x, %0, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<2x6xf32>, %2: tensor<12xf32>, %y_1: tensor<12xf32>):
// CHECK-NEXT: %3 = stablehlo.exponential %x_1 : tensor<2x6xf32>
// CHECK-NEXT: %4 = stablehlo.reshape %3 : (tensor<2x6xf32>) -> tensor<12xf32>
// CHECK-NEXT: %5 = stablehlo.add %4, %2 : tensor<12xf32>
// CHECK-NEXT: %6 = stablehlo.add %5, %y_1 : tensor<12xf32>
// CHECK-NEXT: mhlo.return %6 : tensor<12xf32>
// CHECK-NEXT: }) : (tensor<2x6xf32>, tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
// CHECK-NEXT: func.return %1 : tensor<12xf32>
// CHECK-NEXT: }
func.func @reshape(%x: tensor<2x6xf32>, %y: tensor<12xf32>) -> tensor<12xf32> {
  %0 = stablehlo.exponential %x : tensor<2x6xf32>
  %1 = stablehlo.reshape %0 : (tensor<2x6xf32>) -> tensor<12xf32>
  %2 = stablehlo.reshape %x : (tensor<2x6xf32>) -> tensor<12xf32>
  %3 = stablehlo.add %1, %2 : tensor<12xf32>
  %4 = stablehlo.add %3, %y : tensor<12xf32>
  func.return %4 : tensor<12xf32>
}

// -----

// Symbols are not asked.
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
