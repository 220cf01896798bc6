// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{rows=false}' | filecheck %s

// Without row fusion the exponential is an output of the kernel of the reduction.
// CHECK:      func.func @rows(%x: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.exponential %x_1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> (tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: %4 = "mhlo.fusion"(%1, %0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%5: tensor<?xf32, [@n]>, %6: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %7 = stablehlo.dynamic_broadcast_in_dim %5, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %8 = stablehlo.divide %6, %7 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: mhlo.return %8 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: func.return %4 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }
func.func @rows(%x: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %3 = stablehlo.divide %0, %2 : tensor<?x?xf32, [@n, @m]>
  func.return %3 : tensor<?x?xf32, [@n, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Without row fusion elements and rows that read one expensive value stay two kernels.
// CHECK:      func.func @elements_and_rows(
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x)
// CHECK:      %{{.*}} = "mhlo.fusion"(%{{[01]}})
// CHECK:      stablehlo.reduce
func.func @elements_and_rows(%x: tensor<?x?xf32, [@n, @m]>) -> (tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.add %0, %x : tensor<?x?xf32, [@n, @m]>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  func.return %1, %2 : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
