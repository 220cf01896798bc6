// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// What only scalars decide is computed in each kernel that reads it, not stored, such as a root of a
// constant.
// CHECK:      func.func @uniform(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %two = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %s = tensor.from_elements %n : tensor<1xindex>
// CHECK-NEXT: %b = stablehlo.dynamic_broadcast_in_dim %two, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %r = stablehlo.rsqrt %b : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = stablehlo.multiply %x_1, %r : tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<f32>
// CHECK-NEXT: %3 = "mhlo.fusion"(%x, %0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_2: tensor<?xf32, [@n]>, %4: tensor<f32>):
// CHECK-NEXT: %two_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
// CHECK-NEXT: %s_1 = tensor.from_elements %n : tensor<1xindex>
// CHECK-NEXT: %b_1 = stablehlo.dynamic_broadcast_in_dim %two_1, %s_1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %r_1 = stablehlo.rsqrt %b_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %5 = stablehlo.add %x_2, %r_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %6 = stablehlo.dynamic_broadcast_in_dim %4, %s_1, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %7 = stablehlo.multiply %5, %6 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %7 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %3, %0 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }
func.func @uniform(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@m]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %s = tensor.from_elements %n : tensor<1xindex>
  %b = stablehlo.dynamic_broadcast_in_dim %two, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
  %r = stablehlo.rsqrt %b : tensor<?xf32, [@n]>
  %0 = stablehlo.multiply %x, %r : tensor<?xf32, [@n]>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.add %x, %r : tensor<?xf32, [@n]>
  %3 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
  %4 = stablehlo.multiply %2, %3 : tensor<?xf32, [@n]>
  func.return %4, %1 : tensor<?xf32, [@n]>, tensor<f32>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// A root of other numbers is stored: it is dear.
// CHECK:      func.func @dear(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
// CHECK-NEXT: %r, %0 = "mhlo.fusion"(%y, %x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<?xf32, [@n]>, %x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %r_1 = stablehlo.rsqrt %y_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = stablehlo.multiply %x_1, %r_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %r_1, %2 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>)
// CHECK-NEXT: %3 = "mhlo.fusion"(%x, %r, %0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_2: tensor<?xf32, [@n]>, %r_2: tensor<?xf32, [@n]>, %4: tensor<f32>):
// CHECK-NEXT: %5 = stablehlo.add %x_2, %r_2 : tensor<?xf32, [@n]>
// CHECK-NEXT: %s = tensor.from_elements %n : tensor<1xindex>
// CHECK-NEXT: %6 = stablehlo.dynamic_broadcast_in_dim %4, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %7 = stablehlo.multiply %5, %6 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %7 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %3, %0 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }
func.func @dear(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32, [@n]>
  %s = tensor.from_elements %n : tensor<1xindex>
  %r = stablehlo.rsqrt %y : tensor<?xf32, [@n]>
  %0 = stablehlo.multiply %x, %r : tensor<?xf32, [@n]>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.add %x, %r : tensor<?xf32, [@n]>
  %3 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [] : (tensor<f32>, tensor<1xindex>) -> tensor<?xf32, [@n]>
  %4 = stablehlo.multiply %2, %3 : tensor<?xf32, [@n]>
  func.return %4, %1 : tensor<?xf32, [@n]>, tensor<f32>
}
disc_shape.SymbolDim @n

// -----

// The kernel of a contraction has one result: what it reads, and a later kernel as well, is a kernel
// of its own.
// CHECK:      func.func @one_result(%x: tensor<?x64xf32, [@n, @C64]>, %w: tensor<64x128xf32>, %a: tensor<?x128xf32, [@n, @C128]>) -> (tensor<?x128xf32, [@n, @C128]>, tensor<?x128xf32, [@n, @C128]>) {
// CHECK-NEXT: %r = stablehlo.tanh %a : tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %w, %r) <{fusion_kind = #mhlo<fusion_kind kOutput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x64xf32, [@n, @C64]>, %w_1: tensor<64x128xf32>, %r_1: tensor<?x128xf32, [@n, @C128]>):
// CHECK-NEXT: %1 = stablehlo.dot_general %x_1, %w_1, contracting_dims = [1] x [0] : (tensor<?x64xf32, [@n, @C64]>, tensor<64x128xf32>) -> tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: %2 = stablehlo.add %1, %r_1 : tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: mhlo.return %2 : tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: }) : (tensor<?x64xf32, [@n, @C64]>, tensor<64x128xf32>, tensor<?x128xf32, [@n, @C128]>) -> tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: %3 = "mhlo.fusion"(%0, %r) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%4: tensor<?x128xf32, [@n, @C128]>, %r_2: tensor<?x128xf32, [@n, @C128]>):
// CHECK-NEXT: %5 = stablehlo.exponential %4 : tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: %6 = stablehlo.multiply %r_2, %5 : tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: mhlo.return %6 : tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: }) : (tensor<?x128xf32, [@n, @C128]>, tensor<?x128xf32, [@n, @C128]>) -> tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: func.return %0, %3 : tensor<?x128xf32, [@n, @C128]>, tensor<?x128xf32, [@n, @C128]>
// CHECK-NEXT: }
func.func @one_result(%x: tensor<?x64xf32, [@n, @C64]>, %w: tensor<64x128xf32>, %a: tensor<?x128xf32, [@n, @C128]>) -> (tensor<?x128xf32, [@n, @C128]>, tensor<?x128xf32, [@n, @C128]>) {
  %r = stablehlo.tanh %a : tensor<?x128xf32, [@n, @C128]>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<?x64xf32, [@n, @C64]>, tensor<64x128xf32>) -> tensor<?x128xf32, [@n, @C128]>
  %1 = stablehlo.add %0, %r : tensor<?x128xf32, [@n, @C128]>
  %2 = stablehlo.exponential %1 : tensor<?x128xf32, [@n, @C128]>
  %3 = stablehlo.multiply %r, %2 : tensor<?x128xf32, [@n, @C128]>
  func.return %1, %3 : tensor<?x128xf32, [@n, @C128]>, tensor<?x128xf32, [@n, @C128]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C64 {value = 64}
disc_shape.SymbolDim @C128 {value = 128}
