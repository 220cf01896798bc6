// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// Producers join a reduction, and elementwise work on its result does.
// CHECK:      func.func @input(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.multiply %x_1, %x_1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.divide %2, %y_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %3 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @input(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.divide %1, %y : tensor<?xf32, [@n]>
  func.return %2 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Reductions of one shape along the same axes that read a common value share a kernel.
// CHECK:      func.func @siblings(%x: tensor<?x?xf32, [@n, @m]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.multiply %x_1, %x_1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %4 = stablehlo.reduce(%x_1 init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %3, %4 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @siblings(%x: tensor<?x?xf32, [@n, @m]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %x : tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  func.return %1, %2 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Reductions along other axes do not.
// CHECK:      func.func @other_axes(%x: tensor<?x?xf32, [@n, @m]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>) {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%x_1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_2: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %3 = stablehlo.reduce(%x_2 init: %z_1) applies stablehlo.maximum across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: mhlo.return %3 : tensor<?xf32, [@m]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: func.return %0, %2 : tensor<?xf32, [@n]>, tensor<?xf32, [@m]>
// CHECK-NEXT: }
func.func @other_axes(%x: tensor<?x?xf32, [@n, @m]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@m]>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.reduce(%x init: %z) applies stablehlo.maximum across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
  func.return %1, %2 : tensor<?xf32, [@n]>, tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Nor do reductions of lengths that are not known to be equal.
// CHECK:      func.func @other_length(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @k]>, %v: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %v) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>, %v_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%x_1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.add %1, %v_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = "mhlo.fusion"(%y, %v) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<?x?xf32, [@n, @k]>, %v_2: tensor<?xf32, [@n]>):
// CHECK-NEXT: %z_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %4 = stablehlo.reduce(%y_1 init: %z_1) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@n, @k]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %5 = stablehlo.add %4, %v_2 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %5 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @k]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %0, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @other_length(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @k]>, %v: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.reduce(%y init: %z) applies stablehlo.maximum across dimensions = [1] : (tensor<?x?xf32, [@n, @k]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %3 = stablehlo.add %1, %v : tensor<?xf32, [@n]>
  %4 = stablehlo.add %2, %v : tensor<?xf32, [@n]>
  func.return %3, %4 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @k
