// RUN: DISC_ROUNDTRIP
// RUN: DISC_GENERIC_ROUNDTRIP
// RUN: disc-opt --print-op-generic %s | filecheck %s --check-prefix=GENERIC

// Other printed forms of the same operations: what older exporters wrote, and what they leave out.

// CHECK-LABEL: func.func @results
func.func @results(%a: tensor<?x4xf32>, %n: tensor<i32>) -> tensor<?x4xf32> {
  // CHECK: %0, %1 = stablehlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  %0:2 = stablehlo.optimization_barrier %a, %n : tensor<?x4xf32>, tensor<i32>
  // CHECK-NEXT: %2, %3 = stablehlo.while(%iterArg = %0, %iterArg_1 = %1) : tensor<?x4xf32>, tensor<i32>
  %1:2 = stablehlo.while(%iterArg = %0#0, %iterArg_0 = %0#1) : tensor<?x4xf32>, tensor<i32>
  cond {
    %2 = stablehlo.constant dense<false> : tensor<i1>
    stablehlo.return %2 : tensor<i1>
  } do {
    // CHECK: stablehlo.return %iterArg, %iterArg_1 : tensor<?x4xf32>, tensor<i32>
    stablehlo.return %iterArg, %iterArg_0 : tensor<?x4xf32>, tensor<i32>
  }
  return %1#0 : tensor<?x4xf32>
}

// CHECK-LABEL: func.func @attribute_dictionary
func.func @attribute_dictionary(%a: tensor<?x4xf32>, %z: tensor<f32>, %n: tensor<2xi32>) {
  // CHECK-NEXT: stablehlo.dynamic_broadcast_in_dim %z, %n, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0 = "stablehlo.dynamic_broadcast_in_dim"(%z, %n) {broadcast_dimensions = array<i64>} : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: stablehlo.transpose %a, dims = [1, 0] {note = 1 : i32} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %1 = "stablehlo.transpose"(%a) {permutation = dense<[1, 0]> : tensor<2xi64>, note = 1 : i32} : (tensor<?x4xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: stablehlo.compare LT, %a, %a, FLOAT : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  %2 = "stablehlo.compare"(%a, %a) {compare_type = #stablehlo.comparison_type<FLOAT>, comparison_direction = #stablehlo.comparison_direction<LT>} : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xi1>
  // CHECK-NEXT: stablehlo.constant dense<2> : tensor<i32>
  %3 = "stablehlo.constant"() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: stablehlo.constant dense<2> : tensor<i32>
  %4 = stablehlo.constant() {value = dense<2> : tensor<i32>} : () -> tensor<i32>
  // CHECK-NEXT: stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [1] : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  %5 = "stablehlo.reduce"(%a, %z) ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %6 = "stablehlo.add"(%x, %y) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    "stablehlo.return"(%6) : (tensor<f32>) -> ()
  }) {dimensions = dense<1> : tensor<1xi64>} : (tensor<?x4xf32>, tensor<f32>) -> tensor<?xf32>
  return
}

// CHECK-LABEL: func.func @function_types
func.func @function_types(%a: tensor<?x4xf32>, %p: tensor<i1>) {
  // CHECK-NEXT: stablehlo.add %a, %a : tensor<?x4xf32>
  %0 = stablehlo.add %a, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: stablehlo.tanh %a {note} : tensor<?x4xf32>
  %1 = stablehlo.tanh %a {note} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: stablehlo.select %p, %a, %a : tensor<i1>, tensor<?x4xf32>
  %2 = stablehlo.select %p, %a, %a : (tensor<i1>, tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: stablehlo.complex %a, %a : tensor<?x4xcomplex<f32>>
  %3 = stablehlo.complex %a, %a : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xcomplex<f32>>
  return
}

// CHECK-LABEL: func.func @windows
func.func @windows(%a: tensor<1x8x8x3xf32>, %k: tensor<3x3x3x8xf32>) {
  // CHECK-NEXT: window = {stride = [1, 1], pad = {{\[\[}}0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]}
  %0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[0, 0], [0, 0]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [0, 0]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x6x6x8xf32>
  // CHECK-NEXT: dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {}
  %1 = "stablehlo.convolution"(%a, %k) {batch_group_count = 1 : i64, feature_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, input_feature_dimension = 3, input_spatial_dimensions = [1, 2], kernel_input_feature_dimension = 2, kernel_output_feature_dimension = 3, kernel_spatial_dimensions = [0, 1], output_batch_dimension = 0, output_feature_dimension = 3, output_spatial_dimensions = [1, 2]>} : (tensor<1x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x6x6x8xf32>
  return
}

// MHLO reads the short forms that it does not print.

// CHECK-LABEL: func.func @mhlo
func.func @mhlo(%a: tensor<?x4xf32>, %z: tensor<f32>, %n: tensor<2xi32>) {
  // CHECK-NEXT: "mhlo.dynamic_broadcast_in_dim"(%z, %n) <{broadcast_dimensions = dense<> : tensor<0xi64>}> : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  %0 = mhlo.dynamic_broadcast_in_dim %z, %n, dims = [] : (tensor<f32>, tensor<2xi32>) -> tensor<?x?xf32>
  // CHECK-NEXT: "mhlo.transpose"(%a) <{permutation = dense<[1, 0]> : tensor<2xi64>}> : (tensor<?x4xf32>) -> tensor<4x?xf32>
  %1 = mhlo.transpose %a, dims = [1, 0] : (tensor<?x4xf32>) -> tensor<4x?xf32>
  // CHECK-NEXT: "mhlo.concatenate"(%a, %a) <{dimension = 0 : i64}> : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = mhlo.concatenate %a, %a, dim = 0 : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  // CHECK-NEXT: "mhlo.slice"(%2) <{
  %3 = mhlo.slice %2 [0:1, 0:4:2] : (tensor<?x4xf32>) -> tensor<1x2xf32>
  return
}

// Lists of integers are kept in the form of the dialect, in generic form too.

// CHECK-LABEL: func.func @lists
// GENERIC-LABEL: sym_name = "lists"
func.func @lists(%a: tensor<?x4xf32>, %k: tensor<3x3x3x8xf32>, %x: tensor<1x8x8x3xf32>) {
  // GENERIC: "stablehlo.reverse"(%{{.*}}) <{dimensions = array<i64: 0, 1>}>
  %0 = "stablehlo.reverse"(%a) {dimensions = dense<[0, 1]> : tensor<2xi64>} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // GENERIC-NEXT: "stablehlo.reverse"(%{{.*}}) <{dimensions = array<i64>}>
  %1 = "stablehlo.reverse"(%a) {dimensions = dense<> : tensor<0xi64>} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // GENERIC-NEXT: "mhlo.reverse"(%{{.*}}) <{dimensions = dense<1> : tensor<1xi64>}>
  %2 = "mhlo.reverse"(%a) {dimensions = array<i64: 1>} : (tensor<?x4xf32>) -> tensor<?x4xf32>
  // GENERIC-NEXT: padding = dense<0> : tensor<2x2xi64>, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>
  %3 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, padding = dense<0> : tensor<2x2xi64>, window_reversal = dense<false> : tensor<2xi1>, window_strides = dense<1> : tensor<2xi64>}> : (tensor<1x8x8x3xf32>, tensor<3x3x3x8xf32>) -> tensor<1x6x6x8xf32>
  return
}

// A total order of integers is their order.
// CHECK-LABEL: func.func @total_order
func.func @total_order(%a: tensor<3xi32>) {
  // CHECK-NEXT: stablehlo.compare LT, %a, %a, TOTALORDER : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  %0 = "stablehlo.compare"(%a, %a) {compare_type = #stablehlo<comparison_type TOTALORDER>, comparison_direction = #stablehlo<comparison_direction LT>} : (tensor<3xi32>, tensor<3xi32>) -> tensor<3xi1>
  func.return
}

// A slice may go up to the bound of a size, and padding take away all that there may be.
// CHECK-LABEL: func.func @up_to_bounds
func.func @up_to_bounds(%a: tensor<3x?xf32, #stablehlo.bounds<?, 4>>, %v: tensor<f32>) {
  // CHECK-NEXT: stablehlo.slice %a [0:3, 0:4] : (tensor<3x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<3x4xf32>
  %0 = stablehlo.slice %a [0:3, 0:4] : (tensor<3x?xf32, #stablehlo.bounds<?, 4>>) -> tensor<3x4xf32>
  // CHECK-NEXT: stablehlo.pad %a, %v, low = [0, -4], high = [0, 0], interior = [0, 0] : (tensor<3x?xf32, #stablehlo.bounds<?, 4>>, tensor<f32>) -> tensor<3x?xf32>
  %1 = stablehlo.pad %a, %v, low = [0, -4], high = [0, 0], interior = [0, 0] : (tensor<3x?xf32, #stablehlo.bounds<?, 4>>, tensor<f32>) -> tensor<3x?xf32>
  func.return
}
