// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{copies=1}' | filecheck %s

// A cheap operation is stored instead of copied.
// CHECK:      func.func @copied(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.negate %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>)
// CHECK-NEXT: stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<f32>) -> ()
// CHECK-NEXT: %4 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %4, %1 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }
func.func @copied(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.negate %x : tensor<?xf32, [@n]>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
  stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<f32>) -> ()
  %2 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  func.return %2, %1 : tensor<?xf32, [@n]>, tensor<f32>
}
disc_shape.SymbolDim @n

// -----

// The broadcast of a scalar or vector, which is small next to it, is evaluated in each kernel.
// CHECK:      func.func @broadcast(%v: tensor<?xf32, [@n]>, %x: tensor<4x?xf32, [@C4, @n]>, %n: index) -> (tensor<4x?xf32, [@C4, @n]>, tensor<f32>) {
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %0 = "mhlo.fusion"(%v, %x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%v_1: tensor<?xf32, [@n]>, %x_1: tensor<4x?xf32, [@C4, @n]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = tensor.from_elements %c4, %n : tensor<2xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %v_1, %1, dims = [1] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<4x?xf32, [@C4, @n]>
// CHECK-NEXT: %3 = stablehlo.multiply %2, %x_1 : tensor<4x?xf32, [@C4, @n]>
// CHECK-NEXT: %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x?xf32, [@C4, @n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %4 : tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<4x?xf32, [@C4, @n]>) -> tensor<f32>
// CHECK-NEXT: stablehlo.custom_call @effect(%0) {has_side_effect = true} : (tensor<f32>) -> ()
// CHECK-NEXT: %5 = "mhlo.fusion"(%v) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%v_2: tensor<?xf32, [@n]>):
// CHECK-NEXT: %6 = tensor.from_elements %c4, %n : tensor<2xindex>
// CHECK-NEXT: %7 = stablehlo.dynamic_broadcast_in_dim %v_2, %6, dims = [1] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<4x?xf32, [@C4, @n]>
// CHECK-NEXT: %8 = stablehlo.tanh %7 : tensor<4x?xf32, [@C4, @n]>
// CHECK-NEXT: mhlo.return %8 : tensor<4x?xf32, [@C4, @n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<4x?xf32, [@C4, @n]>
// CHECK-NEXT: func.return %5, %0 : tensor<4x?xf32, [@C4, @n]>, tensor<f32>
// CHECK-NEXT: }
func.func @broadcast(%v: tensor<?xf32, [@n]>, %x: tensor<4x?xf32, [@C4, @n]>, %n: index) -> (tensor<4x?xf32, [@C4, @n]>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c4 = arith.constant 4 : index
  %0 = tensor.from_elements %c4, %n : tensor<2xindex>
  %1 = stablehlo.dynamic_broadcast_in_dim %v, %0, dims = [1] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<4x?xf32, [@C4, @n]>
  %2 = stablehlo.multiply %1, %x : tensor<4x?xf32, [@C4, @n]>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x?xf32, [@C4, @n]>, tensor<f32>) -> tensor<f32>
  stablehlo.custom_call @effect(%3) {has_side_effect = true} : (tensor<f32>) -> ()
  %4 = stablehlo.tanh %1 : tensor<4x?xf32, [@C4, @n]>
  func.return %4, %3 : tensor<4x?xf32, [@C4, @n]>, tensor<f32>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C4 {value = 4}
