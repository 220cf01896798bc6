// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// Functions that only MHLO has are members of kernels, dear ones: here of a GELU.
// CHECK:      func.func @gelu(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %1 = mhlo.erf %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.multiply %1, %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @gelu(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = mhlo.erf %x : tensor<?xf32, [@n]>
  %1 = stablehlo.multiply %0, %x : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// But not of complex numbers.
// CHECK:      func.func @complex_numbers(%x: tensor<?xcomplex<f32>, [@n]>) -> tensor<?xcomplex<f32>, [@n]> {
// CHECK-NEXT: %0 = mhlo.cosh %x : tensor<?xcomplex<f32>, [@n]>
// CHECK-NEXT: %1 = stablehlo.multiply %0, %x : tensor<?xcomplex<f32>, [@n]>
// CHECK-NEXT: func.return %1 : tensor<?xcomplex<f32>, [@n]>
// CHECK-NEXT: }
func.func @complex_numbers(%x: tensor<?xcomplex<f32>, [@n]>) -> tensor<?xcomplex<f32>, [@n]> {
  %0 = mhlo.cosh %x : tensor<?xcomplex<f32>, [@n]>
  %1 = stablehlo.multiply %0, %x : tensor<?xcomplex<f32>, [@n]>
  func.return %1 : tensor<?xcomplex<f32>, [@n]>
}
disc_shape.SymbolDim @n
