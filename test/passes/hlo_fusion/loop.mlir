// RUN: disc-opt %s --split-input-file -p 'hlo-fusion' | filecheck %s
// RUN: disc-opt %s --split-input-file -p hlo-fusion,hlo-fusion | filecheck %s

// A chain over one shape is one kernel.
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

// The analysis proves sizes equal that have no symbols.
// CHECK:      func.func @proved(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32>, %y_1: tensor<?xf32>):
// CHECK-NEXT: %1 = stablehlo.add %x_1, %y_1 : tensor<?xf32>
// CHECK-NEXT: %2 = stablehlo.tanh %1 : tensor<?xf32>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32>
// CHECK-NEXT: }) : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
// CHECK-NEXT: func.return %0 : tensor<?xf32>
// CHECK-NEXT: }
func.func @proved(%x: tensor<?xf32>, %y: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %y : tensor<?xf32>
  %1 = stablehlo.tanh %0 : tensor<?xf32>
  func.return %1 : tensor<?xf32>
}

// -----

// A cheap operation is copied into the kernels that read it.
// CHECK:      func.func @copied(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.negate %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.reduce(%1 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %2 : tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<f32>
// CHECK-NEXT: stablehlo.custom_call @effect(%0) {has_side_effect = true} : (tensor<f32>) -> ()
// CHECK-NEXT: %3 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_2: tensor<?xf32, [@n]>):
// CHECK-NEXT: %4 = stablehlo.negate %x_2 : tensor<?xf32, [@n]>
// CHECK-NEXT: %5 = stablehlo.tanh %4 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %5 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %3, %0 : tensor<?xf32, [@n]>, tensor<f32>
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

// A dear one is not: it is computed once, and an output of the first kernel.
// CHECK:      func.func @dear(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
// CHECK-NEXT: %0, %1 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kInput>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %zero = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %2 = stablehlo.exponential %x_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
// CHECK-NEXT: mhlo.return %2, %3 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>)
// CHECK-NEXT: stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<f32>) -> ()
// CHECK-NEXT: %4 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %4, %1 : tensor<?xf32, [@n]>, tensor<f32>
// CHECK-NEXT: }
func.func @dear(%x: tensor<?xf32, [@n]>) -> (tensor<?xf32, [@n]>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<?xf32, [@n]>, tensor<f32>) -> tensor<f32>
  stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<f32>) -> ()
  %2 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
  func.return %2, %1 : tensor<?xf32, [@n]>, tensor<f32>
}
disc_shape.SymbolDim @n

// -----

// Nor is a dear one evaluated again for each row that it is broadcast to.
// CHECK:      func.func @repeated(%x: tensor<?xf32, [@m]>, %y: tensor<4x?xf32, [@C4, @m]>) -> tensor<4x?xf32, [@C4, @m]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %m = tensor.dim %x, %c0 : tensor<?xf32, [@m]>
// CHECK-NEXT: %0 = stablehlo.exponential %x : tensor<?xf32, [@m]>
// CHECK-NEXT: %1 = "mhlo.fusion"(%0, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%2: tensor<?xf32, [@m]>, %y_1: tensor<4x?xf32, [@C4, @m]>):
// CHECK-NEXT: %s = tensor.from_elements %c4, %m : tensor<2xindex>
// CHECK-NEXT: %3 = stablehlo.dynamic_broadcast_in_dim %2, %s, dims = [1] : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<4x?xf32, [@C4, @m]>
// CHECK-NEXT: %4 = stablehlo.add %3, %y_1 : tensor<4x?xf32, [@C4, @m]>
// CHECK-NEXT: mhlo.return %4 : tensor<4x?xf32, [@C4, @m]>
// CHECK-NEXT: }) : (tensor<?xf32, [@m]>, tensor<4x?xf32, [@C4, @m]>) -> tensor<4x?xf32, [@C4, @m]>
// CHECK-NEXT: func.return %1 : tensor<4x?xf32, [@C4, @m]>
// CHECK-NEXT: }
func.func @repeated(%x: tensor<?xf32, [@m]>, %y: tensor<4x?xf32, [@C4, @m]>) -> tensor<4x?xf32, [@C4, @m]> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32, [@m]>
  %s = tensor.from_elements %c4, %m : tensor<2xindex>
  %0 = stablehlo.exponential %x : tensor<?xf32, [@m]>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [1] : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<4x?xf32, [@C4, @m]>
  %2 = stablehlo.add %1, %y : tensor<4x?xf32, [@C4, @m]>
  func.return %2 : tensor<4x?xf32, [@C4, @m]>
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C4 {value = 4}

// -----

// Along the rows of the output it is, since it is evaluated outside of the loop over columns.
// CHECK:      func.func @hoisted(%x: tensor<?xf32, [@m]>, %y: tensor<?x4xf32, [@m, @C4]>) -> tensor<?x4xf32, [@m, @C4]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %c4 = arith.constant 4 : index
// CHECK-NEXT: %m = tensor.dim %x, %c0 : tensor<?xf32, [@m]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@m]>, %y_1: tensor<?x4xf32, [@m, @C4]>):
// CHECK-NEXT: %1 = stablehlo.exponential %x_1 : tensor<?xf32, [@m]>
// CHECK-NEXT: %s = tensor.from_elements %m, %c4 : tensor<2xindex>
// CHECK-NEXT: %2 = stablehlo.dynamic_broadcast_in_dim %1, %s, dims = [0] : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x4xf32, [@m, @C4]>
// CHECK-NEXT: %3 = stablehlo.add %2, %y_1 : tensor<?x4xf32, [@m, @C4]>
// CHECK-NEXT: mhlo.return %3 : tensor<?x4xf32, [@m, @C4]>
// CHECK-NEXT: }) : (tensor<?xf32, [@m]>, tensor<?x4xf32, [@m, @C4]>) -> tensor<?x4xf32, [@m, @C4]>
// CHECK-NEXT: func.return %0 : tensor<?x4xf32, [@m, @C4]>
// CHECK-NEXT: }
func.func @hoisted(%x: tensor<?xf32, [@m]>, %y: tensor<?x4xf32, [@m, @C4]>) -> tensor<?x4xf32, [@m, @C4]> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %m = tensor.dim %x, %c0 : tensor<?xf32, [@m]>
  %s = tensor.from_elements %m, %c4 : tensor<2xindex>
  %0 = stablehlo.exponential %x : tensor<?xf32, [@m]>
  %1 = stablehlo.dynamic_broadcast_in_dim %0, %s, dims = [0] : (tensor<?xf32, [@m]>, tensor<2xindex>) -> tensor<?x4xf32, [@m, @C4]>
  %2 = stablehlo.add %1, %y : tensor<?x4xf32, [@m, @C4]>
  func.return %2 : tensor<?x4xf32, [@m, @C4]>
}
disc_shape.SymbolDim @m
disc_shape.SymbolDim @C4 {value = 4}

// -----

// A dear operation that is read at two places would be evaluated twice.
// CHECK:      func.func @two_places(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = "mhlo.fusion"(%0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%2: tensor<?xf32, [@n]>):
// CHECK-NEXT: %3 = stablehlo.reverse %2, dims = [0] : tensor<?xf32, [@n]>
// CHECK-NEXT: %4 = stablehlo.add %2, %3 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %4 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @two_places(%x: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.exponential %x : tensor<?xf32, [@n]>
  %1 = stablehlo.reverse %0, dims = [0] : tensor<?xf32, [@n]>
  %2 = stablehlo.add %0, %1 : tensor<?xf32, [@n]>
  func.return %2 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// A constant never reaches memory, nor do positions.
// CHECK:      func.func @generated(%x: tensor<4xf32>) -> tensor<4xf32> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<4xf32>):
// CHECK-NEXT: %c = stablehlo.constant dense<2.000000e+00> : tensor<4xf32>
// CHECK-NEXT: %i = stablehlo.iota dim = 0 : tensor<4xf32>
// CHECK-NEXT: %1 = stablehlo.multiply %x_1, %c : tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.add %1, %i : tensor<4xf32>
// CHECK-NEXT: mhlo.return %2 : tensor<4xf32>
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: stablehlo.custom_call @effect(%0) {has_side_effect = true} : (tensor<4xf32>) -> ()
// CHECK-NEXT: %3 = "mhlo.fusion"(%0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%4: tensor<4xf32>):
// CHECK-NEXT: %i_1 = stablehlo.iota dim = 0 : tensor<4xf32>
// CHECK-NEXT: %5 = stablehlo.tanh %i_1 : tensor<4xf32>
// CHECK-NEXT: %6 = stablehlo.add %5, %4 : tensor<4xf32>
// CHECK-NEXT: mhlo.return %6 : tensor<4xf32>
// CHECK-NEXT: }) : (tensor<4xf32>) -> tensor<4xf32>
// CHECK-NEXT: func.return %3 : tensor<4xf32>
// CHECK-NEXT: }
func.func @generated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<4xf32>
  %i = stablehlo.iota dim = 0 : tensor<4xf32>
  %0 = stablehlo.multiply %x, %c : tensor<4xf32>
  %1 = stablehlo.add %0, %i : tensor<4xf32>
  stablehlo.custom_call @effect(%1) {has_side_effect = true} : (tensor<4xf32>) -> ()
  %2 = stablehlo.tanh %i : tensor<4xf32>
  %3 = stablehlo.add %2, %1 : tensor<4xf32>
  func.return %3 : tensor<4xf32>
}

// -----

// Whether the axis expands is open: it is read with a stride that the run decides.
// CHECK:      func.func @maybe(%x: tensor<?xf32, [@m]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %c0 = arith.constant 0 : index
// CHECK-NEXT: %n = tensor.dim %y, %c0 : tensor<?xf32, [@n]>
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %y) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<?xf32, [@m]>, %y_1: tensor<?xf32, [@n]>):
// CHECK-NEXT: %s = tensor.from_elements %n : tensor<1xindex>
// CHECK-NEXT: %1 = stablehlo.dynamic_broadcast_in_dim %x_1, %s, dims = [0] : (tensor<?xf32, [@m]>, tensor<1xindex>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %2 = stablehlo.add %1, %y_1 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@m]>, tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @maybe(%x: tensor<?xf32, [@m]>, %y: tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32, [@n]>
  %s = tensor.from_elements %n : tensor<1xindex>
  %0 = stablehlo.dynamic_broadcast_in_dim %x, %s, dims = [0] : (tensor<?xf32, [@m]>, tensor<1xindex>) -> tensor<?xf32, [@n]>
  %1 = stablehlo.add %0, %y : tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
disc_shape.SymbolDim @m

// -----

// Slices, pads, concatenations and gathers are members.
// CHECK:      func.func @moves(%x: tensor<8xf32>, %i: tensor<20x1xi32>) -> tensor<20xf32> {
// CHECK-NEXT: %0 = "mhlo.fusion"(%x, %i) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%x_1: tensor<8xf32>, %i_1: tensor<20x1xi32>):
// CHECK-NEXT: %z = stablehlo.constant dense<0.000000e+00> : tensor<f32>
// CHECK-NEXT: %1 = stablehlo.slice %x_1 [0:4] : (tensor<8xf32>) -> tensor<4xf32>
// CHECK-NEXT: %2 = stablehlo.negate %1 : tensor<4xf32>
// CHECK-NEXT: %3 = stablehlo.concatenate %2, %x_1, dim = 0 : (tensor<4xf32>, tensor<8xf32>) -> tensor<12xf32>
// CHECK-NEXT: %4 = stablehlo.pad %3, %z, low = [1], high = [0], interior = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<13xf32>
// CHECK-NEXT: %5 = "stablehlo.gather"(%4, %i_1) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<13xf32>, tensor<20x1xi32>) -> tensor<20xf32>
// CHECK-NEXT: %6 = stablehlo.abs %5 : tensor<20xf32>
// CHECK-NEXT: mhlo.return %6 : tensor<20xf32>
// CHECK-NEXT: }) : (tensor<8xf32>, tensor<20x1xi32>) -> tensor<20xf32>
// CHECK-NEXT: func.return %0 : tensor<20xf32>
// CHECK-NEXT: }
func.func @moves(%x: tensor<8xf32>, %i: tensor<20x1xi32>) -> tensor<20xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.slice %x [0:4] : (tensor<8xf32>) -> tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.concatenate %1, %x, dim = 0 : (tensor<4xf32>, tensor<8xf32>) -> tensor<12xf32>
  %3 = stablehlo.pad %2, %z, low = [1], high = [0], interior = [0] : (tensor<12xf32>, tensor<f32>) -> tensor<13xf32>
  %4 = "stablehlo.gather"(%3, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}> : (tensor<13xf32>, tensor<20x1xi32>) -> tensor<20xf32>
  %5 = stablehlo.abs %4 : tensor<20xf32>
  func.return %5 : tensor<20xf32>
}

// -----

// Work on a few integers is no kernel, and an operation with an effect is no member.
// CHECK:      func.func @outside(%x: tensor<4xi32>, %y: tensor<?xf32, [@n]>) -> (tensor<4xi32>, tensor<?xf32, [@n]>) {
// CHECK-NEXT: %0 = stablehlo.add %x, %x : tensor<4xi32>
// CHECK-NEXT: %1 = stablehlo.negate %0 : tensor<4xi32>
// CHECK-NEXT: %2 = stablehlo.negate %y : tensor<?xf32, [@n]>
// CHECK-NEXT: %3 = stablehlo.custom_call @effect(%2) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: %4 = stablehlo.negate %3 : tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %1, %4 : tensor<4xi32>, tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @outside(%x: tensor<4xi32>, %y: tensor<?xf32, [@n]>) -> (tensor<4xi32>, tensor<?xf32, [@n]>) {
  %0 = stablehlo.add %x, %x : tensor<4xi32>
  %1 = stablehlo.negate %0 : tensor<4xi32>
  %2 = stablehlo.negate %y : tensor<?xf32, [@n]>
  %3 = stablehlo.custom_call @effect(%2) {has_side_effect = true} : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
  %4 = stablehlo.negate %3 : tensor<?xf32, [@n]>
  func.return %1, %4 : tensor<4xi32>, tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n

// -----

// A reshape of an input is a view and stays outside; inside a chain it is a member.
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

// Kernels do not cross the regions of control flow, but are found inside of them.
// CHECK:      func.func @control(%x: tensor<?xf32, [@n]>, %p: tensor<i1>) -> tensor<?xf32, [@n]> {
// CHECK-NEXT: %0 = stablehlo.negate %x : tensor<?xf32, [@n]>
// CHECK-NEXT: %1 = "stablehlo.if"(%p) ({
// CHECK-NEXT: %2 = "mhlo.fusion"(%0) <{fusion_kind = #mhlo<fusion_kind kLoop>}> ({
// CHECK-NEXT: ^bb0(%3: tensor<?xf32, [@n]>):
// CHECK-NEXT: %4 = stablehlo.tanh %3 : tensor<?xf32, [@n]>
// CHECK-NEXT: %5 = stablehlo.abs %4 : tensor<?xf32, [@n]>
// CHECK-NEXT: mhlo.return %5 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<?xf32, [@n]>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: stablehlo.return %2 : tensor<?xf32, [@n]>
// CHECK-NEXT: }, {
// CHECK-NEXT: stablehlo.return %0 : tensor<?xf32, [@n]>
// CHECK-NEXT: }) : (tensor<i1>) -> tensor<?xf32, [@n]>
// CHECK-NEXT: func.return %1 : tensor<?xf32, [@n]>
// CHECK-NEXT: }
func.func @control(%x: tensor<?xf32, [@n]>, %p: tensor<i1>) -> tensor<?xf32, [@n]> {
  %0 = stablehlo.negate %x : tensor<?xf32, [@n]>
  %1 = "stablehlo.if"(%p) ({
    %2 = stablehlo.tanh %0 : tensor<?xf32, [@n]>
    %3 = stablehlo.abs %2 : tensor<?xf32, [@n]>
    stablehlo.return %3 : tensor<?xf32, [@n]>
  }, {
    stablehlo.return %0 : tensor<?xf32, [@n]>
  }) : (tensor<i1>) -> tensor<?xf32, [@n]>
  func.return %1 : tensor<?xf32, [@n]>
}
disc_shape.SymbolDim @n
