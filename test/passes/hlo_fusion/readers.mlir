// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s

// Kernels that read the result of an expensive function become one, and the function joins it.
// CHECK:      func.func @readers(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.exponential %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.add %2, %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: %4 = stablehlo.multiply %2, %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %3, %4 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: func.return %0, %1 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @readers(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  %1 = stablehlo.add %0, %0 : tensor<?xf32, [@n]>
  %2 = stablehlo.multiply %0, %0 : tensor<?xf32, [@n]>
  func.return %1, %2 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// Not one kernel: the second reader needs what an effect makes of the first one.
// CHECK:      func.func @reader_of_reader(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %2 = stablehlo.exponential %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.add %2, %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<?xf32, [@n]>)
// CHECK-NEXT: %4 = stablehlo.custom_call @f(%1) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %5 = stablehlo.multiply %0, %4 : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %5 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @reader_of_reader(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  %1 = stablehlo.add %0, %0 : tensor<?xf32, [@n]>
  %2 = stablehlo.custom_call @f(%1) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  %3 = stablehlo.multiply %0, %2 : tensor<?xf32, [@n]>
  func.return %3 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// A cheap member is copied into two kernels: what is broadcast is small, so one operand is read anew.
// CHECK:      func.func @copied(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?xf32, [@m]>) -> (tensor<?xi1, [@n]>, tensor<?xi1, [@m]>) {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c1 = arith.constant 1 : index
// CHECK-NEXT: %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%y, %x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%y_1: tensor<?xf32, [@m]>, %x_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %no = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: %s = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_broadcast_in_dim %y_1, %s, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %2 = stablehlo.compare GT, %x_1, %1 : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xi1, [@n, @m]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %no) applies stablehlo.or across dimensions = [1] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@n]>
// CHECK-NEXT: mhlo.return %3 : tensor<?xi1, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?xi1, [@n]>
// CHECK-NEXT: %4 = "mhlo.fusion"(%y, %x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%y_2: tensor<?xf32, [@m]>, %x_2: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %no_1 = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: %s_1 = tensor.from_elements %n, %m : tensor<2xindex>
// CHECK-NEXT: %5 = stablehlo.dynamic_broadcast_in_dim %y_2, %s_1, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %6 = stablehlo.compare GT, %x_2, %5 : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xi1, [@n, @m]>
// CHECK-NEXT: %7 = stablehlo.reduce(%6 init: %no_1) applies stablehlo.or across dimensions = [0] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@m]>
// CHECK-NEXT: mhlo.return %7 : tensor<?xi1, [@m]>
// CHECK-NEXT: }) : (tensor<?xf32, [@m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?xi1, [@m]>
// CHECK-NEXT: func.return %0, %4 : tensor<?xi1, [@n]>, tensor<?xi1, [@m]>
// CHECK-NEXT: }
func.func @copied(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?xf32, [@m]>) -> (tensor<?xi1, [@n]>, tensor<?xi1, [@m]>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf32, [@n, @m]>
  %m = tensor.dim %x, %c1 : tensor<?x?xf32, [@n, @m]>
  %s = tensor.from_elements %n, %m : tensor<2xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %y, %s, dims = [1] {known_nonexpanding_dimensions = array<i64: 0>} : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.compare GT, %x, %0 : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xi1, [@n, @m]>
  %2 = stablehlo.reduce(%1 init: %no) applies stablehlo.or across dimensions = [1] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@n]>
  %3 = stablehlo.reduce(%1 init: %no) applies stablehlo.or across dimensions = [0] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@m]>
  func.return %2, %3 : tensor<?xi1, [@n]>, tensor<?xi1, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Two large operands would be read twice: it is stored.
// CHECK:      func.func @not_copied(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>) -> (tensor<?xi1, [@n]>, tensor<?xi1, [@m]>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?x?xf32, [@n, @m]>, %y_1: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %no = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: %2 = stablehlo.compare GT, %x_1, %y_1 : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xi1, [@n, @m]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %no) applies stablehlo.or across dimensions = [1] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@n]>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?x?xi1, [@n, @m]>, tensor<?xi1, [@n]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> (tensor<?x?xi1, [@n, @m]>, tensor<?xi1, [@n]>)
// CHECK-NEXT: %4 = "mhlo.fusion"(%0) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%5: tensor<?x?xi1, [@n, @m]>):
// CHECK-NEXT: %no_1 = stablehlo.constant dense<false> : tensor<i1>
// CHECK-NEXT: %6 = stablehlo.reduce(%5 init: %no_1) applies stablehlo.or across dimensions = [0] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@m]>
// CHECK-NEXT: mhlo.return %6 : tensor<?xi1, [@m]>
// CHECK-NEXT: }) : (tensor<?x?xi1, [@n, @m]>) -> tensor<?xi1, [@m]>
// CHECK-NEXT: func.return %1, %4 : tensor<?xi1, [@n]>, tensor<?xi1, [@m]>
// CHECK-NEXT: }
func.func @not_copied(%x: tensor<?x?xf32, [@n, @m]>, %y: tensor<?x?xf32, [@n, @m]>) -> (tensor<?xi1, [@n]>, tensor<?xi1, [@m]>) {
  %no = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.compare GT, %x, %y : (tensor<?x?xf32, [@n, @m]>, tensor<?x?xf32, [@n, @m]>) -> tensor<?x?xi1, [@n, @m]>
  %2 = stablehlo.reduce(%1 init: %no) applies stablehlo.or across dimensions = [1] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@n]>
  %3 = stablehlo.reduce(%1 init: %no) applies stablehlo.or across dimensions = [0] : (tensor<?x?xi1, [@n, @m]>, tensor<i1>) -> tensor<?xi1, [@m]>
  func.return %2, %3 : tensor<?xi1, [@n]>, tensor<?xi1, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// A reduction of a product is one kernel with what is computed from its result.
// CHECK:      func.func @reduced_product(%x: tensor<?x8xf32, [@n, @C8]>, %y: tensor<8x?xf32, [@C8, @m]>) -> tensor<?xf32, [@m]> {
// CHECK-NEXT: %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x8xf32, [@n, @C8]>, tensor<8x?xf32, [@C8, @m]>) -> tensor<?x?xf32, [@n, @m]>
// CHECK-NEXT: %1 = "mhlo.fusion"(%0) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%2: tensor<?x?xf32, [@n, @m]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: %4 = stablehlo.tanh %3 : tensor<?xf32, [@m]>
// CHECK-NEXT: %5 = stablehlo.add %4, %4 : tensor<?xf32, [@m]>
// CHECK-NEXT: mhlo.return %5 : tensor<?xf32, [@m]>
// CHECK-NEXT: }) : (tensor<?x?xf32, [@n, @m]>) -> tensor<?xf32, [@m]>
// CHECK-NEXT: func.return %1 : tensor<?xf32, [@m]>
// CHECK-NEXT: }
func.func @reduced_product(%x: tensor<?x8xf32, [@n, @C8]>, %y: tensor<8x?xf32, [@C8, @m]>) -> tensor<?xf32, [@m]> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<?x8xf32, [@n, @C8]>, tensor<8x?xf32, [@C8, @m]>) -> tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@m]>
  %2 = stablehlo.tanh %1 : tensor<?xf32, [@m]>
  %3 = stablehlo.add %2, %2 : tensor<?xf32, [@m]>
  func.return %3 : tensor<?xf32, [@m]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @C8 {value = 8}
disc_shape.SymbolDim @m

// -----

// Elements and a reduction of rows that read one expensive value: one kernel of both sizes.
// CHECK:      func.func @elements_and_rows(
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK:      stablehlo.exponential
// CHECK-NEXT: stablehlo.add
// CHECK-NEXT: stablehlo.reduce
// CHECK-NEXT: mhlo.return %{{.*}}, %{{.*}} : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>
// CHECK-NEXT: })
// CHECK-NEXT: func.return %0, %1
func.func @elements_and_rows(%x: tensor<?x?xf32, [@n, @m]>) -> (tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x?xf32, [@n, @m]>
  %1 = stablehlo.add %0, %x : tensor<?x?xf32, [@n, @m]>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x?xf32, [@n, @m]>, tensor<f32>) -> tensor<?xf32, [@n]>
  func.return %1, %2 : tensor<?x?xf32, [@n, @m]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// The reduction runs along columns: their loops are others, whatever the sizes, so there are two.
// CHECK:      func.func @elements_and_columns(
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x)
// CHECK:      %{{.*}} = "mhlo.fusion"(%{{[01]}})
// CHECK:      stablehlo.reduce
func.func @elements_and_columns(%x: tensor<?x?xf32, [@n, @n]>) -> (tensor<?x?xf32, [@n, @n]>, tensor<?xf32, [@n]>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?x?xf32, [@n, @n]>
  %1 = stablehlo.add %0, %x : tensor<?x?xf32, [@n, @n]>
  %2 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<?x?xf32, [@n, @n]>, tensor<f32>) -> tensor<?xf32, [@n]>
  func.return %1, %2 : tensor<?x?xf32, [@n, @n]>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
