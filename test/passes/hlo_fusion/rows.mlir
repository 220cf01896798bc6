// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// A reduction of rows and what broadcasts its result back along them: a loop over rows.
// CHECK:      func.func @rows(%x: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.exponential %x_1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %4 = stablehlo.divide %1, %3 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: mhlo.return %4 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: func.return %0 : tensor<?x?xf32, [@n, @m]>
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

// Columns are no rows.
// CHECK:      func.func @columns(%x: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.exponential %x_1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@m]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> (tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@m]>)
// CHECK-NEXT: %4 = "mhlo.fusion"(%1, %0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%5: tensor<?xf32, [@m]>, %6: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %7 = stablehlo.dynamic_broadcast_in_dim %5, %s, dims = [1] : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %8 = stablehlo.divide %6, %7 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: mhlo.return %8 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }) : (tensor<?xf32, [@m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: func.return %4 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }
func.func @columns(%x: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [1] : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %3 = stablehlo.divide %0, %2 : tensor<?x?xf32, [@n, @m]>
  func.return %3 : tensor<?x?xf32, [@n, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Rows of another length do not share the loop.
// CHECK:      func.func @other_rows(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @k]>) -> tensor<?x?xf32, [@n, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%y) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<?x?xf32, [@n, @k]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%y_1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @k]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @k]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = "mhlo.fusion"(%0, %x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%3: tensor<?xf32, [@n]>, %x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %3, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %5 = stablehlo.divide %x_1, %4 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: mhlo.return %5 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }
func.func @other_rows(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @k]>) -> tensor<?x?xf32, [@n, @m]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @k]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %3 = stablehlo.divide %x, %2 : tensor<?x?xf32, [@n, @m]>
  func.return %3 : tensor<?x?xf32, [@n, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @k

// -----

// A reduction whose result may expand is stored first.
// CHECK:      func.func @may_expand(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@k, @m]>) -> tensor<?x?xf32, [@n, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%y) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<?x?xf32, [@k, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%y_1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@k, @m]>, tensor<f32>) -> tensor<?xf32, [@k]>
// CHECK-NEXT: mhlo.return %1 : tensor<?xf32, [@k]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@k, @m]>) -> tensor<?xf32, [@k]>
// CHECK-NEXT: %2 = "mhlo.fusion"(%0, %x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%3: tensor<?xf32, [@k]>, %x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %3, %s, dims = [0] : (tensor<?xf32, [@k]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %5 = stablehlo.divide %x_1, %4 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: mhlo.return %5 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }) : (tensor<?xf32, [@k]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: func.return %2 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }
func.func @may_expand(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@k, @m]>) -> tensor<?x?xf32, [@n, @m]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@k, @m]>, tensor<f32>) -> tensor<?xf32, [@k]>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@k]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %3 = stablehlo.divide %x, %2 : tensor<?x?xf32, [@n, @m]>
  func.return %3 : tensor<?x?xf32, [@n, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
disc_shape.SymbolDim @k

// -----

// Rows that end in a permuted result are rows all the same: it is written where the transpose says.
// CHECK:      func.func @written_elsewhere(%x: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@m, @n]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%x_1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %3 = stablehlo.divide %x_1, %2 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@m, @n]>
// CHECK-NEXT: mhlo.return %4 : tensor<?x?xf32, [@m, @n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@m, @n]>
// CHECK-NEXT: func.return %0 : tensor<?x?xf32, [@m, @n]>
// CHECK-NEXT: }
func.func @written_elsewhere(%x: tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@m, @n]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%x init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %3 = stablehlo.divide %x, %2 : tensor<?x?xf32, [@n, @m]>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@m, @n]>
  func.return %4 : tensor<?x?xf32, [@m, @n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Rows of another value are as long, by the symbols.
// CHECK:      func.func @by_symbol(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>, %p: i1) -> tensor<?x?xf32, [@n, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%y, %x) <{fusion_kind = #mhlo<fusion_kind kCustom>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<?x?xf32, [@n, @m]>, %x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%y_1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %3 = stablehlo.divide %x_1, %2 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: mhlo.return %3 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: func.return %0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }
func.func @by_symbol(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>, %p: i1) -> tensor<?x?xf32, [@n, @m]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %3 = stablehlo.divide %x, %2 : tensor<?x?xf32, [@n, @m]>
  func.return %3 : tensor<?x?xf32, [@n, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Before a guard that may be what makes them so, they are not known to be.
// CHECK:      func.func @before_guard(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>, %p: i1) -> tensor<?x?xf32, [@n, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%y) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.reduce(%y_1 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = "mhlo.fusion"(%0, %x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%3: tensor<?xf32, [@n]>, %x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %4 = stablehlo.dynamic_broadcast_in_dim %3, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %5 = stablehlo.divide %x_1, %4 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: mhlo.return %5 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: cf.assert %p, "sizes differ"
// CHECK-NEXT: func.return %2 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: }
func.func @before_guard(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>, %p: i1) -> tensor<?x?xf32, [@n, @m]> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@n]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %3 = stablehlo.divide %x, %2 : tensor<?x?xf32, [@n, @m]>
  cf.assert %p, "sizes differ"
  func.return %3 : tensor<?x?xf32, [@n, @m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m
