// RUN: disc-opt %s --split-input-file -p 'hlo-fusion{facts=equal}' | filecheck %s

// Equal symbols are enough for a chain.
// CHECK:      func.func @chain(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %1 = stablehlo.add %x_1, %y_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.tanh %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @chain(%x: tensor<?xf32, [@n]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.add %x, %y : tensor<?xf32, [@n]>
  %1 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// But not for numbers of elements.
// CHECK:      func.func @merged(%x: tensor<?x6xf32, [@n, @C6]>, %y: tensor<?xf32, [@m]>) -> tensor<?xf32, [@m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %m = tensor.dim %y, %c0 : tensor<?xf32, [@m]>
// CHECK-NEXT: %s = tensor.from_elements %m : tensor<1xindex>
// CHECK-NEXT: %0 = stablehlo.exponential %x : tensor<?x6xf32, [@n, @C6]>
// CHECK-NEXT: %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x6xf32, [@n, @C6]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: %2 = stablehlo.add %1, %y : tensor<?xf32, [@m]>
// CHECK-NEXT: func.return %2 : tensor<?xf32, [@m]>
// CHECK-NEXT: }
func.func @merged(%x: tensor<?x6xf32, [@n, @C6]>, %y: tensor<?xf32, [@m]>) -> tensor<?xf32, [@m]> {
  %c0 = arith.constant 0 : index
  %m = tensor.dim %y, %c0 : tensor<?xf32, [@m]>
  %s = tensor.from_elements %m : tensor<1xindex>
  %0 = stablehlo.exponential %x : tensor<?x6xf32, [@n, @C6]>
  %1 = stablehlo.dynamic_reshape %0, %s : (tensor<?x6xf32, [@n, @C6]>, tensor<1xindex>) -> tensor<?xf32, [@m]>
  %2 = stablehlo.add %1, %y : tensor<?xf32, [@m]>
  func.return %2 : tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C6 {value = 6}
